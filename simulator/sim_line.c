/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_line.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define CHUNK 512

int sim_line_open(struct sim_line *line, const struct sim_hall *hall, size_t first, size_t count,
		  unsigned number)
{
	const struct sim_options *o = hall->options;
	unsigned port = o->number == 0 || number == 0 ? o->number : o->number + number - 1;
	int len = 0;

	*line = (struct sim_line){.first = first, .count = count, .is_plugged = true};
	if (o->name && number > 0)
		len = snprintf(line->name, sizeof(line->name), "%s%u", o->name, number);
	else if (o->name)
		len = snprintf(line->name, sizeof(line->name), "%s", o->name);
	if (len >= (int)sizeof(line->name))
		return -ENAMETOOLONG;
	return sim_port_open(&line->port, o->port, o->name ? line->name : NULL, port);
}

void sim_line_close(struct sim_line *line)
{
	sim_port_close(line->port);
}

/* The cable of a bus is one: any board's fault pulls it. */
static bool is_plugged(const struct sim_line *line, const struct sim_hall *hall)
{
	for (size_t i = 0; i < line->count; i++)
		if (!sim_table_is_plugged(&hall->seats[line->first + i].table))
			return false;
	return true;
}

static void mind_the_cable(struct sim_line *line, const struct sim_hall *hall)
{
	bool should = is_plugged(line, hall);

	if (should == line->is_plugged)
		return;
	if (should && sim_port_plug(line->port) < 0)
		return; /* tried again with the next thing that is due */
	if (!should)
		sim_port_unplug(line->port);
	line->is_plugged = should;
}

/* --- what boards say --- */

struct chunk {
	size_t len;
	uint8_t bytes[CHUNK];
};

static void flush(struct sim_line *line, struct chunk *chunk)
{
	sim_port_write(line->port, chunk->bytes, chunk->len);
	chunk->len = 0;
}

static void add(struct sim_line *line, struct chunk *chunk, const uint8_t *bytes, size_t len)
{
	if (chunk->len + len > sizeof(chunk->bytes))
		flush(line, chunk);
	memcpy(chunk->bytes + chunk->len, bytes, len);
	chunk->len += len;
}

/* A byte that begins before another board's has ended lies on top of it. */
static void add_from_bus(struct sim_line *line, struct chunk *chunk, size_t board,
			 const uint8_t *bytes, size_t len, uint64_t at_us)
{
	if (board != line->last_board && chunk->len > 0 &&
	    at_us < line->last_us + SIM_WIRE_BYTE_US && at_us + SIM_WIRE_BYTE_US > line->last_us)
		chunk->bytes[chunk->len - 1] |= bytes[0];
	else
		add(line, chunk, bytes, len);
	line->last_board = board;
	line->last_us = at_us;
}

/* The board whose next byte has gone first; line->count: none has. */
static size_t first_speaker(const struct sim_line *line, const struct sim_hall *hall)
{
	size_t found = line->count;
	uint64_t found_us = UINT64_MAX;

	for (size_t i = 0; i < line->count; i++) {
		const struct sim_table *table = &hall->seats[line->first + i].table;
		const struct sim_wire *wire = &table->board.wire;

		if (wire->count == 0 || wire->ready_us > table->now_ms * 1000 ||
		    wire->ready_us >= found_us)
			continue;
		found = i;
		found_us = wire->ready_us;
	}
	return found;
}

static void say(struct sim_line *line, struct sim_hall *hall)
{
	struct chunk chunk = {0};
	size_t i;

	while ((i = first_speaker(line, hall)) < line->count) {
		uint8_t bytes[2];
		uint64_t at_us = 0;
		size_t len = sim_table_say(&hall->seats[line->first + i].table, bytes, &at_us);

		if (len == 0)
			continue;
		if (line->count > 1)
			add_from_bus(line, &chunk, i, bytes, len, at_us);
		else
			add(line, &chunk, bytes, len);
	}
	if (chunk.len > 0)
		flush(line, &chunk);
}

static void step(struct sim_line *line, struct sim_hall *hall, uint64_t at_ms)
{
	struct sim_truth truth;

	for (size_t i = 0; i < line->count; i++) {
		while (sim_hall_step(hall, line->first + i, at_ms, &truth)) {
			say(line, hall);
			mind_the_cable(line, hall);
		}
	}
	say(line, hall);
	mind_the_cable(line, hall);
}

uint64_t sim_line_work(struct sim_line *line, struct sim_hall *hall, uint64_t at_ms)
{
	uint64_t next = SIM_NEVER;

	step(line, hall, at_ms);
	for (size_t i = 0; i < line->count; i++) {
		uint64_t due = sim_table_deadline(&hall->seats[line->first + i].table);

		next = due < next ? due : next;
	}
	return next;
}

void sim_line_hear(struct sim_line *line, struct sim_hall *hall, uint64_t at_ms)
{
	uint8_t bytes[CHUNK];
	size_t len = sim_port_read(line->port, bytes, sizeof(bytes));

	for (size_t i = 0; i < line->count && sim_port_has_host(line->port); i++)
		sim_board_met(&hall->seats[line->first + i].table.board);
	step(line, hall, at_ms);
	for (size_t i = 0; i < line->count; i++)
		sim_table_hear(&hall->seats[line->first + i].table, bytes, len);
}
