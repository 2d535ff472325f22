/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/moment.h"

#include <time.h>

#include "tests/support/words.h"

#define HOUR_MS (3600 * 1000)

static uint64_t wall_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

START_TEST(it_begins_with_the_time_of_the_machine)
{
	uint64_t before = wall_ms();
	struct moment m;

	moment_begin(&m, 1, 0);
	ck_assert_uint_ge(moment_now(&m) + 1, before);
	ck_assert_uint_le(moment_now(&m), wall_ms() + 1);
	ck_assert_uint_eq(m.ahead_ms, 0);
}
END_TEST

/* The machine has no battery for its clock, and the journal knows better. */
START_TEST(it_begins_after_the_last_time_of_the_journal)
{
	uint64_t later = wall_ms() + HOUR_MS;
	struct moment m;
	int64_t off_ms = 0;

	moment_begin(&m, 1, later);
	ck_assert_uint_ge(moment_now(&m), later);
	ck_assert(!moment_compare(&m, &off_ms));
	ck_assert_int_ge(off_ms, HOUR_MS - 1000); /* we are ahead, and say by how much */
	ck_assert_uint_eq(m.ahead_ms, 0);
}
END_TEST

/* A timer spoke an hour after the last word of a board; then boardd was killed, and resumes. */
START_TEST(it_is_not_resumed_before_what_has_happened)
{
	uint64_t last = wall_ms() - 2 * HOUR_MS, spoke = last + HOUR_MS;
	struct moment m;

	moment_begin(&m, 1, last);
	moment_not_before(&m, spoke);
	moment_resume(&m, 10 * HOUR_MS);
	ck_assert_uint_ge(moment_now(&m), spoke);
	ck_assert_uint_le(moment_now(&m), spoke + HOUR_MS / 2);
	ck_assert_uint_eq(m.ahead_ms, 10 * HOUR_MS);
}
END_TEST

START_TEST(it_never_falls)
{
	struct moment m;
	uint64_t last = 0;

	moment_begin(&m, 7.5, 0);
	for (int i = 0; i < 100000; i++) {
		uint64_t now = moment_now(&m);

		ck_assert_uint_ge(now, last);
		last = now;
	}
}
END_TEST

START_TEST(faster_time_runs_as_many_times_as_fast)
{
	struct moment slow, fast;
	struct timespec pause = {.tv_nsec = 20 * 1000000};
	uint64_t slow_ms, fast_ms;

	moment_begin(&slow, 1, 0);
	fast = slow;
	fast.scale = 100;
	nanosleep(&pause, NULL);
	slow_ms = moment_now(&slow) - slow.began_ms; /* before: the other is later at least */
	fast_ms = moment_now(&fast) - fast.began_ms;
	ck_assert_uint_ge(slow_ms, 20);
	ck_assert_uint_ge(fast_ms, 100 * slow_ms);
}
END_TEST

START_TEST(it_can_be_told_to_be_later_and_never_to_be_earlier)
{
	struct moment m;
	uint64_t now;

	moment_begin(&m, 1, 0);
	now = moment_now(&m);
	moment_not_before(&m, now - HOUR_MS);
	ck_assert_uint_ge(moment_now(&m), now);
	ck_assert_uint_lt(moment_now(&m), now + HOUR_MS);
	moment_not_before(&m, now + 2 * HOUR_MS);
	ck_assert_uint_ge(moment_now(&m), now + 2 * HOUR_MS);
}
END_TEST

START_TEST(how_long_the_machine_takes_is_rounded_up)
{
	struct moment m = {.scale = 10};

	ck_assert_uint_eq(moment_machine_ms(&m, 0), 1);
	ck_assert_uint_eq(moment_machine_ms(&m, 9), 1);
	ck_assert_uint_eq(moment_machine_ms(&m, 5000), 501);
	ck_assert_uint_eq(moment_machine_ms(&m, UINT64_MAX), UINT64_MAX);
	m.scale = 0.5;
	ck_assert_uint_eq(moment_machine_ms(&m, 100), 201);
}
END_TEST

START_TEST(a_clock_that_is_put_forward_is_followed_in_what_is_shown)
{
	struct moment m;
	int64_t off_ms = 1;
	uint64_t now;

	moment_begin(&m, 1, 0);
	now = moment_now(&m);
	m.began_ms -= HOUR_MS; /* as if the machine's clock had gone on an hour */
	ck_assert(moment_compare(&m, &off_ms));
	ck_assert_int_eq(off_ms, 0);
	ck_assert_uint_ge(moment_now(&m) + m.ahead_ms + 2, now);
	ck_assert_uint_lt(moment_now(&m), now); /* our own line of time does not jump */
	ck_assert(!moment_compare(&m, &off_ms));
	m.began_ms -= 1500; /* less than two seconds: nobody's business */
	ck_assert(!moment_compare(&m, &off_ms));
}
END_TEST

START_TEST(a_clock_that_is_put_back_is_not_followed)
{
	struct moment m;
	int64_t off_ms = 0;

	moment_begin(&m, 1, 0);
	m.began_ms += HOUR_MS;
	ck_assert(!moment_compare(&m, &off_ms));
	ck_assert_int_ge(off_ms, HOUR_MS - 1000);
	ck_assert_uint_eq(m.ahead_ms, 0);
}
END_TEST

START_TEST(time_that_runs_faster_is_no_mistake_of_the_clock)
{
	struct moment m;
	int64_t off_ms = 0;

	moment_begin(&m, 10, 0);
	m.began_ms -= HOUR_MS;
	ck_assert(!moment_compare(&m, &off_ms));
	ck_assert_int_lt(off_ms, 0);
	ck_assert_uint_eq(m.ahead_ms, 0);
}
END_TEST

/* The clock was put forward an hour, and boardd was stopped for a minute. */
START_TEST(after_a_stop_it_goes_on_as_far_behind_what_is_shown)
{
	uint64_t wall = wall_ms(), last = wall - HOUR_MS - 60000;
	struct moment m;

	moment_begin(&m, 1, last);
	moment_resume(&m, HOUR_MS);
	ck_assert_uint_ge(moment_now(&m), last + 60000);
	ck_assert_uint_lt(moment_now(&m), last + 120000);
	ck_assert_uint_ge(moment_now(&m) + m.ahead_ms, wall);
	ck_assert_uint_lt(moment_now(&m) + m.ahead_ms, wall + 60000);
	moment_await(&m, moment_now(&m)); /* somebody has kept the time: it never falls */
	moment_resume(&m, 2 * HOUR_MS);
	ck_assert_uint_eq(m.ahead_ms, HOUR_MS);
}
END_TEST

START_TEST(after_a_stop_what_is_shown_does_not_fall_with_a_clock_that_was_put_back)
{
	uint64_t last = wall_ms() + HOUR_MS; /* on our line of time */
	struct moment m;

	moment_begin(&m, 1, last);
	moment_resume(&m, HOUR_MS);
	ck_assert_uint_ge(moment_now(&m), last);
	ck_assert_uint_ge(moment_now(&m) + m.ahead_ms, last + HOUR_MS);
	ck_assert_uint_lt(moment_now(&m) + m.ahead_ms, last + HOUR_MS + 60000);
}
END_TEST

/* Nobody was awake to hear a board: that is not its silence. */
START_TEST(it_stands_still_with_the_machine_and_what_is_shown_does_not)
{
	struct moment m;
	uint64_t asleep, now;

	moment_begin(&m, 1, 0);
	asleep = moment_now(&m);
	moment_await(&m, asleep + 100);
	ck_assert_uint_eq(moment_go_on(&m), 0);
	m.machine_ns -= UINT64_C(60) * 1000000000; /* a minute, and then we wake up */
	now = moment_now(&m);
	ck_assert_uint_eq(now, asleep + 100 + MOMENT_LATE_MS);
	moment_await(&m, asleep + 50); /* not done yet: still late */
	ck_assert_uint_eq(moment_now(&m), now);
	moment_await(&m, asleep + 100);
	ck_assert_uint_ge(moment_go_on(&m), 60000 - 100 - MOMENT_LATE_MS);
	ck_assert_uint_ge(moment_now(&m), now);
	ck_assert_uint_lt(moment_now(&m), now + 30000);
	ck_assert_uint_ge(moment_now(&m) + m.ahead_ms, asleep + 60000);
	ck_assert_uint_eq(moment_go_on(&m), 0);
}
END_TEST

START_TEST(a_machine_that_stood_still_has_no_wrong_clock)
{
	struct moment m;
	int64_t off_ms = 0;

	moment_begin(&m, 1, 0);
	m.began_ms -= 60000;
	m.machine_ns -= UINT64_C(60) * 1000000000;
	m.awaited_ms = m.began_ms + 100;
	ck_assert(!moment_compare(&m, &off_ms));
	ck_assert_uint_gt(moment_go_on(&m), 0);
	ck_assert(!moment_compare(&m, &off_ms));
	ck_assert_int_lt(off_ms, 2000);
}
END_TEST

START_TEST(who_waits_for_nobody_may_sleep_as_long_as_he_likes)
{
	struct moment m;
	uint64_t asleep;

	moment_begin(&m, 1, 0);
	asleep = moment_now(&m);
	moment_await(&m, UINT64_MAX);
	m.machine_ns -= UINT64_C(60) * 1000000000;
	ck_assert_uint_eq(moment_go_on(&m), 0);
	ck_assert_uint_ge(moment_now(&m), asleep + 60000);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("moment");
	TCase *tests = tcase_create("tests");

	tcase_add_test(tests, it_begins_with_the_time_of_the_machine);
	tcase_add_test(tests, it_begins_after_the_last_time_of_the_journal);
	tcase_add_test(tests, it_never_falls);
	tcase_add_test(tests, it_is_not_resumed_before_what_has_happened);
	tcase_add_test(tests, faster_time_runs_as_many_times_as_fast);
	tcase_add_test(tests, it_can_be_told_to_be_later_and_never_to_be_earlier);
	tcase_add_test(tests, how_long_the_machine_takes_is_rounded_up);
	tcase_add_test(tests, a_clock_that_is_put_forward_is_followed_in_what_is_shown);
	tcase_add_test(tests, a_clock_that_is_put_back_is_not_followed);
	tcase_add_test(tests, time_that_runs_faster_is_no_mistake_of_the_clock);
	tcase_add_test(tests, after_a_stop_it_goes_on_as_far_behind_what_is_shown);
	tcase_add_test(tests,
		       after_a_stop_what_is_shown_does_not_fall_with_a_clock_that_was_put_back);
	tcase_add_test(tests, it_stands_still_with_the_machine_and_what_is_shown_does_not);
	tcase_add_test(tests, a_machine_that_stood_still_has_no_wrong_clock);
	tcase_add_test(tests, who_waits_for_nobody_may_sleep_as_long_as_he_likes);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
