/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DESK_BUS_H
#define BOARDD_DESK_BUS_H

#include "daemon/desk/desk.h"
#include "daemon/journal/reader.h"

/*
 * The past of one table whose board is on a bus, or was for a while: the talks
 * with the buses are computed from the journal, and what they hear of the board
 * is handed on. How it is driven:
 *
 *	desk_bus_new(&bus, reader, table, from, to, hear, data);
 *	read the inputs of desk_bus_tables() from where it says, and for each
 *		desk_bus_before(bus, input);
 *		if it is one of the table, carry it out
 *		desk_bus_after(bus, input);
 *	desk_bus_tick(bus, until_ms);
 */

struct desk_bus;

/* An event of the board, or of its whole bus. */
typedef void desk_bus_hear(void *data, const struct board_event *event);

/*
 * from and to: the inputs between which the table is computed. Returns 0, or a
 * negative errno.
 */
int desk_bus_new(struct desk_bus **ret, struct journal_reader *reader, unsigned table,
		 uint64_t from, uint64_t to, desk_bus_hear *hear, void *data);
void desk_bus_free(struct desk_bus *bus); /* takes NULL */

/*
 * Whose inputs are needed, for journal_read_inputs(): the table's own, or all
 * (0) when there is a bus. *from becomes the input to begin with.
 */
unsigned desk_bus_tables(const struct desk_bus *bus, unsigned table, uint64_t *from);

/* The buses come to the time of an input, and hear it if it is theirs. */
void desk_bus_before(struct desk_bus *bus, const struct journal_input *input);

/* The input was carried out: whoever sat down is met. */
void desk_bus_after(struct desk_bus *bus, const struct journal_input *input);

void desk_bus_tick(struct desk_bus *bus, uint64_t at_ms);

/* When something happens on one of the buses; UINT64_MAX: never. */
uint64_t desk_bus_deadline(const struct desk_bus *bus);

#endif
