/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SEND_FILES_H
#define BOARDD_SEND_FILES_H

#include "daemon/publish/publish.h"

/*
 * The games as files, as the public may see them: round-N/game-M.pgn for table M, round-N/games.pgn
 * with all of them, round-N/index.json and tournament.json. Where they go is for others.
 */

#define FILES_NAME_MAX 48 /* "round-1/game-2.pgn" */

/* Takes the text; NULL when memory ran out. */
typedef void files_offer(void *data, const char *name, char *text);

/* Offers every file as it has to be now. */
void files_gather(const struct publish *publish, files_offer *offer, void *data);

#endif
