/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/attacks.h"
#include "touchmove/law/adopt.h"
#include "touchmove/law/breach.h"
#include "touchmove/law/commitment.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/outofturn.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"
#include "touchmove/law/walk_private.h"

/*
 * When is a move made (Art. 4.7)? When the board equals the position after one
 * legal move, and the hand is off. What is released short of that binds.
 */

/* With a man of the opponent in the air nobody knows whose touches these were. */
static bool is_with_two_hands(const struct law_walk *k)
{
	const struct touch_game *game = k->w->game;

	if (game->turn.commitment.kind != TOUCH_COMMITTED_NOT)
		return false;
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *act = &k->acts->act[i];

		if (act->kind == READ_ACT_LIFTED && act->by == touch_opponent(game) &&
		    act->at_ms < k->law->told.rest_ms)
			return true;
	}
	return false;
}

/* Released by its press, or only by the time it has stood (section 1)? */
static enum touch_certainty certainty_of(const struct law_walk *k)
{
	uint64_t press_ms = k->law->press_ms[touch_player(k->w->game)];

	if (k->law->told.is_guessed && k->law->told.ply == k->w->game->plies + 1)
		return TOUCH_INFERRED;
	return k->how == LAW_FIRM || press_ms > k->law->told.rest_ms ? TOUCH_OBSERVED
								     : TOUCH_PRESUMED;
}

/* Where play went on with the move made, the men stand as it left them. */
static void place_men(struct law_walk *k)
{
	struct touch_game *game = law_game(k);

	if (k->law->told.ply == game->plies + 1 && k->law->told.acts.count == 0) {
		memcpy(game->hands.at, game->turn.after.at, sizeof(game->hands.at));
		touch_adopt_board(game);
	} else {
		touch_place_men(game);
	}
}

static void say_made(struct law_walk *k, rules_move move)
{
	struct touch_game *game = law_game(k);
	struct law *law = k->law;

	if (k->made_count < law->said.count && law->said.move[k->made_count] == move) {
		game->turn.made = move;
		game->turn.has_made = true;
		game->turn.after = game->turn.base;
		rules_apply(&game->turn.after, move, NULL);
		game->state = TOUCH_ST_MADE;
		place_men(k);
		if (!touch_finding_open(game, game->turn.reported))
			touch_commit_made(k->w);
	} else {
		law->said.count = (uint8_t)k->made_count;
		if (law->said.count < LAW_SAID_MAX)
			law->said.move[law->said.count++] = move;
		touch_make(k->w, move, certainty_of(k), k->acts->after_gap || is_with_two_hands(k));
	}
	k->made_count++;
}

static uint64_t lifted_ms(const struct law_walk *k, rules_square home)
{
	for (size_t i = 0; i < k->acts->count; i++)
		if (law_is_home_act(&k->acts->act[i]) && k->acts->act[i].square == home)
			return k->acts->act[i].at_ms;
	return UINT64_MAX;
}

/* Lifted in one scan: in an order that nobody knows, so king first (section 15, 4). */
static bool are_lifted_together(const struct law_walk *k, rules_square a, rules_square b)
{
	uint64_t a_ms = lifted_ms(k, a), b_ms = lifted_ms(k, b);

	return (a_ms > b_ms ? a_ms - b_ms : b_ms - a_ms) < k->w->game->rules.scan_ms;
}

/* Chess960's step of the king, or the rook in one scan with him: the first half of the castling
 * that the reader tells. */
static bool is_half_of_castling(const struct law_walk *k, rules_move move)
{
	const struct law_told *told = &k->law->told;
	rules_square king = rules_from(told->move), rook = rules_to(told->move);

	if (told->ply != k->w->game->plies + 1 || !rules_is_castling(told->move) ||
	    rules_is_castling(move))
		return false;
	if (rules_from(move) == rook)
		return rules_to(move) == read_rook_goal(told->move) &&
		       are_lifted_together(k, king, rook);
	return rules_from(move) == king && rules_to(move) == read_goal(told->move);
}

/* The man of the move stands where he was last put by then, and his hand is off. */
static bool is_let_go(struct law_walk *k, rules_move move, uint64_t by_ms)
{
	rules_square man = rules_is_promotion(move) ? RULES_NO_SQUARE : rules_from(move);

	for (size_t i = k->acts->count; i > 0; i--) {
		const struct read_act *act = &k->acts->act[i - 1];

		if (!law_is_home_act(act) && act->square == read_goal(move) &&
		    act->at_ms <= by_ms && (act->from == man || act->from == RULES_NO_SQUARE) &&
		    rules_color_of(act->piece) == k->w->game->turn.base.turn &&
		    act->kind != READ_ACT_CARRIED_OFF)
			return law_is_released(k, i - 1);
	}
	return true;
}

static void made(struct law_walk *k, rules_move move)
{
	struct touch_game *game = law_game(k);

	if (game->turn.made == move || is_half_of_castling(k, move) ||
	    !is_let_go(k, move, k->at_ms))
		return;
	if (k->how != LAW_LIVE ||
	    (k->made_count < k->law->said.count && k->law->said.move[k->made_count] == move)) {
		say_made(k, move);
		return;
	}
	game->turn.made = move; /* it binds, and is said when it is sure */
	touch_commit_made(k->w);
	game->turn.made = RULES_NO_MOVE;
}

/* Both kings have left their squares: the game seems over, and nobody is out of turn. */
static bool are_kings_off(const struct touch_game *game)
{
	rules_set kings = game->turn.base.of_kind[RULES_KING];

	return (game->hands.lifted & kings) == kings;
}

/* Another piece, of whatever colour, for the one that was promoted to. */
static bool is_exchanged(const struct touch_game *game, const struct read_act *act)
{
	return game->state == TOUCH_ST_MADE && rules_is_promotion(game->turn.made) &&
	       act->kind == READ_ACT_NEW_PIECE && act->square == rules_to(game->turn.made) &&
	       act->piece != game->turn.after.at[act->square];
}

/* Off before the move that is made was at rest, and beside his square now: no second move. */
static bool is_knocked_aside(const struct law_walk *k, const struct touch_released *released)
{
	return k->w->game->state == TOUCH_ST_MADE && released->man < TOUCH_MAN_NEW &&
	       lifted_ms(k, released->man) < k->law->told.rest_ms &&
	       rules_has(rules_sight[released->man].king, released->square);
}

/* Does the board show a move now? */
void law_look_at_release(struct law_walk *k, const struct read_act *act)
{
	struct touch_game *game = law_game(k);
	struct touch_released released = {.square = act->square,
					  .man = act->kind == READ_ACT_NEW_PIECE ? TOUCH_MAN_NEW
										 : act->from,
					  .piece = act->piece,
					  .at_ms = act->at_ms};
	rules_piece view[64];
	rules_move move;

	if (game->rules.sees_no_men || /* the reader tells what was made there */
	    (game->state != TOUCH_ST_TO_MOVE && game->state != TOUCH_ST_MADE &&
	     game->state != TOUCH_ST_OPEN_PRESS))
		return;
	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move != RULES_NO_MOVE) {
		made(k, move);
		return;
	}
	if (is_exchanged(game, act))
		touch_undo_made(game);
	else if (game->state == TOUCH_ST_MADE && rules_color_of(act->piece) == touch_player(game) &&
		 touch_moved_to(&game->turn, released.man) != RULES_NO_SQUARE)
		touch_undo_made(game);
	else if (game->state == TOUCH_ST_MADE && released.man < TOUCH_MAN_NEW &&
		 released.man == act->square &&
		 released.man == touch_victim_of(&game->turn.base, game->turn.made))
		touch_undo_made(game);
	if (k->law->is_looking && k->how == LAW_FIRM && act->until_ms == UINT64_MAX &&
	    !are_kings_off(game) && !is_knocked_aside(k, &released) &&
	    !touch_moves_on(k->w, &released))
		touch_find_out_of_turn(
			k->w, &released,
			game->state == TOUCH_ST_MADE ? &game->turn.after : &game->turn.base,
			released.man,
			game->state == TOUCH_ST_MADE ? touch_player(game) : touch_opponent(game));
	if (game->state != TOUCH_ST_MADE && act->kind != READ_ACT_CARRIED_OFF)
		touch_commit_release(k->w, &released,
				     act->until_ms == UINT64_MAX ? TOUCH_PRESUMED : TOUCH_OBSERVED);
}

/* The victim of a move taken in passing, or the pawn that is promoted, goes last. */
void law_look_at_lift(struct law_walk *k, const struct read_act *act)
{
	struct touch_game *game = law_game(k);
	rules_piece view[64];
	rules_move move;

	if (act->until_ms != UINT64_MAX && law_is_home_act(act))
		return;
	if (game->rules.sees_no_men ||
	    (game->state != TOUCH_ST_TO_MOVE && game->state != TOUCH_ST_OPEN_PRESS))
		return;
	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move != RULES_NO_MOVE)
		made(k, move);
}

/* Men of the mover stand otherwise than after the move, or are missing. */
static bool is_in_disorder(struct law_walk *k, rules_move move)
{
	struct touch_game *game = law_game(k);
	struct rules_position after = game->turn.base;
	rules_piece view[64];
	rules_set wrong;

	rules_apply(&after, move, NULL);
	touch_hands_view(&game->hands, view);
	wrong = touch_differs(&after, view);
	while (wrong) {
		rules_square square = rules_take(&wrong);
		rules_piece piece =
			view[square] != RULES_NO_PIECE ? view[square] : after.at[square];

		if (rules_color_of(piece) == game->turn.base.turn)
			return true;
	}
	return false;
}

/* A press waits, and may be found to be for something else than the move. */
static bool is_held_back(const struct law *law)
{
	return law->held.ply == law->told.ply &&
	       (law->hold == LAW_HOLD_SCAN ||
		(law->hold == LAW_HOLD_MEN && rules_is_castling(law->told.move)));
}

static bool is_held(const struct law *law)
{
	return law->hold == LAW_HOLD_MEN && law->held.ply == law->told.ply;
}

/* The man that is to have made it stood at home when it was made: another one of his kind did. */
static bool is_of_another(const struct law_walk *k, rules_move move)
{
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *act = &k->acts->act[i];

		if (law_is_home_act(act) && act->square == rules_from(move) &&
		    act->until_ms > k->law->told.rest_ms)
			return false;
	}
	return !k->acts->after_gap;
}

/* A man of the opponent was off before the move came to rest, and no answer explains where he
 * stands now: the press judges the board, though the move was said (section 7). */
static bool is_said_in_disorder(const struct law_walk *k, rules_move move)
{
	const struct rules_position *base = &k->w->game->turn.base;

	if (!k->law->is_disorderly)
		return false;
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *act = &k->acts->act[i];

		if (law_is_home_act(act) && act->until_ms == UINT64_MAX &&
		    act->at_ms < k->law->told.rest_ms && rules_color_of(act->piece) != base->turn &&
		    act->square != touch_victim_of(base, move))
			return true;
	}
	return false;
}

/* The reader knows the move. It is made when the hand is off and the men are in order. */
void law_make_told(struct law_walk *k)
{
	struct touch_game *game = law_game(k);
	rules_move move = k->final;

	k->final = RULES_NO_MOVE;
	if (move == RULES_NO_MOVE || game->turn.made == move)
		return;
	/* After a restart the reader may stand elsewhere: what cannot be made here is not said. */
	if (!rules_is_legal(&game->turn.base, move) || is_said_in_disorder(k, move))
		return;
	if (k->made_count < k->law->said.count && k->law->said.move[k->made_count] == move)
		say_made(k, move);
	else if (!k->is_forced && (is_held_back(k->law) || is_of_another(k, move)))
		return; /* its press may have found something else */
	else if (!k->is_forced && !is_let_go(k, move, UINT64_MAX))
		return;
	else if (!k->is_forced && !is_held(k->law) &&
		 (k->law->is_disorderly || is_in_disorder(k, move)))
		return;
	else if (k->how == LAW_LIVE)
		k->can_say = true;
	else
		say_made(k, move);
}

/* The man that gave mate was lifted and is back: the result stands again. */
void law_stand_again(struct touch_game *game)
{
	if (!game->withdrawn || game->state != TOUCH_ST_MADE ||
	    touch_differs(&game->turn.after, game->hands.at) != 0)
		return;
	game->withdrawn = false;
	game->ending = true;
	game->ends_at_ms = game->now_ms + game->rules.rest_ms;
	game->state = TOUCH_ST_ENDED;
}
