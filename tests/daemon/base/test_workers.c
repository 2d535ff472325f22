/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/workers.h"

#include <pthread.h>
#include <time.h>

#include "tests/support/words.h"

static uv_loop_t loop;
static struct workers workers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int running, most, done_count, not_run;

static void begin(void)
{
	running = most = done_count = not_run = 0;
	uv_loop_init(&loop);
	workers_init(&workers, &loop);
}

static void end(void)
{
	uv_run(&loop, UV_RUN_DEFAULT);
	ck_assert_int_eq(uv_loop_close(&loop), 0);
	ck_assert_int_eq(running, 0);
}

static void count(int change)
{
	pthread_mutex_lock(&lock);
	running += change;
	most = running > most ? running : most;
	pthread_mutex_unlock(&lock);
}

/* Until it is told to stop. */
static void hang(struct worker *worker)
{
	struct timespec pause = {.tv_nsec = 1000000};

	count(1);
	while (!worker_should_stop(worker))
		nanosleep(&pause, NULL);
	count(-1);
}

static void work(struct worker *worker)
{
	(void)worker;
}

static void done(struct worker *worker, bool was_run)
{
	(void)worker;
	done_count++;
	not_run += !was_run;
}

static int running_now(void)
{
	int result;

	pthread_mutex_lock(&lock);
	result = running;
	pthread_mutex_unlock(&lock);
	return result;
}

static void wait_for(int wanted)
{
	struct timespec pause = {.tv_nsec = 1000000};

	while (running_now() != wanted)
		nanosleep(&pause, NULL);
}

START_TEST(one_kind_has_half_of_the_threads)
{
	struct worker copies[6], game;

	for (int i = 0; i < 6; i++)
		workers_put(&workers, &copies[i], WORKER_COPY, 600000, hang, done);
	wait_for(2);
	workers_put(&workers, &game, WORKER_GAME, 600000, work, done);
	while (done_count == 0)
		uv_run(&loop, UV_RUN_ONCE);
	ck_assert_int_eq(done_count, 1);
	for (int i = 5; i >= 0; i--) /* those that wait go first */
		worker_cancel(&copies[i]);
	uv_run(&loop, UV_RUN_DEFAULT);
	ck_assert_int_eq(done_count, 7);
	ck_assert_int_eq(not_run, 4);
	ck_assert_int_eq(most, 2);
}
END_TEST

START_TEST(who_takes_too_long_is_told_to_stop)
{
	struct worker workers_of[4];

	for (int i = 0; i < 4; i++)
		workers_put(&workers, &workers_of[i], WORKER_BACKLOG, 20, hang, done);
	uv_run(&loop, UV_RUN_DEFAULT);
	ck_assert_int_eq(done_count, 4);
	ck_assert_int_eq(not_run, 0);
	ck_assert_int_eq(most, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("workers");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, one_kind_has_half_of_the_threads);
	tcase_add_test(tests, who_takes_too_long_is_told_to_stop);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
