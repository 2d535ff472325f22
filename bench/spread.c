/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/spread.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double spread_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

void spread_add(struct spread *spread, double ms)
{
	if (spread->count < SPREAD_SAMPLES)
		spread->sample[spread->count++] = ms;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void spread_end_round(struct spread *spread)
{
	unsigned count = spread->count;

	spread->count = 0;
	if (count == 0 || spread->rounds == SPREAD_ROUNDS)
		return;
	qsort(spread->sample, count, sizeof(spread->sample[0]), by_size);
	spread->p50[spread->rounds] = spread->sample[count / 2];
	spread->p99[spread->rounds++] = spread->sample[count * 99 / 100];
}

static double median(const double *values, unsigned count)
{
	double sorted[SPREAD_ROUNDS];

	if (count == 0)
		return 0;
	memcpy(sorted, values, count * sizeof(sorted[0]));
	qsort(sorted, count, sizeof(sorted[0]), by_size);
	return sorted[count / 2];
}

double spread_p50(const struct spread *spread)
{
	return median(spread->p50, spread->rounds);
}

double spread_p99(const struct spread *spread)
{
	return median(spread->p99, spread->rounds);
}
