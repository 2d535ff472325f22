/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SEND_FOLDER_H
#define BOARDD_SEND_FOLDER_H

#include "daemon/publish/publish.h"

/*
 * The games as files, for programs that watch a folder: round-N/game-M.pgn for
 * table M, and round-N/games.pgn with all of them, as the public may see them.
 * A thread of its own writes; when the disk is slow it writes the latest text of
 * each file and leaves out those between. A file is always whole: it is written
 * under another name, then renamed.
 */

struct send_folder;

/* Listens to what the public is shown. Returns 0 or a negative errno. */
int send_folder_new(struct send_folder **ret, struct publish *publish);

/* {path, last, why}: when a file was last written, and why none is; null: no folder is set. */
json_t *send_folder_status(struct send_folder *folder);

/* Writes what is left. Takes NULL; the loop has to run once more. */
void send_folder_free(struct send_folder *folder);

#endif
