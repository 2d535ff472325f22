/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/table/private.h"

/* What the clock shows: times, who runs, flags, and presses of the lever. */

#define NO_RECORD_S           300 /* Art. 8.4 */
#define NO_RECORD_INCREMENT_S 30
#define REVERSED_PRESSES      2 /* one may be a slip of the hand */
#define AGREEMENTS_MAX        4 /* and so many more where the clock has stood right */

static long seconds_of(const struct board_side_time *side)
{
	return side->hours * 3600L + side->minutes * 60L + side->seconds;
}

/* More than a second off what it should show by now: somebody has set it, or pressed. */
static bool is_corrected(const struct table *t, const struct board_time *time)
{
	long passed = (long)((t->now_ms - t->clock_ms) / 1000);

	for (int side = 0; side < 2; side++) {
		bool runs = t->clock.running && (int)t->clock.to_move == side;
		long expected = seconds_of(&t->clock.side[side]) - (runs ? passed : 0);

		if (labs(seconds_of(&time->side[side]) - expected) > 1)
			return true;
	}
	return false;
}

static bool has_fallen(const struct board_side_time *side)
{
	return side->flag_blocked || side->flag_shown;
}

/* A flag that falls before our eyes; true: one has. */
static bool falls(const struct table *t, const struct board_time *time, int side)
{
	return has_fallen(&time->side[side]) && !has_fallen(&t->clock.side[side]);
}

/* Art. 6.8: the clock shows it fallen, and the machine counts the moves. */
static void see_flag(struct table *t, const struct board_side_time *time, enum board_side side)
{
	struct touch_event event = table_event_of(t, TOUCH_EV_FLAG);

	event.color = (uint8_t)table_color(t, side);
	event.detail = time->flag_blocked      ? TOUCH_FLAG_BLOCKED
		       : seconds_of(time) == 0 ? TOUCH_FLAG_AT_ZERO
					       : TOUCH_FLAG_RUNS_ON;
	table_step(t, &event);
}

/*
 * Art. 8.4: under five minutes left, and nothing like half a minute added for a
 * move, a player need not write; since 2009 for the rest of the period.
 */
static bool must_record(struct table *t, enum rules_color color)
{
	const struct touch_rules *rules = &t->config.rules;
	const struct touch_control *control = &rules->control;
	unsigned completed = t->has_game ? touch_completed_moves(&t->law.game, color) : 0;
	unsigned period = touch_control_period(control, completed);
	bool is_short = seconds_of(&t->clock.side[table_side(t, color)]) < NO_RECORD_S &&
			control->period[period].increment_s < NO_RECORD_INCREMENT_S;

	if (period != t->period[color])
		t->exempt[color] = false;
	t->period[color] = (uint8_t)period;
	t->exempt[color] =
		is_short || (t->exempt[color] && touch_code_of(rules)->exempt_for_period);
	if (!t->exempt[color])
		t->exempt_ply[color] = 0;
	else if (t->exempt_ply[color] == 0)
		t->exempt_ply[color] = (uint16_t)(t->plies + 1);
	return touch_mode_records(rules) && !t->exempt[color];
}

/* True: whether somebody must write has changed. */
static bool look_who_records(struct table *t)
{
	bool white = must_record(t, RULES_WHITE), black = must_record(t, RULES_BLACK);
	bool has_changed =
		white != t->must_record[RULES_WHITE] || black != t->must_record[RULES_BLACK];

	t->must_record[RULES_WHITE] = white;
	t->must_record[RULES_BLACK] = black;
	return has_changed && table_knows_recording(t);
}

bool table_has_time_left(const struct table *t, enum rules_color color, long seconds)
{
	int side = (int)table_side(t, color);
	bool runs = t->clock.running && (int)t->clock.to_move == side;
	long passed = (long)((t->now_ms - t->clock_ms) / 1000);

	return t->has_clock && t->clock.connected &&
	       seconds_of(&t->clock.side[side]) - (runs ? passed : 0) >= seconds;
}

bool table_knows_recording(const struct table *t)
{
	return t->has_clock && t->clock.connected &&
	       (t->config.rules.control.count > 0 || !touch_mode_records(&t->config.rules));
}

/* A clock that is found out about before anything has happened belongs to the game. */
static void meet_clock(struct table *t)
{
	bool is_fresh = t->has_game && !t->is_over && t->plies == 0 &&
			t->law.game.turn.made == RULES_NO_MOVE &&
			memcmp(t->seen, t->law.game.start.at, sizeof(t->seen)) == 0;

	t->has_clock = true;
	if (is_fresh && t->law.game.rules.no_clock) {
		struct rules_position start = t->law.game.start;

		table_begin_game(t, &start);
	}
}

/* A clock that runs on as it did before a gap starts nothing. */
static void run_clock(struct table *t, const struct board_time *time, bool was_running)
{
	struct touch_event event = table_event_of(t, TOUCH_EV_CLOCK);

	if (time->running && !was_running)
		table_start(t);
	if (time->running)
		event.color = (uint8_t)table_color(t, time->to_move);
	table_step(t, &event);
}

/* What a message of the clock is told as; NULL: nothing new. */
static const char *state_of(const struct table *t, const struct board_time *time, bool has_flag)
{
	if (!time->connected)
		return t->has_clock && t->clock.connected ? "absent" : NULL;
	if (has_flag)
		return "flag";
	if (!t->has_clock || time->running != t->clock.running || !t->clock.connected ||
	    (time->to_move == t->clock.to_move && is_corrected(t, time)))
		return time->running ? "running" : "stopped";
	return NULL;
}

void table_take_clock(struct table *t, const struct board_event *from)
{
	const struct board_time *time = &from->time;
	bool is_first = !t->has_clock, was_running = t->clock.running;
	bool was_lost = t->has_lost_clock;
	/* The clock stood before it was lost, and stands: play that went on beside it still does.
	 */
	bool has_stood = t->clock.connected && !was_running && !time->running;
	bool left = falls(t, time, BOARD_LEFT), right = falls(t, time, BOARD_RIGHT);
	const char *state = state_of(t, time, left || right);
	struct board_time was;
	uint64_t was_ms;

	if (time->connected && is_first)
		meet_clock(t);
	was = t->clock;
	was_ms = t->clock_ms;
	t->clock = *time;
	t->clock_ms = t->now_ms;
	table_look_at_drift(t, &was, was_ms);
	t->has_lost_clock &= !time->connected;
	if (time->running && t->has_game)
		law_use_clock(&t->law);
	if (look_who_records(t) && !state)
		state = time->running ? "running" : "stopped";
	if (state)
		table_tell_clock(t, state);
	if (is_first || !time->connected)
		return; /* a flag that is down already nobody saw fall */
	if (left)
		see_flag(t, &time->side[BOARD_LEFT], BOARD_LEFT);
	if (right)
		see_flag(t, &time->side[BOARD_RIGHT], BOARD_RIGHT);
	if (time->running != was_running ||
	    (!has_stood && (was_lost || t->is_blind || from->is_back)))
		run_clock(t, time, was_running);
}

/* The log of a board has only the time of the player who pressed. */
static void take_time_of_press(struct table *t, const struct board_time *time)
{
	struct board_time before = t->clock;

	if (!t->has_clock)
		meet_clock(t);
	t->clock = *time;
	for (int side = 0; side < 2; side++)
		if (!time->side[side].is_known)
			t->clock.side[side] = before.side[side];
	t->clock.running |= !time->side[0].is_known || !time->side[1].is_known;
	t->clock_ms = t->now_ms;
	look_who_records(t);
}

/*
 * Art. 6.2.1: who has moved presses. When it is the other one again and again,
 * the clock stands the wrong way round, and its sides are exchanged from here on.
 * Nothing is learnt from that of a player who has just put down a man.
 */
static void look_who_presses(struct table *t, enum board_side side)
{
	enum rules_color color = table_color(t, side);
	uint8_t due = law_press_due(&t->law);

	if (!t->has_game || t->is_over || due == TOUCH_BOTH)
		return;
	if (color == due || law_has_put(&t->law, color)) {
		t->contradictions = 0;
		if (t->agreements < AGREEMENTS_MAX)
			t->agreements++;
		return;
	}
	if (++t->contradictions < REVERSED_PRESSES + t->agreements)
		return;
	t->contradictions = t->agreements = 0;
	t->is_reversed = !t->is_reversed;
	table_tell_clock(t, "reversed");
}

void table_take_press(struct table *t, const struct board_event *from)
{
	struct touch_event event = table_event_of(t, TOUCH_EV_PRESSED);
	struct table_news news = {.kind = TABLE_NEWS_PRESS};

	event.color = news.color = (uint8_t)table_color(t, from->side);
	if (from->source == BOARD_FROM_LOG) {
		table_step(t, &event);
		return;
	}
	if (from->time.connected)
		take_time_of_press(t, &from->time);
	look_who_presses(t, from->side);
	event.color = news.color = (uint8_t)table_color(t, from->side);
	table_keep_trace(t, event.id, table_say(t, &news));
	table_tell_clock(t, t->clock.running ? "running" : "stopped");
	table_step(t, &event);
}
