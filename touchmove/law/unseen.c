/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/judge_private.h"

/*
 * What was not seen: whole boards, gaps, the clock's own messages, and doubts.
 * The reader explains them; law only sees to it that nobody is accused of what
 * was not seen (section 16 of the procedure).
 */

#define SHAKEN_TURNS 4 /* nobody is accused so soon after a doubt */

/* What was kept of a press cannot be read again: not everything came as an input. */
static void forget_presses(struct law *law)
{
	law->pressed.is = law->is_held = false;
	law->game.judging = false;
}

void law_take_board(struct law *law, struct work *w, const rules_piece board[64])
{
	struct rules_position before = law->reader.sense.seen;
	struct read_list list;

	read_board(&law->reader, board, law->game.now_ms, &list);
	law->wants_board = false;
	if (memcmp(before.at, law->reader.sense.seen.at, sizeof(before.at)) != 0) {
		forget_presses(law);
		law->game.turn.after_gap = true;
		law->changed_ms = law->game.now_ms;
		law->look_ms = law->game.now_ms + law->game.rules.settle_ms;
	}
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

void law_take_gap(struct law *law, struct work *w, bool is_blind)
{
	struct read_list list;

	read_gap(&law->reader, is_blind, law->game.now_ms, &list);
	forget_presses(law);
	law->game.turn.after_gap = true;
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

/* Clocks that stop or start stop play and let it go on; another side's: a press was not seen. */
void law_on_clock(struct law *law, struct work *w, const struct touch_event *event)
{
	struct touch_game *game = &law->game;
	struct read_list list;

	if (game->rules.no_clock)
		return;
	if (event->color == TOUCH_BOTH && game->running != TOUCH_BOTH) {
		law_stop_clocks(law, w);
		return;
	}
	if (game->running == TOUCH_BOTH && event->color != TOUCH_BOTH && game->paused) {
		law_start_clocks(law, w, event->color);
		return;
	}
	if (event->color != TOUCH_BOTH && game->running != TOUCH_BOTH &&
	    game->running != event->color)
		forget_presses(law);
	game->running = event->color;
	read_clock(&law->reader, event->color, game->now_ms, &list);
	law_take_news(law, w, &list);
	law_refresh(law, w, LAW_LIVE);
}

void law_say_unsure(struct law *law, struct work *w, const struct read_news *news)
{
	law->game.shaken = SHAKEN_TURNS;
	law->game.turn.after_gap = true;
	touch_say(w, TOUCH_REPORT_UNSURE)->ply = news->ply;
}

/* What was told of the game from this half-move on is taken back. */
void law_take_back(struct law *law, struct work *w, uint16_t ply)
{
	struct touch_game *game = &law->game;
	struct rules_position pos;

	if (!touch_position_back(game, game->plies + touch_is_made(game) - (ply - 1u), &pos))
		return;
	touch_take_back_to(w, (uint16_t)(ply - 1), &pos);
	law->told.ply = 0;
	law->said.count = 0;
	game->shaken = SHAKEN_TURNS;
	game->turn.after_gap = true;
}

/* The reader knows half-moves that law has not made: they were played, however that looked. */
void law_catch_up(struct law *law, struct work *w, uint16_t plies)
{
	struct touch_game *game = &law->game;

	while (game->plies < plies && law_is_playing(game)) {
		if (game->state != TOUCH_ST_MADE) {
			rules_move move = law->reader.played[game->plies];

			if (!rules_is_legal(&game->turn.base, move))
				return;
			touch_make(w, move, TOUCH_PRESUMED, true);
		}
		if (game->state != TOUCH_ST_MADE)
			return;
		law_forget_later(law, law->told.rest_ms);
		touch_pass_uncompleted(w);
	}
}
