/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/remake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/hidden.h"
#include "daemon/base/log.h"
#include "daemon/journal/reader.h"
#include "daemon/publish/snapshot.h"

#define RECENT_MS (24 * 3600 * 1000ull)

struct remake *remake_new(bool with_live)
{
	struct remake *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->with_live = with_live;
	m->heard = json_array();
	m->made.past[0] = cloud_past_new();
	m->made.past[1] = cloud_past_new();
	if (m->heard && m->made.past[0] && m->made.past[1])
		return m;
	remake_free(m);
	return NULL;
}

void remake_free(struct remake *m)
{
	if (!m)
		return;
	delay_free(m->made.delay);
	record_free(m->made.shown);
	record_free(m->made.live);
	cloud_past_free(m->made.past[0]);
	cloud_past_free(m->made.past[1]);
	json_decref(m->heard);
	free(m->hidden);
	free(m);
}

/* --- games that the records drop meanwhile --- */

static void keep(struct remake *m, bool is_public, const struct game *game)
{
	struct cloud_options options = {.base_s = m->base_s, .increment_s = m->increment_s};

	if (cloud_past_put(m->made.past[is_public], game, &options) == -ENOMEM)
		log_error("out of memory: a game of an earlier round is not shown");
}

static void keep_live(void *data, const struct record_board *board, const struct game *game)
{
	(void)board;
	keep(data, false, game);
}

static void keep_public(void *data, const struct record_board *board, const struct game *game)
{
	(void)board;
	keep(data, true, game);
}

/* Of the configuration, and of the hub. *ret is NULL where nobody is hidden. 0 or -ENOMEM. */
static int hidden_names(const struct publish *publish, const struct config *config, char **ret)
{
	const char *own = config->broadcast.hidden, *more = publish->hidden_by_hub;

	*ret = NULL;
	if (!own && !more)
		return 0;
	return asprintf(ret, "%s%s%s", own ? own : "", own && more ? "|" : "", more ? more : "") < 0
		       ? -ENOMEM
		       : 0;
}

static struct delay_rule rule_of(const struct config *config)
{
	return (struct delay_rule){.after_ms = config->broadcast.delay_ms,
				   .plies = config->broadcast.delay_plies};
}

int remake_want(struct remake *m, const struct publish *publish, const struct config *config)
{
	free(m->hidden);
	m->rule = rule_of(config);
	return hidden_names(publish, config, &m->hidden);
}

bool remake_is_wanted(struct delay_rule rule, const char *hidden_or_null,
		      const struct publish *publish, const struct config *config)
{
	struct delay_rule wanted = rule_of(config);
	char *names;
	bool is = hidden_names(publish, config, &names) == 0;

	is = is && wanted.after_ms == rule.after_ms && wanted.plies == rule.plies &&
	     (names && hidden_or_null ? strcmp(names, hidden_or_null) == 0
				      : !names && !hidden_or_null);
	free(names);
	return is;
}

int remake_begin(struct remake *m, const struct publish *publish)
{
	struct snapshot_options options;

	snapshot_options(publish, &options);
	m->base_s = options.cloud.base_s;
	m->increment_s = options.cloud.increment_s;
	m->up_to = feed_last(publish->feed);
	m->now_ms = moment_now(&publish->moment);
	snprintf(m->path, sizeof(m->path), "%s", publish->journal_path);
	m->made.delay = delay_new(m->rule);
	m->made.shown = record_new(keep_public, m);
	m->made.live = m->with_live ? record_new(keep_live, m) : NULL;
	return m->made.delay && m->made.shown && (m->made.live || !m->with_live) ? 0 : -ENOMEM;
}

/* --- where to begin --- */

struct last_games {
	uint64_t after_ms; /* games that ended before this are not shown */
	uint64_t held_ms;  /* what ended later is still held back, or was when boardd stopped */
	uint64_t since;    /* all that must be told again is later */
	struct {
		uint64_t first_seq, last_ms;
	} of[CONFIG_TABLE_MAX + 1];
	struct snapshot_span past; /* the event of the last game */
};

static void note_event(struct last_games *last, const struct journal_game *game)
{
	char event[GAME_ID_MAX];
	unsigned round = 0;

	if (strlen(game->id) < sizeof(event))
		game_split_id(game->id, event, &round);
	if (round == 0 || strcmp(event, last->past.event) == 0)
		return;
	memcpy(last->past.event, event, sizeof(event));
	last->past.first_seq = game->first_seq;
}

static void tell_again(struct last_games *last, uint64_t first_seq)
{
	if (first_seq > 0 && first_seq <= last->since)
		last->since = first_seq - 1;
}

/* A game that another has followed: the public sees its end when the delay is over. */
static int note_game(void *data, const struct journal_game *game)
{
	struct last_games *last = data;

	note_event(last, game);
	if (game->table > CONFIG_TABLE_MAX)
		return 0;
	if (last->of[game->table].last_ms > last->held_ms || game->first_ms > last->held_ms)
		tell_again(last, last->of[game->table].first_seq);
	last->of[game->table].first_seq = game->first_seq;
	last->of[game->table].last_ms = game->last_ms;
	return 0;
}

/* Until what time before now; 0 if there was none. */
static uint64_t before(uint64_t now, uint64_t ms)
{
	return now > ms ? now - ms : 0;
}

static int find_beginning(struct remake *m, struct journal_reader *reader, uint64_t *ret_since)
{
	struct last_games *last = calloc(1, sizeof(*last));
	int r;

	if (!last)
		return -ENOMEM;
	last->after_ms = before(m->now_ms, RECENT_MS);
	last->held_ms = before(m->now_ms, m->rule.after_ms);
	last->since = m->up_to;
	r = journal_read_games(reader, note_game, last);
	for (size_t i = 0; r == 0 && i <= CONFIG_TABLE_MAX; i++)
		if (last->of[i].last_ms > last->after_ms)
			tell_again(last, last->of[i].first_seq);
	*ret_since = last->past.last_seq = last->since;
	if (last->past.first_seq > 0 && last->past.first_seq <= last->since)
		m->made.span = last->past;
	free(last);
	return r;
}

/* --- reading --- */

void remake_hold(struct delay *delay, uint64_t at_ms, const json_t *report)
{
	struct game_fault fault;

	if (delay_put(delay, at_ms, report, &fault) == -ENOMEM)
		log_error("out of memory: the public is not shown everything");
}

void remake_show(struct record *shown, const json_t *report, const char *hidden_or_null)
{
	struct game_fault fault;
	json_t *told = hidden_report((json_t *)report, hidden_or_null);

	if (!told || record_apply(shown, told, &fault) == -ENOMEM)
		log_error("out of memory: the public is not shown everything");
	json_decref(told);
}

/* Most rows of the journal are what sensors saw; a record does not need them. */
static bool is_worth_it(const struct journal_report *report)
{
	return strcmp(report->event, "sensed") != 0 && strcmp(report->event, "press") != 0;
}

static int take_report(void *data, const struct journal_report *report)
{
	struct remake *m = data;
	json_t *object =
		is_worth_it(report) ? json_loadb(report->text, report->len, 0, NULL) : NULL;
	int error = 0;

	if (object && m->made.live)
		error = record_apply(m->made.live, object, NULL);
	if (object)
		remake_hold(m->made.delay, report->at_ms, object);
	json_decref(object);
	return error == -ENOMEM ? error : 0;
}

static void show_due(void *data, const json_t *report)
{
	struct remake *m = data;

	remake_show(m->made.shown, report, m->hidden);
}

void remake_read(struct remake *m)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	struct journal_reports which = {.up_to = m->up_to};
	int r = journal_reader_open(&reader, m->path, &fault);

	if (r < 0) {
		snprintf(m->why, sizeof(m->why), "%s", fault.why);
		return;
	}
	r = find_beginning(m, reader, &which.since);
	if (r == 0 && which.since < which.up_to)
		r = journal_read_reports(reader, &which, take_report, m);
	if (r < 0)
		snprintf(m->why, sizeof(m->why), "%s",
			 r == -ENOMEM ? "out of memory" : journal_reader_why(reader));
	journal_reader_close(reader);
	delay_due(m->made.delay, m->now_ms, show_due, m);
}

void remake_hear(struct remake *m, uint64_t at_ms, const json_t *report)
{
	if (json_array_append_new(m->heard,
				  json_pack("[I, O]", (json_int_t)at_ms, (json_t *)report)) < 0)
		log_error("out of memory: the public is not shown everything");
}
