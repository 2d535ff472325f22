/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/base/sha256.h"
#include "daemon/journal/store.h"

/*
 * What waits becomes rows. Every page that is touched is written to the disk
 * before a report may be shown, so as few are touched as can be.
 */

#define TRANSACTION (4UL << 20) /* bytes of items: a long queue is written in parts */

const char *const journal_input_words[JOURNAL_INPUT_KINDS] = {
	[JOURNAL_INPUT_OPEN] = "open",
	[JOURNAL_INPUT_CLOSE] = "close",
	[JOURNAL_INPUT_BYTES] = "bytes",
	[JOURNAL_INPUT_ACT] = "act",
	[JOURNAL_INPUT_ASSIGN] = "assign",
	[JOURNAL_INPUT_SETTINGS] = "settings",
	[JOURNAL_INPUT_ANSWER] = "answer",
	[JOURNAL_INPUT_WALL] = "wall",
	[JOURNAL_INPUT_PLAYERS] = "players",
	[JOURNAL_INPUT_ROUND] = "round",
	[JOURNAL_INPUT_GAP] = "gap",
	[JOURNAL_INPUT_CONFIG] = "config",
	[JOURNAL_INPUT_OTHER_BOARD] = "other-board",
};

/* Numbers are ours: a row that somebody put in by hand gives way. */
static const char *const statements[JOURNAL_PUTS] = {
	[JOURNAL_PUT_BEGIN] = "BEGIN IMMEDIATE",
	[JOURNAL_PUT_COMMIT] = "COMMIT",
	[JOURNAL_PUT_INPUT] = "INSERT OR REPLACE INTO input (id, at_ms, kind, line, table_no,"
			      " author, data) VALUES (?1, ?2, ?3, ?4, nullif(?5, 0), ?6, ?7)",
	[JOURNAL_PUT_REPORT] =
		"INSERT OR REPLACE INTO report (seq, at_ms, board, table_no, game, event, input,"
		" text) VALUES (?1, ?2, ?3, nullif(?4, 0), ?5, ?6, ?7, ?8)",
	/* The statement does not name is_over: so the index of games in progress stays unwritten.
	 */
	[JOURNAL_PUT_GAME] = "UPDATE game SET last_ms = max(last_ms, ?2), last_seq = ?1,"
			     " last_input = ?7 WHERE id = ?5",
	[JOURNAL_PUT_GAME_NEW] =
		"INSERT INTO game (id, board, table_no, first_seq, last_seq, first_input,"
		" last_input, first_ms, last_ms, is_over)"
		" VALUES (?5, ?3, nullif(?4, 0), ?1, ?1, ?7, ?7, ?2, ?2, 0)",
	[JOURNAL_PUT_GAME_OVER] = "UPDATE game SET is_over = 1 WHERE id = ?1 AND is_over = 0",
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
	[JOURNAL_PUT_LINK] = "INSERT OR REPLACE INTO chain (" JOURNAL_LINK_COLUMNS
			     ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
};

int journal_store_prepare(struct journal_store *store)
{
	for (int i = 0; i < JOURNAL_PUTS; i++) {
		int result = sqlite3_prepare_v3(store->db, statements[i], -1,
						SQLITE_PREPARE_PERSISTENT, &store->put[i], NULL);

		if (result != SQLITE_OK)
			return result;
	}
	return journal_sum_open(&store->sum, store->db, true);
}

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

	journal_sum_input(&store->sum, input);
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

/* A game's reports follow one another: its row is written with the last of them. */
struct run {
	const struct journal_report *first, *last; /* NULL: there are none */
	uint64_t at_ms;                            /* the latest */
	bool is_over;
};

static int write_new_game(struct journal_store *store, const struct journal_report *first)
{
	int result;

	bind_number(store->put[JOURNAL_PUT_GAMES_OVER], 1, first->table);
	result = run(store->put[JOURNAL_PUT_GAMES_OVER]);
	return result == SQLITE_OK ? run_with_report(store, JOURNAL_PUT_GAME_NEW, first) : result;
}

static int write_game(struct journal_store *store, struct run *reports)
{
	struct journal_report last;
	int result;

	if (!reports->last)
		return SQLITE_OK;
	last = *reports->last;
	last.at_ms = reports->at_ms;
	result = run_with_report(store, JOURNAL_PUT_GAME, &last);
	if (result == SQLITE_OK && sqlite3_changes(store->db) == 0) {
		result = write_new_game(store, reports->first);
		if (result == SQLITE_OK)
			result = run_with_report(store, JOURNAL_PUT_GAME, &last);
	}
	if (result == SQLITE_OK && reports->is_over) {
		bind_text(store->put[JOURNAL_PUT_GAME_OVER], 1, last.game);
		result = run(store->put[JOURNAL_PUT_GAME_OVER]);
	}
	*reports = (struct run){0};
	return result;
}

static int write_report(struct journal_store *store, const struct journal_report *report,
			struct run *reports)
{
	int result;

	journal_sum_report(&store->sum, report);
	result = run_with_report(store, JOURNAL_PUT_REPORT, report);
	if (result != SQLITE_OK || !report->game)
		return result;
	if (reports->last && strcmp(reports->last->game, report->game) != 0)
		result = write_game(store, reports);
	if (!reports->first)
		reports->first = report;
	reports->last = report;
	if (report->at_ms > reports->at_ms)
		reports->at_ms = report->at_ms;
	reports->is_over |= strcmp(report->event, "result") == 0;
	return result;
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

/* A wish to be forgotten is remembered until it is fulfilled, also across a restart. */
static int write_forget(struct journal_store *store, const struct journal_login *login)
{
	/* A wish that is being fulfilled keeps its word. */
	char *sql = sqlite3_mprintf("INSERT OR IGNORE INTO meta VALUES ('forget:%q', %Q)",
				    login->name, login->token);
	int result = sql ? sqlite3_exec(store->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;

	sqlite3_free(sql);
	return result;
}

static int write_item(struct journal_store *store, const struct journal_item *item,
		      struct run *reports)
{
	switch (item->kind) {
	case JOURNAL_ITEM_INPUT: return write_input(store, &item->input);
	case JOURNAL_ITEM_REPORT: return write_report(store, &item->report, reports);
	case JOURNAL_ITEM_SNAPSHOT: return write_snapshot(store, &item->snapshot);
	case JOURNAL_ITEM_LOGIN: return write_login(store, &item->login);
	case JOURNAL_ITEM_LOGOUT: return write_logout(store, &item->login);
	case JOURNAL_ITEM_FORGET: return write_forget(store, &item->login);
	}
	return SQLITE_MISUSE;
}

int journal_store_remember(struct journal_store *store, int result)
{
	store->system_error = sqlite3_system_errno(store->db);
	snprintf(store->why, sizeof(store->why), "%s", sqlite3_errmsg(store->db));
	return result;
}

int journal_store_begin(struct journal_store *store)
{
	int result = run(store->put[JOURNAL_PUT_BEGIN]);

	return result == SQLITE_OK ? result : journal_store_remember(store, result);
}

int journal_store_end(struct journal_store *store, int result)
{
	if (result == SQLITE_OK)
		result = run(store->put[JOURNAL_PUT_COMMIT]);
	if (result == SQLITE_OK)
		return result;
	journal_store_remember(store, result);
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return result;
}

static int write_begun(struct journal_store *store)
{
	int result = journal_store_set(store, JOURNAL_MARK, JOURNAL_MARK_RUNNING);

	if (result != SQLITE_OK || !store->version)
		return result;
	return journal_store_set(store, "boardd", store->version);
}

/* The commit has a checksum, which hangs on the one before. */
static int write_link(struct journal_store *store, struct journal_link *ret)
{
	sqlite3_stmt *put = store->put[JOURNAL_PUT_LINK];

	*ret = store->link;
	if (!store->sum.has_any || store->sum.result != SQLITE_OK)
		return store->sum.result;
	journal_sum_end(&store->sum, &store->link, ret);
	bind_number(put, 1, ret->id);
	bind_number(put, 2, ret->seq);
	bind_number(put, 3, ret->input);
	sqlite3_bind_blob(put, 4, ret->inputs, sizeof(ret->inputs), SQLITE_STATIC);
	sqlite3_bind_blob(put, 5, ret->reports, sizeof(ret->reports), SQLITE_STATIC);
	sqlite3_bind_blob(put, 6, ret->head, sizeof(ret->head), SQLITE_STATIC);
	return run(put);
}

int journal_store_write(struct journal_store *store, const struct journal_queue *queue,
			size_t *ret_count)
{
	struct run reports = {0};
	struct journal_link link;
	size_t count = 0, bytes = 0;
	int result = journal_store_begin(store);

	if (result != SQLITE_OK)
		return result;
	journal_sum_begin(&store->sum, &store->link);
	if (!store->has_begun)
		result = write_begun(store);
	for (const struct journal_item *item = queue->first;
	     item && result == SQLITE_OK && bytes < TRANSACTION; item = item->next) {
		result = write_item(store, item, &reports);
		bytes += item->size;
		count++;
	}
	if (result == SQLITE_OK)
		result = write_game(store, &reports);
	if (result == SQLITE_OK)
		result = write_link(store, &link);
	result = journal_store_end(store, result);
	if (result != SQLITE_OK)
		return result;
	store->link = link;
	store->is_marked = store->has_begun = true;
	*ret_count = count;
	return SQLITE_OK;
}
