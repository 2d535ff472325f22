/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/words.h"

START_TEST(what_fits_is_kept_and_ends_with_a_zero)
{
	char bytes[16];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	ck_assert_str_eq(bytes, "");
	rules_text_string(&text, "Nf3");
	rules_text_char(&text, ' ');
	rules_text_bytes(&text, "e5 and more", 2);
	rules_text_char(&text, ' ');
	rules_text_square(&text, rules_square_at(7, 7));
	ck_assert_str_eq(bytes, "Nf3 e5 h8");
	ck_assert_uint_eq(text.len, strlen(bytes));
	ck_assert(rules_text_fits(&text));
}
END_TEST

/* Whatever is added in whatever portions: the same bytes, up to the room there is. */
START_TEST(what_does_not_fit_is_counted_and_nothing_is_written_past_the_end)
{
	static const char all[] = "12345 a1 longer than the room";
	char bytes[40];

	for (size_t room = 0; room < sizeof(bytes); room++) {
		struct rules_text text;
		size_t kept = room == 0                    ? 0
			      : room - 1 < sizeof(all) - 1 ? room - 1
							   : sizeof(all) - 1;

		memset(bytes, '~', sizeof(bytes));
		text = rules_text_in(bytes, room);
		rules_text_number(&text, 12345);
		rules_text_char(&text, ' ');
		rules_text_square(&text, 0);
		rules_text_bytes(&text, " longer than", 12);
		rules_text_string(&text, " the room");

		ck_assert_uint_eq(text.len, sizeof(all) - 1);
		ck_assert_int_eq(rules_text_fits(&text), room >= sizeof(all));
		ck_assert_mem_eq(bytes, all, kept);
		if (room > 0)
			ck_assert_int_eq(bytes[kept], '\0');
		for (size_t i = room; i < sizeof(bytes); i++)
			ck_assert_int_eq(bytes[i], '~');
	}
}
END_TEST

START_TEST(a_text_without_room_only_counts)
{
	struct rules_text text = rules_text_in(NULL, 0);

	rules_text_string(&text, "e4 e5");
	ck_assert_uint_eq(text.len, 5);
	ck_assert(!rules_text_fits(&text));
}
END_TEST

static void expect_number(unsigned long number, const char *digits)
{
	char bytes[32];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_text_number(&text, number);
	ck_assert_str_eq(bytes, digits);
}

START_TEST(numbers_are_written_whole)
{
	char most[32];

	expect_number(0, "0");
	expect_number(9, "9");
	expect_number(10, "10");
	expect_number(65535, "65535");
	snprintf(most, sizeof(most), "%lu", ULONG_MAX);
	expect_number(ULONG_MAX, most);
}
END_TEST

START_TEST(all_squares_have_their_names)
{
	for (rules_square square = 0; square < 64; square++) {
		char bytes[4], name[3] = {(char)('a' + square % 8), (char)('1' + square / 8), 0};
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		rules_text_square(&text, square);
		ck_assert_str_eq(bytes, name);
	}
}
END_TEST

START_TEST(a_slice_is_a_string_only_if_all_of_it_is)
{
	struct rules_slice slice = rules_slice_of("Event");

	ck_assert_uint_eq(slice.len, 5);
	ck_assert(rules_slice_is(slice, "Event"));
	ck_assert(!rules_slice_is(slice, "Even"));
	ck_assert(!rules_slice_is(slice, "Events"));
	ck_assert(!rules_slice_is(slice, "event"));
	ck_assert(!rules_slice_is(slice, ""));
	ck_assert(rules_slice_is(rules_slice_of(""), ""));
	ck_assert(!rules_slice_is((struct rules_slice){.at = "a\0b", .len = 3}, "a"));
}
END_TEST

START_TEST(a_slice_that_was_never_set_is_the_empty_text)
{
	ck_assert(rules_slice_is((struct rules_slice){.at = NULL}, ""));
	ck_assert(!rules_slice_is((struct rules_slice){.at = NULL}, "a"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("text");
	TCase *text = tcase_create("text");

	tcase_add_test(text, what_fits_is_kept_and_ends_with_a_zero);
	tcase_add_test(text, what_does_not_fit_is_counted_and_nothing_is_written_past_the_end);
	tcase_add_test(text, a_text_without_room_only_counts);
	tcase_add_test(text, numbers_are_written_whole);
	tcase_add_test(text, all_squares_have_their_names);
	tcase_add_test(text, a_slice_is_a_string_only_if_all_of_it_is);
	tcase_add_test(text, a_slice_that_was_never_set_is_the_empty_text);
	suite_add_tcase(suite, text);
	return run_suite(suite);
}
