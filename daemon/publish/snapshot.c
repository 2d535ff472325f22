/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "broadcast/output/scores_good.h"
#include "daemon/base/log.h"
#include "daemon/publish/cached.h"
#include "daemon/publish/remake.h"
#include "daemon/publish/snapshot_past.h"

#define READ_MS 120000 /* the longest that the journal is read for */

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
	char *hidden; /* whose names the public is not told; NULL: nobody's */
	struct record *record;
	struct snapshot_past *past;
	uint64_t live_ms, public_ms; /* when they changed last */
	uint64_t live_version, public_version;
	uint64_t manner, versions;   /* of texts; the last number given to any of these */
	struct remake *remakes;      /* the first is under way, the others wait for it */
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

	remake_show(s->record, report, s->hidden);
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

static void hear(void *data, const struct feed_entry *entry)
{
	struct snapshot *s = data;
	uint64_t now = moment_now(&s->publish->moment);

	live_changed(s);
	if (s->remakes)
		remake_hear(s->remakes, now, entry->report);
	remake_hold(s->delay, now, entry->report);
	look(s);
}

/* --- made anew --- */

static void past_found(void *data)
{
	manner_changed(data);
}

static void forget_texts(struct snapshot *s)
{
	for (size_t i = 0; i < 2; i++) {
		cached_clear(&s->games[i].kept);
		scores_good_renew(s->good[i]);
	}
}

static void take_live(struct snapshot *s, struct remade *made)
{
	record_free(s->publish->record);
	s->publish->record = made->live;
	made->live = NULL;
	record_on_over(s->publish->record, snapshot_past_keep_live, s->past);
	snapshot_past_take(s->past, false, &made->past[0]);
}

static void take_shown(struct snapshot *s, struct remade *made)
{
	delay_free(s->delay);
	s->delay = made->delay;
	made->delay = NULL;
	record_free(s->record);
	s->record = made->shown;
	made->shown = NULL;
	record_on_over(s->record, snapshot_past_keep_public, s->past);
	snapshot_past_take(s->past, true, &made->past[1]);
}

/* Reports that became durable while the journal was read. */
static void take_heard(struct snapshot *s, const struct remake *m)
{
	const json_t *heard;
	size_t i;

	json_array_foreach(m->heard, i, heard)
	{
		const json_t *report = json_array_get(heard, 1);

		if (m->with_live && record_apply(s->publish->record, report, NULL) == -ENOMEM)
			log_error("out of memory: a report is not shown");
		remake_hold(s->delay, (uint64_t)json_integer_value(json_array_get(heard, 0)),
			    report);
	}
}

static void show(struct snapshot *s, struct remake *m)
{
	if (m->why[0] != '\0')
		log_warning("what was published cannot be read: %s", m->why);
	if (m->with_live)
		take_live(s, &m->made);
	take_shown(s, &m->made);
	free(s->hidden);
	s->hidden = m->hidden;
	m->hidden = NULL;
	s->rule = m->rule;
	manner_changed(s);
	if (m->made.span.first_seq > 0)
		snapshot_past_restore(s->past, &m->made.span, s->hidden, past_found, s);
	take_heard(s, m);
	look(s);
}

static void begin_next(struct snapshot *s);

/* The first remake is done with: shown, or not to be had. */
static void drop_first(struct snapshot *s)
{
	struct remake *m = s->remakes;

	s->remakes = m->next;
	remake_free(m);
	begin_next(s);
}

static void show_first(struct snapshot *s)
{
	show(s, s->remakes);
	drop_first(s);
	forget_texts(s);
	say_changed(s);
}

static void run(struct worker *worker)
{
	remake_read((struct remake *)worker);
}

static void done(struct worker *worker, bool was_run)
{
	struct remake *m = (struct remake *)worker;
	struct snapshot *s = m->owner;
	void (*ready)(void *data) = m->ready;
	void *data = m->data;

	if (!s) {
		remake_free(m);
		return;
	}
	m->is_made = was_run;
	if (!was_run) {
		log_error("out of memory: the public sees what it saw before");
		drop_first(s);
	} else if (m->is_shown_at_once) {
		show_first(s);
	}
	if (ready)
		ready(data);
}

static void begin_next(struct snapshot *s)
{
	struct remake *m = s->remakes;
	int r = 0;

	if (!m)
		return;
	if (m->is_shown_at_once) /* by what is configured now: others have had their turn */
		r = remake_want(m, s->publish, &s->publish->config);
	if (r < 0 || remake_begin(m, s->publish) < 0)
		done(&m->worker, false);
	else
		workers_put(&s->publish->workers, &m->worker, WORKER_PAST, READ_MS, run, done);
}

/* Others may be under way: it has its turn after them. */
static void put(struct snapshot *s, struct remake *m, void (*ready)(void *data), void *data)
{
	struct remake **last = &s->remakes;
	bool is_first = !s->remakes;

	m->owner = s;
	m->ready = ready;
	m->data = data;
	while (*last)
		last = &(*last)->next;
	*last = m;
	if (is_first)
		begin_next(s);
}

void snapshot_prepare(struct snapshot *s, const struct config *config, void (*ready)(void *data),
		      void *data)
{
	bool is_shown = remake_is_wanted(s->rule, s->hidden, s->publish, config);
	struct remake *m = is_shown ? NULL : remake_new(false);

	if (!m || remake_want(m, s->publish, config) < 0) {
		remake_free(m);
		ready(data);
		return;
	}
	put(s, m, ready, data);
}

static void show_soon(struct snapshot *s, bool with_live, void (*ready)(void *data), void *data)
{
	struct remake *m = remake_new(with_live);

	if (m) {
		m->is_shown_at_once = true;
		put(s, m, ready, data);
		return;
	}
	log_error("out of memory: what is shown stays as it was");
	if (ready)
		ready(data);
}

void snapshot_read_again(struct snapshot *s, void (*shown)(void *data), void *data)
{
	show_soon(s, true, shown, data);
}

void snapshot_reload(struct snapshot *s)
{
	const struct remake *first = s->remakes;
	const struct config *config = &s->publish->config;

	/* A hub may have another delay than the configuration that was prepared. */
	if (first && first->is_made) {
		if (remake_is_wanted(first->rule, first->hidden, s->publish, config))
			show_first(s);
		else
			drop_first(s);
	}
	if (!remake_is_wanted(s->rule, s->hidden, s->publish, config))
		show_soon(s, false, NULL, NULL);
	manner_changed(s); /* another policy for illegal moves gives another text */
	forget_texts(s);
	say_changed(s);
}

/* --- beginning and end --- */

/* Before the loop runs nobody has to wait. */
static int read_at_start(struct snapshot *s)
{
	struct remake *m = remake_new(true);
	int r = m ? remake_want(m, s->publish, &s->publish->config) : -ENOMEM;

	if (r == 0)
		r = remake_begin(m, s->publish);
	if (r == 0) {
		remake_read(m);
		show(s, m);
	}
	remake_free(m);
	return r;
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
	if (r == 0)
		r = read_at_start(s);
	return r < 0 ? r : feed_listen(publish->feed, hear, s);
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

/* The first is on a thread, or is made and not shown yet; the others have not begun. */
static void give_up_remakes(struct snapshot *s)
{
	struct remake *first = s->remakes, *rest = first ? first->next : NULL;

	s->remakes = NULL;
	while (rest) {
		struct remake *next = rest->next;

		remake_free(rest);
		rest = next;
	}
	if (!first)
		return;
	first->owner = NULL;
	if (first->is_made)
		remake_free(first);
	else
		worker_cancel(&first->worker);
}

void snapshot_free(struct snapshot *s)
{
	if (!s)
		return;
	record_on_over(s->publish->record, NULL, NULL);
	give_up_remakes(s);
	uv_close((uv_handle_t *)&s->timer, closed);
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
