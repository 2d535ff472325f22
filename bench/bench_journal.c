/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/journal/journal.h"

/*
 * How long a report waits for the disk: from journal_put_report() until the
 * loop is told that it is durable, beside a bare commit of SQLite with the
 * same safety to the same disk, in turns. And how many reports a second are
 * written when they come all at once.
 */

#define BUDGET  1.3
#define SAMPLES 1000
#define MANY    100000UL
#define FOLDER  "/var/tmp/boardd-bench-XXXXXX" /* a disk, where /tmp may be memory */

static const char text[] =
	"{\"event\":\"move\",\"seq\":1234,\"board\":\"24105\",\"table\":1,\"game\":"
	"\"local-20260131-r1-b1-1\",\"time\":\"2026-01-31T12:00:00.123Z\",\"ply\":12,\"san\":"
	"\"Nf6\",\"uci\":\"g8f6\",\"fen\":\"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq"
	" - 2 2\",\"clock\":{\"white\":5400,\"black\":5390},\"certainty\":\"observed\","
	"\"legal\":true}";

static char folder[] = FOLDER;

static void give_up(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(1);
}

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static long anonymous_kib(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "r");
	char line[128];
	long kib = 0;

	while (file && fgets(line, sizeof(line), file))
		if (strncmp(line, "Anonymous:", 10) == 0)
			kib = strtol(line + 10, NULL, 10);
	if (file)
		fclose(file);
	return kib;
}

/* --- the yardstick --- */

static sqlite3 *bare;
static sqlite3_stmt *insert;

static void open_bare(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/bare.sqlite", folder);
	if (sqlite3_open(path, &bare) != SQLITE_OK ||
	    sqlite3_exec(bare,
			 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			 "CREATE TABLE report (seq INTEGER PRIMARY KEY, text TEXT)",
			 NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(bare, "INSERT INTO report (text) VALUES (?1)", -1, &insert, NULL) !=
		    SQLITE_OK)
		give_up(sqlite3_errmsg(bare));
	sqlite3_bind_text(insert, 1, text, -1, SQLITE_STATIC);
}

static double commit_bare(void)
{
	double start = now_ms();

	if (sqlite3_step(insert) != SQLITE_DONE)
		give_up(sqlite3_errmsg(bare));
	sqlite3_reset(insert);
	return now_ms() - start;
}

static void close_bare(void)
{
	sqlite3_finalize(insert);
	sqlite3_close(bare);
}

/* --- ours --- */

static struct journal *journal;

static void open_ours(void)
{
	struct journal_config config;
	struct journal_opened opened;
	struct journal_fault fault;
	char path[128];

	snprintf(path, sizeof(path), "%s/state", folder);
	config = journal_config_for(path);
	if (journal_open(&journal, &config, &opened, &fault) < 0)
		give_up(fault.why);
}

static void put(void)
{
	struct journal_input input = {.at_ms = 1,
				      .kind = JOURNAL_INPUT_BYTES,
				      .line = "ttyUSB0",
				      .table = 1,
				      .data = "\x8e\x00\x05\x34\x00",
				      .len = 5};
	struct journal_report report = {.seq = journal_last_seq(journal) + 1,
					.at_ms = 1,
					.board = "24105",
					.table = 1,
					.game = "local-20260131-r1-b1-1",
					.event = "move",
					.text = text,
					.len = sizeof(text) - 1};

	if (journal_put_input(journal, &input, NULL) < 0 ||
	    journal_put_report(journal, &report) < 0)
		give_up("the journal is full");
}

static void wait_until(uint64_t seq)
{
	struct pollfd poll_for = {.fd = journal_fd(journal), .events = POLLIN};

	while (journal_durable(journal) < seq) {
		poll(&poll_for, 1, -1);
		journal_clear_fd(journal);
	}
}

static double put_and_wait(void)
{
	double start = now_ms();

	put();
	wait_until(journal_last_seq(journal));
	return now_ms() - start;
}

static void measure_many(void)
{
	uint64_t before = journal_stats(journal).commits;
	double start = now_ms(), seconds;

	for (unsigned long i = 0; i < MANY; i++) {
		while (journal_is_full(journal))
			wait_until(journal_durable(journal) + 1);
		put();
	}
	wait_until(journal_last_seq(journal));
	seconds = (now_ms() - start) / 1e3;
	printf("journal, %lu reports at once: %.0f reports/s in %llu commits\n", MANY,
	       (double)MANY / seconds,
	       (unsigned long long)(journal_stats(journal).commits - before));
}

/* --- both --- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void remove_folder(void)
{
	static const char *const names[] = {
		"bare.sqlite",          "bare.sqlite-wal",          "bare.sqlite-shm",
		"state/journal.sqlite", "state/journal.sqlite-wal", "state/journal.sqlite-shm",
		"state/journal.ballast"};
	char path[128];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/state", folder);
	rmdir(path);
	rmdir(folder);
}

int main(void)
{
	static double theirs[SAMPLES], ours[SAMPLES];
	long before_kib;
	double ratio;

	if (!mkdtemp(folder))
		give_up("cannot make a folder in /var/tmp");
	before_kib = anonymous_kib();
	open_ours();
	printf("journal, opened: %ld KiB of anonymous memory\n", anonymous_kib() - before_kib);
	open_bare();
	for (int i = 0; i < SAMPLES; i++) {
		theirs[i] = commit_bare();
		ours[i] = put_and_wait();
	}
	qsort(theirs, SAMPLES, sizeof(theirs[0]), by_size);
	qsort(ours, SAMPLES, sizeof(ours[0]), by_size);
	ratio = ours[SAMPLES / 2] / theirs[SAMPLES / 2];
	printf("journal, a report until it is durable: p50 %.2f ms, p99 %.2f ms; a bare WAL commit:"
	       " p50 %.2f ms, p99 %.2f ms: %.2f times as long (budget %.1f%s)\n",
	       ours[SAMPLES / 2], ours[SAMPLES * 99 / 100], theirs[SAMPLES / 2],
	       theirs[SAMPLES * 99 / 100], ratio, BUDGET, ratio > BUDGET ? ", MISSED" : "");
	measure_many();
	close_bare();
	printf("journal, at the end: %ld KiB of anonymous memory\n", anonymous_kib() - before_kib);
	journal_close(journal);
	remove_folder();
	return 0;
}
