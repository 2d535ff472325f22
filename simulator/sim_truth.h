/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_TRUTH_H
#define BOARDD_SIM_TRUTH_H

#include "simulator/board/sim_fault.h"
#include "simulator/hands/sim_act.h"

/*
 * What was really done, as JSON Lines, so that whoever read the board can be
 * compared with it:
 *
 *	{"t":8123,"board":1,"truth":"lift","square":"e2","piece":"P"}
 *	{"t":8700,"board":1,"truth":"made","ply":1,"color":"white","uci":"e2e4","san":"e4",…}
 */

#define SIM_TRUTH_MAX 1024 /* room for any line, its zero included */

struct sim_truth {
	uint64_t at_ms;
	bool is_fault; /* else an act */
	bool is_lights;
	uint64_t lights; /* the squares that shine from now on, bit 0 for a1 */
	struct sim_act act;
	struct sim_fault_event fault;
	struct rules_position pos; /* before a move; of a game that is ready */
};

/* One line without its end; board is counted from 1. */
void sim_truth_write(struct rules_text *out, unsigned board, const struct sim_truth *truth);

/* A JSON string, quotes included; what is no ASCII is left out. */
void sim_truth_string(struct rules_text *out, struct rules_slice string);

#endif
