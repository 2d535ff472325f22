/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/arrival.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

/*
 * The default time (6.7 / 6.6a / 6.7.1): who arrives later than the rules of the event allow loses
 * the game, unless the arbiter decides otherwise. It is counted from the arbiter's start, and until
 * that is said from when the clock was started (6.5 / 6.5 / 6.6). A player has arrived when the
 * arbiter says so, or when a move of his is on the board. An adjourned game is begun again by the
 * arbiter's word, and the same time is allowed (A10 / guideline 10 / I.10).
 */

#define MINUTE_MS UINT64_C(60000)

static bool has_moved(const struct touch_game *game, enum rules_color color)
{
	unsigned plies = game->plies - game->watched_ply + (unsigned)touch_is_made(game);

	return plies > (game->watched_turn == color ? 0u : 1u);
}

static bool is_missing(const struct touch_game *game, enum rules_color color)
{
	return !game->arrived[color] && !game->is_late[color] && !has_moved(game, color);
}

static void begin_count(struct touch_game *game, bool is_again)
{
	game->is_awaited = true;
	game->started_ms = game->now_ms;
	game->watched_ply = is_again ? game->plies : game->start_ply;
	game->watched_turn = is_again ? game->turn.base.turn : game->start.turn;
}

void touch_arrival_begin(struct work *w)
{
	struct touch_game *game = w->game;
	bool is_again = touch_is_adjourned(game) && !game->is_resuming;

	if (game->is_awaited && !game->is_begun_by_clock && !is_again)
		return;
	begin_count(game, is_again);
	game->is_begun_by_clock = false;
	if (is_again) {
		game->is_resuming = true;
		memset(game->arrived, 0, sizeof(game->arrived));
		memset(game->is_late, 0, sizeof(game->is_late));
	}
	if (game->rules.watches_arrival && game->rules.default_minutes == 0)
		touch_arrival_due(w);
}

/*
 * Nobody has said that the game starts, but a clock runs: White's time, and the default time with
 * it. A clock that is stopped again before a move was only tried. Without a default time a running
 * clock does not tell who is there: then the arbiter's word is waited for.
 */
void touch_arrival_clock(struct touch_game *game, uint8_t running)
{
	bool is_before_play = game->plies == game->start_ply && !touch_is_made(game);

	if (!is_before_play || touch_is_adjourned(game) || game->rules.default_minutes == 0)
		return;
	if (running == TOUCH_BOTH && game->is_begun_by_clock) {
		game->is_awaited = game->is_begun_by_clock = false;
	} else if (running != TOUCH_BOTH && !game->is_awaited) {
		begin_count(game, false);
		game->is_begun_by_clock = true;
	}
}

void touch_arrival(struct work *w, enum rules_color color)
{
	w->game->arrived[color] = true;
}

bool touch_is_awaited_by_clock(const struct touch_game *game)
{
	return game->is_begun_by_clock;
}

bool touch_has_been_started(const struct touch_game *game)
{
	return game->is_awaited && !game->is_begun_by_clock;
}

uint64_t touch_awaited_until(const struct touch_game *game, enum rules_color color)
{
	if (!game->rules.watches_arrival || !game->is_awaited || !is_missing(game, color))
		return 0;
	return game->started_ms + game->rules.default_minutes * MINUTE_MS;
}

uint64_t touch_arrival_at(const struct touch_game *game)
{
	if (!game->rules.watches_arrival || !game->is_awaited || game->state == TOUCH_ST_ENDED ||
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
		touch_find(w, TOUCH_KIND_DEFAULT_TIME,
			   game->is_resuming ? TOUCH_LAW_LATE_AGAIN : TOUCH_LAW_DEFAULT_TIME,
			   (uint8_t)color, TOUCH_PRESUMED);
	}
}
