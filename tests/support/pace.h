/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_PACE_H
#define BOARDD_TESTS_PACE_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * The time of the programs under test, shared by all of one test in a file named by PACE. It runs
 * with the machine's, but never beyond the horizon, which the pacemaker pushes on a few
 * milliseconds at a time. On a machine so busy that the pacemaker is late the programs would be
 * late as well: then their time waits for them, and a board that is played five times as fast as
 * life is played as fast as the machine can bear.
 *
 * Whoever reads looks at the horizon, then at the lag, and at the machine's clock last; whoever
 * writes stores the lag first: so no time falls, wherever somebody is interrupted.
 */
struct pace {
	_Atomic uint64_t horizon_ns; /* in the time of the programs */
	_Atomic uint64_t lag_ns;     /* by which that is behind the machine's monotonic clock */
};

#define PACE_TICK_NS 4000000  /* how often the pacemaker looks */
#define PACE_STEP_NS 10000000 /* how far the horizon is then */

struct pace_view {
	uint64_t horizon_ns, lag_ns;
};

static inline struct pace_view pace_look(struct pace *pace)
{
	struct pace_view view;

	view.horizon_ns = atomic_load(&pace->horizon_ns);
	view.lag_ns = atomic_load(&pace->lag_ns);
	return view;
}

/* The time of the programs; the machine's was read after the look. */
static inline uint64_t pace_now_ns(struct pace_view view, uint64_t machine_ns)
{
	uint64_t now_ns = machine_ns - view.lag_ns;

	return now_ns < view.horizon_ns ? now_ns : view.horizon_ns;
}

#endif
