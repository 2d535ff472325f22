/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_SQUARE_H
#define BOARDD_RULES_SQUARE_H

#include <stdbool.h>
#include <stdint.h>

#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * The words everything else is said in: colours, pieces, squares (a1 = 0,
 * b1 = 1, ... h8 = 63) and sets of squares, one bit each.
 */

enum rules_color { RULES_WHITE, RULES_BLACK };

enum rules_kind {
	RULES_PAWN,
	RULES_KNIGHT,
	RULES_BISHOP,
	RULES_ROOK,
	RULES_QUEEN,
	RULES_KING,
	RULES_KINDS, /* how many there are */
};

/* A man of either colour: white 0 to 5, black 8 to 13, or nothing. */
typedef uint8_t rules_piece;
#define RULES_NO_PIECE ((rules_piece)15)

/* A square, or RULES_NO_SQUARE. */
typedef uint8_t rules_square;
#define RULES_NO_SQUARE ((rules_square)64)

/* A set of squares. */
typedef uint64_t rules_set;

static inline rules_piece rules_piece_of(enum rules_color color, enum rules_kind kind)
{
	return (rules_piece)((unsigned)color << 3 | (unsigned)kind);
}

static inline enum rules_color rules_color_of(rules_piece piece)
{
	return (enum rules_color)(piece >> 3);
}

static inline enum rules_kind rules_kind_of(rules_piece piece)
{
	return (enum rules_kind)(piece & 7);
}

static inline enum rules_color rules_opponent(enum rules_color color)
{
	return color == RULES_WHITE ? RULES_BLACK : RULES_WHITE;
}

static inline int rules_file_of(rules_square square)
{
	return square & 7;
}

static inline int rules_rank_of(rules_square square)
{
	return square >> 3;
}

static inline rules_square rules_square_at(int file, int rank)
{
	return (rules_square)(rank * 8 + file);
}

static inline bool rules_is_light(rules_square square)
{
	return (rules_file_of(square) + rules_rank_of(square)) % 2 == 1;
}

#define RULES_ALL_SQUARES (~UINT64_C(0))
#define RULES_FILE_A      UINT64_C(0x0101010101010101)
#define RULES_FILE_H      UINT64_C(0x8080808080808080)
#define RULES_RANK_1      UINT64_C(0x00000000000000ff)
#define RULES_LIGHT       UINT64_C(0x55aa55aa55aa55aa)

static inline rules_set rules_set_of(rules_square square)
{
	return UINT64_C(1) << square;
}

static inline rules_set rules_rank_set(int rank)
{
	return RULES_RANK_1 << (8 * rank);
}

static inline bool rules_has(rules_set set, rules_square square)
{
	return (set >> square & 1) != 0;
}

static inline bool rules_is_single(rules_set set)
{
	return set != 0 && (set & (set - 1)) == 0;
}

/* The lowest and the highest square of a set that is not empty. */
static inline rules_square rules_lowest(rules_set set)
{
	return (rules_square)__builtin_ctzll(set);
}

static inline rules_square rules_highest(rules_set set)
{
	return (rules_square)(63 ^ __builtin_clzll(set));
}

static inline int rules_count(rules_set set)
{
	return __builtin_popcountll(set);
}

/* Takes the lowest square out of a set that is not empty: while (set) ... */
static inline rules_square rules_take(rules_set *set)
{
	rules_square square = rules_lowest(*set);

	*set &= *set - 1;
	return square;
}

/* A file letter 'a' to 'h' or a rank digit '1' to '8'. */
static inline bool rules_is_file(char c)
{
	return c >= 'a' && c <= 'h';
}

static inline bool rules_is_rank(char c)
{
	return c >= '1' && c <= '8';
}

BOARDD_PUBLIC_END

#endif
