/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_VIOLATION_H
#define BOARDD_SIM_VIOLATION_H

#include "rules-core/text.h"
#include "simulator/hands/sim_act.h"
#include "simulator/hands/sim_game.h"

/*
 * What players do wrong, on request, and what the Laws call it. Each is done
 * so that only these findings are right, whatever edition is in force: nearly
 * every turn ends with the move of the game on the board, everything else put
 * right.
 */

enum sim_edition { SIM_LAWS_2001, SIM_LAWS_2009, SIM_LAWS_2023, SIM_EDITIONS };
enum sim_pace { SIM_STANDARD, SIM_RAPID, SIM_BLITZ, SIM_PACES };

/* All zero: 2001, standard play. */
struct sim_laws {
	enum sim_edition edition;
	enum sim_pace pace;
	bool is_unsupervised;
};

struct sim_violation_truth {
	const char *name;                  /* as it is asked for: "touched-own" */
	const char *kind;                  /* as it is reported: "touch-move" */
	const char *article[SIM_EDITIONS]; /* standard play, supervised; "-": none */
};

const struct sim_violation_truth *sim_violation_truth(enum sim_violation violation);

/* The violation of a name, or SIM_VIOLATION_NONE. */
enum sim_violation sim_violation_of(struct rules_slice name);

#define SIM_BOTH         2 /* instead of a colour */
#define SIM_FINDINGS_MAX 3

struct sim_finding {
	const char *kind, *article;
	uint8_t color; /* of the player concerned, or SIM_BOTH */
};

/*
 * All that is to be found of a violation, in order, the right that its
 * opponent loses by playing on included. Returns how many.
 */
size_t sim_violation_findings(enum sim_violation violation, enum rules_color offender,
			      const struct sim_laws *laws,
			      struct sim_finding ret[SIM_FINDINGS_MAX]);

/* A move of that ply is told, and then another one in its place: the player's doing. */
bool sim_violation_replaces(enum sim_violation violation);

/*
 * A piece of a game by lot with an occasion for the violation: some half-moves
 * before it, the move, some after it. ret_ply is how many come before.
 */
void sim_seek(struct sim_random *random, enum sim_violation violation, struct sim_game *ret,
	      size_t *ret_ply);

#endif
