/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/yardstick.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/rig.h"
#include "bench/spread.h"
#include "board-protocol/dgt/parser.h"

/* --- the loop --- */

static struct rig_pty pty;
static int to_us = -1;
static pid_t loop_pid;

static void run(int fd, int to)
{
	struct dgt_parser parser;
	uint8_t bytes[256];
	struct pollfd wanted = {.fd = fd, .events = POLLIN};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dgt_parser_init(&parser);
	while (poll(&wanted, 1, -1) > 0) {
		ssize_t len = read(fd, bytes, sizeof(bytes));

		for (ssize_t at = 0; at < len;) {
			struct dgt_message msg;

			at += (ssize_t)dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, bytes + at,
						       (size_t)(len - at), &msg);
			if (msg.type == DGT_MSG_TIME)
				(void)!write(to, "{\"event\":\"press\"}\n", 18);
		}
	}
	_exit(0);
}

void yardstick_open_loop(void)
{
	int pair[2];

	rig_pty_open(&pty);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		rig_give_up("no socket");
	to_us = pair[0];
	loop_pid = fork();
	if (loop_pid == 0)
		run(pty.keep, pair[1]);
	close(pair[1]);
}

double yardstick_loop_ms(void)
{
	uint8_t bytes[16];
	char line[64];
	size_t len = rig_encode_time(bytes, sizeof(bytes), BOARD_LEFT);
	double start = spread_now_ms();

	if (write(pty.fd, bytes, len) < 0 || read(to_us, line, sizeof(line)) <= 0)
		rig_give_up("the bare loop");
	return spread_now_ms() - start;
}

/* --- the commit --- */

#define REPORTS_OF_A_PRESS 6

static struct {
	sqlite3 *db;
	sqlite3_stmt *begin, *input, *report, *commit;
} logs[YARDSTICK_LOGS];

/* As long as a report of a press is on the average. */
static const char text[] =
	"{\"event\":\"completed\",\"seq\":1234,\"board\":\"24105\",\"table\":1,\"game\":"
	"\"local-20260131-r1-b1-1\",\"time\":\"2026-01-31T12:00:00.123Z\",\"ply\":12,\"clock\":"
	"{\"white\":5400,\"black\":5390}}      ";

static void check(enum yardstick_log log, int result, int expected)
{
	if (result == expected)
		return;
	fprintf(stderr, "bench: %s\n", sqlite3_errmsg(logs[log].db));
	rig_give_up("SQLite");
}

static sqlite3_stmt *prepare(enum yardstick_log log, const char *sql)
{
	sqlite3_stmt *statement = NULL;

	check(log, sqlite3_prepare_v2(logs[log].db, sql, -1, &statement, NULL), SQLITE_OK);
	return statement;
}

static void step(enum yardstick_log log, sqlite3_stmt *statement)
{
	check(log, sqlite3_step(statement), SQLITE_DONE);
	sqlite3_reset(statement);
}

static void open_log(enum yardstick_log log, const char *folder)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/bare-%d.sqlite", folder, (int)log);
	if (sqlite3_open(path, &logs[log].db) != SQLITE_OK)
		rig_give_up(path);
	check(log,
	      sqlite3_exec(
		      logs[log].db,
		      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
		      "CREATE TABLE input (id INTEGER PRIMARY KEY, at_ms INTEGER, data BLOB);"
		      "CREATE TABLE report (seq INTEGER PRIMARY KEY, at_ms INTEGER, text TEXT)",
		      NULL, NULL, NULL),
	      SQLITE_OK);
	logs[log].begin = prepare(log, "BEGIN IMMEDIATE");
	logs[log].input = prepare(log, "INSERT INTO input (at_ms, data) VALUES (1, x'8d000a')");
	logs[log].report = prepare(log, "INSERT INTO report (at_ms, text) VALUES (1, ?1)");
	logs[log].commit = prepare(log, "COMMIT");
	sqlite3_bind_text(logs[log].report, 1, text, -1, SQLITE_STATIC);
}

double yardstick_commit_ms(enum yardstick_log log)
{
	double start = spread_now_ms();

	step(log, logs[log].begin);
	step(log, logs[log].input);
	for (int i = 0; i < REPORTS_OF_A_PRESS; i++)
		step(log, logs[log].report);
	step(log, logs[log].commit);
	return spread_now_ms() - start;
}

/* Pages are written until the log has been moved into the file once. */
static void go_round(enum yardstick_log log)
{
	step(log, logs[log].begin);
	for (int i = 0; i < 20000; i++)
		step(log, logs[log].report);
	step(log, logs[log].commit);
	yardstick_commit_ms(log);
}

void yardstick_open_commit(const char *folder)
{
	for (enum yardstick_log log = 0; log < YARDSTICK_LOGS; log++)
		open_log(log, folder);
	go_round(YARDSTICK_LONG_LOG);
}

void yardstick_close(void)
{
	for (enum yardstick_log log = 0; log < YARDSTICK_LOGS; log++) {
		sqlite3_finalize(logs[log].begin);
		sqlite3_finalize(logs[log].input);
		sqlite3_finalize(logs[log].report);
		sqlite3_finalize(logs[log].commit);
		sqlite3_close(logs[log].db);
	}
	if (loop_pid > 0) {
		kill(loop_pid, SIGKILL);
		waitpid(loop_pid, NULL, 0);
	}
}
