/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/desk/examine.h"
#include "daemon/hall/private.h"

/*
 * Can they still mate? What a game leaves open a thread finds out; its answer is an input like
 * what a board says, journalled before it is taken. If boardd is stopped meanwhile the question
 * is still open when the table has been computed again, and is asked again.
 */

#define LIMIT_MS 10000 /* the search takes tens of milliseconds, and is bounded by nodes */

struct examination {
	struct worker worker;
	struct place *place; /* NULL: the hall is gone */
	unsigned game;       /* of the table, that it is about */
	struct touch_question question;
	char *words;  /* the answer, */
	bool is_done; /* once it has come: before, they are the thread's */
};

static struct examination *of_worker(struct worker *worker)
{
	return (struct examination *)((char *)worker - offsetof(struct examination, worker));
}

static void end(struct examination *e)
{
	if (e->place)
		e->place->examination = NULL;
	free(e->words);
	free(e);
}

/* On a thread. */
static void run(struct worker *worker)
{
	struct examination *e = of_worker(worker);

	e->words = examine(&e->question);
}

static void done(struct worker *worker, bool was_run)
{
	struct examination *e = of_worker(worker);

	if (!e->place || !was_run) {
		end(e);
		return;
	}
	if (!e->words)
		hall_die();
	e->is_done = true;
	hall_examine(e->place);
}

/* Of another game nobody wants to know it. */
static void take_answer(struct place *place)
{
	struct examination *e = place->examination;
	struct journal_input input = {.kind = JOURNAL_INPUT_ANSWER,
				      .at_ms = hall_now(place->hall),
				      .data = e->words,
				      .len = strlen(e->words)};
	char why[HALL_WHY_MAX];

	if (hall_is_held_up(place->hall))
		return; /* another time */
	log_table(LOG_LEVEL_NOTICE, place->desk.number, place->desk.board,
		  "can they still mate? %.120s", e->words);
	place->examination = NULL;
	if (e->game == place->desk.table.games)
		(void)hall_input(place, &input, why);
	e->place = NULL;
	end(e);
}

static void begin(struct place *place, const struct touch_question *question)
{
	struct workers *workers = place->hall->parts.workers;
	struct examination *e = calloc(1, sizeof(*e));

	if (!e)
		hall_die();
	e->place = place;
	e->game = place->desk.table.games;
	e->question = *question;
	place->examination = e;
	if (workers) {
		workers_put(workers, &e->worker, WORKER_EXAMINE, LIMIT_MS, run, done);
	} else {
		run(&e->worker);
		done(&e->worker, true);
	}
}

void hall_examine(struct place *place)
{
	const struct touch_question *question = table_question(&place->desk.table);

	if (place->hall->is_recovering)
		return;
	if (place->examination && place->examination->is_done)
		take_answer(place);
	else if (!place->examination && question && place->desk.is_begun)
		begin(place, question);
}

void hall_examine_end(struct place *place)
{
	struct examination *e = place->examination;

	if (!e)
		return;
	place->examination = NULL;
	e->place = NULL;
	if (e->is_done)
		end(e);
	else
		worker_cancel(&e->worker);
}
