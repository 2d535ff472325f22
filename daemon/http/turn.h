/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_TURN_H
#define BOARDD_HTTP_TURN_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

/*
 * Boards come first. What HTTP has to do on the loop is done in turns: so much in one
 * round of the loop, and the rest waits for the next, after the boards. Each listener
 * has a queue of its own and they are served in rotation, so that a crowd at one
 * does not keep those at another waiting.
 */

#define HTTP_QUEUES_MAX 16

/* A piece of work, inside of what it belongs to. Zeroed: it waits for nothing. */
struct http_turn {
	struct http_turn *next, **link; /* link is NULL when it is not queued */
	struct http_queue *queue;
	void (*run)(struct http_turn *turn);
};

struct http_queue {
	struct http_turn *first, **last;
};

struct http_turns {
	uv_prepare_t round; /* a round of the loop ends */
	uv_idle_t idle;     /* runs while something waits */
	uint64_t spent_ns;  /* in this round */
	unsigned next;      /* the queue that is served next */
	struct http_queue queues[HTTP_QUEUES_MAX];
};

void http_turns_begin(struct http_turns *turns, uv_loop_t *loop);

/* The loop has to run on until that is done; what waits is forgotten. */
void http_turns_end(struct http_turns *turns);

/* Runs it, now if there is time left in this round, else in one of the next. Not twice. */
void http_turn_take(struct http_turns *turns, unsigned queue, struct http_turn *turn,
		    void (*run)(struct http_turn *turn));

/* Like that, but never now: for what has done a piece and has more to do. */
void http_turn_wait(struct http_turns *turns, unsigned queue, struct http_turn *turn,
		    void (*run)(struct http_turn *turn));

bool http_turn_waits(const struct http_turn *turn);

/* The work of this turn is not run any more. */
void http_turn_cancel(struct http_turn *turn);

#endif
