/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SCENARIO_H
#define BOARDD_SCENARIO_H

#include "touchmove/law/game.h"

/*
 * Law scenarios: a position, what hands, clock and arbiter did, and everything
 * that has to be reported, as text. Read from memory that stays the caller's;
 * no I/O here.
 */

#define SCENARIO_EVENTS_MAX 2000
#define SCENARIO_EXPECT_MAX 1000

/* "expect: ..." of all editions that the scenario is for, "expect 2001 2009: ..." of these. */
struct scenario_line {
	struct rules_slice text;
	uint8_t editions; /* a bit each */
};

struct scenario {
	size_t line; /* where it begins, from 1 */
	struct rules_slice name;
	bool in_edition[TOUCH_EDITIONS];
	enum touch_mode mode;
	bool unsupervised;
	bool watches_arrival, without_guideline_3;
	uint16_t default_minutes, draw_moves; /* as in struct touch_rules */
	struct rules_position start;
	size_t event_count;
	struct touch_event events[SCENARIO_EVENTS_MAX]; /* times from 0, ids from 1 */
	size_t expect_count;
	struct scenario_line expect[SCENARIO_EXPECT_MAX]; /* without must and none */
	bool has_must[TOUCH_EDITIONS], has_none[TOUCH_EDITIONS];
	struct rules_slice must[TOUCH_EDITIONS];
};

struct scenario_reader {
	struct rules_slice rest;
	size_t line; /* read so far */
};

enum scenario_result { SCENARIO_READ, SCENARIO_END, SCENARIO_MALFORMED };

struct scenario_fault {
	size_t line;
	char why[160];
};

void scenario_open(struct scenario_reader *reader, struct rules_slice text);

/* The next scenario; on SCENARIO_MALFORMED ret_fault says where and why. */
enum scenario_result scenario_next(struct scenario_reader *reader, struct scenario *ret,
				   struct scenario_fault *ret_fault);

/*
 * Plays it in one edition. True if all came as expected; else out gets one line
 * for each difference, "# " before it.
 */
bool scenario_run(const struct scenario *scenario, enum touch_edition edition,
		  struct rules_text *out);

#endif
