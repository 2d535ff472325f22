/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_JUDGED_H
#define BOARDD_TESTS_JUDGED_H

#include "simulator/board/sim_sensor.h"
#include "tests/simulator/verdict.h"
#include "touchmove/law/law.h"

/* A simulated game straight from hands to the machine: sensors, and no bytes between. */
struct judged {
	struct verdict verdict;
	/* The rest is private. */
	struct touch_rules rules;
	struct law law;
	struct touch_reports reports;
	struct sim_sensor sensor;
	bool is_on;
	uint32_t events;
};

/* Plays one game to its end; the verdict is matched. */
void judged_run(struct judged *j, const struct contest *contest);

#endif
