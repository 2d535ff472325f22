/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-id128.h>
#include <time.h>
#include <unistd.h>

#define NUMBER_MAX     (1LL << 53)
#define BUSY_MS        1000 /* somebody may be writing by hand */
#define SETTINGS_BEGIN "PRAGMA auto_vacuum = INCREMENTAL;"

/* The cache is small, and what is read again comes from the system's own. */
#define SETTINGS                                \
	"PRAGMA journal_mode = WAL;"            \
	"PRAGMA synchronous = FULL;"            \
	"PRAGMA wal_autocheckpoint = 0;"        \
	"PRAGMA journal_size_limit = 16777216;" \
	"PRAGMA cache_size = -1024;"            \
	"PRAGMA mmap_size = 0;"                 \
	"PRAGMA secure_delete = FAST;"          \
	"PRAGMA foreign_keys = OFF;"

bool journal_is_damage(int result)
{
	return (result & 0xff) == SQLITE_CORRUPT || (result & 0xff) == SQLITE_NOTADB;
}

bool journal_is_unreadable(sqlite3 *db)
{
	int error = 0;

	return sqlite3_file_control(db, NULL, SQLITE_FCNTL_LAST_ERRNO, &error) == SQLITE_OK &&
	       error == EIO;
}

int journal_number(sqlite3 *db, const char *sql, sqlite3_int64 fallback, sqlite3_int64 *ret)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
		*ret = sqlite3_column_int64(statement, 0);
	else
		*ret = fallback;
	sqlite3_finalize(statement);
	return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

/*
 * Zeros behind what is in it: SQLite takes the log to end where a frame does
 * not bear the marks of its header. Nobody may write meanwhile.
 */
static void write_zeros(sqlite3_file *log, sqlite3_int64 was, sqlite3_int64 to)
{
	static const char zeros[65536];
	const sqlite3_int64 piece = sizeof(zeros);
	int result = SQLITE_OK;

	for (sqlite3_int64 at = was; at < to && result == SQLITE_OK; at += piece)
		result = log->pMethods->xWrite(log, zeros, (int)(to - at < piece ? to - at : piece),
					       at);
	if (result == SQLITE_OK)
		result = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
	if (result != SQLITE_OK) /* the room is for what is to be kept */
		(void)log->pMethods->xTruncate(log, was);
}

void journal_store_lengthen_log(struct journal_store *store, sqlite3_int64 bytes)
{
	sqlite3_file *log = NULL;
	sqlite3_int64 is = 0;

	if (sqlite3_file_control(store->db, NULL, SQLITE_FCNTL_JOURNAL_POINTER, &log) !=
		    SQLITE_OK ||
	    !log || !log->pMethods || log->pMethods->xFileSize(log, &is) != SQLITE_OK ||
	    is >= bytes || journal_store_begin(store) != SQLITE_OK)
		return;
	/* Behind the lock it is still as long as it was, or longer. */
	if (log->pMethods->xFileSize(log, &is) == SQLITE_OK)
		write_zeros(log, is, bytes);
	sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

bool journal_store_checkpoint(struct journal_store *store, int mode)
{
	int pages = 0, moved = 0;
	int result = sqlite3_wal_checkpoint_v2(store->db, NULL, mode, &pages, &moved);

	return result == SQLITE_OK && pages == moved;
}

int journal_store_mark_clean(struct journal_store *store)
{
	int result = store->is_marked ? journal_store_set(store, JOURNAL_MARK, JOURNAL_MARK_CLEAN)
				      : SQLITE_OK;

	if (result == SQLITE_OK) /* closing leaves one file */
		sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	return result;
}

/* --- opening --- */

static void new_uuid(char ret[JOURNAL_UUID_MAX])
{
	sd_id128_t id;

	if (sd_id128_randomize(&id) < 0)
		sqlite3_randomness(sizeof(id), &id);
	sd_id128_to_uuid_string(id, ret);
}

int journal_store_rename(struct journal_store *store)
{
	new_uuid(store->uuid);
	return journal_store_set(store, "uuid", store->uuid);
}

static int set_birth(struct journal_store *store)
{
	char date[32];
	time_t now = time(NULL);
	struct tm tm = {0};
	int result;

	gmtime_r(&now, &tm);
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	result = journal_store_rename(store);
	return result == SQLITE_OK ? journal_store_set(store, "created", date) : result;
}

/* The statements need the schema, and a new file's first rows the statements. */
static int make_schema(struct journal_store *store, int from)
{
	int result = sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	if (result != SQLITE_OK)
		return journal_store_remember(store, result);
	if (from < JOURNAL_SCHEMA)
		result = journal_schema_apply(store->db, from);
	if (result == SQLITE_OK)
		result = journal_store_prepare(store);
	if (result == SQLITE_OK && from == 0)
		result = set_birth(store);
	return journal_store_end(store, result);
}

static int read_meta(struct journal_store *store, bool *ret_is_clean)
{
	sqlite3_stmt *statement;
	int result =
		sqlite3_prepare_v2(store->db, "SELECT key, value FROM meta", -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	store->uuid[0] = '\0';
	*ret_is_clean = true; /* nothing was written yet */
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *key = (const char *)sqlite3_column_text(statement, 0);
		const char *value = (const char *)sqlite3_column_text(statement, 1);

		if (!key || !value)
			continue;
		if (strcmp(key, "uuid") == 0)
			snprintf(store->uuid, sizeof(store->uuid), "%s", value);
		else if (strcmp(key, JOURNAL_MARK) == 0)
			*ret_is_clean = strcmp(value, JOURNAL_MARK_CLEAN) == 0;
	}
	sqlite3_finalize(statement);
	if (result != SQLITE_DONE)
		return result;
	return strlen(store->uuid) == JOURNAL_UUID_MAX - 1 ? SQLITE_OK : SQLITE_CORRUPT;
}

static int read_found(struct journal_store *store, struct journal_found *ret)
{
	sqlite3_int64 seq = 0, input = 0, report_ms = 0, input_ms = 0;
	sqlite3 *db = store->db;
	bool is_clean = false;
	int result = read_meta(store, &is_clean);

	if (result == SQLITE_OK)
		result = journal_number(db, "SELECT max(seq) FROM report", 0, &seq);
	if (result == SQLITE_OK)
		result = journal_number(db, "SELECT max(id) FROM input", 0, &input);
	if (result == SQLITE_OK)
		result = journal_number(db, "SELECT at_ms FROM report ORDER BY seq DESC LIMIT 1", 0,
					&report_ms);
	if (result == SQLITE_OK)
		result = journal_number(db, "SELECT at_ms FROM input ORDER BY id DESC LIMIT 1", 0,
					&input_ms);
	if (result == SQLITE_OK)
		result = journal_link_last(db, &store->link);
	if (result == SQLITE_DONE) /* somebody has emptied it */
		result = SQLITE_CORRUPT;
	ret->was_unclean = store->is_marked = !is_clean;
	/* Numbers that cannot go on: nobody has written them. */
	if (result == SQLITE_OK && (seq > NUMBER_MAX || input > NUMBER_MAX))
		result = SQLITE_CORRUPT;
	ret->last_seq = (uint64_t)seq;
	ret->last_input = (uint64_t)input;
	ret->last_ms = (uint64_t)(report_ms > input_ms ? report_ms : input_ms);
	return result;
}

struct header {
	sqlite3_int64 application, version, tables;
};

static int read_header(sqlite3 *db, struct header *ret)
{
	int result = journal_number(db, "PRAGMA application_id", 0, &ret->application);

	if (result == SQLITE_OK)
		result = journal_number(db, "PRAGMA user_version", 0, &ret->version);
	if (result == SQLITE_OK)
		result = journal_number(db, "SELECT count(*) FROM sqlite_schema", 0, &ret->tables);
	return result;
}

static bool is_ours(const struct header *header, const char *path, struct journal_fault *fault)
{
	if (header->tables > 0 && header->application != JOURNAL_APPLICATION) {
		snprintf(fault->why, sizeof(fault->why), "%s: is not a journal of boardd", path);
		return false;
	}
	if (header->version > JOURNAL_SCHEMA) {
		snprintf(fault->why, sizeof(fault->why),
			 "%s: was written by a newer boardd (schema %lld, this one knows %d)", path,
			 (long long)header->version, JOURNAL_SCHEMA);
		return false;
	}
	return true;
}

/* As a reader does: nothing of the file is carried out. */
static void distrust(sqlite3 *db)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
}

static enum journal_store_result set_up(struct journal_store *store, const char *path,
					struct journal_found *found, struct journal_fault *fault)
{
	struct header header = {0};
	int result;

	sqlite3_busy_timeout(store->db, BUSY_MS);
	sqlite3_extended_result_codes(store->db, 1);
	/* What is refused is left as it is, and a crash is not cured by closing. */
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	distrust(store->db);
	result = read_header(store->db, &header);
	if (result == SQLITE_OK && !is_ours(&header, path, fault))
		return JOURNAL_STORE_REFUSED;
	found->is_new = header.tables == 0;
	if (result == SQLITE_OK && found->is_new)
		result = sqlite3_exec(store->db, SETTINGS_BEGIN, NULL, NULL, NULL);
	if (result == SQLITE_OK)
		result = sqlite3_exec(store->db, SETTINGS, NULL, NULL, NULL);
	if (result == SQLITE_OK)
		result = journal_schema_clean(store->db, &found->dropped);
	if (result == SQLITE_OK && (found->is_new || header.version < JOURNAL_SCHEMA))
		result = make_schema(store, found->is_new ? 0 : (int)header.version);
	else if (result == SQLITE_OK)
		result = journal_store_prepare(store);
	if (result == SQLITE_OK)
		result = read_found(store, found);
	if (result == SQLITE_OK)
		return JOURNAL_STORE_GOOD;
	snprintf(fault->why, sizeof(fault->why), "%s: %s", path,
		 store->why[0] != '\0' ? store->why : sqlite3_errmsg(store->db));
	found->is_unreadable = journal_is_unreadable(store->db);
	/* Tables we rely on are missing: SQLITE_ERROR from a statement of ours. */
	return journal_is_damage(result) || result == SQLITE_ERROR ? JOURNAL_STORE_DAMAGED
								   : JOURNAL_STORE_FAILED;
}

/* SQLite would make it readable for others, and the log takes after it. */
static int make_file(const struct journal_disk *disk)
{
	int fd = openat(disk->fd, JOURNAL_FILE, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	if (fd < 0)
		return -errno;
	close(fd);
	return journal_disk_sync(disk);
}

static int note_wal(void *data, sqlite3 *db, const char *name, int pages)
{
	struct journal_store *store = data;

	(void)db;
	(void)name;
	store->wal_pages = pages;
	return SQLITE_OK;
}

enum journal_store_result journal_store_open(struct journal_store *ret,
					     const struct journal_disk *disk,
					     struct journal_found *ret_found,
					     struct journal_fault *ret_fault)
{
	struct journal_store store = {.version = ret->version};
	enum journal_store_result outcome;
	char path[JOURNAL_PATH_MAX];
	int r = make_file(disk);

	if (!journal_disk_path(disk, JOURNAL_FILE, path))
		r = -ENAMETOOLONG;
	if (r < 0) {
		snprintf(ret_fault->why, sizeof(ret_fault->why), "%s: cannot open %s: %s",
			 disk->path, JOURNAL_FILE, strerror(-r));
		return JOURNAL_STORE_FAILED;
	}
	r = sqlite3_open_v2(path, &store.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (r == SQLITE_OK) {
		outcome = set_up(&store, path, ret_found, ret_fault);
	} else {
		snprintf(ret_fault->why, sizeof(ret_fault->why), "%s: %s", path,
			 store.db ? sqlite3_errmsg(store.db) : sqlite3_errstr(r));
		outcome = JOURNAL_STORE_FAILED;
	}
	if (outcome == JOURNAL_STORE_GOOD) {
		*ret = store;
		sqlite3_wal_hook(ret->db, note_wal, ret);
	} else {
		journal_store_close(&store);
	}
	return outcome;
}

void journal_store_close(struct journal_store *store)
{
	for (int i = 0; i < JOURNAL_PUTS; i++)
		sqlite3_finalize(store->put[i]);
	journal_sum_close(&store->sum);
	if (store->db) {
		int result = sqlite3_close(store->db);

		assert(result == SQLITE_OK); /* every statement is finalised */
	}
	*store = (struct journal_store){.version = store->version};
}

enum journal_store_result journal_store_begin_anew(struct journal_store *store,
						   const struct journal_disk *disk,
						   char ret_aside[JOURNAL_PATH_MAX],
						   struct journal_fault *ret_fault)
{
	struct journal_found found;
	enum journal_store_result outcome;
	char aside[JOURNAL_PATH_MAX];
	int r;

	journal_store_close(store);
	r = journal_disk_put_aside(disk, "damaged", aside);
	if (r < 0) {
		snprintf(ret_fault->why, sizeof(ret_fault->why),
			 "%s: cannot put the damaged %s aside: %s", disk->path, JOURNAL_FILE,
			 strerror(-r));
		return JOURNAL_STORE_FAILED;
	}
	snprintf(ret_aside, JOURNAL_PATH_MAX, "%s", aside);
	outcome = journal_store_open(store, disk, &found, ret_fault);
	if (outcome == JOURNAL_STORE_GOOD)
		journal_store_set(store, "follows", strrchr(aside, '/') + 1);
	return outcome;
}
