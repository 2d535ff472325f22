/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SNAPSHOT_H
#define BOARDD_SNAPSHOT_H

#include "broadcast/output/cloud.h"
#include "broadcast/output/pgn.h"
#include "daemon/publish/publish.h"

/*
 * What is shown of the games: to the arbiter's listener all that has been
 * published, to the public only what the delay has let through. The public one
 * is a record of its own; whatever is built for the public is built from that.
 */

struct snapshot;

/*
 * Makes both records from the journal, as far as games of the last day go, and
 * listens to the feed. The record must be there.
 * Returns 0 or a negative errno.
 */
int snapshot_new(struct snapshot **ret, struct publish *publish);
void snapshot_free(struct snapshot *snapshot); /* takes NULL; the loop has to run once more */

/*
 * What the public would see by another configuration is made, from the journal and by a thread, if
 * its delay or its hidden names are others. Then, perhaps before this returns, ready() is called on
 * the loop: it makes the configuration the one in force, and calls snapshot_reload().
 */
void snapshot_prepare(struct snapshot *snapshot, const struct config *config,
		      void (*ready)(void *data), void *data);

/* The configuration has changed. What was not prepared is shown as soon as a thread has made it. */
void snapshot_reload(struct snapshot *snapshot);

/*
 * The journal has changed what was published: a thread reads all of it again. shown() is called on
 * the loop when everybody sees it, or, without memory, will see it after a restart.
 */
void snapshot_read_again(struct snapshot *snapshot, void (*shown)(void *data), void *data);

struct snapshot_view {
	const struct record *record;   /* borrowed until the loop goes on */
	const struct cloud_past *past; /* borrowed as well: games that the record has dropped */
	uint64_t changed_ms; /* when the record last changed, in the time that people see */
	uint64_t version;    /* changes with the record, and with the way it is shown */
	uint64_t manner;     /* changes only with the way the same games are shown */
};

struct snapshot_view snapshot_view(const struct snapshot *snapshot, bool is_public);

/*
 * All games as PGN. The text is made once for all who ask before anything has
 * changed, and not so often that boards would have to wait for it. Returns its
 * version: another text, another number. ret_changed_ms: when it was another.
 */
uint64_t snapshot_games(struct snapshot *snapshot, bool is_public, uint64_t *ret_changed_ms);

/* A copy of that text, ret_len bytes, or NULL when there is no memory. */
char *snapshot_games_copy(const struct snapshot *snapshot, bool is_public, size_t *ret_len);

/* The game that is on the board of one table, as PGN; otherwise the same. */
char *snapshot_table(struct snapshot *snapshot, bool is_public, unsigned table, size_t *ret_len);

#define SNAPSHOT_LISTENERS_MAX 4

/* Called when the public sees something new, or sees it in another manner. 0 or -ENOBUFS. */
int snapshot_listen(struct snapshot *snapshot, void (*changed)(void *data), void *data);

/* The listener with this data is not called any more. */
void snapshot_unlisten(struct snapshot *snapshot, const void *data);

/* --- how it is shown --- */

struct snapshot_options {
	struct pgn_options pgn;
	struct cloud_options cloud;
	/* Memory that the two above point into. */
	char time_control[80];
};

void snapshot_options(const struct publish *publish, struct snapshot_options *ret);

/* The UUID in the addresses of the LiveChess Cloud files; borrowed. */
const char *snapshot_cloud_id(const struct publish *publish);

#endif
