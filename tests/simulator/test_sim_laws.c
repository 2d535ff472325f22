/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "simulator/sim_hands.h"
#include "simulator/sim_sensor.h"
#include "simulator/sim_violation.h"
#include "tests/support/words.h"
#include "touchmove/touchmove.h"

/*
 * Hands that break the Laws on purpose, and the machine that knows them: each
 * was written without the other, and they must agree on every finding, its
 * article and its player, and on every move.
 */

#define SCAN_MS 250

static struct {
	struct touch_game game;
	struct touch_reports reports;
	struct touch_rules rules;
	enum sim_edition edition;
	bool is_on;
	uint32_t events;
	size_t plies;
	rules_move moves[SIM_PLIES_MAX + 1]; /* as last said, by ply */
	bool is_due;
	struct sim_act due; /* what is to be found next */
	size_t found;
} judge;

static void take_finding(const struct touch_report *report)
{
	const struct sim_violation_truth *truth = sim_violation_truth(judge.due.violation);
	const char *article = touch_article(&judge.rules, report->law);

	/* These follow from a finding, they are none. */
	if (report->kind == TOUCH_KIND_RIGHT_LAPSED || report->kind == TOUCH_KIND_ILLEGAL_COUNT)
		return;
	ck_assert_msg(judge.is_due, "ply %zu: accused of %s %s", judge.plies,
		      touch_kind_name(report->kind), article);
	ck_assert_str_eq(touch_kind_name(report->kind), truth->kind);
	ck_assert_str_eq(article, truth->article[judge.edition]);
	ck_assert_uint_eq(report->color, judge.due.color);
	judge.is_due = false;
	judge.found++;
}

static void take_reports(void)
{
	for (size_t i = 0; i < judge.reports.count; i++) {
		const struct touch_report *report = &judge.reports.report[i];

		ck_assert_int_ne(report->type, TOUCH_REPORT_UNSURE);
		ck_assert_int_ne(report->type, TOUCH_REPORT_REVISED);
		if (report->type == TOUCH_REPORT_MOVE && report->ply <= SIM_PLIES_MAX) {
			judge.moves[report->ply] = report->move;
			judge.plies = report->ply;
		} else if (report->type == TOUCH_REPORT_IRREGULARITY) {
			take_finding(report);
		}
	}
}

static void tell(struct touch_event event)
{
	if (!judge.is_on)
		return;
	event.id = ++judge.events;
	while (touch_deadline(&judge.game) < event.at_ms) {
		struct touch_event tick = {.type = TOUCH_EV_TICK,
					   .at_ms = touch_deadline(&judge.game)};

		touch_step(&judge.game, &tick, &judge.reports);
		take_reports();
	}
	touch_step(&judge.game, &event, &judge.reports);
	take_reports();
}

static void tell_changes(struct sim_sensor *s, uint64_t until_ms)
{
	struct dgt_field change;
	uint64_t at_ms;

	while (sim_sensor_next(s, until_ms, &change, &at_ms)) {
		bool is_lift = change.piece == DGT_EMPTY;

		tell((struct touch_event){.type = is_lift ? TOUCH_EV_LIFTED : TOUCH_EV_PLACED,
					  .at_ms = at_ms,
					  .square = change.square,
					  .piece = is_lift ? RULES_NO_PIECE
							   : rules_fen_piece(change.piece)});
	}
}

static void take_act(struct sim_sensor *s, const struct sim_game *game, const struct sim_act *act)
{
	tell_changes(s, act->at_ms);
	if (act->type == SIM_ACT_LIFT) {
		sim_sensor_put(s, act->at_ms, act->square, DGT_EMPTY);
	} else if (act->type == SIM_ACT_PLACE) {
		sim_sensor_put(s, act->at_ms, act->square, rules_fen_letter(act->piece));
	} else if (act->type == SIM_ACT_READY) {
		sim_sensor_look(s);
		touch_game_begin(&judge.game, &judge.rules, &game->start, act->at_ms);
		judge.is_on = true;
	} else if (act->type == SIM_ACT_PRESS) {
		tell((struct touch_event){.type = TOUCH_EV_PRESSED,
					  .at_ms = act->at_ms,
					  .color = (uint8_t)act->color});
	} else if (act->type == SIM_ACT_VIOLATION) {
		ck_assert_msg(!judge.is_due, "not found: %s",
			      sim_violation_truth(judge.due.violation)->name);
		judge.is_due = true;
		judge.due = *act;
	} else if (act->type == SIM_ACT_STOP_CLOCK) {
		judge.is_on = false;
	}
}

/* Plays games with this violation wherever it can be, and returns how many were found. */
static size_t play(enum sim_violation violation, enum sim_edition edition, int games)
{
	static const enum touch_edition editions[SIM_EDITIONS] = {TOUCH_LAWS_2001, TOUCH_LAWS_2009,
								  TOUCH_LAWS_2023};
	struct sim_hands_config config = sim_hands_usual(violation);
	struct sim_random random = sim_random_of(edition, violation);
	static struct sim_hands hands;
	static struct sim_game game;
	struct sim_sensor s;
	struct sim_act act;

	memset(&judge, 0, sizeof(judge));
	judge.edition = edition;
	judge.rules = touch_rules_for(editions[edition], TOUCH_STANDARD, false);
	config.habits = sim_habits_careful();
	if (violation != SIM_VIOLATION_NONE)
		config.violation[violation] = SIM_MILLION;
	sim_hands_init(&hands, config);
	sim_sensor_init(&s, SCAN_MS, 33);
	for (int i = 0; i < games; i++) {
		sim_game_random(&random, 160, &game);
		sim_hands_play(&hands, &game, 0);
		while (sim_hands_next(&hands, &act))
			take_act(&s, &game, &act);
		ck_assert(!judge.is_due);
		ck_assert_uint_eq(judge.plies, game.plies);
		ck_assert_int_eq(
			memcmp(judge.moves + 1, game.moves, game.plies * sizeof(game.moves[0])), 0);
	}
	return judge.found;
}

START_TEST(what_is_done_wrong_is_found_and_nothing_else)
{
	for (int edition = 0; edition < SIM_EDITIONS; edition++) {
		size_t found = play((enum sim_violation)_i, (enum sim_edition)edition, 12);

		/* Few kings are released where they castle and then go elsewhere. */
		ck_assert(found > 0 || _i == SIM_VIOLATION_NONE ||
			  _i == SIM_VIOLATION_KING_RELEASED);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: hands before the Laws");
	TCase *tc = tcase_create("laws");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, what_is_done_wrong_is_found_and_nothing_else, SIM_VIOLATION_NONE,
			    SIM_VIOLATIONS);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
