/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_TRANSLATE_H
#define BOARDD_HUB_TRANSLATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A report of a node as one of the hub: its number, and the numbers of other reports in it, are
 * the hub's; "node" and "origin" say whose it is. And back: an arbiter's action at the hub that
 * names a report, in the node's number. Pure: objects and texts in, objects and texts out.
 */

#define TRANSLATE_KEPT 8192 /* reports of each node whose numbers are known at once */

/* Which number at the hub the last reports of a node have. Plain data. */
struct translate_numbers {
	uint64_t origin[TRANSLATE_KEPT], seq[TRANSLATE_KEPT]; /* by origin, modulo TRANSLATE_KEPT */
};

void translate_note(struct translate_numbers *numbers, uint64_t origin, uint64_t seq);

/* Returns 0 when it is too long ago, or was never told. */
uint64_t translate_seq(const struct translate_numbers *numbers, uint64_t origin);

/* The report becomes the hub's; false: no memory. */
bool translate_report(json_t *report, const char *node, uint64_t seq,
		      const struct translate_numbers *numbers);

/*
 * An action that names a report ("undo 17", "accidental 17", "attribute 17 white"): where its
 * number stands. Returns the number, or 0: it names none.
 */
uint64_t translate_named(const char *action, size_t *ret_at, size_t *ret_len);

/* The action with another number in that place. False: it does not fit. */
bool translate_action(const char *action, uint64_t number, char *ret, size_t size);

#endif
