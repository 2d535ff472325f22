/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SQUAREOFF_MESSAGE_H
#define BOARDD_SQUAREOFF_MESSAGE_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Square Off Pro: messages of text, a number, '#', some text, '*'. What is lifted and
 * placed comes unasked, by square; a board comes when it is asked for, file by file from
 * a1 to a8, b1 to b8, and so on, '1' where something stands.
 *
 * Bytes in, messages out; plain data, in pieces of any size.
 */

#define SQUAREOFF_FRAME_MAX 72 /* the board is the longest */

enum squareoff_type {
	SQUAREOFF_NONE,    /* no whole message yet */
	SQUAREOFF_DAMAGED, /* bytes that are no message, and why */
	SQUAREOFF_LIFTED,
	SQUAREOFF_PLACED,
	SQUAREOFF_BOARD,
	SQUAREOFF_BATTERY,
	SQUAREOFF_OTHER, /* well formed, and nothing to us */
};

struct squareoff_message {
	enum squareoff_type type;
	enum board_damage damage;
	uint64_t at, len; /* where it stood in the stream, and how long it was */
	board_square square;
	unsigned millivolts;  /* of SQUAREOFF_BATTERY */
	struct board_men men; /* of SQUAREOFF_BOARD: BOARD_UNKNOWN where something stands */
};

struct squareoff_parser {
	/* Private to message.c. */
	uint64_t at; /* where the frame began */
	size_t have;
	uint8_t frame[SQUAREOFF_FRAME_MAX];
};

void squareoff_parser_init(struct squareoff_parser *p);

/*
 * Feeds bytes until a message is complete or they run out. Returns how many were
 * consumed.
 */
size_t squareoff_parser_feed(struct squareoff_parser *p, const uint8_t *bytes, size_t len,
			     struct squareoff_message *ret);

/* The stream has ended. Returns true, and the damage, when it ended inside a message. */
bool squareoff_parser_end(struct squareoff_parser *p, struct squareoff_message *ret);

/* A board as it is sent. Returns its length, or 0 when it does not fit. */
size_t squareoff_encode_board(const struct board_men *men, uint8_t *ret_bytes, size_t cap);

/* A lift or a place as it is sent. Returns its length, or 0 when it does not fit. */
size_t squareoff_encode_change(board_square square, bool is_lift, uint8_t *ret_bytes, size_t cap);

#define SQUAREOFF_LIGHTS_MAX (3 + 2 * BOARD_SQUARES + 1)

/* The order that these squares shine (bit 0: a1), and no others. The same. */
size_t squareoff_encode_lights(uint64_t squares, uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
