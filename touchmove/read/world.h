/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_WORLD_H
#define BOARDD_READ_WORLD_H

#include <stddef.h>
#include <string.h>

#include "touchmove/read/event.h"
#include "touchmove/read/manner.h"

/*
 * A world is a sequence of legal half-moves and what it costs to believe in
 * it. It stores no hands: what is in a hand, on its way or knocked over is the
 * difference between the sensed board and the position after its half-moves,
 * and is billed anew whenever it is looked at (bill.h).
 */

/* How a half-move came to be believed. */
enum read_how {
	READ_HOW_SEEN,
	READ_HOW_TWICE,    /* its man is seen on both squares */
	READ_HOW_CASTLED,  /* all four squares seen */
	READ_HOW_SWAPPED,  /* a capture that a board without men cannot show */
	READ_HOW_UNSEEN,   /* arrived and captured within a scan */
	READ_HOW_LOST,     /* an update is missing */
	READ_HOW_INFERRED, /* the only way to the board after a gap */
};

struct read_ply {
	rules_move move;
	uint8_t how;       /* enum read_how */
	uint8_t color;     /* who moved */
	rules_piece mover; /* who stood on the square it left */
	rules_piece taken; /* or RULES_NO_PIECE */
	rules_square taken_on;
	uint32_t event;   /* events of the board before it was complete */
	uint32_t born_ms; /* when it was first believed */
	uint32_t rest_ms; /* when its men came to rest */
};

/*
 * Half-moves that can still be doubted. Where no men are seen, which man was taken
 * is often told only when one of them moves, many half-moves later.
 */
#define READ_OPEN_SEEN  8
#define READ_OPEN_MAX   32
#define READ_WORLDS_MAX 16

struct read_world {
	struct rules_position pos; /* after its half-moves */
	rules_set movable, prey;   /* men with a legal move; men that can be captured */
	bool has_sets;             /* these two are known */
	bool is_over;              /* the game has ended: men are handled freely */
	bool has_early;            /* a press by the side to move that no move has explained yet */
	uint8_t plies;
	uint8_t unpressed_count;
	uint8_t unpressed[2]; /* colours whose last half-moves are not pressed yet, older first */
	uint32_t early_ms;    /* of that press */
	uint32_t slid_ms;     /* when an own man was last seen to leave a square of its way */
	int32_t cost;         /* for good */
	int32_t total;        /* with the bill of this moment */
	struct read_ply ply[READ_OPEN_MAX]; /* last, and only so many are copied */
};

struct read_worlds {
	uint8_t count;
	struct read_world world[READ_WORLDS_MAX]; /* cheapest first */
};

/* The squares a move changes, as a hand does it. */
static inline rules_square read_goal(rules_move move)
{
	return rules_is_castling(move)
		       ? rules_castled_king(rules_from(move), rules_castling_side(move))
		       : rules_to(move);
}

static inline rules_square read_rook_goal(rules_move move)
{
	return rules_castled_rook(rules_from(move), rules_castling_side(move));
}

/* The squares it leaves and those its men come to. */
static inline rules_set read_squares_left(rules_move move)
{
	rules_set left = rules_set_of(rules_from(move));

	return rules_is_castling(move) ? left | rules_set_of(rules_to(move)) : left;
}

static inline rules_set read_squares_reached(rules_move move)
{
	rules_set reached = rules_set_of(read_goal(move));

	return rules_is_castling(move) ? reached | rules_set_of(read_rook_goal(move)) : reached;
}

/* Where a move captures, or RULES_NO_SQUARE. */
static inline rules_square read_victim(const struct rules_position *pos, rules_move move)
{
	if (rules_special_of(move) == RULES_EN_PASSANT)
		return rules_square_at(rules_file_of(rules_to(move)),
				       rules_rank_of(rules_from(move)));
	if (rules_is_castling(move) || pos->at[rules_to(move)] == RULES_NO_PIECE)
		return RULES_NO_SQUARE;
	return rules_to(move);
}

static inline const struct read_ply *read_last_ply(const struct read_world *w)
{
	return w->plies > 0 ? &w->ply[w->plies - 1] : NULL;
}

static inline unsigned read_open_max(const struct sense *sense)
{
	return sense->sees_men ? READ_OPEN_SEEN : READ_OPEN_MAX;
}

/* To another place. */
static inline void read_world_copy(struct read_world *to, const struct read_world *from)
{
	memcpy(to, from, offsetof(struct read_world, ply) + from->plies * sizeof(from->ply[0]));
}

/* What may be moved and what captured, worked out once. */
void read_world_sets(struct read_world *w);

/* The same half-moves? */
bool read_world_is_same(const struct read_world *a, const struct read_world *b);

/* The same position, presses included: nothing that comes can separate them. */
bool read_world_meets(const struct read_world *a, const struct read_world *b);

#endif
