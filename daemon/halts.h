/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALTS_H
#define BOARDD_HALTS_H

#include "daemon/house.h"

/*
 * Tells whoever runs the broadcast which outputs stop at a move, because it is
 * illegal and stands, or because the position is another behind it: a line in the
 * log when that begins and when it ends, and a list for the status.
 */

struct halts;

/* Listens to the feed; the record of the house must be there. Returns 0 or a negative errno. */
int halts_new(struct halts **ret, struct house *house);
void halts_free(struct halts *halts); /* takes NULL */

/* [{game, table, ply, illegal, outputs: [words]}]: of the games on the boards. A new object. */
json_t *halts_status(const struct house *house);

#endif
