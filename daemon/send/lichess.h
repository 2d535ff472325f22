/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SEND_LICHESS_H
#define BOARDD_SEND_LICHESS_H

#include "daemon/publish/publish.h"

/*
 * The games, as the public may see them, pushed to a broadcast on Lichess by a
 * thread of its own, which is only begun when a round is configured. Of each game
 * only the latest text waits. What Lichess did not understand is logged, and is
 * in the status.
 */

struct send_lichess;

/* Listens to what the public is shown. Returns 0 or a negative errno. */
int send_lichess_new(struct send_lichess **ret, struct publish *publish);

/* The configuration has changed; what was refused is tried again. */
void send_lichess_reload(struct send_lichess *lichess);

/* Texts that still wait are dropped. Takes NULL; the loop has to run once more. */
void send_lichess_free(struct send_lichess *lichess);

/*
 * For people: {pushes, why, games: [{game, table, round, plies, understood,
 * problem}]}. A new object; null when nothing is configured.
 */
json_t *send_lichess_status(struct send_lichess *lichess);

#endif
