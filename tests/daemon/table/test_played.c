/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/played.h"
#include "tests/support/words.h"

/* Simulated games from hands to reports, a few with fixed seeds; bench_games plays more. */

#define TIMES 20

static struct played p;

static void expect_faultless(struct contest contest)
{
	char bytes[200];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	played_run(&p, &contest);
	ck_assert_uint_gt(p.verdict.made, 2);
	ck_assert_msg(!verdict_complain(&p.verdict, &text), "seed %u:%s", (unsigned)contest.seed,
		      bytes);
}

START_TEST(careful_games_are_read_as_played)
{
	expect_faultless((struct contest){
		.seed = (uint64_t)_i, .laws = {.edition = SIM_LAWS_2023}, .is_careful = true});
}
END_TEST

START_TEST(games_with_all_manners_are_read_as_played)
{
	const struct sim_laws laws = {.edition = (enum sim_edition)(_i % SIM_EDITIONS)};

	expect_faultless((struct contest){.seed = (uint64_t)_i, .laws = laws});
	expect_faultless((struct contest){.seed = (uint64_t)_i, .laws = laws, .is_chess960 = true});
	expect_faultless(
		(struct contest){.seed = (uint64_t)_i, .laws = laws, .is_bluetooth = true});
	expect_faultless(
		(struct contest){.seed = (uint64_t)_i, .laws = laws, .has_no_clock = true});
}
END_TEST

/* _i is the violation. */
START_TEST(a_violation_is_found_with_article_and_player)
{
	for (uint64_t seed = 1; seed <= TIMES; seed++) {
		expect_faultless((struct contest){
			.seed = seed,
			.laws = {.edition = (enum sim_edition)(seed % SIM_EDITIONS),
				 .pace = (enum sim_pace)(seed / 3 % SIM_PACES),
				 .is_unsupervised = seed % 2 == 0},
			.is_careful = true,
			.violation = (enum sim_violation)_i,
			.violation_chance = SIM_MILLION,
			.is_sought = true});
		ck_assert_uint_gt(p.verdict.violation_count, 0);
	}
}
END_TEST

/*
 * A dump every few seconds makes up for one lost update in a hundred, and mostly
 * for three; where it does not, the arbiter is told so.
 */
START_TEST(games_with_lost_updates_end_right_or_unsure)
{
	unsigned right = 0;

	for (uint64_t seed = 3; seed < 17; seed++) {
		played_run(&p, &(struct contest){.seed = seed,
						 .laws = {.edition = SIM_LAWS_2023},
						 .lose = seed % 2 == 0 ? 10000 : 30000});
		ck_assert_uint_gt(p.lost, 0);
		ck_assert_uint_eq(verdict_accusations(&p.verdict), 0);
		ck_assert(verdict_ends_right(&p.verdict) || p.verdict.unsure > 0);
		right += verdict_ends_right(&p.verdict);
	}
	ck_assert_uint_ge(right, 12);
}
END_TEST

/* _i is the fault: bytes lost, doubled or changed, the cable out, the board silent or off. */
START_TEST(with_faults_of_the_line_the_end_is_right_or_unsure)
{
	struct contest contest = {
		.seed = (uint64_t)_i + 1, .laws = {.edition = SIM_LAWS_2023}, .is_careful = true};

	contest.faults.chance[_i] = _i <= SIM_FAULT_FLIP ? 1000 : 3000;
	played_run(&p, &contest);
	ck_assert(verdict_ends_right(&p.verdict) || p.verdict.unsure > 0);
	ck_assert_uint_eq(verdict_accusations(&p.verdict), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: simulated games at a table");
	TCase *tc = tcase_create("games");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, careful_games_are_read_as_played, 1, 9);
	tcase_add_loop_test(tc, games_with_all_manners_are_read_as_played, 1, 9);
	tcase_add_loop_test(tc, a_violation_is_found_with_article_and_player, 1, SIM_VIOLATIONS);
	tcase_add_test(tc, games_with_lost_updates_end_right_or_unsure);
	tcase_add_loop_test(tc, with_faults_of_the_line_the_end_is_right_or_unsure, SIM_FAULT_DROP,
			    SIM_FAULT_POWER + 1);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
