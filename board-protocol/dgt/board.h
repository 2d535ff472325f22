/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_BOARD_H
#define BOARDD_DGT_BOARD_H

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * The board's own numbers (0 = a8, 1 = white pawn) and back: they stay inside
 * this folder.
 */

/* The wire's number of a square and back; both below 64. */
static inline board_square dgt_square_of(uint8_t number)
{
	return number ^ 56;
}

static inline uint8_t dgt_number_of(board_square square)
{
	return square ^ 56;
}

/* The piece with this code, BOARD_UNKNOWN above 0x0f. */
board_piece dgt_piece_of(uint8_t code);

/* The code of a piece; 0, an empty square, for what is not a piece. */
uint8_t dgt_code_of(board_piece piece);

/* 64 codes in the board's order. The upper bits of a code in a dump mean nothing known: masked. */
void dgt_board_read(struct board_men *board, const uint8_t codes[BOARD_SQUARES]);
void dgt_board_write(const struct board_men *board, uint8_t codes[BOARD_SQUARES]);

BOARDD_PUBLIC_END

#endif
