/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_SCRIPT_H
#define BOARDD_SIM_SCRIPT_H

#include "rules-core/fen.h"
#include "simulator/hands/sim_act.h"

/*
 * Acts written down: the events of the scenario format.
 *
 *	fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *	lift e2; place e4 P; press white   # a line ends an event, and so does ;
 *	wait 2.5; unplug 60; lift e7; arbiter accidental
 *
 * A whole scenario may be given: "events:" is skipped, the lines it has beside
 * fen and events are not for us. Events are 0.3 s apart; wait N adds N seconds,
 * wait 0 makes its two neighbours simultaneous. unplug, silence and power take
 * the seconds they last.
 */

struct sim_script_fault {
	size_t line, column; /* from 1 */
	char why[120];
};

struct sim_script {
	struct rules_position start; /* of the first fen, or the initial position */
	uint64_t at_ms;              /* of the last act */
	/* The rest is private to sim_script.c. */
	struct rules_slice text; /* borrowed */
	size_t at;
	uint64_t wait_ms;
	bool is_joined; /* wait 0 */
};

/* Reads all of it once. False: ret_fault says what is wrong, and where. */
bool sim_script_open(struct sim_script *script, struct rules_slice text,
		     struct sim_script_fault *ret_fault);

/* The next act of a script that was opened; times begin 0.3 s after at_ms. False: the end. */
bool sim_script_next(struct sim_script *script, struct sim_act *ret_act);

#endif
