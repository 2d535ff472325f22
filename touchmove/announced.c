/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/work_private.h"

/*
 * Players of whom one cannot see the board announce their moves, and each has a board of his own
 * (2001 F2, 2009 E2, 2023 D.2). The move that is announced is the one that the opponent makes on
 * the other board: where this board shows another one when the clock is pressed, the two differ. A
 * slip of the tongue is corrected before the press: the last announcement before it is the one that
 * counts.
 */

void touch_announce(struct work *w, enum rules_color color, const char *text)
{
	struct touch_game *game = w->game;
	rules_move move = RULES_NO_MOVE;

	if (game->state == TOUCH_ST_ENDED || touch_player(game) != color) {
		w->out->refused = "this player has no move to announce: after the press it stands";
		return;
	}
	if (touch_said_read(&game->turn.base, text, &move) != RULES_SAN_GOOD) {
		w->out->refused = "the announced move is ambiguous or not legal here: let it be "
				  "announced again";
		return;
	}
	game->announced[color].is = true;
	game->announced[color].ply = (uint16_t)(game->plies + 1);
	game->announced[color].move = move;
}

void touch_announced_look(struct work *w, enum rules_color color, uint16_t ply, rules_move move)
{
	struct touch_game *game = w->game;
	rules_move announced = game->announced[color].move;
	struct touch_finding *finding;
	struct touch_set must;

	if (!game->announced[color].is || game->announced[color].ply != ply)
		return;
	game->announced[color].is = false;
	if (announced == move || ply != game->plies + 1)
		return;
	finding = touch_find(w, TOUCH_KIND_ANNOUNCED_OTHERWISE, TOUCH_LAW_BOARDS_DIFFER,
			     (uint8_t)color, TOUCH_OBSERVED);
	touch_set_clear(&must);
	touch_set_add(&must, announced);
	touch_find_must(finding, &must, TOUCH_LAW_BOARDS_DIFFER);
}
