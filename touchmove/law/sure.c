/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/sure.h"
#include "touchmove/law/turn.h"

/*
 * How sure is it whose hand it was (section 3 of the procedure)? A finding that
 * rests on a lift is observed only if no other hand can be meant: the man was
 * the player's own, his clock was running, and for a while before and after the
 * lift neither a press nor anything of the other player's move was seen.
 */

#define OTHER_HAND_MS 1500

static bool is_near(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) <= OTHER_HAND_MS;
}

/* Nothing of the other player came after it: his men, but for the one that was captured. */
static bool stayed_alone(const struct touch_game *game, const struct touch_touch *touch)
{
	const struct touch_list *all = &game->turn.touches;
	rules_square victim = touch_victim_of(&game->turn.base, game->turn.made);

	for (size_t i = 0; i < all->count; i++)
		if (rules_has(game->turn.base.of_color[touch_opponent(game)], all->touch[i].man) &&
		    all->touch[i].man != victim && is_near(all->touch[i].at_ms, touch->at_ms))
			return false;
	return true;
}

/* The move that is made breaks what these touches oblige to: how sure is that? */
enum touch_certainty touch_sure_of_breach(const struct touch_game *game,
					  const struct touch_list *list, bool with_moved)
{
	rules_square victim = touch_victim_of(&game->turn.base, game->turn.made);

	for (size_t i = 0; i < list->count; i++) {
		const struct touch_touch *touch = &list->touch[i];

		if (!with_moved &&
		    (touch->man == rules_from(game->turn.made) || touch->man == victim))
			continue;
		if (touch->attributed)
			continue;
		if (!touch->is_sure || is_near(game->press_at_ms, touch->at_ms) ||
		    is_near(game->now_ms, touch->at_ms) || !stayed_alone(game, touch))
			return TOUCH_PRESUMED;
	}
	return TOUCH_OBSERVED;
}
