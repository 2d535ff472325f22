/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/half_done.h"
#include "touchmove/law/turn.h"

/* Promotion while it is under way (Art. 3.7.5, 4.4.4, 4.6, 7.5.2). */

static int last_rank(enum rules_color color)
{
	return color == RULES_WHITE ? 7 : 0;
}

/* Promotions to a queen stand for all four. */
static void promotions_in(const struct rules_position *pos, struct touch_set *ret)
{
	enum rules_color color = (enum rules_color)pos->turn;
	rules_set near = rules_rank_set(color == RULES_WHITE ? 6 : 1);
	struct rules_moves moves;

	touch_set_clear(ret);
	touch_legal_between(pos, near & rules_men(pos, color, RULES_PAWN),
			    rules_rank_set(last_rank(color)), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_promotion(moves.move[i]) &&
		    rules_promoted_to(moves.move[i]) == RULES_QUEEN)
			touch_set_add(ret, moves.move[i]);
}

static void promotions(const struct touch_game *game, struct touch_set *ret)
{
	promotions_in(&game->turn.base, ret);
}

bool touch_promotion_pawn_left(const struct touch_game *game, const rules_piece view[64],
			       rules_move *ret)
{
	rules_piece pawn = rules_piece_of(touch_player(game), RULES_PAWN);
	struct touch_set set;

	promotions(game, &set);
	for (size_t i = 0; i < set.count; i++) {
		if (view[rules_to(set.move[i])] == pawn && view[rules_from(set.move[i])] != pawn) {
			*ret = set.move[i];
			return true;
		}
	}
	return false;
}

static bool may_be_promoted_to(const struct touch_game *game, rules_piece piece)
{
	return rules_color_of(piece) == touch_player(game) && rules_kind_of(piece) != RULES_KING &&
	       rules_kind_of(piece) != RULES_PAWN;
}

/* The pawn has no legal promotion, but it is gone and a wrong piece from the box is there. */
static bool wrong_piece_without_right(const struct touch_game *game)
{
	const struct touch_hands *hands = &game->hands;
	enum rules_color color = touch_player(game);
	rules_set pawns = rules_rank_set(color == RULES_WHITE ? 6 : 1) &
			  rules_men(&game->turn.base, color, RULES_PAWN);
	rules_set last = rules_rank_set(last_rank(color));
	bool gone = false;

	while (pawns)
		gone |= touch_hands_find(hands, rules_take(&pawns)) == RULES_NO_SQUARE;
	while (gone && last) {
		rules_square square = rules_take(&last);

		if (hands->who[square] == TOUCH_MAN_NEW &&
		    !may_be_promoted_to(game, hands->at[square]))
			return true;
	}
	return false;
}

/* A piece from the box, of the wrong colour, a king or a pawn, where the pawn was to go. */
bool touch_promotion_wrong_piece(const struct touch_game *game)
{
	const struct touch_hands *hands = &game->hands;
	struct touch_set set;

	promotions(game, &set);
	for (size_t i = 0; i < set.count; i++) {
		rules_square to = rules_to(set.move[i]);

		if (hands->at[rules_from(set.move[i])] == RULES_NO_PIECE &&
		    hands->at[to] != RULES_NO_PIECE && hands->who[to] >= TOUCH_MAN_NEW &&
		    !may_be_promoted_to(game, hands->at[to]))
			return true;
	}
	return wrong_piece_without_right(game);
}

static void take_from_box(struct touch_game *game, const struct rules_position *pos)
{
	enum rules_color color = (enum rules_color)pos->turn;
	rules_set strays = game->hands.strays & rules_rank_set(last_rank(color));
	struct touch_set set;

	if (!strays)
		return;
	promotions_in(pos, &set);
	for (size_t i = 0; i < set.count; i++) {
		rules_square to = rules_to(set.move[i]);

		if (rules_has(strays, to) && rules_color_of(game->hands.at[to]) == color &&
		    rules_has(game->hands.lifted, rules_from(set.move[i])))
			touch_hands_new(&game->hands, to);
	}
}

/*
 * A captured man of the own colour, put down where a pawn is to promote, is the
 * new piece; also one of the player who answers before the press.
 */
void touch_promotion_from_box(struct touch_game *game)
{
	take_from_box(game, &game->turn.base);
	if (game->state == TOUCH_ST_MADE)
		take_from_box(game, &game->turn.after);
}
