/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_violation.h"

#include "rules-core/check.h"
#include "rules-core/movegen.h"
#include "simulator/sim_hands_private.h"

#define CALM_PLIES 6 /* between two violations: what follows from one does not meet the next */

/* --- what is possible --- */

/* A man to an empty square, nothing else: only own men are touched then. */
static bool is_plain(const struct sim_turn *turn)
{
	return turn->victim == RULES_NO_SQUARE && !rules_is_castling(turn->move) &&
	       !rules_is_promotion(turn->move);
}

static bool is_king(const struct sim_turn *turn)
{
	return rules_kind_of(turn->piece) == RULES_KING;
}

static bool is_plain_move(const struct rules_position *pos, rules_move move)
{
	return (rules_special_of(move) == RULES_ORDINARY ||
		rules_special_of(move) == RULES_DOUBLE_STEP) &&
	       pos->at[rules_to(move)] == RULES_NO_PIECE;
}

/* The men the opponent moved last: lifting those is taken for straightening. */
static rules_set last_moved(const struct sim_hands *h)
{
	struct rules_position pos = h->game.start;
	struct sim_turn turn;

	if (h->ply == 0)
		return 0;
	for (size_t i = 0; i + 1 < h->ply; i++)
		rules_apply(&pos, h->game.moves[i], NULL);
	turn = sim_turn_of(&pos, h->game.moves[h->ply - 1]);
	return sim_turn_squares(&turn);
}

/* Own men that can move, and men of the opponent that can be taken. */
static rules_set movable(const struct rules_moves *moves)
{
	rules_set men = 0;

	for (size_t i = 0; i < moves->count; i++)
		men |= rules_set_of(rules_from(moves->move[i]));
	return men;
}

static rules_set capturable(const struct rules_position *pos, const struct rules_moves *moves)
{
	rules_set men = 0;

	for (size_t i = 0; i < moves->count; i++) {
		struct sim_turn turn = sim_turn_of(pos, moves->move[i]);

		if (turn.victim != RULES_NO_SQUARE)
			men |= rules_set_of(turn.victim);
	}
	return men;
}

/* Where a man can go without taking anything. */
static rules_set plain_targets(const struct rules_position *pos, const struct rules_moves *moves,
			       rules_square from)
{
	rules_set squares = 0;

	for (size_t i = 0; i < moves->count; i++)
		if (rules_from(moves->move[i]) == from && is_plain_move(pos, moves->move[i]))
			squares |= rules_set_of(rules_to(moves->move[i]));
	return squares;
}

/* --- what hands do --- */

static void confess(struct sim_hands *h, enum rules_color color, enum sim_violation violation)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_VIOLATION,
					.color = color,
					.ply = (uint16_t)(h->ply + 1),
					.violation = violation});
}

static void carry(struct sim_hands *h, rules_square from, rules_square to)
{
	rules_piece piece = h->men[from];

	sim_hand_lift(h, from);
	sim_hand_travel(h);
	sim_hand_place(h, to, piece);
}

static void press(struct sim_hands *h, enum rules_color color)
{
	sim_hand_rest(h, h->config.seen_ms + 40, h->config.seen_ms + 900);
	sim_hand_press(h, color);
}

/* The opponent, who has seen it, gives the clock back. */
static void give_back(struct sim_hands *h, const struct sim_turn *turn)
{
	sim_hand_rest(h, 1000, 2500);
	sim_hand_press(h, rules_opponent(turn->color));
	sim_hand_rest(h, 1000, 2500);
}

static void make_plainly(struct sim_hands *h, struct sim_turn *turn)
{
	turn->manner = SIM_MANNER_LIFT;
	carry(h, turn->from, turn->to);
	sim_hand_made(h, turn);
}

/* The move is made, and that is the moment the breach shows. */
static bool make_in_breach(struct sim_hands *h, struct sim_turn *turn, enum sim_violation violation)
{
	make_plainly(h, turn);
	confess(h, turn->color, violation);
	press(h, turn->color);
	return true;
}

/* Each returns false, with nothing done, where this turn gives no occasion for it. */

static bool touched_own(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	rules_set men = movable(moves) & ~rules_set_of(turn->from) &
			~(h->pos.of_kind[RULES_KING] | h->pos.of_kind[RULES_ROOK]);

	if (!is_plain(turn) || !men)
		return false;
	sim_hand_touch(h, sim_hand_choose(h, men));
	sim_hand_rest(h, 1200, 3000);
	return make_in_breach(h, turn, SIM_VIOLATION_TOUCHED_OWN);
}

static bool touched_enemy(struct sim_hands *h, struct sim_turn *turn,
			  const struct rules_moves *moves)
{
	rules_set men = capturable(&h->pos, moves) & ~last_moved(h);

	if (!is_plain(turn) || !men)
		return false;
	sim_hand_touch(h, sim_hand_choose(h, men));
	sim_hand_rest(h, 1200, 3000);
	return make_in_breach(h, turn, SIM_VIOLATION_TOUCHED_ENEMY);
}

static void touch_king_and_rook(struct sim_hands *h, rules_square king, rules_square rook)
{
	rules_piece men[2] = {h->men[king], h->men[rook]};

	sim_hand_lift(h, king);
	sim_hand_rest(h, 3 * h->config.seen_ms, 4 * h->config.seen_ms);
	sim_hand_lift(h, rook);
	sim_hand_rest(h, 2 * h->config.seen_ms, 4 * h->config.seen_ms);
	sim_hand_place(h, rook, men[1]);
	sim_hand_travel(h);
	sim_hand_place(h, king, men[0]);
	sim_hand_rest(h, 1200, 3000);
}

static bool must_castle(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	if (!is_plain(turn) || is_king(turn))
		return false;
	for (size_t i = 0; i < moves->count; i++) {
		if (!rules_is_castling(moves->move[i]))
			continue;
		touch_king_and_rook(h, rules_from(moves->move[i]), rules_to(moves->move[i]));
		return make_in_breach(h, turn, SIM_VIOLATION_MUST_CASTLE);
	}
	return false;
}

static bool must_move_king(struct sim_hands *h, struct sim_turn *turn,
			   const struct rules_moves *moves)
{
	int rank = turn->color == RULES_WHITE ? 0 : 7;
	rules_square king = rules_square_at(4, rank);
	rules_set corners =
		rules_set_of(rules_square_at(0, rank)) | rules_set_of(rules_square_at(7, rank));
	rules_square rook;

	if (!is_plain(turn) || h->pos.chess960 || rules_king_square(&h->pos, turn->color) != king ||
	    turn->from == king || !rules_has(movable(moves), king))
		return false;
	corners &= rules_men(&h->pos, turn->color, RULES_ROOK) & ~rules_set_of(turn->from);
	for (size_t i = 0; i < moves->count; i++)
		if (rules_is_castling(moves->move[i]))
			corners &= ~rules_set_of(rules_to(moves->move[i]));
	rook = sim_hand_choose(h, corners);
	if (rook == RULES_NO_SQUARE)
		return false;
	touch_king_and_rook(h, king, rook);
	return make_in_breach(h, turn, SIM_VIOLATION_MUST_MOVE_KING);
}

static bool rook_first(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	rules_piece rook;

	(void)moves;
	if (!rules_is_castling(turn->move) || h->pos.chess960)
		return false;
	rook = h->men[turn->rook_from];
	turn->manner = SIM_MANNER_BOTH_IN_HAND;
	sim_hand_lift(h, turn->rook_from);
	sim_hand_rest(h, 3 * h->config.seen_ms, 4 * h->config.seen_ms);
	carry(h, turn->from, turn->to);
	sim_hand_travel(h);
	sim_hand_place(h, turn->rook_to, rook);
	sim_hand_made(h, turn);
	confess(h, turn->color, SIM_VIOLATION_ROOK_FIRST);
	press(h, turn->color);
	return true;
}

static bool move_on(struct sim_hands *h, struct sim_turn *turn, rules_square first,
		    enum sim_violation violation)
{
	if (first == RULES_NO_SQUARE)
		return false;
	carry(h, turn->from, first);
	sim_hand_rest(h, 2000, 4000); /* released: longer than any hand needs to slide */
	carry(h, first, turn->to);
	turn->manner = SIM_MANNER_LIFT;
	sim_hand_made(h, turn);
	confess(h, turn->color, violation);
	press(h, turn->color);
	return true;
}

static bool released(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	rules_set first = plain_targets(&h->pos, moves, turn->from) & sim_hand_free(h);

	return is_plain(turn) &&
	       move_on(h, turn, sim_hand_choose(h, first & ~rules_set_of(turn->to)),
		       SIM_VIOLATION_RELEASED);
}

static bool king_released(struct sim_hands *h, struct sim_turn *turn,
			  const struct rules_moves *moves)
{
	if (!is_plain(turn) || !is_king(turn) || h->pos.chess960)
		return false;
	for (size_t i = 0; i < moves->count; i++) {
		struct sim_turn castling = sim_turn_of(&h->pos, moves->move[i]);

		if (rules_is_castling(moves->move[i]))
			return move_on(h, turn, castling.to, SIM_VIOLATION_KING_RELEASED);
	}
	return false;
}

static void lift_pawn(struct sim_hands *h, const struct sim_turn *turn)
{
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	if (turn->victim != RULES_NO_SQUARE) {
		sim_hand_lift(h, turn->victim);
		sim_hand_travel(h);
	}
}

static bool promotion_changed(struct sim_hands *h, struct sim_turn *turn,
			      const struct rules_moves *moves)
{
	enum rules_kind other;

	(void)moves;
	if (!rules_is_promotion(turn->move))
		return false;
	other = rules_kind_of(turn->new_piece) == RULES_QUEEN ? RULES_ROOK : RULES_QUEEN;
	turn->manner = SIM_MANNER_PAWN_KEPT;
	lift_pawn(h, turn);
	sim_hand_place(h, turn->to, rules_piece_of(turn->color, other));
	sim_hand_rest(h, 2000, 4000);
	sim_hand_lift(h, turn->to);
	sim_hand_travel(h);
	sim_hand_place(h, turn->to, turn->new_piece);
	sim_hand_made(h, turn);
	confess(h, turn->color, SIM_VIOLATION_PROMOTION_CHANGED);
	press(h, turn->color);
	return true;
}

/* The player who has just pressed moves again, and puts it back. */
static bool out_of_turn(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	rules_set safe = ~(last_moved(h) | capturable(&h->pos, moves));
	struct rules_position other = h->pos;
	struct rules_moves theirs;
	rules_square from, to;

	if (h->ply == 0 || rules_in_check(&h->pos))
		return false;
	other.turn = (uint8_t)rules_opponent(turn->color);
	other.passed = RULES_NO_SQUARE;
	rules_legal_moves(&other, &theirs);
	from = sim_hand_choose(h, movable(&theirs) & safe);
	if (from == RULES_NO_SQUARE)
		return false;
	to = sim_hand_choose(h, plain_targets(&other, &theirs, from) & sim_hand_free(h));
	if (to == RULES_NO_SQUARE)
		return false;
	carry(h, from, to);
	sim_hand_rest(h, 2000, 4000);
	confess(h, rules_opponent(turn->color), SIM_VIOLATION_OUT_OF_TURN);
	carry(h, to, from);
	sim_hand_rest(h, 2000, 4000);
	sim_move_make(h, turn);
	press(h, turn->color);
	return true;
}

static bool press_without_move(struct sim_hands *h, struct sim_turn *turn,
			       const struct rules_moves *moves)
{
	(void)moves;
	sim_hand_rest(h, 1500, 2500); /* the board is at rest before the press */
	sim_hand_press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_PRESS_WITHOUT_MOVE);
	give_back(h, turn);
	sim_move_make(h, turn);
	press(h, turn->color);
	return true;
}

static bool illegal_move(struct sim_hands *h, struct sim_turn *turn,
			 const struct rules_moves *moves)
{
	rules_set wrong = sim_hand_free(h) & ~plain_targets(&h->pos, moves, turn->from) &
			  ~(rules_rank_set(0) | rules_rank_set(7));
	rules_square first = sim_hand_choose(h, wrong);

	if (!is_plain(turn) || is_king(turn) || first == RULES_NO_SQUARE || first == h->pos.passed)
		return false;
	carry(h, turn->from, first);
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_ILLEGAL_MOVE);
	give_back(h, turn);
	carry(h, first, turn->to);
	turn->manner = SIM_MANNER_LIFT;
	sim_hand_made(h, turn);
	press(h, turn->color);
	return true;
}

static bool castling_incomplete(struct sim_hands *h, struct sim_turn *turn,
				const struct rules_moves *moves)
{
	(void)moves;
	if (!rules_is_castling(turn->move) || h->pos.chess960)
		return false;
	turn->manner = SIM_MANNER_KING_THEN_ROOK;
	carry(h, turn->from, turn->to);
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_CASTLING_INCOMPLETE);
	give_back(h, turn);
	carry(h, turn->rook_from, turn->rook_to);
	sim_hand_made(h, turn);
	press(h, turn->color);
	return true;
}

static bool passed_not_removed(struct sim_hands *h, struct sim_turn *turn,
			       const struct rules_moves *moves)
{
	(void)moves;
	if (rules_special_of(turn->move) != RULES_EN_PASSANT)
		return false;
	turn->manner = SIM_MANNER_PASSED_LAST;
	carry(h, turn->from, turn->to);
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_PASSED_NOT_REMOVED);
	give_back(h, turn);
	sim_hand_lift(h, turn->victim);
	sim_hand_made(h, turn);
	press(h, turn->color);
	return true;
}

/* 2023 asks for a queen then (Art. 7.5.2), so the game must want one. */
static bool not_replaced(struct sim_hands *h, struct sim_turn *turn,
			 const struct rules_moves *moves)
{
	(void)moves;
	if (!rules_is_promotion(turn->move) || rules_kind_of(turn->new_piece) != RULES_QUEEN)
		return false;
	turn->manner = SIM_MANNER_PAWN_DOWN;
	lift_pawn(h, turn);
	sim_hand_place(h, turn->to, turn->piece);
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_NOT_REPLACED);
	give_back(h, turn);
	sim_hand_lift(h, turn->to);
	sim_hand_travel(h);
	sim_hand_place(h, turn->to, turn->new_piece);
	sim_hand_made(h, turn);
	press(h, turn->color);
	return true;
}

static bool wrong_piece(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	(void)moves;
	if (!rules_is_promotion(turn->move) || turn->victim != RULES_NO_SQUARE)
		return false;
	turn->manner = SIM_MANNER_PAWN_KEPT;
	lift_pawn(h, turn);
	sim_hand_place(h, turn->to, rules_piece_of(rules_opponent(turn->color), RULES_QUEEN));
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_WRONG_PIECE);
	give_back(h, turn);
	sim_hand_lift(h, turn->to);
	sim_hand_travel(h);
	sim_hand_place(h, turn->to, turn->new_piece);
	sim_hand_made(h, turn);
	press(h, turn->color);
	return true;
}

static bool king_captured(struct sim_hands *h, struct sim_turn *turn,
			  const struct rules_moves *moves)
{
	rules_square king = rules_king_square(&h->pos, rules_opponent(turn->color));

	(void)moves;
	if (!is_plain(turn) || is_king(turn) || king == RULES_NO_SQUARE)
		return false;
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	sim_hand_lift(h, king);
	sim_hand_travel(h);
	sim_hand_place(h, king, turn->piece);
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_KING_CAPTURED);
	give_back(h, turn);
	sim_hand_lift(h, king);
	sim_hand_travel(h);
	sim_hand_place(h, king, rules_piece_of(rules_opponent(turn->color), RULES_KING));
	sim_hand_travel(h);
	sim_hand_place(h, turn->to, turn->piece);
	turn->manner = SIM_MANNER_LIFT;
	sim_hand_made(h, turn);
	press(h, turn->color);
	return true;
}

/* An own man and a square next to it where it cannot go, so that its move explains nothing. */
static bool find_displaced(struct sim_hands *h, const struct sim_turn *turn,
			   const struct rules_moves *moves, rules_square *ret_man,
			   rules_square *ret_square)
{
	rules_set men = h->pos.of_color[turn->color] & ~rules_set_of(turn->from) &
			~h->pos.of_kind[RULES_KING];

	while (men) {
		rules_square man = sim_hand_choose(h, men);
		rules_set next = rules_sight[man].king & sim_hand_free(h) &
				 ~plain_targets(&h->pos, moves, man) & ~sim_turn_squares(turn);

		men &= ~rules_set_of(man);
		if (rules_kind_of(h->men[man]) == RULES_PAWN)
			next &= ~(rules_rank_set(0) | rules_rank_set(7));
		if (!next)
			continue;
		*ret_man = man;
		*ret_square = sim_hand_choose(h, next);
		return true;
	}
	return false;
}

static bool displaced(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves)
{
	rules_square man, square;

	if (!is_plain(turn) || !find_displaced(h, turn, moves, &man, &square))
		return false;
	sim_hand_lift(h, turn->from);
	sim_hand_travel(h);
	carry(h, man, square);
	sim_hand_travel(h);
	sim_hand_place(h, turn->to, turn->piece);
	turn->manner = SIM_MANNER_LIFT;
	sim_hand_made(h, turn);
	press(h, turn->color);
	confess(h, turn->color, SIM_VIOLATION_DISPLACED);
	sim_hand_rest(h, 1500, 3000);
	carry(h, square, man); /* put right in the opponent's time */
	sim_hand_rest(h, 1500, 3000);
	return true;
}

/* --- which, and what it is called --- */

static const struct violation {
	struct sim_violation_truth truth;
	bool (*play)(struct sim_hands *h, struct sim_turn *turn, const struct rules_moves *moves);
} violations[SIM_VIOLATIONS] = {
	[SIM_VIOLATION_NONE] = {{"none", "none", {"-", "-", "-"}}, NULL},
	[SIM_VIOLATION_TOUCHED_OWN] = {{"touched-own", "touch-move", {"4.3a", "4.3a", "4.3.1"}},
				       touched_own},
	[SIM_VIOLATION_TOUCHED_ENEMY] = {{"touched-enemy", "touch-move", {"4.3c", "4.3c", "4.3.3"}},
					 touched_enemy},
	[SIM_VIOLATION_MUST_CASTLE] = {{"must-castle", "must-castle", {"4.4a", "4.4a", "4.4.1"}},
				       must_castle},
	[SIM_VIOLATION_MUST_MOVE_KING] =
		{{"must-move-king", "touch-move", {"4.4c", "4.4c", "4.4.3"}}, must_move_king},
	[SIM_VIOLATION_ROOK_FIRST] =
		{{"rook-first", "castling-rook-first", {"4.4b", "4.4b", "4.4.2"}}, rook_first},
	[SIM_VIOLATION_RELEASED] = {{"released", "released-then-moved", {"4.7", "4.6", "4.7"}},
				    released},
	[SIM_VIOLATION_KING_RELEASED] =
		{{"king-released", "released-then-moved", {"4.7", "4.6b", "4.7.2"}}, king_released},
	[SIM_VIOLATION_PROMOTION_CHANGED] = {{"promotion-changed",
					      "promotion-changed",
					      {"4.7", "4.4d", "4.4.4"}},
					     promotion_changed},
	[SIM_VIOLATION_OUT_OF_TURN] = {{"out-of-turn", "out-of-turn", {"1.1", "1.1", "1.2"}},
				       out_of_turn},
	[SIM_VIOLATION_PRESS_WITHOUT_MOVE] = {{"press-without-move",
					       "press-without-move",
					       {"6.8a", "6.7a", "7.5.3"}},
					      press_without_move},
	[SIM_VIOLATION_ILLEGAL_MOVE] = {{"illegal-move", "illegal-move", {"7.4a", "7.4a", "7.5.1"}},
					illegal_move},
	[SIM_VIOLATION_CASTLING_INCOMPLETE] = {{"castling-incomplete",
						"castling-incomplete",
						{"7.4a", "7.4a", "7.5.1"}},
					       castling_incomplete},
	[SIM_VIOLATION_PASSED_NOT_REMOVED] = {{"capture-not-removed",
					       "capture-not-removed",
					       {"7.4a", "7.4a", "7.5.1"}},
					      passed_not_removed},
	[SIM_VIOLATION_NOT_REPLACED] = {{"promotion-not-replaced",
					 "promotion-not-replaced",
					 {"7.4a", "7.4a", "7.5.2"}},
					not_replaced},
	[SIM_VIOLATION_WRONG_PIECE] = {{"promotion-wrong-piece",
					"promotion-wrong-piece",
					{"7.4a", "7.4a", "7.5.1"}},
				       wrong_piece},
	[SIM_VIOLATION_KING_CAPTURED] =
		{{"king-captured", "king-captured", {"7.4a", "7.4a", "7.5.1"}}, king_captured},
	[SIM_VIOLATION_DISPLACED] =
		{{"displaced-piece", "displaced-piece", {"7.3", "7.3", "7.4.1"}}, displaced},
};

const struct sim_violation_truth *sim_violation_truth(enum sim_violation violation)
{
	return &violations[violation].truth;
}

enum sim_violation sim_violation_of(struct rules_slice name)
{
	for (unsigned i = 1; i < SIM_VIOLATIONS; i++)
		if (rules_slice_is(name, violations[i].truth.name))
			return (enum sim_violation)i;
	return SIM_VIOLATION_NONE;
}

/* The last move of a game is spared: 2023 gives no result for a mate in breach of Article 4. */
bool sim_violation_play(struct sim_hands *h, struct sim_turn *turn)
{
	struct rules_moves moves;
	unsigned first;

	if (h->calm < CALM_PLIES || h->ply + 1 == h->game.plies)
		return false;
	rules_legal_moves(&h->pos, &moves);
	first = sim_random_below(&h->random, SIM_VIOLATIONS - 1);
	for (unsigned i = 0; i < SIM_VIOLATIONS - 1; i++) {
		unsigned chosen = 1 + (first + i) % (SIM_VIOLATIONS - 1);

		if (sim_random_chance(&h->random, h->config.violation[chosen]) &&
		    violations[chosen].play(h, turn, &moves))
			return true;
	}
	return false;
}
