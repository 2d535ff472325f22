/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SENSE_WAITING_H
#define BOARDD_SENSE_WAITING_H

#include "rules-core/position.h"

/*
 * What the board shows, for somebody who watches it: a man gone from his square and back
 * within 1.1 scans was never lifted. So a lift waits that long, unless its man is seen
 * elsewhere first, and what comes behind it waits with it: updates in, the same updates less
 * the noise out, in the same order and with the times they came at. The reader does not need
 * this: it weighs a man's return (sense.h).
 *
 * Plain data: copy it by assignment; all zero: nothing waits.
 */
#define SENSE_WAITING_MAX 24

struct sense_update {
	uint64_t at_ms;
	uint32_t id; /* the caller's */
	rules_square square;
	rules_piece piece; /* put down there, or lifted from there */
	bool is_lift;
	bool is_sure; /* a lift that is none of noise */
};

struct sense_waiting {
	uint8_t count;
	struct sense_update update[SENSE_WAITING_MAX]; /* oldest first */
};

/* Takes an update in. False: there is no room, one has to be taken out first. */
bool sense_waiting_add(struct sense_waiting *w, const struct sense_update *update,
		       uint32_t scan_ms);

/* When the oldest update is sure; UINT64_MAX if there is none. */
uint64_t sense_waiting_deadline(const struct sense_waiting *w, uint32_t scan_ms);

/* The oldest update if it is sure at that time, or if forced. False: none. */
bool sense_waiting_take(struct sense_waiting *w, uint64_t now_ms, bool forced, uint32_t scan_ms,
			struct sense_update *ret);

#endif
