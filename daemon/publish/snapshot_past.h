/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SNAPSHOT_PAST_H
#define BOARDD_SNAPSHOT_PAST_H

#include "broadcast/output/cloud_past.h"
#include "daemon/publish/publish.h"

/*
 * The games of earlier rounds, for the files of LiveChess Cloud: two pasts, one of
 * the live record and one of the public's, which is put into when the delay has
 * let the next game through. What was played before boardd started is read from
 * the journal by a thread of its own, because an event of eleven rounds is
 * millions of reports; the files of those rounds are there when it is done.
 */

struct snapshot_past;

/* Returns 0 or a negative errno. */
int snapshot_past_new(struct snapshot_past **ret, struct publish *publish);
void snapshot_past_free(struct snapshot_past *past); /* takes NULL; the loop has to run once more */

const struct cloud_past *snapshot_past(const struct snapshot_past *past, bool is_public);

/* Called by a record that drops a game; data is the struct snapshot_past. */
record_over snapshot_past_keep_live, snapshot_past_keep_public;

/* What the journal has: games of an event, all of which the public may know. */
struct snapshot_span {
	char event[GAME_ID_MAX];
	uint64_t first_seq, last_seq; /* they began between these, both included */
};

/*
 * Calls found on the loop when they are there. hidden: whose names the public's past does not
 * tell (broadcast/fold/hidden.h); NULL: nobody's. Another call gives up what is under way.
 */
void snapshot_past_restore(struct snapshot_past *past, const struct snapshot_span *span,
			   const char *hidden, void (*found)(void *data), void *data);

/* Another past takes the place of one of the two; gives up what is under way. NULL is left of it.
 */
void snapshot_past_take(struct snapshot_past *past, bool is_public, struct cloud_past **other);

#endif
