/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/store.h"

#include <stdio.h>

/*
 * What leads from each version to the next; a new file goes through all of
 * them. boardd-journal(5) describes the last. A step that was released is never
 * changed again.
 *
 * There are few indexes, because every page an index touches is written to the
 * disk before a report may be shown: a thousand boards would each have a page
 * of their own. Games say between which numbers their reports are.
 */
static const char *const steps[JOURNAL_SCHEMA] = {
	"CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE input (id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,"
	" line TEXT, table_no INTEGER, author TEXT, data BLOB);"
	"CREATE INDEX input_settings ON input (table_no, id) WHERE kind = 'settings';"
	"CREATE TABLE report (seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, board TEXT,"
	" table_no INTEGER, game TEXT, event TEXT NOT NULL, input INTEGER NOT NULL,"
	" text TEXT NOT NULL);"
	"CREATE TABLE snapshot (table_no INTEGER PRIMARY KEY, after_input INTEGER NOT NULL,"
	" at_ms INTEGER NOT NULL, build TEXT NOT NULL, sha256 TEXT NOT NULL, data BLOB NOT NULL);"
	"CREATE TABLE login (id INTEGER PRIMARY KEY, name TEXT NOT NULL, token TEXT NOT NULL,"
	" at_ms INTEGER NOT NULL, until_ms INTEGER, revoked_ms INTEGER);",

	"CREATE TABLE game (id TEXT PRIMARY KEY, board TEXT, table_no INTEGER,"
	" first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, first_input INTEGER NOT NULL,"
	" last_input INTEGER NOT NULL, first_ms INTEGER NOT NULL, last_ms INTEGER NOT NULL,"
	" is_over INTEGER NOT NULL) WITHOUT ROWID;"
	"INSERT INTO game SELECT game, min(board), min(table_no), min(seq), max(seq), min(input),"
	" max(input), min(at_ms), max(at_ms), max(event = 'result')"
	" FROM report WHERE game IS NOT NULL GROUP BY game;"
	"UPDATE game SET is_over = 1 WHERE EXISTS (SELECT 1 FROM game AS later"
	" WHERE later.table_no = game.table_no AND later.first_seq > game.first_seq);"
	"CREATE INDEX game_in_progress ON game (table_no) WHERE is_over = 0;",

	/* A start asks for these few among millions. */
	"CREATE INDEX input_round ON input (kind) WHERE kind = 'round';",

	/*
	 * The first link stands for all that is not covered: what is older than the chain, and
	 * later what was deleted.
	 */
	"CREATE TABLE chain (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, input INTEGER NOT NULL,"
	" inputs BLOB NOT NULL, reports BLOB NOT NULL, head BLOB NOT NULL);"
	"INSERT INTO chain SELECT 0, ifnull((SELECT max(seq) FROM report), 0),"
	" ifnull((SELECT max(id) FROM input), 0), zeroblob(32), zeroblob(32), randomblob(32);"
	"CREATE TABLE name (text TEXT PRIMARY KEY, salt BLOB, hash BLOB NOT NULL,"
	" used_ms INTEGER NOT NULL) WITHOUT ROWID;",
};

int journal_schema_apply(sqlite3 *db, int from)
{
	char pragma[96];
	int result = SQLITE_OK;

	for (int i = from; i < JOURNAL_SCHEMA && result == SQLITE_OK; i++)
		result = sqlite3_exec(db, steps[i], NULL, NULL, NULL);
	if (result != SQLITE_OK)
		return result;
	snprintf(pragma, sizeof(pragma), "PRAGMA application_id = %d; PRAGMA user_version = %d;",
		 JOURNAL_APPLICATION, JOURNAL_SCHEMA);
	return sqlite3_exec(db, pragma, NULL, NULL, NULL);
}

/* What boardd's journals have; the text is that of the statement that made it. */
#define STRANGE                                                    \
	"SELECT count(*) FROM sqlite_schema WHERE sql IS NOT NULL" \
	" AND sql NOT GLOB 'CREATE TABLE *' AND sql NOT GLOB 'CREATE INDEX *'"

const char journal_schema_strange[] = STRANGE;

/* SQLITE_DONE: there is none left. */
static int drop_one(sqlite3 *db)
{
	sqlite3_stmt *statement;
	char *drop = NULL;
	int result = sqlite3_prepare_v2(db,
					"SELECT type, name FROM sqlite_schema"
					" WHERE type IN ('view', 'trigger') LIMIT 1",
					-1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW)
		drop = sqlite3_mprintf("DROP %s \"%w\"", sqlite3_column_text(statement, 0),
				       sqlite3_column_text(statement, 1));
	sqlite3_finalize(statement);
	if (result != SQLITE_ROW)
		return result;
	result = drop ? sqlite3_exec(db, drop, NULL, NULL, NULL) : SQLITE_NOMEM;
	sqlite3_free(drop);
	return result;
}

int journal_schema_clean(sqlite3 *db, unsigned *ret_dropped)
{
	sqlite3_int64 strange = 0;
	int result;

	while ((result = drop_one(db)) == SQLITE_OK)
		++*ret_dropped;
	if (result == SQLITE_DONE)
		result = journal_number(db, STRANGE, 0, &strange);
	return result == SQLITE_OK && strange > 0 ? SQLITE_CORRUPT : result;
}
