/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "tests/simulator/judged.h"
#include "tests/support/words.h"

/*
 * Clean games, played as people play: men are slid, pushed and smeared over
 * squares, captured men are dragged along, replies come before the press.
 * Nobody may be accused of anything, and every move must come out right.
 */

#define GAMES 200

static unsigned asked(const char *name, unsigned otherwise)
{
	const char *value = getenv(name);

	return value ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

/* BOARDD_SEED, BOARDD_GAMES: others, and more of them. */
static void expect_clean(struct contest contest, unsigned games)
{
	static struct judged j;
	unsigned first = asked("BOARDD_SEED", 1), wrong = 0;

	games = asked("BOARDD_GAMES", games);
	for (contest.seed = first; contest.seed < first + games; contest.seed++) {
		char bytes[200];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		judged_run(&j, &contest);
		if (!verdict_complain(&j.verdict, &text))
			continue;
		fprintf(stderr, "seed %u:%s\n", (unsigned)contest.seed, bytes);
		wrong++;
	}
	ck_assert_uint_eq(wrong, 0);
}

START_TEST(nobody_is_accused_in_a_clean_game)
{
	expect_clean((struct contest){.laws = {.edition = SIM_LAWS_2023}}, GAMES);
}
END_TEST

/* _i is the edition. */
START_TEST(nor_under_the_older_laws)
{
	expect_clean((struct contest){.laws = {.edition = (enum sim_edition)_i}}, GAMES / 10);
	expect_clean((struct contest){.laws = {(enum sim_edition)_i, SIM_BLITZ, true}}, GAMES / 10);
}
END_TEST

START_TEST(nor_in_chess960)
{
	expect_clean((struct contest){.laws = {.edition = SIM_LAWS_2023}, .is_chess960 = true},
		     GAMES / 4);
}
END_TEST

START_TEST(nor_without_a_clock)
{
	expect_clean((struct contest){.laws = {.edition = SIM_LAWS_2023}, .has_no_clock = true},
		     GAMES / 4);
}
END_TEST

/* Half a second a scan: whole moves fall between two looks. */
START_TEST(nor_by_slower_sensors)
{
	expect_clean((struct contest){.laws = {.edition = SIM_LAWS_2023},
				      .is_careful = true,
				      .is_bluetooth = true},
		     GAMES / 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: clean games by human hands");
	TCase *tc = tcase_create("games");

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, nobody_is_accused_in_a_clean_game);
	tcase_add_loop_test(tc, nor_under_the_older_laws, SIM_LAWS_2001, SIM_LAWS_2023);
	tcase_add_test(tc, nor_in_chess960);
	tcase_add_test(tc, nor_without_a_clock);
	tcase_add_test(tc, nor_by_slower_sensors);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
