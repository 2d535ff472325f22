/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/sql.h"

#include <stddef.h>

/* The statement with its numbers bound. *ret is set only where SQLITE_OK is returned. */
static int prepare(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count,
		   sqlite3_stmt **ret)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, numbers[i]);
	*ret = statement;
	return SQLITE_OK;
}

int journal_sql_run(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count)
{
	sqlite3_stmt *statement;
	int result = prepare(db, sql, numbers, count, &statement);

	if (result != SQLITE_OK)
		return result;
	do
		result = sqlite3_step(statement);
	while (result == SQLITE_ROW);
	sqlite3_finalize(statement);
	return result == SQLITE_DONE ? SQLITE_OK : result;
}

int journal_sql_ask(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count,
		    sqlite3_int64 fallback, sqlite3_int64 *ret)
{
	sqlite3_stmt *statement;
	int result = prepare(db, sql, numbers, count, &statement);

	if (result != SQLITE_OK)
		return result;
	result = sqlite3_step(statement);
	*ret = fallback;
	if (result == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
		*ret = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

int journal_sql_finish(sqlite3 *db, int result)
{
	if (result == SQLITE_OK)
		result = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	if (result != SQLITE_OK && !sqlite3_get_autocommit(db))
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return result;
}
