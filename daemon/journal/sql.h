/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_SQL_H
#define BOARDD_JOURNAL_SQL_H

#include <sqlite3.h>

/* Single statements with numbers for ?1, ?2, ...; all return what SQLite said. */

int journal_sql_run(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count);

/* The number in the first row; the fallback where there is no row, or NULL in it. */
int journal_sql_ask(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count,
		    sqlite3_int64 fallback, sqlite3_int64 *ret);

/* Ends a transaction: commits it after SQLITE_OK, else takes it back. */
int journal_sql_finish(sqlite3 *db, int result);

#endif
