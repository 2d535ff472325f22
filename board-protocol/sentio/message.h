/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SENTIO_MESSAGE_H
#define BOARDD_SENTIO_MESSAGE_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Tabutronic Sentio: lines of text, unasked, some in a second. A colon, eight numbers up
 * to 255 with blanks between them, a carriage return: a rank each, the eighth first, the
 * a-file is the highest bit, and a bit is set where something stands. A line feed means
 * nothing. Nothing guards a line but its shape.
 *
 * Bytes in, messages out; plain data, in pieces of any size.
 */

#define SENTIO_RANKS 8

enum sentio_type {
	SENTIO_NONE,    /* no whole message yet */
	SENTIO_DAMAGED, /* bytes that are no message, and why */
	SENTIO_BOARD,
};

struct sentio_message {
	enum sentio_type type;
	enum board_damage damage;
	uint64_t at, len;     /* where it stood in the stream, and how long it was */
	struct board_men men; /* of SENTIO_BOARD: BOARD_UNKNOWN where something stands */
};

struct sentio_parser {
	/* Private to message.c. */
	uint64_t at, began; /* bytes so far; where this line, or what is no line, began */
	bool is_open, is_in_number;
	unsigned number;
	size_t count;
	uint8_t rank[SENTIO_RANKS];
};

void sentio_parser_init(struct sentio_parser *p);

/*
 * Feeds bytes until a message is complete or they run out. Returns how many were
 * consumed.
 */
size_t sentio_parser_feed(struct sentio_parser *p, const uint8_t *bytes, size_t len,
			  struct sentio_message *ret);

/* The stream has ended. Returns true, and the damage, when it ended inside a message. */
bool sentio_parser_end(struct sentio_parser *p, struct sentio_message *ret);

#define SENTIO_LINE_MAX (SENTIO_RANKS * 4 + 3)

/* A line as a board sends it. Returns its length, or 0 when it does not fit. */
size_t sentio_encode(const struct board_men *men, uint8_t *ret_bytes, size_t cap);

#define SENTIO_LIGHTS 8 /* bytes: a light in each square */

/* The order that these squares shine (bit 0: a1), and no others. The same. */
size_t sentio_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
