/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/turn.h"

#include <stddef.h>

#define ROUND_NS 1000000 /* boards are looked at after so long */

static void round_ends(uv_prepare_t *prepare)
{
	struct http_turns *turns = prepare->data;

	turns->spent_ns = 0;
}

void http_turns_begin(struct http_turns *turns, uv_loop_t *loop)
{
	for (size_t i = 0; i < HTTP_QUEUES_MAX; i++)
		turns->queues[i].last = &turns->queues[i].first;
	uv_prepare_init(loop, &turns->round);
	uv_idle_init(loop, &turns->idle);
	turns->round.data = turns->idle.data = turns;
	uv_prepare_start(&turns->round, round_ends);
}

bool http_turn_waits(const struct http_turn *turn)
{
	return turn->link != NULL;
}

void http_turn_cancel(struct http_turn *turn)
{
	if (!turn->link)
		return;
	*turn->link = turn->next;
	if (turn->next)
		turn->next->link = turn->link;
	else
		turn->queue->last = turn->link;
	turn->link = NULL;
}

void http_turns_end(struct http_turns *turns)
{
	for (size_t i = 0; i < HTTP_QUEUES_MAX; i++)
		while (turns->queues[i].first)
			http_turn_cancel(turns->queues[i].first);
	uv_close((uv_handle_t *)&turns->round, NULL);
	uv_close((uv_handle_t *)&turns->idle, NULL);
}

static void run_turn(struct http_turns *turns, struct http_turn *turn)
{
	uint64_t began_ns = uv_hrtime();

	turn->run(turn);
	turns->spent_ns += uv_hrtime() - began_ns;
}

/* The first of the next queue that has one; NULL: nothing waits. */
static struct http_turn *next_turn(struct http_turns *turns)
{
	for (unsigned i = 0; i < HTTP_QUEUES_MAX; i++) {
		struct http_queue *queue = &turns->queues[(turns->next + i) % HTTP_QUEUES_MAX];

		if (queue->first) {
			turns->next = (turns->next + i + 1) % HTTP_QUEUES_MAX;
			return queue->first;
		}
	}
	return NULL;
}

static bool is_anything_waiting(const struct http_turns *turns)
{
	for (unsigned i = 0; i < HTTP_QUEUES_MAX; i++)
		if (turns->queues[i].first)
			return true;
	return false;
}

static void serve(uv_idle_t *idle)
{
	struct http_turns *turns = idle->data;
	struct http_turn *turn;

	while (turns->spent_ns < ROUND_NS && (turn = next_turn(turns)) != NULL) {
		http_turn_cancel(turn);
		run_turn(turns, turn);
	}
	if (!is_anything_waiting(turns))
		uv_idle_stop(idle);
}

void http_turn_wait(struct http_turns *turns, unsigned queue, struct http_turn *turn,
		    void (*run)(struct http_turn *turn))
{
	struct http_queue *at = &turns->queues[queue % HTTP_QUEUES_MAX];

	if (turn->link)
		return;
	turn->run = run;
	turn->queue = at;
	turn->next = NULL;
	turn->link = at->last;
	*at->last = turn;
	at->last = &turn->next;
	uv_idle_start(&turns->idle, serve);
}

void http_turn_take(struct http_turns *turns, unsigned queue, struct http_turn *turn,
		    void (*run)(struct http_turn *turn))
{
	if (turn->link)
		return;
	if (turns->spent_ns >= ROUND_NS || turns->queues[queue % HTTP_QUEUES_MAX].first) {
		http_turn_wait(turns, queue, turn, run);
		return;
	}
	turn->run = run;
	run_turn(turns, turn);
}
