/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/publish.h"

#include <assert.h>
#include <string.h>

#define SAME      48 /* of two worlds in one position the dearer dies if it is that much dearer */
#define OVERS_MAX 2  /* worlds in which the game has ended */

static void sum_up(const struct read_view *view, struct read_world *w)
{
	w->total = w->cost;
	if (!w->is_over)
		w->total += read_bill(view, w, NULL) + read_bill_early_press(view, w);
}

/* Cheapest first; of equal ones the older stays in front. */
static void sort_worlds(struct read_world **list, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		struct read_world *w = list[i];
		unsigned j = i;

		for (; j > 0 && list[j - 1]->total > w->total; j--)
			list[j] = list[j - 1];
		list[j] = w;
	}
}

static bool is_old(const struct read_view *view, const struct read_world *w)
{
	const struct read_ply *last = read_last_ply(w);

	return last && view->now_ms - last->born_ms > 2 * view->sense->times.scan_ms;
}

/* Does it have all that was told? */
static bool has_told(const struct reader *r, const struct read_world *w)
{
	for (unsigned k = 0; r->anchor + k < r->told; k++)
		if (w->plies <= k || w->ply[k].move != read_played(r, r->anchor + k))
			return false;
	return true;
}

/* Does it have half-moves that nobody saw, and that are not told? Their prices are guesses. */
static bool is_guessed(const struct reader *r, const struct read_world *w)
{
	for (unsigned k = r->told - r->anchor; k < w->plies; k++)
		if (w->ply[k].how == READ_HOW_INFERRED)
			return true;
	return false;
}

/* Of two ways to one position nothing that comes can tell which: the dearer, or the untold. */
static bool is_beaten(const struct reader *r, const struct read_view *view,
		      const struct read_world *w, struct read_world *const *kept, unsigned count)
{
	bool is_told = has_told(r, w);

	if (w->is_over && !is_told)
		return count > 0; /* what was told is not undone by the end of the game */
	for (unsigned i = 0; i < count; i++) {
		if (read_world_is_same(kept[i], w))
			return true;
		if (!read_world_meets(kept[i], w))
			continue;
		if ((w->total - kept[i]->total >= SAME && is_old(view, w) && !is_guessed(r, w)) ||
		    (!is_told && has_told(r, kept[i])))
			return true;
	}
	return false;
}

static unsigned choose(const struct reader *r, const struct read_view *view,
		       struct read_world **list, unsigned count)
{
	unsigned kept = 0, overs = 0;
	int32_t lowest;

	assert(count > 0);
	lowest = list[0]->total;
	for (unsigned i = 0; i < count && kept < READ_WORLDS_MAX; i++) {
		struct read_world *w = list[i];

		if (w->total > lowest + READ_DROP)
			break;
		if (is_beaten(r, view, w, list, kept) || (w->is_over && overs >= OVERS_MAX))
			continue;
		overs += w->is_over;
		list[kept++] = w;
	}
	return kept;
}

/* Already in this order? Then nothing needs to be moved. */
static bool is_in_place(const struct reader *r, struct read_world *const *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i] != &r->worlds.world[i])
			return false;
	return true;
}

void read_prune(struct reader *r, struct read_brood *brood)
{
	struct read_world *list[READ_WORLDS_MAX + READ_BROOD_MAX];
	struct read_world sorted[READ_WORLDS_MAX];
	struct read_view view = read_view_of(r);
	unsigned count = 0, kept;

	for (unsigned i = 0; i < r->worlds.count; i++)
		list[count++] = &r->worlds.world[i];
	for (unsigned i = 0; brood && i < brood->count; i++)
		list[count++] = &brood->world[i];
	for (unsigned i = 0; i < count; i++)
		sum_up(&view, list[i]);
	sort_worlds(list, count);
	kept = choose(r, &view, list, count);
	if (!is_in_place(r, list, kept)) {
		for (unsigned i = 0; i < kept; i++)
			read_world_copy(&sorted[i], list[i]);
		for (unsigned i = 0; i < kept; i++)
			read_world_copy(&r->worlds.world[i], &sorted[i]);
	}
	r->worlds.count = (uint8_t)kept;
	r->is_summed = true;
}
