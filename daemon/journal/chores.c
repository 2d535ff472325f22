/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/journal/sql.h"

/*
 * Deleting what is too old: in steps of a few milliseconds, between which
 * reports are written. Names are forgotten in forget.c.
 */

#define STEP          " LIMIT 500"
#define VACUUM_PAGES  "100"
#define UNFINISHED_MS (30LL * 24 * 3600 * 1000) /* a game without a result may be adjourned */

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

/*
 * Reports, and inputs, are deleted by whole commits, so that all that stays can be proved: up to
 * the end of the one that last is in, or of the one before it if that is beyond the limit. What is
 * older than the chain is no part of one.
 */
static int whole_commits(sqlite3 *db, bool is_report, sqlite3_int64 limit, sqlite3_int64 *last)
{
	struct journal_link link = {0}, next = {0};
	uint64_t seq = is_report ? (uint64_t)*last : UINT64_MAX;
	uint64_t input = is_report ? UINT64_MAX : (uint64_t)*last;
	sqlite3_int64 end;
	bool is_any = false;
	int result = journal_link_before(db, seq, input, &link, &is_any);

	if (result != SQLITE_OK || !is_any)
		return result == SQLITE_DONE ? SQLITE_OK : result;
	result = journal_link_next(db, link.id, &next);
	end = (sqlite3_int64)(is_report ? next.seq : next.input);
	if (result == SQLITE_OK && end <= limit)
		*last = end;
	else if (result == SQLITE_OK || result == SQLITE_DONE)
		*last = (sqlite3_int64)(is_report ? link.seq : link.input);
	return result == SQLITE_DONE ? SQLITE_OK : result;
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
	result = journal_sql_ask(j->store.db,
				 "SELECT min(ifnull((SELECT min(first_seq) FROM game WHERE " KEPT
				 "), max(seq)), max(seq)) FROM report",
				 cuts, 2, 0, &plan.seq);
	if (result == SQLITE_OK)
		result = journal_sql_ask(
			j->store.db,
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
static int sweep_reports(struct journal *j, sqlite3_int64 *ret_last)
{
	sqlite3 *db = j->store.db;
	sqlite3_int64 numbers[] = {j->sweep.seq, (sqlite3_int64)j->sweep.cut_ms};
	sqlite3_int64 young = 0, last = 0;
	int result =
		journal_sql_ask(db,
				"SELECT min(seq) FROM (SELECT seq, at_ms FROM report WHERE seq < ?1"
				" ORDER BY seq" STEP ") WHERE at_ms >= ?2",
				numbers, 2, j->sweep.seq, &young);

	if (result == SQLITE_OK)
		result = journal_sql_ask(
			db,
			"SELECT max(seq) FROM (SELECT seq FROM report WHERE seq < ?1"
			" ORDER BY seq" STEP ")",
			&young, 1, 0, &last);
	if (result == SQLITE_OK && last > 0)
		result = whole_commits(db, true, young - 1, &last);
	if (result == SQLITE_OK && last > 0)
		result = journal_sql_ask(db, "SELECT max(seq) FROM report WHERE seq <= ?1", &last,
					 1, 0, &last);
	*ret_last = result == SQLITE_OK ? last : 0;
	if (*ret_last > 0)
		result = journal_sql_run(db, "DELETE FROM report WHERE seq <= ?1", &last, 1);
	if (*ret_last > 0 && result == SQLITE_OK)
		result = journal_sql_run(db, "DELETE FROM game WHERE last_seq <= ?1", &last, 1);
	return result;
}

/*
 * The settings of a table stay, because it may have been at rest since; and so
 * does the round, which has no names in it.
 */
static int sweep_inputs(struct journal *j, sqlite3_int64 *ret_last)
{
	sqlite3 *db = j->store.db;
	sqlite3_int64 numbers[] = {j->sweep.swept, j->sweep.input, (sqlite3_int64)j->sweep.cut_ms};
	sqlite3_int64 young = 0, range[2] = {j->sweep.swept};
	int result =
		journal_sql_ask(db,
				"SELECT min(id) FROM (SELECT id, at_ms FROM input WHERE id > ?1"
				" AND id < ?2 ORDER BY id" STEP ") WHERE at_ms >= ?3",
				numbers, 3, j->sweep.input, &young);

	numbers[1] = young;
	if (result == SQLITE_OK)
		result = journal_sql_ask(
			db,
			"SELECT max(id) FROM (SELECT id FROM input WHERE id > ?1 AND id < ?2"
			" ORDER BY id" STEP ")",
			numbers, 2, 0, &range[1]);
	if (result == SQLITE_OK && range[1] > 0)
		result = whole_commits(db, false, young - 1, &range[1]);
	*ret_last = result == SQLITE_OK && range[1] > range[0] ? range[1] : 0;
	if (*ret_last == 0)
		return result;
	result = journal_sql_run(
		db,
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
	sqlite3_int64 last_report = 0, last_input = 0, free_pages = 0;
	bool is_more;
	int result = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	if (result != SQLITE_OK)
		return result;
	result = sweep_reports(j, &last_report);
	if (result == SQLITE_OK)
		result = sweep_inputs(j, &last_input);
	if (result == SQLITE_OK)
		result = journal_link_cut(db, (uint64_t)last_report, (uint64_t)last_input);
	result = journal_sql_finish(db, result);
	if (result == SQLITE_OK)
		result = sqlite3_exec(db, "PRAGMA incremental_vacuum(" VACUUM_PAGES ")", NULL, NULL,
				      NULL);
	if (result == SQLITE_OK)
		result = journal_sql_ask(db, "PRAGMA freelist_count", NULL, 0, 0, &free_pages);
	is_more = last_report > 0 || last_input > 0 || free_pages > 0;
	j->sweep.is_due = result == SQLITE_OK && is_more;
	return result;
}

bool journal_chore(struct journal *j, int *ret_result)
{
	if (j->forget.is_due)
		*ret_result = journal_forget_step(j);
	else if (j->sweep.is_due)
		*ret_result = sweep(j);
	else
		return false;
	return true;
}
