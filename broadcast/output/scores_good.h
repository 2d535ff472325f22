/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SCORES_GOOD_H
#define BOARDD_SCORES_GOOD_H

#include "broadcast/output/scores.h"

/*
 * The games of a record as one PGN text, of which every game can be read.
 *
 * Who polls such a text takes all of it or nothing: one bad game would stop the
 * round. So each text is read again by our own reader (pgn_check.h) before it is
 * published. One that fails is told to the caller, and the last good text of that
 * game stays in its place; if there is none, its tags do. Nothing that comes from
 * outside should ever bring that about: it guards against mistakes of ours.
 *
 * A text is made, and read again, only when its game has changed. No I/O, no
 * clock; memory grows with the texts. One thread at a time.
 */

struct scores_good;

typedef void scores_refused(void *data, const struct game *game, const char *why);

/* NULL: no memory. refused is called for each text that cannot be read. */
struct scores_good *scores_good_new(scores_refused *refused, void *data);
void scores_good_free(struct scores_good *good); /* takes NULL */

/* Games are written in another manner from now on: all are made anew. */
void scores_good_renew(struct scores_good *good);

/* As scores_write(), of whatever round the games are. */
char *scores_good_write(struct scores_good *good, const struct record *record, unsigned table,
			const struct pgn_options *options, size_t *ret_len);

#endif
