/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BACKLOG_H
#define BOARDD_BACKLOG_H

#include "daemon/publish/publish.h"

/*
 * Reports that are older than the feed keeps, read from the journal by a worker
 * while the loop goes on.
 */

struct backlog;

/*
 * lines: the reports, each ending with a newline; borrowed. last: the last one
 * that was looked at, whether it was of the board or not. error: 0 or a negative
 * errno. Called on the loop, never before backlog_fetch() has returned.
 */
typedef void backlog_done(void *data, const char *lines, size_t len, size_t count, uint64_t last,
			  int error);

/*
 * The reports after since, up to one that may be seen, of a board (NULL: of
 * all), at most limit. Returns NULL when there is no memory.
 */
struct backlog *backlog_fetch(struct publish *publish, uint64_t since, const char *board_or_null,
			      size_t limit, backlog_done *done, void *data);

/* Nobody wants it any more: done will not be called. Takes NULL. */
void backlog_forget(struct backlog *backlog);

#endif
