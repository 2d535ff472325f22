/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/recorded.h"
#include "tests/support/words.h"

/*
 * Games recorded by other programs, whose times were put in afterwards: the
 * moves are right, none is told and withdrawn, and nobody is accused.
 * bench_games plays more of them.
 */

static struct recorded r;

static struct recorded_config blitz(int seed)
{
	return (struct recorded_config){
		.played = {.seed = (uint64_t)seed, .is_blitz = true, .is_timeless = true},
	};
}

static void expect_faultless(struct recorded_config config)
{
	char bytes[200];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	recorded_run(&r, config);
	ck_assert_uint_gt(r.played.verdict.made, 10);
	ck_assert_msg(!verdict_complain(&r.played.verdict, &text), "seed %u:%s",
		      (unsigned)config.played.seed, bytes);
	ck_assert_uint_eq(r.played.verdict.unsure, 0);
}

START_TEST(a_game_is_read_whatever_its_times)
{
	struct recorded_config config = blitz(1 + _i / RECORDED_TIMES);

	config.times = (enum recorded_times)(_i % RECORDED_TIMES);
	expect_faultless(config);
}
END_TEST

/* _i: its times; those of RECORDED_PACKED tell nothing, and haste is time. */
START_TEST(a_game_in_haste_is_read)
{
	struct recorded_config config = blitz(1 + _i);

	config.played.is_hasty = true;
	config.played.is_rotated = _i % 2;
	config.times = (enum recorded_times)(_i % RECORDED_PACKED);
	config.host = (enum recorded_host)(_i / RECORDED_PACKED % RECORDED_BLIND);
	expect_faultless(config);
}
END_TEST

START_TEST(a_game_is_read_from_a_board_the_other_way_round)
{
	struct recorded_config config = blitz(7);

	config.played.is_rotated = true;
	config.times = RECORDED_DIGITS;
	expect_faultless(config);
	ck_assert(r.replay.table.is_turned);
}
END_TEST

/* _i: what the other program asked, and how it wrote it down. */
START_TEST(a_game_is_read_whatever_was_asked_and_written)
{
	struct recorded_config config = blitz(11 + _i);

	config.times = RECORDED_SPREAD;
	config.host = (enum recorded_host)(_i % RECORDED_BLIND);
	config.lines = (enum recorded_lines)(_i / RECORDED_BLIND % RECORDED_LINES);
	config.has_outs = _i % 2;
	config.serial = _i % 3 == 1 ? "01025" : NULL;
	config.has_start = _i % 4 == 1;
	config.begins_late = _i % 5 == 1;
	expect_faultless(config);
}
END_TEST

START_TEST(a_game_is_read_without_a_clock)
{
	struct recorded_config config = blitz(21 + _i);

	config.host = RECORDED_BLIND;
	expect_faultless(config);
}
END_TEST

/* A long number does not fit the short answer, and the board told another one. */
START_TEST(the_number_in_the_first_line_need_not_be_the_boards)
{
	struct recorded_config config = blitz(31);

	config.host = _i ? RECORDED_CURIOUS : RECORDED_PLAIN;
	config.serial = "3000147740";
	expect_faultless(config);
	ck_assert_str_eq(r.replay.table.identity.serial, "3000147740");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: games recorded by other programs");
	TCase *tc = tcase_create("recordings");

	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(tc, a_game_is_read_whatever_its_times, 0, 12 * RECORDED_TIMES);
	tcase_add_loop_test(tc, a_game_in_haste_is_read, 0, 40);
	tcase_add_test(tc, a_game_is_read_from_a_board_the_other_way_round);
	tcase_add_loop_test(tc, a_game_is_read_whatever_was_asked_and_written, 0,
			    RECORDED_BLIND * RECORDED_LINES);
	tcase_add_loop_test(tc, a_game_is_read_without_a_clock, 0, 3);
	tcase_add_loop_test(tc, the_number_in_the_first_line_need_not_be_the_boards, 0, 2);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
