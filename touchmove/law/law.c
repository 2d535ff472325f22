/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/law.h"

#include <string.h>

#include "touchmove/frame.h"
#include "touchmove/law/judge_private.h"

#define PRESS_WAIT_MS 5000 /* what a press belongs to is known by then, or guessed */

void law_begin(struct law *law, const struct touch_rules *rules, const struct rules_position *start,
	       uint64_t at_ms)
{
	bool is_bluetooth = rules->scan_ms >= sense_times_of(SENSE_BLUETOOTH)->scan_ms;
	struct read_config config = {
		.times = sense_times_scaled(is_bluetooth ? SENSE_BLUETOOTH : SENSE_CABLE,
					    rules->scan_ms),
		.sees_men = true,
		.has_clock = !rules->no_clock};

	memset(law, 0, sizeof(*law));
	touch_game_begin(&law->game, rules, start, at_ms);
	read_begin(&law->reader, &config, start, at_ms);
	law->look_ms = law->completed_ms = UINT64_MAX;
	law->last_placed = RULES_NO_SQUARE;
	law->last_lifted = RULES_NO_PIECE;
	law->two_hands_plies = UINT16_MAX;
}

/* --- timers: each acts at its own time, the earliest first --- */

enum timer {
	TIMER_READ,
	TIMER_HELD,
	TIMER_MOVED_ON,
	TIMER_PRESS,
	TIMER_JUDGE,
	TIMER_LAPSE,
	TIMER_END,
	TIMER_LOOK,
	TIMER_ARRIVAL,
	TIMERS,
};

static uint64_t timer_at(const struct law *law, enum timer timer)
{
	const struct touch_game *game = &law->game;

	switch (timer) {
	case TIMER_READ: return read_deadline(&law->reader);
	case TIMER_MOVED_ON: return touch_moved_on_at(game);
	case TIMER_HELD:
		return law->is_held ? law->held.rest_ms + game->rules.settle_ms : UINT64_MAX;
	case TIMER_PRESS:
		return law->pressed.is && law_has_untold_press(&law->reader)
			       ? law->pressed.at_ms + PRESS_WAIT_MS
			       : UINT64_MAX;
	case TIMER_JUDGE: return touch_press_at(game);
	case TIMER_LAPSE: return game->lapsing ? game->lapse_at_ms : UINT64_MAX;
	case TIMER_END: return game->ending ? game->ends_at_ms : UINT64_MAX;
	case TIMER_LOOK: return law->look_ms;
	case TIMER_ARRIVAL: return touch_arrival_at(game);
	case TIMERS: break;
	}
	return UINT64_MAX;
}

static uint64_t first_timer(const struct law *law, enum timer *ret)
{
	uint64_t first = UINT64_MAX;

	for (int timer = 0; timer < TIMERS; timer++) {
		uint64_t at = timer_at(law, (enum timer)timer);

		if (at < first) {
			first = at;
			*ret = (enum timer)timer;
		}
	}
	return first;
}

/* The board has been at rest: what lies on it was released. */
static void look_at_rest(struct law *law, struct work *w)
{
	law->look_ms = UINT64_MAX;
	law_put_right(law, w);
	law_look_at_open_press(law, w);
	law_refresh(law, w,
		    law_has_untold_move(&law->reader) || law_has_untold_press(&law->reader)
			    ? LAW_LIVE
			    : LAW_FIRM);
}

static void fire(struct law *law, struct work *w, enum timer timer)
{
	struct read_list list;

	switch (timer) {
	case TIMER_READ:
		read_tick(&law->reader, read_deadline(&law->reader), &list);
		law_take_news(law, w, &list);
		law_refresh(law, w, LAW_LIVE);
		break;
	case TIMER_MOVED_ON: law_say_moved_on(law, w); break;
	case TIMER_HELD:
		law_decide(law, w);
		law_release_press(law, w);
		break;
	case TIMER_PRESS:
		law_decide(law, w);
		law->pressed.is &= !law_has_untold_press(&law->reader);
		break;
	case TIMER_JUDGE: touch_press_due(w); break;
	case TIMER_LAPSE: touch_lapse_flush(w); break;
	case TIMER_END: law->game.ending = false; break;
	case TIMER_LOOK: look_at_rest(law, w); break;
	case TIMER_ARRIVAL: touch_arrival_due(w); break;
	case TIMERS: break;
	}
}

static void run_timers(struct law *law, struct work *w, uint64_t until_ms)
{
	enum timer timer = TIMERS;
	uint64_t at;

	while ((at = first_timer(law, &timer)) <= until_ms && at != UINT64_MAX) {
		if (at > law->game.now_ms)
			law->game.now_ms = at;
		fire(law, w, timer);
	}
}

uint64_t law_deadline(const struct law *law)
{
	enum timer timer = TIMERS;

	return first_timer(law, &timer);
}

static void take_event(struct law *law, struct work *w, const struct touch_event *event)
{
	struct touch_game *game = &law->game;

	game->now_event = event->id;
	switch (event->type) {
	case TOUCH_EV_TICK: break;
	case TOUCH_EV_LIFTED:
	case TOUCH_EV_PLACED: law_on_square(law, w, event); break;
	case TOUCH_EV_PRESSED: law_on_press(law, w, event); break;
	case TOUCH_EV_ADJUSTED: law_on_adjusted(law, w, event); break;
	case TOUCH_EV_CLOCK: law_on_clock(law, w, event); break;
	case TOUCH_EV_FLAG:
		law_decide(law, w);
		if (event->color != TOUCH_BOTH)
			touch_clock_flag(w, (enum rules_color)event->color,
					 (enum touch_flag)event->detail);
		break;
	case TOUCH_EV_ARBITER: law_on_arbiter(law, w, event); break;
	}
}

/* What was due before it is done first. */
static void enter(struct law *law, struct work *w, uint64_t at_ms)
{
	w->out->count = 0;
	w->out->refused = NULL;
	if (at_ms <= law->game.now_ms)
		return;
	run_timers(law, w, at_ms - 1);
	law->game.now_ms = at_ms;
}

void law_board(struct law *law, const rules_piece dump[64], uint64_t at_ms,
	       struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_PIECE, true};
	rules_piece board[64];

	for (rules_square square = 0; square < 64; square++)
		board[touch_turn_square(square, law->game.rules.turned)] = dump[square];
	enter(law, &w, at_ms);
	law_take_board(law, &w, board);
	run_timers(law, &w, law->game.now_ms);
}

void law_gap(struct law *law, bool is_blind, uint64_t at_ms, struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_PIECE, true};

	enter(law, &w, at_ms);
	law_take_gap(law, &w, is_blind);
	run_timers(law, &w, law->game.now_ms);
}

void law_recall(struct law *law)
{
	read_recall(&law->reader);
}

bool law_wants_board(const struct law *law)
{
	return law->wants_board;
}

void law_step(struct law *law, const struct touch_event *event, struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_PIECE, true};
	struct touch_event clean = *event;

	ret_reports->count = 0;
	ret_reports->refused = NULL;
	if (clean.at_ms < law->game.now_ms)
		clean.at_ms = law->game.now_ms;
	if (clean.square < 64)
		clean.square = touch_turn_square(clean.square, law->game.rules.turned);
	run_timers(law, &w, clean.at_ms - (clean.type != TOUCH_EV_TICK && clean.at_ms > 0));
	law->game.now_ms = clean.at_ms;
	take_event(law, &w, &clean);
	run_timers(law, &w, clean.at_ms);
}
