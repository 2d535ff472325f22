/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_POSITION_H
#define BOARDD_RULES_POSITION_H

#include "libboardd/public.h"
#include "rules-core/move.h"
#include "rules-core/square.h"

BOARDD_PUBLIC_BEGIN

/*
 * A position: where the men stand and what the history of the game leaves
 * possible. Plain data: copy it by assignment, compare it with
 * rules_same_position() (draw.h). Everything below takes any content of the 64
 * squares, impossible ones too: a board can misread a man.
 */
struct rules_position {
	rules_set of_kind[8]; /* by enum rules_kind; two to spare, so that "no man" has a place */
	rules_set of_color[2];
	rules_piece at[64];
	rules_set castling; /* the rooks that may still castle (Art. 3.8.2.1) */
	uint64_t key; /* hash of men, turn, castling, and passed if a pawn stands ready to take
			 there */
	uint8_t turn; /* enum rules_color: who has the move (Art. 1.3) */
	rules_square passed; /* just passed over by a pawn's double step (Art. 3.7.4) */
	uint16_t halfmoves;  /* since the last pawn move or capture (Art. 9.3) */
	uint16_t number;     /* of the move to come, counted as on a scoresheet */
	bool chess960;       /* castling is written as in Chess960; the rules do not differ */
};

/* What rules_undo() needs to take a move back. */
struct rules_undo {
	rules_set castling;
	uint64_t key;
	uint16_t halfmoves, number;
	rules_square passed;
	rules_piece captured;
};

/* An empty board, White to move, move 1. */
void rules_position_clear(struct rules_position *pos);

/*
 * Puts a man, or RULES_NO_PIECE, on a square, whatever stood there. Castling
 * rights and the square passed stay as they are.
 */
void rules_position_put(struct rules_position *pos, rules_square square, rules_piece piece);

/* Art. 3.7.4: can a pawn of the side not to move just have made a double step over it? */
bool rules_can_have_passed(const struct rules_position *pos, rules_square square);

/* The key counted anew; always equal to pos->key after the functions here. */
uint64_t rules_position_key(const struct rules_position *pos);

/*
 * Plays a legal move; ret_undo may be NULL. An illegal move gives a position
 * without sense, but stays within the board.
 */
void rules_apply(struct rules_position *pos, rules_move move, struct rules_undo *ret_undo);

/* Takes back the move just played; undo is what rules_apply() gave. */
void rules_undo(struct rules_position *pos, rules_move move, const struct rules_undo *undo);

static inline rules_set rules_all_men(const struct rules_position *pos)
{
	return pos->of_color[RULES_WHITE] | pos->of_color[RULES_BLACK];
}

static inline rules_set rules_men(const struct rules_position *pos, enum rules_color color,
				  enum rules_kind kind)
{
	return pos->of_color[color] & pos->of_kind[kind];
}

/* The square of the king, or RULES_NO_SQUARE unless there is exactly one. */
static inline rules_square rules_king_square(const struct rules_position *pos,
					     enum rules_color color)
{
	rules_set king = rules_men(pos, color, RULES_KING);

	return rules_is_single(king) ? rules_lowest(king) : RULES_NO_SQUARE;
}

/* The two sides castling can go to, and where it ends (Art. 3.8.2, Guidelines II.3.2). */
enum rules_side { RULES_KINGSIDE, RULES_QUEENSIDE };

/* On which side of its king a rook stands. */
static inline enum rules_side rules_side_of(rules_square king, rules_square rook)
{
	return rook > king ? RULES_KINGSIDE : RULES_QUEENSIDE;
}

static inline enum rules_side rules_castling_side(rules_move move)
{
	return rules_side_of(rules_from(move), rules_to(move));
}

/* The squares of the king's rank on one side of it. */
static inline rules_set rules_beside_king(rules_square king, enum rules_side side)
{
	rules_set lower = rules_set_of(king) - 1;

	return rules_rank_set(rules_rank_of(king)) &
	       (side == RULES_KINGSIDE ? ~lower ^ rules_set_of(king) : lower);
}

static inline rules_square rules_castled_king(rules_square king, enum rules_side side)
{
	return rules_square_at(side == RULES_KINGSIDE ? 6 : 2, rules_rank_of(king));
}

static inline rules_square rules_castled_rook(rules_square king, enum rules_side side)
{
	return rules_square_at(side == RULES_KINGSIDE ? 5 : 3, rules_rank_of(king));
}

BOARDD_PUBLIC_END

#endif
