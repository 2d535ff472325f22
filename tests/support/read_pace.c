/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/*
 * Reads the monotonic clock for a second of the machine's raw clock, which nobody slows, and prints
 * how many milliseconds have passed by it. Exit status 1: it has fallen.
 */

static uint64_t ns_of(clockid_t id)
{
	struct timespec now;

	clock_gettime(id, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

int main(void)
{
	/* In this order an interruption only makes what has passed longer. */
	uint64_t began_ns = ns_of(CLOCK_MONOTONIC), last_ns = began_ns;
	uint64_t end_ns = ns_of(CLOCK_MONOTONIC_RAW) + 1000000000;
	bool is_over;

	do {
		uint64_t now_ns;

		is_over = ns_of(CLOCK_MONOTONIC_RAW) >= end_ns;
		now_ns = ns_of(CLOCK_MONOTONIC);
		if (now_ns < last_ns)
			return 1;
		last_ns = now_ns;
	} while (!is_over);
	printf("%llu\n", (unsigned long long)((last_ns - began_ns) / 1000000));
	return 0;
}
