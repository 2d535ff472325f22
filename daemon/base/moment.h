/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MOMENT_H
#define BOARDD_MOMENT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The only clock of the daemon: milliseconds since 1970 that never fall and
 * never jump, whatever happens to the clock of the machine. They begin with its
 * time, or after the last time in the journal if that is later, and then follow
 * its monotonic clock, scale times as fast.
 *
 * What is shown to people follows the machine when its clock is put forward (a
 * machine that starts in 1970 and hears the time later): that is `ahead`. When
 * it is put back we stay ahead of it, for times never fall.
 *
 * When this machine stands still our time does too: a board that nobody listened
 * to was not silent. Whoever sleeps says until when; a second later time stops,
 * until moment_go_on() goes on from there, and what is shown catches up.
 */

#define MOMENT_LATE_MS 1000

struct moment {
	double scale;
	uint64_t began_ms;   /* in our time: when the counting began */
	uint64_t machine_ns; /* on the monotonic clock of the machine, then */
	uint64_t ahead_ms;   /* the time that people see is so much later than ours */
	uint64_t before_ms;  /* our time never falls below this */
	uint64_t awaited_ms; /* when the loop wakes at the latest; UINT64_MAX: not known */
};

void moment_begin(struct moment *m, double scale, uint64_t not_before_ms);

/* Now, for timers, boards and the journal. */
uint64_t moment_now(const struct moment *m);

/* From now on our time is at least this, also when time is resumed. */
void moment_not_before(struct moment *m, uint64_t ms);

/*
 * What was shown was this much ahead when we stopped, and is again: our own
 * line of time goes on as if we had never stopped. Only before anybody has asked
 * for the time and kept it; later it does nothing.
 */
void moment_resume(struct moment *m, uint64_t ahead_ms);

/* The loop sleeps until then at the latest. UINT64_MAX: until something happens. */
void moment_await(struct moment *m, uint64_t ms);

/* The loop is awake. Returns how long our time stood still; ahead_ms has grown by as much. */
uint64_t moment_go_on(struct moment *m);

/* A duration of ours in milliseconds of the machine, rounded up; UINT64_MAX stays what it is. */
uint64_t moment_machine_ms(const struct moment *m, uint64_t ms);

/*
 * Compares with the machine's clock. True: it was put forward by more than two
 * seconds, and ahead_ms has grown. ret_off_ms: how far we are from it.
 */
bool moment_compare(struct moment *m, int64_t *ret_off_ms);

/* Does the kernel say that the machine's clock is synchronised? */
bool moment_is_synchronised(void);

#endif
