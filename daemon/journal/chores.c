/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * Deleting what is too old and forgetting names: in steps of a few
 * milliseconds, between which reports are written.
 */

#define STEP           " LIMIT 500"
#define VACUUM_PAGES   "100"
#define UNFINISHED_MS  (30LL * 24 * 3600 * 1000) /* a game without a result may be adjourned */
#define KEEP_DELETED   "PRAGMA secure_delete = FAST"
#define FORGET_DELETED "PRAGMA secure_delete = ON"

/* Runs one statement with up to four numbers. */
static int run(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, numbers[i]);
	do
		result = sqlite3_step(statement);
	while (result == SQLITE_ROW);
	sqlite3_finalize(statement);
	return result == SQLITE_DONE ? SQLITE_OK : result;
}

/* The same, and a number comes back. */
static int ask(sqlite3 *db, const char *sql, const sqlite3_int64 *numbers, int count,
	       sqlite3_int64 fallback, sqlite3_int64 *ret)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, numbers[i]);
	result = sqlite3_step(statement);
	*ret = fallback;
	if (result == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
		*ret = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
}

/* One step is one transaction. */
static int finish(sqlite3 *db, int result)
{
	if (result == SQLITE_OK)
		result = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	if (result != SQLITE_OK && !sqlite3_get_autocommit(db))
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return result;
}

/* --- what is too old --- */

/*
 * A game is kept whole until its last report is too old; one without a result
 * a month longer. So nothing of a game in progress is ever deleted.
 */
#define KEPT "(last_ms >= ?1 OR (is_over = 0 AND last_ms >= ?2))"

static uint64_t cut_of(struct journal *j)
{
	struct timespec wall;
	uint64_t now;

	/* Of the two clocks the slower: one that is wrong must not delete everything. */
	clock_gettime(CLOCK_REALTIME, &wall);
	now = (uint64_t)wall.tv_sec * 1000;
	pthread_mutex_lock(&j->lock);
	if (j->newest_ms < now)
		now = j->newest_ms;
	pthread_mutex_unlock(&j->lock);
	return now > j->config.keep_ms ? now - j->config.keep_ms : 0;
}

int journal_sweep_plan(struct journal *j)
{
	uint64_t cut_ms = cut_of(j);
	sqlite3_int64 cuts[] = {(sqlite3_int64)cut_ms, (sqlite3_int64)cut_ms - UNFINISHED_MS};
	struct journal_sweep plan = {.cut_ms = cut_ms, .swept = j->sweep.swept};
	int result;

	if (cut_ms == 0)
		return SQLITE_OK;
	/* The last of each stays: the numbers go on from it. */
	result = ask(j->store.db,
		     "SELECT min(ifnull((SELECT min(first_seq) FROM game WHERE " KEPT
		     "), max(seq)), max(seq)) FROM report",
		     cuts, 2, 0, &plan.seq);
	if (result == SQLITE_OK)
		result = ask(j->store.db,
			     "SELECT min(ifnull((SELECT min(ifnull((SELECT max(i.id) FROM input i"
			     " WHERE i.kind = 'settings' AND i.table_no = game.table_no"
			     " AND i.id <= game.first_input), first_input))"
			     " FROM game WHERE " KEPT "), max(id)), max(id)) FROM input",
			     cuts, 2, 0, &plan.input);
	plan.is_due = result == SQLITE_OK;
	j->sweep = plan;
	return result;
}

/* The first row that is too young, among the next few; only those before it may go. */
static int sweep_reports(struct journal *j, bool *ret_more)
{
	sqlite3 *db = j->store.db;
	sqlite3_int64 numbers[] = {j->sweep.seq, (sqlite3_int64)j->sweep.cut_ms};
	sqlite3_int64 young = 0, last = 0;
	int result = ask(db,
			 "SELECT min(seq) FROM (SELECT seq, at_ms FROM report WHERE seq < ?1"
			 " ORDER BY seq" STEP ") WHERE at_ms >= ?2",
			 numbers, 2, j->sweep.seq, &young);

	if (result == SQLITE_OK)
		result = ask(db,
			     "SELECT max(seq) FROM (SELECT seq FROM report WHERE seq < ?1"
			     " ORDER BY seq" STEP ")",
			     &young, 1, 0, &last);
	*ret_more = result == SQLITE_OK && last > 0;
	if (*ret_more)
		result = run(db, "DELETE FROM report WHERE seq <= ?1", &last, 1);
	if (*ret_more && result == SQLITE_OK)
		result = run(db, "DELETE FROM game WHERE last_seq <= ?1", &last, 1);
	return result;
}

/*
 * The settings of a table stay, because it may have been at rest since; and so
 * does the round, which has no names in it.
 */
static int sweep_inputs(struct journal *j, bool *ret_more)
{
	sqlite3 *db = j->store.db;
	sqlite3_int64 numbers[] = {j->sweep.swept, j->sweep.input, (sqlite3_int64)j->sweep.cut_ms};
	sqlite3_int64 young = 0, range[2] = {j->sweep.swept};
	int result = ask(db,
			 "SELECT min(id) FROM (SELECT id, at_ms FROM input WHERE id > ?1"
			 " AND id < ?2 ORDER BY id" STEP ") WHERE at_ms >= ?3",
			 numbers, 3, j->sweep.input, &young);

	numbers[1] = young;
	if (result == SQLITE_OK)
		result = ask(db,
			     "SELECT max(id) FROM (SELECT id FROM input WHERE id > ?1 AND id < ?2"
			     " ORDER BY id" STEP ")",
			     numbers, 2, 0, &range[1]);
	*ret_more = result == SQLITE_OK && range[1] > 0;
	if (!*ret_more)
		return result;
	result = run(db,
		     "DELETE FROM input WHERE id > ?1 AND id <= ?2 AND NOT (kind = 'settings' AND"
		     " id = (SELECT max(i.id) FROM input i WHERE i.kind = 'settings'"
		     " AND i.table_no = input.table_no))"
		     " AND NOT (kind = 'round' AND data LIKE '{\"start\":%' AND id ="
		     " (SELECT max(i.id) FROM input i WHERE i.kind = 'round'"
		     " AND i.data LIKE '{\"start\":%'))",
		     range, 2);
	if (result == SQLITE_OK)
		j->sweep.swept = range[1];
	return result;
}

static int sweep(struct journal *j)
{
	sqlite3 *db = j->store.db;
	bool more_reports = false, more_inputs = false;
	int result = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	if (result != SQLITE_OK)
		return result;
	result = sweep_reports(j, &more_reports);
	if (result == SQLITE_OK)
		result = sweep_inputs(j, &more_inputs);
	result = finish(db, result);
	if (result == SQLITE_OK && (more_reports || more_inputs))
		result = sqlite3_exec(db, "PRAGMA incremental_vacuum(" VACUUM_PAGES ")", NULL, NULL,
				      NULL);
	j->sweep.is_due = result == SQLITE_OK && (more_reports || more_inputs);
	return result;
}

/* --- names --- */

void journal_forget_clear(struct journal_forget *forget)
{
	free(forget->name);
	free(forget->word);
	*forget = (struct journal_forget){0};
}

/* One after the other; that which is under way is found again until it is done. */
int journal_forget_load(struct journal *j)
{
	sqlite3_stmt *statement;
	int result;

	if (j->forget.is_due || !j->store.db)
		return SQLITE_OK;
	result = sqlite3_prepare_v2(j->store.db,
				    "SELECT substr(key, 8), value FROM meta WHERE key >= 'forget:'"
				    " AND key < 'forget;' LIMIT 1",
				    -1, &statement, NULL);
	if (result != SQLITE_OK)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW) {
		journal_forget_clear(&j->forget);
		j->forget.name = strdup((const char *)sqlite3_column_text(statement, 0));
		j->forget.word = strdup((const char *)sqlite3_column_text(statement, 1));
		j->forget.is_due = j->forget.name && j->forget.word;
	}
	sqlite3_finalize(statement);
	return result;
}

static bool is_letter(unsigned char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       c >= 0x80;
}

/* A name is a word of its own: Carl is not in Carlsen. */
static const char *find(const char *text, const char *from, const char *end, const char *name)
{
	size_t len = strlen(name);

	while ((from = memmem(from, (size_t)(end - from), name, len))) {
		if ((from == text || !is_letter((unsigned char)from[-1])) &&
		    (from + len == end || !is_letter((unsigned char)from[len])))
			return from;
		from++;
	}
	return NULL;
}

char *journal_replace(const char *text, size_t len, const char *name, const char *word)
{
	const char *end = text + len, *at = find(text, text, end, name);
	size_t size = 0;
	char *result = NULL;
	FILE *to;

	if (!at)
		return NULL;
	to = open_memstream(&result, &size);
	if (!to)
		return NULL;
	for (const char *from = text; from <= end;) {
		const char *stop = at ? at : end;

		fwrite(from, 1, (size_t)(stop - from), to);
		if (!at)
			break;
		fputs(word, to);
		from = at + strlen(name);
		at = find(text, from, end, name);
	}
	if (fclose(to) != 0) {
		free(result);
		return NULL;
	}
	return result;
}

/* As it stands within a string of JSON, when that differs. To be freed. */
static char *in_json(const char *text)
{
	char *result = malloc(2 * strlen(text) + 1), *to = result;

	for (; result && *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			*to++ = '\\';
		*to++ = *text;
	}
	if (result)
		*to = '\0';
	return result;
}

/* forgotten(TEXT): TEXT without the name, or NULL when it is not in it. */
static void forgotten(sqlite3_context *context, int count, sqlite3_value **values)
{
	const struct journal_forget *forget = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[0]);
	size_t len = (size_t)sqlite3_value_bytes(values[0]);
	char *name = in_json(forget->name), *word = in_json(forget->word), *result = NULL;

	(void)count;
	if (!name || !word) {
		sqlite3_result_error_nomem(context);
	} else if (text) {
		result = journal_replace(text, len, name, word);
		if (!result) /* plain text */
			result = journal_replace(text, len, forget->name, forget->word);
		if (result)
			sqlite3_result_text(context, result, -1, free);
	}
	free(name);
	free(word);
}

/* A few rows of a table with numbers; ret_last is 0 when there are no more. */
static int forget_rows(struct journal *j, const char *find_last, const char *const *updates,
		       sqlite3_int64 *from, bool *ret_more)
{
	sqlite3_int64 range[2] = {*from};
	int result = ask(j->store.db, find_last, from, 1, 0, &range[1]);

	*ret_more = result == SQLITE_OK && range[1] > 0;
	for (int i = 0; *ret_more && result == SQLITE_OK && updates[i]; i++)
		result = run(j->store.db, updates[i], range, 2);
	if (*ret_more && result == SQLITE_OK)
		*from = range[1];
	return result;
}

static int forget_some(struct journal *j, bool *ret_more)
{
	static const char *const reports[] = {
		"UPDATE report SET text = forgotten(text) WHERE seq > ?1 AND seq <= ?2"
		" AND forgotten(text) IS NOT NULL",
		NULL};
	static const char *const inputs[] = {
		"UPDATE input SET data = forgotten(data) WHERE id > ?1 AND id <= ?2"
		" AND kind <> 'bytes' AND forgotten(data) IS NOT NULL",
		"UPDATE input SET author = forgotten(author) WHERE id > ?1 AND id <= ?2"
		" AND forgotten(author) IS NOT NULL",
		NULL};
	bool more_inputs = false;
	int result = forget_rows(j,
				 "SELECT max(seq) FROM (SELECT seq FROM report WHERE seq > ?1"
				 " ORDER BY seq" STEP ")",
				 reports, &j->forget.seq, ret_more);

	if (result == SQLITE_OK)
		result = forget_rows(j,
				     "SELECT max(id) FROM (SELECT id FROM input WHERE id > ?1"
				     " ORDER BY id" STEP ")",
				     inputs, &j->forget.input, &more_inputs);
	*ret_more = *ret_more || more_inputs;
	return result;
}

/* The name is nowhere else then: not in a snapshot, and not in what is free or in the log. */
static int end_forget(struct journal *j)
{
	sqlite3 *db = j->store.db;
	char *sql = sqlite3_mprintf(
		"DELETE FROM snapshot; DELETE FROM meta WHERE key = 'forget:%q'", j->forget.name);
	int result = sql ? sqlite3_exec(db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;

	sqlite3_free(sql);
	return result;
}

static int forget(struct journal *j)
{
	sqlite3 *db = j->store.db;
	bool more = false;
	int result = sqlite3_create_function(db, "forgotten", 1, SQLITE_UTF8, &j->forget, forgotten,
					     NULL, NULL);

	if (result == SQLITE_OK)
		result = sqlite3_exec(db, FORGET_DELETED "; BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (result != SQLITE_OK)
		return result;
	result = forget_some(j, &more);
	if (result == SQLITE_OK && !more)
		result = end_forget(j);
	result = finish(db, result);
	sqlite3_exec(db, KEEP_DELETED, NULL, NULL, NULL);
	if (result != SQLITE_OK || more)
		return result;
	journal_store_checkpoint(&j->store, SQLITE_CHECKPOINT_TRUNCATE);
	journal_forget_clear(&j->forget);
	journal_tell(j, JOURNAL_NOTE_FORGOTTEN, "%s/%s: a name was forgotten", j->disk.path,
		     JOURNAL_FILE);
	return journal_forget_load(j) == SQLITE_ROW ? SQLITE_OK : result;
}

bool journal_chore(struct journal *j, int *ret_result)
{
	if (j->forget.is_due)
		*ret_result = forget(j);
	else if (j->sweep.is_due)
		*ret_result = sweep(j);
	else
		return false;
	return true;
}
