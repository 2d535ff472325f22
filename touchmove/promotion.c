/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/work_private.h"

/* Promotion while it is under way (Art. 3.7.5, 4.4.4, 4.6, 7.5.2). */

static int last_rank(enum rules_color color)
{
	return color == RULES_WHITE ? 7 : 0;
}

/* Promotions to a queen stand for all four. */
static void promotions(const struct touch_game *game, struct touch_set *ret)
{
	enum rules_color color = touch_player(game);
	rules_set near = rules_rank_set(color == RULES_WHITE ? 6 : 1);
	struct rules_moves moves;

	touch_set_clear(ret);
	touch_legal_between(&game->turn.base, near & rules_men(&game->turn.base, color, RULES_PAWN),
			    rules_rank_set(last_rank(color)), &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_promotion(moves.move[i]) &&
		    rules_promoted_to(moves.move[i]) == RULES_QUEEN)
			touch_set_add(ret, moves.move[i]);
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

/* A piece from the box, of the wrong colour, a king or a pawn, where the pawn was to go. */
bool touch_promotion_wrong_piece(const struct touch_game *game, rules_move *ret)
{
	const struct touch_hands *hands = &game->hands;
	struct touch_set set;

	promotions(game, &set);
	for (size_t i = 0; i < set.count; i++) {
		rules_square to = rules_to(set.move[i]);
		rules_piece piece = hands->at[to];

		if (hands->at[rules_from(set.move[i])] != RULES_NO_PIECE ||
		    piece == RULES_NO_PIECE || hands->who[to] < TOUCH_MAN_NEW)
			continue;
		if (rules_color_of(piece) == touch_player(game) &&
		    rules_kind_of(piece) != RULES_KING && rules_kind_of(piece) != RULES_PAWN)
			continue;
		*ret = set.move[i];
		return true;
	}
	return false;
}

/* A captured man of the own colour, put down where a pawn is to promote, is the new piece. */
void touch_promotion_from_box(struct touch_game *game)
{
	enum rules_color color = touch_player(game);
	rules_set strays = game->hands.strays & rules_rank_set(last_rank(color));
	struct touch_set set;

	if (!strays)
		return;
	promotions(game, &set);
	for (size_t i = 0; i < set.count; i++) {
		rules_square to = rules_to(set.move[i]);

		if (rules_has(strays, to) && rules_color_of(game->hands.at[to]) == color &&
		    rules_has(game->hands.lifted, rules_from(set.move[i]))) {
			game->hands.who[to] = TOUCH_MAN_NEW;
			game->hands.strays &= ~rules_set_of(to);
		}
	}
}
