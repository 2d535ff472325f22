/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/when.h"
#include "tests/support/words.h"

static void expect_same(const char *text, int64_t ms)
{
	char again[WHEN_TEXT_MAX];
	int64_t read = 0;

	ck_assert_msg(when_read(text, &read), "%s", text);
	ck_assert_int_eq(read, ms);
	when_write(ms, again);
	ck_assert_str_eq(again, text);
}

START_TEST(times_are_known)
{
	expect_same("1970-01-01T00:00:00.000Z", 0);
	expect_same("2026-01-31T12:00:00.123Z", 1769860800123);
	expect_same("2024-02-29T23:59:59.999Z", 1709251199999);
	expect_same("2000-03-01T00:00:00.000Z", 951868800000);
	expect_same("1969-12-31T23:59:59.999Z", -1);
	expect_same("0000-01-01T00:00:00.000Z", -62167219200000);
	expect_same("9999-12-31T23:59:59.999Z", 253402300799999);
}
END_TEST

START_TEST(every_day_follows_the_one_before)
{
	char text[WHEN_TEXT_MAX];
	int64_t read = 0;

	for (int64_t day = -719528; day <= 2932896; day += 7) {
		when_write(day * 86400000, text);
		must_hold(when_read(text, &read) && read == day * 86400000, "%s", text);
	}
}
END_TEST

START_TEST(what_is_no_time_is_refused)
{
	static const char *const texts[] = {
		"",
		"2026-01-31",
		"2026-01-31T12:00:00Z",
		"2026-01-31T12:00:00.123",
		"2026-01-31 12:00:00.123Z",
		"2026-01-31T12:00:00.123z",
		"2026-13-01T12:00:00.123Z",
		"2026-00-01T12:00:00.123Z",
		"2026-02-29T12:00:00.123Z",
		"2026-04-31T12:00:00.123Z",
		"2026-01-00T12:00:00.123Z",
		"2026-01-31T24:00:00.123Z",
		"2026-01-31T12:60:00.123Z",
		"2026-01-31T12:00:60.123Z",
		"2026-01-3xT12:00:00.123Z",
		"+026-01-31T12:00:00.123Z",
	};
	int64_t read = 77;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_msg(!when_read(texts[i], &read), "%s", texts[i]);
	ck_assert_int_eq(read, 77);
}
END_TEST

START_TEST(times_outside_the_calendar_stay_at_its_ends)
{
	char text[WHEN_TEXT_MAX];

	when_write(INT64_MAX, text);
	ck_assert_str_eq(text, "9999-12-31T23:59:59.999Z");
	when_write(INT64_MIN, text);
	ck_assert_str_eq(text, "0000-01-01T00:00:00.000Z");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: times");
	TCase *tc = tcase_create("times");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, times_are_known);
	tcase_add_test(tc, every_day_follows_the_one_before);
	tcase_add_test(tc, what_is_no_time_is_refused);
	tcase_add_test(tc, times_outside_the_calendar_stay_at_its_ends);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
