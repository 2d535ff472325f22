/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SHOWN_PAST_H
#define BOARDD_SHOWN_PAST_H

#include "broadcast/cloud_past.h"
#include "daemon/house.h"

/*
 * The games of earlier rounds, for the files of LiveChess Cloud: two pasts, one of
 * the live record and one of the public's, which is put into when the delay has
 * let the next game through. What was played before boardd started is read from
 * the journal by a thread of its own, because an event of eleven rounds is
 * millions of reports; the files of those rounds are there when it is done.
 */

struct shown_past;

/* Returns 0 or a negative errno. */
int shown_past_new(struct shown_past **ret, struct house *house);
void shown_past_free(struct shown_past *past); /* takes NULL; the loop has to run once more */

const struct cloud_past *shown_past(const struct shown_past *past, bool is_public);

/* A record forgets games; data is the past. */
record_over shown_past_keep_live, shown_past_keep_public;

/* What the journal has: games of an event, all of which the public may know. */
struct shown_span {
	char event[GAME_ID_MAX];
	uint64_t first_seq, last_seq; /* they began between these, both included */
};

/* Calls found on the loop when they are there. Another call gives up what is under way. */
void shown_past_restore(struct shown_past *past, const struct shown_span *span,
			void (*found)(void *data), void *data);

/* The public's is made anew. Returns 0 or -ENOMEM: then it is as it was. */
int shown_past_forget_public(struct shown_past *past);

#endif
