/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"
#include "simulator/hands/sim_hands_private.h"

/* How hands make one move. The order and the pauses are what a board shows of it. */

#define BRUSH_MS 450 /* a clock is asked up to 400 ms late */

/* --- habits --- */

/*
 * Counted in 458 changes and 36 captures of three games: 25 swaps, 7 victims
 * first, 3 movers first; 2 places before lifts; about 10 squares slid over; 5
 * captured men dragged. All castlings were king then rook, the only en passant
 * took the pawn last. The rest has not been counted by anyone.
 */
struct sim_habits sim_habits_counted(void)
{
	return (struct sim_habits){
		.manner = {[SIM_MANNER_LIFT] = 960,
			   [SIM_MANNER_SLIDE] = 25,
			   [SIM_MANNER_PLACE_FIRST] = 15,
			   [SIM_MANNER_SWAP] = 700,
			   [SIM_MANNER_VICTIM_FIRST] = 200,
			   [SIM_MANNER_MOVER_FIRST] = 100,
			   [SIM_MANNER_PASSED_LAST] = 700,
			   [SIM_MANNER_PASSED_FIRST] = 150,
			   [SIM_MANNER_PASSED_BETWEEN] = 150,
			   [SIM_MANNER_KING_THEN_ROOK] = 880,
			   [SIM_MANNER_BOTH_IN_HAND] = 60,
			   [SIM_MANNER_ROOK_DOWN_FIRST] = 40,
			   [SIM_MANNER_TWO_HANDS] = 20,
			   [SIM_MANNER_PAWN_DOWN] = 500,
			   [SIM_MANNER_PAWN_KEPT] = 300,
			   [SIM_MANNER_PAWN_SWAP] = 100,
			   [SIM_MANNER_NEW_FIRST] = 100},
		.quirk = {[SIM_QUIRK_PUT_BACK] = 8000,
			  [SIM_QUIRK_TOUCH_BLOCKED] = 2000,
			  [SIM_QUIRK_ADJUST] = 10000,
			  [SIM_QUIRK_STRAIGHTEN] = 5000,
			  [SIM_QUIRK_FUMBLE] = 4000,
			  [SIM_QUIRK_SMEAR] = 150000,
			  [SIM_QUIRK_KNOCK] = 1000,
			  [SIM_QUIRK_HASTE] = 20000,
			  [SIM_QUIRK_BRUSH] = 140000,
			  [SIM_QUIRK_FETCH] = 50000,
			  [SIM_QUIRK_QUICK_PRESS] = 150000,
			  [SIM_QUIRK_QUICK_REPLY] = 20000,
			  [SIM_QUIRK_NO_LAST_PRESS] = 300000,
			  [SIM_QUIRK_KINGS] = 700000,
			  [SIM_QUIRK_SWEEP] = 200000},
	};
}

struct sim_habits sim_habits_careful(void)
{
	return (struct sim_habits){
		.manner = {[SIM_MANNER_LIFT] = 1,
			   [SIM_MANNER_VICTIM_FIRST] = 1,
			   [SIM_MANNER_PASSED_LAST] = 1,
			   [SIM_MANNER_KING_THEN_ROOK] = 1,
			   [SIM_MANNER_PAWN_DOWN] = 1},
	};
}

struct sim_habits sim_habits_hasty(void)
{
	struct sim_habits habits = sim_habits_counted();

	habits.manner[SIM_MANNER_SLIDE] = 50;
	habits.quirk[SIM_QUIRK_QUICK_REPLY] = 40000;
	habits.quirk[SIM_QUIRK_GLIDE] = 400000;
	habits.quirk[SIM_QUIRK_GLIDE_CAPTURE] = 40000;
	habits.quirk[SIM_QUIRK_GLIDE_CASTLE] = 100000;
	habits.quirk[SIM_QUIRK_PUSH_CAPTURE] = 20000;
	habits.quirk[SIM_QUIRK_BRUSH_EARLY] = 500000;
	habits.quirk[SIM_QUIRK_BRUSH_FAR] = 200000;
	habits.quirk[SIM_QUIRK_AT_ONCE] = 60000;
	habits.quirk[SIM_QUIRK_RUNNING_END] = 400000;
	habits.quirk[SIM_QUIRK_KING_BY_KING] = 300000;
	return habits;
}

const char *sim_manner_name(enum sim_manner manner)
{
	static const char *const names[SIM_MANNERS] = {
		[SIM_MANNER_LIFT] = "lift",
		[SIM_MANNER_SLIDE] = "slide",
		[SIM_MANNER_PLACE_FIRST] = "place_first",
		[SIM_MANNER_SWAP] = "swap",
		[SIM_MANNER_VICTIM_FIRST] = "victim_first",
		[SIM_MANNER_MOVER_FIRST] = "mover_first",
		[SIM_MANNER_PASSED_LAST] = "passed_last",
		[SIM_MANNER_PASSED_FIRST] = "passed_first",
		[SIM_MANNER_PASSED_BETWEEN] = "passed_between",
		[SIM_MANNER_KING_THEN_ROOK] = "king_then_rook",
		[SIM_MANNER_BOTH_IN_HAND] = "both_in_hand",
		[SIM_MANNER_ROOK_DOWN_FIRST] = "rook_down_first",
		[SIM_MANNER_TWO_HANDS] = "two_hands",
		[SIM_MANNER_PAWN_DOWN] = "pawn_down",
		[SIM_MANNER_PAWN_KEPT] = "pawn_kept",
		[SIM_MANNER_PAWN_SWAP] = "pawn_swap",
		[SIM_MANNER_NEW_FIRST] = "new_first",
	};

	return names[manner];
}

/* One of a row of manners, by weight; the first one if none has any. */
static enum sim_manner choose(struct sim_hands *h, enum sim_manner first, enum sim_manner last)
{
	const uint32_t *weight = h->config.habits.manner;
	uint32_t total = 0, chosen;

	for (unsigned i = first; i <= last; i++)
		total += weight[i];
	if (total == 0)
		return first;
	chosen = sim_random_below(&h->random, total);
	for (unsigned i = first; i < last; i++) {
		if (chosen < weight[i])
			return (enum sim_manner)i;
		chosen -= weight[i];
	}
	return last;
}

/* --- a man to an empty square --- */

static bool is_adjacent(rules_square a, rules_square b)
{
	return rules_has(rules_sight[a].king, b);
}

/* A square it may be seen on before it arrives: on its way, or next to the goal. */
static rules_set way(const struct sim_hands *h, const struct sim_turn *turn)
{
	rules_set between = rules_between(turn->from, turn->to);
	rules_set squares = between ? between : rules_sight[turn->to].king;

	if (rules_kind_of(turn->piece) == RULES_PAWN) /* there it would be promoted */
		squares &= ~(rules_rank_set(0) | rules_rank_set(7));
	return squares & sim_hand_free(h) & ~rules_set_of(turn->from) & ~rules_set_of(turn->to);
}

/* Down on a square for a moment, less than it takes to count as released. */
static void step_on(struct sim_hands *h, rules_square square, rules_piece piece)
{
	sim_hand_place(h, square, piece);
	sim_hand_rest(h, h->config.seen_ms, h->config.seen_ms + 200);
	sim_hand_lift(h, square);
	if (sim_hand_chance(h, SIM_QUIRK_SMEAR))
		sim_hand_rest(h, 20, 90);
	else
		sim_hand_travel(h);
	h->was_slow = true;
}

/* Pushed over the board: it is on the next square before it has left the last one, for a moment. */
static void push_over(struct sim_hands *h, const struct sim_turn *turn)
{
	rules_set squares = way(h, turn);
	rules_square on = turn->from;
	int step = (rules_file_of(turn->to) > rules_file_of(on)) -
		   (rules_file_of(turn->to) < rules_file_of(on)) +
		   8 * ((rules_rank_of(turn->to) > rules_rank_of(on)) -
			(rules_rank_of(turn->to) < rules_rank_of(on)));

	for (rules_square next = (rules_square)(on + step); next != turn->to;
	     next = (rules_square)(next + step)) {
		if (!rules_has(squares, next) || sim_random_below(&h->random, 3) == 0)
			continue;
		sim_hand_place(h, next, turn->piece);
		sim_hand_rest(h, 20, 200);
		sim_hand_lift(h, on);
		sim_hand_rest(h, 40, h->config.seen_ms);
		on = next;
	}
	sim_hand_place(h, turn->to, turn->piece);
	sim_hand_rest(h, 20, 80);
	sim_hand_lift(h, on);
	h->was_slow = true;
}

static void slide(struct sim_hands *h, struct sim_turn *turn)
{
	rules_set on_way = way(h, turn);
	rules_square first;

	if (rules_between(turn->from, turn->to) && sim_hand_chance(h, SIM_QUIRK_GLIDE)) {
		push_over(h, turn);
		return;
	}
	first = sim_hand_choose(h, on_way);
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	if (first == RULES_NO_SQUARE)
		turn->manner = SIM_MANNER_LIFT;
	else
		step_on(h, first, turn->piece);
	sim_hand_place(h, turn->to, turn->piece);
}

/* Men around the goal fall over, and are stood up again before the move goes on. */
static void knock(struct sim_hands *h, const struct sim_turn *turn)
{
	rules_set men = ~sim_hand_free(h) & ~h->avoid & ~sim_turn_squares(turn);
	rules_square squares[3];
	rules_piece pieces[3];

	if (rules_count(men) < 3)
		return;
	for (int i = 0; i < 3; i++) {
		rules_set near = men & rules_sight[turn->to].king;

		squares[i] = sim_hand_choose(h, near ? near : men);
		men &= ~rules_set_of(squares[i]);
		pieces[i] = h->men[squares[i]];
	}
	sim_hand_rest(h, 600, 800);
	for (int i = 0; i < 3; i++) {
		sim_hand_lift(h, squares[i]);
		sim_hand_rest(h, 5, 40);
	}
	sim_hand_rest(h, 800, 2000);
	for (int i = 0; i < 3; i++) {
		sim_hand_place(h, squares[i], pieces[i]);
		sim_hand_travel(h);
	}
}

static void carry(struct sim_hands *h, const struct sim_turn *turn)
{
	rules_square wrong;

	sim_hand_lift(h, turn->from);
	if (sim_hand_chance(h, SIM_QUIRK_HASTE)) {
		sim_hand_rest(h, 90, 220);
		sim_hand_place(h, turn->to, turn->piece);
		return;
	}
	if (sim_hand_chance(h, SIM_QUIRK_KNOCK))
		knock(h, turn);
	sim_hand_travel(h);
	wrong = sim_hand_choose(h, way(h, turn));
	if (sim_hand_chance(h, SIM_QUIRK_FUMBLE) && wrong != RULES_NO_SQUARE)
		step_on(h, wrong, turn->piece);
	sim_hand_place(h, turn->to, turn->piece);
}

static void walk(struct sim_hands *h, struct sim_turn *turn)
{
	turn->manner = choose(h, SIM_MANNER_LIFT, SIM_MANNER_PLACE_FIRST);
	if (turn->manner == SIM_MANNER_PLACE_FIRST && !is_adjacent(turn->from, turn->to))
		turn->manner = SIM_MANNER_LIFT;
	if (turn->manner == SIM_MANNER_SLIDE) {
		slide(h, turn);
	} else if (turn->manner == SIM_MANNER_PLACE_FIRST) {
		sim_hand_place(h, turn->to, turn->piece);
		sim_hand_rest(h, h->config.seen_ms, h->config.seen_ms + 60);
		sim_hand_lift(h, turn->from);
	} else {
		carry(h, turn);
	}
}

/* --- captures --- */

/* The capturer is not lifted first: it is pushed there, or leant over. */
static bool reach_over(struct sim_hands *h, const struct sim_turn *turn)
{
	if (rules_between(turn->from, turn->to) && sim_hand_chance(h, SIM_QUIRK_GLIDE_CAPTURE)) {
		push_over(h, turn);
		return true;
	}
	if (is_adjacent(turn->from, turn->to) && sim_hand_chance(h, SIM_QUIRK_PUSH_CAPTURE)) {
		sim_hand_place(h, turn->to, turn->piece);
		sim_hand_rest(h, h->config.seen_ms, h->config.seen_ms + 60);
		sim_hand_lift(h, turn->from);
		return true;
	}
	return false;
}

static void capture(struct sim_hands *h, struct sim_turn *turn)
{
	turn->manner = choose(h, SIM_MANNER_SWAP, SIM_MANNER_MOVER_FIRST);
	if (turn->manner == SIM_MANNER_VICTIM_FIRST) {
		sim_hand_lift(h, turn->victim);
		sim_hand_travel(h);
	}
	if (turn->manner != SIM_MANNER_MOVER_FIRST && reach_over(h, turn))
		return;
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	if (turn->manner == SIM_MANNER_MOVER_FIRST) {
		sim_hand_lift(h, turn->victim);
		sim_hand_travel(h);
	}
	if (sim_hand_chance(h, SIM_QUIRK_GLIDE_CAPTURE)) {
		rules_square on = sim_hand_choose(h, way(h, turn));

		if (on != RULES_NO_SQUARE)
			step_on(h, on, turn->piece);
	}
	sim_hand_place(h, turn->to, turn->piece);
}

static void capture_in_passing(struct sim_hands *h, struct sim_turn *turn)
{
	turn->manner = choose(h, SIM_MANNER_PASSED_LAST, SIM_MANNER_PASSED_BETWEEN);
	if (turn->manner == SIM_MANNER_PASSED_FIRST) {
		sim_hand_lift(h, turn->victim);
		sim_hand_travel(h);
	}
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	if (turn->manner == SIM_MANNER_PASSED_BETWEEN) {
		sim_hand_lift(h, turn->victim);
		sim_hand_travel(h);
	}
	sim_hand_place(h, turn->to, turn->piece);
	if (turn->manner == SIM_MANNER_PASSED_LAST) {
		sim_hand_travel(h);
		sim_hand_lift(h, turn->victim);
	}
}

static void brush(struct sim_hands *h, rules_square square, rules_piece victim)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_PLACE, .square = square, .piece = victim});
	sim_hand_rest(h, h->config.seen_ms, h->config.seen_ms + 150);
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_LIFT, .square = square, .piece = victim});
	h->avoid |= rules_set_of(square);
}

void sim_move_brush(struct sim_hands *h, const struct sim_turn *turn, rules_piece victim,
		    rules_set keep_off)
{
	rules_set around = rules_sight[turn->victim].king & sim_hand_free(h) & ~keep_off;
	rules_square square = sim_hand_choose(h, around);

	if (square == RULES_NO_SQUARE)
		return;
	/* Not before the board has told of the press: at a press it would be a man left there. */
	sim_hand_rest(h, BRUSH_MS, 2 * BRUSH_MS);
	brush(h, square, victim);
}

/* The same without regard to the press; before that it is not there for long. */
void sim_move_brush_early(struct sim_hands *h, const struct sim_turn *turn, rules_piece victim,
			  rules_set keep_off)
{
	rules_set around = rules_sight[turn->victim].king & sim_hand_free(h) & ~keep_off;
	rules_square square = sim_hand_choose(h, around);

	if (square == RULES_NO_SQUARE)
		return;
	sim_hand_rest(h, 30, BRUSH_MS);
	brush(h, square, victim);
	if (!sim_hand_chance(h, SIM_QUIRK_BRUSH_FAR))
		return;
	square = sim_hand_choose(h, rules_sight[square].king & sim_hand_free(h) & ~keep_off);
	sim_hand_rest(h, 30, 300);
	if (square != RULES_NO_SQUARE)
		brush(h, square, victim);
}

/* --- castling --- */

/* In Chess960 king or rook may stay, or stand where the other goes. */
static bool needs_both_hands(const struct sim_turn *turn)
{
	return turn->to == turn->rook_from;
}

static void glide_castling(struct sim_hands *h, rules_square from, rules_square to,
			   rules_piece piece)
{
	if (sim_hand_chance(h, SIM_QUIRK_GLIDE_CASTLE)) {
		rules_square on = sim_hand_choose(h, rules_between(from, to) & sim_hand_free(h));

		if (on != RULES_NO_SQUARE)
			step_on(h, on, piece);
	}
}

static void castle(struct sim_hands *h, struct sim_turn *turn)
{
	rules_piece rook = h->men[turn->rook_from];

	turn->manner = choose(h, SIM_MANNER_KING_THEN_ROOK, SIM_MANNER_TWO_HANDS);
	if (turn->manner == SIM_MANNER_KING_THEN_ROOK && needs_both_hands(turn))
		turn->manner = SIM_MANNER_BOTH_IN_HAND;
	sim_hand_lift(h, turn->from);
	if (turn->manner == SIM_MANNER_KING_THEN_ROOK) {
		sim_hand_travel(h);
		glide_castling(h, turn->from, turn->to, turn->piece);
		sim_hand_place(h, turn->to, turn->piece);
		sim_hand_travel(h);
		sim_hand_lift(h, turn->rook_from);
		sim_hand_travel(h);
		glide_castling(h, turn->rook_from, turn->rook_to, rook);
		sim_hand_place(h, turn->rook_to, rook);
		return;
	}
	if (turn->manner != SIM_MANNER_TWO_HANDS)
		sim_hand_travel(h);
	sim_hand_lift(h, turn->rook_from);
	sim_hand_travel(h);
	if (turn->manner == SIM_MANNER_ROOK_DOWN_FIRST) {
		sim_hand_place(h, turn->rook_to, rook);
		sim_hand_travel(h);
		sim_hand_place(h, turn->to, turn->piece);
		return;
	}
	sim_hand_place(h, turn->to, turn->piece);
	if (turn->manner != SIM_MANNER_TWO_HANDS)
		sim_hand_travel(h);
	sim_hand_place(h, turn->rook_to, rook);
}

/* --- promotion --- */

static void fetch(struct sim_hands *h)
{
	if (sim_hand_chance(h, SIM_QUIRK_FETCH))
		sim_hand_rest(h, 8000, 25000);
	else
		sim_hand_rest(h, h->config.seen_ms, 2500);
}

/* Art. 4.6: in any order, but what was captured must be off first. */
static void promote(struct sim_hands *h, struct sim_turn *turn)
{
	turn->manner = choose(h, SIM_MANNER_PAWN_DOWN, SIM_MANNER_NEW_FIRST);
	if (turn->manner == SIM_MANNER_NEW_FIRST) {
		if (turn->victim != RULES_NO_SQUARE) {
			sim_hand_lift(h, turn->victim);
			sim_hand_travel(h);
		}
		sim_hand_place(h, turn->to, turn->new_piece);
		sim_hand_travel(h);
		sim_hand_lift(h, turn->from);
		return;
	}
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	if (turn->manner == SIM_MANNER_PAWN_KEPT) {
		if (turn->victim != RULES_NO_SQUARE)
			sim_hand_lift(h, turn->victim);
	} else {
		sim_hand_place(h, turn->to, turn->piece);
		sim_hand_travel(h);
		if (turn->manner == SIM_MANNER_PAWN_DOWN)
			sim_hand_lift(h, turn->to);
	}
	fetch(h);
	sim_hand_place(h, turn->to, turn->new_piece);
}

void sim_move_make(struct sim_hands *h, struct sim_turn *turn)
{
	h->was_slow = false;
	if (rules_is_castling(turn->move))
		castle(h, turn);
	else if (rules_is_promotion(turn->move))
		promote(h, turn);
	else if (rules_special_of(turn->move) == RULES_EN_PASSANT)
		capture_in_passing(h, turn);
	else if (turn->victim != RULES_NO_SQUARE)
		capture(h, turn);
	else
		walk(h, turn);
	sim_hand_made(h, turn);
}
