/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_QUEUE_H
#define BOARDD_JOURNAL_QUEUE_H

#include "daemon/journal/journal.h"

/*
 * What waits to be written, in order. An item owns a copy of all it points to,
 * in one piece of memory.
 */

enum journal_item_kind {
	JOURNAL_ITEM_INPUT,
	JOURNAL_ITEM_REPORT,
	JOURNAL_ITEM_SNAPSHOT,
	JOURNAL_ITEM_LOGIN,
	JOURNAL_ITEM_LOGOUT, /* login: name and at_ms */
	JOURNAL_ITEM_FORGET, /* login: name, and the word as token */
};

struct journal_item {
	struct journal_item *next;
	enum journal_item_kind kind;
	size_t size; /* of the whole item */
	union {
		struct journal_input input;
		struct journal_report report;
		struct journal_snapshot snapshot;
		struct journal_login login;
	};
	char bytes[];
};

/* New items; NULL: no memory. */
struct journal_item *journal_item_input(const struct journal_input *input);
struct journal_item *journal_item_report(const struct journal_report *report);
struct journal_item *journal_item_snapshot(const struct journal_snapshot *snapshot);
struct journal_item *journal_item_login(enum journal_item_kind kind,
					const struct journal_login *login);

struct journal_queue {
	struct journal_item *first, *last;
	size_t bytes;
};

void journal_queue_add(struct journal_queue *queue, struct journal_item *item);

/* Moves all of one queue to the end of another. */
void journal_queue_move(struct journal_queue *to, struct journal_queue *from);

/* Frees the first count items. */
void journal_queue_drop_first(struct journal_queue *queue, size_t count);

/* Of the reports in it; 0: there is none. */
uint64_t journal_queue_last_seq(const struct journal_queue *queue);

#endif
