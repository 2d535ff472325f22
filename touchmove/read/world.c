/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/world.h"

#include <string.h>

#include "rules-core/movegen.h"

bool read_events_lifted(const struct read_events *events, rules_square square, uint32_t *ret_ms)
{
	uint32_t first = read_events_first(events);

	for (uint32_t i = events->count; i > first; i--) {
		const struct read_event *event = read_events_at(events, i - 1);

		if (event->square == square && event->is == RULES_NO_PIECE) {
			*ret_ms = event->at_ms;
			return true;
		}
	}
	return false;
}

void read_world_sets(struct read_world *w)
{
	struct rules_moves moves;

	if (w->has_sets)
		return;
	rules_legal_moves(&w->pos, &moves);
	w->movable = w->prey = 0;
	for (size_t i = 0; i < moves.count; i++) {
		rules_square victim = read_victim(&w->pos, moves.move[i]);

		w->movable |= rules_set_of(rules_from(moves.move[i]));
		if (victim != RULES_NO_SQUARE)
			w->prey |= rules_set_of(victim);
	}
	w->has_sets = true;
}

bool read_world_is_same(const struct read_world *a, const struct read_world *b)
{
	if (a->plies != b->plies || a->is_over != b->is_over)
		return false;
	for (unsigned i = 0; i < a->plies; i++)
		if (a->ply[i].move != b->ply[i].move)
			return false;
	return true;
}

bool read_world_meets(const struct read_world *a, const struct read_world *b)
{
	return a->pos.key == b->pos.key && a->plies == b->plies && a->is_over == b->is_over &&
	       a->unpressed_count == b->unpressed_count &&
	       (a->unpressed_count == 0 || a->unpressed[0] == b->unpressed[0]) &&
	       memcmp(a->pos.at, b->pos.at, sizeof(a->pos.at)) == 0;
}
