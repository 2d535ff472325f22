/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"
#include "rules-core/check.h"
#include "rules-core/draw.h"
#include "simulator/hands/sim_violation_private.h"

/* The clock is pressed, and the board does not show a legal move (Art. 7.4, 7.5, A.5). */

bool sim_wrong_press_only(struct sim_wrong *w)
{
	sim_hand_rest(w->h, 1500, 2500); /* the board is at rest before the press */
	sim_wrong_caught(w);
	sim_move_make(w->h, w->turn);
	sim_wrong_press(w->h, w->turn->color);
	return true;
}

/* A square where a man cannot go; with or without both kings in check then. */
static rules_square wrong_square(struct sim_wrong *w, rules_square man, bool leaves_kings)
{
	rules_set squares = sim_wrong_squares(w, man);

	while (squares) {
		rules_square square = sim_hand_choose(w->h, squares);
		struct rules_position pos = sim_wrong_if(w, man, square, w->h->men[man]);

		if (sim_wrong_both_kings(&pos) == leaves_kings)
			return square;
		squares &= ~rules_set_of(square);
	}
	return RULES_NO_SQUARE;
}

static bool play_illegally(struct sim_wrong *w, bool leaves_kings)
{
	rules_square first;

	if (!sim_wrong_is_plain(w) || sim_wrong_is_king(w))
		return false;
	first = wrong_square(w, w->turn->from, leaves_kings);
	if (first == RULES_NO_SQUARE)
		return false;
	sim_wrong_carry(w->h, w->turn->from, first);
	sim_wrong_caught(w);
	sim_wrong_carry(w->h, first, w->turn->to);
	return sim_wrong_mended(w, SIM_MANNER_LIFT);
}

bool sim_wrong_illegal(struct sim_wrong *w)
{
	return play_illegally(w, false);
}

bool sim_wrong_kings(struct sim_wrong *w)
{
	return rules_in_check(&w->h->pos) && play_illegally(w, true);
}

bool sim_wrong_castling(struct sim_wrong *w)
{
	if (!rules_is_castling(w->turn->move) || w->h->pos.chess960)
		return false;
	sim_wrong_carry(w->h, w->turn->from, w->turn->to);
	sim_wrong_caught(w);
	sim_wrong_carry(w->h, w->turn->rook_from, w->turn->rook_to);
	return sim_wrong_mended(w, SIM_MANNER_KING_THEN_ROOK);
}

bool sim_wrong_passed(struct sim_wrong *w)
{
	struct rules_position pos = sim_wrong_if(w, w->turn->from, w->turn->to, w->turn->piece);

	if (rules_special_of(w->turn->move) != RULES_EN_PASSANT || sim_wrong_both_kings(&pos))
		return false;
	sim_wrong_carry(w->h, w->turn->from, w->turn->to);
	sim_wrong_caught(w);
	sim_hand_lift(w->h, w->turn->victim);
	return sim_wrong_mended(w, SIM_MANNER_PASSED_LAST);
}

/* --- promotion --- */

static bool exchange(struct sim_wrong *w, enum sim_manner manner)
{
	sim_hand_lift(w->h, w->turn->to);
	sim_hand_travel(w->h);
	sim_hand_place(w->h, w->turn->to, w->turn->new_piece);
	return sim_wrong_mended(w, manner);
}

static bool becomes_queen(const struct sim_wrong *w)
{
	return rules_is_promotion(w->turn->move) &&
	       rules_kind_of(w->turn->new_piece) == RULES_QUEEN;
}

/* 2023 asks for a queen then (Art. 7.5.2), so the game must want one. */
bool sim_wrong_not_replaced(struct sim_wrong *w)
{
	if (!becomes_queen(w))
		return false;
	sim_wrong_lift_pawn(w);
	sim_hand_place(w->h, w->turn->to, w->turn->piece);
	sim_wrong_caught(w);
	return exchange(w, SIM_MANNER_PAWN_DOWN);
}

bool sim_wrong_piece(struct sim_wrong *w)
{
	rules_piece queen = rules_piece_of(rules_opponent(w->turn->color), RULES_QUEEN);
	struct rules_position pos = sim_wrong_if(w, w->turn->from, w->turn->to, queen);

	if (!rules_is_promotion(w->turn->move) || w->turn->victim != RULES_NO_SQUARE ||
	    sim_wrong_both_kings(&pos))
		return false;
	sim_wrong_lift_pawn(w);
	sim_hand_place(w->h, w->turn->to, queen);
	sim_wrong_caught(w);
	return exchange(w, SIM_MANNER_PAWN_KEPT);
}

/* --- men that are not the player's to move --- */

bool sim_wrong_king_captured(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	rules_square king = rules_king_square(&h->pos, rules_opponent(w->turn->color));

	if (!sim_wrong_is_plain(w) || sim_wrong_is_king(w) || king == RULES_NO_SQUARE)
		return false;
	sim_hand_lift(h, w->turn->from);
	sim_hand_travel(h);
	sim_hand_lift(h, king);
	sim_hand_travel(h);
	sim_hand_place(h, king, w->turn->piece);
	sim_wrong_caught(w);
	sim_hand_lift(h, king);
	sim_hand_travel(h);
	sim_hand_place(h, king, rules_piece_of(rules_opponent(w->turn->color), RULES_KING));
	sim_hand_travel(h);
	sim_hand_place(h, w->turn->to, w->turn->piece);
	return sim_wrong_mended(w, SIM_MANNER_LIFT);
}

/* An own man and a square next to it where it cannot go, so that its move explains nothing. */
static bool find_displaced(struct sim_wrong *w, rules_square *ret_man, rules_square *ret_square)
{
	struct sim_hands *h = w->h;
	rules_set men = h->pos.of_color[w->turn->color] & ~rules_set_of(w->turn->from) &
			~h->pos.of_kind[RULES_KING];

	while (men) {
		rules_square man = sim_hand_choose(h, men);
		rules_set next = rules_sight[man].king & sim_hand_free(h) &
				 ~sim_wrong_targets(&h->pos, &w->moves, man) &
				 ~sim_turn_squares(w->turn);

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

bool sim_wrong_displaced(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	rules_square man, square;

	if (!sim_wrong_is_plain(w) || !find_displaced(w, &man, &square))
		return false;
	sim_hand_lift(h, w->turn->from);
	sim_hand_travel(h);
	sim_wrong_carry(h, man, square);
	sim_hand_travel(h);
	sim_hand_place(h, w->turn->to, w->turn->piece);
	sim_wrong_mended(w, SIM_MANNER_LIFT);
	sim_wrong_confess(w, w->turn->color);
	sim_hand_rest(h, 1500, 3000);
	sim_wrong_carry(h, square, man); /* put right in the opponent's time */
	sim_hand_rest(h, 1500, 3000);
	return true;
}

/* --- the move that replaces it (Art. 7.5.1, 7.5.2) --- */

static void resume(struct sim_wrong *w)
{
	static const char *const words[2] = {"resume", "resume"};

	sim_wrong_release(w->h);
	sim_wrong_say(w->h, words, w->turn->color);
	sim_hand_rest(w->h, 1000, 2500);
}

bool sim_wrong_replacement(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	rules_square man = sim_hand_choose(
		h, sim_wrong_movable(&w->moves) & ~rules_set_of(w->turn->from) &
			   ~(h->pos.of_kind[RULES_KING] | h->pos.of_kind[RULES_ROOK]));
	rules_square first;

	if (!sim_wrong_is_plain(w) || h->was_ruled || man == RULES_NO_SQUARE)
		return false;
	first = wrong_square(w, man, false);
	if (first == RULES_NO_SQUARE)
		return false;
	sim_wrong_carry(h, man, first);
	sim_wrong_ruled(w);
	sim_wrong_carry(h, first, man);
	resume(w);
	return sim_wrong_make(w);
}

bool sim_wrong_not_queen(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	rules_piece victim;

	if (!rules_is_promotion(w->turn->move) || becomes_queen(w) || h->was_ruled)
		return false;
	victim = h->men[w->turn->to];
	sim_wrong_lift_pawn(w);
	sim_hand_place(h, w->turn->to, w->turn->piece);
	sim_wrong_ruled(w);
	sim_wrong_carry(h, w->turn->to, w->turn->from);
	if (victim != RULES_NO_PIECE) {
		sim_hand_travel(h);
		sim_hand_place(h, w->turn->to, victim);
	}
	resume(w);
	sim_wrong_lift_pawn(w);
	sim_hand_place(h, w->turn->to, w->turn->new_piece);
	return sim_wrong_made(w, SIM_MANNER_PAWN_KEPT);
}

/* --- what nobody minds --- */

/* A pawn has come to the last rank, and the other player is to move. */
static struct rules_position pawn_left(const struct sim_wrong *w)
{
	struct rules_position pos = sim_wrong_if(w, w->turn->from, w->turn->to, w->turn->piece);

	pos.castling &= ~rules_set_of(w->turn->to);
	pos.passed = RULES_NO_SQUARE;
	pos.turn = (uint8_t)rules_opponent(w->turn->color);
	pos.key = rules_position_key(&pos);
	return pos;
}

/* A quiet answer after which the game could go on. */
static rules_move answer_to(struct sim_hands *h, const struct rules_position *pos)
{
	struct rules_moves moves;
	size_t first;

	rules_legal_moves(pos, &moves);
	first = moves.count ? sim_random_below(&h->random, (uint32_t)moves.count) : 0;
	for (size_t i = 0; i < moves.count; i++) {
		rules_move move = moves.move[(first + i) % moves.count];
		struct rules_position after = *pos;

		if (rules_special_of(move) != RULES_ORDINARY ||
		    pos->at[rules_to(move)] != RULES_NO_PIECE)
			continue;
		rules_apply(&after, move, NULL);
		if (rules_state_of(&after) == RULES_IN_PLAY)
			return move;
	}
	return RULES_NO_MOVE;
}

/* Both play on with a pawn on the last rank, and there the game breaks off (Art. A.5.4). */
bool sim_wrong_remains(struct sim_wrong *w)
{
	struct sim_hands *h = w->h;
	struct rules_position pos = pawn_left(w);
	rules_move move = becomes_queen(w) ? answer_to(h, &pos) : RULES_NO_MOVE;
	struct sim_turn answer;

	if (move == RULES_NO_MOVE)
		return false;
	sim_wrong_lift_pawn(w);
	sim_hand_place(h, w->turn->to, w->turn->piece);
	w->turn->move = RULES_NO_MOVE;
	w->turn->manner = SIM_MANNER_LIFT;
	sim_hand_made(h, w->turn);
	sim_wrong_press(h, w->turn->color);
	sim_wrong_confess(w, w->turn->color);
	sim_wrong_release(h);
	answer = sim_turn_of(&pos, move);
	sim_wrong_carry(h, answer.from, answer.to);
	h->ply++;
	sim_hand_made(h, &answer);
	h->ply--;
	sim_wrong_press(h, answer.color);
	h->game.plies = h->ply + 1;
	h->game.result = RULES_UNDECIDED;
	return true;
}
