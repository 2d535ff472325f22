/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/private.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define COMMIT_MS   5000
#define RETRY_MS    1000
#define LOOK_MS     5000
#define VERIFY_MS   (24 * 3600 * 1000)
#define BALLAST     (16UL << 20)
#define QUEUE_BYTES (64UL << 20)
#define KEEP_MS     (90ULL * 24 * 3600 * 1000)

struct journal_config journal_config_for(const char *directory)
{
	return (struct journal_config){
		.directory = directory,
		.time_scale = 1,
		.commit_ms = COMMIT_MS,
		.keep_ms = KEEP_MS,
		.ballast = BALLAST,
		.queue_bytes = QUEUE_BYTES,
		.retry_ms = RETRY_MS,
		.look_ms = LOOK_MS,
		.verify_ms = VERIFY_MS,
	};
}

uint64_t journal_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* --- opening --- */

/* A full disk must not keep us from starting: that is what the ballast is for. */
static enum journal_store_result open_store(struct journal *j, struct journal_found *found,
					    struct journal_fault *fault)
{
	static const struct timespec pause = {.tv_nsec = 200000000};
	enum journal_store_result result = journal_store_open(&j->store, &j->disk, found, fault);

	/* A journal is not put aside for what one reading did not give. */
	for (int i = 0;
	     result == JOURNAL_STORE_DAMAGED && found->is_unreadable && i < JOURNAL_READ_TRIES;
	     i++) {
		nanosleep(&pause, NULL);
		*found = (struct journal_found){0};
		result = journal_store_open(&j->store, &j->disk, found, fault);
	}
	if (result == JOURNAL_STORE_FAILED && journal_disk_unload(&j->disk))
		result = journal_store_open(&j->store, &j->disk, found, fault);
	return result;
}

/*
 * Numbers that were shown are given again: consumers must start over. Where it
 * cannot be written, the mark stays, and the next start gives another name.
 */
static void rename_after_loss(struct journal *j, struct journal_opened *opened)
{
	opened->has_lost = journal_disk_is_shown(&j->disk);
	if (opened->has_lost && journal_store_rename(&j->store) == SQLITE_OK)
		journal_disk_mark_shown(&j->disk, false);
}

/*
 * A name that was being forgotten when boardd was killed is gone before anybody reads: else it
 * would come back with the tables that are computed again.
 */
static void end_forgetting(struct journal *j)
{
	int result = SQLITE_OK;

	while (result == SQLITE_OK && journal_forget_load(j) >= SQLITE_OK && j->forget.is_due &&
	       !j->forget.is_scrubbing)
		result = journal_forget_step(j);
}

static int open_file(struct journal *j, struct journal_opened *opened, struct journal_fault *fault)
{
	struct journal_found found = {0};
	enum journal_store_result result = open_store(j, &found, fault);

	if (result == JOURNAL_STORE_DAMAGED) {
		result = journal_store_begin_anew(&j->store, &j->disk, opened->put_aside, fault);
		found = (struct journal_found){.is_new = true};
		/* Where nothing can be begun it is the disk, and the journal may be good. */
		if (result != JOURNAL_STORE_GOOD && opened->put_aside[0] != '\0')
			journal_disk_take_back(&j->disk, opened->put_aside);
	}
	if (result != JOURNAL_STORE_GOOD)
		return result == JOURNAL_STORE_REFUSED ? -EPROTO : -EIO;
	rename_after_loss(j, opened);
	end_forgetting(j);
	memcpy(opened->uuid, j->store.uuid, sizeof(opened->uuid));
	memcpy(j->uuid, j->store.uuid, sizeof(j->uuid));
	sha256_write(j->store.link.head, j->stats.head);
	j->stats.head_seq = j->store.link.seq;
	opened->is_new = found.is_new;
	opened->was_unclean = j->was_unclean = found.was_unclean;
	opened->dropped = found.dropped;
	opened->last_seq = j->last_seq = j->durable = j->released = found.last_seq;
	opened->last_input = j->last_input = found.last_input;
	opened->last_ms = j->newest_ms = found.last_ms;
	return 0;
}

static void prepare_wake(struct journal *j)
{
	pthread_condattr_t attributes;

	pthread_mutex_init(&j->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&j->wake, &attributes);
	pthread_condattr_destroy(&attributes);
}

/* Signals are the loop's affair. */
static int start_thread(struct journal *j)
{
	sigset_t all, before;
	int r;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	r = -pthread_create(&j->thread, NULL, journal_run, j);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return r;
}

static void free_all(struct journal *j)
{
	journal_store_close(&j->store);
	if (j->disk.fd >= 0)
		journal_disk_close(&j->disk);
	if (j->fd >= 0)
		close(j->fd);
	pthread_cond_destroy(&j->wake);
	pthread_mutex_destroy(&j->lock);
	journal_queue_drop_first(&j->pending, SIZE_MAX);
	journal_queue_drop_first(&j->taken, SIZE_MAX);
	journal_forget_clear(&j->forget);
	free(j);
}

static int open_all(struct journal *j, struct journal_opened *opened, struct journal_fault *fault)
{
	struct journal_space space = {0};
	int r;

	snprintf(fault->why, sizeof(fault->why), "cannot start the journal");
	j->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (j->fd < 0)
		return -errno;
	r = journal_disk_open(&j->disk, j->config.directory, fault);
	if (r < 0) {
		j->disk.fd = -1;
		return r;
	}
	j->config.directory = j->disk.path;
	j->disk.ballast = j->config.ballast;
	(void)journal_disk_space(&j->disk, &space); /* who asks first must not read "full" */
	j->stats.free_percent = journal_disk_free_percent(&space);
	r = open_file(j, opened, fault);
	return r < 0 ? r : start_thread(j);
}

int journal_open(struct journal **ret, const struct journal_config *config,
		 struct journal_opened *ret_opened, struct journal_fault *ret_fault)
{
	struct journal *j = calloc(1, sizeof(*j));
	struct journal_opened opened = {0};
	int r;

	if (!j) {
		snprintf(ret_fault->why, sizeof(ret_fault->why), "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	j->config = *config;
	j->disk.fd = -1;
	j->space = JOURNAL_NOTE_ROOM;
	j->store.version = config->version;
	prepare_wake(j);
	r = open_all(j, &opened, ret_fault);
	if (r < 0) {
		free_all(j);
		return r;
	}
	*ret_opened = opened;
	*ret = j;
	return 0;
}

int journal_close(struct journal *j)
{
	int r;

	if (!j)
		return 0;
	pthread_mutex_lock(&j->lock);
	j->stops = true;
	pthread_cond_signal(&j->wake);
	pthread_mutex_unlock(&j->lock);
	pthread_join(j->thread, NULL);
	r = j->failed_to_stop ? -EIO : 0;
	free_all(j);
	return r;
}

/* --- what goes in --- */

/*
 * Devices speak without end: what follows from their bytes, and what people do,
 * may take as much again. Once it is full, half of it has to be written first.
 */
static bool is_full(struct journal *j)
{
	size_t bytes = j->pending.bytes + j->taken_bytes;

	j->is_full = bytes >= j->config.queue_bytes ||
		     (j->is_full && bytes >= j->config.queue_bytes / 2);
	return j->is_full;
}

static bool has_room(struct journal *j, const struct journal_item *item)
{
	/* A snapshot only saves time: it must not take the room of what is needed. */
	if (item->kind == JOURNAL_ITEM_SNAPSHOT)
		return j->pending.bytes + j->taken_bytes + item->size < j->config.queue_bytes / 2;
	if (item->kind == JOURNAL_ITEM_INPUT && item->input.kind == JOURNAL_INPUT_BYTES)
		return !is_full(j);
	return j->pending.bytes + j->taken_bytes < 2 * j->config.queue_bytes;
}

bool journal_is_full(struct journal *j)
{
	bool result;

	pthread_mutex_lock(&j->lock);
	result = is_full(j);
	pthread_mutex_unlock(&j->lock);
	return result;
}

static uint64_t commit_pause(const struct journal *j)
{
	double scale = j->config.time_scale > 0 ? j->config.time_scale : 1;

	return (uint64_t)(j->config.commit_ms / scale);
}

/* Takes the item, also when it is NULL. */
static int put(struct journal *j, struct journal_item *item, uint64_t at_ms, bool is_urgent)
{
	bool has_to_wake;

	if (!item)
		return -ENOMEM;
	j->owes_urgent |= is_urgent && j->gathering > 0;
	is_urgent &= j->gathering == 0;
	pthread_mutex_lock(&j->lock);
	if (!has_room(j, item)) {
		pthread_mutex_unlock(&j->lock);
		free(item);
		return -ENOBUFS;
	}
	has_to_wake = !j->is_armed || (is_urgent && !j->has_urgent);
	if (!j->is_armed)
		j->commit_at = journal_now_ms() + commit_pause(j);
	j->is_armed = true;
	j->has_urgent = j->has_urgent || is_urgent;
	if (at_ms > j->newest_ms)
		j->newest_ms = at_ms;
	if (item->kind == JOURNAL_ITEM_REPORT && j->stats.is_failing &&
	    j->config.on_full == JOURNAL_PUBLISH) {
		j->released = item->report.seq;
		journal_poke(j);
	}
	journal_queue_add(&j->pending, item);
	j->put_count++;
	/* What devices say waits for company, but not until there is no room for it. */
	if (!j->has_urgent && j->pending.bytes >= j->config.queue_bytes / 4)
		has_to_wake = j->has_urgent = true;
	pthread_mutex_unlock(&j->lock);
	/* Once, and when the lock is free: whoever is woken twice is late for the second. */
	j->owes_wake |= has_to_wake && j->gathering > 0;
	if (has_to_wake && j->gathering == 0)
		pthread_cond_signal(&j->wake);
	return 0;
}

void journal_gather(struct journal *j)
{
	j->gathering++;
}

void journal_let_go(struct journal *j)
{
	assert(j->gathering > 0);
	if (--j->gathering > 0 || (!j->owes_urgent && !j->owes_wake))
		return;
	pthread_mutex_lock(&j->lock);
	j->has_urgent |= j->owes_urgent;
	pthread_mutex_unlock(&j->lock);
	j->owes_urgent = j->owes_wake = false;
	pthread_cond_signal(&j->wake);
}

uint64_t journal_hurry(struct journal *j)
{
	pthread_mutex_lock(&j->lock);
	if (j->written < j->put_count) {
		j->hurrying = j->put_count;
		j->has_urgent |= j->gathering == 0;
		j->owes_urgent |= j->gathering > 0;
		j->is_armed = true;
		pthread_cond_signal(&j->wake);
	}
	pthread_mutex_unlock(&j->lock);
	return j->put_count;
}

bool journal_has(struct journal *j, uint64_t mark)
{
	bool has;

	pthread_mutex_lock(&j->lock);
	has = j->written >= mark || (j->stats.is_failing && j->config.on_full == JOURNAL_PUBLISH);
	pthread_mutex_unlock(&j->lock);
	return has;
}

int journal_put_input(struct journal *j, const struct journal_input *input, uint64_t *ret_id)
{
	struct journal_input numbered = *input;
	int r;

	numbered.id = j->last_input + 1;
	r = put(j, journal_item_input(&numbered), input->at_ms, false);
	if (r < 0)
		return r;
	j->last_input = numbered.id;
	if (ret_id)
		*ret_id = numbered.id;
	return 0;
}

int journal_put_report(struct journal *j, const struct journal_report *report)
{
	struct journal_report traced = *report;
	int r;

	assert(report->seq == j->last_seq + 1 && report->event && report->text);
	traced.input = j->last_input;
	r = put(j, journal_item_report(&traced), report->at_ms, true);
	if (r == 0)
		j->last_seq = report->seq;
	return r;
}

int journal_put_snapshot(struct journal *j, const struct journal_snapshot *snapshot)
{
	assert(snapshot->table > 0 && snapshot->build && snapshot->data);
	return put(j, journal_item_snapshot(snapshot), snapshot->at_ms, false);
}

int journal_put_login(struct journal *j, const struct journal_login *login)
{
	return put(j, journal_item_login(JOURNAL_ITEM_LOGIN, login), login->at_ms, true);
}

int journal_put_logout(struct journal *j, const char *name, uint64_t at_ms)
{
	struct journal_login login = {.name = name, .at_ms = at_ms};

	return put(j, journal_item_login(JOURNAL_ITEM_LOGOUT, &login), at_ms, true);
}

int journal_put_forget(struct journal *j, const char *name, const char *word)
{
	struct journal_login login = {.name = name, .token = word};

	assert(name[0] != '\0');
	return put(j, journal_item_login(JOURNAL_ITEM_FORGET, &login), 0, true);
}

uint64_t journal_last_seq(const struct journal *j)
{
	return j->last_seq;
}

uint64_t journal_last_input(const struct journal *j)
{
	return j->last_input;
}

/* --- what comes back --- */

void journal_poke(struct journal *j)
{
	uint64_t one = 1;

	/* An eventfd refuses a write only when its count is at the end, and then it is readable. */
	if (write(j->fd, &one, sizeof(one)) < 0)
		assert(errno == EAGAIN);
}

int journal_fd(const struct journal *j)
{
	return j->fd;
}

void journal_clear_fd(struct journal *j)
{
	uint64_t count;

	if (read(j->fd, &count, sizeof(count)) < 0)
		assert(errno == EAGAIN);
}

uint64_t journal_durable(struct journal *j)
{
	uint64_t result;

	pthread_mutex_lock(&j->lock);
	result = j->durable;
	pthread_mutex_unlock(&j->lock);
	return result;
}

uint64_t journal_released(struct journal *j)
{
	uint64_t result;

	pthread_mutex_lock(&j->lock);
	result = j->released;
	pthread_mutex_unlock(&j->lock);
	return result;
}

/* A loop that does not read them loses the oldest. */
void journal_tell(struct journal *j, enum journal_note_kind kind, const char *format, ...)
{
	struct journal_note *note;
	va_list args;

	pthread_mutex_lock(&j->lock);
	if (j->note_count == JOURNAL_NOTES) {
		memmove(j->notes, j->notes + 1, (JOURNAL_NOTES - 1) * sizeof(j->notes[0]));
		j->note_count--;
	}
	note = &j->notes[j->note_count++];
	note->kind = kind;
	memcpy(note->uuid, j->uuid, sizeof(note->uuid));
	va_start(args, format);
	vsnprintf(note->text, sizeof(note->text), format, args);
	va_end(args);
	pthread_mutex_unlock(&j->lock);
	journal_poke(j);
}

bool journal_next_note(struct journal *j, struct journal_note *ret)
{
	bool has_note;

	pthread_mutex_lock(&j->lock);
	has_note = j->note_count > 0;
	if (has_note) {
		*ret = j->notes[0];
		j->note_count--;
		memmove(j->notes, j->notes + 1, j->note_count * sizeof(j->notes[0]));
	}
	pthread_mutex_unlock(&j->lock);
	return has_note;
}

struct journal_stats journal_stats(struct journal *j)
{
	struct journal_stats result;

	pthread_mutex_lock(&j->lock);
	result = j->stats;
	result.queued_bytes = j->pending.bytes + j->taken_bytes;
	pthread_mutex_unlock(&j->lock);
	return result;
}
