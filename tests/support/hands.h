/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_HANDS_H
#define BOARDD_TESTS_HANDS_H

#include "tests/support/words.h"
#include "touchmove/law/game.h"

/*
 * Human hands over a sensor board: a legal move becomes the events a board
 * shows of it, in the manners and about as often as they were counted in
 * recorded games. Nothing here is against the Laws.
 */
#define HANDS_EVENTS_MAX 24

struct hands_events {
	size_t count;
	struct touch_event event[HANDS_EVENTS_MAX];
};

struct hands {
	struct random *random;
	uint64_t at_ms;
	uint32_t next_id;
	rules_piece stray; /* the man captured last, still to brush a square, or none */
};

/* The events of a move and its press. */
void hands_move(struct hands *hands, const struct rules_position *pos, rules_move move,
		struct hands_events *ret);

#endif
