/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulator/sim_hands.h"
#include "simulator/sim_sensor.h"
#include "tests/support/words.h"
#include "touchmove/touchmove.h"

/*
 * Clean games, played as people play: men are slid, pushed and smeared over
 * squares, captured men are dragged along, replies come before the press.
 * Nobody may be accused of anything, and every move must come out right.
 */

#define SCAN_MS 250
#define GAMES   200

struct tally {
	unsigned plies, wrong_games, accused, revised, unsure;
};

static struct {
	struct touch_game game;
	struct touch_reports reports;
	struct touch_rules rules;
	struct tally tally;
	const char *story; /* told of every accusation when not NULL */
	char recent[4096];
	size_t recent_len;
	bool is_on;
	uint32_t events;
	size_t plies;
	rules_move moves[SIM_PLIES_MAX + 1]; /* as last said, by ply */
} judge;

/* The last events, for a failure to print. */
static void remember(const struct touch_event *event)
{
	char line[64];
	int len;

	if (event->type == TOUCH_EV_PRESSED)
		len = snprintf(line, sizeof(line), "%llu press %d; ",
			       (unsigned long long)event->at_ms, event->color);
	else
		len = snprintf(
			line, sizeof(line), "%llu %s %c%d %c; ", (unsigned long long)event->at_ms,
			event->type == TOUCH_EV_LIFTED ? "lift" : "place", 'a' + event->square % 8,
			event->square / 8 + 1,
			event->type == TOUCH_EV_LIFTED ? ' ' : rules_fen_letter(event->piece));
	if (judge.recent_len + (size_t)len >= 600) {
		memmove(judge.recent, judge.recent + 200, judge.recent_len - 200);
		judge.recent_len -= 200;
	}
	memcpy(judge.recent + judge.recent_len, line, (size_t)len + 1);
	judge.recent_len += (size_t)len;
}

static void take_reports(void)
{
	for (size_t i = 0; i < judge.reports.count; i++) {
		const struct touch_report *report = &judge.reports.report[i];

		if (report->type == TOUCH_REPORT_MOVE || report->type == TOUCH_REPORT_REVISED) {
			judge.tally.revised += report->type == TOUCH_REPORT_REVISED;
			judge.plies = report->ply;
			if (report->ply <= SIM_PLIES_MAX)
				judge.moves[report->ply] = report->move;
		} else if (report->type == TOUCH_REPORT_UNSURE) {
			judge.tally.unsure++;
		} else if (report->type == TOUCH_REPORT_IRREGULARITY &&
			   report->kind !=
				   TOUCH_KIND_RIGHT_LAPSED) { /* that follows from another */
			judge.tally.accused++;
			if (judge.story)
				fprintf(stderr, "%s ply %zu %s: %s\n", judge.story, judge.plies,
					touch_kind_name(report->kind), judge.recent);
		}
	}
}

static void let_pass(uint64_t until_ms)
{
	while (touch_deadline(&judge.game) < until_ms) {
		struct touch_event tick = {.type = TOUCH_EV_TICK,
					   .at_ms = touch_deadline(&judge.game)};

		touch_step(&judge.game, &tick, &judge.reports);
		take_reports();
	}
}

static void tell(struct touch_event event)
{
	if (!judge.is_on)
		return;
	event.id = ++judge.events;
	remember(&event);
	let_pass(event.at_ms);
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
		judge.plies = 0;
	} else if (act->type == SIM_ACT_PRESS) {
		tell((struct touch_event){.type = TOUCH_EV_PRESSED,
					  .at_ms = act->at_ms,
					  .color = (uint8_t)act->color});
	} else if (act->type == SIM_ACT_RESULT) {
		tell_changes(s, act->at_ms + SCAN_MS);
		let_pass(act->at_ms + 2000);
		judge.is_on = false;
	}
}

static bool is_right(const struct sim_game *game)
{
	return judge.plies == game->plies &&
	       memcmp(judge.moves + 1, game->moves, game->plies * sizeof(game->moves[0])) == 0;
}

static size_t first_wrong(const struct sim_game *game)
{
	size_t ply = 1;

	while (ply <= game->plies && judge.moves[ply] == game->moves[ply - 1])
		ply++;
	return ply;
}

static struct tally play(uint64_t seed, int games)
{
	struct sim_hands_config config = sim_hands_usual(seed);
	struct sim_random random = sim_random_of(seed, 1);
	static struct sim_hands hands;
	static struct sim_game game;
	struct sim_sensor s;
	struct sim_act act;

	memset(&judge, 0, sizeof(judge));
	judge.story = getenv("BOARDD_STORY");
	judge.rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	config.habits = sim_habits_counted();
	sim_hands_init(&hands, config);
	sim_sensor_init(&s, SCAN_MS, 33);
	for (int i = 0; i < games; i++) {
		sim_game_random(&random, 160, &game);
		sim_hands_play(&hands, &game, 0);
		while (sim_hands_next(&hands, &act))
			take_act(&s, &game, &act);
		judge.tally.plies += (unsigned)game.plies;
		judge.tally.wrong_games += !is_right(&game);
		if (judge.story && !is_right(&game))
			fprintf(stderr, "%s wrong game %d: %zu of %zu, first at ply %zu\n",
				judge.story, i, judge.plies, game.plies, first_wrong(&game));
	}
	return judge.tally;
}

static unsigned asked(const char *name, unsigned otherwise)
{
	const char *value = getenv(name);

	return value ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

/* BOARDD_GAMES, BOARDD_SEED: a longer run. BOARDD_STORY: a word before every line told. */
START_TEST(nobody_is_accused_in_a_clean_game)
{
	struct tally tally = play(asked("BOARDD_SEED", 1), (int)asked("BOARDD_GAMES", GAMES));

	if (judge.story)
		fprintf(stderr, "%u plies: %u accused, %u wrong games, %u revised, %u unsure\n",
			tally.plies, tally.accused, tally.wrong_games, tally.revised, tally.unsure);
	ck_assert_uint_eq(tally.accused, 0);
	ck_assert_uint_eq(tally.wrong_games, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: clean games by human hands");
	TCase *tc = tcase_create("games");

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, nobody_is_accused_in_a_clean_game);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
