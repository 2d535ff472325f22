/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"
#include "simulator/hands/sim_kind_private.h"

/* A turn by hands of a kind: what is done, to which men, and when the clock is pressed. */

#define TOLD_MS   450 /* by then the board has told of a press: a clock is asked every 400 ms */
#define LOOSE_MAX 4   /* men that stand badly, at a time */
#define GAP_MS    30, 420
#define HALF      (SIM_MILLION / 2)

/* The two players' business of this turn and the next. */
struct plan {
	struct sim_hands *h;
	struct sim_turn *turn;
	rules_piece victim;    /* RULES_NO_PIECE: nothing is taken */
	rules_set own, answer; /* the squares of this move, and of the one that follows */
	uint64_t last_press_ms, begin_ms, made_ms, press_ms;
	bool is_last;
	rules_square line; /* also seen there */
};

/* --- before --- */

void sim_kind_think(struct sim_hands *h)
{
	uint32_t mean_ms = h->config.think_ms;

	h->at_ms = h->next_ms;
	if (h->is_quick) /* it was said when it begins */
		return;
	if (sim_kind_chance(h, SIM_SLIP_AT_ONCE)) {
		sim_hand_rest(h, 0, 200);
		return;
	}
	sim_hand_rest(h, 100, 100 + mean_ms);
	sim_hand_rest(h, 0, mean_ms);
}

static rules_set squares_of_answer(const struct sim_hands *h)
{
	struct rules_position pos = h->pos;
	struct sim_turn answer;

	if (h->ply + 1 >= h->game.plies)
		return 0;
	rules_apply(&pos, h->game.moves[h->ply], NULL);
	answer = sim_turn_of(&pos, h->game.moves[h->ply + 1]);
	return sim_turn_squares(&answer);
}

/* Somebody's hand is on these squares until then. */
static void keep_off(struct sim_hands *h, rules_square square, uint64_t until_ms)
{
	h->avoid |= rules_set_of(square);
	if (h->avoid_ms < until_ms)
		h->avoid_ms = until_ms;
}

/* A hand waits for the other one that is where it wants to go. */
static void wait_for_hands(struct sim_hands *h, rules_set squares)
{
	if ((squares & h->avoid) && h->at_ms < h->avoid_ms)
		h->at_ms = h->avoid_ms;
	if (h->at_ms >= h->avoid_ms)
		h->avoid = 0;
}

static void put_back(const struct plan *p)
{
	struct sim_hands *h = p->h;

	sim_hand_lift(h, p->turn->from);
	sim_hand_rest(h, 400, 1500);
	sim_hand_place(h, p->turn->from, p->turn->piece);
	sim_hand_rest(h, 1200, 4000);
}

/* --- the move --- */

static void carry(struct plan *p, rules_square from, rules_square to, bool may_slip)
{
	struct sim_trip trip = {.piece = p->h->men[from],
				.from = from,
				.to = to,
				.may_slip = may_slip,
				.keep_off = p->answer | p->h->loose};

	sim_carry(p->h, &trip);
	p->line = trip.line;
}

/* The captured man in the other hand, low over squares beside where it stood. */
static void carry_off(struct plan *p)
{
	struct sim_hands *h = p->h;
	rules_set around = rules_sight[p->turn->victim].king & sim_hand_free(h);
	rules_square square = sim_hand_choose(h, around & ~(p->own | p->answer | h->loose));
	struct sim_act act = {.type = SIM_ACT_PLACE, .square = square, .piece = p->victim};

	if (square == RULES_NO_SQUARE)
		return;
	sim_hand_do(h, act);
	sim_hand_rest(h, 30, 350);
	act.type = SIM_ACT_LIFT;
	sim_hand_do(h, act);
	keep_off(h, square, h->at_ms);
}

static void take_off(struct plan *p, bool is_dragged)
{
	sim_hand_lift(p->h, p->turn->victim);
	if (is_dragged) {
		sim_hand_rest(p->h, 40, 250);
		carry_off(p);
		p->victim = RULES_NO_PIECE; /* it is off */
	}
}

static void capture(struct plan *p)
{
	struct sim_hands *h = p->h;
	uint32_t lot = sim_random_below(&h->random, 36);

	p->turn->manner = lot < 25   ? SIM_MANNER_SWAP
			  : lot < 32 ? SIM_MANNER_VICTIM_FIRST
				     : SIM_MANNER_MOVER_FIRST;
	if (p->turn->manner == SIM_MANNER_VICTIM_FIRST) {
		take_off(p, sim_kind_chance(h, SIM_SLIP_CARRY_OFF) &&
				    sim_random_chance(&h->random, HALF));
		sim_kind_rest(h, h->config.kind->between);
	}
	if (p->turn->manner != SIM_MANNER_MOVER_FIRST) {
		carry(p, p->turn->from, p->turn->to, true);
		return;
	}
	sim_hand_lift(h, p->turn->from);
	sim_kind_rest(h, h->config.kind->between);
	sim_hand_lift(h, p->turn->victim);
	sim_kind_rest(h, h->config.kind->travel);
	if (h->at_ms < h->free_ms)
		h->at_ms = h->free_ms;
	sim_hand_place(h, p->turn->to, p->turn->piece);
}

static void capture_in_passing(struct plan *p)
{
	struct sim_hands *h = p->h;
	bool is_last = sim_random_chance(&h->random, 3 * (SIM_MILLION / 4));

	p->turn->manner = is_last ? SIM_MANNER_PASSED_LAST : SIM_MANNER_PASSED_FIRST;
	if (!is_last) {
		sim_hand_lift(h, p->turn->victim);
		sim_kind_rest(h, h->config.kind->between);
	}
	carry(p, p->turn->from, p->turn->to, false);
	if (is_last) {
		sim_kind_rest(h, h->config.kind->between);
		sim_hand_lift(h, p->turn->victim);
	}
}

/* In Chess960 king or rook may stand where the other goes: then both are in the hands at once. */
static void castle(struct plan *p)
{
	struct sim_hands *h = p->h;
	const struct sim_turn *turn = p->turn;
	rules_piece rook = h->men[turn->rook_from];
	bool is_in_the_way = h->men[turn->to] != RULES_NO_PIECE;

	p->turn->manner = is_in_the_way ? SIM_MANNER_BOTH_IN_HAND : SIM_MANNER_KING_THEN_ROOK;
	if (!is_in_the_way) {
		carry(p, turn->from, turn->to, false);
		sim_kind_rest(h, h->config.kind->between);
		if (turn->rook_from != turn->rook_to)
			carry(p, turn->rook_from, turn->rook_to, false);
		return;
	}
	sim_hand_lift(h, turn->from);
	sim_kind_rest(h, h->config.kind->between);
	sim_hand_lift(h, turn->rook_from);
	sim_kind_rest(h, h->config.kind->travel);
	sim_hand_place(h, turn->to, turn->piece);
	sim_kind_rest(h, h->config.kind->between);
	sim_hand_place(h, turn->rook_to, rook);
}

/* The pawn first, then the new piece is fetched from beside the board. */
static void promote(struct plan *p)
{
	struct sim_hands *h = p->h;

	p->turn->manner = SIM_MANNER_PAWN_DOWN;
	carry(p, p->turn->from, p->turn->to, false);
	sim_kind_rest(h, h->config.kind->between);
	if (sim_random_chance(&h->random, HALF)) {
		sim_hand_lift(h, p->turn->to);
		sim_hand_rest(h, 300, 2500);
	} else {
		p->turn->manner = SIM_MANNER_PAWN_SWAP;
		sim_hand_rest(h, 300, 2500);
	}
	sim_hand_place(h, p->turn->to, p->turn->new_piece);
}

static void make(struct plan *p)
{
	if (rules_is_castling(p->turn->move)) {
		castle(p);
	} else if (rules_is_promotion(p->turn->move)) {
		promote(p);
	} else if (rules_special_of(p->turn->move) == RULES_EN_PASSANT) {
		capture_in_passing(p);
	} else if (p->turn->victim != RULES_NO_SQUARE) {
		capture(p);
	} else {
		p->turn->manner = SIM_MANNER_LIFT;
		carry(p, p->turn->from, p->turn->to, true);
	}
	p->made_ms = p->h->at_ms;
	sim_hand_made(p->h, p->turn);
}

/* --- what goes wrong beside it --- */

static rules_square neighbour(const struct plan *p)
{
	rules_set men = ~sim_hand_free(p->h) & ~p->h->avoid & rules_sight[p->turn->to].king;

	return sim_hand_choose(p->h, men & ~(p->own | p->answer | p->h->loose));
}

/* Art. 7.4.1: whoever displaces men puts them right in his own time. */
static void knock(struct plan *p)
{
	struct sim_hands *h = p->h;
	rules_square fallen = neighbour(p);
	rules_piece piece;

	if (fallen == RULES_NO_SQUARE)
		return;
	piece = h->men[fallen];
	h->at_ms -= sim_random_below(&h->random, 120); /* as the hand comes down, or goes */
	h->at_ms += sim_random_below(&h->random, 200);
	if (h->at_ms < p->begin_ms)
		h->at_ms = p->begin_ms;
	sim_hand_lift(h, fallen);
	sim_hand_rest(h, 300, 1600);
	if (h->at_ms < p->made_ms)
		h->at_ms = p->made_ms;
	sim_hand_place(h, fallen, piece);
}

static void nudge(struct plan *p)
{
	if (p->line != RULES_NO_SQUARE)
		sim_hand_lift(p->h, p->line);
	p->line = RULES_NO_SQUARE;
}

/* Men that stand badly are shaken by every move made beside them. */
static void shake(struct plan *p)
{
	struct sim_hands *h = p->h;
	uint32_t span_ms = (uint32_t)(p->made_ms - p->begin_ms);
	rules_set loose = h->loose & ~(p->own | p->answer);

	h->loose &= ~p->own; /* whoever takes a man puts it down anew */
	while (loose) {
		rules_square square = rules_take(&loose);
		uint64_t at_ms = p->begin_ms;

		for (uint32_t i = sim_random_below(&h->random, 3); i > 0; i--) {
			uint32_t gap_ms = sim_random_between(&h->random, GAP_MS);

			at_ms += sim_random_below(&h->random, span_ms + 1);
			if (at_ms > p->made_ms)
				break;
			sim_carry_blink(h, square, at_ms, gap_ms);
			at_ms += gap_ms + 20;
			keep_off(h, square, at_ms);
		}
	}
	if (rules_count(h->loose) < LOOSE_MAX && sim_kind_chance(h, SIM_SLIP_LOOSE))
		h->loose |= rules_set_of(p->turn->to);
}

/* --- after --- */

static void press(struct plan *p)
{
	struct sim_hands *h = p->h;

	sim_kind_rest(h, h->config.kind->press);
	if (!p->is_last && sim_kind_chance(h, SIM_SLIP_FORGET)) {
		p->press_ms = h->at_ms;
		if (!sim_kind_chance(h, SIM_SLIP_REMEMBER))
			return;
		h->at_ms += sim_random_between(&h->random, 1500, 6000);
	}
	if (h->at_ms < h->pressed_ms + 80) /* the lever is the other player's until then */
		h->at_ms = h->pressed_ms + 80;
	sim_hand_press(h, p->turn->color);
	h->pressed_ms = h->at_ms;
	if (!p->press_ms)
		p->press_ms = h->at_ms;
}

/* The mover's hand is back over the board, in the opponent's time. */
static void straighten(struct plan *p)
{
	struct sim_hands *h = p->h;
	rules_square square = p->turn->to;
	uint32_t gap_ms;

	if (sim_kind_chance(h, SIM_SLIP_STRAIGHTEN_BY))
		square = neighbour(p);
	if (square == RULES_NO_SQUARE || rules_has(p->answer, square))
		return;
	h->at_ms = p->press_ms + sim_random_between(&h->random, 150, 1200);
	gap_ms = sim_random_between(&h->random, 120, 700);
	sim_carry_blink(h, square, h->at_ms, gap_ms);
	keep_off(h, square, h->at_ms + gap_ms);
}

/* With time the hand presses first; in haste one hand presses while the other clears up. */
static void clear_up(struct plan *p)
{
	struct sim_hands *h = p->h;
	bool has_time = h->config.kind->travel.low_ms >= 200;

	h->at_ms = has_time ? p->press_ms + TOLD_MS : p->made_ms;
	sim_hand_rest(h, 10, 500);
	carry_off(p);
}

static void follow_up(struct plan *p)
{
	struct sim_hands *h = p->h;

	if (p->line != RULES_NO_SQUARE) {
		h->at_ms = p->press_ms + sim_random_between(&h->random, 200, 1500);
		keep_off(h, p->line, h->at_ms);
		nudge(p);
	}
	if (p->victim != RULES_NO_PIECE && sim_kind_chance(h, SIM_SLIP_CARRY_OFF))
		clear_up(p);
	else if (sim_kind_chance(h, SIM_SLIP_STRAIGHTEN))
		straighten(p);
}

/* When the opponent's hand is over the board: usually after the press. */
static void hand_over(struct plan *p)
{
	struct sim_hands *h = p->h;
	uint64_t from_ms = p->made_ms + 20;

	/* An early answer is not itself answered before both have pressed. */
	h->is_quick =
		!p->is_last && p->begin_ms > p->last_press_ms && sim_kind_chance(h, SIM_SLIP_EARLY);
	h->free_ms = p->made_ms + 40;
	h->next_ms = p->press_ms;
	if (!h->is_quick)
		return;
	/* The opponent can begin with men that this move does not need. */
	if (sim_kind_chance(h, SIM_SLIP_EARLY_AIR) && !(p->own & p->answer) &&
	    p->made_ms > p->begin_ms + 250)
		from_ms = p->made_ms - 250;
	h->next_ms = from_ms + sim_random_below(&h->random, (uint32_t)(p->press_ms - from_ms) + 1);
}

void sim_kind_turn(struct sim_hands *h, struct sim_turn *turn)
{
	struct plan p = {.h = h,
			 .turn = turn,
			 .victim = turn->victim == RULES_NO_SQUARE ? RULES_NO_PIECE
								   : h->men[turn->victim],
			 .own = sim_turn_squares(turn),
			 .answer = squares_of_answer(h),
			 .is_last = h->ply + 1 == h->game.plies,
			 .line = RULES_NO_SQUARE};

	wait_for_hands(h, p.own);
	p.begin_ms = h->at_ms;
	p.last_press_ms = h->pressed_ms;
	if (sim_kind_chance(h, SIM_SLIP_PUT_BACK) && !h->is_quick)
		put_back(&p);
	make(&p);
	shake(&p);
	if (sim_kind_chance(h, SIM_SLIP_KNOCK))
		knock(&p);
	if (p.line != RULES_NO_SQUARE && (p.is_last || !sim_kind_chance(h, SIM_SLIP_LINE_LATE))) {
		sim_hand_rest(h, 150, 1200);
		nudge(&p);
	}
	press(&p);
	if (!p.is_last)
		follow_up(&p);
	hand_over(&p);
}
