/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_NOTIFY_H
#define BOARDD_NOTIFY_H

#include "daemon/publish/publish.h"

/*
 * Notices off the page, to a web-hook and to an ntfy server, by a thread of its
 * own that is only begun when one of them is configured. What cannot be sent is
 * tried again a few times; when too much waits, the oldest is dropped and that
 * is logged. The loop never waits.
 */

struct notify;

/* Listens to the feed. Returns 0 or a negative errno. */
int notify_new(struct notify **ret, struct publish *publish);

/* The configuration has changed. */
void notify_reload(struct notify *notify);

/* {sent, waiting, last, why}; null: there is nowhere to send notices. */
json_t *notify_status(struct notify *notify);

/* Notices that still wait are dropped. Takes NULL. */
void notify_free(struct notify *notify);

#endif
