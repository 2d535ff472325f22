/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/private.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/journal/reader.h"

#define LOG_BYTES             (4L << 20)
#define CHECKPOINT_IDLE_PAGES 500  /* of the log, when nothing waits: half of it */
#define CHECKPOINT_PAGES      2000 /* whatever waits */
#define CHECKPOINT_TIGHT      16   /* the same, on a disk that is full */
#define CHECKPOINT_PAUSE_MS   500  /* when a reader is in the way */
#define CHORE_PAUSE_MS        20
#define SWEEP_LOOKS           12    /* how many looks at the disk make one for what is old */
#define REPLACE_PAUSE_MS      10000 /* a disk that damages everything is not to be filled */
#define LOW_PERCENT           10
#define SCARCE_PERCENT        2

void journal_wait(struct journal *j, uint64_t until_ms)
{
	struct timespec until = {.tv_sec = (time_t)(until_ms / 1000),
				 .tv_nsec = (long)(until_ms % 1000) * 1000000};

	pthread_cond_timedwait(&j->wake, &j->lock, &until);
}

/* --- looks at the whole file --- */

/*
 * On a thread and a connection of its own: a long journal takes seconds to be
 * read, and reports must not wait for that.
 */
static void *check(void *data)
{
	struct journal *j = data;
	enum journal_check outcome = JOURNAL_CHECK_NONE;
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(j->check_db, "PRAGMA quick_check(1)", -1, &statement, NULL);

	if (result == SQLITE_OK)
		result = sqlite3_step(statement);
	if (result == SQLITE_ROW)
		outcome = strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0
				  ? JOURNAL_CHECK_WHOLE
				  : JOURNAL_CHECK_DAMAGED;
	else if (journal_is_damage(result))
		outcome = JOURNAL_CHECK_DAMAGED;
	sqlite3_finalize(statement);
	pthread_mutex_lock(&j->lock);
	/* What an interrupted look says means nothing. */
	if (!j->stops)
		j->checked = outcome;
	pthread_cond_signal(&j->wake);
	pthread_mutex_unlock(&j->lock);
	return NULL;
}

static void start_check(struct journal *j)
{
	char path[JOURNAL_PATH_MAX];

	if (!journal_disk_path(&j->disk, JOURNAL_FILE, path) ||
	    sqlite3_open_v2(path, &j->check_db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
		    SQLITE_OK ||
	    sqlite3_exec(j->check_db, "PRAGMA cache_size = -512", NULL, NULL, NULL) != SQLITE_OK ||
	    pthread_create(&j->checker, NULL, check, j) != 0) {
		sqlite3_close(j->check_db);
		j->check_db = NULL;
		return;
	}
	j->is_checking = true;
}

static bool should_stop(void *data)
{
	return atomic_load(&((struct journal *)data)->stops_verifying);
}

/* The same for the chain of commits, now and then. */
static void *verify(void *data)
{
	struct journal *j = data;
	char path[JOURNAL_PATH_MAX];
	struct journal_reader *reader = NULL;
	struct journal_verdict verdict;
	struct journal_fault fault;

	if (!journal_disk_path(&j->disk, JOURNAL_FILE, path) ||
	    journal_reader_open(&reader, path, &fault) < 0)
		return NULL;
	journal_reader_stop_if(reader, should_stop, j);
	if (journal_verify(reader, NULL, &verdict) == 0 && verdict.bad_count > 0 &&
	    !j->has_told_change) {
		j->has_told_change = true;
		journal_tell(j, JOURNAL_NOTE_CHANGED, "%s: was changed since it was written: %s",
			     path, verdict.where);
	}
	journal_reader_close(reader);
	return NULL;
}

static void end_verify(struct journal *j)
{
	if (!j->is_verifying)
		return;
	atomic_store(&j->stops_verifying, true);
	pthread_join(j->verifier, NULL);
	j->is_verifying = false;
}

/* Not while names are being forgotten: then rows and hashes belong to each other at the end. */
static void start_verify(struct journal *j)
{
	uint64_t now = journal_now_ms();

	if (j->is_verifying && pthread_tryjoin_np(j->verifier, NULL) == 0)
		j->is_verifying = false;
	if (j->config.verify_ms == 0 || now < j->verify_at || j->is_verifying || j->is_failing ||
	    j->forget.is_due)
		return;
	j->verify_at = now + j->config.verify_ms;
	atomic_store(&j->stops_verifying, false);
	j->is_verifying = pthread_create(&j->verifier, NULL, verify, j) == 0;
}

static void end_check(struct journal *j)
{
	static const struct timespec pause = {.tv_nsec = 1000000};

	if (!j->is_checking)
		return;
	/* An interrupt that comes before the statement has begun is forgotten. */
	while (pthread_tryjoin_np(j->checker, NULL) == EBUSY) {
		sqlite3_interrupt(j->check_db);
		nanosleep(&pause, NULL);
	}
	sqlite3_close(j->check_db);
	j->is_checking = false;
	pthread_mutex_lock(&j->lock);
	j->checked = JOURNAL_CHECK_NONE;
	pthread_mutex_unlock(&j->lock);
}

/* --- failures --- */

static void set_failing(struct journal *j, bool is_failing)
{
	/* On the disk before the first of them is shown. */
	if (j->config.on_full == JOURNAL_PUBLISH)
		journal_disk_mark_shown(&j->disk, is_failing);
	pthread_mutex_lock(&j->lock);
	j->is_failing = j->stats.is_failing = is_failing;
	if (is_failing && j->config.on_full == JOURNAL_PUBLISH) {
		uint64_t taken = journal_queue_last_seq(&j->taken);
		uint64_t pending = journal_queue_last_seq(&j->pending);

		if (taken > j->released)
			j->released = taken;
		if (pending > j->released)
			j->released = pending;
	}
	pthread_mutex_unlock(&j->lock);
	journal_poke(j);
}

static void fail(struct journal *j, const char *why)
{
	j->retry_at = journal_now_ms() + j->config.retry_ms;
	if (!j->is_failing) {
		set_failing(j, true);
		journal_tell(j, JOURNAL_NOTE_FAILED,
			     "%s/%s: cannot be written: %s; %s until it can", j->disk.path,
			     JOURNAL_FILE, why,
			     j->config.on_full == JOURNAL_HOLD ? "nothing is published"
							       : "published without record");
	}
}

/* False: there is no other file either. */
static bool replace(struct journal *j, const char *why)
{
	char aside[JOURNAL_PATH_MAX] = "", was[sizeof(j->store.why)];
	struct journal_fault fault = {0};
	uint64_t now = journal_now_ms();

	snprintf(was, sizeof(was), "%s", why);
	if (j->replaced_at != 0 && now < j->replaced_at + REPLACE_PAUSE_MS) {
		fail(j, was);
		return false;
	}
	j->replaced_at = now;
	end_check(j);
	end_verify(j);
	j->has_told_change = false;
	journal_forget_clear(&j->forget);
	j->sweep = (struct journal_sweep){0};
	j->was_unclean = false;
	if (journal_store_begin_anew(&j->store, &j->disk, aside, &fault) != JOURNAL_STORE_GOOD) {
		/* Where nothing can be begun it is the disk, and the journal may be good. */
		if (aside[0] != '\0')
			journal_disk_take_back(&j->disk, aside);
		fail(j, fault.why);
		return false;
	}
	pthread_mutex_lock(&j->lock);
	memcpy(j->uuid, j->store.uuid, sizeof(j->uuid));
	pthread_mutex_unlock(&j->lock);
	journal_tell(j, JOURNAL_NOTE_REPLACED,
		     "%s/%s: damaged (%s); put aside as %s, and another one begun", j->disk.path,
		     JOURNAL_FILE, was, aside);
	return true;
}

static bool is_full(const struct journal_store *store, int result)
{
	return (result & 0xff) == SQLITE_FULL || store->system_error == ENOSPC ||
	       store->system_error == EDQUOT;
}

/* A log that is in the file is written again from its beginning: there it has its room. */
static bool make_room(struct journal *j)
{
	bool has_given = journal_disk_unload(&j->disk), has_moved;

	if (has_given)
		journal_tell(j, JOURNAL_NOTE_BALLAST,
			     "%s: the disk is full; the ballast is given up", j->disk.path);
	has_moved = j->store.wal_pages > 0 &&
		    journal_store_checkpoint(&j->store, SQLITE_CHECKPOINT_PASSIVE);
	if (has_moved)
		j->store.wal_pages = 0; /* until the next commit: it helps once */
	j->is_tight = true;
	return has_given || has_moved;
}

/* Is it the disk that did not give the file, and not for the nth time? */
static bool may_be_read_again(struct journal *j)
{
	return j->store.db && journal_is_unreadable(j->store.db) &&
	       j->unreadable++ < JOURNAL_READ_TRIES;
}

/* Is it worth while to try again at once? */
static bool has_helped(struct journal *j, int result)
{
	if (journal_is_damage(result) && !may_be_read_again(j))
		return replace(j, j->store.why);
	if (is_full(&j->store, result) && make_room(j))
		return true;
	fail(j, j->store.why);
	return false;
}

/* After damage, when another file could not be begun at once. */
static bool open_again(struct journal *j)
{
	struct journal_found found = {0};
	struct journal_fault fault = {0};
	bool is_same;

	if (j->store.db)
		return true;
	switch (journal_store_open(&j->store, &j->disk, &found, &fault)) {
	case JOURNAL_STORE_GOOD: break;
	case JOURNAL_STORE_DAMAGED: return replace(j, "it cannot be opened");
	case JOURNAL_STORE_REFUSED:
	case JOURNAL_STORE_FAILED: fail(j, fault.why); return false;
	}
	pthread_mutex_lock(&j->lock);
	is_same = memcmp(j->uuid, j->store.uuid, sizeof(j->uuid)) == 0;
	memcpy(j->uuid, j->store.uuid, sizeof(j->uuid));
	pthread_mutex_unlock(&j->lock);
	if (!is_same)
		journal_tell(j, JOURNAL_NOTE_REPLACED, "%s/%s: another one was begun after damage",
			     j->disk.path, JOURNAL_FILE);
	return true;
}

/* --- writing --- */

/* The first items are on the disk. */
static void advance(struct journal *j, size_t count)
{
	const struct journal_item *item = j->taken.first;
	uint64_t seq = 0;
	bool has_forget = false, is_awaited;

	for (size_t i = 0; i < count; i++, item = item->next) {
		if (item->kind == JOURNAL_ITEM_REPORT)
			seq = item->report.seq;
		has_forget = has_forget || item->kind == JOURNAL_ITEM_FORGET;
	}
	journal_queue_drop_first(&j->taken, count);
	pthread_mutex_lock(&j->lock);
	j->taken_bytes = j->taken.bytes;
	if (seq > j->durable)
		j->durable = seq;
	if (seq > j->released)
		j->released = seq;
	sha256_write(j->store.link.head, j->stats.head);
	j->stats.head_seq = j->store.link.seq;
	is_awaited = seq > 0 || j->written < j->hurrying;
	j->written += count;
	j->stats.commits++;
	j->stats.wal_pages = (uint64_t)j->store.wal_pages;
	pthread_mutex_unlock(&j->lock);
	if (is_awaited)
		journal_poke(j);
	if (has_forget)
		journal_forget_load(j);
}

/* The log goes into the file when nobody waits for us, or when it gets long. */
static void checkpoint(struct journal *j)
{
	uint64_t now = journal_now_ms();
	bool is_idle;

	if (j->store.wal_pages < (j->is_tight ? CHECKPOINT_TIGHT : CHECKPOINT_IDLE_PAGES) ||
	    now < j->checkpoint_at || !j->store.db)
		return;
	pthread_mutex_lock(&j->lock);
	is_idle = !j->has_urgent && !j->taken.first;
	pthread_mutex_unlock(&j->lock);
	if (!is_idle && !j->is_tight && j->store.wal_pages < CHECKPOINT_PAGES)
		return;
	if (journal_store_checkpoint(&j->store, SQLITE_CHECKPOINT_PASSIVE))
		j->store.wal_pages = 0;
	else
		j->checkpoint_at = now + CHECKPOINT_PAUSE_MS;
}

static void write_taken(struct journal *j)
{
	size_t count;

	if (j->is_failing && !open_again(j))
		return;
	while (j->taken.first) {
		int result = journal_store_write(&j->store, &j->taken, &count);

		if (result != SQLITE_OK && !has_helped(j, result))
			return;
		if (result == SQLITE_OK) {
			j->unreadable = 0;
			advance(j, count);
			checkpoint(j);
		}
	}
	if (j->is_failing) {
		set_failing(j, false);
		journal_tell(j, JOURNAL_NOTE_RECOVERED, "%s/%s: is written again", j->disk.path,
			     JOURNAL_FILE);
	}
}

static void take_check(struct journal *j)
{
	enum journal_check outcome;

	pthread_mutex_lock(&j->lock);
	outcome = j->checked;
	pthread_mutex_unlock(&j->lock);
	if (outcome == JOURNAL_CHECK_NONE)
		return;
	end_check(j);
	if (outcome == JOURNAL_CHECK_DAMAGED) {
		replace(j, "found by quick_check after an unclean stop");
		return;
	}
	j->was_unclean = false;
	journal_tell(j, JOURNAL_NOTE_WHOLE, "%s/%s: is whole after an unclean stop", j->disk.path,
		     JOURNAL_FILE);
}

/* --- the disk --- */

static enum journal_note_kind space_of(const struct journal *j, unsigned percent)
{
	/* One more to leave it than to enter it: no to and fro. */
	unsigned scarce = SCARCE_PERCENT + (j->space == JOURNAL_NOTE_SCARCE ? 1 : 0);
	unsigned low = LOW_PERCENT + (j->space != JOURNAL_NOTE_ROOM ? 1 : 0);

	if (percent < scarce)
		return JOURNAL_NOTE_SCARCE;
	return percent < low ? JOURNAL_NOTE_LOW : JOURNAL_NOTE_ROOM;
}

/* So that a commit need not; where room is short it is for what has to be kept. */
static void lengthen_log(struct journal *j, const struct journal_space *space)
{
	if (j->store.db && !j->is_failing && j->space == JOURNAL_NOTE_ROOM &&
	    space->free > 16 * (uint64_t)LOG_BYTES)
		journal_store_lengthen_log(&j->store, LOG_BYTES);
}

static void look_at_space(struct journal *j)
{
	struct journal_space space = {0};
	enum journal_note_kind now;
	unsigned percent;

	if (journal_disk_space(&j->disk, &space) < 0 || space.total == 0)
		return;
	percent = journal_disk_free_percent(&space);
	pthread_mutex_lock(&j->lock);
	j->stats.free_percent = percent;
	pthread_mutex_unlock(&j->lock);
	now = space_of(j, percent);
	if (now != j->space)
		journal_tell(j, now, "%s: %u %% of the disk is free, %llu MiB", j->disk.path,
			     percent, (unsigned long long)(space.free >> 20));
	j->space = now;
	j->is_tight &= now != JOURNAL_NOTE_ROOM;
	lengthen_log(j, &space);
}

static void look(struct journal *j)
{
	uint64_t now = journal_now_ms();

	j->look_at = now + j->config.look_ms;
	if (!j->is_failing)
		journal_disk_load(&j->disk);
	look_at_space(j);
	start_verify(j);
	if (j->is_failing || j->config.keep_ms == 0 || now < j->sweep_at)
		return;
	j->sweep_at = now + (uint64_t)SWEEP_LOOKS * j->config.look_ms;
	journal_sweep_plan(j);
}

/* --- the thread --- */

static bool has_chore(const struct journal *j)
{
	return !j->is_failing && j->store.db && (j->forget.is_due || j->sweep.is_due);
}

static void do_chore(struct journal *j)
{
	int result = SQLITE_OK;

	if (!has_chore(j) || journal_now_ms() < j->chore_at)
		return;
	journal_chore(j, &result);
	j->chore_at = journal_now_ms() +
		      (result == SQLITE_OK ? CHORE_PAUSE_MS : (uint64_t)j->config.retry_ms);
	if (journal_is_damage(result) && !may_be_read_again(j))
		replace(j, sqlite3_errstr(result));
	else
		checkpoint(j);
}

static bool is_time_to_write(const struct journal *j, uint64_t now)
{
	if (j->is_failing)
		return now >= j->retry_at;
	return j->has_urgent || (j->is_armed && now >= j->commit_at);
}

static uint64_t next_time(const struct journal *j)
{
	uint64_t next = j->look_at;

	if (j->is_failing && j->retry_at < next)
		next = j->retry_at;
	if (!j->is_failing && j->is_armed && j->commit_at < next)
		next = j->commit_at;
	if (has_chore(j) && j->chore_at < next)
		next = j->chore_at;
	return next;
}

static void take(struct journal *j)
{
	journal_queue_move(&j->taken, &j->pending);
	j->taken_bytes = j->taken.bytes;
	j->has_urgent = j->is_armed = false;
}

/* Returns whether to go on. */
static bool wait_for_work(struct journal *j)
{
	bool goes_on;

	pthread_mutex_lock(&j->lock);
	while (!j->stops && j->checked == JOURNAL_CHECK_NONE) {
		uint64_t now = journal_now_ms();

		if (is_time_to_write(j, now) || now >= next_time(j))
			break;
		journal_wait(j, next_time(j));
	}
	if (j->stops || is_time_to_write(j, journal_now_ms()))
		take(j);
	goes_on = !j->stops;
	pthread_mutex_unlock(&j->lock);
	return goes_on;
}

static void stop(struct journal *j)
{
	end_check(j);
	end_verify(j);
	write_taken(j);
	j->failed_to_stop = j->taken.first != NULL;
	if (!j->store.db || j->failed_to_stop)
		return;
	/* A look that was not finished is made again after the next start. */
	if (!j->was_unclean && journal_store_mark_clean(&j->store) != SQLITE_OK)
		return;
	journal_store_checkpoint(&j->store, SQLITE_CHECKPOINT_TRUNCATE);
}

void *journal_run(void *data)
{
	struct journal *j = data;

	if (j->was_unclean)
		start_check(j);
	journal_forget_load(j);
	j->verify_at = journal_now_ms() + j->config.verify_ms;
	while (wait_for_work(j)) {
		write_taken(j);
		take_check(j);
		if (journal_now_ms() >= j->look_at)
			look(j);
		do_chore(j);
	}
	stop(j);
	return NULL;
}
