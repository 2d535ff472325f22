/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_MOVE_H
#define BOARDD_RULES_MOVE_H

#include <stddef.h>

#include "libboardd/public.h"
#include "rules-core/square.h"

BOARDD_PUBLIC_BEGIN

/*
 * A move in 16 bits: from, to, and what is special about it. Castling is
 * written as the king going to the square of its rook, which says the same in
 * ordinary chess and in Chess960.
 */
typedef uint16_t rules_move;
#define RULES_NO_MOVE ((rules_move)0)

enum rules_special {
	RULES_ORDINARY = 0,
	/* 1 to 4 are promotions: RULES_KNIGHT to RULES_QUEEN, the new piece */
	RULES_CASTLING = 5,
	RULES_EN_PASSANT = 6,
	RULES_DOUBLE_STEP = 7,
};

static inline rules_move rules_move_of(rules_square from, rules_square to, unsigned special)
{
	return (rules_move)(special << 12 | (unsigned)from << 6 | to);
}

static inline rules_square rules_from(rules_move move)
{
	return move >> 6 & 63;
}

static inline rules_square rules_to(rules_move move)
{
	return move & 63;
}

static inline unsigned rules_special_of(rules_move move)
{
	return move >> 12;
}

static inline bool rules_is_castling(rules_move move)
{
	return rules_special_of(move) == RULES_CASTLING;
}

static inline bool rules_is_promotion(rules_move move)
{
	return rules_special_of(move) >= RULES_KNIGHT && rules_special_of(move) <= RULES_QUEEN;
}

/* The piece a pawn is exchanged for; only for promotions. */
static inline enum rules_kind rules_promoted_to(rules_move move)
{
	return (enum rules_kind)rules_special_of(move);
}

/*
 * Room for the moves of any 64 squares, possible or not. From m men go at most
 * 27 moves each; to a square come at most 16 (eight lines, eight knights), 9
 * more where pawns promote. 27 m and 16 (64 - m) + 72 meet below 690.
 */
#define RULES_MOVES_MAX 704

struct rules_moves {
	size_t count;
	rules_move move[RULES_MOVES_MAX];
};

BOARDD_PUBLIC_END

#endif
