/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/announced.h"
#include "rules-core/uci.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/report.h"
#include "touchmove/law/said.h"
#include "touchmove/law/turn.h"

/*
 * Players of whom one cannot see the board announce their moves, and each has a board of his own
 * (2001 F2, 2009 E2, 2023 D.2). The move that is announced is the one that the opponent makes on
 * the other board: where this board shows another one when the clock is pressed, the two differ. A
 * slip of the tongue is corrected before the press: the last announcement before it is the one that
 * counts. What the other board shows stands for the announcement where nobody has entered it, and
 * a finding that rests on it is presumed: the opponent may have misheard.
 */

/* 0: the move of this turn; 1: the opponent's before it, or the player's own that stands made. */
static unsigned turns_back(const struct touch_game *game, uint16_t ply)
{
	return game->plies + 1u - ply;
}

static bool position_before(const struct touch_game *game, uint16_t ply, struct rules_position *ret)
{
	unsigned back = turns_back(game, ply);

	if (touch_position_back(game, back + touch_is_made(game), ret))
		return true;
	*ret = game->before; /* after an illegal move that stands */
	return back == 1;
}

static bool is_completed(const struct touch_game *game, uint16_t ply)
{
	enum rules_color mover = turns_back(game, ply) % 2 == 0
					 ? game->turn.base.turn
					 : rules_opponent(game->turn.base.turn);

	return ply <= game->plies &&
	       !(game->uncompleted[mover].is && game->uncompleted[mover].ply == ply);
}

static struct touch_finding *open_finding(struct touch_game *game, uint16_t ply)
{
	for (size_t i = 0; i < game->finding_count; i++)
		if (game->findings[i].kind == TOUCH_KIND_ANNOUNCED_OTHERWISE &&
		    game->findings[i].state == TOUCH_FINDING_OPEN &&
		    game->findings[i].ply + 1u == ply)
			return &game->findings[i];
	return NULL;
}

static void find_otherwise(struct work *w, uint16_t ply, const struct rules_position *before,
			   rules_move announced, enum touch_certainty certainty)
{
	struct touch_finding *finding =
		touch_find(w, TOUCH_KIND_ANNOUNCED_OTHERWISE, TOUCH_LAW_BOARDS_DIFFER,
			   (uint8_t)before->turn, certainty);
	struct touch_set must;

	finding->base = *before;
	finding->ply = (uint16_t)(ply - 1u);
	touch_set_clear(&must);
	touch_set_add(&must, announced);
	touch_find_must(finding, &must, TOUCH_LAW_BOARDS_DIFFER);
}

/* D.2.4: only after the announcement. Who entered the one before may be late with this one. */
static void find_unannounced(struct work *w, enum rules_color color, uint16_t ply)
{
	const struct touch_game *game = w->game;

	if (game->announced[color].ply > 0 && game->announced[color].ply + 2u == ply &&
	    game->copied[color].ply != ply && !game->rules.no_clock)
		touch_find(w, TOUCH_KIND_PRESS_BEFORE_ANNOUNCEMENT, TOUCH_LAW_ANNOUNCED_FIRST,
			   (uint8_t)color, TOUCH_PRESUMED);
}

/* The half-move is completed: against what was announced of it, or what the other board shows. */
static void compare(struct work *w, enum rules_color color, uint16_t ply, rules_move move)
{
	struct touch_game *game = w->game;
	bool is_announced = game->announced[color].ply == ply;
	rules_move should = is_announced ? game->announced[color].move : game->copied[color].move;
	struct touch_finding *open = open_finding(game, ply);
	struct rules_position before;

	if (!is_announced && game->copied[color].ply != ply)
		return;
	if (open && move == should)
		touch_finding_becomes(w, open, TOUCH_FINDING_PUT_RIGHT);
	else if (!open && move != should && position_before(game, ply, &before))
		find_otherwise(w, ply, &before, should,
			       is_announced ? TOUCH_OBSERVED : TOUCH_PRESUMED);
}

void touch_announced_look(struct work *w, enum rules_color color, uint16_t ply, rules_move move)
{
	if (ply + 1u < w->game->plies)
		return; /* long answered */
	find_unannounced(w, color, ply);
	compare(w, color, ply, move);
}

/* The last move of a player: has he pressed, and nobody announced it before? Else 0. */
static uint16_t unannounced_ply(const struct touch_game *game, enum rules_color color)
{
	uint16_t ply = game->plies;

	if (ply == game->start_ply || touch_is_made(game) || game->turn.base.turn == color ||
	    game->announced[color].ply == ply)
		return 0;
	return ply;
}

void touch_announce(struct work *w, enum rules_color color, const char *text)
{
	struct touch_game *game = w->game;
	uint16_t late = unannounced_ply(game, color);
	uint16_t ply = late > 0 ? late : (uint16_t)(game->plies + 1u);
	struct rules_position before;
	rules_move move = RULES_NO_MOVE;

	if (game->state == TOUCH_ST_ENDED || (late == 0 && touch_player(game) != color)) {
		w->out->refused = "this player has no move to announce: after the press it stands";
		return;
	}
	if (!position_before(game, ply, &before) ||
	    touch_said_read(&before, text, &move) != RULES_SAN_GOOD) {
		w->out->refused = "the announced move is ambiguous or not legal here: let it be "
				  "announced again";
		return;
	}
	game->announced[color] = (struct touch_said_move){ply, move};
	if (late > 0)
		compare(w, color, ply, game->played[ply - 1u]);
}

void touch_announced_forget(struct touch_game *game)
{
	for (int color = 0; color < 2; color++)
		if (game->announced[color].ply > game->plies)
			game->announced[color].ply = 0;
}

void touch_other_board_shows(struct work *w, uint32_t ply, const char *text)
{
	struct touch_game *game = w->game;
	struct rules_position before;
	rules_move move = RULES_NO_MOVE;
	enum rules_color color;

	if (game->state == TOUCH_ST_ENDED || ply <= game->start_ply || ply > game->plies + 1u ||
	    !position_before(game, (uint16_t)ply, &before)) {
		w->out->refused = "this board has no such half-move, or not yet";
		return;
	}
	color = before.turn;
	move = rules_uci_read(&before, rules_slice_of(text));
	if (move == RULES_NO_MOVE && touch_said_read(&before, text, &move) != RULES_SAN_GOOD) {
		w->out->refused = "this is no legal move before that half-move";
		return;
	}
	if (game->copied[color].ply == ply && game->copied[color].move == move)
		return; /* said again, as after a restart */
	game->copied[color] = (struct touch_said_move){(uint16_t)ply, move};
	if (is_completed(game, (uint16_t)ply))
		compare(w, color, (uint16_t)ply, game->played[ply - 1u]);
}
