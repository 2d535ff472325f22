/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_READER_PRIVATE_H
#define BOARDD_JOURNAL_READER_PRIVATE_H

#include <sqlite3.h>

#include "daemon/journal/reader.h"

struct journal_reader {
	sqlite3 *db;
	uint64_t give_up_ms; /* when the statement that runs has taken too long, steady clock */
	bool (*should_stop)(void *data); /* or NULL */
	void *stop_data;
	journal_damage_teller *tell;
	void *tell_data;
	uint64_t told_report, told_input; /* up to these: a row is told once */
	char path[JOURNAL_PATH_MAX];
	char uuid[JOURNAL_UUID_MAX];
	struct journal_fault fault;
};

/* Says what SQLite says; returns -EIO, -ENOMEM, or -EFBIG for a row longer than any may be. */
int journal_reader_fail(struct journal_reader *r, int result);

/* A statement, and the time it may take begins. Returns 0 or a negative errno. */
int journal_reader_prepare(struct journal_reader *r, const char *sql, sqlite3_stmt **ret);

/* Finalises it. Returns 1 when the last step gave a row, 0 when there was none. */
int journal_reader_done(struct journal_reader *r, sqlite3_stmt *statement, int result);

/* A statement that gives one number; 0 when it gives none. */
int journal_reader_ask(struct journal_reader *r, const char *sql, uint64_t *ret);

/*
 * Is a row as we write them? One letter a column: 'n' a number from 0 on, 't' a line of text, 'x'
 * text of any kind, 'd' any data; capitals: or null. A row that is not is told, with the table and
 * the number in its first column.
 */
bool journal_reader_is_sound(struct journal_reader *r, sqlite3_stmt *statement, const char *table,
			     const char *columns);

/* What is published and what has a name is one line of UTF-8. */
bool journal_reader_is_line(sqlite3_stmt *statement, int at);

/* The row is damaged: named, and passed over. */
void journal_reader_damage(struct journal_reader *r, const char *table, sqlite3_stmt *statement,
			   const char *what);

/* The row of this number is longer than any may be: so is it told. With a name of its own, or NULL.
 */
void journal_reader_too_long(struct journal_reader *r, const char *table, uint64_t number,
			     const char *name);

static inline void bind_number(sqlite3_stmt *statement, int at, uint64_t number)
{
	sqlite3_bind_int64(statement, at, (sqlite3_int64)number);
}

static inline void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
	sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static inline uint64_t number_of(sqlite3_stmt *statement, int at)
{
	return (uint64_t)sqlite3_column_int64(statement, at);
}

static inline const char *text_of(sqlite3_stmt *statement, int at)
{
	return (const char *)sqlite3_column_text(statement, at);
}

#endif
