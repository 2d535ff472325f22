/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/work_private.h"

/*
 * The default time (6.7 / 6.6a / 6.7.1): who arrives later than the rules of the event allow loses
 * the game, unless the arbiter decides otherwise. It is counted from the arbiter's start. A player
 * has arrived when the arbiter says so, or when a move of his is on the board.
 */

#define MINUTE_MS UINT64_C(60000)

static bool has_moved(const struct touch_game *game, enum rules_color color)
{
	unsigned plies = game->plies - game->start_ply + (unsigned)touch_is_made(game);

	return plies > (game->start.turn == color ? 0u : 1u);
}

static bool is_missing(const struct touch_game *game, enum rules_color color)
{
	return !game->arrived[color] && !game->is_late[color] && !has_moved(game, color);
}

void touch_arrival_begin(struct work *w)
{
	struct touch_game *game = w->game;

	if (game->has_started || !game->rules.watches_arrival)
		return;
	game->has_started = true;
	game->started_ms = game->now_ms;
	if (game->rules.default_minutes == 0)
		touch_arrival_due(w);
}

void touch_arrival(struct work *w, enum rules_color color)
{
	w->game->arrived[color] = true;
}

uint64_t touch_arrival_at(const struct touch_game *game)
{
	if (!game->has_started || game->state == TOUCH_ST_ENDED ||
	    (!is_missing(game, RULES_WHITE) && !is_missing(game, RULES_BLACK)))
		return UINT64_MAX;
	return game->started_ms + game->rules.default_minutes * MINUTE_MS;
}

void touch_arrival_due(struct work *w)
{
	struct touch_game *game = w->game;

	for (int color = 0; color < 2; color++) {
		if (!is_missing(game, (enum rules_color)color))
			continue;
		game->is_late[color] = true;
		touch_find(w, TOUCH_KIND_DEFAULT_TIME, TOUCH_LAW_DEFAULT_TIME, (uint8_t)color,
			   TOUCH_PRESUMED);
	}
}
