/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/table/private.h"
#include "rules-core/setup.h"
#include "rules-core/start.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/frame.h"

/* The beginning of a game: what is set up, which way round, and when it is a new one. */

#define ONE_MOVE 4 /* squares that one move changes at most */

void table_begin_game(struct table *t, const struct rules_position *start)
{
	struct touch_rules rules = t->config.rules;

	rules.no_clock = !t->has_clock;
	rules.sees_no_men = !table_sees_men(t);
	law_begin(&t->law, &rules, start, t->now_ms);
	if (!t->clock.running)
		law_await_clock(&t->law);
	t->sensed.count = 0;
	t->plies = 0;
	table_keep_base(t);
	t->is_bound = false;
	t->is_over = false;
	t->claimable[0].is = t->claimable[1].is = false;
	t->claim_stamp = 0;
	t->asked = 0;
	t->has_adjourned_s = t->drift.is_found = false;
	t->early_s[0] = t->early_s[1] = 0;
	t->exempt[0] = t->exempt[1] = false;
	t->exempt_ply[0] = t->exempt_ply[1] = 0;
}

void table_new_game(struct table *t, const struct rules_position *start)
{
	if (t->has_game)
		table_end_told(t);
	if (t->has_game && t->plies > 0)
		table_end_game(t, RULES_UNDECIDED);
	if (t->has_game && t->plies > 0)
		table_pair(t, &(struct table_pair){0}); /* it was of that game */
	if (!t->is_announced && (!t->has_game || t->plies > 0))
		t->games++;
	t->has_game = true;
	t->is_announced = false;
	t->chess960 = start->chess960 ? rules_chess960_number(start) : -1;
	t->is_confirmed = t->chess960 < 0 || t->config.has_start;
	t->is_drawn = false;
	table_begin_game(t, start);
	table_tell_game(t, "ready", RULES_UNDECIDED);
}

static void keep_told(struct table *t, const struct table_past *past)
{
	struct rules_position pos = past->start;

	memset(t->told, 0, past->law.ply * sizeof(t->told[0]));
	for (size_t i = 0; i < past->law.count; i++) {
		size_t ply = past->law.ply + i;
		struct rules_text san = rules_text_in(t->told[ply].san, RULES_SAN_MAX);

		t->told[ply].move = past->law.move[i];
		rules_san_write(&san, &pos, past->law.move[i], RULES_EN, RULES_SAN_PGN);
		rules_apply(&pos, past->law.move[i], NULL);
	}
	t->plies = (uint16_t)(past->law.ply + past->law.count);
}

void table_go_on(struct table *t, uint64_t at_ms, const struct table_past *past)
{
	table_tick(t, at_ms);
	t->games++;
	t->has_game = t->is_confirmed = true;
	t->is_announced = false;
	t->chess960 = -1;
	t->is_drawn = false;
	t->has_clock = past->has_clock;
	t->is_blind = t->has_lost_clock = true;
	table_begin_game(t, &past->start);
	table_pair(t, &past->pair);
	law_go_on(&t->law, &past->law);
	if (past->has_clock)
		law_use_clock(&t->law);
	table_keep_base(t);
	keep_told(t, past);
}

void table_announce(struct table *t, uint64_t at_ms)
{
	table_tick(t, at_ms);
	if (t->has_game || t->is_announced)
		return;
	t->is_announced = true;
	t->games++;
	t->chess960 = -1;
	table_tell_game(t, "ready", RULES_UNDECIDED);
}

/* Art. 7.2.1: men are where they should not be, and the machine is to name them. */
static void begin_wrong(struct table *t)
{
	struct touch_event event = table_event_of(t, TOUCH_EV_ARBITER);
	struct rules_position start;

	rules_start(&start);
	table_new_game(t, &start);
	event.action = TOUCH_ACT_PAUSE;
	law_step(&t->law, &event, &t->reports);
	law_board(&t->law, t->seen, t->now_ms, &t->reports);
	event.action = TOUCH_ACT_START;
	table_step(t, &event);
}

static bool shows(const struct table *t, const rules_piece men[64])
{
	return memcmp(t->seen, men, 64) == 0;
}

void table_turn_seen(struct table *t)
{
	for (rules_square square = 0; square < 32; square++) {
		rules_piece piece = t->seen[square];

		t->seen[square] = t->seen[63 - square];
		t->seen[63 - square] = piece;
	}
	t->is_turned = !t->is_turned;
	table_tell_board(t, "rotated");
}

/* A position that was given: only the way the board lies is to be found. */
static void look_for_given(struct table *t)
{
	rules_piece turned[64];

	for (rules_square square = 0; square < 64; square++)
		turned[square] = t->seen[63 - square];
	if (!shows(t, t->config.start.at) && memcmp(turned, t->config.start.at, 64) == 0)
		table_turn_seen(t);
	table_new_game(t, &t->config.start);
	if (!shows(t, t->config.start.at))
		law_board(&t->law, t->seen, t->now_ms, &t->reports);
}

/* Could the men on the board have come there by play? */
static bool is_within_play(const struct table *t)
{
	const struct rules_position *pos = table_position(t);

	return t->has_game && !t->is_over && rules_count(touch_differs(pos, t->seen)) <= ONE_MOVE;
}

void table_draw(struct table *t, const struct rules_position *start)
{
	struct touch_event event;

	table_new_game(t, start);
	t->is_confirmed = t->is_drawn = true;
	table_name_men(t);
	if (shows(t, start->at))
		return;
	/* Until they stand so, men are set up and not played. */
	event = table_event_of(t, TOUCH_EV_ARBITER);
	event.action = TOUCH_ACT_PAUSE;
	law_step(&t->law, &event, &t->reports);
	law_board(&t->law, t->seen, t->now_ms, &t->reports);
}

static bool shows_turned(const struct table *t, const rules_piece men[64])
{
	for (rules_square square = 0; square < 64; square++)
		if (t->seen[square] != men[63 - square])
			return false;
	return true;
}

/* The game that was drawn begins when the board shows it, whichever way it lies. */
static void look_for_drawn(struct table *t)
{
	struct rules_position start = t->law.game.start;

	if (shows_turned(t, start.at))
		table_turn_seen(t);
	if (shows(t, start.at) && t->law.game.state == TOUCH_ST_HANDLING && !t->clock.running)
		table_begin_game(t, &start);
}

/* Art. 7.2.1: play begins, and the men do not stand as it was drawn. */
static void start_not_as_drawn(struct table *t)
{
	struct touch_event event = table_event_of(t, TOUCH_EV_ARBITER);

	event.action = TOUCH_ACT_START;
	table_step(t, &event);
}

static void look_for_start(struct table *t)
{
	struct touch_setup setup = touch_setup_look(t->seen);
	struct rules_position start;

	if (setup.kind != TOUCH_SETUP_USUAL && setup.kind != TOUCH_SETUP_CHESS960)
		return;
	if (is_within_play(t) && !(t->plies == 0 && setup.turned))
		return;
	if (setup.turned)
		table_turn_seen(t);
	if (!rules_chess960_start(&start, (unsigned)setup.number))
		return;
	if (setup.kind == TOUCH_SETUP_USUAL)
		rules_start(&start);
	if (!t->has_game || t->plies > 0 || memcmp(t->law.game.start.at, start.at, 64) != 0)
		table_new_game(t, &start);
}

void table_look(struct table *t)
{
	if (t->has_game && t->is_drawn && t->plies == 0 && !t->is_over) {
		look_for_drawn(t);
		return;
	}
	if (t->config.has_start && !t->has_game)
		look_for_given(t);
	else
		look_for_start(t);
}

void table_start(struct table *t)
{
	struct touch_setup setup = touch_setup_look(t->seen);

	/* One that was decided before it began stays so: whoever sits there plays for himself. */
	bool has_game = t->has_game && (!t->is_over || t->plies == 0);

	if (has_game && t->is_drawn && t->plies == 0 && !shows(t, t->law.game.start.at))
		start_not_as_drawn(t);
	if (has_game || t->config.has_start ||
	    (setup.kind != TOUCH_SETUP_WRONG && setup.kind != TOUCH_SETUP_QUARTER))
		return;
	if (setup.turned)
		table_turn_seen(t);
	begin_wrong(t);
}
