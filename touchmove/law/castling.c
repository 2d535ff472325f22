/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/explain.h"
#include "touchmove/law/half_done.h"
#include "touchmove/law/turn.h"

/* Castling while it is under way (Art. 3.8.2, 4.4, 4.7.2). */

static void castlings(const struct touch_game *game, struct touch_set *ret)
{
	enum rules_color color = touch_player(game);
	rules_square king = rules_king_square(&game->turn.base, color);
	struct rules_moves moves;

	touch_set_clear(ret);
	if (king == RULES_NO_SQUARE)
		return;
	touch_legal_between(&game->turn.base, rules_set_of(king), 0, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_castling(moves.move[i]))
			touch_set_add(ret, moves.move[i]);
}

static rules_square king_ends(rules_move castling)
{
	return rules_castled_king(rules_from(castling), rules_castling_side(castling));
}

static rules_square rook_ends(rules_move castling)
{
	return rules_castled_rook(rules_from(castling), rules_castling_side(castling));
}

/* The board is the castled one but for the king, or the rook, in the air. */
static bool lacks_only(const struct touch_game *game, const rules_piece view[64],
		       rules_move castling, rules_square missing)
{
	struct rules_position after = game->turn.base;

	rules_apply(&after, castling, NULL);
	return touch_differs(&after, view) == rules_set_of(missing) &&
	       view[missing] == RULES_NO_PIECE;
}

bool touch_castling_half_done(const struct touch_game *game, const rules_piece view[64])
{
	struct touch_set set;

	castlings(game, &set);
	for (size_t i = 0; i < set.count; i++)
		if (lacks_only(game, view, set.move[i], king_ends(set.move[i])) ||
		    lacks_only(game, view, set.move[i], rook_ends(set.move[i])))
			return true;
	return false;
}

bool touch_castling_is_incomplete(const struct touch_game *game, const rules_piece view[64],
				  rules_move *ret)
{
	enum rules_color color = touch_player(game);
	struct touch_set set;

	castlings(game, &set);
	for (size_t i = 0; i < set.count; i++) {
		rules_square from = rules_from(set.move[i]), to = king_ends(set.move[i]);

		if (from != to && view[to] == rules_piece_of(color, RULES_KING) &&
		    view[from] != view[to] &&
		    view[rook_ends(set.move[i])] != rules_piece_of(color, RULES_ROOK)) {
			*ret = set.move[i];
			return true;
		}
	}
	return false;
}

/* The corner rook the king went towards, or RULES_NO_SQUARE. */
static rules_square rook_towards(const struct touch_game *game, rules_square from, rules_square to)
{
	enum rules_color color = touch_player(game);
	rules_set rooks = game->homes.rooks[color] & rules_men(&game->turn.base, color, RULES_ROOK);

	while (rooks) {
		rules_square rook = rules_take(&rooks);

		if ((rook > from) == (to > from))
			return rook;
	}
	return RULES_NO_SQUARE;
}

static bool is_two_squares(rules_square from, rules_square to)
{
	return rules_rank_of(from) == rules_rank_of(to) && (to == from + 2 || to + 2 == from);
}

/*
 * The king was released on its castling square: true, with the castling this
 * binds to; or two squares away where castling is illegal: true and ret_illegal.
 */
bool touch_castling_release(const struct touch_game *game, const struct touch_released *released,
			    rules_move *ret_castling, bool *ret_illegal)
{
	rules_square from = released->man, to = released->square, rook;
	struct touch_list list;
	struct touch_set set;

	if (rules_kind_of(released->piece) != RULES_KING || from == to ||
	    from != game->homes.king[touch_player(game)])
		return false;
	rook = rook_towards(game, from, to);
	*ret_castling = RULES_NO_MOVE;
	*ret_illegal = false;
	castlings(game, &set);
	for (size_t i = 0; i < set.count; i++)
		if (king_ends(set.move[i]) == to)
			*ret_castling = set.move[i];
	if (*ret_castling == RULES_NO_MOVE) {
		*ret_illegal = rook != RULES_NO_SQUARE && is_two_squares(from, to);
		return *ret_illegal;
	}
	/* A step to a neighbouring square is a king's move too (Guidelines II.3.2). */
	if (touch_could_reach(&game->turn.base, from, to))
		return false;
	touch_turn_players_list(game, false, &list);
	return !touch_rook_was_first(&game->turn.base, *ret_castling, &list, game->rules.scan_ms);
}
