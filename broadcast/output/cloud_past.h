/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CLOUD_PAST_H
#define BOARDD_CLOUD_PAST_H

#include "broadcast/output/cloud.h"

/*
 * The games of an event that are no longer at their tables, as the files of
 * LiveChess Cloud have them: whoever reads a tournament asks for its earlier
 * rounds again and again.
 *
 *	cloud_past_put(past, game, options);	when a record forgets a game
 *	options.past = past;			when files are made
 *
 * Of a table in a round one game is kept: the last that had a move or a result.
 * All are of one event, the youngest; the games of others are forgotten.
 *
 * Games are kept as the texts of the files: 1.8 KB for one of 80 plies with its
 * clocks, so 6 MB for 300 tables and 11 rounds. No I/O, no clock. One thread at a
 * time.
 */

#define CLOUD_PAST_MAX 10000 /* games; then those of the lowest round go */

/* NULL: no memory. */
struct cloud_past *cloud_past_new(void);
void cloud_past_free(struct cloud_past *past);

/*
 * Takes a game that is over, or was left. Returns 1 if it is kept, 0 if it is not:
 * it is of no round or table, of an older event, or a better one is known; -ENOMEM.
 */
int cloud_past_put(struct cloud_past *past, const struct game *game,
		   const struct cloud_options *options);

/* Puts all that another has. 0 or -ENOMEM: then only some were put. */
int cloud_past_add(struct cloud_past *past, const struct cloud_past *other);

/* Games kept, and the bytes of their texts. */
size_t cloud_past_count(const struct cloud_past *past);
size_t cloud_past_bytes(const struct cloud_past *past);

#endif
