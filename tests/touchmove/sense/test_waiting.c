/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "rules-core/fen.h"
#include "tests/support/words.h"
#include "touchmove/sense/waiting.h"

/* Updates that wait until they are surely no noise. A scan of 200 ms: noise lasts 220. */
#define SCAN_MS 200

static struct sense_waiting waiting;

static bool tell(uint64_t at_ms, bool is_lift, rules_square square, rules_piece piece)
{
	struct sense_update update = {
		.at_ms = at_ms, .square = square, .piece = piece, .is_lift = is_lift};

	return sense_waiting_add(&waiting, &update, SCAN_MS);
}

/* What comes out at this time: "g1x f3N"; a lift is an x. Good until the next call. */
static const char *out_at(uint64_t now_ms)
{
	static char said[128];
	struct sense_update update;
	size_t len = 0;

	said[0] = '\0';
	while (sense_waiting_take(&waiting, now_ms, false, SCAN_MS, &update))
		len += (size_t)snprintf(said + len, sizeof(said) - len, "%s%c%c%c", len ? " " : "",
					'a' + rules_file_of(update.square),
					'1' + rules_rank_of(update.square),
					update.is_lift ? 'x' : rules_fen_letter(update.piece));
	return said;
}

static const rules_piece knight = RULES_KNIGHT;

static void begin(void)
{
	memset(&waiting, 0, sizeof(waiting));
}

START_TEST(a_lift_waits_for_the_noise_time)
{
	begin();
	ck_assert(tell(1000, true, 6, knight));
	ck_assert_uint_eq(sense_waiting_deadline(&waiting, SCAN_MS), 1220);
	ck_assert_str_eq(out_at(1219), "");
	ck_assert_str_eq(out_at(1220), "g1x");
	ck_assert_uint_eq(sense_waiting_deadline(&waiting, SCAN_MS), UINT64_MAX);
}
END_TEST

START_TEST(a_man_back_within_the_noise_time_was_never_lifted)
{
	begin();
	tell(1000, true, 6, knight);
	tell(1220, false, 6, knight);
	ck_assert_str_eq(out_at(9000), "");
	tell(10000, true, 6, knight);
	tell(10221, false, 6, knight);
	ck_assert_str_eq(out_at(19000), "g1x g1N");
}
END_TEST

START_TEST(a_man_seen_elsewhere_was_lifted_and_what_is_behind_it_waits)
{
	begin();
	tell(1000, true, 6, knight);
	tell(1010, true, 12, RULES_PAWN);
	tell(1100, false, 21, knight);
	ck_assert_str_eq(out_at(1100), "g1x");
	ck_assert_str_eq(out_at(1230), "e2x f3N");
}
END_TEST

START_TEST(of_two_lifts_of_one_kind_neither_is_confirmed)
{
	begin();
	tell(1000, true, 1, knight);
	tell(1000, true, 6, knight);
	tell(1100, false, 21, knight);
	ck_assert_str_eq(out_at(1100), "");
	ck_assert_str_eq(out_at(1220), "b1x g1x f3N");
}
END_TEST

START_TEST(a_full_queue_takes_no_more_and_can_be_forced)
{
	struct sense_update update;

	begin();
	for (rules_square square = 0; square < SENSE_WAITING_MAX; square++)
		ck_assert(tell(1000, true, square, RULES_PAWN));
	ck_assert(!tell(1000, true, 40, RULES_PAWN));
	ck_assert(sense_waiting_take(&waiting, 1000, true, SCAN_MS, &update));
	ck_assert_uint_eq(update.square, 0);
	ck_assert(tell(1000, true, 40, RULES_PAWN));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("waiting");
	TCase *tests = tcase_create("all");

	tcase_add_test(tests, a_lift_waits_for_the_noise_time);
	tcase_add_test(tests, a_man_back_within_the_noise_time_was_never_lifted);
	tcase_add_test(tests, a_man_seen_elsewhere_was_lifted_and_what_is_behind_it_waits);
	tcase_add_test(tests, of_two_lifts_of_one_kind_neither_is_confirmed);
	tcase_add_test(tests, a_full_queue_takes_no_more_and_can_be_forced);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
