/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BACKUP_H
#define BOARDD_BACKUP_H

#include <jansson.h>

#include "daemon/control/server.h"

/*
 * Copies of the journal by themselves, every [journal] backup, into a folder that may be on another
 * disk. When the last one was made is read from the names there, so that a machine that runs for an
 * evening only has its copies too. All that touches a disk is done by a worker; what failed is said
 * once, stands in the status until it is good again, and is tried again.
 */

struct backup;

/* Returns 0 with *ret, or -ENOMEM. Begins at once, if any are configured. */
int backup_new(struct backup **ret, struct server *server);

/* The configuration is another. */
void backup_reload(struct backup *backup);

/* A copy that is being made is given up. It is gone when the loop has run out. Takes NULL. */
void backup_close(struct backup *backup);

/* Did the last one fail? */
bool backup_is_failing(const struct backup *backup);

/* "every_s" (0: never), "folder", "last" (a time), "failing" (why); the last three may be null. */
json_t *backup_status(const struct backup *backup);

#endif
