/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CERTABO_MESSAGE_H
#define BOARDD_CERTABO_MESSAGE_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Certabo: lines of text, unasked, some in a second. A colon, 320 numbers up to 255
 * with blanks between them, a carriage return: five numbers for each square, the tag
 * of the man that stands there, and five zeros where none does. Some firmware breaks
 * the line anywhere: a line feed means nothing. Nothing guards a line but its shape.
 *
 * Bytes in, messages out; plain data, in pieces of any size.
 */

#define CERTABO_TAG     5
#define CERTABO_NUMBERS (BOARD_SQUARES * CERTABO_TAG)

enum certabo_type {
	CERTABO_NONE,    /* no whole message yet */
	CERTABO_DAMAGED, /* bytes that are no message, and why */
	CERTABO_TAGS,
};

struct certabo_tag {
	uint8_t bytes[CERTABO_TAG]; /* all 0: no man, or none that was read */
};

struct certabo_message {
	enum certabo_type type;
	enum board_damage damage;
	uint64_t at, len;              /* where it stood in the stream, and how long it was */
	const struct certabo_tag *tag; /* borrowed, by a1 = 0: of CERTABO_TAGS */
};

struct certabo_parser {
	/* Private to message.c. */
	uint64_t at, began; /* bytes so far; where this line, or what is no line, began */
	bool is_open, is_in_number;
	unsigned number;
	size_t count;
	char lights; /* what the board has said of its lights, 'L' or 'D'; 0: nothing yet */
	struct certabo_tag tag[BOARD_SQUARES];
};

void certabo_parser_init(struct certabo_parser *p);

/*
 * Feeds bytes until a message is complete or they run out. Returns how many were
 * consumed.
 */
size_t certabo_parser_feed(struct certabo_parser *p, const uint8_t *bytes, size_t len,
			   struct certabo_message *ret);

/* The stream has ended. Returns true, and the damage, when it ended inside a message. */
bool certabo_parser_end(struct certabo_parser *p, struct certabo_message *ret);

#define CERTABO_LINE_MAX (CERTABO_NUMBERS * 4 + 3)

/* A line as a board sends it. Returns its length, or 0 when it does not fit. */
size_t certabo_encode(const struct certabo_tag tag[BOARD_SQUARES], uint8_t *ret_bytes, size_t cap);

#define CERTABO_LIGHTS        8 /* bytes: a light in each square */
#define CERTABO_COLOURED_EDGE 9 /* lights where the squares meet */
#define CERTABO_COLOURED      (2 + 3 * CERTABO_COLOURED_EDGE * CERTABO_COLOURED_EDGE + 2)

/*
 * The order that these squares shine (bit 0: a1), and no others: of boards that say L of their
 * lights, and of those that say D. The length, or 0 when it does not fit.
 */
size_t certabo_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap);
size_t certabo_encode_coloured(uint64_t squares, uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
