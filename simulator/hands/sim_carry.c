/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"
#include "simulator/hands/sim_kind_private.h"

/*
 * One man from square to square, in continuous time. A man is sensed by the
 * square under it while it is low enough; where two squares meet both sense it.
 */

#define SHORT_MS   80, 450 /* with a push and a scan on either side less than makes a release */
#define BLINKS_MAX 3
#define HALF       (SIM_MILLION / 2)

bool sim_kind_chance(struct sim_hands *h, enum sim_slip slip)
{
	return sim_random_chance(&h->random, h->config.kind->slip[slip]);
}

void sim_kind_rest(struct sim_hands *h, struct sim_span span)
{
	sim_hand_rest(h, span.low_ms, span.high_ms);
}

void sim_carry_blink(struct sim_hands *h, rules_square square, uint64_t from_ms, uint32_t gap_ms)
{
	struct sim_act act = {.type = SIM_ACT_LIFT, .square = square, .piece = h->men[square]};
	uint64_t at_ms = h->at_ms;

	h->at_ms = from_ms;
	sim_hand_do(h, act);
	h->at_ms = from_ms + gap_ms;
	act.type = SIM_ACT_PLACE;
	sim_hand_do(h, act);
	h->at_ms = at_ms;
}

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

/* The next square from one to another, along the straight line or as near as can be. */
static rules_square step_to(rules_square from, rules_square to)
{
	return rules_square_at(rules_file_of(from) + sign(rules_file_of(to) - rules_file_of(from)),
			       rules_rank_of(from) + sign(rules_rank_of(to) - rules_rank_of(from)));
}

static bool is_adjacent(rules_square a, rules_square b)
{
	return rules_has(rules_sight[a].king, b);
}

/* No pawn is put down on a last rank on its way to another square: it would be promoted there. */
static rules_set free_squares(const struct sim_hands *h, const struct sim_trip *trip)
{
	rules_set squares = sim_hand_free(h) & ~trip->keep_off;

	if (rules_kind_of(trip->piece) == RULES_PAWN)
		squares &= ~(rules_rank_set(0) | rules_rank_set(7));
	return squares & ~rules_set_of(trip->from) & ~rules_set_of(trip->to);
}

/* Nobody puts a man where the other's hand still is: an answer lands after the move. */
static void wait_for_the_other(struct sim_hands *h)
{
	if (h->at_ms < h->free_ms)
		h->at_ms = h->free_ms;
}

/* The victim is out of the way a moment before, or under the man that comes. */
static void land(struct sim_hands *h, rules_square square, rules_piece piece)
{
	wait_for_the_other(h);
	if (h->men[square] != RULES_NO_PIECE && sim_random_chance(&h->random, HALF)) {
		sim_hand_lift(h, square);
		sim_hand_rest(h, 10, 180);
	}
	sim_hand_place(h, square, piece);
}

/* Over the board to a square that may be far: each border is crossed while both squares see it. */
static void push(struct sim_hands *h, rules_piece piece, rules_square from, rules_square to)
{
	uint32_t slow_ms = h->config.kind->travel.high_ms / 3;

	while (from != to) {
		rules_square next = step_to(from, to);
		uint32_t pace_ms = sim_random_between(&h->random, 30, slow_ms);
		uint32_t both_ms = sim_random_below(&h->random, pace_ms / 2);

		h->at_ms += pace_ms - both_ms;
		if (next == to)
			wait_for_the_other(h);
		sim_hand_place(h, next, piece);
		h->at_ms += both_ms;
		sim_hand_lift(h, from);
		from = next;
	}
}

/* Where a man lands that does not reach its goal: on its way, or else beside the goal. */
static rules_square short_of(struct sim_hands *h, const struct sim_trip *trip)
{
	rules_set way = rules_between(trip->from, trip->to);

	if (!way)
		way = rules_sight[trip->to].king;
	else
		way &= rules_sight[trip->to].king;
	return sim_hand_choose(h, way & free_squares(h, trip));
}

static bool land_short(struct sim_hands *h, const struct sim_trip *trip)
{
	rules_square stop = short_of(h, trip);

	if (stop == RULES_NO_SQUARE)
		return false;
	sim_hand_lift(h, trip->from);
	sim_kind_rest(h, h->config.kind->travel);
	wait_for_the_other(h);
	sim_hand_place(h, stop, trip->piece);
	sim_hand_rest(h, SHORT_MS);
	if (sim_random_chance(&h->random, HALF)) {
		push(h, trip->piece, stop, trip->to);
		return true;
	}
	sim_hand_lift(h, stop);
	sim_hand_rest(h, 30, 200);
	land(h, trip->to, trip->piece);
	return true;
}

static bool push_there(struct sim_hands *h, const struct sim_trip *trip)
{
	rules_set way = rules_between(trip->from, trip->to);

	if ((way & ~free_squares(h, trip)) || (!way && !is_adjacent(trip->from, trip->to)))
		return false;
	push(h, trip->piece, trip->from, trip->to);
	return true;
}

/* Low over the squares between: each sees it for a moment, if it looks just then. */
static bool carry_low(struct sim_hands *h, const struct sim_trip *trip)
{
	rules_set way = rules_between(trip->from, trip->to);
	rules_square at = trip->from;

	if (!way || (way & ~free_squares(h, trip)))
		return false;
	sim_hand_lift(h, trip->from);
	for (at = step_to(at, trip->to); at != trip->to; at = step_to(at, trip->to)) {
		sim_hand_rest(h, 10, 120);
		wait_for_the_other(h);
		sim_hand_place(h, at, trip->piece);
		sim_hand_rest(h, 20, 130);
		sim_hand_lift(h, at);
	}
	sim_hand_rest(h, 10, 120);
	land(h, trip->to, trip->piece);
	return true;
}

/* Neighbours with a side in common; at a corner a man stands on four squares, or falls. */
static rules_set beside(rules_square square)
{
	rules_set squares = rules_sight[square].king, found = 0;

	while (squares) {
		rules_square one = rules_take(&squares);

		if (rules_file_of(one) == rules_file_of(square) ||
		    rules_rank_of(one) == rules_rank_of(square))
			found |= rules_set_of(one);
	}
	return found;
}

/* The right square sees it all the time, the one beside it now and then. */
static void stand_on_line(struct sim_hands *h, struct sim_trip *trip)
{
	rules_square other = sim_hand_choose(h, beside(trip->to) & free_squares(h, trip));
	uint32_t blinks = sim_random_below(&h->random, BLINKS_MAX);

	if (other == RULES_NO_SQUARE)
		return;
	sim_hand_place(h, other, trip->piece);
	while (blinks-- > 0) {
		sim_hand_rest(h, 40, 400);
		sim_hand_lift(h, other);
		sim_hand_rest(h, 40, 300);
		sim_hand_place(h, other, trip->piece);
	}
	trip->line = other;
}

static void carry_high(struct sim_hands *h, const struct sim_trip *trip)
{
	sim_hand_lift(h, trip->from);
	sim_kind_rest(h, h->config.kind->travel);
	land(h, trip->to, trip->piece);
}

void sim_carry(struct sim_hands *h, struct sim_trip *trip)
{
	trip->line = RULES_NO_SQUARE;
	if (!trip->may_slip) {
		carry_high(h, trip);
		return;
	}
	if (!(sim_kind_chance(h, SIM_SLIP_SHORT) && land_short(h, trip)) &&
	    !(sim_kind_chance(h, SIM_SLIP_PUSH) && push_there(h, trip)) &&
	    !(sim_kind_chance(h, SIM_SLIP_LOW) && carry_low(h, trip)))
		carry_high(h, trip);
	if (sim_kind_chance(h, SIM_SLIP_LINE))
		stand_on_line(h, trip);
}
