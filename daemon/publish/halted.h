/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALTED_H
#define BOARDD_HALTED_H

#include "daemon/publish/publish.h"

/*
 * Tells whoever runs the broadcast which outputs stop at a move, because it is
 * illegal and stands, or because the position is another behind it: a line in the
 * log when that begins and when it ends, and a list for the status.
 */

struct halted_games;

/* Listens to the feed; the record must be there. Returns 0 or a negative errno. */
int halted_games_new(struct halted_games **ret, struct publish *publish);
void halted_games_free(struct halted_games *halted); /* takes NULL */

/* [{game, table, ply, illegal, outputs: [words]}]: of the games on the boards. A new object. */
json_t *halted_games_status(const struct publish *publish);

#endif
