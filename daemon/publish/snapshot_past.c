/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/snapshot_past.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/hidden.h"
#include "daemon/base/log.h"
#include "daemon/journal/reader.h"
#include "daemon/publish/snapshot.h"

struct search;

struct snapshot_past {
	struct publish *publish;
	struct cloud_past *past[2]; /* live, public */
	struct search *search;      /* NULL: no thread is reading */
};

/* What the thread has; the loop touches only is_given_up until it is done. */
struct search {
	uv_work_t work;
	struct snapshot_past *owner; /* NULL: the result is no longer wanted */
	void (*found)(void *data);
	void *data;
	atomic_bool is_given_up;
	char path[PUBLISH_PATH_MAX];
	struct snapshot_span span;
	struct cloud_options options; /* without its texts */
	struct cloud_past *past[2];   /* live, public; one for both where no name is hidden */
	char *hidden;                 /* NULL: none */
	uint64_t up_to;               /* the last report of the last of those games */
	int error;
};

/* --- what records forget --- */

static void keep(struct snapshot_past *past, bool is_public, const struct game *game)
{
	struct snapshot_options options;

	snapshot_options(past->publish, &options);
	if (cloud_past_put(past->past[is_public], game, &options.cloud) == -ENOMEM)
		log_error("out of memory: a game of an earlier round is not shown");
}

void snapshot_past_keep_live(void *data, const struct record_board *board, const struct game *game)
{
	(void)board;
	keep(data, false, game);
}

void snapshot_past_keep_public(void *data, const struct record_board *board,
			       const struct game *game)
{
	(void)board;
	keep(data, true, game);
}

const struct cloud_past *snapshot_past(const struct snapshot_past *past, bool is_public)
{
	return past->past[is_public];
}

/* --- what the journal has --- */

static bool is_in(const struct snapshot_span *span, const char *event, uint64_t first_seq)
{
	return first_seq >= span->first_seq && first_seq <= span->last_seq &&
	       strcmp(event, span->event) == 0;
}

static int find_end(void *data, const struct journal_game *game)
{
	struct search *s = data;
	char event[GAME_ID_MAX];
	unsigned round;

	if (strlen(game->id) >= sizeof(event))
		return 0;
	game_split_id(game->id, event, &round);
	if (is_in(&s->span, event, game->first_seq) && game->last_seq > s->up_to)
		s->up_to = game->last_seq;
	return 0;
}

static void find(struct search *s, bool is_public, const struct game *game)
{
	if (is_in(&s->span, game->event, game->first_seq) &&
	    cloud_past_put(s->past[is_public], game, &s->options) == -ENOMEM)
		s->error = -ENOMEM;
}

static void find_live(void *data, const struct record_board *board, const struct game *game)
{
	(void)board;
	find(data, false, game);
}

static void find_public(void *data, const struct record_board *board, const struct game *game)
{
	(void)board;
	find(data, true, game);
}

/* Most rows of the journal are not needed for a score. */
static bool is_of_score(const char *event)
{
	static const char *const needed[] = {"game",   "move",    "completed", "revised",
					     "result", "players", "decision"};

	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (strcmp(event, needed[i]) == 0)
			return true;
	return false;
}

struct fold {
	struct search *search;
	struct record *record[2]; /* live, public; the latter NULL where no name is hidden */
};

/* Both records hear the report; the public's without the names that are hidden. */
static int apply(const struct fold *f, json_t *report)
{
	json_t *shown = f->record[1] ? hidden_report(report, f->search->hidden) : NULL;
	int r = record_apply(f->record[0], report, NULL);

	if (f->record[1] && (!shown || record_apply(f->record[1], shown, NULL) == -ENOMEM))
		r = -ENOMEM;
	json_decref(shown);
	return r;
}

static int fold(void *data, const struct journal_report *report)
{
	const struct fold *f = data;
	json_t *object;
	int r = 0;

	if (atomic_load(&f->search->is_given_up))
		return -ECANCELED;
	object = is_of_score(report->event) ? json_loadb(report->text, report->len, 0, NULL) : NULL;
	if (object)
		r = apply(f, object);
	json_decref(object);
	return r == -ENOMEM ? r : f->search->error;
}

static int read_games(struct search *s, struct journal_reader *reader)
{
	struct fold f = {s,
			 {record_new(find_live, s), s->hidden ? record_new(find_public, s) : NULL}};
	bool is_made = f.record[0] && (f.record[1] || !s->hidden);
	int r = is_made ? journal_read_games(reader, find_end, s) : -ENOMEM;
	struct journal_reports which = {.since = s->span.first_seq - 1, .up_to = s->up_to};

	if (r == 0 && s->up_to > 0)
		r = journal_read_reports(reader, &which, fold, &f);
	for (size_t k = 0; k < 2 && f.record[k]; k++)
		for (size_t i = 0; r == 0 && i < record_count(f.record[k]); i++)
			if (record_at(f.record[k], i)->game)
				find(s, k == 1, record_at(f.record[k], i)->game);
	record_free(f.record[0]);
	record_free(f.record[1]);
	return r < 0 ? r : s->error;
}

static void work(uv_work_t *work)
{
	struct search *s = work->data;
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	if (journal_reader_open(&reader, s->path, &fault) == 0)
		s->error = read_games(s, reader);
	journal_reader_close(reader);
}

static void search_free(struct search *s)
{
	cloud_past_free(s->past[0]);
	cloud_past_free(s->past[1]);
	free(s->hidden);
	free(s);
}

static void worked(uv_work_t *work, int status)
{
	struct search *s = work->data;
	struct snapshot_past *owner = s->owner;

	if (owner) {
		owner->search = NULL;
		if (status < 0 || s->error < 0 || cloud_past_add(owner->past[0], s->past[0]) < 0 ||
		    cloud_past_add(owner->past[1], s->past[s->hidden != NULL]) < 0)
			log_warning("the games of earlier rounds cannot be read");
		s->found(s->data);
	}
	search_free(s);
}

static void give_up(struct snapshot_past *past)
{
	if (!past->search)
		return;
	atomic_store(&past->search->is_given_up, true);
	past->search->owner = NULL;
	past->search = NULL;
}

static bool search_begin(struct search *s, const char *hidden)
{
	s->hidden = hidden ? strdup(hidden) : NULL;
	s->past[0] = cloud_past_new();
	s->past[1] = hidden ? cloud_past_new() : NULL;
	return s->past[0] && (!hidden || (s->past[1] && s->hidden));
}

void snapshot_past_restore(struct snapshot_past *past, const struct snapshot_span *span,
			   const char *hidden, void (*found)(void *data), void *data)
{
	struct search *s = calloc(1, sizeof(*s));
	struct snapshot_options options;

	give_up(past);
	if (!s || !search_begin(s, hidden)) {
		log_error("out of memory: earlier rounds are not shown");
		if (s)
			search_free(s);
		return;
	}
	snapshot_options(past->publish, &options);
	s->work.data = s;
	s->owner = past;
	s->found = found;
	s->data = data;
	s->span = *span;
	s->options = (struct cloud_options){.base_s = options.cloud.base_s,
					    .increment_s = options.cloud.increment_s};
	snprintf(s->path, sizeof(s->path), "%s", past->publish->journal_path);
	past->search = s;
	if (uv_queue_work(&past->publish->loop, &s->work, work, worked) < 0)
		worked(&s->work, UV_ENOMEM);
}

/* --- beginning and end --- */

int snapshot_past_new(struct snapshot_past **ret, struct publish *publish)
{
	struct snapshot_past *past = calloc(1, sizeof(*past));

	if (!past)
		return -ENOMEM;
	past->publish = publish;
	for (size_t i = 0; i < 2; i++)
		past->past[i] = cloud_past_new();
	if (!past->past[0] || !past->past[1]) {
		snapshot_past_free(past);
		return -ENOMEM;
	}
	*ret = past;
	return 0;
}

void snapshot_past_free(struct snapshot_past *past)
{
	if (!past)
		return;
	give_up(past);
	cloud_past_free(past->past[0]);
	cloud_past_free(past->past[1]);
	free(past);
}

void snapshot_past_take(struct snapshot_past *past, bool is_public, struct cloud_past **other)
{
	give_up(past);
	cloud_past_free(past->past[is_public]);
	past->past[is_public] = *other;
	*other = NULL;
}
