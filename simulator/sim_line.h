/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_LINE_H
#define BOARDD_SIM_LINE_H

#include "simulator/sim_hall.h"
#include "simulator/sim_port.h"

/*
 * A port and the boards behind it: one, or all the boards of a bus. On a bus
 * every board hears the host, and two that speak at once spoil each other's
 * bytes, as on a real one, whose outputs are tied together.
 */

#define SIM_LINE_NAME_MAX 256

struct sim_line {
	struct sim_port *port;
	size_t first, count; /* tables of the hall */
	char name[SIM_LINE_NAME_MAX];
	uint64_t last_us; /* of the last byte on a bus, and who sent it */
	size_t last_board;
	bool is_plugged;
};

/* number 0: the only line, else it is added to the name. Returns 0 or a negative errno. */
int sim_line_open(struct sim_line *line, const struct sim_hall *hall, size_t first, size_t count,
		  unsigned number);
void sim_line_close(struct sim_line *line);

/* Does what is due, sends what is to be sent. Returns when something is due again. */
uint64_t sim_line_work(struct sim_line *line, struct sim_hall *hall, uint64_t at_ms);

/* The port is readable. */
void sim_line_hear(struct sim_line *line, struct sim_hall *hall, uint64_t at_ms);

#endif
