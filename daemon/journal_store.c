/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_store.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "daemon/sha256.h"

#define BUSY_MS        1000        /* somebody may be writing by hand */
#define TRANSACTION    (4UL << 20) /* bytes of items: a long queue is written in parts */
#define MARK           "stopped"
#define MARK_CLEAN     "clean"
#define MARK_RUNNING   "running"
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

const char *const journal_input_words[JOURNAL_INPUT_KINDS] = {
	[JOURNAL_INPUT_OPEN] = "open",     [JOURNAL_INPUT_CLOSE] = "close",
	[JOURNAL_INPUT_BYTES] = "bytes",   [JOURNAL_INPUT_ACT] = "act",
	[JOURNAL_INPUT_ASSIGN] = "assign", [JOURNAL_INPUT_SETTINGS] = "settings",
	[JOURNAL_INPUT_ANSWER] = "answer", [JOURNAL_INPUT_WALL] = "wall",
	[JOURNAL_INPUT_GAP] = "gap",
};

/* Numbers are ours: a row that somebody put in by hand gives way. */
static const char *const statements[JOURNAL_PUTS] = {
	[JOURNAL_PUT_INPUT] = "INSERT OR REPLACE INTO input (id, at_ms, kind, line, table_no,"
			      " author, data) VALUES (?1, ?2, ?3, ?4, nullif(?5, 0), ?6, ?7)",
	[JOURNAL_PUT_REPORT] =
		"INSERT OR REPLACE INTO report (seq, at_ms, board, table_no, game, event, input,"
		" text) VALUES (?1, ?2, ?3, nullif(?4, 0), ?5, ?6, ?7, ?8)",
	[JOURNAL_PUT_GAME] = "UPDATE game SET last_ms = max(last_ms, ?2), last_seq = ?1,"
			     " last_input = ?7, is_over = is_over OR ?6 = 'result' WHERE id = ?5",
	[JOURNAL_PUT_GAME_NEW] =
		"INSERT INTO game (id, board, table_no, first_seq, last_seq, first_input,"
		" last_input, first_ms, last_ms, is_over)"
		" VALUES (?5, ?3, nullif(?4, 0), ?1, ?1, ?7, ?7, ?2, ?2, ?6 = 'result')",
	[JOURNAL_PUT_GAMES_OVER] =
		"UPDATE game SET is_over = 1 WHERE is_over = 0 AND table_no = ?1",
	[JOURNAL_PUT_SNAPSHOT] =
		"INSERT OR REPLACE INTO snapshot (table_no, after_input, at_ms, build, sha256,"
		" data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	[JOURNAL_PUT_LOGIN] = "INSERT INTO login (name, token, at_ms, until_ms)"
			      " VALUES (?1, ?2, ?3, nullif(?4, 0))",
	[JOURNAL_PUT_LOGOUT] =
		"UPDATE login SET revoked_ms = ?2 WHERE name = ?1 AND revoked_ms IS NULL",
	[JOURNAL_PUT_META] = "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)",
};

bool journal_is_damage(int result)
{
	return (result & 0xff) == SQLITE_CORRUPT || (result & 0xff) == SQLITE_NOTADB;
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

/* --- writing --- */

static int run(sqlite3_stmt *statement)
{
	int result = sqlite3_step(statement);

	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement); /* what is bound belongs to the item */
	return result == SQLITE_DONE ? SQLITE_OK : result;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
	sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *statement, int at, uint64_t number)
{
	sqlite3_bind_int64(statement, at, (sqlite3_int64)number);
}

int journal_store_set(struct journal_store *store, const char *key, const char *value)
{
	bind_text(store->put[JOURNAL_PUT_META], 1, key);
	bind_text(store->put[JOURNAL_PUT_META], 2, value);
	return run(store->put[JOURNAL_PUT_META]);
}

static int write_input(struct journal_store *store, const struct journal_input *input)
{
	sqlite3_stmt *put = store->put[JOURNAL_PUT_INPUT];

	bind_number(put, 1, input->id);
	bind_number(put, 2, input->at_ms);
	bind_text(put, 3, journal_input_words[input->kind]);
	bind_text(put, 4, input->line);
	bind_number(put, 5, input->table);
	bind_text(put, 6, input->author);
	/* Text is stored as text, for those who look with the shell of SQLite. */
	if (input->kind == JOURNAL_INPUT_BYTES)
		sqlite3_bind_blob64(put, 7, input->data, input->len, SQLITE_STATIC);
	else if (input->data)
		sqlite3_bind_text64(put, 7, input->data, input->len, SQLITE_STATIC, SQLITE_UTF8);
	return run(put);
}

static int run_with_report(struct journal_store *store, enum journal_store_put which,
			   const struct journal_report *report)
{
	sqlite3_stmt *put = store->put[which];

	bind_number(put, 1, report->seq);
	bind_number(put, 2, report->at_ms);
	bind_text(put, 3, report->board);
	bind_number(put, 4, report->table);
	bind_text(put, 5, report->game);
	bind_text(put, 6, report->event);
	bind_number(put, 7, report->input);
	if (which == JOURNAL_PUT_REPORT)
		sqlite3_bind_text64(put, 8, report->text, report->len, SQLITE_STATIC, SQLITE_UTF8);
	return run(put);
}

static int write_report(struct journal_store *store, const struct journal_report *report)
{
	int result = run_with_report(store, JOURNAL_PUT_REPORT, report);

	if (result != SQLITE_OK || !report->game)
		return result;
	result = run_with_report(store, JOURNAL_PUT_GAME, report);
	if (result != SQLITE_OK || sqlite3_changes(store->db) > 0)
		return result;
	bind_number(store->put[JOURNAL_PUT_GAMES_OVER], 1, report->table);
	result = run(store->put[JOURNAL_PUT_GAMES_OVER]);
	if (result != SQLITE_OK)
		return result;
	return run_with_report(store, JOURNAL_PUT_GAME_NEW, report);
}

static int write_snapshot(struct journal_store *store, const struct journal_snapshot *snapshot)
{
	sqlite3_stmt *put = store->put[JOURNAL_PUT_SNAPSHOT];
	char text[SHA256_TEXT_MAX];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_feed(&hash, snapshot->data, snapshot->len);
	sha256_finish_text(&hash, text);
	bind_number(put, 1, snapshot->table);
	bind_number(put, 2, snapshot->after_input);
	bind_number(put, 3, snapshot->at_ms);
	bind_text(put, 4, snapshot->build);
	bind_text(put, 5, text);
	sqlite3_bind_blob64(put, 6, snapshot->data, snapshot->len, SQLITE_STATIC);
	return run(put);
}

static int write_login(struct journal_store *store, const struct journal_login *login)
{
	sqlite3_stmt *put = store->put[JOURNAL_PUT_LOGIN];

	bind_text(put, 1, login->name);
	bind_text(put, 2, login->token);
	bind_number(put, 3, login->at_ms);
	bind_number(put, 4, login->until_ms);
	return run(put);
}

static int write_logout(struct journal_store *store, const struct journal_login *login)
{
	sqlite3_stmt *put = store->put[JOURNAL_PUT_LOGOUT];

	bind_text(put, 1, login->name);
	bind_number(put, 2, login->at_ms);
	return run(put);
}

/* It is remembered until it is done, also across a restart. */
static int write_forget(struct journal_store *store, const struct journal_login *login)
{
	char *key = sqlite3_mprintf("forget:%s", login->name);
	int result = key ? journal_store_set(store, key, login->token) : SQLITE_NOMEM;

	sqlite3_free(key);
	return result;
}

static int write_item(struct journal_store *store, const struct journal_item *item)
{
	switch (item->kind) {
	case JOURNAL_ITEM_INPUT: return write_input(store, &item->input);
	case JOURNAL_ITEM_REPORT: return write_report(store, &item->report);
	case JOURNAL_ITEM_SNAPSHOT: return write_snapshot(store, &item->snapshot);
	case JOURNAL_ITEM_LOGIN: return write_login(store, &item->login);
	case JOURNAL_ITEM_LOGOUT: return write_logout(store, &item->login);
	case JOURNAL_ITEM_FORGET: return write_forget(store, &item->login);
	}
	return SQLITE_MISUSE;
}

/* Before the next call makes SQLite forget it. */
static int remember(struct journal_store *store, int result)
{
	store->system_error = sqlite3_system_errno(store->db);
	snprintf(store->why, sizeof(store->why), "%s", sqlite3_errmsg(store->db));
	return result;
}

static int note_wal(void *data, sqlite3 *db, const char *name, int pages)
{
	struct journal_store *store = data;

	(void)db;
	(void)name;
	store->wal_pages = pages;
	return SQLITE_OK;
}

static int begin(struct journal_store *store)
{
	int result = sqlite3_exec(store->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	return result == SQLITE_OK ? result : remember(store, result);
}

static int end(struct journal_store *store, int result)
{
	if (result == SQLITE_OK)
		result = sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
	if (result == SQLITE_OK)
		return result;
	remember(store, result);
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return result;
}

static int write_begun(struct journal_store *store)
{
	int result = journal_store_set(store, MARK, MARK_RUNNING);

	if (result != SQLITE_OK || !store->version)
		return result;
	return journal_store_set(store, "boardd", store->version);
}

int journal_store_write(struct journal_store *store, const struct journal_queue *queue,
			size_t *ret_count)
{
	size_t count = 0, bytes = 0;
	int result = begin(store);

	if (result != SQLITE_OK)
		return result;
	if (!store->has_begun)
		result = write_begun(store);
	for (const struct journal_item *item = queue->first;
	     item && result == SQLITE_OK && bytes < TRANSACTION; item = item->next) {
		result = write_item(store, item);
		bytes += item->size;
		count++;
	}
	result = end(store, result);
	if (result != SQLITE_OK)
		return result;
	store->is_marked = store->has_begun = true;
	*ret_count = count;
	return SQLITE_OK;
}

bool journal_store_checkpoint(struct journal_store *store, int mode)
{
	int pages = 0, moved = 0;
	int result = sqlite3_wal_checkpoint_v2(store->db, NULL, mode, &pages, &moved);

	return result == SQLITE_OK && pages == moved;
}

int journal_store_mark_clean(struct journal_store *store)
{
	int result = store->is_marked ? journal_store_set(store, MARK, MARK_CLEAN) : SQLITE_OK;

	if (result == SQLITE_OK) /* closing leaves one file */
		sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
	return result;
}

/* --- opening --- */

static void new_uuid(char ret[JOURNAL_UUID_MAX])
{
	uint8_t b[16];

	if (getrandom(b, sizeof(b), 0) != (ssize_t)sizeof(b))
		sqlite3_randomness(sizeof(b), b);
	b[6] = (uint8_t)((b[6] & 0x0f) | 0x40); /* version 4, RFC 9562 */
	b[8] = (uint8_t)((b[8] & 0x3f) | 0x80);
	snprintf(ret, JOURNAL_UUID_MAX,
		 "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
		 b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14],
		 b[15]);
}

int journal_store_rename(struct journal_store *store)
{
	new_uuid(store->uuid);
	return journal_store_set(store, "uuid", store->uuid);
}

static int prepare(struct journal_store *store)
{
	for (int i = 0; i < JOURNAL_PUTS; i++) {
		int result = sqlite3_prepare_v3(store->db, statements[i], -1,
						SQLITE_PREPARE_PERSISTENT, &store->put[i], NULL);

		if (result != SQLITE_OK)
			return result;
	}
	return SQLITE_OK;
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
	int result = begin(store);

	if (result != SQLITE_OK)
		return result;
	if (from < JOURNAL_SCHEMA)
		result = journal_schema_apply(store->db, from);
	if (result == SQLITE_OK)
		result = prepare(store);
	if (result == SQLITE_OK && from == 0)
		result = set_birth(store);
	return end(store, result);
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
		else if (strcmp(key, MARK) == 0)
			*ret_is_clean = strcmp(value, MARK_CLEAN) == 0;
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
	ret->was_unclean = store->is_marked = !is_clean;
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

static enum journal_store_result set_up(struct journal_store *store, const char *path,
					struct journal_found *found, struct journal_fault *fault)
{
	struct header header = {0};
	int result;

	sqlite3_busy_timeout(store->db, BUSY_MS);
	sqlite3_extended_result_codes(store->db, 1);
	/* What is refused is left as it is, and a crash is not cured by closing. */
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	result = read_header(store->db, &header);
	if (result == SQLITE_OK && !is_ours(&header, path, fault))
		return JOURNAL_STORE_REFUSED;
	found->is_new = header.tables == 0;
	if (result == SQLITE_OK && found->is_new)
		result = sqlite3_exec(store->db, SETTINGS_BEGIN, NULL, NULL, NULL);
	if (result == SQLITE_OK)
		result = sqlite3_exec(store->db, SETTINGS, NULL, NULL, NULL);
	if (result == SQLITE_OK && (found->is_new || header.version < JOURNAL_SCHEMA))
		result = make_schema(store, found->is_new ? 0 : (int)header.version);
	else if (result == SQLITE_OK)
		result = prepare(store);
	if (result == SQLITE_OK)
		result = read_found(store, found);
	if (result == SQLITE_OK)
		return JOURNAL_STORE_GOOD;
	snprintf(fault->why, sizeof(fault->why), "%s: %s", path,
		 store->why[0] != '\0' ? store->why : sqlite3_errmsg(store->db));
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
	r = journal_disk_put_aside(disk, aside);
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
