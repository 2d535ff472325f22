/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/backup.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "broadcast/fold/when.h"
#include "daemon/base/log.h"
#include "daemon/base/paths.h"
#include "daemon/journal/reader.h"

#define LIMIT_MS      (10 * 60 * 1000) /* for one copy */
#define LOOK_MS       (10 * 60 * 1000) /* a machine that slept may have missed the time */
#define RETRY_MS      (5 * 60 * 1000)
#define FOLDER        "backups" /* in the state directory, unless another is configured */
#define COPY_NAME     "journal-%Y%m%dT%H%M%SZ.sqlite"
#define COPY_NAME_MAX 48

/* What the worker is given, and what came of it. The loop touches it only while none is at work. */
struct errand {
	char journal[PUBLISH_PATH_MAX], folder[PUBLISH_PATH_MAX];
	uint64_t now_ms, every_ms;
	uint32_t keep;
	uint64_t last_ms; /* of the newest copy; 0: there is none */
	bool is_made;     /* one was due, and is there */
	char made[PUBLISH_PATH_MAX + COPY_NAME_MAX];
	char why[JOURNAL_PATH_MAX + 256]; /* the last copy failed; empty: it did not */
};

struct backup {
	struct server *server;
	uv_timer_t timer;
	struct worker worker;
	bool is_working, is_closed; /* the second: the timer is gone */
	bool is_ending;
	struct errand errand;
	uint64_t last_ms;
	char why[JOURNAL_PATH_MAX + 256]; /* the last failed because of this; empty: it did not */
};

/* --- on the worker's thread --- */

static int fail(struct errand *errand, const char *what, const char *why)
{
	snprintf(errand->why, sizeof(errand->why), "%.400s: %.300s", what, why);
	return -EIO;
}

/* When a copy of this name was made; 0: it is none of ours. */
static uint64_t time_of(const char *name)
{
	struct tm tm = {0};
	char again[COPY_NAME_MAX];
	const char *end = strptime(name, COPY_NAME, &tm);
	time_t at = end && *end == '\0' ? timegm(&tm) : 0;

	strftime(again, sizeof(again), COPY_NAME, &tm);
	return at > 0 && strcmp(again, name) == 0 ? (uint64_t)at * 1000 : 0;
}

/* The newest that is not of the future, the oldest of all, and how many there are. */
struct found {
	uint64_t newest_ms, oldest_ms;
	unsigned count;
};

static bool is_part(const char *name)
{
	size_t len = strlen(name);
	char whole[COPY_NAME_MAX];

	if (len < 6 || len >= sizeof(whole) || strcmp(name + len - 5, ".part") != 0)
		return false;
	snprintf(whole, sizeof(whole), "%.*s", (int)(len - 5), name);
	return time_of(whole) > 0;
}

static int look_for(struct errand *errand, struct found *ret)
{
	DIR *folder = opendir(errand->folder);
	struct dirent *entry;

	*ret = (struct found){0};
	if (!folder)
		return fail(errand, errand->folder, strerror(errno));
	while ((entry = readdir(folder)) != NULL) {
		uint64_t at_ms = time_of(entry->d_name);

		if (is_part(entry->d_name)) /* boardd was killed meanwhile */
			(void)unlinkat(dirfd(folder), entry->d_name, 0);
		if (at_ms == 0)
			continue;
		ret->count++;
		if (at_ms <= errand->now_ms && at_ms > ret->newest_ms)
			ret->newest_ms = at_ms;
		if (ret->oldest_ms == 0 || at_ms < ret->oldest_ms)
			ret->oldest_ms = at_ms;
	}
	closedir(folder);
	return 0;
}

static void path_of(const struct errand *errand, uint64_t at_ms, char *ret, size_t size)
{
	time_t at = (time_t)(at_ms / 1000);
	char name[COPY_NAME_MAX];
	struct tm tm = {0};

	gmtime_r(&at, &tm);
	strftime(name, sizeof(name), COPY_NAME, &tm);
	snprintf(ret, size, "%s/%s", errand->folder, name);
}

/* A copy must not take the room that the journal itself needs. */
static int has_room(struct errand *errand)
{
	struct statvfs disk;
	struct stat file;
	uint64_t free_bytes;

	if (stat(errand->journal, &file) < 0)
		return fail(errand, errand->journal, strerror(errno));
	if (statvfs(errand->folder, &disk) < 0)
		return fail(errand, errand->folder, strerror(errno));
	free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
	if (free_bytes >= 2 * (uint64_t)file.st_size)
		return 0;
	snprintf(errand->why, sizeof(errand->why),
		 "%.400s: %llu MiB are free there, and twice the journal is needed, %llu MiB",
		 errand->folder, (unsigned long long)(free_bytes >> 20),
		 (unsigned long long)((2 * (uint64_t)file.st_size) >> 20));
	return -ENOSPC;
}

/* Can it be read, and is it of this journal? */
static int try_copy(struct errand *errand, const char *path, const char *uuid)
{
	struct journal_reader *reader = NULL;
	char head[JOURNAL_HEAD_MAX];
	struct journal_fault fault = {0};
	int r = journal_reader_open(&reader, path, &fault);

	if (r == 0)
		r = journal_read_head(reader, head);
	if (r < 0)
		(void)fail(errand, path, reader ? journal_reader_why(reader) : fault.why);
	else if (strcmp(journal_reader_uuid(reader), uuid) != 0)
		r = fail(errand, path, "is of another journal");
	journal_reader_close(reader);
	return r;
}

static int copy(struct errand *errand, struct worker *worker)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault = {0};
	int r = has_room(errand);

	path_of(errand, errand->now_ms, errand->made, sizeof(errand->made));
	if (r == 0 && (r = journal_reader_open(&reader, errand->journal, &fault)) < 0)
		return fail(errand, errand->journal, fault.why);
	if (r < 0)
		return r;
	journal_reader_stop_if(reader, worker_should_stop, worker);
	r = journal_backup(reader, errand->made);
	if (r < 0)
		snprintf(errand->why, sizeof(errand->why), "%s", journal_reader_why(reader));
	else
		r = try_copy(errand, errand->made, journal_reader_uuid(reader));
	journal_reader_close(reader);
	return r;
}

static void remove_old(struct errand *errand)
{
	struct found found;
	char path[PUBLISH_PATH_MAX + COPY_NAME_MAX];

	while (look_for(errand, &found) == 0 && found.count > errand->keep) {
		path_of(errand, found.oldest_ms, path, sizeof(path));
		if (unlink(path) < 0) {
			(void)fail(errand, path, strerror(errno));
			return;
		}
	}
}

static void run(struct worker *worker)
{
	struct backup *backup = (struct backup *)((char *)worker - offsetof(struct backup, worker));
	struct errand *errand = &backup->errand;
	struct found found;
	int r = paths_make(errand->folder);

	if (r < 0) {
		(void)fail(errand, errand->folder, strerror(-r));
		return;
	}
	if (look_for(errand, &found) < 0)
		return;
	errand->last_ms = found.newest_ms;
	if (found.newest_ms > 0 && found.newest_ms + errand->every_ms > errand->now_ms)
		return;
	if (copy(errand, worker) < 0)
		return;
	errand->is_made = true;
	errand->last_ms = errand->now_ms;
	remove_old(errand);
}

/* --- on the loop --- */

static void due(uv_timer_t *timer);

static uint64_t shown_now(const struct backup *backup)
{
	const struct moment *moment = &backup->server->publish.moment;

	return moment_now(moment) + moment->ahead_ms;
}

/* In our time, from now. */
static void wait_for(struct backup *backup, uint64_t ms)
{
	const struct moment *moment = &backup->server->publish.moment;

	if (!backup->is_ending)
		uv_timer_start(&backup->timer, due,
			       moment_machine_ms(moment, ms < LOOK_MS ? ms : LOOK_MS), 0);
}

static void say(struct backup *backup, const struct errand *errand)
{
	if (errand->why[0] != '\0' && strcmp(errand->why, backup->why) != 0)
		log_error("backup: %s; it is tried again", errand->why);
	if (errand->is_made)
		log_notice("backup: %s", errand->made);
	snprintf(backup->why, sizeof(backup->why), "%s", errand->why);
}

static void free_when_done(struct backup *backup)
{
	if (backup->is_closed && !backup->is_working)
		free(backup);
}

static void done(struct worker *worker, bool was_run)
{
	struct backup *backup = (struct backup *)((char *)worker - offsetof(struct backup, worker));
	const struct errand *errand = &backup->errand;
	uint64_t now_ms, next_ms;

	backup->is_working = false;
	if (backup->is_ending) {
		free_when_done(backup);
		return;
	}
	if (was_run) {
		say(backup, errand);
		backup->last_ms = errand->last_ms;
	}
	now_ms = shown_now(backup);
	next_ms = backup->last_ms + errand->every_ms;
	if (!was_run || errand->why[0] != '\0')
		wait_for(backup, errand->every_ms < RETRY_MS ? errand->every_ms : RETRY_MS);
	else
		wait_for(backup, next_ms > now_ms ? next_ms - now_ms : 0);
}

static bool find_folder(const struct publish *publish, char *ret, size_t size)
{
	const char *folder = publish->config.journal.backup_folder;
	const char *slash = strrchr(publish->journal_path, '/');
	int len;

	if (folder)
		len = snprintf(ret, size, "%s", folder);
	else
		len = snprintf(ret, size, "%.*s/" FOLDER, (int)(slash - publish->journal_path),
			       publish->journal_path);
	return len > 0 && (size_t)len < size;
}

static void due(uv_timer_t *timer)
{
	struct backup *backup = timer->data;
	const struct publish *publish = &backup->server->publish;
	struct errand *errand = &backup->errand;

	if (backup->is_working)
		return;
	*errand = (struct errand){.now_ms = shown_now(backup),
				  .every_ms = publish->config.journal.backup_ms,
				  .keep = publish->config.journal.backup_keep};
	snprintf(errand->journal, sizeof(errand->journal), "%s", publish->journal_path);
	if (errand->every_ms == 0 ||
	    !find_folder(publish, errand->folder, sizeof(errand->folder))) {
		backup->why[0] = '\0'; /* there are none any more */
		return;
	}
	backup->is_working = true;
	workers_put(&backup->server->publish.workers, &backup->worker, WORKER_COPY, LIMIT_MS, run,
		    done);
}

void backup_reload(struct backup *backup)
{
	uv_timer_start(&backup->timer, due, 0, 0);
}

int backup_new(struct backup **ret, struct server *server)
{
	struct backup *backup = calloc(1, sizeof(*backup));

	if (!backup)
		return -ENOMEM;
	backup->server = server;
	uv_timer_init(&server->publish.loop, &backup->timer);
	backup->timer.data = backup;
	backup_reload(backup);
	*ret = backup;
	return 0;
}

static void closed(uv_handle_t *handle)
{
	struct backup *backup = handle->data;

	backup->is_closed = true;
	free_when_done(backup);
}

void backup_close(struct backup *backup)
{
	if (!backup)
		return;
	backup->is_ending = true;
	if (backup->is_working)
		worker_cancel(&backup->worker);
	uv_close((uv_handle_t *)&backup->timer, closed);
}

/* --- how it is --- */

bool backup_is_failing(const struct backup *backup)
{
	return backup->why[0] != '\0';
}

json_t *backup_status(const struct backup *backup)
{
	const struct publish *publish = &backup->server->publish;
	char folder[PUBLISH_PATH_MAX] = "", last[WHEN_TEXT_MAX] = "";
	uint64_t every_ms = publish->config.journal.backup_ms;

	if (every_ms > 0)
		(void)find_folder(publish, folder, sizeof(folder));
	if (backup->last_ms > 0)
		when_write((int64_t)backup->last_ms, last);
	return json_pack("{s:I, s:s?, s:s?, s:s?}", "every_s", (json_int_t)(every_ms / 1000),
			 "folder", folder[0] != '\0' ? folder : NULL, "last",
			 last[0] != '\0' ? last : NULL, "failing",
			 backup->why[0] != '\0' ? backup->why : NULL);
}
