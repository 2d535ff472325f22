/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_CLOCK_H
#define BOARDD_SIM_CLOCK_H

#include "board-protocol/dgt/clock.h"
#include "board-protocol/dgt/clock_command.h"

/*
 * A chess clock: two times, a lever, an increment. It has a battery of its
 * own and goes on when the board has no power. Time goes in with every call;
 * plain data.
 */

struct sim_clock {
	bool is_connected; /* to the board */
	bool is_running;
	bool is_remote;      /* in mode 23 or 25: the host may set it */
	enum board_side up;  /* the side whose lever is up: it has the move */
	bool has_fallen[2];  /* flags, by side */
	uint32_t left_ms[2]; /* by side */
	uint32_t increment_ms;
	uint8_t version; /* main and sub, four bits each */
	uint64_t now_ms; /* counted up to here */
};

/* Stopped, at zero, connected, a DGT 3000. */
void sim_clock_init(struct sim_clock *c);

/* Stopped and set anew; this side is to move first. */
void sim_clock_set(struct sim_clock *c, uint64_t at_ms, uint32_t time_ms, uint32_t increment_ms,
		   enum board_side first);

/* The button that starts and stops it. A clock with a fallen flag does not start. */
void sim_clock_run(struct sim_clock *c, uint64_t at_ms, bool is_running);

/* A player presses. False, and nothing happens, when his lever is down already. */
bool sim_clock_press(struct sim_clock *c, uint64_t at_ms, enum board_side side);

/* What it shows. */
struct board_time sim_clock_read(struct sim_clock *c, uint64_t at_ms);

/* Does as told by the board, and answers. content is what follows the order. */
struct dgt_ack sim_clock_obey(struct sim_clock *c, uint64_t at_ms, enum dgt_clock_order order,
			      const uint8_t *content);

#endif
