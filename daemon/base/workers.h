/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_WORKERS_H
#define BOARDD_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

/*
 * What takes long is done by the threads of libuv. Of one kind at most half of
 * them are busy at a time, so that whoever asks for copies keeps nobody from
 * reading a game; the others wait here for their turn. All of this belongs to
 * the loop, but for worker_should_stop().
 */

enum worker_kind {
	WORKER_COPY,    /* of the journal, or of a game of it */
	WORKER_GAME,    /* a game that is over is read */
	WORKER_BACKLOG, /* and so are old reports */
	WORKER_IMPORT,  /* of pairings */
	WORKER_PAST,    /* tables and decisions that are computed again */
	WORKER_EXAMINE, /* can they still mate? */
	WORKER_AFAR,    /* another machine is asked */
};
#define WORKER_KINDS (WORKER_AFAR + 1)

struct worker;

struct workers {
	uv_loop_t *loop;
	unsigned running[WORKER_KINDS];
	struct worker *waiting; /* in their order */
};

/* Part of what it works for, whose owner keeps it until done() is called. */
struct worker {
	uv_work_t work;
	struct workers *owner;
	struct worker *next;
	enum worker_kind kind;
	bool is_queued; /* libuv has it */
	atomic_bool is_cancelled;
	uint64_t until_ms;                         /* by the steady clock */
	void (*run)(struct worker *worker);        /* on a thread */
	void (*done)(struct worker *worker, bool); /* on the loop; false: it was not run */
};

void workers_init(struct workers *workers, uv_loop_t *loop);

/*
 * Does the work as soon as there is a thread for it. It is to end within limit_ms of its
 * beginning: worker_should_stop() says so then. done() may be called before this returns only when
 * there is no memory.
 */
void workers_put(struct workers *workers, struct worker *worker, enum worker_kind kind,
		 uint64_t limit_ms, void (*run)(struct worker *worker),
		 void (*done)(struct worker *worker, bool was_run));

/*
 * Nobody wants it any more. What has not begun is done at once, with was_run false: the worker may
 * be gone when this returns. What has begun is told to stop.
 */
void worker_cancel(struct worker *worker);

/* On its thread: it was cancelled, or has taken too long. */
bool worker_should_stop(void *worker);

#endif
