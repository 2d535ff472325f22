/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "bench/read_game.h"
#include "tests/support/words.h"

/*
 * Boardd is killed again and again, in the middle of anything, while people play on. What was
 * played meanwhile may be beyond anybody, and then that is told; but what is played before our
 * eyes afterwards is told from whatever position, no table falls silent, and nothing is wrong or
 * missing without a doubt.
 */

#define GAMES 40

static unsigned games(void)
{
	const char *value = getenv("BOARDD_GAMES");

	return value ? (unsigned)strtoul(value, NULL, 10) : GAMES;
}

static void expect_well(unsigned think_s, bool skip_log)
{
	unsigned wrong = 0;

	for (unsigned seed = 1; seed <= games(); seed++) {
		struct read_setting set = {
			.reader = &bench_reader_table,
			.contest = {.seed = seed,
				    .laws = {.edition = SIM_LAWS_2023},
				    .kind = sim_kind_of(rules_slice_of("careful")),
				    .think_ms = think_s * 1000},
			.gap = READ_GAP_RESTART,
			.gap_at = 10 * (seed % 24),
			.gap_ms = 30000,
			.gap_again = 60,
			.skip_log = skip_log,
		};
		struct read_score score = {0};
		char why[200];

		read_game(&set, &score, why, sizeof(why));
		if (score.silent == 0 && score.silently_wrong == 0)
			continue;
		fprintf(stderr, "seed %u, thinking %u s:%s\n", seed, think_s, why);
		wrong++;
	}
	ck_assert_uint_eq(wrong, 0);
}

START_TEST(after_kills_play_is_told_again)
{
	expect_well(6, false);
	expect_well(15, false);
}
END_TEST

START_TEST(also_where_the_board_keeps_no_log)
{
	expect_well(6, true);
	expect_well(15, true);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("table: killed again and again");
	TCase *tc = tcase_create("kills");

	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, after_kills_play_is_told_again);
	tcase_add_test(tc, also_where_the_board_keeps_no_log);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
