/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_HALL_H
#define BOARDD_SIM_HALL_H

#include <stdio.h>

#include "simulator/sim_options.h"
#include "simulator/sim_table.h"

/*
 * All the tables that were asked for, each with what it plays: games from a
 * file or by lot, or a script. Knows nothing of ports and of real time. What
 * was really done goes to the truth file.
 */

struct sim_seat {
	struct sim_table table;
	struct rules_pgn_reader reader;
	struct sim_random random; /* of games by lot */
	unsigned games;           /* played, or being played */
	bool is_out;              /* of games */
};

struct sim_hall {
	const struct sim_options *options;
	size_t count;
	struct sim_seat *seats;
	char *text; /* of the file */
	size_t text_len;
	struct sim_script script;
	FILE *truth; /* NULL: not wanted */
};

/* False: one line on standard error has said why. Close it in either case. */
bool sim_hall_open(struct sim_hall *hall, const struct sim_options *options);

/* Takes a hall of zeros too. False: the truth could not be written, and that has been said. */
bool sim_hall_close(struct sim_hall *hall);

/* One table up to a time. True: something was done that the caller may want to look at. */
bool sim_hall_step(struct sim_hall *hall, size_t table, uint64_t at_ms,
		   struct sim_truth *ret_truth);

/* Everything is played. */
bool sim_hall_is_over(struct sim_hall *hall);

#endif
