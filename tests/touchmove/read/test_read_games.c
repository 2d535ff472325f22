/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/words.h"
#include "tests/touchmove/read/read_play.h"

/* Whole simulated games: few of each kind, so that a slip shows at once. bench_read plays many. */

#define GAMES 12
#define FIRST 90001 /* seeds on which nothing was tuned */

static struct read_play play;

static struct read_play_config usual(uint64_t seed)
{
	return (struct read_play_config){
		.seed = seed, .scan_ms = 250, .plies = 60, .hands = sim_hands_usual(seed)};
}

static void expect_right(const struct read_play_config *config)
{
	read_play_run(&play, config);
	ck_assert_msg(!play.is_wrong && play.right == play.made && play.unsure == 0,
		      "seed %lu: %zu of %zu right, %zu told, %zu unsure",
		      (unsigned long)config->seed, play.right, play.made, play.told, play.unsure);
	ck_assert_msg(play.withdrawn == 0, "seed %lu: %zu withdrawn", (unsigned long)config->seed,
		      play.withdrawn);
}

START_TEST(careful_hands_are_read_without_a_slip)
{
	struct read_play_config config = usual(FIRST + (uint64_t)_i);

	config.hands.habits = sim_habits_careful();
	expect_right(&config);
}
END_TEST

START_TEST(hands_as_recorded_are_read_without_a_slip)
{
	struct read_play_config config = usual(FIRST + (uint64_t)_i);

	expect_right(&config);
}
END_TEST

START_TEST(recaptures_without_a_clock_are_read)
{
	struct read_play_config config = usual(FIRST + (uint64_t)_i);

	config.has_no_clock = config.is_sharp = true;
	config.hands.think_ms = 900;
	expect_right(&config);
}
END_TEST

START_TEST(after_a_gap_nothing_is_wrong_that_is_not_said)
{
	struct read_play_config config = usual(FIRST + (uint64_t)_i);

	config.hands.habits = sim_habits_careful();
	config.hands.think_ms = 4000;
	config.gap_ms = _i % 2 ? 3000 : 30000;
	config.gap_after = 10 + 7 * (uint32_t)_i;
	read_play_run(&play, &config);
	ck_assert_msg(!play.is_wrong || play.was_unsure, "seed %lu: silently wrong",
		      (unsigned long)config.seed);
}
END_TEST

START_TEST(a_reader_is_small)
{
	ck_assert_uint_le(sizeof(struct reader), 48 * 1024);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("read games");
	TCase *tests = tcase_create("games");

	tcase_add_loop_test(tests, careful_hands_are_read_without_a_slip, 0, GAMES);
	tcase_add_loop_test(tests, hands_as_recorded_are_read_without_a_slip, 0, GAMES);
	tcase_add_loop_test(tests, recaptures_without_a_clock_are_read, 0, GAMES);
	tcase_add_loop_test(tests, after_a_gap_nothing_is_wrong_that_is_not_said, 0, GAMES);
	tcase_add_test(tests, a_reader_is_small);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
