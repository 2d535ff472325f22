/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/personal.h"
#include "daemon/journal/sql.h"

/*
 * A person is forgotten: where the name stands in a field for names another word
 * does from now on, in notes too, and FIDE numbers beside it are 1. In steps of a
 * few milliseconds, between which reports are written. The hash of the name stays
 * under the other word, and its salt goes: so the chain holds, and nobody can try
 * names against it.
 */

#define STEP           " LIMIT 500"
#define KEEP_DELETED   "PRAGMA secure_delete = FAST"
#define FORGET_DELETED "PRAGMA secure_delete = ON"

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
				    " AND key < 'forget;' AND length(key) > 7 LIMIT 1",
				    -1, &statement, NULL);
	if (result != SQLITE_OK)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(statement, 0);
		const char *word = (const char *)sqlite3_column_text(statement, 1);

		journal_forget_clear(&j->forget);
		j->forget.name = name ? strdup(name) : NULL;
		j->forget.word = word ? strdup(word) : NULL;
		j->forget.is_due = j->forget.name && j->forget.word;
	}
	sqlite3_finalize(statement);
	return result;
}

/* --- notes --- */

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

/* --- texts --- */

char *journal_in_json(const char *text)
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

struct rewrite {
	FILE *to;
	char *name; /* as it would stand in this text */
	const char *word;
	bool has_found;
	bool is_his; /* the object at hand is of the person */
};

static bool is_name(const struct personal *what, const char *name)
{
	return what->len == strlen(name) && memcmp(what->at, name, what->len) == 0;
}

static void rewrite_rest(void *data, const char *bytes, size_t len)
{
	struct rewrite *r = data;

	fwrite(bytes, 1, len, r->to);
	r->is_his &= memchr(bytes, '}', len) == NULL;
}

static void rewrite_person(void *data, const struct personal *what)
{
	struct rewrite *r = data;
	char *note = NULL;

	/* A number is there as before, so that all that follows from it has the same shape. */
	if (what->kind == PERSONAL_FIDE && r->is_his && what->at[0] != 'n') {
		fputs("1", r->to);
		r->has_found = true;
		return;
	}
	if (what->kind == PERSONAL_TEXT && is_name(what, r->name)) {
		fputs(r->word, r->to);
		r->has_found = r->is_his = true;
		return;
	}
	if (what->kind == PERSONAL_TEXT && !what->is_player)
		note = journal_replace(what->at, what->len, r->name, r->word);
	r->has_found |= note != NULL;
	if (note)
		fputs(note, r->to);
	else
		fwrite(what->at, 1, what->len, r->to);
	free(note);
}

enum text_kind { TEXT_REPORT, TEXT_INPUT, TEXT_ACTION, TEXT_NAME };

/* A text without the name; NULL: it is not in it, or there is no memory. To be freed. */
static char *rewritten(const struct journal_forget *forget, enum text_kind kind, const char *text,
		       size_t len)
{
	struct rewrite r = {.word = forget->word};
	struct personal_taker taker = {rewrite_rest, rewrite_person, &r};
	struct personal name = {PERSONAL_TEXT, text, len, false};
	char *result = NULL;
	size_t size = 0;

	r.name = kind == TEXT_REPORT || kind == TEXT_INPUT ? journal_in_json(forget->name)
							   : strdup(forget->name);
	r.to = open_memstream(&result, &size);
	if (r.to && r.name && kind == TEXT_NAME)
		rewrite_person(&r, &name);
	else if (r.to && r.name && kind == TEXT_ACTION)
		personal_walk_action(text, len, &taker);
	else if (r.to && r.name)
		personal_walk_json(text, len, &taker);
	free(r.name);
	if ((r.to && fclose(r.to) != 0) || !r.has_found) {
		free(result);
		return NULL;
	}
	return result;
}

/* forgotten(TEXT, KIND): TEXT without the name, or NULL when it is not in it. */
static void forgotten(sqlite3_context *context, int count, sqlite3_value **values)
{
	const struct journal_forget *forget = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[0]);
	enum text_kind kind = (enum text_kind)sqlite3_value_int(values[1]);
	char *result;

	(void)count;
	if (!text)
		return;
	result = rewritten(forget, kind, text, (size_t)sqlite3_value_bytes(values[0]));
	if (result)
		sqlite3_result_text(context, result, -1, free);
}

/* --- rows --- */

/* A few rows of a table with numbers; ret_last is 0 when there are no more. */
static int forget_rows(struct journal *j, const char *find_last, const char *const *updates,
		       sqlite3_int64 *from, bool *ret_more)
{
	sqlite3_int64 range[2] = {*from};
	int result = journal_sql_ask(j->store.db, find_last, from, 1, 0, &range[1]);

	*ret_more = result == SQLITE_OK && range[1] > 0;
	for (int i = 0; *ret_more && result == SQLITE_OK && updates[i]; i++)
		result = journal_sql_run(j->store.db, updates[i], range, 2);
	if (*ret_more && result == SQLITE_OK)
		*from = range[1];
	return result;
}

static int forget_some(struct journal *j, bool *ret_more)
{
	static const char *const reports[] = {
		"UPDATE report SET text = forgotten(text, 0) WHERE seq > ?1 AND seq <= ?2"
		" AND forgotten(text, 0) IS NOT NULL",
		NULL};
	static const char *const inputs[] = {
		"UPDATE input SET data = forgotten(data, 1) WHERE id > ?1 AND id <= ?2"
		" AND kind NOT IN ('bytes', 'act') AND forgotten(data, 1) IS NOT NULL",
		"UPDATE input SET data = forgotten(data, 2) WHERE id > ?1 AND id <= ?2"
		" AND kind = 'act' AND forgotten(data, 2) IS NOT NULL",
		"UPDATE input SET author = forgotten(author, 3) WHERE id > ?1 AND id <= ?2"
		" AND forgotten(author, 3) IS NOT NULL",
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

/*
 * What was hashed stays under the word that is there now. A name within JSON may be written
 * otherwise than alone, and notes have it among other words: all of them are in the table.
 */
static int forget_hashes(sqlite3 *db, bool is_end)
{
	const char *sql = is_end ? "DELETE FROM name WHERE renamed(text) IS NOT NULL"
				 : "INSERT OR IGNORE INTO name (text, salt, hash, used_ms)"
				   " SELECT renamed(text), NULL, hash, used_ms FROM name"
				   " WHERE renamed(text) IS NOT NULL";

	return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* renamed(TEXT): a key of the table of names without the name, or NULL. */
static void renamed(sqlite3_context *context, int count, sqlite3_value **values)
{
	const struct journal_forget *forget = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[0]);
	size_t len = (size_t)sqlite3_value_bytes(values[0]);
	bool is_note = text && len > 5 && memcmp(text, "note ", 5) == 0;
	char *escaped = journal_in_json(forget->name), *result = NULL;

	(void)count;
	if (text && escaped && (strcmp(text, forget->name) == 0 || strcmp(text, escaped) == 0))
		result = strdup(forget->word);
	else if (is_note && escaped)
		result = journal_replace(text, len, escaped, forget->word);
	if (!result && is_note)
		result = journal_replace(text, len, forget->name, forget->word);
	free(escaped);
	if (result)
		sqlite3_result_text(context, result, -1, free);
}

/* --- the chore --- */

/* The name is nowhere else then: not in a snapshot, and not in what is free or in the log. */
static int end_forget(struct journal *j)
{
	sqlite3 *db = j->store.db;
	char *sql = sqlite3_mprintf(
		"DELETE FROM snapshot; DELETE FROM meta WHERE key = 'forget:%q'", j->forget.name);
	int result = sql ? sqlite3_exec(db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;

	sqlite3_free(sql);
	return result == SQLITE_OK ? forget_hashes(db, true) : result;
}

/*
 * What was deleted long ago may still stand in pages that are free, and all of it in the log: they
 * go. A reader may be in the way; then this is tried again.
 */
static int scrub(struct journal *j)
{
	int result = sqlite3_exec(j->store.db, "PRAGMA incremental_vacuum", NULL, NULL, NULL);

	if (result != SQLITE_OK)
		return result;
	if (!journal_store_checkpoint(&j->store, SQLITE_CHECKPOINT_TRUNCATE))
		return SQLITE_BUSY;
	j->store.wal_pages = 0;
	journal_forget_clear(&j->forget);
	journal_tell(j, JOURNAL_NOTE_FORGOTTEN, "%s/%s: a name was forgotten", j->disk.path,
		     JOURNAL_FILE);
	return journal_forget_load(j) == SQLITE_ROW ? SQLITE_OK : result;
}

static int make_functions(struct journal *j)
{
	sqlite3 *db = j->store.db;
	int result = sqlite3_create_function(db, "forgotten", 2, SQLITE_UTF8, &j->forget, forgotten,
					     NULL, NULL);

	return result == SQLITE_OK ? sqlite3_create_function(db, "renamed", 1, SQLITE_UTF8,
							     &j->forget, renamed, NULL, NULL)
				   : result;
}

int journal_forget_step(struct journal *j)
{
	sqlite3 *db = j->store.db;
	bool more = false;
	int result;

	if (j->forget.is_scrubbing)
		return scrub(j);
	result = make_functions(j);
	if (result == SQLITE_OK)
		result = sqlite3_exec(db, FORGET_DELETED "; BEGIN IMMEDIATE", NULL, NULL, NULL);
	if (result != SQLITE_OK)
		return result;
	result = forget_hashes(db, false);
	if (result == SQLITE_OK)
		result = forget_some(j, &more);
	if (result == SQLITE_OK && !more)
		result = end_forget(j);
	result = journal_sql_finish(db, result);
	sqlite3_exec(db, KEEP_DELETED, NULL, NULL, NULL);
	j->forget.is_scrubbing = result == SQLITE_OK && !more;
	return result;
}
