/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/support/words.h"
#include "touchmove/law/control.h"

/* The time control of a game, as PGN writes it (Art. 6.3). */

static struct touch_control control_of(const char *text)
{
	struct touch_control control;
	struct rules_fault fault;

	ck_assert_msg(touch_control_read(&control, rules_slice_of(text), &fault), "%s: %s", text,
		      fault.why);
	return control;
}

START_TEST(art_6_3_1_periods_have_moves_time_and_increment)
{
	struct touch_control control = control_of("40/5400+30:20/3600:1800+10");

	ck_assert_uint_eq(control.count, 3);
	ck_assert_uint_eq(control.period[0].moves, 40);
	ck_assert_uint_eq(control.period[0].time_s, 5400);
	ck_assert_uint_eq(control.period[0].increment_s, 30);
	ck_assert_uint_eq(control.period[1].increment_s, 0);
	ck_assert_uint_eq(control.period[2].moves, 0);
	ck_assert_uint_eq(control.period[2].time_s, 1800);
}
END_TEST

START_TEST(a_control_is_written_as_it_is_read)
{
	static const char *const texts[] = {"40/5400+30:20/3600:1800+10", "300", "180+2", ""};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct touch_control control = {0};
		char bytes[120];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		if (texts[i][0] != '\0')
			control = control_of(texts[i]);
		touch_control_write(&text, &control);
		ck_assert_str_eq(bytes, texts[i]);
	}
}
END_TEST

START_TEST(a_player_is_in_the_period_of_his_next_move)
{
	struct touch_control control = control_of("40/5400:20/3600:1800");

	ck_assert_uint_eq(touch_control_period(&control, 0), 0);
	ck_assert_uint_eq(touch_control_period(&control, 39), 0);
	ck_assert_uint_eq(touch_control_period(&control, 40), 1);
	ck_assert_uint_eq(touch_control_period(&control, 60), 2);
	ck_assert_uint_eq(touch_control_moves(&control, 0), 40);
	ck_assert_uint_eq(touch_control_moves(&control, 1), 60);
	ck_assert_uint_eq(touch_control_moves(&control, 2), 0);
}
END_TEST

START_TEST(what_is_no_time_control_is_refused_with_its_place)
{
	static const struct {
		const char *text;
		size_t at;
	} bad[] = {{"", 0},
		   {"40/", 3},
		   {"x", 0},
		   {"300+", 4},
		   {"300:", 4},
		   {"300:300", 4},
		   {"40/300+30 ", 9},
		   {"0/300", 5},
		   {"999999", 6},
		   {"501/300", 4},
		   {"1/1:1/1:1/1:1/1:1/1:1/1", 20}};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct touch_control control;
		struct rules_fault fault = {0};

		ck_assert_msg(!touch_control_read(&control, rules_slice_of(bad[i].text), &fault),
			      "%s", bad[i].text);
		ck_assert_msg(fault.at == bad[i].at, "%s: %zu: %s", bad[i].text, fault.at,
			      fault.why);
		ck_assert_uint_gt(strlen(fault.why), 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("control");
	TCase *tests = tcase_create("control");

	tcase_add_test(tests, art_6_3_1_periods_have_moves_time_and_increment);
	tcase_add_test(tests, a_control_is_written_as_it_is_read);
	tcase_add_test(tests, a_player_is_in_the_period_of_his_next_move);
	tcase_add_test(tests, what_is_no_time_control_is_refused_with_its_place);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
