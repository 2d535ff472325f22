/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DESK_UNDO_H
#define BOARDD_DESK_UNDO_H

#include "daemon/desk/desk.h"
#include "daemon/journal/reader.h"

/*
 * "undo SEQ" at a desk: its past is read from the journal and run again without
 * the decision (daemon/table/rerun.h). All that came before the undo must be in the
 * journal. Waits for the disk.
 *
 * Returns false when it cannot be undone: the fault says why, and nothing has
 * happened.
 */
bool desk_undo(struct desk *desk, struct journal_reader *reader, const struct journal_input *undo,
	       struct rules_fault *ret_fault);

#endif
