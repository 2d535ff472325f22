/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/claims.h"
#include "touchmove/law/turn.h"

/*
 * What the player who has the move may claim now (Art. 9.2, 9.3). It is for the
 * arbiter's page alone: nobody tells a player what he could claim.
 */

#define FIRST_REPEAT 7 /* half-moves without progress before a move can bring a third time */

static uint16_t ply_now(const struct touch_game *game)
{
	return (uint16_t)(game->plies + touch_is_made(game));
}

static void note_plies(const struct touch_game *game, const struct rules_position *pos,
		       struct touch_claimable *ret)
{
	ret->ply_count += touch_history_plies(game, pos, RULES_FIVEFOLD - ret->ply_count,
					      ret->plies + ret->ply_count);
}

static void look_for_threefold(const struct touch_game *game, const struct rules_position *pos,
			       struct touch_claimable *ret)
{
	struct rules_moves legal;

	if (touch_history_count(game, pos) + touch_is_made(game) >= RULES_THREEFOLD) {
		ret->is = true;
		ret->law = TOUCH_LAW_THREEFOLD;
		note_plies(game, pos, ret);
		if (touch_is_made(game) && ret->ply_count < RULES_FIVEFOLD)
			ret->plies[ret->ply_count++] = ply_now(game);
		return;
	}
	touch_legal_between(pos, RULES_ALL_SQUARES, RULES_ALL_SQUARES, &legal);
	for (size_t i = 0; i < legal.count; i++) {
		struct rules_position next = *pos;

		rules_apply(&next, legal.move[i], NULL);
		if (touch_history_count(game, &next) + 1 < RULES_THREEFOLD)
			continue;
		if (!ret->is)
			note_plies(game, &next, ret);
		ret->is = true;
		ret->law = TOUCH_LAW_THREEFOLD_NEXT;
		touch_set_add(&ret->moves, legal.move[i]);
	}
}

static void look_for_fifty(const struct touch_game *game, const struct rules_position *pos,
			   struct touch_claimable *ret)
{
	uint16_t now = ply_now(game);
	struct rules_moves legal;

	ret->plies[0] = (uint16_t)(now > pos->halfmoves ? now - pos->halfmoves : 0);
	ret->plies[1] = now;
	ret->ply_count = 2;
	ret->law = TOUCH_LAW_FIFTY;
	ret->is = pos->halfmoves >= RULES_FIFTY_HALFMOVES;
	if (ret->is)
		return;
	ret->law = TOUCH_LAW_FIFTY_NEXT;
	touch_legal_between(pos, RULES_ALL_SQUARES, RULES_ALL_SQUARES, &legal);
	for (size_t i = 0; i < legal.count; i++) {
		struct rules_position next = *pos;

		rules_apply(&next, legal.move[i], NULL);
		if (next.halfmoves >= RULES_FIFTY_HALFMOVES)
			touch_set_add(&ret->moves, legal.move[i]);
	}
	ret->is = ret->moves.count > 0;
}

static const struct rules_position *position_now(const struct touch_game *game)
{
	return touch_is_made(game) ? &game->turn.after : &game->turn.base;
}

/* Art. 9.4, or nobody can tell. */
static bool is_barred(const struct touch_game *game)
{
	return game->state == TOUCH_ST_ENDED || game->state == TOUCH_ST_UNSURE ||
	       touch_claim_is_lost(game, touch_on_move(game));
}

uint64_t touch_claimable_stamp(const struct touch_game *game)
{
	const struct rules_position *pos = position_now(game);

	if (pos->halfmoves < FIRST_REPEAT || is_barred(game))
		return 0;
	return (pos->key ^ (uint64_t)ply_now(game) << 48) | 1;
}

void touch_claimable(const struct touch_game *game, enum touch_claim what,
		     struct touch_claimable *ret)
{
	const struct rules_position *pos = position_now(game);

	ret->is = false;
	ret->by = (uint8_t)touch_on_move(game);
	ret->law = TOUCH_LAW_NONE;
	ret->ply_count = 0;
	touch_set_clear(&ret->moves);
	if (is_barred(game))
		return;
	if (what == TOUCH_CLAIM_THREEFOLD && pos->halfmoves >= FIRST_REPEAT)
		look_for_threefold(game, pos, ret);
	else if (what == TOUCH_CLAIM_FIFTY && pos->halfmoves + 1 >= RULES_FIFTY_HALFMOVES)
		look_for_fifty(game, pos, ret);
}
