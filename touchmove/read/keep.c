/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/keep.h"

#include <string.h>

static void keep_world(struct read_kept_world *to, const struct read_world *from)
{
	to->is_over = from->is_over;
	to->has_early = from->has_early;
	to->plies = from->plies;
	to->unpressed_count = from->unpressed_count;
	memcpy(to->unpressed, from->unpressed, sizeof(to->unpressed));
	to->early_ms = from->early_ms;
	to->slid_ms = from->slid_ms;
	to->cost = from->cost;
	to->total = from->total;
	for (unsigned i = 0; i < from->plies; i++) {
		const struct read_ply *ply = &from->ply[i];

		to->ply[i] = (struct read_kept_ply){ply->move, ply->how, ply->event, ply->born_ms,
						    ply->rest_ms};
	}
}

static void take_ply(struct read_world *to, const struct read_kept_ply *from)
{
	rules_square victim = read_victim(&to->pos, from->move);

	to->ply[to->plies++] = (struct read_ply){
		.move = from->move,
		.how = from->how,
		.color = to->pos.turn,
		.mover = to->pos.at[rules_from(from->move)],
		.taken = victim == RULES_NO_SQUARE ? RULES_NO_PIECE : to->pos.at[victim],
		.taken_on = victim,
		.event = from->event,
		.born_ms = from->born_ms,
		.rest_ms = from->rest_ms,
	};
	rules_apply(&to->pos, from->move, NULL);
}

static void take_world(struct read_world *to, const struct read_kept_world *from,
		       const struct rules_position *anchor)
{
	to->pos = *anchor;
	to->plies = 0;
	for (unsigned i = 0; i < from->plies; i++)
		take_ply(to, &from->ply[i]);
	to->has_sets = false;
	to->is_over = from->is_over;
	to->has_early = from->has_early;
	to->unpressed_count = from->unpressed_count;
	memcpy(to->unpressed, from->unpressed, sizeof(to->unpressed));
	to->early_ms = from->early_ms;
	to->slid_ms = from->slid_ms;
	to->cost = from->cost;
	to->total = from->total;
}

void read_keep(struct read_kept *kept, const struct reader *r)
{
	memcpy(kept->rest, r, sizeof(kept->rest));
	kept->count = r->worlds.count;
	for (unsigned i = 0; i < kept->count; i++)
		keep_world(&kept->world[i], &r->worlds.world[i]);
}

void read_take_kept(struct reader *ret, const struct read_kept *kept)
{
	memcpy(ret, kept->rest, sizeof(kept->rest));
	ret->worlds.count = kept->count;
	for (unsigned i = 0; i < kept->count; i++)
		take_world(&ret->worlds.world[i], &kept->world[i], &ret->anchor_pos);
}
