/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_SPAWN_H
#define BOARDD_READ_SPAWN_H

#include "touchmove/read/bill.h"

/*
 * Branching. A lift branches nothing; only a legal move that the sensed board
 * shows complete does: "made" beside "not made yet, passing". So a world gets
 * children for the legal moves through the square that has just changed.
 */
#define READ_BROOD_MAX 48

struct read_brood {
	bool is_full; /* some did not fit */
	uint8_t count;
	struct read_world world[READ_BROOD_MAX];
};

static inline void read_brood_clear(struct read_brood *brood)
{
	brood->count = 0;
	brood->is_full = false;
}

/* The child of a world by one more half-move. NULL: there is no room for it. */
struct read_world *read_spawn_child(const struct read_view *view, const struct read_world *w,
				    rules_move move, enum read_how how, int32_t cost,
				    struct read_brood *brood);

/* All children whose half-moves the board shows, through these squares, to a depth. */
void read_spawn(const struct read_view *view, const struct read_world *w, rules_set through,
		unsigned depth, struct read_brood *brood);

/* A square is told empty that was thought so: a man came there unseen, and has gone on. */
void read_spawn_lost_place(const struct read_view *view, const struct read_world *w,
			   rules_square square, struct read_brood *brood);

/* One update missing: a man in the air was put down unseen, and answered. */
void read_spawn_lost(const struct read_view *view, const struct read_world *w,
		     struct read_brood *brood);

#endif
