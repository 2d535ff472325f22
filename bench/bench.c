/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench.h"

static void give_up(const char *what)
{
	perror(what);
	exit(1);
}

void bench_pin(void)
{
	cpu_set_t all, one;

	/* The last core allowed: the first is where the system's own work tends to be. */
	if (sched_getaffinity(0, sizeof(all), &all) < 0)
		give_up("sched_getaffinity");
	CPU_ZERO(&one);
	for (size_t cpu = CPU_SETSIZE; cpu-- > 0;) {
		if (CPU_ISSET(cpu, &all)) {
			CPU_SET(cpu, &one);
			break;
		}
	}
	if (sched_setaffinity(0, sizeof(one), &one) < 0)
		give_up("sched_setaffinity");
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static FILE *input_of(struct bench_program program)
{
	FILE *file = tmpfile();

	if (!file)
		give_up("tmpfile");
	if (program.input)
		fputs(program.input, file);
	fflush(file);
	rewind(file);
	return file;
}

/* What it prints goes to out, or nowhere. */
static double run(struct bench_program program, FILE *out)
{
	FILE *in = input_of(program);
	double start = now();
	int status;
	pid_t child = fork();

	if (child < 0)
		give_up("fork");
	if (child == 0) {
		int to = out ? fileno(out) : open("/dev/null", O_WRONLY | O_CLOEXEC);

		if (to >= 0 && dup2(fileno(in), 0) >= 0 && dup2(to, 1) >= 0 && dup2(to, 2) >= 0)
			execv(program.argv[0], (char *const *)program.argv);
		_exit(127);
	}
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status)) {
		fprintf(stderr, "bench: %s failed\n", program.argv[0]);
		exit(1);
	}
	start = now() - start;
	fclose(in);
	return start;
}

double bench_run(struct bench_program program)
{
	return run(program, NULL);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void bench_take_turns(const struct bench_program *programs, int count, double *ret_medians)
{
	double times[BENCH_RUNS];
	double *all = calloc((size_t)count * BENCH_RUNS, sizeof(*all));

	if (!all)
		give_up("calloc");
	for (int turn = 0; turn < BENCH_RUNS; turn++)
		for (int i = 0; i < count; i++)
			all[i * BENCH_RUNS + turn] = bench_run(programs[i]);
	for (int i = 0; i < count; i++) {
		memcpy(times, all + (size_t)i * BENCH_RUNS, sizeof(times));
		qsort(times, BENCH_RUNS, sizeof(times[0]), by_size);
		ret_medians[i] = times[BENCH_RUNS / 2];
	}
	free(all);
}

void bench_print_ratio(const char *what, double ours, const char *peer, double theirs,
		       double budget)
{
	printf("%s: boardctl %.3f s, %s %.3f s: %.2f times as fast (budget %.1f%s)\n", what, ours,
	       peer, theirs, theirs / ours, budget, theirs / ours < budget ? ", MISSED" : "");
}

double bench_instructions(struct bench_program program)
{
	const char *argv[16] = {BENCH_VALGRIND, "--tool=callgrind",
				"--callgrind-out-file=/dev/null"};
	struct bench_program counted = {.argv = argv, .input = program.input};
	double instructions = 0;
	char line[256];
	FILE *out;

	if (access(BENCH_VALGRIND, X_OK) != 0)
		return 0;
	for (int i = 0; program.argv[i] && i < 12; i++)
		argv[i + 3] = program.argv[i];
	out = tmpfile();
	if (!out)
		give_up("tmpfile");
	run(counted, out);
	rewind(out);
	while (fgets(line, sizeof(line), out)) {
		char *found = strstr(line, "Collected :");

		if (found)
			instructions = strtod(found + strlen("Collected :"), NULL);
	}
	fclose(out);
	return instructions;
}
