/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/turn.h"

#include "tests/support/words.h"

#define WORKERS 40

/* Work that takes longer than a round of the loop has, at two listeners. */
struct worker {
	struct http_turn turn; /* first */
	unsigned queue, runs, round;
	unsigned again; /* how often it has more to do */
};

static uv_loop_t loop;
static struct http_turns turns;
static struct worker workers[WORKERS];
static unsigned rounds, order[WORKERS], ordered;
static uv_check_t check;

static void count_round(uv_check_t *handle)
{
	(void)handle;
	rounds++;
}

static void work(struct http_turn *turn)
{
	struct worker *w = (struct worker *)turn;
	uint64_t until_ns = uv_hrtime() + 1100000;

	while (uv_hrtime() < until_ns)
		;
	w->runs++;
	w->round = rounds;
	if (ordered < WORKERS)
		order[ordered++] = w->queue;
	if (w->again > 0) {
		w->again--;
		http_turn_wait(&turns, w->queue, turn, work);
	}
}

static void setup(void)
{
	uv_loop_init(&loop);
	memset(&turns, 0, sizeof(turns));
	memset(workers, 0, sizeof(workers));
	rounds = ordered = 0;
	http_turns_begin(&turns, &loop);
	uv_check_init(&loop, &check);
	uv_check_start(&check, count_round);
}

static void teardown(void)
{
	http_turns_end(&turns);
	uv_close((uv_handle_t *)&check, NULL);
	uv_run(&loop, UV_RUN_DEFAULT);
	uv_loop_close(&loop);
}

static void run_rounds(unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		uv_run(&loop, UV_RUN_NOWAIT);
}

START_TEST(in_one_round_of_the_loop_so_much_is_done_and_no_more)
{
	for (unsigned i = 0; i < WORKERS; i++)
		http_turn_take(&turns, 0, &workers[i].turn, work);
	ck_assert_uint_eq(workers[0].runs, 1); /* there was time for the first */
	ck_assert_uint_eq(workers[1].runs, 0);
	run_rounds(WORKERS + 2);
	for (unsigned i = 0; i < WORKERS; i++)
		ck_assert_uint_eq(workers[i].runs, 1);
	for (unsigned i = 2; i < WORKERS; i++)
		ck_assert_uint_gt(workers[i].round, workers[i - 1].round);
}
END_TEST

START_TEST(a_crowd_at_one_listener_does_not_keep_another_waiting)
{
	for (unsigned i = 0; i < WORKERS; i++) {
		workers[i].queue = i < WORKERS - 2 ? 3 : 5;
		http_turn_wait(&turns, workers[i].queue, &workers[i].turn, work);
	}
	run_rounds(6);
	ck_assert_uint_eq(workers[WORKERS - 1].runs + workers[WORKERS - 2].runs, 2);
	ck_assert_uint_eq(order[0] + order[1], 8);
}
END_TEST

START_TEST(what_has_more_to_do_waits_for_its_next_turn)
{
	workers[0].again = 3;
	http_turn_take(&turns, 0, &workers[0].turn, work);
	http_turn_take(&turns, 0, &workers[1].turn, work);
	ck_assert_uint_eq(workers[0].runs, 1);
	run_rounds(8);
	ck_assert_uint_eq(workers[0].runs, 4);
	ck_assert_uint_eq(workers[1].runs, 1);
	ck_assert(!http_turn_waits(&workers[0].turn));
}
END_TEST

START_TEST(what_is_cancelled_is_not_run)
{
	for (unsigned i = 0; i < 5; i++)
		http_turn_wait(&turns, 0, &workers[i].turn, work);
	http_turn_cancel(&workers[4].turn);
	http_turn_cancel(&workers[0].turn);
	http_turn_cancel(&workers[2].turn);
	http_turn_cancel(&workers[2].turn);
	http_turn_wait(&turns, 0, &workers[5].turn, work);
	run_rounds(8);
	ck_assert_uint_eq(workers[0].runs + workers[2].runs + workers[4].runs, 0);
	ck_assert_uint_eq(workers[1].runs + workers[3].runs + workers[5].runs, 3);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("daemon: turns of HTTP on the loop");
	TCase *tc = tcase_create("turns");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, in_one_round_of_the_loop_so_much_is_done_and_no_more);
	tcase_add_test(tc, a_crowd_at_one_listener_does_not_keep_another_waiting);
	tcase_add_test(tc, what_has_more_to_do_waits_for_its_next_turn);
	tcase_add_test(tc, what_is_cancelled_is_not_run);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
