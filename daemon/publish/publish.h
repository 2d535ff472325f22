/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PUBLISH_H
#define BOARDD_PUBLISH_H

#include <jansson.h>
#include <uv.h>

#include "broadcast/fold/record.h"
#include "daemon/base/moment.h"
#include "daemon/base/workers.h"
#include "daemon/config/config.h"
#include "daemon/journal/journal.h"
#include "daemon/publish/feed.h"

/*
 * What is published, and what it is made from: the reports as they become
 * durable, the games folded from them, and what the public may see of these.
 * boardd.c makes it and takes it apart; all of it belongs to the loop.
 */

#define PUBLISH_PATH_MAX 512

struct snapshot;

struct publish {
	uv_loop_t loop;
	struct workers workers; /* of the loop */
	struct config config;
	struct moment moment;
	struct journal *journal;
	char journal_path[PUBLISH_PATH_MAX];
	char uuid[JOURNAL_UUID_MAX]; /* of the journal */
	struct feed *feed;
	struct record *record;     /* every game as it has been published */
	struct snapshot *snapshot; /* what the public sees of it */
	uint64_t started_ms;
	bool is_synchronised; /* the machine's clock is set by a better one */
	/*
	 * Of a hub: until then it may push, by the monotonic clock, since no other does; senders
	 * look at it from their threads. 0: this is no hub, and nobody else pushes.
	 */
	_Atomic uint64_t push_until_ms;
	/* Of a node: players whom its hub hides as well (hidden.h); borrowed; NULL: nobody. */
	const char *hidden_by_hub;
};

/* On any thread: may anything be pushed now? */
bool publish_may_push(const struct publish *publish);

/* The hello of a stream. A new object, or NULL when there is no memory. */
json_t *publish_hello(const struct publish *publish);

#endif
