/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/commitment.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/turn.h"
#include "touchmove/law/walk_private.h"

/* A turn, stride by stride. */

/* --- adjusting (Art. 4.2.1) --- */

static bool is_adjusted(const struct law_walk *k, uint64_t at_ms)
{
	const struct law_window *window = &k->law->window;

	return window->is && at_ms >= window->from_ms && at_ms < k->window_until_ms;
}

static void close_window(struct law_walk *k, uint64_t at_ms)
{
	k->window_until_ms = at_ms < k->law->window.until_ms ? at_ms : k->law->window.until_ms;
}

/* --- one stride --- */

static void stride_home(struct law_walk *k, const struct law_stride *stride,
			const struct read_act *act)
{
	struct touch_game *game = law_game(k);
	bool is_adjusted_home;

	if (!stride->is_off) {
		if (game->hands.at[act->square] != RULES_NO_PIECE)
			return;
		law_put_down(&game->hands, act->from, act->square, act->piece, stride->at_ms);
		is_adjusted_home = rules_has(k->off, act->from);
		k->off &= ~rules_set_of(act->from);
		if (is_adjusted_home && k->off == 0)
			close_window(k,
				     stride->at_ms +
					     (k->law->window.in_turn ? game->rules.adjust_ms : 0));
		if (law_stays_home(k, stride))
			law_look_at_release(k, act);
		return;
	}
	if (is_adjusted(k, stride->at_ms)) {
		game->turn.adjusted |= rules_set_of(act->from);
		k->off |= rules_set_of(act->from);
	} else {
		law_note_touch(k, act, stride->at_ms);
	}
	if (game->hands.who[act->square] != act->from)
		return; /* seen elsewhere before it was missed here */
	law_take_up(&game->hands, act->from, act->square, stride->at_ms);
	law_look_at_lift(k, act);
}

/* A new piece is put down: the pawn lifted in the window for it was lifted to be moved. */
static void promoted_in_window(struct law_walk *k, const struct read_act *piece, uint64_t at_ms)
{
	struct touch_game *game = law_game(k);
	rules_piece pawn = rules_piece_of(rules_color_of(piece->piece), RULES_PAWN);

	close_window(k, at_ms);
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *act = &k->acts->act[i];

		if (!law_is_home_act(act) || act->piece != pawn || act->until_ms <= at_ms ||
		    !rules_has(game->turn.adjusted, act->from))
			continue;
		game->turn.adjusted &= ~rules_set_of(act->from);
		law_note_touch(k, act, at_ms);
	}
}

/* Seen after the other, or within one look of the board before it. */
static bool is_with(const struct law_walk *k, const struct read_act *act,
		    const struct read_act *goal)
{
	return act->at_ms + touch_noise_ms(k->w->game->rules.scan_ms) >= goal->at_ms;
}

/* A man on the line is seen on two squares: he is where the move that was told put him. */
static bool is_second_sight(const struct law_walk *k, const struct read_act *act)
{
	const struct law_told *told = &k->law->told;

	if (told->ply != k->w->game->plies + 1 || rules_is_castling(told->move) ||
	    act->from != rules_from(told->move) || act->square == read_goal(told->move))
		return false;
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *goal = &k->acts->act[i];

		if (goal->from == act->from && goal->square == read_goal(told->move) &&
		    goal->until_ms == UINT64_MAX && act->until_ms > goal->at_ms)
			return is_with(k, act, goal);
	}
	return false;
}

static void stride_elsewhere(struct law_walk *k, const struct law_stride *stride,
			     const struct read_act *act)
{
	struct touch_game *game = law_game(k);
	uint8_t man = act->kind == READ_ACT_CARRIED_OFF ? TOUCH_MAN_STRAY
		      : act->from == RULES_NO_SQUARE    ? TOUCH_MAN_NEW
							: act->from;

	if (is_second_sight(k, act))
		return;
	if (stride->is_off) {
		if (game->hands.who[act->square] != man)
			return;
		if (game->state == TOUCH_ST_MADE && man < TOUCH_MAN_NEW)
			law_note_touch(k, act, stride->at_ms);
		law_take_up(&game->hands, man, act->square, stride->at_ms);
		return;
	}
	if (man < TOUCH_MAN_NEW && touch_hands_find(&game->hands, man) != RULES_NO_SQUARE)
		law_take_up(&game->hands, man, touch_hands_find(&game->hands, man), stride->at_ms);
	if (man < TOUCH_MAN_NEW && rules_has(game->turn.adjusted, man)) {
		game->turn.adjusted &= ~rules_set_of(man);
		close_window(k, stride->at_ms);
		law_note_touch(k, act, stride->at_ms);
	}
	if (man == TOUCH_MAN_NEW && is_adjusted(k, stride->at_ms))
		promoted_in_window(k, act, stride->at_ms);
	law_put_down(&game->hands, man, act->square, act->piece, stride->at_ms);
	if (man == TOUCH_MAN_NEW && touch_code_of(&game->rules)->choice_is_final_at_once &&
	    (game->state == TOUCH_ST_TO_MOVE || game->state == TOUCH_ST_OPEN_PRESS))
		touch_commit_new_piece(k->w, act->square, act->piece, TOUCH_OBSERVED);
	if (law_is_released(k, stride->act))
		law_look_at_release(k, act);
}

/* --- the whole turn --- */

/* Rulings on touches are remembered by their events, what was said by its moves. */
static void reset(struct law_walk *k)
{
	struct touch_game *game = law_game(k);
	struct touch_turn *turn = &game->turn;
	uint8_t captured[16];

	k->before = turn->touches;
	memcpy(captured, game->hands.captured, sizeof(captured));
	touch_hands_set(&game->hands, &turn->base);
	memcpy(game->hands.captured, captured, sizeof(captured));
	turn->touches.count = 0;
	turn->commitment.kind = TOUCH_COMMITTED_NOT;
	turn->king_two_squares = false;
	turn->adjusted = turn->early = 0;
	turn->made = RULES_NO_MOVE;
	turn->after_gap |= k->acts->after_gap;
	if (game->state == TOUCH_ST_MADE)
		game->state = TOUCH_ST_TO_MOVE;
	if (k->law->said.plies != game->plies) {
		k->law->said.plies = game->plies;
		k->law->said.count = 0;
	}
}

static bool walk(struct law *law, struct work *w, const struct reader *r,
		 const struct read_acts *acts, enum law_how how)
{
	struct law_walk k = {.law = law, .w = w, .acts = acts, .how = how};

	if (law->told.ply == w->game->plies + 1 &&
	    (law->told.is_forced || r->told >= law->told.ply)) {
		k.final = law->told.move;
		k.is_forced = law->told.is_forced;
	}
	k.window_until_ms = law->window.is ? law->window.until_ms : 0;
	reset(&k);
	law_list_strides(&k);
	for (size_t i = 0; i < k.count; i++) {
		const struct read_act *act = &acts->act[k.stride[i].act];

		if (k.stride[i].at_ms > law->told.rest_ms && k.final != RULES_NO_MOVE) {
			law_look_for_lapse(&k);
			law_make_told(&k);
		}
		k.at_ms = k.stride[i].at_ms;
		if (law_is_home_act(act))
			stride_home(&k, &k.stride[i], act);
		else
			stride_elsewhere(&k, &k.stride[i], act);
		if (w->game->state == TOUCH_ST_ENDED)
			return false;
	}
	law_follow_lapse(&k);
	law_look_for_lapse(&k);
	law_make_told(&k);
	law_stand_again(w->game);
	return k.can_say;
}

/* After an open press the opponent's touches are his, though the move came later. */
void law_keep_opponents_acts(struct law *law, const struct read_acts *acts, uint64_t until_ms,
			     enum rules_color opponent)
{
	law->kept.acts = (struct read_acts){.count = 0};
	for (size_t i = 0; i < acts->count; i++) {
		struct read_act act = acts->act[i];

		if (!law_is_home_act(&act) || act.at_ms <= law->game.press_at_ms ||
		    act.until_ms > until_ms || act.kind != READ_ACT_PUT_BACK ||
		    rules_color_of(act.piece) != opponent)
			continue;
		act.by = (uint8_t)opponent;
		act.in_own_time = true;
		law->kept.acts.act[law->kept.acts.count++] = act;
	}
	law->kept.plies = law->game.plies;
	law->kept.key = law->game.turn.base.key;
}

void law_walk(struct law *law, struct work *w, const struct reader *r, const struct read_acts *acts,
	      enum law_how how)
{
	struct touch_game *game = w->game;
	bool was_open = game->state == TOUCH_ST_OPEN_PRESS;
	enum rules_color opponent;

	if (walk(law, w, r, acts, how))
		walk(law, w, r, acts, LAW_TOLD);
	if (was_open && game->state == TOUCH_ST_MADE) {
		opponent = touch_opponent(game);
		touch_complete(w);
		law_keep_opponents_acts(law, acts, law->told.rest_ms, opponent);
	}
}
