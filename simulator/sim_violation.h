/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_VIOLATION_H
#define BOARDD_SIM_VIOLATION_H

#include "rules-core/text.h"
#include "simulator/sim_act.h"

/*
 * What players do wrong, on request, and what the Laws call it. Each is done
 * so that exactly one finding is right, whatever edition is in force: the turn
 * ends with the move of the game on the board, everything else put right.
 */

enum sim_edition { SIM_LAWS_2001, SIM_LAWS_2009, SIM_LAWS_2023, SIM_EDITIONS };

struct sim_violation_truth {
	const char *name;                  /* as it is asked for: "touched-own" */
	const char *kind;                  /* as it is reported: "touch-move" */
	const char *article[SIM_EDITIONS]; /* standard play, supervised */
};

const struct sim_violation_truth *sim_violation_truth(enum sim_violation violation);

/* The violation of a name, or SIM_VIOLATION_NONE. */
enum sim_violation sim_violation_of(struct rules_slice name);

#endif
