/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_SPREAD_H
#define BOARDD_BENCH_SPREAD_H

/*
 * Many short times, of which the middle and the worst of a hundred count. A
 * machine that others use too is quick in one minute and slow in the next: so
 * what is compared is measured in turns, in several rounds, and the median of
 * the rounds is printed.
 */

#define SPREAD_SAMPLES 1000 /* of one round; more are not taken */
#define SPREAD_ROUNDS  9

struct spread {
	unsigned count; /* in this round */
	double sample[SPREAD_SAMPLES];
	unsigned rounds;
	double p50[SPREAD_ROUNDS], p99[SPREAD_ROUNDS];
};

/* Milliseconds of the steady clock. */
double spread_now_ms(void);

void spread_add(struct spread *spread, double ms);

/* The round is over; without a sample there was none. */
void spread_end_round(struct spread *spread);

/* The medians of the rounds. */
double spread_p50(const struct spread *spread);
double spread_p99(const struct spread *spread);

#endif
