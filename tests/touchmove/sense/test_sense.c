/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/start.h"
#include "tests/support/words.h"
#include "touchmove/sense/sense.h"

static struct sense sense;
static struct rules_position start;

static void a_board(bool sees_men)
{
	rules_start(&start);
	sense_init(&sense, sense_times_of(SENSE_CABLE), sees_men, &start, 0);
}

static struct sense_change take(rules_square square, rules_piece piece, uint32_t at_ms)
{
	struct sense_change change;

	if (sense_look(&sense, square, piece, at_ms, &change))
		sense_take(&sense, &change);
	return change;
}

#define E2 12
#define E4 28

START_TEST(a_board_at_rest_shows_its_position)
{
	a_board(true);
	ck_assert_uint_eq(sense_differs(&sense, &start), 0);
	ck_assert(sense_shows(&sense, E2, RULES_PAWN));
	ck_assert(!sense_shows(&sense, E4, RULES_PAWN));
}
END_TEST

START_TEST(a_lift_and_a_place_differ_on_two_squares)
{
	a_board(true);
	take(E2, RULES_NO_PIECE, 1000);
	take(E4, RULES_PAWN, 1500);
	ck_assert_uint_eq(sense_differs(&sense, &start), rules_set_of(E2) | rules_set_of(E4));
	ck_assert_uint_eq(sense.changed_ms[E4], 1500);
}
END_TEST

START_TEST(an_update_that_is_known_changes_nothing)
{
	struct sense_change change;

	a_board(true);
	ck_assert(!sense_look(&sense, E2, RULES_PAWN, 1000, &change));
	ck_assert_uint_eq(change.is, RULES_PAWN);
}
END_TEST

START_TEST(back_within_a_scan_and_a_tenth_is_noise)
{
	a_board(true);
	take(E2, RULES_NO_PIECE, 1000);
	ck_assert(take(E2, RULES_PAWN, 1275).is_noise);
	take(E2, RULES_NO_PIECE, 5000);
	ck_assert(!take(E2, RULES_PAWN, 5276).is_noise);
}
END_TEST

START_TEST(another_man_on_the_square_is_no_noise)
{
	a_board(true);
	take(E2, RULES_NO_PIECE, 1000);
	ck_assert(!take(E2, RULES_KNIGHT, 1100).is_noise);
}
END_TEST

START_TEST(a_board_without_men_sees_only_that_a_square_is_occupied)
{
	a_board(false);
	ck_assert_uint_eq(sense_differs(&sense, &start), 0);
	take(E2, RULES_NO_PIECE, 1000);
	take(E4, rules_piece_of(RULES_BLACK, RULES_QUEEN), 1300);
	ck_assert(sense_shows(&sense, E4, RULES_PAWN));
	ck_assert_int_eq(rules_count(sense_differs(&sense, &start)), 2);
}
END_TEST

START_TEST(every_transport_has_its_times)
{
	for (int i = 0; i < SENSE_TRANSPORTS; i++) {
		const struct sense_times *times = sense_times_of((enum sense_transport)i);

		ck_assert_uint_gt(times->scan_ms, 0);
		ck_assert_uint_eq(times->noise_ms, times->scan_ms * 11 / 10);
		ck_assert_uint_eq(times->flash_ms, times->scan_ms * 3 / 2);
		ck_assert_ptr_nonnull(times->name);
	}
	ck_assert_uint_eq(sense_times_scaled(SENSE_CABLE, 200).noise_ms, 220);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sense");
	TCase *tests = tcase_create("contacts");

	tcase_add_test(tests, a_board_at_rest_shows_its_position);
	tcase_add_test(tests, a_lift_and_a_place_differ_on_two_squares);
	tcase_add_test(tests, an_update_that_is_known_changes_nothing);
	tcase_add_test(tests, back_within_a_scan_and_a_tenth_is_noise);
	tcase_add_test(tests, another_man_on_the_square_is_no_noise);
	tcase_add_test(tests, a_board_without_men_sees_only_that_a_square_is_occupied);
	tcase_add_test(tests, every_transport_has_its_times);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
