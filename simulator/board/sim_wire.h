/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_WIRE_H
#define BOARDD_SIM_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The line from a board to its host: messages queue up, bytes come out at the
 * pace of the line. Times of single bytes are in microseconds, since one byte
 * at 9600 baud takes little more than a millisecond. Plain data.
 */

#define SIM_WIRE_MAX     12288 /* a whole event log, and what happens meanwhile */
#define SIM_WIRE_BYTE_US 1042  /* ten bits at 9600 baud */
#define SIM_WIRE_GROUP   16    /* bytes an adapter gathers before it hands them on */

struct sim_wire {
	uint32_t byte_us;  /* how long a byte takes; 0: none */
	uint64_t ready_us; /* when the first byte waiting has gone */
	uint64_t last_us;  /* when the last one had */
	size_t first, count;
	uint64_t lost; /* messages for which there was no room */
	uint8_t bytes[SIM_WIRE_MAX];
};

void sim_wire_init(struct sim_wire *w, uint32_t byte_us);

/* A message waits to be sent. One without room is lost whole, and counted. */
void sim_wire_push(struct sim_wire *w, uint64_t at_ms, const uint8_t *bytes, size_t len);

/* The next byte that has gone by then. False: there is none. */
bool sim_wire_pop(struct sim_wire *w, uint64_t until_us, uint8_t *ret_byte, uint64_t *ret_us);

/* When the next few bytes have gone, or all; UINT64_MAX when nothing waits. */
uint64_t sim_wire_deadline_us(const struct sim_wire *w);

/* What waits is forgotten: the power has gone. */
void sim_wire_clear(struct sim_wire *w);

#endif
