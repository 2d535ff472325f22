/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_FOLLOW_H
#define BOARDD_HUB_FOLLOW_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/journal/journal.h"

/*
 * The reports of one node in their order, each once, whatever the broker dropped, sent twice
 * or shuffled. A report that comes too early waits until those before it have come; who
 * follows asks the node for them.
 *
 * No I/O, no clock. The memory that waiting reports take is bounded: what is too far ahead is
 * dropped, and comes again with the answer of the node.
 */

#define FOLLOW_HELD 4096 /* reports that may wait */

struct follow {
	char journal[JOURNAL_UUID_MAX]; /* whose numbers these are; empty: not known yet */
	uint64_t taken;                 /* the last report that was taken */
	uint64_t heard;                 /* the highest number that was heard of */
	json_t **held;                  /* by number, modulo FOLLOW_HELD; NULL: none ever waited */
	uint64_t doubles, dropped;      /* reports taken before; reports too far ahead */
};

void follow_init(struct follow *f);
void follow_clear(struct follow *f);

/* Another journal, of which all up to since is taken: what waited is forgotten. */
void follow_begin(struct follow *f, const char *journal, uint64_t since);

/* A report came; borrowed. Returns 1, 0: it was taken before, -EINVAL: it has no number. */
int follow_put(struct follow *f, json_t *report);

/*
 * The reports of an answer begin with this number: what is missing before is gone from the
 * node's journal. Returns how many those are.
 */
uint64_t follow_skip(struct follow *f, uint64_t first);

/* The next in order, for json_decref(); NULL: it has not come. */
json_t *follow_next(struct follow *f);

/* There are reports that have not come: the node was heard to have more than was taken. */
bool follow_is_behind(const struct follow *f);

#endif
