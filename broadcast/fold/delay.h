/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DELAY_H
#define BOARDD_DELAY_H

#include <jansson.h>
#include <stdint.h>

#include "broadcast/fold/game.h"

/*
 * Reports held back until the public may know them. Those that are due are fed,
 * in order, to a second record (record.h), from which all that is public is
 * built: what is held cannot leak, because no public builder ever sees it.
 *
 *	delay_put(delay, now, report);           each report, when it is published
 *	delay_due(delay, now, feed, record);     feeds what is due
 *	wait until delay_deadline(delay), or the next report
 *
 * Two rules, for all boards:
 *
 *	after_ms   a report is due that long after it was put. The record fed is what
 *	           the live one was after_ms ago, and so is the result.
 *	plies      N > 0: a ply, and all that was told of the turn in which it was made,
 *	           is due when the N-th ply after it is made. A position without moves is
 *	           shown at once. When the game has ended, or another begins on the
 *	           board, the rest is due after_ms later.
 *
 * What is shown is always what the game once was: reports of a board never
 * overtake each other and none is changed. A correction of something already
 * shown is due like any other report. With plies, a correction of moves that are
 * still held falls due together with them, so that they are never shown wrongly;
 * with after_ms it follows as much later as it did in the hall, because showing
 * it sooner would tell something younger than the delay.
 *
 * What hands do (sensed, press, touch, must) is not put: the public does not need
 * it, and it would be most of the memory. Reports are kept as text, about 300
 * bytes each. No I/O, no clock: now is the caller's, in ms, and never falls (one
 * that does is taken as the last). After a restart, put the stored reports again
 * with the times they had.
 */

struct delay_rule {
	uint64_t after_ms;
	unsigned plies; /* 0: only after_ms counts */
};

struct delay;

/* NULL: no memory. */
struct delay *delay_new(struct delay_rule rule);
void delay_free(struct delay *delay);

/*
 * Holds a report; it is borrowed only during the call. Returns 1, 0 if it is of
 * a kind the public is not shown, -EINVAL if it is malformed (ret_fault, may be
 * NULL, says why), -ENOMEM.
 */
int delay_put(struct delay *delay, uint64_t now_ms, const json_t *report,
	      struct game_fault *ret_fault);

/* Takes one report that is due; it is borrowed. */
typedef void delay_take(void *data, const json_t *report);

/*
 * Hands out all that is due, the reports of each board in their order. Returns how
 * many, or -ENOMEM: then what was not handed out is still held.
 */
long delay_due(struct delay *delay, uint64_t now_ms, delay_take *take, void *data);

/* When delay_due() has something to hand out; UINT64_MAX: not before the next report. */
uint64_t delay_deadline(const struct delay *delay);

/* Reports held. */
size_t delay_held(const struct delay *delay);

#endif
