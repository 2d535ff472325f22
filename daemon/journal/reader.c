/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/reader_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/journal/private.h"

#define BUSY_MS      1000
#define STATEMENT_MS 10000
#define ROW_BYTES    (16 << 20)
#define SQL_BYTES    (64 << 10)
#define LOOK_OPS     10000 /* of SQLite's machine, between two looks at the clock */

/* --- statements --- */

static bool should_stop(const struct journal_reader *r)
{
	return r->should_stop && r->should_stop(r->stop_data);
}

int journal_reader_fail(struct journal_reader *r, int result)
{
	/* What was found to be damaged here SQLite knows nothing of. */
	bool is_known = (sqlite3_errcode(r->db) & 0xff) == (result & 0xff);

	snprintf(r->fault.why, sizeof(r->fault.why), "%s: %s", r->path,
		 is_known ? sqlite3_errmsg(r->db) : sqlite3_errstr(result));
	if (result == SQLITE_INTERRUPT && should_stop(r))
		return -ECANCELED;
	if (result == SQLITE_TOOBIG)
		return -EFBIG;
	return result == SQLITE_NOMEM ? -ENOMEM : -EIO;
}

int journal_reader_prepare(struct journal_reader *r, const char *sql, sqlite3_stmt **ret)
{
	int result;

	r->give_up_ms = journal_now_ms() + STATEMENT_MS;
	if (should_stop(r))
		return -ECANCELED;
	result = sqlite3_prepare_v2(r->db, sql, -1, ret, NULL);
	return result == SQLITE_OK ? 0 : journal_reader_fail(r, result);
}

int journal_reader_done(struct journal_reader *r, sqlite3_stmt *statement, int result)
{
	int outcome = 0;

	if (result == SQLITE_ROW)
		outcome = 1;
	else if (result != SQLITE_DONE)
		outcome = journal_reader_fail(r, result);
	sqlite3_finalize(statement);
	return outcome;
}

int journal_reader_ask(struct journal_reader *r, const char *sql, uint64_t *ret)
{
	sqlite3_int64 number;
	int result;

	r->give_up_ms = journal_now_ms() + STATEMENT_MS;
	result = journal_number(r->db, sql, 0, &number);
	if (result != SQLITE_OK)
		return journal_reader_fail(r, result);
	*ret = number > 0 ? (uint64_t)number : 0;
	return 0;
}

static int is_too_long(void *data)
{
	const struct journal_reader *r = data;

	return journal_now_ms() > r->give_up_ms || should_stop(r);
}

void journal_reader_stop_if(struct journal_reader *r, bool (*is_so)(void *data), void *data)
{
	if (!r)
		return;
	r->should_stop = is_so;
	r->stop_data = data;
}

/* --- damage --- */

void journal_reader_on_damage(struct journal_reader *r, journal_damage_teller *tell, void *data)
{
	r->tell = tell;
	r->tell_data = data;
}

static bool is_told(struct journal_reader *r, const char *table, uint64_t number)
{
	uint64_t *told = strcmp(table, "report") == 0  ? &r->told_report
			 : strcmp(table, "input") == 0 ? &r->told_input
						       : NULL;
	bool is = told && number <= *told;

	if (told && !is)
		*told = number;
	return is;
}

static void tell_damage(struct journal_reader *r, const char *table, const char *name,
			const char *what)
{
	char text[JOURNAL_PATH_MAX + 160];

	snprintf(text, sizeof(text), "%s: %s %.40s is damaged and passed over: %s", r->path, table,
		 name, what);
	r->tell(r->tell_data, text);
}

void journal_reader_damage(struct journal_reader *r, const char *table, sqlite3_stmt *statement,
			   const char *what)
{
	bool has_name = journal_reader_is_line(statement, 0);
	const char *name = has_name ? text_of(statement, 0) : NULL; /* or a number */

	if (r->tell && !is_told(r, table, number_of(statement, 0)))
		tell_damage(r, table, name ? name : "without a name", what);
}

void journal_reader_too_long(struct journal_reader *r, const char *table, uint64_t number,
			     const char *name)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)number);
	if (r->tell && !is_told(r, table, number))
		tell_damage(r, table, name ? name : digits, "it is longer than any may be");
}

/* How many bytes a character of UTF-8 has; 0: it is none. */
static size_t character_len(const unsigned char *at, size_t left)
{
	size_t len = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;

	if ((at[0] >= 0x80 && at[0] < 0xc2) || at[0] > 0xf4 || len > left)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	/* Longer than it need be, half of a pair, or beyond the last character. */
	if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
	    (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
		return 0;
	return len;
}

bool journal_reader_is_line(sqlite3_stmt *statement, int at)
{
	const unsigned char *text = sqlite3_column_text(statement, at);
	size_t len = text ? (size_t)sqlite3_column_bytes(statement, at) : 0;

	for (size_t i = 0, step; i < len; i += step) {
		step = character_len(text + i, len - i);
		if (step == 0 || text[i] < 0x20)
			return false;
	}
	return true;
}

static bool is_number(sqlite3_stmt *statement, int at)
{
	return sqlite3_column_type(statement, at) == SQLITE_INTEGER &&
	       sqlite3_column_int64(statement, at) >= 0;
}

/* Whether a column is what its letter says; see journal_reader_is_sound(). */
static bool is_of_kind(sqlite3_stmt *statement, int at, char kind)
{
	bool is_null = sqlite3_column_type(statement, at) == SQLITE_NULL;

	switch (kind) {
	case 'n': return is_number(statement, at);
	case 'N': return is_null || is_number(statement, at);
	case 'x': return sqlite3_column_type(statement, at) == SQLITE_TEXT;
	case 'T':
		if (is_null)
			return true;
		/* fallthrough */
	case 't':
		return sqlite3_column_type(statement, at) == SQLITE_TEXT &&
		       journal_reader_is_line(statement, at);
	default: return true;
	}
}

bool journal_reader_is_sound(struct journal_reader *r, sqlite3_stmt *statement, const char *table,
			     const char *columns)
{
	for (int i = 0; columns[i] != '\0'; i++) {
		char what[64];

		if (is_of_kind(statement, i, columns[i]))
			continue;
		snprintf(what, sizeof(what), "its %.40s is none",
			 sqlite3_column_name(statement, i));
		journal_reader_damage(r, table, statement, what);
		return false;
	}
	return true;
}

/* --- opening --- */

static int read_uuid(struct journal_reader *r)
{
	sqlite3_stmt *statement;
	int result =
		journal_reader_prepare(r, "SELECT value FROM meta WHERE key = 'uuid'", &statement);

	if (result < 0)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW && text_of(statement, 0))
		snprintf(r->uuid, sizeof(r->uuid), "%s", text_of(statement, 0));
	return journal_reader_done(r, statement, result);
}

static int check_header(struct journal_reader *r)
{
	uint64_t application = 0, version = 0;
	int result = journal_reader_ask(r, "PRAGMA application_id", &application);

	if (result == 0)
		result = journal_reader_ask(r, "PRAGMA user_version", &version);
	if (result < 0)
		return result;
	if (application != JOURNAL_APPLICATION) {
		snprintf(r->fault.why, sizeof(r->fault.why), "%s: is not a journal of boardd",
			 r->path);
		return -EPROTO;
	}
	if (version != JOURNAL_SCHEMA) {
		snprintf(r->fault.why, sizeof(r->fault.why),
			 "%s: was written by %s boardd (schema %llu, this one reads %d)", r->path,
			 version > JOURNAL_SCHEMA ? "a newer" : "an older",
			 (unsigned long long)version, JOURNAL_SCHEMA);
		return -EPROTO;
	}
	return 0;
}

/*
 * Somebody may have made the file to hurt whoever reads it: a view in the place of a table that
 * never ends, a function that does more than compute, a row without end.
 */
static int distrust(struct journal_reader *r)
{
	uint64_t strange = 0;
	int result;

	sqlite3_db_config(r->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(r->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(r->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	sqlite3_db_config(r->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_limit(r->db, SQLITE_LIMIT_LENGTH, ROW_BYTES);
	sqlite3_limit(r->db, SQLITE_LIMIT_SQL_LENGTH, SQL_BYTES);
	sqlite3_limit(r->db, SQLITE_LIMIT_COLUMN, 100);
	sqlite3_limit(r->db, SQLITE_LIMIT_EXPR_DEPTH, 100);
	sqlite3_limit(r->db, SQLITE_LIMIT_ATTACHED, 1); /* by VACUUM INTO */
	sqlite3_progress_handler(r->db, LOOK_OPS, is_too_long, r);
	r->give_up_ms = journal_now_ms() + STATEMENT_MS;
	result = sqlite3_exec(r->db,
			      "PRAGMA cache_size = -256; PRAGMA mmap_size = 0;"
			      "PRAGMA cell_size_check = ON",
			      NULL, NULL, NULL);
	if (result != SQLITE_OK)
		return journal_reader_fail(r, result);
	result = journal_reader_ask(r, journal_schema_strange, &strange);
	if (result == 0 && strange > 0) {
		snprintf(r->fault.why, sizeof(r->fault.why),
			 "%s: has views, triggers or the like, which no journal of boardd has",
			 r->path);
		return -EPROTO;
	}
	return result;
}

/* A pipe would be waited for until somebody writes. */
static int check_file(const char *path)
{
	struct stat stat_of;

	if (access(path, R_OK) < 0 || stat(path, &stat_of) < 0)
		return -errno;
	return S_ISREG(stat_of.st_mode) ? 0 : -EINVAL;
}

static int open_file(struct journal_reader *r, const char *path)
{
	int result = strlen(path) < sizeof(r->path) ? check_file(path) : -ENAMETOOLONG;

	if (result < 0) {
		snprintf(r->fault.why, sizeof(r->fault.why), "%s: %s", path, strerror(-result));
		return result;
	}
	memcpy(r->path, path, strlen(path) + 1);
	result = sqlite3_open_v2(path, &r->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
	if (result != SQLITE_OK)
		return journal_reader_fail(r, result);
	sqlite3_busy_timeout(r->db, BUSY_MS);
	result = distrust(r);
	if (result == 0)
		result = check_header(r);
	return result < 0 ? result : read_uuid(r);
}

int journal_reader_open(struct journal_reader **ret, const char *path,
			struct journal_fault *ret_fault)
{
	struct journal_reader *r = calloc(1, sizeof(*r));
	int result;

	if (!r) {
		snprintf(ret_fault->why, sizeof(ret_fault->why), "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	result = open_file(r, path);
	if (result < 0) {
		*ret_fault = r->fault;
		journal_reader_close(r);
		return result;
	}
	*ret = r;
	return 0;
}

void journal_reader_close(struct journal_reader *r)
{
	if (!r)
		return;
	sqlite3_close(r->db);
	free(r);
}

const char *journal_reader_uuid(const struct journal_reader *r)
{
	return r->uuid;
}

const char *journal_reader_why(const struct journal_reader *r)
{
	return r->fault.why;
}
