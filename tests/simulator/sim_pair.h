/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_SIM_PAIR_H
#define BOARDD_TESTS_SIM_PAIR_H

#include "board-protocol/dgt/session.h"
#include "simulator/sim_table.h"

/*
 * Both ends of a cable, on one clock and without any waiting: a simulated
 * table and a session. Pulled cables and lost boards are opened again, as a
 * driver would.
 */

#define PAIR_EVENTS_MAX 8192
#define PAIR_REOPEN_MS  1000

struct pair {
	struct sim_table table;
	struct dgt_session session;
	bool is_open;
	uint64_t now_ms, reopen_ms;
	size_t event_count;
	struct board_event events[PAIR_EVENTS_MAX]; /* all there were, as far as they fit */
	/* What the sensors noticed and who pressed, without any cable between. */
	struct sim_sensor shadow;
	size_t seen_count;
	struct dgt_field seen[PAIR_EVENTS_MAX];
	size_t press_count;
	enum board_side presses[PAIR_EVENTS_MAX];
	size_t made; /* half-moves */
	unsigned faults;
};

void pair_begin(struct pair *p, struct sim_table_config config, struct board_config host);

/* Runs until a time, or until the game is over; returns false in that case. */
bool pair_run(struct pair *p, uint64_t until_ms);

/* The players keep their hands off the board from now on. */
void pair_freeze(struct pair *p);

#endif
