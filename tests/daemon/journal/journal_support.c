/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <dirent.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 120000 /* the machine may be busy with other things */

struct journal *journal;
struct journal_opened opened;
struct journal_config journal_setup;
char state[64];

void make_state(void)
{
	snprintf(state, sizeof(state), "/tmp/boardd-journal-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(state));
	journal_setup = journal_config_for(state);
	journal_setup.ballast = 0;
	journal_setup.look_ms = 50;
	journal_setup.retry_ms = 20;
	journal = NULL;
}

void clear_state(void)
{
	DIR *folder;

	close_journal();
	folder = opendir(state);
	for (struct dirent *entry; folder && (entry = readdir(folder));)
		if (entry->d_name[0] != '.')
			unlink(state_path(entry->d_name));
	if (folder)
		closedir(folder);
	rmdir(state);
}

const char *state_path(const char *name)
{
	static char path[sizeof(state) + 300];

	snprintf(path, sizeof(path), "%s/%s", state, name);
	return path;
}

void open_journal(void)
{
	struct journal_fault fault = {0};
	int r = journal_open(&journal, &journal_setup, &opened, &fault);

	ck_assert_msg(r == 0, "%d: %s", r, fault.why);
}

void close_journal(void)
{
	ck_assert_int_eq(journal_close(journal), 0);
	journal = NULL;
}

int is_refused(const char *words)
{
	struct journal_fault fault = {0};
	struct journal_opened none;
	struct journal *other = NULL;
	int r = journal_open(&other, &journal_setup, &none, &fault);

	ck_assert_int_lt(r, 0);
	ck_assert_msg(strstr(fault.why, words) && strstr(fault.why, state), "said: %s", fault.why);
	ck_assert_ptr_null(other);
	return r;
}

uint64_t put_input_of(enum journal_input_kind kind, unsigned table, uint64_t at_ms,
		      const char *data)
{
	struct journal_input input = {.at_ms = at_ms,
				      .kind = kind,
				      .line = "ttyUSB0",
				      .table = table,
				      .author = kind == JOURNAL_INPUT_ACT ? "Anna" : NULL,
				      .data = data,
				      .len = strlen(data)};
	uint64_t id = 0;

	ck_assert_int_eq(journal_put_input(journal, &input, &id), 0);
	ck_assert_uint_eq(id, journal_last_input(journal));
	return id;
}

void put_report_of(unsigned table, const char *game, const char *event, uint64_t at_ms,
		   const char *text)
{
	char board[16];
	struct journal_report report = {.seq = journal_last_seq(journal) + 1,
					.at_ms = at_ms,
					.board = board,
					.table = table,
					.game = game,
					.event = event,
					.text = text,
					.len = strlen(text)};

	snprintf(board, sizeof(board), "board-%u", table);
	ck_assert_int_eq(journal_put_report(journal, &report), 0);
}

void put_reports(uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		char text[96];

		put_input_of(JOURNAL_INPUT_BYTES, 1, 1000, "12345");
		snprintf(text, sizeof(text), "{\"event\":\"press\",\"seq\":%llu}",
			 (unsigned long long)journal_last_seq(journal) + 1);
		put_report_of(1, "test-r1-b1-1", "press", 1000, text);
	}
}

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void pause_ms(unsigned ms)
{
	struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

static void wait_fd(uint64_t until_ms)
{
	struct pollfd poll_for = {.fd = journal_fd(journal), .events = POLLIN};
	uint64_t now = now_ms();

	ck_assert_msg(now < until_ms, "waited too long");
	poll(&poll_for, 1, (int)(until_ms - now));
	journal_clear_fd(journal);
}

void wait_durable(void)
{
	uint64_t until_ms = now_ms() + PATIENCE_MS;

	while (journal_durable(journal) < journal_last_seq(journal))
		wait_fd(until_ms);
	ck_assert_uint_eq(journal_durable(journal), journal_last_seq(journal));
}

struct journal_note wait_note(enum journal_note_kind kind)
{
	uint64_t until_ms = now_ms() + PATIENCE_MS;
	struct journal_note note;

	for (;;) {
		while (journal_next_note(journal, &note))
			if (note.kind == kind)
				return note;
		wait_fd(until_ms);
	}
}

static sqlite3 *open_sql(const char *path)
{
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	sqlite3_busy_timeout(db, PATIENCE_MS);
	return db;
}

const char *sql_text(const char *path, const char *sql)
{
	static char text[512];
	sqlite3 *db = open_sql(path);
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	ck_assert_msg(result == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	text[0] = '\0';
	if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
		snprintf(text, sizeof(text), "%s", (const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return text;
}

long long sql_number(const char *path, const char *sql)
{
	return strtoll(sql_text(path, sql), NULL, 10);
}

void sql_run(const char *path, const char *sql)
{
	sqlite3 *db = open_sql(path);
	int result = sqlite3_exec(db, sql, NULL, NULL, NULL);

	ck_assert_msg(result == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

void has_all_reports(uint64_t last)
{
	const char *path = state_path(JOURNAL_FILE);

	ck_assert_int_eq(sql_number(path, "SELECT max(seq) FROM report"), (long long)last);
	ck_assert_int_eq(sql_number(path, "SELECT max(seq) - min(seq) + 1 - count(*) FROM report"),
			 0);
}
