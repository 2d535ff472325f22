/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "simulator/sim_capture.h"
#include "simulator/sim_hall.h"
#include "simulator/sim_line.h"
#include "simulator/sim_options.h"

/*
 * One loop for all boards: what is due is done, what hosts wrote is heard,
 * then we sleep until something is due again. All time is the simulator's own,
 * --speed times as fast as the clock on the wall. Where the machine stands still
 * hands do too, and go on from there: no hand hurries because nobody watched it.
 */

enum { STATUS_DONE = 0, STATUS_BAD_INPUT = 1, STATUS_BAD_CALL = 2 };

#define NANO    UINT64_C(1000000000)
#define LATE_MS 100 /* a machine that is busy: no hand is so exact */

static volatile sig_atomic_t is_stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	is_stopped = 1;
}

struct run {
	struct sim_hall hall;
	size_t count; /* of lines: one for each board, or one bus */
	struct sim_line *lines;
	struct pollfd *fds;
	uint64_t began_ns;
};

static uint64_t wall_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * NANO + (uint64_t)now.tv_nsec;
}

/* Milliseconds since the start, on the simulator's clock. */
static uint64_t now_ms(const struct run *run)
{
	double elapsed_ns = (double)(wall_ns() - run->began_ns);

	return (uint64_t)(elapsed_ns * (double)run->hall.options->speed / 1e12);
}

/* What was due then is done as if it were hardly later. */
static void wake_up(struct run *run, uint64_t due_ms)
{
	uint64_t at_ms = now_ms(run);

	if (due_ms != SIM_NEVER && at_ms > due_ms + LATE_MS)
		run->began_ns += (uint64_t)((double)(at_ms - due_ms - LATE_MS) * 1e12 /
					    (double)run->hall.options->speed);
}

/* How long to sleep until then. */
static struct timespec sleep_until(const struct run *run, uint64_t at_ms)
{
	double at_ns = (double)at_ms * 1e12 / (double)run->hall.options->speed;
	double left_ns = at_ns - (double)(wall_ns() - run->began_ns);
	uint64_t ns = left_ns > 0 ? (uint64_t)left_ns + 1 : 0;

	if (at_ms == SIM_NEVER || ns > 3600 * NANO)
		ns = 3600 * NANO;
	return (struct timespec){.tv_sec = (time_t)(ns / NANO), .tv_nsec = (long)(ns % NANO)};
}

/* --- opening --- */

static int open_line(struct run *run, size_t i)
{
	const struct sim_options *o = run->hall.options;
	size_t boards = o->is_bus ? run->hall.count : 1;
	int r = sim_line_open(&run->lines[i], &run->hall, i, boards,
			      run->count > 1 ? (unsigned)i + 1 : 0);

	if (r < 0) {
		sim_complain("%s: %s", o->name ? o->name : "cannot make a port", strerror(-r));
		return r;
	}
	printf("board %zu: %s\n", i + 1, sim_port_name(run->lines[i].port));
	return 0;
}

/* A hall needs two descriptors for each board; what may be had is taken. */
static void allow_many_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static bool open_lines(struct run *run)
{
	allow_many_files();
	run->count = run->hall.options->is_bus ? 1 : run->hall.count;
	run->lines = calloc(run->count, sizeof(*run->lines));
	run->fds = calloc(run->count, sizeof(*run->fds));
	if (!run->lines || !run->fds) {
		sim_complain("no memory for %zu boards", run->hall.count);
		return false;
	}
	for (size_t i = 0; i < run->count; i++)
		if (open_line(run, i) < 0)
			return false;
	fflush(stdout); /* whoever started us reads where the boards are */
	return true;
}

static void catch_signals(sigset_t *ret_while_asleep)
{
	struct sigaction action = {.sa_handler = stop};
	sigset_t ours;

	sigemptyset(&ours);
	sigaddset(&ours, SIGINT);
	sigaddset(&ours, SIGTERM);
	sigprocmask(SIG_BLOCK, &ours, ret_while_asleep);
	sigdelset(ret_while_asleep, SIGINT);
	sigdelset(ret_while_asleep, SIGTERM);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}

/* --- the loop --- */

/* Everything due by now; returns when something is due again. */
static uint64_t work(struct run *run)
{
	uint64_t at_ms = now_ms(run), next = SIM_NEVER;

	for (size_t i = 0; i < run->count; i++) {
		uint64_t due = sim_line_work(&run->lines[i], &run->hall, at_ms);

		next = due < next ? due : next;
		run->fds[i] =
			(struct pollfd){.fd = sim_port_fd(run->lines[i].port), .events = POLLIN};
	}
	return next;
}

static bool is_over(struct run *run)
{
	return is_stopped || (run->hall.options->is_once && sim_hall_is_over(&run->hall));
}

static void loop(struct run *run, const sigset_t *while_asleep)
{
	run->began_ns = wall_ns();
	for (;;) {
		uint64_t next = work(run);
		struct timespec sleep = sleep_until(run, next);
		int ready;

		if (is_over(run))
			return;
		ready = ppoll(run->fds, run->count, &sleep, while_asleep);
		wake_up(run, next);
		if (ready <= 0)
			continue;
		for (size_t i = 0; i < run->count; i++)
			if (run->fds[i].revents != 0)
				sim_line_hear(&run->lines[i], &run->hall, now_ms(run));
	}
}

static int run_live(struct run *run)
{
	sigset_t while_asleep;
	bool is_good;

	catch_signals(&while_asleep);
	is_good = open_lines(run);
	if (is_good)
		loop(run, &while_asleep);
	for (size_t i = 0; run->lines && i < run->count; i++)
		sim_line_close(&run->lines[i]);
	free(run->lines);
	free(run->fds);
	return is_good ? STATUS_DONE : STATUS_BAD_INPUT;
}

int main(int argc, char **argv)
{
	struct sim_options options;
	struct run run = {0};
	int status = STATUS_BAD_INPUT;

	switch (sim_options_read(&options, argc, argv)) {
	case SIM_GO_ON: break;
	case SIM_DONE: return fflush(stdout) == 0 ? STATUS_DONE : STATUS_BAD_INPUT;
	case SIM_BAD_CALL: return STATUS_BAD_CALL;
	}
	if (sim_hall_open(&run.hall, &options)) {
		if (options.capture)
			status = sim_capture_write(&run.hall, options.capture) ? STATUS_DONE
									       : STATUS_BAD_INPUT;
		else
			status = run_live(&run);
	}
	if (!sim_hall_close(&run.hall))
		status = STATUS_BAD_INPUT;
	return status;
}
