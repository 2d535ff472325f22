/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "daemon/journal/reader.h"

/*
 * What the journal knows of the rounds of a tournament. It is read before the loop begins, and on a
 * thread when the configuration names another tournament: boards go on being read meanwhile.
 */

#define LIMIT_MS 10000

struct rounds_reading {
	struct worker worker;
	struct hall *hall; /* NULL: the hall is gone */
	struct journal *journal;
	char path[JOURNAL_PATH_MAX];
	char event[SETTINGS_EVENT_MAX];
	uint64_t mark;   /* of the journal: all that was said is in the file then */
	json_t *said;    /* what was said of the rounds of this event, in its order, */
	json_t *said_at; /* and when */
	char why[JOURNAL_PATH_MAX + 256]; /* nothing was read; or empty */
	void (*ready)(void *data);
	void *data;
};

static void free_reading(struct rounds_reading *reading)
{
	json_decref(reading->said);
	json_decref(reading->said_at);
	free(reading);
}

static struct rounds_reading *new_reading(struct hall *hall, const struct config *config)
{
	struct rounds_reading *reading = calloc(1, sizeof(*reading));
	const char *event = config->broadcast.id ? config->broadcast.id : "";

	if (!reading)
		hall_die();
	reading->hall = hall;
	reading->journal = hall->parts.journal;
	snprintf(reading->path, sizeof(reading->path), "%s", hall->parts.journal_path);
	snprintf(reading->event, sizeof(reading->event), "%s", event);
	reading->said = json_array();
	reading->said_at = json_array();
	if (!reading->said || !reading->said_at)
		hall_die();
	return reading;
}

static int take_words(void *data, const struct journal_input *input)
{
	struct rounds_reading *reading = data;
	json_t *words = json_loadb(input->data, input->len, 0, NULL);
	const char *event = json_string_value(json_object_get(words, "event"));

	if (event && strncmp(event, reading->event, SETTINGS_EVENT_MAX - 1) == 0 &&
	    (json_array_append(reading->said, words) < 0 ||
	     json_array_append_new(reading->said_at, json_integer((json_int_t)input->at_ms)) < 0))
		hall_die();
	json_decref(words);
	return 0;
}

static void read_rounds(struct rounds_reading *reading)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	int r = journal_reader_open(&reader, reading->path, &fault);

	if (r < 0)
		snprintf(reading->why, sizeof(reading->why), "%s", fault.why);
	else if (journal_read_rounds(reader, take_words, reading) < 0)
		snprintf(reading->why, sizeof(reading->why), "%s", journal_reader_why(reader));
	journal_reader_close(reader);
}

/* The round that began last goes on, unless another one has been configured since. */
static void take_up(struct hall *hall, const struct rounds_reading *reading)
{
	unsigned configured = hall->parts.config->broadcast.round;
	json_int_t configured_then = 0;
	char why[ROUND_WHY_MAX];
	const json_t *words;
	size_t i;

	rounds_clear(&hall->rounds);
	hall->started_ms = 0;
	snprintf(hall->event, sizeof(hall->event), "%s", reading->event);
	if (reading->why[0] != '\0')
		log_warning("the rounds cannot be read from the journal: %s", reading->why);
	json_array_foreach(reading->said, i, words)
	{
		if (rounds_apply(&hall->rounds, words, why) == -ENOMEM)
			hall_die();
		if (!json_object_get(words, "start"))
			continue;
		configured_then = json_integer_value(json_object_get(words, "configured"));
		hall->started_ms =
			(uint64_t)json_integer_value(json_array_get(reading->said_at, i));
	}
	hall->round = hall->rounds.current;
	if (hall->round == 0 || configured_then != (json_int_t)configured)
		hall->round = configured;
}

void hall_restore_rounds(struct hall *hall)
{
	struct rounds_reading *reading = new_reading(hall, hall->parts.config);

	read_rounds(reading);
	take_up(hall, reading);
	free_reading(reading);
}

/* --- another tournament --- */

static struct rounds_reading *of_worker(struct worker *worker)
{
	return (struct rounds_reading *)((char *)worker - offsetof(struct rounds_reading, worker));
}

/* On a thread. */
static void run(struct worker *worker)
{
	struct rounds_reading *reading = of_worker(worker);

	if (hall_is_written(reading->journal, reading->mark))
		read_rounds(reading);
	else
		snprintf(reading->why, sizeof(reading->why), "it cannot be written");
}

static void done(struct worker *worker, bool was_run)
{
	struct rounds_reading *reading = of_worker(worker);

	if (!reading->hall) {
		free_reading(reading);
		return;
	}
	if (!was_run)
		snprintf(reading->why, sizeof(reading->why), "it was given up");
	reading->ready(reading->data);
}

void hall_prepare(struct hall *hall, const struct config *config, void (*ready)(void *data),
		  void *data)
{
	const char *event = config->broadcast.id ? config->broadcast.id : "";
	struct rounds_reading *reading;

	if (strncmp(event, hall->event, SETTINGS_EVENT_MAX - 1) == 0) {
		ready(data);
		return;
	}
	reading = new_reading(hall, config);
	reading->mark = journal_hurry(hall->parts.journal);
	reading->ready = ready;
	reading->data = data;
	hall->reading = reading;
	workers_put(hall->parts.workers, &reading->worker, WORKER_PAST, LIMIT_MS, run, done);
}

void hall_take_up_rounds(struct hall *hall)
{
	struct rounds_reading *reading = hall->reading;

	hall->reading = NULL;
	if (!reading)
		return;
	take_up(hall, reading);
	free_reading(reading);
}

void hall_prepare_end(struct hall *hall)
{
	struct rounds_reading *reading = hall->reading;

	hall->reading = NULL;
	if (!reading)
		return;
	reading->hall = NULL;
	worker_cancel(&reading->worker);
}
