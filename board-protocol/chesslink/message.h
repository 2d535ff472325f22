/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CHESSLINK_MESSAGE_H
#define BOARDD_CHESSLINK_MESSAGE_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Millennium ChessLink: lines of signs below 0x80, each byte with a top bit that
 * makes its number of ones odd. A message is a letter, what belongs to it, and
 * two hexadecimal digits: the exclusive or of all signs before them. The same
 * both ways, by cable and by Bluetooth. A reader does not look at the top bit:
 * the digits guard the whole.
 *
 * Bytes in, messages out; plain data, in pieces of any size.
 */

#define CHESSLINK_FRAME_MAX 67 /* a board */
#define CHESSLINK_LOST_MAX  64
#define CHESSLINK_LIGHTS    81
#define CHESSLINK_ORDER_MAX (3 + 2 * CHESSLINK_LIGHTS + 2) /* to the lights */

/* Named by their letter. */
enum chesslink_type {
	CHESSLINK_NONE = 0,    /* no whole message yet */
	CHESSLINK_DAMAGED = 1, /* bytes that are no message, and why */
	CHESSLINK_LEDS = 'l',
	CHESSLINK_READ = 'r',
	CHESSLINK_BOARD = 's',
	CHESSLINK_VERSION = 'v',
	CHESSLINK_WRITTEN = 'w',
	CHESSLINK_LEDS_OFF = 'x',
};

struct chesslink_message {
	enum chesslink_type type;
	enum board_damage damage;
	uint64_t at;            /* where its first byte stood in the stream */
	size_t len;             /* of all its bytes */
	const uint8_t *bytes;   /* borrowed: as they came, top bits included */
	struct board_men men;   /* of a board, cable at White's left */
	uint8_t address, value; /* of what was read or written */
	struct board_version firmware;
};

struct chesslink_parser {
	/* Private to message.c. */
	uint64_t at; /* of frame[0], or of what comes next */
	size_t have, lost_len;
	size_t good; /* how many bytes of frame may begin a message */
	enum board_damage why;
	uint8_t frame[CHESSLINK_FRAME_MAX];
	uint8_t given[CHESSLINK_FRAME_MAX]; /* what was last handed out */
	uint8_t lost[CHESSLINK_LOST_MAX];
};

void chesslink_parser_init(struct chesslink_parser *p);

/*
 * Feeds bytes until a message is complete or they run out. Returns how many were
 * consumed. A message may come out of what was fed before: go on until there is
 * none and the bytes have run out.
 */
size_t chesslink_parser_feed(struct chesslink_parser *p, const uint8_t *bytes, size_t len,
			     struct chesslink_message *ret);

/* The stream has ended. Returns true, and the damage, when it ended inside a message. */
bool chesslink_parser_end(struct chesslink_parser *p, struct chesslink_message *ret);

/* The stable word for a kind of message, such as "board". */
const char *chesslink_message_name(enum chesslink_type type);

/* A message as it goes over the line: the signs, their check, the top bits. Returns its length,
 * or 0 when it does not fit. */
size_t chesslink_encode(const char *signs, uint8_t *ret_bytes, size_t cap);

/*
 * The order that the lights at the corners of these squares shine (bit 0: a1), the others not. The
 * 81 lights stand where the squares meet, from the corner of a8 down each line to that of h1.
 */
size_t chesslink_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap);

/* The same of a board. */
size_t chesslink_encode_board(const struct board_men *men, uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
