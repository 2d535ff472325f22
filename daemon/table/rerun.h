/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RERUN_H
#define BOARDD_RERUN_H

#include "daemon/table/table.h"

/*
 * Undoing what an arbiter decided. What a table makes of its inputs depends on
 * nothing else, so they are run again without the decision, from where they
 * began; what then is different is told, and play goes on from there.
 *
 * The owner of the table keeps the inputs and hands them out; an undo is one of
 * them, and undoing it brings back what it undid. No I/O, no clock, no
 * allocation.
 */
enum rerun_kind {
	RERUN_OPENED,
	RERUN_CLOSED,
	RERUN_BYTES,
	RERUN_EVENT,
	RERUN_MAKE,
	RERUN_ACTION,
	RERUN_ANSWER,
	RERUN_OTHER_BOARD,
};

struct rerun_input {
	uint64_t at_ms;
	enum rerun_kind kind;
	size_t len;
	/* Or the words of an action, an answer or another board, a struct board_event of a bus, a
	 * make's number. */
	const uint8_t *bytes;
	uint64_t seq;  /* the number of its decision */
	unsigned game; /* that it was about: the table's number */
};

struct rerun {
	const struct table *from; /* the table before the first input */
	struct table *scratch;    /* room for another one */
	/* Hands out an input, from 0; false: there are no more. */
	bool (*input)(void *data, size_t index, struct rerun_input *ret);
	void *data;
};

/*
 * An action of the arbiter, undo among them, as table_act(). The owner keeps it
 * as an input when it was taken, with the table's number of the decision.
 */
bool rerun_act(struct table *t, const struct rerun *r, uint64_t at_ms, struct rules_slice action,
	       struct rules_fault *ret_fault);

#endif
