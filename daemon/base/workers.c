/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/workers.h"

#include <stdlib.h>

#define THREADS 4 /* of libuv, unless UV_THREADPOOL_SIZE says otherwise */

static uint64_t now_ms(void)
{
	return uv_hrtime() / 1000000;
}

static unsigned most_of_a_kind(void)
{
	const char *text = getenv("UV_THREADPOOL_SIZE");
	long threads = text ? strtol(text, NULL, 10) : THREADS;

	return threads >= 2 ? (unsigned)(threads / 2) : 1;
}

void workers_init(struct workers *workers, uv_loop_t *loop)
{
	*workers = (struct workers){.loop = loop};
}

static void begin(uv_work_t *work)
{
	struct worker *worker = work->data;

	worker->run(worker);
}

static void begin_waiting(struct workers *workers);

static void end(uv_work_t *work, int status)
{
	struct worker *worker = work->data;
	struct workers *workers = worker->owner;

	workers->running[worker->kind]--;
	worker->done(worker, status == 0);
	begin_waiting(workers);
}

/* The first whose kind is not too busy; NULL: none. */
static struct worker *take_next(struct workers *workers)
{
	unsigned most = most_of_a_kind();

	for (struct worker **at = &workers->waiting; *at; at = &(*at)->next) {
		struct worker *worker = *at;

		if (workers->running[worker->kind] >= most)
			continue;
		*at = worker->next;
		return worker;
	}
	return NULL;
}

static void begin_waiting(struct workers *workers)
{
	struct worker *worker;

	while ((worker = take_next(workers)) != NULL) {
		worker->is_queued = true;
		workers->running[worker->kind]++;
		worker->until_ms += now_ms();
		if (uv_queue_work(workers->loop, &worker->work, begin, end) < 0)
			end(&worker->work, UV_ENOMEM);
	}
}

void workers_put(struct workers *workers, struct worker *worker, enum worker_kind kind,
		 uint64_t limit_ms, void (*run)(struct worker *worker),
		 void (*done)(struct worker *worker, bool was_run))
{
	struct worker **last = &workers->waiting;

	worker->owner = workers;
	worker->next = NULL;
	worker->kind = kind;
	worker->is_queued = false;
	atomic_init(&worker->is_cancelled, false);
	worker->until_ms = limit_ms;
	worker->run = run;
	worker->done = done;
	worker->work.data = worker;
	while (*last)
		last = &(*last)->next;
	*last = worker;
	begin_waiting(workers);
}

void worker_cancel(struct worker *worker)
{
	atomic_store(&worker->is_cancelled, true);
	if (worker->is_queued) {
		(void)uv_cancel((uv_req_t *)&worker->work); /* if it has not begun */
		return;
	}
	for (struct worker **at = &worker->owner->waiting; *at; at = &(*at)->next) {
		if (*at != worker)
			continue;
		*at = worker->next;
		worker->done(worker, false);
		return;
	}
}

bool worker_should_stop(void *data)
{
	struct worker *worker = data;

	return atomic_load(&worker->is_cancelled) || now_ms() > worker->until_ms;
}
