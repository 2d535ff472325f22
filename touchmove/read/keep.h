/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_KEEP_H
#define BOARDD_READ_KEEP_H

#include <stdalign.h>
#include <stddef.h>

#include "touchmove/read/read.h"

/*
 * A reader as it was, to be read on from later: the same in a third of the room. Only of a board
 * that sees men, whose worlds have few open half-moves; positions and men are played anew.
 */
struct read_kept_ply {
	rules_move move;
	uint8_t how;
	uint32_t event, born_ms, rest_ms;
};

struct read_kept_world {
	bool is_over, has_early;
	uint8_t plies;
	uint8_t unpressed_count;
	uint8_t unpressed[2];
	uint32_t early_ms, slid_ms;
	int32_t cost, total;
	struct read_kept_ply ply[READ_OPEN_SEEN];
};

struct read_kept {
	alignas(struct reader) unsigned char rest[offsetof(struct reader, worlds)];
	uint8_t count;
	struct read_kept_world world[READ_WORLDS_MAX];
};

void read_keep(struct read_kept *kept, const struct reader *r);
void read_take_kept(struct reader *ret, const struct read_kept *kept);

#endif
