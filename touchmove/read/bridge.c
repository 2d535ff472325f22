/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/bridge.h"

#include "rules-core/movegen.h"
#include "touchmove/read/publish.h"

#define SEARCH_FROM      64 /* a bill as high as this is not explained */
#define UNPRESSED_NOW    32 /* made during the gap and not pressed yet */
#define WRONG_TURN       96 /* the clock of the other player runs */
#define ELSEWHERE        64 /* a line that begins or ends elsewhere than where men were seen to go */
#define LOST_FROM        80   /* the best reading is no better than this: none is right */
#define DUMP_MS          3000 /* how often a whole board comes when something may be lost */
#define UNEXPLAINED_FROM 112  /* a bill as high as this for so long: */
#define UNEXPLAINED_MS   6000 /* the thread is lost */
#define FASTEST_MS       500  /* half-moves do not follow each other faster */

void read_bridge_gap(struct reader *r, bool is_blind)
{
	const struct read_world *w = &r->worlds.world[0];

	if (!r->is_blind) {
		r->gap_ms = r->unseen_ms = r->now_ms;
		r->begun = sense_differs(&r->sense, &w->pos) & w->pos.of_color[w->pos.turn] &
			   ~rules_all_men(&r->sense.seen);
	}
	r->has_gap = true;
	r->is_blind |= is_blind;
	r->clock_is_old |= is_blind;
}

bool read_bridge_note(struct reader *r, rules_square square, rules_piece piece)
{
	struct sense_change change;
	struct read_event event;

	if (!sense_look(&r->sense, square, piece, r->now_ms, &change))
		return false;
	event = (struct read_event){.at_ms = r->now_ms,
				    .since_ms = change.since_ms,
				    .square = square,
				    .was = change.was,
				    .is = change.is,
				    .is_of_dump = true};
	sense_take(&r->sense, &change);
	read_events_add(&r->events, &event);
	return true;
}

void read_bridge_square(struct reader *r, rules_square square, rules_piece piece)
{
	if (!read_bridge_note(r, square, piece))
		return;
	r->changed_ms = r->input_ms = r->now_ms;
	r->dumped |= rules_set_of(square);
	r->live |= rules_set_of(square);
}

/* The world as far as it was told: every other one goes on from it. */
static void told_world(const struct reader *r, struct read_world *ret)
{
	const struct read_world *from = &r->worlds.world[0];
	unsigned k = r->told - r->anchor;

	for (unsigned i = 0; i < r->worlds.count; i++)
		if (!r->worlds.world[i].is_over && r->worlds.world[i].plies >= k) {
			from = &r->worlds.world[i];
			break;
		}
	*ret = *from;
	ret->is_over = ret->has_early = ret->has_sets = false;
	ret->unpressed_count = 0;
	ret->plies = (uint8_t)(k < from->plies ? k : from->plies);
	read_position(r, &ret->pos);
}

/* What a half-move made in the gap costs: how many were likely in that time? */
static int32_t price_of_half_move(const struct reader *r, uint32_t time_ms)
{
	int32_t usual = read_manner_row(READ_INFERRED)->cost;
	uint32_t quarters = r->pace_ms > 0 ? (uint32_t)((uint64_t)time_ms * 4 / r->pace_ms) : 16;

	if (quarters < 2)
		return usual * 3;
	if (quarters < 4)
		return usual * 2;
	return quarters < 12 ? usual : usual / 2;
}

static void search_lines(struct reader *r)
{
	uint32_t time_ms = r->now_ms - r->unseen_ms;
	uint32_t most = 1 + time_ms / FASTEST_MS;
	struct read_world from;

	told_world(r, &from);
	if (from.plies != r->told - r->anchor)
		return;
	if (most > (uint32_t)(read_open_max(&r->sense) - from.plies))
		most = (uint32_t)(read_open_max(&r->sense) - from.plies);
	if (most > READ_LINE_PLIES)
		most = READ_LINE_PLIES;
	read_search_begin(&r->search, &from.pos, (uint8_t)most, price_of_half_move(r, time_ms),
			  r->changed_ms);
}

/* The best reading without its last half-move. */
static void step_back(const struct reader *r, struct read_world *ret)
{
	read_world_copy(ret, &r->worlds.world[0]);
	ret->plies--;
	ret->pos = r->anchor_pos;
	for (unsigned i = 0; i < ret->plies; i++)
		rules_apply(&ret->pos, ret->ply[i].move, NULL);
	ret->has_sets = ret->has_early = false;
	ret->unpressed_count = 0;
}

void read_bridge_other_goal(struct reader *r)
{
	const struct read_world *best = &r->worlds.world[0];
	const struct read_ply *last = read_last_ply(best);
	struct read_view view = read_view_of(r);
	struct read_brood brood;
	struct read_world before;
	struct rules_moves moves;

	if (best->is_over || !last)
		return;
	step_back(r, &before);
	read_brood_clear(&brood);
	rules_legal_moves_between(&before.pos, rules_set_of(rules_from(last->move)),
				  rules_all_men(&r->sense.seen), &moves);
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position after = before.pos;
		struct read_world *child;

		rules_apply(&after, moves.move[i], NULL);
		if (moves.move[i] == last->move || sense_differs(&r->sense, &after) != 0)
			continue;
		child = read_spawn_child(&view, &before, moves.move[i], READ_HOW_LOST,
					 read_manner_row(READ_UPDATE_LOST)->cost, &brood);
		if (!child)
			break;
		child->ply[before.plies].rest_ms = last->rest_ms;
		child->ply[before.plies].event = last->event;
		child->unpressed_count = best->unpressed_count;
		memcpy(child->unpressed, best->unpressed, sizeof(child->unpressed));
	}
	if (brood.count > 0)
		read_prune(r, &brood);
}

/* Clocks stopped, and men handled: nobody plays any longer. */
static bool is_ended(const struct reader *r)
{
	return r->worlds.world[0].is_over && !r->is_blind &&
	       (r->is_over || (r->config.has_clock && r->running == READ_NOBODY));
}

void read_bridge_board(struct reader *r, rules_set changed)
{
	const struct read_world *w = &r->worlds.world[0];

	if (changed != 0 && !r->is_blind)
		r->unseen_ms = r->now_ms > DUMP_MS ? r->now_ms - DUMP_MS : 0;
	changed |= r->live;
	if (changed != 0 && !is_ended(r) &&
	    (w->is_over || w->total - w->cost >= SEARCH_FROM || r->is_blind))
		search_lines(r);
	r->is_blind = false;
}

void read_bridge_board_changed(struct reader *r)
{
	if (r->search.is_open)
		search_lines(r); /* the board it looked for is gone */
}

/* --- how likely a line is --- */

static int32_t clock_cost(const struct read_world *w, uint8_t running)
{
	const struct read_ply *last = read_last_ply(w);

	if (running == READ_NOBODY || w->pos.turn == running)
		return 0;
	return last && last->how == READ_HOW_INFERRED ? UNPRESSED_NOW : WRONG_TURN;
}

/* A man in the air when the gap began moved first. */
static int32_t begin_cost(const struct reader *r, const struct read_line *line)
{
	return r->begun != 0 && (read_squares_left(line->move[0]) & r->begun) == 0 ? ELSEWHERE : 0;
}

/* What was seen at the end of the gap was done at its end. */
static int32_t end_cost(const struct reader *r, const struct read_line *line)
{
	rules_move last = line->move[line->count - 1];

	if (r->live == 0 || line->differs > 0)
		return 0;
	return ((read_squares_left(last) | read_squares_reached(last)) & r->live) == 0 ? ELSEWHERE
										       : 0;
}

static void add_line(struct reader *r, const struct read_world *from, const struct read_line *line,
		     struct read_brood *brood)
{
	struct read_view view = read_view_of(r);
	struct read_world at = *from;

	at.cost += read_line_cost(line, r->search.price) + begin_cost(r, line) + end_cost(r, line);
	for (unsigned i = 0; i < line->count; i++) {
		struct read_brood one;
		struct read_world *child;

		read_brood_clear(&one);
		child = read_spawn_child(&view, &at, line->move[i], READ_HOW_INFERRED, 0, &one);
		if (!child)
			return;
		at = *child;
	}
	if (!r->clock_is_old && r->config.has_clock)
		at.cost += clock_cost(&at, r->running);
	if (brood->count < READ_BROOD_MAX)
		brood->world[brood->count++] = at;
}

/* A while in which nothing was understood is no sign that the game has ended. */
static void drop_ends(struct reader *r, const struct read_world *told)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < r->worlds.count; i++)
		if (!r->worlds.world[i].is_over)
			r->worlds.world[kept++] = r->worlds.world[i];
	/* With the clock stopped, or before the first half-move, it is: men are handled freely. */
	if (kept == 0 && (r->told == 0 || (r->config.has_clock && r->running == READ_NOBODY)))
		return;
	if (kept == 0)
		r->worlds.world[kept++] = *told;
	r->worlds.count = (uint8_t)kept;
}

/* More was likely played than is looked for: a short line proves nothing. */
static bool is_gap_too_long(const struct reader *r)
{
	return r->search.count > 0 &&
	       (r->now_ms - r->unseen_ms) / READ_LINE_PLIES > r->pace_ms + r->pace_ms / 4;
}

/*
 * Was there time for a longer line to the same board? Men that go twice where once would
 * do are rare, and nothing that comes tells them from those that went once.
 */
static bool may_be_longer(const struct reader *r)
{
	uint64_t time_ms = r->now_ms - r->unseen_ms;
	unsigned shortest = READ_LINE_PLIES;

	for (unsigned i = 0; i < r->search.count; i++)
		if (r->search.line[i].differs == 0 && r->search.line[i].count < shortest)
			shortest = r->search.line[i].count;
	for (unsigned i = 0; i < r->search.count; i++)
		if (r->search.line[i].count > shortest && r->search.line[i].differs == 0 &&
		    time_ms * 2 >= (uint64_t)r->search.line[i].count * r->pace_ms)
			return true;
	return false;
}

/* Was a line dropped that could have been told? */
static bool is_cut(const struct reader *r)
{
	int32_t cheapest = INT32_MAX;

	for (unsigned i = 0; i < r->search.count; i++) {
		int32_t cost = read_line_cost(&r->search.line[i], r->search.price);

		cheapest = cost < cheapest ? cost : cheapest;
	}
	return r->search.is_cut ||
	       (r->search.count > 0 && r->search.dropped - READ_MARGIN < cheapest);
}

static void lose_thread(struct reader *r)
{
	if (!r->is_unsure)
		read_say_unsure(r);
	r->is_lost = true;
	r->lost_ms = r->now_ms;
}

/* Does none of the good readings explain the board? */
static bool is_unexplained(const struct reader *r)
{
	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (w->total - w->cost < LOST_FROM &&
		    w->total < r->worlds.world[0].total + read_margin(r))
			return false;
	}
	return true;
}

void read_bridge_go_on(struct reader *r)
{
	struct read_brood brood;
	struct read_world from;

	if (!r->search.is_open || !read_search_step(&r->search, &r->sense))
		return;
	told_world(r, &from);
	drop_ends(r, &from);
	read_brood_clear(&brood);
	for (unsigned i = 0; i < r->search.count; i++)
		add_line(r, &from, &r->search.line[i], &brood);
	read_prune(r, &brood);
	if (!r->kings_told && !r->worlds.world[0].is_over)
		r->is_over = false; /* it only seemed so while nothing was understood */
	r->live = 0;
	r->input_ms = r->now_ms;
	if (is_unexplained(r))
		lose_thread(r);
	else if (!r->is_unsure && (is_cut(r) || is_gap_too_long(r) || may_be_longer(r)))
		read_say_unsure(r); /* what is told now is the best of too many */
}

/* Is there a reading that explains the board? Presses without a move are law's. */
static bool is_explained(const struct reader *r)
{
	const struct read_world *w = &r->worlds.world[0];
	struct read_view view = read_view_of(r);

	if (w->is_over) /* while a clock is pressed the game only seems to be over */
		return r->kings_told || !r->config.has_clock;
	return w->total - w->cost - read_bill_early_press(&view, w) < UNEXPLAINED_FROM;
}

/* Who is not done yet may have anything on the board; that play goes on tells. */
static bool has_gone_on(const struct reader *r)
{
	uint32_t time_ms = r->now_ms - r->bad_ms;

	return r->config.has_clock ? time_ms >= UNEXPLAINED_MS && r->presses >= r->bad_presses + 2
				   : time_ms >= 4 * UNEXPLAINED_MS;
}

void read_bridge_mind_thread(struct reader *r)
{
	bool is_stopped = r->config.has_clock && r->running == READ_NOBODY;

	if (is_explained(r) || is_stopped || r->is_blind || r->is_recalling) {
		r->bad_ms = 0;
	} else if (r->bad_ms == 0) {
		r->bad_ms = r->now_ms;
		r->bad_presses = r->presses;
	} else if (has_gone_on(r) && !r->search.is_open && !r->is_lost) {
		r->gap_ms = r->unseen_ms = r->bad_ms > DUMP_MS ? r->bad_ms - DUMP_MS : 0;
		r->begun = 0;
		r->has_gap = true;
		r->bad_ms = 0;
		search_lines(r);
	}
}

void read_bridge_clock(struct reader *r, uint8_t running)
{
	if (!r->clock_is_old || running == READ_NOBODY)
		return;
	r->clock_is_old = false;
	for (unsigned i = 0; i < r->worlds.count; i++)
		if (!r->worlds.world[i].is_over)
			r->worlds.world[i].cost += clock_cost(&r->worlds.world[i], running);
}
