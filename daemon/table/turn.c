/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/table/private.h"
#include "rules-core/movegen.h"
#include "touchmove/law/frame.h"

/*
 * Which way a board lies that sees where something stands, not what. At the start it looks
 * alike from both sides. The first half-move is White's, so it tells: what would be a move of
 * Black's is White's on a board that lies the other way round.
 */

static bool stands_as(const struct table *t, const rules_piece men[64], bool turned)
{
	for (rules_square square = 0; square < 64; square++)
		if ((t->seen[touch_turn_square(square, turned)] != RULES_NO_PIECE) !=
		    (men[square] != RULES_NO_PIECE))
			return false;
	return true;
}

/* The one half-move after which it would stand so; RULES_NO_MOVE: none. */
static rules_move first_move(const struct table *t, bool turned, struct rules_position *ret_after)
{
	const struct rules_position *start = &t->law.game.start;
	struct rules_moves moves;

	rules_legal_moves(start, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		*ret_after = *start;
		rules_apply(ret_after, moves.move[i], NULL);
		if (stands_as(t, ret_after->at, turned))
			return moves.move[i];
	}
	return RULES_NO_MOVE;
}

/* What was read so far was read the wrong way round: the game begins, and the man is moved. */
static void move_again(struct table *t, rules_move move, const struct rules_position *after)
{
	struct rules_position start = t->law.game.start;
	struct touch_event lift = table_event_of(t, TOUCH_EV_LIFTED);
	struct touch_event place = table_event_of(t, TOUCH_EV_PLACED);

	lift.square = rules_from(move);
	place.square = rules_to(move);
	lift.piece = place.piece = t->lifted = start.at[lift.square];
	table_turn_seen(t);
	memcpy(t->seen, after->at, sizeof(t->seen));
	table_begin_game(t, &start);
	table_step(t, &lift);
	table_step(t, &place);
}

bool table_turn_by_move(struct table *t)
{
	struct rules_position after;
	rules_move move;

	if (table_sees_men(t) || !t->has_game || t->is_over || t->plies > 0 ||
	    first_move(t, false, &after) != RULES_NO_MOVE)
		return false;
	move = first_move(t, true, &after);
	if (move == RULES_NO_MOVE)
		return false;
	move_again(t, move, &after);
	return true;
}

void table_turn_by_position(struct table *t)
{
	const rules_piece *men = table_position(t)->at;

	if (!table_sees_men(t) && t->has_game && t->plies > 0 && !stands_as(t, men, false) &&
	    stands_as(t, men, true))
		table_turn_seen(t);
}
