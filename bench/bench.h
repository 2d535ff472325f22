/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_H
#define BOARDD_BENCH_H

/*
 * Whole programs side by side: each run is timed from start to end on one
 * core, the programs take turns, and the median of the runs counts. Absolute
 * times mean little on a shared machine; the ratio of two does.
 */
#define BENCH_RUNS 5

struct bench_program {
	const char *const *argv;
	const char *input; /* for its standard input; NULL: none */
};

/* Stays on one core from now on, and so do the programs run. */
void bench_pin(void);

/* Seconds from start to end; ends the benchmark if the program fails. */
double bench_run(struct bench_program program);

/* Runs all of them in turn, BENCH_RUNS times; ret_medians has one for each. */
void bench_take_turns(const struct bench_program *programs, int count, double *ret_medians);

/* "what: ours 0.57 s, theirs 1.06 s: 1.86 times as fast (budget 1.5)" */
void bench_print_ratio(const char *what, double ours, const char *peer, double theirs,
		       double budget);

/* Instructions a program runs, counted by callgrind; 0 if valgrind is not there. */
double bench_instructions(struct bench_program program);

#endif
