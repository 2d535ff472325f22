/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DESK_UNDO_H
#define BOARDD_DESK_UNDO_H

#include "daemon/desk/desk.h"
#include "daemon/journal/reader.h"

/*
 * "undo SEQ" at a desk: its past is read from the journal and run again without
 * the decision (daemon/table/rerun.h).
 */

/* What came in at a table since its settings, and what was decided there. */
struct desk_past;

/* Whose past it is: what reading needs of a desk, so that it can be done on another thread. */
struct desk_past_of {
	unsigned number;   /* of the table */
	unsigned games;    /* before those of the settings in force: see struct settings */
	uint64_t last_seq; /* the last report told */
};

struct desk_past_of desk_past_of(const struct desk *desk);

/*
 * Reads what the journal has before an input (0: all of it). Waits for the disk. Returns 0 with
 * *ret to be freed by the caller, or a negative errno.
 */
int desk_past_read(struct desk_past **ret, struct journal_reader *reader,
		   const struct desk_past_of *of, uint64_t before);
void desk_past_free(struct desk_past *past); /* takes NULL */

/* The last input that was read, of this table or of a bus its board was on. */
uint64_t desk_past_last(const struct desk_past *past);

/*
 * Undoes with a past that holds all that came before the undo, and that is used up by it. Returns
 * false when it cannot be undone: the fault says why, and nothing has happened.
 */
bool desk_undo_with(struct desk *desk, struct desk_past *past, const struct journal_input *undo,
		    struct rules_fault *ret_fault);

/* The same, reading the past first. */
bool desk_undo(struct desk *desk, struct journal_reader *reader, const struct journal_input *undo,
	       struct rules_fault *ret_fault);

#endif
