/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/commitment.h"
#include "touchmove/law/half_done.h"
#include "touchmove/law/turn.h"

/*
 * A release that is a legal move, or part of one, binds (Art. 4.7). The first
 * commitment stays; a later one within it makes it narrower.
 */

static bool is_within(const struct touch_set *inner, const struct touch_set *outer)
{
	for (size_t i = 0; i < inner->count; i++)
		if (!touch_set_has(outer, inner->move[i]))
			return false;
	return true;
}

/* What the touches forbid binds nobody, as a made move that was reported does not. */
static bool may_be_chosen(const struct touch_game *game, const struct touch_set *set)
{
	struct touch_obligation due;

	touch_turn_obligation(game, true, &due);
	for (size_t i = 0; i < set->count; i++)
		if (touch_set_has(&due.set, set->move[i]))
			return true;
	return false;
}

static void commit(struct work *w, enum touch_commitment_kind kind, const struct touch_set *set,
		   enum touch_certainty certainty)
{
	struct touch_commitment *commitment = &w->game->turn.commitment;

	if (set->count == 0 || !may_be_chosen(w->game, set) ||
	    (commitment->kind != TOUCH_COMMITTED_NOT && !is_within(set, &commitment->set)))
		return;
	if (commitment->kind != TOUCH_COMMITTED_NOT && commitment->set.count == set->count) {
		if (kind == TOUCH_COMMITTED_MOVE)
			commitment->kind = kind; /* the same, begun before and now made */
		return;
	}
	commitment->kind = kind;
	commitment->certainty = certainty;
	touch_set_copy(&commitment->set, set);
}

void touch_commit_made(struct work *w)
{
	const struct touch_turn *turn = &w->game->turn;
	struct touch_set set = {.count = 0};

	touch_set_add(&set, turn->made);
	commit(w,
	       rules_is_promotion(turn->made) ? TOUCH_COMMITTED_PROMOTION_PIECE
					      : TOUCH_COMMITTED_MOVE,
	       &set, turn->certainty);
}

static void moves_to(const struct touch_game *game, rules_square from, rules_square to,
		     struct touch_set *ret)
{
	struct rules_moves moves;

	touch_set_clear(ret);
	touch_legal_between(&game->turn.base,
			    from == RULES_NO_SQUARE ? RULES_ALL_SQUARES : rules_set_of(from),
			    rules_set_of(to), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_to(moves.move[i]) == to)
			touch_set_add(ret, moves.move[i]);
}

/* Art. 4.4.4: the choice is final; which pawn it is for is open while none is in hand. */
void touch_commit_new_piece(struct work *w, rules_square square, rules_piece piece,
			    enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	const struct rules_position *base = &game->turn.base;
	struct touch_set all, set = {.count = 0}, in_hand = {.count = 0};

	if (piece == RULES_NO_PIECE || rules_color_of(piece) != touch_player(game) ||
	    !rules_has(rules_rank_set(touch_player(game) == RULES_WHITE ? 7 : 0), square))
		return;
	moves_to(game, RULES_NO_SQUARE, square, &all);
	for (size_t i = 0; i < all.count; i++) {
		rules_move move = all.move[i];
		rules_square victim = touch_victim_of(base, move);

		if (!rules_is_promotion(move) || rules_promoted_to(move) != rules_kind_of(piece) ||
		    (victim != RULES_NO_SQUARE && !rules_has(game->hands.lifted, victim)))
			continue;
		touch_set_add(&set, move);
		if (touch_hands_hold(&game->hands, rules_from(move)))
			touch_set_add(&in_hand, move);
	}
	commit(w, TOUCH_COMMITTED_PROMOTION_PIECE, in_hand.count > 0 ? &in_hand : &set, certainty);
}

/* A pawn on the last rank, or on the square behind the pawn it takes in passing. */
static void commit_pawn(struct work *w, const struct touch_released *released,
			enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_set set;
	rules_square victim;

	moves_to(game, released->man, released->square, &set);
	if (set.count == 0)
		return;
	victim = touch_victim_of(&game->turn.base, set.move[0]);
	if (rules_special_of(set.move[0]) == RULES_EN_PASSANT)
		commit(w, TOUCH_COMMITTED_EN_PASSANT, &set, certainty);
	else if (rules_is_promotion(set.move[0]) &&
		 (victim == RULES_NO_SQUARE || rules_has(game->hands.lifted, victim)))
		commit(w, TOUCH_COMMITTED_PROMOTION_SQUARE, &set, certainty);
}

void touch_commit_release(struct work *w, const struct touch_released *released,
			  enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_set set = {.count = 0};
	rules_move castling;
	bool illegal;

	if (rules_color_of(released->piece) != touch_player(game))
		return;
	if (released->man >= TOUCH_MAN_NEW) {
		touch_commit_new_piece(w, released->square, released->piece, certainty);
	} else if (rules_kind_of(released->piece) == RULES_PAWN) {
		commit_pawn(w, released, certainty);
	} else if (touch_castling_release(game, released, &castling, &illegal)) {
		game->turn.king_two_squares |= illegal;
		touch_set_add(&set, castling);
		if (!illegal)
			commit(w, TOUCH_COMMITTED_CASTLING, &set, certainty);
	}
}
