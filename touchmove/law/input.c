/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/judge_private.h"
#include "touchmove/law/lapse.h"

/* A square or a press, live or read once more. */

static void note_input(struct law *law, const struct law_input *in)
{
	if (law->game.rules.sees_no_men || law->game.state == TOUCH_ST_ENDED)
		return; /* nothing is read again */
	if (in->is_press && !(law->pressed.is && !law->pressed.is_judged)) {
		read_keep(&law->pressed.reader, &law->reader);
		law->pressed.is = true;
		law->pressed.at_ms = in->at_ms;
		law->pressed.color = in->color;
		law->pressed.is_judged = false;
		law->pressed.count = 0;
	} else if (law->pressed.is && law->pressed.count < LAW_INPUTS_MAX) {
		law->pressed.input[law->pressed.count++] = *in;
	}
}

/* The result stands unless the hand that gave mate was still on the man. */
static void lift_after_end(struct touch_game *game, rules_square square)
{
	rules_move made = game->turn.made;

	if (game->state != TOUCH_ST_ENDED || !game->ending)
		return;
	game->ending = false;
	if (made == RULES_NO_MOVE || (square != read_goal(made) &&
				      !(rules_is_castling(made) && square == read_rook_goal(made))))
		return;
	game->withdrawn = true;
	game->state = TOUCH_ST_MADE;
}

/* The man whose lift put the board right is put down again: it was no putting right. */
static bool goes_on(const struct law *law, const struct law_input *in)
{
	return !in->is_press && in->piece != RULES_NO_PIECE && in->piece == law->last_lifted;
}

/* A man of the completed move has gone on: may this be the capture that only took him off? */
static bool may_take_him(const struct touch_game *game, const struct law_input *in)
{
	const struct touch_moved_on *moved_on = &game->turn.moved_on;
	struct rules_moves moves;

	if (in->at_ms <= moved_on->down_ms + touch_noise_ms(game->rules.scan_ms))
		return true; /* within a scan no order is known: he may be in the hand still */
	if (in->is_press)
		return false;
	if (in->piece != RULES_NO_PIECE || in->square == moved_on->square)
		return true;
	touch_legal_between(&game->turn.base, rules_set_of(in->square), rules_set_of(moved_on->man),
			    &moves);
	return moves.count > 0;
}

/* A man of the completed move stands on yet another square, and the next event is not his. */
static void look_for_moved_on(struct law *law, struct work *w, const struct law_input *in)
{
	struct touch_game *game = &law->game;
	struct read_acts acts;

	if (game->state != TOUCH_ST_TO_MOVE || game->turn.moved_on.is || game->last_men == 0)
		return;
	if (!in->is_press && (in->piece != RULES_NO_PIECE || in->square == law->last_placed))
		return;
	if (law_has_untold_move(&law->reader) || law_has_untold_press(&law->reader) ||
	    law->hold != LAW_HOLD_NOT)
		return;
	law_acts(law, &law->reader, &acts);
	for (size_t i = 0; i < acts.count; i++) {
		const struct read_act *act = &acts.act[i];

		if (law_is_home_act(act) && rules_has(game->last_men, act->from) &&
		    act->at_ms <= game->passed_at_ms + game->rules.settle_ms)
			return; /* so soon after the press he only slides on */
		if (act->kind != READ_ACT_RELEASED || act->until_ms != UINT64_MAX ||
		    act->from == RULES_NO_SQUARE || !rules_has(game->last_men, act->from))
			continue;
		law->is_looking = true;
		law_refresh(law, w, LAW_FIRM);
		law->is_looking = false;
		return;
	}
}

/* What has waited for the next event is settled by it. */
static void settle_before(struct law *law, struct work *w, const struct law_input *in)
{
	bool is_lift = !in->is_press && in->piece == RULES_NO_PIECE;

	if (law->game.rules.sees_no_men)
		return;
	law_look_at_held(law, w);
	look_for_moved_on(law, w, in);
	if (law->game.turn.moved_on.is && !may_take_him(&law->game, in))
		law_say_moved_on(law, w);
	if (!goes_on(law, in))
		law_put_right(law, w);
	law_join_base(law, w);
	law_bring_home(law, w);
	/* Nothing has changed since the press before: perhaps the clock is given back. */
	if (in->is_press && law->pressed.count == 0 && law->hold > LAW_HOLD_ANSWER) {
		law->is_given_back = true;
		law_release_press(law, w);
		law->is_given_back = false;
	}
	if (in->is_press && law->pressed.count == 0 && law_has_untold_press(&law->reader) &&
	    !law_has_untold_move(&law->reader))
		law_decide(law, w);
	if ((in->is_press || law->game.irregular) && law_found_no_move(law, in))
		law_judge_at_press(law, w);
	if (!is_lift || in->square != law->last_placed)
		law_look_at_open_press(law, w);
}

static void note_last(struct law *law, const struct law_input *in)
{
	bool is_lift = in->piece == RULES_NO_PIECE;

	law->last_placed = in->is_press || is_lift ? RULES_NO_SQUARE : in->square;
	law->last_lifted =
		in->is_press || !is_lift ? RULES_NO_PIECE : law->reader.sense.seen.at[in->square];
}

/* The reader, too, stands where it stood before the press that is given back. */
static void give_clock_back(struct law *law, struct work *w, const struct law_input *in)
{
	struct read_list list;

	law_press(law, w, in->color, in->at_ms);
	law_remember_said(law);
	read_take_kept(&law->reader, &law->pressed.reader);
	law->followed = law->reader.adopted;
	law_feed(&law->reader, in, &list);
	for (unsigned i = 0; i < READ_PRESSES_MAX; i++)
		law->reader.press[i].is_told = true;
	law_refresh(law, w, LAW_LIVE);
}

void law_take_input(struct law *law, struct work *w, const struct law_input *in)
{
	struct read_list list;
	bool is_complete;

	law->game.is_unclear = law_is_other_hand(law, in); /* it brings this judgement about */
	settle_before(law, w, in);
	law->game.is_unclear = false;
	note_last(law, in);
	if (in->is_press && law_gives_clock_back(&law->game, in->color)) {
		give_clock_back(law, w, in);
		return;
	}
	is_complete =
		in->is_press && !law->game.rules.sees_no_men && law_is_complete(law, in->color);
	if (is_complete) {
		law_refresh(law, w, LAW_LIVE);
		law_press(law, w, in->color, in->at_ms);
	}
	if (!in->is_press && in->piece == RULES_NO_PIECE)
		lift_after_end(&law->game, in->square);
	law_feed(&law->reader, in, &list);
	note_input(law, in);
	if (is_complete) {
		law->completed_ms = in->at_ms;
		law_press_is_judged(law, in->at_ms);
	}
	law->game.board_event_since |= !in->is_press;
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
	if (!in->is_press && in->piece != RULES_NO_PIECE)
		law_put_right(law, w);
}

void law_on_square(struct law *law, struct work *w, const struct touch_event *event)
{
	struct law_input in = {.at_ms = event->at_ms,
			       .id = event->id,
			       .square = event->square,
			       .piece = event->type == TOUCH_EV_LIFTED ? RULES_NO_PIECE
								       : event->piece};

	law->changed_ms = event->at_ms;
	law->look_ms = event->at_ms + law->game.rules.settle_ms;
	law_take_input(law, w, &in);
}

void law_on_press(struct law *law, struct work *w, const struct touch_event *event)
{
	struct law_input in = {
		.at_ms = event->at_ms, .id = event->id, .is_press = true, .color = event->color};

	if (event->color == TOUCH_BOTH || law->game.rules.no_clock ||
	    law->game.running != event->color)
		return;
	touch_lapse_flush(w);
	if (law->window.is && law->window.color == event->color &&
	    law->window.until_ms > event->at_ms)
		law->window.until_ms = event->at_ms;
	if (law->game.state == TOUCH_ST_HANDLING)
		return;
	law->press_ms[event->color] = event->at_ms;
	law_take_input(law, w, &in);
	law->game.running = (uint8_t)rules_opponent((enum rules_color)event->color);
}
