/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_BOARD_H
#define BOARDD_DGT_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Squares and pieces in the words of everyone else: a square is a1 = 0,
 * b1 = 1, ... h8 = 63, a piece is its FEN letter. The board's own numbers
 * (0 = a8, 1 = white pawn) are translated here and stay inside this folder.
 * A board laid the wrong way round is not turned: that is not ours to judge.
 */

#define DGT_SQUARES 64

typedef uint8_t dgt_square;

/* A FEN letter, or one of these. */
typedef char dgt_piece;
#define DGT_EMPTY      '.'
#define DGT_DRAW       '=' /* DGT's extra pieces that announce a result */
#define DGT_WHITE_WINS '+'
#define DGT_BLACK_WINS '-'
#define DGT_UNKNOWN    '?' /* the board sent a code that is no piece */

struct dgt_board {
	dgt_piece at[DGT_SQUARES];
};

/* The wire's number of a square and back; both below 64. */
static inline dgt_square dgt_square_of(uint8_t number)
{
	return number ^ 56;
}

static inline uint8_t dgt_number_of(dgt_square square)
{
	return square ^ 56;
}

/* The piece with this code, DGT_UNKNOWN above 0x0f. */
dgt_piece dgt_piece_of(uint8_t code);

/* The code of a piece; 0, an empty square, for what is not a piece. */
uint8_t dgt_code_of(dgt_piece piece);

/* 64 codes in the board's order. The upper bits of a code in a dump mean nothing known: masked. */
void dgt_board_read(struct dgt_board *board, const uint8_t codes[DGT_SQUARES]);
void dgt_board_write(const struct dgt_board *board, uint8_t codes[DGT_SQUARES]);

bool dgt_board_equal(const struct dgt_board *a, const struct dgt_board *b);

/* All squares the same, usually DGT_EMPTY or DGT_UNKNOWN. */
struct dgt_board dgt_board_of(dgt_piece piece);

/* The start position, as seen with the socket at White's left or, rotated, at Black's. */
struct dgt_board dgt_board_start(bool rotated);

#endif
