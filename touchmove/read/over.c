/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/start.h"
#include "touchmove/read/publish.h"

/*
 * That the game has ended is a reading like any other: the twin of every good
 * world, in which the men are handled freely from here on.
 */
#define TWIN_WITHIN  128  /* of worlds nearly as good as the best */
#define KINGS_MS     1000 /* both kings at rest in the centre */
#define REST_MS      1000
#define HANDLED_FROM 80   /* a bill as high as this is no move under way */
#define FOLLOWS_MS   2000 /* the second king follows the first within this */
#define HOME_RANKS   UINT64_C(0xffff00000000ffff)
#define SET_UP_PLIES 4 /* men standing as at the start so soon are put back, not set up */

static enum read_manner end_manner(const struct reader *r)
{
	if (!r->config.has_clock)
		return READ_GAME_OVER_NO_CLOCK;
	return r->running == READ_NOBODY ? READ_GAME_OVER_STOPPED : READ_GAME_OVER;
}

void read_spawn_over(struct reader *r, struct read_brood *brood)
{
	int32_t price =
		read_manner_row(end_manner(r))->cost + read_manner_row(READ_EVENT_AFTER_END)->cost;

	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];
		struct read_world *twin;

		if (w->is_over || w->cost >= r->worlds.world[0].cost + TWIN_WITHIN)
			continue;
		/* A twin dearer than all that is kept would die at once. */
		if (w->total + price > r->worlds.world[0].total + READ_DROP ||
		    brood->count == READ_BROOD_MAX)
			continue;
		twin = &brood->world[brood->count++];
		read_world_copy(twin, w);
		twin->is_over = true;
		twin->has_early = false;
		twin->unpressed_count = 0;
		twin->cost = w->total + price; /* what differs now is not explained by the end */
	}
}

/* --- the kings tell the result --- */

#define CENTRE UINT64_C(0x0000001818000000)

static rules_square king_in_centre(const struct reader *r, enum rules_color color)
{
	rules_square king = rules_king_square(&r->sense.seen, color);

	return king != RULES_NO_SQUARE && rules_has(CENTRE, king) ? king : RULES_NO_SQUARE;
}

static uint8_t result_of_kings(const struct reader *r)
{
	rules_square white = king_in_centre(r, RULES_WHITE), black = king_in_centre(r, RULES_BLACK);
	const struct read_world *w = &r->worlds.world[0];
	uint32_t since_ms;

	if (white == RULES_NO_SQUARE || black == RULES_NO_SQUARE || !r->sense.sees_men)
		return 0;
	since_ms = r->sense.changed_ms[white] > r->sense.changed_ms[black]
			   ? r->sense.changed_ms[white]
			   : r->sense.changed_ms[black];
	if (r->now_ms - since_ms < KINGS_MS)
		return 0;
	if (!w->is_over && w->total - w->cost < read_manner_row(READ_PASSING)->cost)
		return 0; /* the position has them there */
	if (rules_is_light(white) != rules_is_light(black))
		return 3;
	return rules_is_light(white) ? 1 : 2;
}

/* And is all told that was made before? */
static bool are_all_over(const struct reader *r)
{
	if (r->told - r->anchor < r->worlds.world[0].plies)
		return false;
	for (unsigned i = 0; i < r->worlds.count; i++)
		if (r->worlds.world[i].total < r->worlds.world[0].total + read_margin(r) &&
		    !r->worlds.world[i].is_over)
			return false;
	return true;
}

static bool is_set_up(const struct reader *r)
{
	struct rules_position start;

	if (r->told < SET_UP_PLIES || rules_all_men(&r->sense.seen) != HOME_RANKS)
		return false;
	if (!r->worlds.world[0].is_over && sense_differs(&r->sense, &r->worlds.world[0].pos) == 0)
		return false; /* the players went back to it */
	rules_start(&start);
	return sense_differs(&r->sense, &start) == 0;
}

/* A king that went to the centre as if to move, just before the other followed: no half-move. */
static bool is_sign(const struct reader *r, const struct read_ply *ply)
{
	rules_square white = king_in_centre(r, RULES_WHITE), black = king_in_centre(r, RULES_BLACK);
	rules_square goal = read_goal(ply->move);
	uint32_t other_ms = r->sense.changed_ms[goal == white ? black : white];

	return (goal == white || goal == black) && rules_kind_of(ply->mover) == RULES_KING &&
	       other_ms < ply->rest_ms + FOLLOWS_MS;
}

static void take_kings_back(struct reader *r)
{
	const struct read_world *w = &r->worlds.world[0];

	while (r->told > r->anchor) {
		unsigned k = r->told - r->anchor - 1u;

		if (k >= w->plies || w->ply[k].move != read_played(r, r->told - 1u) ||
		    !is_sign(r, &w->ply[k]))
			return;
		read_tell(r, READ_NEWS_REVISED)->ply = r->told--;
	}
}

/* Is the other king off its square too? */
static bool is_other_king_off(const struct reader *r, const struct read_ply *ply)
{
	const struct rules_position *pos = &r->worlds.world[0].pos;
	rules_square king = rules_king_square(pos, rules_opponent((enum rules_color)ply->color));

	return king != RULES_NO_SQUARE && !sense_shows(&r->sense, king, pos->at[king]);
}

static bool is_king_to_centre(const struct read_ply *ply)
{
	return rules_kind_of(ply->mover) == RULES_KING && rules_has(CENTRE, read_goal(ply->move));
}

bool read_is_end_begun(const struct reader *r, const struct read_ply *ply)
{
	return is_king_to_centre(ply) &&
	       (r->now_ms - ply->rest_ms < FOLLOWS_MS || is_other_king_off(r, ply));
}

bool read_is_second_king_off(const struct reader *r, const struct read_ply *ply)
{
	rules_square king = rules_king_square(&r->worlds.world[0].pos,
					      rules_opponent((enum rules_color)ply->color));

	if (!is_king_to_centre(ply) || !is_other_king_off(r, ply))
		return false;
	/* Lifted after it, the clock tells whether that is an answer. */
	return !r->config.has_clock || r->sense.changed_ms[king] <= ply->rest_ms;
}

/* Where no men are seen, hands that clear the board hide what was still open before. */
static bool is_handled(const struct read_world *w)
{
	return w->is_over || w->total - w->cost >= HANDLED_FROM;
}

/* At rest, was all explained and told? */
static void note_rest(struct reader *r)
{
	const struct read_world *w = &r->worlds.world[0];

	if (!is_handled(w) && r->now_ms - r->changed_ms >= REST_MS)
		r->was_open = r->anchor + w->plies != r->told || w->total != w->cost;
}

/* What was open then was played, and nobody knows how; nor what is while a clock runs. */
static void say_open_end(struct reader *r)
{
	bool is_played = r->config.has_clock && r->running != READ_NOBODY;

	if (!r->sense.sees_men && (r->was_open || is_played) && !r->is_unsure)
		read_say_unsure(r);
}

void read_publish_end(struct reader *r)
{
	uint8_t result = result_of_kings(r);

	note_rest(r);
	if (r->was_open && is_handled(&r->worlds.world[0]) && r->now_ms - r->changed_ms >= REST_MS)
		say_open_end(r);

	if (is_set_up(r)) {
		if (!r->is_over) {
			say_open_end(r);
			read_tell(r, READ_NEWS_OVER);
		}
		r->is_over = true;
		read_tell(r, READ_NEWS_SET_UP);
		return;
	}
	if ((result != 0 && !r->kings_told) || (!r->is_over && are_all_over(r))) {
		if (result != 0)
			take_kings_back(r);
		say_open_end(r);
		read_tell(r, READ_NEWS_OVER)->result = result;
		r->is_over = true;
		r->kings_told = result != 0;
	}
}
