/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/simulator/judged.h"
#include "tests/support/words.h"

/*
 * Hands that break the Laws on purpose, and the machine that knows them: each
 * was written without the other, and they must agree on every finding, its
 * article and its player, and on every move.
 */

#define TIMES 20

static struct judged j;

static void expect_agreement(struct contest contest)
{
	char bytes[200];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	judged_run(&j, &contest);
	ck_assert_msg(!verdict_complain(&j.verdict, &text), "%s, edition %d, pace %d, seed %u:%s",
		      sim_violation_truth(contest.violation)->name, contest.laws.edition,
		      contest.laws.pace, (unsigned)contest.seed, bytes);
}

/* _i is the violation. */
START_TEST(what_is_done_wrong_is_found_and_nothing_else)
{
	for (int edition = 0; edition < SIM_EDITIONS; edition++) {
		for (uint64_t seed = 1; seed <= TIMES; seed++) {
			expect_agreement(
				(struct contest){.seed = seed,
						 .laws = {.edition = (enum sim_edition)edition},
						 .is_careful = true,
						 .violation = (enum sim_violation)_i,
						 .violation_chance = SIM_MILLION,
						 .is_sought = true});
			ck_assert_uint_gt(j.verdict.violation_count, 0);
		}
	}
}
END_TEST

/* The articles of the appendices, and whether anybody supervises. */
START_TEST(nor_in_rapid_and_blitz)
{
	for (int i = 0; i < SIM_EDITIONS * 4; i++) {
		expect_agreement(
			(struct contest){.seed = (uint64_t)i + 1,
					 .laws = {(enum sim_edition)(i / 4),
						  i % 2 ? SIM_RAPID : SIM_BLITZ, i / 2 % 2 == 0},
					 .is_careful = true,
					 .violation = (enum sim_violation)_i,
					 .violation_chance = SIM_MILLION,
					 .is_sought = true});
		ck_assert_uint_gt(j.verdict.violation_count, 0);
	}
}
END_TEST

/* Whole games, one violation after the other. */
START_TEST(nor_when_it_happens_again_and_again)
{
	for (int edition = 0; edition < SIM_EDITIONS; edition++) {
		struct contest contest = {.seed = (uint64_t)_i,
					  .laws = {.edition = (enum sim_edition)edition},
					  .is_careful = true,
					  .violation = (enum sim_violation)_i,
					  .violation_chance = SIM_MILLION};

		expect_agreement(contest);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: hands before the Laws");
	TCase *tc = tcase_create("laws");
	/* A board that is set up wrongly begins no game: that is the table's. */
	int first = SIM_VIOLATION_NONE + 1, end = SIM_VIOLATION_WRONG_START;

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, what_is_done_wrong_is_found_and_nothing_else, first, end);
	tcase_add_loop_test(tc, nor_in_rapid_and_blitz, first, end);
	tcase_add_loop_test(tc, nor_when_it_happens_again_and_again, first, end);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
