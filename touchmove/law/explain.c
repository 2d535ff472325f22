/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/explain.h"
#include "touchmove/law/obligation.h"

rules_set touch_differs(const struct rules_position *pos, const rules_piece view[64])
{
	rules_set set = 0;

	for (int i = 0; i < 8; i++) {
		uint64_t a, b;

		memcpy(&a, &pos->at[8 * i], 8);
		memcpy(&b, &view[8 * i], 8);
		if (a == b)
			continue;
		for (int k = 0; k < 8; k++)
			if (pos->at[8 * i + k] != view[8 * i + k])
				set |= rules_set_of((rules_square)(8 * i + k));
	}
	return set;
}

/* Where the victim of a move stands if it was put down beside its square. */
static rules_set victim_elsewhere(const struct rules_position *base, rules_move move,
				  const struct touch_hands *hands)
{
	rules_square victim = touch_victim_of(base, move), stands;

	if (!hands || victim == RULES_NO_SQUARE || !rules_has(hands->lifted, victim))
		return 0;
	stands = touch_hands_find(hands, victim);
	return stands == RULES_NO_SQUARE || stands == victim ? 0 : rules_set_of(stands);
}

static bool gives(const struct rules_position *base, rules_move move, const rules_piece view[64],
		  const struct touch_hands *hands)
{
	struct rules_position after = *base;
	rules_set off = victim_elsewhere(base, move, hands);

	rules_apply(&after, move, NULL);
	return (touch_differs(&after, view) & ~off) == 0 && (off & rules_all_men(&after)) == 0;
}

/* Castling ends on squares the rules fix, so the king is always asked. */
static void candidates(const struct rules_position *base, rules_set squares,
		       struct rules_moves *ret)
{
	rules_square king = rules_king_square(base, (enum rules_color)base->turn);
	rules_set from = squares & base->of_color[base->turn];

	if (king != RULES_NO_SQUARE && base->castling)
		from |= rules_set_of(king);
	touch_legal_between(base, from, squares, ret);
}

#define ONE_MOVE_SQUARES  6 /* castling changes four; the victim may stand on a fifth */
#define TWO_MOVES_SQUARES 9

rules_move touch_explain_move(const struct rules_position *base, const rules_piece view[64],
			      const struct touch_hands *hands)
{
	rules_set squares = touch_differs(base, view);
	rules_move found = RULES_NO_MOVE;
	struct rules_moves moves;

	if (!squares || rules_count(squares) > ONE_MOVE_SQUARES)
		return RULES_NO_MOVE;
	candidates(base, squares, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		if (!gives(base, moves.move[i], view, hands))
			continue;
		if (found == RULES_NO_MOVE)
			found = moves.move[i];
		else if (hands && rules_is_castling(moves.move[i]) ==
					  rules_has(hands->lifted, rules_to(moves.move[i])))
			found = moves.move[i];
	}
	return found;
}

static bool was_lifted(const struct rules_position *base, rules_move move, rules_set lifted)
{
	rules_square victim = touch_victim_of(base, move);

	return rules_has(lifted, rules_from(move)) &&
	       (victim == RULES_NO_SQUARE || rules_has(lifted, victim)) &&
	       (!rules_is_castling(move) || rules_has(lifted, rules_to(move)));
}

/* The names of men after a move: where the mover went, his name goes too. */
static rules_set lifted_after(rules_move move, rules_set lifted)
{
	rules_square from = rules_from(move), to = rules_to(move);

	if (rules_is_castling(move)) {
		enum rules_side side = rules_castling_side(move);

		lifted &= ~(rules_set_of(from) | rules_set_of(to));
		return lifted | rules_set_of(rules_castled_king(from, side)) |
		       rules_set_of(rules_castled_rook(from, side));
	}
	return (lifted & ~rules_set_of(from)) | rules_set_of(to);
}

/* Answers to one move that give the board; adds to how many were found. */
static int answers(const struct rules_position *base, rules_move move, const rules_piece view[64],
		   const rules_set *lifted, int found, struct touch_pair *ret)
{
	struct rules_position after = *base;
	rules_set squares, still = RULES_ALL_SQUARES;
	struct rules_moves moves;

	rules_apply(&after, move, NULL);
	squares = touch_differs(&after, view);
	if (!squares || rules_count(squares) > 4)
		return found;
	if (lifted)
		still = lifted_after(move, *lifted);
	candidates(&after, squares, &moves);
	for (size_t i = 0; i < moves.count && found < 2; i++) {
		if (!was_lifted(&after, moves.move[i], still) ||
		    !gives(&after, moves.move[i], view, NULL))
			continue;
		if (found++ == 0)
			*ret = (struct touch_pair){move, moves.move[i]};
	}
	return found;
}

/* The man that made this move has been seen where it ends, and was taken off from there. */
static bool left_from_goal(const struct touch_hands *hands, rules_move move)
{
	for (size_t i = 0; i < hands->count; i++) {
		const struct touch_lifted *lifted = &hands->air[i];

		if (lifted->from != rules_to(move))
			continue;
		if (rules_is_promotion(move)
			    ? lifted->man == TOUCH_MAN_NEW &&
				      rules_kind_of(lifted->piece) == rules_promoted_to(move)
			    : lifted->man == rules_from(move))
			return true;
	}
	return false;
}

static rules_set left_squares(const struct touch_hands *hands)
{
	rules_set squares = 0;

	for (size_t i = 0; i < hands->count; i++)
		squares |= rules_set_of(hands->air[i].from);
	return squares;
}

static int find_pairs(const struct rules_position *base, const rules_piece view[64],
		      const struct touch_hands *hands, rules_set goals, bool is_seen,
		      struct touch_pair *ret)
{
	rules_set lifted = hands->lifted;
	struct rules_moves moves;
	int found = 0;

	touch_legal_between(base, lifted, goals | lifted, &moves);
	for (size_t i = 0; i < moves.count && found < 2; i++)
		if (was_lifted(base, moves.move[i], lifted) &&
		    (!is_seen || left_from_goal(hands, moves.move[i])))
			found = answers(base, moves.move[i], view, &lifted, found, ret);
	return found;
}

int touch_explain_pair(const struct rules_position *base, const rules_piece view[64],
		       const struct touch_hands *hands, struct touch_pair *ret)
{
	rules_set squares = touch_differs(base, view);
	bool is_exchange = rules_count(squares) == 2; /* a pawn taken, and a pawn takes back */
	int found;

	if (rules_count(squares) < 2 || rules_count(squares) > TWO_MOVES_SQUARES ||
	    !(hands->lifted & base->of_color[RULES_WHITE]) ||
	    !(hands->lifted & base->of_color[RULES_BLACK]))
		return 0;
	found = find_pairs(base, view, hands, squares | left_squares(hands), true, ret);
	if (found == 1 || is_exchange)
		return found;
	return find_pairs(base, view, hands, squares, false, ret);
}

int touch_explain_answer(const struct rules_position *base, const struct touch_set *moves,
			 const rules_piece view[64], struct touch_pair *ret)
{
	int found = 0;

	if (rules_count(touch_differs(base, view)) > TWO_MOVES_SQUARES)
		return 0;
	for (size_t i = 0; i < moves->count && found < 2; i++)
		found = answers(base, moves->move[i], view, NULL, found, ret);
	return found;
}

/* --- at a press --- */

static bool are_neighbours(rules_square a, rules_square b)
{
	return rules_has(rules_sight[a].king, b);
}

/*
 * Men of a kind are alike, and which of two in the air was put down where is a guess: so the
 * mover has the name of the man who may move there, and who stands on his square his own.
 */
static void name_by_board(const struct rules_position *base, rules_move move,
			  const rules_piece view[64], struct touch_hands *hands)
{
	rules_square from = rules_from(move), to = rules_to(move);

	for (rules_square square = 0; square < 64; square++) {
		if (view[square] == RULES_NO_PIECE || hands->who[square] >= TOUCH_MAN_NEW)
			continue;
		if (square == to && base->at[from] == view[to] && view[from] == RULES_NO_PIECE)
			hands->who[square] = from;
		else if (square != to && view[square] == base->at[square])
			hands->who[square] = square;
	}
}

/* One man of the base that neither moved nor was taken: still there, off, or knocked aside? */
static enum touch_fit fit_of_man(const struct rules_position *base, const rules_piece view[64],
				 const struct touch_hands *hands, rules_square man,
				 rules_set *explained)
{
	rules_square stands = view[man] == base->at[man] && hands->who[man] == man
				      ? man
				      : touch_hands_find(hands, man);

	if (stands == RULES_NO_SQUARE)
		return rules_color_of(base->at[man]) == base->turn ? TOUCH_FIT_DISPLACED
								   : TOUCH_FIT_ENEMY_MISSING;
	*explained |= rules_set_of(stands);
	if (stands == man)
		return TOUCH_FIT_EXACT;
	return are_neighbours(stands, man) ? TOUCH_FIT_DISPLACED : TOUCH_FIT_NOT;
}

/* The mover stands where the move ends, or his new piece does. */
static bool has_arrived(const struct rules_position *after, rules_move move,
			const rules_piece view[64], const struct touch_hands *hands)
{
	uint8_t who = hands->who[rules_to(move)];

	if (view[rules_to(move)] != after->at[rules_to(move)])
		return false;
	return who == rules_from(move) || who >= TOUCH_MAN_NEW;
}

static enum touch_fit fit_of(const struct rules_position *base, rules_move move,
			     const rules_piece view[64], const struct touch_hands *as_guessed)
{
	struct rules_position after = *base;
	struct touch_hands named = *as_guessed, *hands = &named;
	rules_square victim = touch_victim_of(base, move);
	rules_set explained = rules_set_of(rules_to(move)), men = rules_all_men(base), all = 0;
	rules_set elsewhere = victim_elsewhere(base, move, hands);
	enum touch_fit worst = elsewhere ? TOUCH_FIT_DISPLACED : TOUCH_FIT_EXACT;

	rules_apply(&after, move, NULL);
	name_by_board(base, move, view, hands);
	if (!has_arrived(&after, move, view, hands) ||
	    (victim != RULES_NO_SQUARE && hands->who[victim] == victim))
		return TOUCH_FIT_NOT;
	while (men) {
		rules_square man = rules_take(&men);
		enum touch_fit fit;

		if (man == rules_from(move) || man == victim)
			continue;
		fit = fit_of_man(base, view, hands, man, &explained);
		if (fit == TOUCH_FIT_NOT)
			return fit;
		worst = fit > worst ? fit : worst;
	}
	for (rules_square square = 0; square < 64; square++)
		if (view[square] != RULES_NO_PIECE)
			all |= rules_set_of(square);
	return (all & ~explained & ~elsewhere) ? TOUCH_FIT_NOT : worst;
}

/* The board after the move, but for men the opponent has in hand. */
static bool lacks_enemy_men_only(const struct rules_position *base, rules_move move,
				 const rules_piece view[64])
{
	struct rules_position after = *base;
	rules_set wrong;

	rules_apply(&after, move, NULL);
	wrong = touch_differs(&after, view);
	if (!wrong || (wrong & ~after.of_color[after.turn]))
		return false;
	while (wrong)
		if (view[rules_take(&wrong)] != RULES_NO_PIECE)
			return false;
	return true;
}

struct touch_press_fit touch_explain_press(const struct rules_position *base,
					   const struct touch_set *legal,
					   const rules_piece view[64],
					   const struct touch_hands *hands)
{
	struct touch_press_fit best = {.move = RULES_NO_MOVE, .fit = TOUCH_FIT_NOT};
	rules_set movers = 0;

	for (size_t i = 0; i < legal->count; i++) {
		rules_move move = legal->move[i];
		enum touch_fit fit;

		if (rules_is_castling(move))
			fit = lacks_enemy_men_only(base, move, view) ? TOUCH_FIT_ENEMY_MISSING
								     : TOUCH_FIT_NOT;
		else if (view[rules_to(move)] == base->at[rules_to(move)])
			continue;
		else
			fit = fit_of(base, move, view, hands);
		if (fit == TOUCH_FIT_NOT)
			continue;
		movers |= rules_set_of(rules_from(move));
		if (best.fit == TOUCH_FIT_NOT || fit < best.fit)
			best = (struct touch_press_fit){.move = move, .fit = fit};
	}
	best.men = rules_count(movers);
	return best;
}

bool touch_could_reach(const struct rules_position *pos, rules_square from, rules_square to)
{
	struct rules_position turned = *pos;
	struct rules_moves moves;

	if (pos->at[from] == RULES_NO_PIECE || from == to)
		return false;
	turned.turn = (uint8_t)rules_color_of(pos->at[from]);
	if (turned.turn != pos->turn)
		turned.passed = RULES_NO_SQUARE;
	touch_legal_between(&turned, rules_set_of(from), rules_set_of(to), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (!rules_is_castling(moves.move[i]) && rules_to(moves.move[i]) == to)
			return true;
	return false;
}
