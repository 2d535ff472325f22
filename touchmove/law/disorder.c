/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/disorder.h"
#include "rules-core/attacks.h"
#include "touchmove/law/turn.h"

/* Men that stand wrong at a press (Art. 7.4.1): whose they are, and whose fault that is. */

uint8_t touch_disorder_color(const struct touch_game *game, rules_move move)
{
	const struct touch_turn *turn = &game->turn;
	const struct touch_hands *hands = &game->hands;
	rules_square victim =
		move == RULES_NO_MOVE ? RULES_NO_SQUARE : touch_victim_of(&turn->base, move);
	rules_set enemy =
		hands->lifted & turn->base.of_color[touch_opponent(game)] & ~turn->adjusted;
	rules_set early = turn->early;

	if (victim != RULES_NO_SQUARE) {
		rules_square stands = touch_hands_find(hands, victim);

		enemy &= ~rules_set_of(victim);
		if (stands != RULES_NO_SQUARE && stands != victim)
			return TOUCH_BOTH;
	}
	while (early)
		if (touch_hands_find(hands, rules_take(&early)) == RULES_NO_SQUARE)
			return TOUCH_BOTH;
	return enemy || (hands->strays & ~game->said_strays) ? TOUCH_BOTH
							     : (uint8_t)touch_player(game);
}

/* Captured men that may be the opponent's new piece: he is promoting already (Art. 4.6). */
static rules_set new_pieces(const struct touch_game *game)
{
	enum rules_color color = touch_opponent(game);
	rules_set last = rules_rank_set(color == RULES_WHITE ? 7 : 0), found = 0;
	struct rules_moves moves;

	if (!(game->hands.strays & last))
		return 0;
	touch_legal_between(&game->turn.after, rules_men(&game->turn.after, color, RULES_PAWN),
			    game->hands.strays & last, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_color_of(game->hands.at[rules_to(moves.move[i])]) == color)
			found |= rules_set_of(rules_to(moves.move[i]));
	return found;
}

rules_set touch_disorder_carried_off(const struct touch_game *game)
{
	const struct touch_hands *hands = &game->hands;
	rules_set strays = hands->strays & ~new_pieces(game) & ~game->said_strays;

	if (hands->newest != RULES_NO_SQUARE && hands->newest_ms > game->press_at_ms)
		strays &= ~rules_set_of(hands->newest);
	return strays;
}

bool touch_disorder_of_strays(struct touch_game *game)
{
	rules_set strays = touch_disorder_carried_off(game);

	game->said_strays |= strays;
	return strays != 0;
}

/* A man's square is the opponent's already: he was taken there, and is on his way off. */
static bool is_taken(const struct touch_game *game, uint8_t man)
{
	return game->hands.at[man] != RULES_NO_PIECE &&
	       rules_color_of(game->hands.at[man]) == touch_opponent(game);
}

/* Where a man of the side that has moved stands wrong, from this square on, or RULES_NO_SQUARE. */
static rules_square next_wrong(const struct touch_game *game, rules_square square)
{
	const struct touch_turn *turn = &game->turn;

	for (; square < 64; square++) {
		uint8_t man = game->hands.who[square];

		if (man < TOUCH_MAN_NEW && man != square && !is_taken(game, man) &&
		    rules_color_of(game->hands.at[square]) == touch_player(game) &&
		    turn->after.at[square] != game->hands.at[square])
			return square;
	}
	return RULES_NO_SQUARE;
}

bool touch_disorder_of_mover(const struct touch_game *game)
{
	return !game->turn.said_out_of_turn && next_wrong(game, 0) != RULES_NO_SQUARE;
}

bool touch_disorder_is_second_move(const struct touch_game *game)
{
	rules_square square = next_wrong(game, 0);

	if (game->turn.said_out_of_turn || game->turn.after_gap ||
	    touch_hands_hold_color(&game->hands, touch_opponent(game)))
		return false;
	for (; square != RULES_NO_SQUARE; square = next_wrong(game, (rules_square)(square + 1)))
		if (!rules_has(rules_sight[game->hands.who[square]].king, square))
			return true;
	return false;
}

void touch_disorder_strike(struct touch_game *game, rules_move move)
{
	struct touch_list *touches = &game->turn.touches;
	rules_square victim = touch_victim_of(&game->turn.base, move);

	for (size_t i = 0; i < touches->count; i++) {
		rules_square man = touches->touch[i].man;

		if (man != rules_from(move) && man != victim && game->hands.who[man] != man)
			touches->touch[i].struck = true;
	}
}
