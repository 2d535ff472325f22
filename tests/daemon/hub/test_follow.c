/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "daemon/hub/follow.h"
#include "daemon/hub/translate.h"
#include "tests/support/words.h"

static struct follow follow;
static uint64_t expected; /* the next that should come out */

static void setup(void)
{
	follow_init(&follow);
	follow_begin(&follow, "6f1c0c52-5a51-4e0e-9d0e-2b1f6a7c9d10", 0);
	expected = 1;
}

static void teardown(void)
{
	follow_clear(&follow);
}

static int put(uint64_t seq)
{
	json_t *report = json_pack("{s:I}", "seq", (json_int_t)seq);
	int r = follow_put(&follow, report);

	json_decref(report);
	return r;
}

/* All that can be taken, which has to be the next ones in order. */
static void take(void)
{
	json_t *report;

	while ((report = follow_next(&follow)) != NULL) {
		ck_assert_int_eq(json_integer_value(json_object_get(report, "seq")),
				 (json_int_t)expected);
		ck_assert_uint_eq(follow.taken, expected);
		expected++;
		json_decref(report);
	}
}

START_TEST(reports_in_order_are_taken_at_once)
{
	for (uint64_t seq = 1; seq <= 10000; seq++) {
		ck_assert_int_eq(put(seq), 1);
		take();
	}
	ck_assert_uint_eq(expected, 10001);
	ck_assert(!follow_is_behind(&follow));
}
END_TEST

START_TEST(a_gap_holds_what_follows_until_it_is_filled)
{
	put(1);
	put(3);
	put(4);
	take();
	ck_assert_uint_eq(follow.taken, 1);
	ck_assert(follow_is_behind(&follow));
	put(2);
	take();
	ck_assert_uint_eq(follow.taken, 4);
	ck_assert(!follow_is_behind(&follow));
}
END_TEST

START_TEST(twice_and_shuffled_in_windows_of_twenty_is_the_same)
{
	uint64_t window[40], lot = 1;

	for (uint64_t base = 1; base <= 2000; base += 20) {
		for (size_t i = 0; i < 40; i++)
			window[i] = base + i / 2;
		for (size_t i = 39; i > 0; i--) {
			uint64_t other = window[i];
			size_t j;

			lot = lot * UINT64_C(6364136223846793005) + 1442695040888963407;
			j = (size_t)(lot >> 33) % (i + 1);

			window[i] = window[j];
			window[j] = other;
		}
		for (size_t i = 0; i < 40; i++) {
			ck_assert_int_ge(put(window[i]), 0);
			take();
		}
	}
	ck_assert_uint_eq(expected, 2001);
	ck_assert_uint_eq(follow.doubles, 2000);
}
END_TEST

START_TEST(what_is_too_far_ahead_comes_again_with_the_answer)
{
	put(FOLLOW_HELD + 1);
	ck_assert_uint_eq(follow.dropped, 1);
	take();
	ck_assert_uint_eq(follow.taken, 0);
	for (uint64_t seq = 1; seq <= FOLLOW_HELD + 1; seq++) {
		put(seq);
		take();
	}
	ck_assert_uint_eq(follow.taken, FOLLOW_HELD + 1);
}
END_TEST

START_TEST(what_the_node_no_longer_has_is_passed_over)
{
	put(3);
	put(12);
	ck_assert_uint_eq(follow_skip(&follow, 10), 9);
	ck_assert_uint_eq(follow_skip(&follow, 10), 0);
	put(10);
	put(11);
	expected = 10;
	take();
	ck_assert_uint_eq(follow.taken, 12);
}
END_TEST

START_TEST(another_journal_forgets_what_waited)
{
	put(2);
	follow_begin(&follow, "00000000-5a51-4e0e-9d0e-2b1f6a7c9d10", 0);
	put(1);
	take();
	ck_assert_uint_eq(follow.taken, 1);
	ck_assert_int_eq(put(0), -EINVAL);
}
END_TEST

/* --- numbers --- */

static struct translate_numbers numbers;

static void expect_translated(const char *from, const char *to)
{
	json_t *report = json_loads(from, 0, NULL);
	char *text;

	ck_assert(translate_report(report, "hall-a", 900, &numbers));
	text = json_dumps(report, JSON_COMPACT);
	ck_assert_str_eq(text, to);
	free(text);
	json_decref(report);
}

START_TEST(the_numbers_in_a_report_become_the_hubs)
{
	numbers = (struct translate_numbers){0};
	translate_note(&numbers, 17, 810);
	translate_note(&numbers, 18, 815);
	expect_translated("{\"event\":\"move\",\"seq\":20,\"board\":\"b\"}",
			  "{\"event\":\"move\",\"seq\":900,\"board\":\"b\",\"node\":\"hall-a\","
			  "\"origin\":20}");
	expect_translated("{\"seq\":20,\"evidence\":[17,18,3]}",
			  "{\"seq\":900,\"evidence\":[810,815],\"node\":\"hall-a\",\"origin\":20}");
	expect_translated("{\"seq\":20,\"action\":\"undo 18\",\"undoes\":18}",
			  "{\"seq\":900,\"action\":\"undo 815\",\"undoes\":815,\"node\":\"hall-a\","
			  "\"origin\":20}");
	expect_translated("{\"seq\":20,\"action\":\"attribute 17 white\",\"undoes\":null}",
			  "{\"seq\":900,\"action\":\"attribute 810 white\",\"undoes\":null,"
			  "\"node\":\"hall-a\",\"origin\":20}");
}
END_TEST

START_TEST(a_number_that_is_too_long_ago_is_none)
{
	numbers = (struct translate_numbers){0};
	translate_note(&numbers, 1, 5);
	ck_assert_uint_eq(translate_seq(&numbers, 1), 5);
	translate_note(&numbers, 1 + TRANSLATE_KEPT, 99);
	ck_assert_uint_eq(translate_seq(&numbers, 1), 0);
	ck_assert_uint_eq(translate_seq(&numbers, 0), 0);
}
END_TEST

START_TEST(an_action_is_told_in_the_nodes_number)
{
	char ours[64];
	size_t at, len;

	ck_assert_uint_eq(translate_named("undo 815", &at, &len), 815);
	ck_assert(translate_action("undo 815", 18, ours, sizeof(ours)));
	ck_assert_str_eq(ours, "undo 18");
	ck_assert(translate_action("attribute 815 white", 7, ours, sizeof(ours)));
	ck_assert_str_eq(ours, "attribute 7 white");
	ck_assert_uint_eq(translate_named("result 1-0", &at, &len), 0);
	ck_assert_uint_eq(translate_named("undo", &at, &len), 0);
	ck_assert(!translate_action("undo 815", UINT64_MAX, ours, 8));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("hub: the order of reports");
	TCase *tc = tcase_create("order");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, reports_in_order_are_taken_at_once);
	tcase_add_test(tc, a_gap_holds_what_follows_until_it_is_filled);
	tcase_add_test(tc, twice_and_shuffled_in_windows_of_twenty_is_the_same);
	tcase_add_test(tc, what_is_too_far_ahead_comes_again_with_the_answer);
	tcase_add_test(tc, what_the_node_no_longer_has_is_passed_over);
	tcase_add_test(tc, another_journal_forgets_what_waited);
	tcase_add_test(tc, the_numbers_in_a_report_become_the_hubs);
	tcase_add_test(tc, a_number_that_is_too_long_ago_is_none);
	tcase_add_test(tc, an_action_is_told_in_the_nodes_number);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
