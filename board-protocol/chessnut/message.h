/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CHESSNUT_MESSAGE_H
#define BOARDD_CHESSNUT_MESSAGE_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Chessnut Air, Air+, Pro and Go: messages of a kind, a length, and so many bytes; the
 * same by USB, where each is a report of its own and padded with zeros, and by
 * Bluetooth, where it may come in pieces. Nothing guards a message but its shape.
 *
 * Bytes in, messages out; plain data, in pieces of any size.
 */

#define CHESSNUT_HEADER  2
#define CHESSNUT_MEN     32 /* bytes of a board: two squares each */
#define CHESSNUT_LEN_MAX 64 /* no message that we know is longer */

/* Named by the first byte. */
enum chessnut_type {
	CHESSNUT_NONE = 0,  /* no whole message yet; on the line it is padding */
	CHESSNUT_BOARD = 1, /* men */
	CHESSNUT_BATTERY = 0x2a,
	CHESSNUT_OTHER = 0x100,   /* well formed, and nothing for us */
	CHESSNUT_DAMAGED = 0x101, /* bytes that are no message, and why */
};

struct chessnut_message {
	enum chessnut_type type;
	enum board_damage damage;
	uint64_t at; /* where its first byte stood in the stream */
	size_t len;  /* of all its bytes */
	struct board_men men;
	struct board_battery battery;
};

struct chessnut_parser {
	/* Private to message.c. */
	uint64_t at; /* of frame[0], or of what comes next */
	size_t have;
	uint8_t frame[CHESSNUT_HEADER + CHESSNUT_LEN_MAX];
};

void chessnut_parser_init(struct chessnut_parser *p);

/*
 * Feeds bytes until a message is complete or they run out. Returns how many were
 * consumed.
 */
size_t chessnut_parser_feed(struct chessnut_parser *p, const uint8_t *bytes, size_t len,
			    struct chessnut_message *ret);

/* The stream has ended. Returns true, and the damage, when it ended inside a message. */
bool chessnut_parser_end(struct chessnut_parser *p, struct chessnut_message *ret);

#define CHESSNUT_BOARD_BYTES (CHESSNUT_HEADER + 36)

/* A board as it shows itself. Returns its length, or 0 when it does not fit. */
size_t chessnut_encode_board(const struct board_men *men, uint8_t *ret_bytes, size_t cap);

#define CHESSNUT_LIGHTS_BYTES (CHESSNUT_HEADER + 8)

/* The order that these squares shine (bit 0: a1), and no others. The same. */
size_t chessnut_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
