/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/due.h"

#include "daemon/table/private.h"
#include "rules-core/start.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/frame.h"

#define FIRST_PLIES     2  /* when both have moved the game is under way */
#define BATTERY_PERCENT 20 /* below it a board may not last the round */
#define TIMES_OFF_BY_S  1  /* two readings of one time */

struct list {
	const struct table *t;
	const struct touch_game *game; /* NULL: none is on the board yet */
	size_t count;
	struct table_due *due;
};

const char *table_due_name(enum table_due_what what)
{
	static const char *const names[TABLE_DUES] = {
		[TABLE_DUE_SET_UP] = "set-up",
		[TABLE_DUE_TURNED] = "turned",
		[TABLE_DUE_CHESS960] = "chess960",
		[TABLE_DUE_MODE] = "mode",
		[TABLE_DUE_CLOCK] = "clock",
		[TABLE_DUE_CLOCK_SETTING] = "clock-setting",
		[TABLE_DUE_CLOCK_BATTERY] = "clock-battery",
		[TABLE_DUE_BOARD_BATTERY] = "board-battery",
		[TABLE_DUE_CLOCK_STARTED] = "clock-started",
		[TABLE_DUE_ABSENT] = "absent",
		[TABLE_DUE_POSITION] = "position",
		[TABLE_DUE_TIMES] = "times",
		[TABLE_DUE_ENVELOPE] = "envelope",
		[TABLE_DUE_CLOCK_DRIFT] = "clock-drift",
		[TABLE_DUE_CLAIM] = "claim",
		[TABLE_DUE_POSTPONED] = "postponed",
		[TABLE_DUE_BOARDS_DIFFER] = "boards-differ",
	};

	return names[what];
}

static struct table_due *add(struct list *list, enum table_due_what what, enum touch_law law)
{
	struct table_due *due = &list->due[list->count];

	list->count += list->count + 1 < TABLE_DUE_MAX; /* the last place is overwritten */
	*due = (struct table_due){
		.what = what, .law = law, .color = TOUCH_BOTH, .square = RULES_NO_SQUARE};
	return due;
}

/* --- men --- */

static void look_at_men(struct list *list, const struct rules_position *should,
			enum table_due_what what, enum touch_law law)
{
	const struct table *t = list->t;
	rules_set wrong = touch_differs(should, t->seen);
	struct table_due *due;

	if (wrong == 0)
		return;
	due = add(list, what, law);
	due->count = (unsigned)rules_count(wrong);
	due->square = rules_take(&wrong);
	due->is = t->seen[due->square];
	due->should_be = should->at[due->square];
}

static void look_at_set_up(struct list *list)
{
	const struct table *t = list->t;
	struct touch_setup setup = touch_setup_look(t->seen);
	struct rules_position start;

	rules_start(&start);
	if (list->game)
		start = list->game->start;
	else if (t->config.has_start)
		start = t->config.start;
	if (setup.kind == TOUCH_SETUP_QUARTER)
		add(list, TABLE_DUE_TURNED, TOUCH_LAW_ORIENTATION);
	else
		look_at_men(list, &start, TABLE_DUE_SET_UP, TOUCH_LAW_WRONG_START);
	if (list->game && t->chess960 >= 0 && !t->is_confirmed)
		add(list, TABLE_DUE_CHESS960, TOUCH_LAW_CHESS960)->count = (unsigned)t->chess960;
}

/* --- the clock --- */

static uint32_t shown_s(const struct table *t, enum rules_color color)
{
	const struct board_side_time *side = &t->clock.side[table_side(t, color)];

	return side->hours * 3600u + side->minutes * 60u + side->seconds;
}

static void look_at_times(struct list *list, enum rules_color color, uint32_t should_be_s,
			  uint32_t slack_s)
{
	bool is_adjourned = list->game && touch_is_adjourned(list->game);
	uint32_t is_s = shown_s(list->t, color);
	struct table_due *due;

	if (is_s + TIMES_OFF_BY_S >= should_be_s && is_s <= should_be_s + slack_s + TIMES_OFF_BY_S)
		return;
	due = add(list, is_adjourned ? TABLE_DUE_TIMES : TABLE_DUE_CLOCK_SETTING,
		  is_adjourned ? TOUCH_LAW_TIMES_AGAIN : TOUCH_LAW_CLOCK_SETTING);
	due->color = (uint8_t)color;
	due->is_s = is_s;
	due->should_be_s = should_be_s;
}

static bool is_clock_there(struct list *list)
{
	const struct table *t = list->t;
	bool is_there = t->has_clock && t->clock.connected;

	/* A board of which we hear no clock may have one beside it. */
	if (!is_there && board_make_at(t->config.board.make)->tells & BOARD_TELLS_CLOCK)
		add(list, TABLE_DUE_CLOCK, TOUCH_LAW_CLOCK_PLACED);
	if (is_there && t->clock.battery_low)
		add(list, TABLE_DUE_CLOCK_BATTERY, TOUCH_LAW_CLOCK_GOOD);
	return is_there;
}

/* A game is rapid or blitz by its time; what was set is in force all the same. */
static void look_at_mode(struct list *list)
{
	const struct touch_rules *rules = &list->t->config.rules;
	enum touch_mode mode = touch_mode_of(rules->edition, &rules->control);

	if (rules->control.count > 0 && mode != rules->mode && list->t->plies == 0)
		add(list, TABLE_DUE_MODE,
		    (mode == TOUCH_STANDARD ? rules->mode : mode) == TOUCH_RAPID
			    ? TOUCH_LAW_MODE_RAPID
			    : TOUCH_LAW_MODE_BLITZ)
			->count = (unsigned)mode;
}

/* Some clocks show the first increment before the first move, some do not. */
static void look_at_clock(struct list *list)
{
	const struct table *t = list->t;
	const struct touch_control *control = &t->config.rules.control;

	if (!is_clock_there(list) || t->clock.running)
		return;
	for (int color = 0; color < 2 && control->count > 0 && t->plies == 0; color++)
		look_at_times(list, (enum rules_color)color, control->period[0].time_s,
			      control->period[0].increment_s);
	if (list->game && t->plies == 0 && touch_has_been_started(list->game))
		add(list, TABLE_DUE_CLOCK_STARTED, TOUCH_LAW_CLOCK_STARTED);
}

/* --- people --- */

static void look_who_is_there(struct list *list)
{
	for (int color = 0; color < 2 && list->game; color++) {
		uint64_t until_ms = touch_awaited_until(list->game, (enum rules_color)color);
		struct table_due *due;

		if (until_ms == 0)
			continue;
		due = add(list, TABLE_DUE_ABSENT,
			  touch_is_adjourned(list->game) ? TOUCH_LAW_LATE_AGAIN
							 : TOUCH_LAW_DEFAULT_TIME);
		due->color = (uint8_t)color;
		due->until_ms = until_ms;
	}
}

/* --- an adjourned game --- */

void table_note_adjourned(struct table *t)
{
	if (!touch_is_adjourned(&t->law.game) || !t->has_clock || !t->clock.connected)
		return;
	t->has_adjourned_s = true;
	for (int color = 0; color < 2; color++)
		t->adjourned_s[color] = shown_s(t, (enum rules_color)color) - t->early_s[color];
}

static void look_at_resumption(struct list *list)
{
	const struct table *t = list->t;
	enum rules_color sealer =
		touch_has_sealed(list->game, RULES_WHITE) ? RULES_WHITE : RULES_BLACK;

	look_at_men(list, table_position(t), TABLE_DUE_POSITION, TOUCH_LAW_RESTORED);
	if (is_clock_there(list) && t->has_adjourned_s && !t->clock.running)
		for (int color = 0; color < 2; color++)
			look_at_times(list, (enum rules_color)color, t->adjourned_s[color], 0);
	add(list, TABLE_DUE_ENVELOPE, TOUCH_LAW_OPENED)->color = (uint8_t)rules_opponent(sealer);
}

/* --- during the game: two boards of it that differ, a clock that is evidently defective --- */

static void look_at_other_board(struct list *list)
{
	const struct table_there *there = &list->t->there;
	struct rules_position here;
	struct table_due *due;
	rules_set wrong;

	if (!table_differs(list->t, &here))
		return;
	wrong = touch_differs(&there->after, here.at);
	due = add(list, TABLE_DUE_BOARDS_DIFFER, TOUCH_LAW_BOARDS_DIFFER);
	due->color = (uint8_t)rules_opponent(here.turn);
	due->count = (unsigned)rules_count(wrong);
	due->square = rules_take(&wrong);
	due->is = here.at[due->square];
	due->should_be = there->after.at[due->square];
}

static void look_at_drift(struct list *list)
{
	const struct table_drift *drift = &list->t->drift;
	struct table_due *due;

	if (!drift->is_found || !list->t->clock.connected)
		return;
	due = add(list, TABLE_DUE_CLOCK_DRIFT, TOUCH_LAW_CLOCK_GOOD);
	due->color = drift->color;
	due->is_s = drift->is_s;
	due->should_be_s = drift->should_be_s;
}

/* --- claims --- */

static enum touch_law law_of_claim(const struct touch_waiting_claim *claim)
{
	switch (claim->claim) {
	case TOUCH_CLAIM_THREEFOLD: return TOUCH_LAW_THREEFOLD_CLAIM;
	case TOUCH_CLAIM_FIFTY: return TOUCH_LAW_FIFTY_CLAIM;
	case TOUCH_CLAIM_FLAG: return TOUCH_LAW_TIME_CLAIMED;
	case TOUCH_CLAIM_INCREMENT: return TOUCH_LAW_INCREMENT_ASKED;
	case TOUCH_CLAIM_QUICKPLAY:
		return claim->absent ? TOUCH_LAW_QUICKPLAY_ABSENT : TOUCH_LAW_QUICKPLAY;
	case TOUCH_CLAIM_TOUCH_MOVE:
	case TOUCH_CLAIM_ILLEGAL_MOVE:
	case TOUCH_CLAIMS: break;
	}
	return TOUCH_LAW_NONE; /* it is about a report, which waits itself */
}

static void look_at_claim(struct list *list, const struct touch_waiting_claim *claim,
			  enum table_due_what what)
{
	struct table_due *due;

	if (!claim->open || claim->finding != 0)
		return;
	due = add(list, what, law_of_claim(claim));
	due->color = claim->color;
	due->claim = claim->claim;
	if (what == TABLE_DUE_POSTPONED)
		due->count = touch_reports_before_postponed(list->game);
}

static void look_at_claims(struct list *list)
{
	if (!list->game)
		return;
	look_at_claim(list, &list->game->claim, TABLE_DUE_CLAIM);
	look_at_claim(list, &list->game->postponed, TABLE_DUE_POSTPONED);
}

static bool is_under_way(const struct list *list)
{
	return list->t->plies >= FIRST_PLIES && !(list->game && touch_is_adjourned(list->game));
}

size_t table_due(const struct table *t, struct table_due ret[TABLE_DUE_MAX])
{
	struct list list = {.t = t, .game = t->has_game ? &t->law.game : NULL, .due = ret};
	bool is_adjourned = list.game && touch_is_adjourned(list.game);

	if (t->is_over || !(t->has_game || t->is_announced))
		return 0;
	look_at_other_board(&list);
	look_at_drift(&list);
	look_at_claims(&list);
	if (is_under_way(&list))
		return list.count;
	if (is_adjourned)
		look_at_resumption(&list);
	else
		look_at_clock(&list);
	if (!is_adjourned)
		look_at_mode(&list);
	if (!is_adjourned && t->plies == 0 && !t->clock.running)
		look_at_set_up(&list);
	if (t->has_battery && t->battery.percent < BATTERY_PERCENT && !t->battery.charging)
		add(&list, TABLE_DUE_BOARD_BATTERY, TOUCH_LAW_NONE)->count = t->battery.percent;
	look_who_is_there(&list);
	return list.count;
}
