/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/played.h"
#include "tests/support/words.h"

/* Simulated games from hands to reports, a few with fixed seeds; bench_games plays more. */

static struct played p;

static void expect_faultless(struct played_config config)
{
	char bytes[200];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	played_run(&p, config);
	played_match(&p);
	ck_assert_uint_gt(p.made, 10);
	ck_assert_msg(!played_complain(&p, &text), "seed %u:%s", (unsigned)config.seed, bytes);
}

START_TEST(careful_games_are_read_as_played)
{
	expect_faultless((struct played_config){.seed = (uint64_t)_i, .is_careful = true});
}
END_TEST

/* _i is the violation; the occasion for some of them is rare. */
START_TEST(a_violation_is_found_with_article_and_player)
{
	for (uint64_t seed = 1; seed <= 5; seed++) {
		played_run(&p, (struct played_config){.seed = seed,
						      .is_careful = true,
						      .violation = (enum sim_violation)_i,
						      .violation_chance = 200000});
		ck_assert_uint_eq(played_match(&p), p.violation_count);
		ck_assert_uint_eq(played_accusations(&p), 0);
		ck_assert(played_ends_right(&p));
	}
}
END_TEST

START_TEST(with_lost_updates_the_end_is_right_or_unsure)
{
	played_run(&p, (struct played_config){.seed = (uint64_t)_i, .lose = 10000});
	ck_assert(played_ends_right(&p) || p.unsure > 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: simulated games at a table");
	TCase *tc = tcase_create("games");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, careful_games_are_read_as_played, 1, 9);
	tcase_add_loop_test(tc, a_violation_is_found_with_article_and_player, 1, SIM_VIOLATIONS);
	tcase_add_loop_test(tc, with_lost_updates_the_end_is_right_or_unsure, 1, 9);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
