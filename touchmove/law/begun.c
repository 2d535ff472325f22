/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/begun.h"
#include "touchmove/law/breach.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/turn.h"

/*
 * An answer begun early (section 3 of the procedure): the opponent may lift his
 * man, or the man he will capture, before the press is seen. A legal move and
 * the beginning of a legal answer explain the board as well as a finished pair.
 */

/* The squares on which only men are missing after this move, or none if more differs. */
static rules_set missing_after(const struct rules_position *after, const rules_piece view[64])
{
	rules_set wrong = touch_differs(after, view), left = wrong;

	while (left)
		if (view[rules_take(&left)] != RULES_NO_PIECE)
			return 0;
	return wrong;
}

/* Men are in the air because one of them takes another, or is to be taken. */
static bool begins_answer(const struct rules_position *after, rules_set missing)
{
	rules_set victims = missing & ~after->of_color[after->turn];
	rules_set movers = missing & after->of_color[after->turn];
	struct rules_moves moves;

	if (rules_count(victims) != 1 || rules_count(movers) > 1)
		return false;
	touch_legal_between(after, movers ? movers : RULES_ALL_SQUARES, RULES_ALL_SQUARES, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		rules_square victim = touch_victim_of(after, moves.move[i]);

		if (victim != RULES_NO_SQUARE && rules_has(victims, victim))
			return true;
	}
	return false;
}

/* The one move that the board shows besides the beginning of an answer, or RULES_NO_MOVE. */
static rules_move explain_begun(const struct touch_game *game, const rules_piece view[64])
{
	const struct rules_position *base = &game->turn.base;
	rules_move found = RULES_NO_MOVE;
	struct touch_set legal;

	touch_set_legal(&legal, base);
	for (size_t i = 0; i < legal.count; i++) {
		rules_move move = legal.move[i];
		struct rules_position after = *base;
		rules_square to = rules_to(move);

		if (!rules_is_castling(move) && view[to] == base->at[to])
			continue;
		rules_apply(&after, move, NULL);
		if (!begins_answer(&after, missing_after(&after, view)))
			continue;
		if (found != RULES_NO_MOVE)
			return RULES_NO_MOVE;
		found = move;
	}
	return found;
}

/* The men in the air are the answer's first touches. */
static void give_to_opponent(struct touch_game *game, rules_move move)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++) {
		struct touch_touch *touch = &touches->touch[i];

		if (touch->by == TOUCH_BY_NOBODY || touch->man == rules_from(move) ||
		    touch->man == touch_victim_of(&game->turn.base, move) ||
		    !touch_hands_hold(&game->hands, touch->man))
			continue;
		touch->by = TOUCH_BY_OPPONENT;
		touch->early = true;
	}
}

/*
 * A man in the air when his turn began, who is there still: his answer is another one. A man of
 * the opponent that went after the answer was begun is in the opponent's own hand.
 */
bool touch_answer_left_men(const struct touch_game *game)
{
	const struct touch_list *touches = &game->turn.touches;
	rules_set own = game->turn.base.of_color[touch_player(game)];
	bool has_begun = false;

	for (size_t i = 0; i < touches->count; i++) {
		const struct touch_touch *touch = &touches->touch[i];
		bool is_own = rules_has(own, touch->man);

		if (touch->by != TOUCH_BY_PLAYER || touch->struck)
			continue;
		if (touch->early && (is_own || !has_begun) &&
		    touch_hands_hold(&game->hands, touch->man))
			return true;
		has_begun |= is_own;
	}
	return false;
}

bool touch_answer_begun(struct work *w, const rules_piece view[64], enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_press_fit fit;
	struct touch_set legal;
	rules_move move;

	touch_set_legal(&legal, &game->turn.base);
	fit = touch_explain_press(&game->turn.base, &legal, view, &game->hands);
	if (fit.fit == TOUCH_FIT_ENEMY_MISSING && fit.men == 1)
		move = touch_answer_left_men(game) ? RULES_NO_MOVE : fit.move;
	else
		move = explain_begun(game, view);
	if (move == RULES_NO_MOVE)
		return false;
	give_to_opponent(game, move);
	/* Touches may be either player's now; what was released binds all the same. */
	touch_make(w, move, certainty, game->turn.commitment.kind == TOUCH_COMMITTED_NOT);
	if (game->state == TOUCH_ST_MADE)
		touch_complete(w);
	return true;
}
