/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "broadcast/fold/delay.h"
#include "broadcast/fold/hidden.h"
#include "broadcast/output/scores_good.h"
#include "daemon/base/log.h"
#include "daemon/journal/reader.h"
#include "daemon/publish/cached.h"
#include "daemon/publish/snapshot_past.h"

#define RECENT_MS (24 * 3600 * 1000ull)

/* The games as they were asked for last. */
struct games {
	struct cached kept;
	uint64_t seq;        /* of the record then */
	uint64_t changed_ms; /* when the record had changed, as the text was made */
	uint64_t version;
};

struct snapshot {
	struct publish *publish;
	struct delay *delay;
	struct delay_rule rule;
	char *hidden; /* whose names the public is not told */
	struct record *record;
	struct snapshot_past *past;
	uint64_t live_ms, public_ms; /* when they changed last */
	uint64_t live_version, public_version;
	uint64_t manner, versions;   /* of texts; the last number given to any of these */
	struct games games[2];       /* live, public */
	struct scores_good *good[2]; /* what they are made of */
	uv_timer_t timer;
	struct {
		void (*changed)(void *data);
		void *data;
	} listeners[SNAPSHOT_LISTENERS_MAX];
};

static uint64_t time_of(const struct publish *publish)
{
	return moment_now(&publish->moment) + publish->moment.ahead_ms;
}

static void live_changed(struct snapshot *s)
{
	s->live_ms = time_of(s->publish);
	s->live_version = ++s->versions;
}

static void public_changed(struct snapshot *s)
{
	s->public_ms = time_of(s->publish);
	s->public_version = ++s->versions;
}

/* The same games are written in another way: the texts of both records are made again. */
static void manner_changed(struct snapshot *s)
{
	live_changed(s);
	public_changed(s);
	s->manner = ++s->versions;
}

static void say_refused(void *data, const struct game *game, const char *why)
{
	(void)data;
	log_table(LOG_LEVEL_ERROR, game->table, game->board,
		  "no reader would take the PGN of %s, its last good text stays: %s", game->id,
		  why);
}

/* --- the delay --- */

static void take(void *data, const json_t *report)
{
	struct snapshot *s = data;
	struct game_fault fault;
	json_t *shown = hidden_report((json_t *)report, s->hidden);

	if (!shown || record_apply(s->record, shown, &fault) == -ENOMEM)
		log_error("out of memory: the public is not shown everything");
	json_decref(shown);
}

static void say_changed(const struct snapshot *s)
{
	for (size_t i = 0; i < SNAPSHOT_LISTENERS_MAX; i++)
		if (s->listeners[i].changed)
			s->listeners[i].changed(s->listeners[i].data);
}

static void look(struct snapshot *s);

static void due(uv_timer_t *timer)
{
	look(timer->data);
}

/* Releases what the delay has let through, and sets the timer for the next release. */
static void look(struct snapshot *s)
{
	struct publish *publish = s->publish;
	uint64_t now = moment_now(&publish->moment), deadline;

	if (delay_due(s->delay, now, take, s) > 0) {
		public_changed(s);
		say_changed(s);
	}
	deadline = delay_deadline(s->delay);
	if (deadline == UINT64_MAX)
		uv_timer_stop(&s->timer);
	else
		uv_timer_start(
			&s->timer, due,
			deadline <= now ? 1 : moment_machine_ms(&publish->moment, deadline - now),
			0);
}

static void put(struct snapshot *s, uint64_t at_ms, const json_t *report)
{
	struct game_fault fault;

	if (delay_put(s->delay, at_ms, report, &fault) == -ENOMEM)
		log_error("out of memory: the public is not shown everything");
}

static void hear(void *data, const struct feed_entry *entry)
{
	struct snapshot *s = data;

	live_changed(s);
	put(s, moment_now(&s->publish->moment), entry->report);
	look(s);
}

/* --- what the journal has --- */

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

struct restoring {
	struct snapshot *snapshot;
	bool with_live;
};

/* Most rows of the journal are what sensors saw; a record does not need them. */
static bool is_worth_it(const struct journal_report *report)
{
	return strcmp(report->event, "sensed") != 0 && strcmp(report->event, "press") != 0;
}

static int restore_report(void *data, const struct journal_report *report)
{
	const struct restoring *r = data;
	json_t *object =
		is_worth_it(report) ? json_loadb(report->text, report->len, 0, NULL) : NULL;
	int error = 0;

	if (object && r->with_live)
		error = record_apply(r->snapshot->publish->record, object, NULL);
	if (object)
		put(r->snapshot, report->at_ms, object);
	json_decref(object);
	return error == -ENOMEM ? error : 0;
}

/* Until what time before now; 0 if there was none. */
static uint64_t before(uint64_t now, uint64_t ms)
{
	return now > ms ? now - ms : 0;
}

static void past_found(void *data)
{
	manner_changed(data);
}

static int read_journal(struct snapshot *s, struct journal_reader *reader, bool with_live)
{
	struct restoring restoring = {s, with_live};
	struct last_games *last = calloc(1, sizeof(*last));
	struct journal_reports which = {.up_to = feed_last(s->publish->feed)};
	uint64_t now = moment_now(&s->publish->moment);
	int r = last ? 0 : -ENOMEM;

	if (r == 0) {
		last->after_ms = before(now, RECENT_MS);
		last->held_ms = before(now, s->rule.after_ms);
		last->since = which.up_to;
		r = journal_read_games(reader, note_game, last);
	}
	for (size_t i = 0; r == 0 && i <= CONFIG_TABLE_MAX; i++)
		if (last->of[i].last_ms > last->after_ms)
			tell_again(last, last->of[i].first_seq);
	if (r == 0) {
		which.since = last->past.last_seq = last->since;
		if (last->past.first_seq > 0 && last->past.first_seq <= last->since)
			snapshot_past_restore(s->past, &last->past, s->hidden, past_found, s);
	}
	if (r == 0 && which.since < which.up_to)
		r = journal_read_reports(reader, &which, restore_report, &restoring);
	free(last);
	return r;
}

/* After a restart both records are made again from the journal. */
static void restore(struct snapshot *s, bool with_live)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	int r = journal_reader_open(&reader, s->publish->journal_path, &fault);

	if (r == 0 && read_journal(s, reader, with_live) < 0)
		log_warning("what was published cannot be read: %s", journal_reader_why(reader));
	journal_reader_close(reader);
}

/* --- beginning, end, configuration --- */

static struct delay_rule rule_of(const struct config *config)
{
	return (struct delay_rule){.after_ms = config->broadcast.delay_ms,
				   .plies = config->broadcast.delay_plies};
}

/* Of the configuration, and of the hub. NULL: no memory. */
static char *hidden_names(const struct publish *publish)
{
	const char *own = publish->config.broadcast.hidden, *more = publish->hidden_by_hub;
	char *names;

	return asprintf(&names, "%s%s%s", own ? own : "", own && more ? "|" : "",
			more ? more : "") < 0
		       ? NULL
		       : names;
}

static int begin(struct snapshot *s, bool with_live)
{
	struct delay_rule rule = rule_of(&s->publish->config);
	struct delay *delay = delay_new(rule);
	struct record *record = record_new(snapshot_past_keep_public, s->past);
	char *hidden = hidden_names(s->publish);

	if (!delay || !record || !hidden || snapshot_past_forget_public(s->past) < 0) {
		delay_free(delay);
		record_free(record);
		free(hidden);
		return -ENOMEM;
	}
	delay_free(s->delay);
	record_free(s->record);
	free(s->hidden);
	s->hidden = hidden;
	s->delay = delay;
	s->record = record;
	s->rule = rule;
	manner_changed(s);
	restore(s, with_live);
	look(s);
	return 0;
}

int snapshot_new(struct snapshot **ret, struct publish *publish)
{
	struct snapshot *s = calloc(1, sizeof(*s));
	int r;

	if (!s)
		return -ENOMEM;
	*ret = s;
	s->publish = publish;
	uv_timer_init(&publish->loop, &s->timer);
	s->timer.data = s;
	for (size_t i = 0; i < 2; i++)
		s->good[i] = scores_good_new(say_refused, NULL);
	if (!s->good[0] || !s->good[1])
		return -ENOMEM;
	r = snapshot_past_new(&s->past, publish);
	if (r < 0)
		return r;
	record_on_over(publish->record, snapshot_past_keep_live, s->past);
	r = begin(s, true);
	return r < 0 ? r : feed_listen(publish->feed, hear, s);
}

static void forget(struct snapshot *s)
{
	for (size_t i = 0; i < 2; i++) {
		cached_clear(&s->games[i].kept);
		scores_good_renew(s->good[i]);
	}
}

static void closed(uv_handle_t *handle)
{
	struct snapshot *s = handle->data;

	delay_free(s->delay);
	record_free(s->record);
	snapshot_past_free(s->past);
	free(s->hidden);
	for (size_t i = 0; i < 2; i++) {
		cached_clear(&s->games[i].kept);
		scores_good_free(s->good[i]);
	}
	free(s);
}

void snapshot_free(struct snapshot *s)
{
	if (!s)
		return;
	record_on_over(s->publish->record, NULL, NULL);
	uv_close((uv_handle_t *)&s->timer, closed);
}

int snapshot_read_again(struct snapshot *s)
{
	struct record *record = record_new(NULL, NULL);
	struct snapshot_past *past = NULL;

	if (!record || snapshot_past_new(&past, s->publish) < 0) {
		record_free(record);
		return -ENOMEM;
	}
	record_free(s->publish->record);
	s->publish->record = record;
	snapshot_past_free(s->past);
	s->past = past;
	record_on_over(record, snapshot_past_keep_live, past);
	forget(s);
	return begin(s, true);
}

static bool is_hidden_alike(const struct snapshot *s)
{
	char *names = hidden_names(s->publish);
	bool is = names && strcmp(names, s->hidden) == 0;

	free(names);
	return is;
}

/* Another delay, or other names: what the public sees is made anew, from the journal. */
void snapshot_reload(struct snapshot *s)
{
	const struct config *config = &s->publish->config;
	struct delay_rule rule = rule_of(config);

	if ((rule.after_ms != s->rule.after_ms || rule.plies != s->rule.plies ||
	     !is_hidden_alike(s)) &&
	    begin(s, false) < 0)
		log_error("out of memory: delay and hidden names stay as they were");
	manner_changed(s); /* another policy for illegal moves gives another text */
	forget(s);
	say_changed(s);
}

struct snapshot_view snapshot_view(const struct snapshot *s, bool is_public)
{
	const struct cloud_past *past = snapshot_past(s->past, is_public);

	return is_public ? (struct snapshot_view){s->record, past, s->public_ms, s->public_version,
						  s->manner}
			 : (struct snapshot_view){s->publish->record, past, s->live_ms,
						  s->live_version, s->manner};
}

char *snapshot_table(struct snapshot *s, bool is_public, unsigned table, size_t *ret_len)
{
	struct snapshot_options options;

	snapshot_options(s->publish, &options);
	return scores_good_write(s->good[is_public], snapshot_view(s, is_public).record, table,
				 &options.pgn, ret_len);
}

static void write_games(struct snapshot *s, bool is_public, struct snapshot_view view)
{
	struct games *games = &s->games[is_public];
	uint64_t begun = cached_begin();
	size_t len = 0;
	char *text = snapshot_table(s, is_public, 0, &len);

	cached_put(&games->kept, begun, text, len);
	games->seq = record_seq(view.record);
	games->changed_ms = view.changed_ms;
	games->version = ++s->versions;
}

uint64_t snapshot_games(struct snapshot *s, bool is_public, uint64_t *ret_changed_ms)
{
	struct snapshot_view view = snapshot_view(s, is_public);
	struct games *games = &s->games[is_public];

	if (!games->kept.text ||
	    (games->seq != record_seq(view.record) && !cached_is_fresh(&games->kept)))
		write_games(s, is_public, view);
	else if (games->seq == record_seq(view.record))
		games->changed_ms = view.changed_ms;
	*ret_changed_ms = games->changed_ms;
	return games->version;
}

char *snapshot_games_copy(const struct snapshot *s, bool is_public, size_t *ret_len)
{
	return cached_copy(&s->games[is_public].kept, ret_len);
}

int snapshot_listen(struct snapshot *s, void (*changed)(void *data), void *data)
{
	for (size_t i = 0; i < SNAPSHOT_LISTENERS_MAX; i++) {
		if (s->listeners[i].changed)
			continue;
		s->listeners[i].changed = changed;
		s->listeners[i].data = data;
		return 0;
	}
	return -ENOBUFS;
}

void snapshot_unlisten(struct snapshot *s, const void *data)
{
	for (size_t i = 0; i < SNAPSHOT_LISTENERS_MAX; i++)
		if (s->listeners[i].data == data)
			s->listeners[i].changed = NULL;
}

/* --- how it is shown --- */

static int utc_offset_minutes(const struct publish *publish)
{
	time_t now = (time_t)(time_of(publish) / 1000);
	struct tm tm = {0};

	localtime_r(&now, &tm);
	return (int)(tm.tm_gmtoff / 60);
}

void snapshot_options(const struct publish *publish, struct snapshot_options *ret)
{
	const struct config *config = &publish->config;
	struct touch_control control = config_control(config);
	struct rules_text text = rules_text_in(ret->time_control, sizeof(ret->time_control));
	bool completed_only = config->broadcast.publish == CONFIG_PUBLISH_COMPLETED;
	int offset = utc_offset_minutes(publish);

	touch_control_write(&text, &control);
	ret->pgn = (struct pgn_options){
		.event = config->broadcast.event,
		.site = config->broadcast.site,
		.utc_offset_minutes = offset,
		.time_control = control.count > 0 ? ret->time_control : NULL,
		.policy = config->broadcast.illegal == CONFIG_ILLEGAL_FEN ? PGN_FEN : PGN_STOP,
		.completed_only = completed_only,
		.mark_doubtful = true,
		.ascii = config->broadcast.ascii};
	ret->cloud = (struct cloud_options){
		.id = config->broadcast.id,
		.name = config->broadcast.event,
		.location = config->broadcast.site,
		.time_control = control.count > 0 ? ret->time_control : NULL,
		.rounds = config->broadcast.round,
		.utc_offset_minutes = offset,
		.completed_only = completed_only,
		.base_s = control.count == 1 ? control.period[0].time_s : 0,
		.increment_s = control.count == 1 ? control.period[0].increment_s : 0};
}

const char *snapshot_cloud_id(const struct publish *publish)
{
	const char *given = publish->config.broadcast.cloud_id;

	return given ? given : publish->uuid;
}
