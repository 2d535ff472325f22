/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/simulator/judged.h"

#include <string.h>

#include "touchmove/law/action.h"

#define AFTER_MS 2000

static void take_reports(struct judged *j)
{
	for (size_t i = 0; i < j->reports.count; i++) {
		const struct touch_report *report = &j->reports.report[i];

		if (report->type == TOUCH_REPORT_MOVE || report->type == TOUCH_REPORT_REVISED)
			verdict_take_move(&j->verdict, report->ply, report->move,
					  report->type == TOUCH_REPORT_REVISED);
		else
			verdict_take_report(&j->verdict, &j->rules, report);
	}
}

static void let_pass(struct judged *j, uint64_t until_ms)
{
	while (law_deadline(&j->law) < until_ms) {
		struct touch_event tick = {.type = TOUCH_EV_TICK, .at_ms = law_deadline(&j->law)};

		law_step(&j->law, &tick, &j->reports);
		take_reports(j);
	}
}

static void tell(struct judged *j, struct touch_event event, uint64_t at_ms)
{
	if (!j->is_on)
		return;
	event.at_ms = at_ms;
	event.id = ++j->events;
	let_pass(j, at_ms);
	law_step(&j->law, &event, &j->reports);
	take_reports(j);
}

static void tell_changes(struct judged *j, uint64_t until_ms)
{
	struct dgt_field change;
	uint64_t at_ms;

	while (sim_sensor_next(&j->sensor, until_ms, &change, &at_ms)) {
		bool is_lift = change.piece == BOARD_EMPTY;

		tell(j,
		     (struct touch_event){.type = is_lift ? TOUCH_EV_LIFTED : TOUCH_EV_PLACED,
					  .square = change.square,
					  .piece = is_lift ? RULES_NO_PIECE
							   : rules_fen_piece(change.piece)},
		     at_ms);
	}
}

static void tell_words(struct judged *j, const struct sim_act *act)
{
	struct touch_event event;

	if (touch_action_read(&event, act->text, NULL))
		tell(j, event, act->at_ms);
}

static void take_act(struct judged *j, const struct sim_game *game, const struct sim_act *act)
{
	tell_changes(j, act->at_ms);
	verdict_take_act(&j->verdict, act);
	if (act->type == SIM_ACT_LIFT) {
		sim_sensor_put(&j->sensor, act->at_ms, act->square, BOARD_EMPTY);
	} else if (act->type == SIM_ACT_PLACE) {
		sim_sensor_put(&j->sensor, act->at_ms, act->square, rules_fen_letter(act->piece));
	} else if (act->type == SIM_ACT_READY) {
		sim_sensor_look(&j->sensor);
		law_begin(&j->law, &j->rules, &game->start, act->at_ms);
		j->is_on = true;
	} else if (act->type == SIM_ACT_PRESS) {
		tell(j,
		     (struct touch_event){.type = TOUCH_EV_PRESSED, .color = (uint8_t)act->color},
		     act->at_ms);
	} else if (act->type == SIM_ACT_SAY) {
		tell_words(j, act);
	} else if (act->type == SIM_ACT_RESULT) {
		tell_changes(j, act->at_ms + j->sensor.scan_ms);
		let_pass(j, act->at_ms + AFTER_MS);
		j->is_on = false;
	}
}

void judged_run(struct judged *j, const struct contest *contest)
{
	static struct sim_game game;
	static struct sim_hands hands;
	struct sim_table_config table = contest_table(contest, &game);
	struct sim_random random = sim_random_of(contest->seed, 3);
	struct sim_act act;

	memset(j, 0, sizeof(*j));
	j->verdict.laws = contest->laws;
	j->rules = contest_rules(contest);
	sim_hands_init(&hands, table.hands);
	sim_sensor_init(&j->sensor, table.board.scan_ms,
			sim_random_below(&random, table.board.scan_ms));
	sim_hands_play(&hands, &game, 0);
	while (sim_hands_next(&hands, &act))
		take_act(j, &game, &act);
	verdict_match(&j->verdict);
}
