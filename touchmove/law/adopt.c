/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/adopt.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/turn.h"

/*
 * The board is taken as it is, whatever was seen of how it came about: nobody
 * has touched anything, and every man belongs where he stands.
 */

#define AIR_MAX 3 /* men that hands may hold while a dump is taken */

void touch_adopt_forget(struct touch_game *game)
{
	game->turn.touches.count = 0;
	game->turn.commitment.kind = TOUCH_COMMITTED_NOT;
	game->turn.after_gap = true;
	game->lapsing = game->judging = false;
	game->irregular = game->can_revise = false;
}

/* Men on their squares have their names; the others get theirs as moves explain them. */
void touch_adopt_names(struct touch_game *game)
{
	struct touch_hands *hands = &game->hands;
	const struct touch_turn *turn = &game->turn;
	rules_square to = rules_to(turn->made);

	for (rules_square square = 0; square < 64; square++) {
		rules_piece piece = hands->at[square];

		hands->who[square] = piece == RULES_NO_PIECE          ? TOUCH_NO_MAN
				     : piece != turn->base.at[square] ? TOUCH_MAN_NEW
								      : square;
	}
	if (touch_is_made(game) && !rules_is_castling(turn->made) &&
	    !rules_is_promotion(turn->made) && hands->at[to] == turn->after.at[to])
		hands->who[to] = rules_from(turn->made);
}

/* Men that are no longer there lie beside the board, and may be seen again. */
static void count_captured(struct touch_game *game)
{
	int8_t missing[16] = {0};

	for (rules_square square = 0; square < 64; square++) {
		if (game->start.at[square] != RULES_NO_PIECE)
			missing[game->start.at[square]]++;
		if (game->hands.at[square] != RULES_NO_PIECE)
			missing[game->hands.at[square]]--;
	}
	for (size_t piece = 0; piece < 16; piece++)
		game->hands.captured[piece] = (uint8_t)(missing[piece] > 0 ? missing[piece] : 0);
}

void touch_adopt_board(struct touch_game *game)
{
	struct touch_hands *hands = &game->hands;

	hands->count = 0;
	hands->strays = hands->lifted = game->said_strays = 0;
	hands->newest = RULES_NO_SQUARE;
	touch_adopt_names(game);
	count_captured(game);
}

const struct rules_position *touch_position_now(const struct touch_game *game)
{
	return touch_is_made(game) ? &game->turn.after : &game->turn.base;
}

/* The squares on which a man is missing, if nothing else differs and hands can hold them. */
bool touch_adopt_misses(const struct rules_position *pos, const rules_piece board[64],
			rules_set *ret)
{
	rules_set differs = touch_differs(pos, board);

	*ret = differs;
	while (differs)
		if (board[rules_take(&differs)] != RULES_NO_PIECE)
			return false;
	return rules_count(*ret) <= AIR_MAX;
}
