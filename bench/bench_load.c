/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/rig.h"
#include "bench/spread.h"

/*
 * How long presses take while others ask for the boards and the games over HTTP
 * as fast as they can: wrk(1), twice. The yardstick, in turns with it: the same
 * boards beside programs that do nothing, and take as much of the processors as
 * wrk and the HTTP of boardd took before. So what is compared is how fair the
 * loop is to its boards, and not how much the machine has to do.
 *
 * Usage: bench_load [BOARDD [ROUNDS]]
 */

#define ROUNDS    5
#define ROUND_MS  12000.0
#define BOARDS    32
#define PRESS_MS  40.0 /* one of the boards, in turn */
#define BUDGET    2.0
#define ASKERS    2
#define CLIENTS   "8"          /* connections of each */
#define IDLERS    (ASKERS + 1) /* for each of them, and for boardd's loop */
#define SETTLE_MS 500.0

static struct rig rig;
static struct spread beside_wrk, beside_idlers;
static struct spread *counted; /* NULL: it does not count yet */
static double answers_per_s[SPREAD_ROUNDS];
static const char *const asked[ASKERS] = {"/api/v1.0/eboards", "/pgn/games.pgn"};

static void completed(void *data, double ms)
{
	(void)data;
	if (counted)
		spread_add(counted, ms);
}

/* --- processor time --- */

/* Seconds that a process and its threads have used. */
static double cpu_s(pid_t pid)
{
	char path[32], line[1024];
	unsigned long user = 0, system = 0;
	char *end;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	end = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	fclose(file);
	/* The 14th and 15th field; the name, the second, may have spaces. */
	for (int i = 0; end && i < 12; i++)
		end = strchr(end + 1, ' ');
	if (end) {
		user = strtoul(end, &end, 10);
		system = strtoul(end, NULL, 10);
	}
	return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double own_cpu_s(void)
{
	struct timespec used;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Takes so much of a processor, in pieces of a millisecond, until it is killed. */
static void idle(double share)
{
	static const struct timespec pause = {.tv_nsec = 1000000};
	double start_ms = spread_now_ms(), start_s = own_cpu_s();

	for (;;) {
		double passed_s = (spread_now_ms() - start_ms) / 1000;
		double until_s = own_cpu_s() + 0.001;

		if (own_cpu_s() - start_s > share * passed_s)
			nanosleep(&pause, NULL);
		else
			while (own_cpu_s() < until_s)
				continue;
	}
}

static pid_t start_idler(double share)
{
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		idle(share);
	}
	return pid;
}

/* --- wrk --- */

static unsigned port;

/* What boardd says when it listens: "ready: http://localhost:1982/". */
static void find_port(void)
{
	static const char ready[] = "ready: http://localhost:";
	char path[128], line[512];
	char *at = NULL;
	FILE *file;

	snprintf(path, sizeof(path), "%s/log", rig.folder);
	file = fopen(path, "re");
	while (file && !at && fgets(line, sizeof(line), file))
		at = strstr(line, ready);
	if (at)
		port = (unsigned)strtoul(at + strlen(ready), NULL, 10);
	if (file)
		fclose(file);
	if (port == 0)
		rig_give_up("boardd does not say where it listens");
}

static void wrk_path(unsigned i, char ret[128])
{
	snprintf(ret, 128, "%s/wrk-%u", rig.folder, i);
}

static pid_t start_wrk(unsigned i)
{
	char url[128], path[128];
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	snprintf(url, sizeof(url), "http://localhost:%u%s", port, asked[i]);
	wrk_path(i, path);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (dup2(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), 1) >= 0)
		execlp("wrk", "wrk", "-t1", "-c" CLIENTS, "-d15s", url, (char *)NULL);
	_exit(127);
}

/* Requests a second; none, or one that was refused: the run counts for nothing. */
static double read_wrk(unsigned i)
{
	char path[128], line[256];
	double rate = 0;
	FILE *file;

	wrk_path(i, path);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file)) {
		const char *number = strstr(line, "Requests/sec:");

		if (number)
			rate = strtod(number + strlen("Requests/sec:"), NULL);
		if (strstr(line, "Non-2xx"))
			rig_give_up("wrk was refused: is request_rate too low?");
	}
	if (file)
		fclose(file);
	if (rate == 0)
		rig_give_up("wrk got no answer: is it installed?");
	return rate;
}

/* --- a round --- */

static void play(double until_ms)
{
	static unsigned turn;
	double next_ms = spread_now_ms();

	while (spread_now_ms() < until_ms) {
		struct rig_board *board = &rig.boards[turn / 2 % BOARDS];

		/* A move by one, and its press when the next has its turn. */
		if (turn++ % 2 == 0)
			rig_move(board);
		else
			rig_press(&rig, board);
		next_ms += PRESS_MS / 2;
		rig_serve(&rig, next_ms, false);
	}
}

/* Returns the share of a processor that wrk and boardd took more than without it. */
static double measure_wrk(int round, double quiet)
{
	pid_t wrk[ASKERS];
	double used, start_ms;

	for (unsigned i = 0; i < ASKERS; i++)
		wrk[i] = start_wrk(i);
	play(spread_now_ms() + SETTLE_MS);
	used = -cpu_s(rig.pid);
	for (unsigned i = 0; i < ASKERS; i++)
		used -= cpu_s(wrk[i]);
	start_ms = spread_now_ms();
	counted = &beside_wrk;
	play(start_ms + ROUND_MS);
	counted = NULL;
	used += cpu_s(rig.pid);
	for (unsigned i = 0; i < ASKERS; i++)
		used += cpu_s(wrk[i]);
	used /= (spread_now_ms() - start_ms) / 1000;
	for (unsigned i = 0; i < ASKERS; i++) {
		int status;

		while (waitpid(wrk[i], &status, WNOHANG) == 0)
			play(spread_now_ms() + 50);
		answers_per_s[round] += read_wrk(i);
	}
	spread_end_round(&beside_wrk);
	return used > quiet ? used - quiet : 0;
}

static void measure_idlers(double share)
{
	pid_t idlers[IDLERS];

	for (int i = 0; i < IDLERS; i++)
		idlers[i] = start_idler(share / IDLERS);
	play(spread_now_ms() + SETTLE_MS);
	counted = &beside_idlers;
	play(spread_now_ms() + ROUND_MS);
	counted = NULL;
	for (int i = 0; i < IDLERS; i++) {
		kill(idlers[i], SIGKILL);
		waitpid(idlers[i], NULL, 0);
	}
	spread_end_round(&beside_idlers);
}

/* --- both --- */

static const char *write_config(char ret[128])
{
	FILE *file;

	snprintf(ret, 128, "%s/boardd.conf", rig.folder);
	file = fopen(ret, "we");
	if (!file || fputs("[http]\nrequest_rate = 100000\n", file) < 0 || fclose(file) != 0)
		rig_give_up(ret);
	return ret;
}

static double share_of_quiet(void)
{
	double used = cpu_s(rig.pid), start_ms = spread_now_ms();

	play(start_ms + 3000);
	return (cpu_s(rig.pid) - used) / ((spread_now_ms() - start_ms) / 1000);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of two rounds after one another; then the median. */
static double ratio(int rounds)
{
	double ratios[SPREAD_ROUNDS];

	for (int i = 0; i < rounds; i++)
		ratios[i] = beside_wrk.p99[i] / beside_idlers.p99[i];
	qsort(ratios, (size_t)rounds, sizeof(ratios[0]), by_size);
	return ratios[rounds / 2];
}

int main(int argc, char **argv)
{
	int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : ROUNDS;
	char folder[64], path[128];
	const char *more[] = {"-c", path, NULL};
	double quiet, share = 0;
	bool is_good;

	rig_make_folder(folder);
	rig.folder = folder;
	rig.completed = completed;
	write_config(path);
	rig_start(&rig, argc > 1 ? argv[1] : BENCH_BOARDD, BOARDS, more);
	rig_serve(&rig, spread_now_ms() + 3000, false);
	find_port();
	quiet = share_of_quiet();
	for (int i = 0; i < rounds && i < SPREAD_ROUNDS; i++) {
		share = measure_wrk(i, quiet);
		measure_idlers(share);
	}
	rig_stop(&rig);
	rig_remove_folder(folder);
	qsort(answers_per_s, (size_t)rounds, sizeof(answers_per_s[0]), by_size);
	is_good = ratio(rounds) <= BUDGET;
	printf("load, %d boards: beside wrk, which got %.0f answers/s and with boardd took %.2f "
	       "processors more, a press p50 %.2f ms, p99 %.2f ms; beside idlers that take as much "
	       "p50 "
	       "%.2f ms, p99 %.2f ms: p99 %.2f times as long (budget %.1f%s)\n",
	       BOARDS, answers_per_s[rounds / 2], share, spread_p50(&beside_wrk),
	       spread_p99(&beside_wrk), spread_p50(&beside_idlers), spread_p99(&beside_idlers),
	       ratio(rounds), BUDGET, is_good ? "" : ", MISSED");
	return is_good ? 0 : 1;
}
