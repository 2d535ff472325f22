/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/turn.h"
#include "touchmove/law/walk_private.h"

/*
 * The reader tells the acts up to a half-move, and those after it in the next
 * position. Until the turn has passed they are acts of one turn: men are named
 * by their squares when it began.
 */

/* The man that stands there after the move, by his square before it. */
static rules_square name_before(rules_move move, rules_square square)
{
	if (rules_is_castling(move)) {
		enum rules_side side = rules_castling_side(move);

		if (square == rules_castled_king(rules_from(move), side))
			return rules_from(move);
		if (square == rules_castled_rook(rules_from(move), side))
			return rules_to(move);
		return square;
	}
	return square == rules_to(move) ? rules_from(move) : square;
}

/* What was touched and released before play stopped still holds. */
static void put_before(const struct law *law, struct read_acts *acts)
{
	struct read_acts now = *acts;

	if (law->kept.acts.count == 0 || law->kept.plies != law->game.plies ||
	    law->kept.key != law->game.turn.base.key)
		return;
	*acts = law->kept.acts;
	for (size_t i = 0; i < now.count && acts->count < READ_ACTS_MAX; i++)
		acts->act[acts->count++] = now.act[i];
	acts->after_gap |= now.after_gap;
}

/* A man leaves the square the move put him on. */
static void leave_goal(struct read_acts *acts, const struct read_act *act, rules_square was)
{
	for (size_t i = 0; i < acts->count; i++)
		if (acts->act[i].square == act->square &&
		    (acts->act[i].from == was || acts->act[i].kind == READ_ACT_NEW_PIECE))
			acts->act[i].until_ms = act->at_ms;
}

/* A man of the move, or its victim, is back where it stood when the turn began. */
static void come_home(struct read_acts *acts, const struct read_act *act)
{
	for (size_t i = 0; i < acts->count; i++) {
		if (!law_is_home_act(&acts->act[i]) || acts->act[i].from != act->square)
			continue;
		acts->act[i].kind = READ_ACT_PUT_BACK;
		acts->act[i].until_ms = act->at_ms;
	}
}

/* A player's own man was in the air when the move was made: that is one act, and told. */
static bool is_told(const struct law *law, const struct read_acts *acts, const struct read_act *act)
{
	for (size_t i = 0; i < acts->count; i++)
		if (acts->act[i].event == act->event && acts->act[i].from == act->from &&
		    acts->act[i].kind == act->kind && acts->act[i].until_ms == act->until_ms)
			return rules_color_of(act->piece) == touch_player(&law->game);
	return false;
}

/* An act after the made move, in the names of before it. */
static void add_after_move(const struct law *law, struct read_acts *acts, struct read_act act)
{
	const struct rules_position *base = &law->game.turn.base;
	rules_square victim = touch_victim_of(base, law->told.move), was = act.from;
	bool is_home = law_is_home_act(&act);

	if (was != RULES_NO_SQUARE)
		was = name_before(law->told.move, was);
	if (is_home && was != act.from) {
		leave_goal(acts, &act, was);
		if (act.until_ms == UINT64_MAX)
			return;
		act.at_ms = act.until_ms; /* and comes to it again */
		act.until_ms = UINT64_MAX;
		act.kind = READ_ACT_RELEASED;
	}
	if (act.kind == READ_ACT_CARRIED_OFF && act.square == victim &&
	    act.piece == base->at[victim])
		was = victim;
	act.from = was;
	if (was == act.square && !is_home && act.kind == READ_ACT_SLID)
		return; /* on over his own square: he was not put back */
	if (was == act.square && !is_home)
		come_home(acts, &act);
	else if (acts->count < READ_ACTS_MAX)
		acts->act[acts->count++] = act;
}

void law_acts(const struct law *law, const struct reader *r, struct read_acts *ret)
{
	struct read_acts now;

	read_acts_now(r, &now);
	put_before(law, &now);
	if (law->told.ply != law->game.plies + 1 || r->told != law->told.ply) {
		*ret = now;
		return;
	}
	*ret = law->told.acts;
	if (law->told.ply > r->anchor) /* what began in that turn may have ended since */
		read_acts_of(r, law->told.ply, ret);
	for (size_t i = 0; i < now.count; i++)
		if (!is_told(law, ret, &now.act[i]))
			add_after_move(law, ret, now.act[i]);
	ret->after_gap |= now.after_gap;
}
