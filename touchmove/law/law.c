/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/law.h"

#include <assert.h>
#include <string.h>

#include "touchmove/law/announced.h"
#include "touchmove/law/arrival.h"
#include "touchmove/law/claims.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/frame.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/lapse.h"
#include "touchmove/law/outofturn.h"
#include "touchmove/law/question.h"
#include "touchmove/law/sound.h"

static_assert(sizeof(struct law) <= LAW_SIZE_MAX, "every game and every try is a copy of it");

#define PRESS_WAIT_MS 5000 /* what a press belongs to is known by then, or guessed */

/* What another program noted has the order of the board, and its own times. */
static enum sense_transport transport_of(const struct touch_rules *rules)
{
	if (rules->late_ms > 0)
		return SENSE_RECORDED;
	return rules->scan_ms >= sense_times_of(SENSE_BLUETOOTH)->scan_ms ? SENSE_BLUETOOTH
									  : SENSE_CABLE;
}

void law_begin(struct law *law, const struct touch_rules *rules, const struct rules_position *start,
	       uint64_t at_ms)
{
	struct read_config config = {
		.times = sense_times_scaled(transport_of(rules), rules->scan_ms),
		.sees_men = !rules->sees_no_men,
		.only_queens = rules->only_queens,
		.has_clock = !rules->no_clock};

	memset(law, 0, sizeof(*law));
	touch_game_begin(&law->game, rules, start, at_ms);
	read_begin(&law->reader, &config, start, at_ms);
	law->look_ms = law->noise_ms = law->completed_ms = UINT64_MAX;
	law->last_placed = RULES_NO_SQUARE;
	law->last_lifted = RULES_NO_PIECE;
}

void law_await_clock(struct law *law)
{
	law->reader.config.has_clock = false;
}

void law_use_clock(struct law *law)
{
	law->reader.config.has_clock = !law->game.rules.no_clock;
}

/* --- timers: each acts at its own time, the earliest first --- */

enum timer {
	TIMER_READ,
	TIMER_HELD,
	TIMER_MOVED_ON,
	TIMER_PRESS,
	TIMER_JUDGE,
	TIMER_LOOK, /* before a right ends: it may put a press right */
	TIMER_LAPSE,
	TIMER_END,
	TIMER_NOISE,
	TIMER_ARRIVAL,
	TIMERS,
};

static uint64_t timer_at(const struct law *law, enum timer timer)
{
	const struct touch_game *game = &law->game;

	switch (timer) {
	case TIMER_READ: return read_deadline(&law->reader);
	case TIMER_MOVED_ON: return touch_moved_on_at(game);
	case TIMER_HELD: return law->hold != LAW_HOLD_NOT ? law->held_until_ms : UINT64_MAX;
	case TIMER_PRESS:
		return law->pressed.is && law_has_untold_press(&law->reader)
			       ? law->pressed.at_ms + PRESS_WAIT_MS
			       : UINT64_MAX;
	case TIMER_JUDGE: return touch_press_at(game);
	case TIMER_LAPSE: return game->lapsing ? game->lapse_at_ms : UINT64_MAX;
	case TIMER_END: return game->ending ? game->ends_at_ms : UINT64_MAX;
	case TIMER_NOISE: return law->noise_ms;
	case TIMER_ARRIVAL: return touch_arrival_at(game);
	case TIMER_LOOK: return law->look_ms;
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

/* The board has been at rest: what lies on it was released. The reader may need a little longer. */
static void look_at_rest(struct law *law, struct work *w)
{
	bool is_open = law_has_untold_move(&law->reader) || law_has_untold_press(&law->reader);
	bool may_tell = law->game.now_ms < law->changed_ms + LAW_REST_MS || law->reader.is_unsure ||
			law->reader.is_lost || law->game.turn.after_gap;

	if (law_is_in_the_dark(law)) {
		law->look_ms = law->game.now_ms + law->game.rules.settle_ms;
		return;
	}
	law->look_ms = is_open && law->game.now_ms < law->changed_ms + LAW_REST_MS
			       ? law->changed_ms + LAW_REST_MS
			       : UINT64_MAX;
	law_put_right(law, w);
	law_look_at_open_press(law, w);
	law->is_looking = true;
	law_refresh(law, w, is_open && may_tell ? LAW_LIVE : LAW_FIRM);
	law->is_looking = false;
}

static void fire(struct law *law, struct work *w, enum timer timer)
{
	struct read_list list;

	switch (timer) {
	case TIMER_READ:
		read_tick(&law->reader, read_deadline(&law->reader), &list);
		law_take_news(law, w, &list);
		law_refresh(law, w, LAW_LIVE);
		law_follow_reader(law, w);
		break;
	case TIMER_MOVED_ON: law_say_moved_on(law, w); break;
	case TIMER_HELD: law_release_press(law, w); break;
	case TIMER_PRESS:
		law_decide(law, w);
		law->pressed.is &= !law_has_untold_press(&law->reader);
		break;
	case TIMER_JUDGE: touch_press_due(w); break;
	case TIMER_LAPSE: touch_lapse_flush(w); break;
	case TIMER_END: law->game.ending = false; break;
	case TIMER_NOISE:
		law->noise_ms = UINT64_MAX;
		law_refresh(law, w, LAW_LIVE);
		law_wait_for_release(law);
		break;
	case TIMER_ARRIVAL: touch_arrival_due(w); break;
	case TIMER_LOOK: look_at_rest(law, w); break;
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
	if (event->type == TOUCH_EV_PRESSED ||
	    (event->type == TOUCH_EV_CLOCK && event->color != TOUCH_BOTH))
		law_use_clock(law);
	switch (event->type) {
	case TOUCH_EV_TICK: break;
	case TOUCH_EV_LIFTED:
		law->noise_ms = event->at_ms + law->reader.sense.times.noise_ms + 1;
		law_on_square(law, w, event);
		break;
	case TOUCH_EV_PLACED: law_on_square(law, w, event); break;
	case TOUCH_EV_PRESSED: law_on_press(law, w, event); break;
	case TOUCH_EV_ADJUSTED: law_on_adjusted(law, w, event); break;
	case TOUCH_EV_CLOCK:
		law_on_clock(law, w, event);
		touch_arrival_clock(game, event->color);
		break;
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

/* And what is due now is done after it. */
static void leave(struct law *law, struct work *w)
{
	law_follow_reader(law, w);
	law_stop_late(law, w);
	law_mind_doubt(law);
	run_timers(law, w, law->game.now_ms);
}

void law_board(struct law *law, const rules_piece dump[64], uint64_t at_ms,
	       struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};
	rules_piece board[64];

	for (rules_square square = 0; square < 64; square++)
		board[touch_turn_square(square, law->game.rules.turned)] = dump[square];
	enter(law, &w, at_ms);
	law_take_board(law, &w, board);
	leave(law, &w);
}

void law_gap(struct law *law, bool is_blind, uint64_t at_ms, struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};

	enter(law, &w, at_ms);
	law_take_gap(law, &w, is_blind);
	leave(law, &w);
}

void law_recall(struct law *law)
{
	read_recall(&law->reader);
}

void law_missed(struct law *law, uint64_t at_ms, struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};

	enter(law, &w, at_ms);
	law_say_missed(law, &w);
	leave(law, &w);
}

void law_set_position(struct law *law, const struct rules_position *pos, uint64_t at_ms,
		      struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};

	enter(law, &w, at_ms);
	law_take_position(law, &w, pos);
	leave(law, &w);
}

void law_answer(struct law *law, const enum rules_winnable can[2], uint64_t at_ms,
		struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};

	enter(law, &w, at_ms);
	touch_take_answer(&w, can);
	leave(law, &w);
}

void law_other_board(struct law *law, uint16_t ply, const char *uci, uint64_t at_ms,
		     struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};

	enter(law, &w, at_ms);
	touch_other_board_shows(&w, ply, uci);
	leave(law, &w);
}

const struct touch_unsure *law_unsure_of(const struct law *law)
{
	return law->is_asked ? &law->asked : NULL;
}

uint8_t law_press_due(const struct law *law)
{
	const struct read_world *best = &law->reader.worlds.world[0];

	if (!law_is_playing(&law->game) || best->is_over || best->unpressed_count == 0)
		return TOUCH_BOTH;
	return best->unpressed[best->unpressed_count - 1];
}

bool law_has_put(const struct law *law, enum rules_color color)
{
	rules_square square = law->last_placed;
	rules_piece piece =
		square == RULES_NO_SQUARE ? RULES_NO_PIECE : law->reader.sense.seen.at[square];

	return piece != RULES_NO_PIECE && rules_color_of(piece) == color;
}

bool law_is_settled(const struct law *law)
{
	return !(law->pressed.is && !law->pressed.is_judged) && law->hold == LAW_HOLD_NOT &&
	       !law_has_untold_move(&law->reader);
}

bool law_is_judging(const struct law *law)
{
	return law_is_playing(&law->game) &&
	       ((law->pressed.is && !law->pressed.is_judged) || law_has_untold_press(&law->reader));
}

bool law_wants_board(const struct law *law)
{
	return law->wants_board;
}

void law_step(struct law *law, const struct touch_event *event, struct touch_reports *ret_reports)
{
	struct work w = {&law->game, ret_reports, RULES_NO_MOVE};
	struct touch_event clean = *event;

	ret_reports->count = 0;
	ret_reports->refused = NULL;
	if (!touch_is_sound(event))
		return;
	if (clean.at_ms < law->game.now_ms)
		clean.at_ms = law->game.now_ms;
	if (clean.square < 64)
		clean.square = touch_turn_square(clean.square, law->game.rules.turned);
	run_timers(law, &w, clean.at_ms - (clean.type != TOUCH_EV_TICK && clean.at_ms > 0));
	law->game.now_ms = clean.at_ms;
	take_event(law, &w, &clean);
	leave(law, &w);
}
