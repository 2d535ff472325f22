/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/work_private.h"

/*
 * A man put down is released by what its own player does next, not by what the
 * opponent does: lifted again within the settle time, he was only slid (section
 * 1 of the procedure). So what the opponent does meanwhile waits, until the man
 * has stood long enough, or his player goes on, or the opponent's own move is
 * made; and the lift of that man goes before it. Within one scan no order is
 * known at all: there the lift goes before everything.
 */

static bool is_on_board(const struct touch_event *event)
{
	return event->type == TOUCH_EV_LIFTED || event->type == TOUCH_EV_PLACED;
}

/* The man just put down is his who is to move, or to answer. */
static bool may_slide_on(const struct touch_game *game)
{
	const struct touch_fresh *fresh = &game->fresh;

	return fresh->type == TOUCH_FRESH_PLACED && fresh->man < TOUCH_MAN_NEW &&
	       !game->rules.no_clock && game->rules.late_ms == 0 && !game->judging &&
	       ((game->state == TOUCH_ST_TO_MOVE &&
		 rules_color_of(fresh->piece) == touch_player(game)) ||
		(game->state == TOUCH_ST_MADE &&
		 rules_color_of(fresh->piece) == touch_opponent(game)));
}

static bool is_opponents(const struct touch_game *game, const struct touch_event *event)
{
	if (event->type == TOUCH_EV_PRESSED)
		return game->state == TOUCH_ST_MADE && event->color == game->running &&
		       event->color != rules_color_of(game->fresh.piece);
	return is_on_board(event) && event->square != game->fresh.square &&
	       rules_color_of(event->piece) != rules_color_of(game->fresh.piece);
}

/* His move stands with that man, and what waits makes the opponent's answer to it. */
static bool makes_answer(const struct touch_game *game)
{
	struct rules_position after = *touch_position_now(game);
	rules_piece view[64];
	rules_move move;

	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&after, view, NULL);
	if (move == RULES_NO_MOVE)
		return true; /* nothing is made by him: nothing is to be waited for */
	rules_apply(&after, move, NULL);
	for (size_t i = 0; i < game->settle.count; i++) {
		const struct touch_event *event = &game->settle.queue[i];

		if (is_on_board(event))
			view[event->square] =
				event->type == TOUCH_EV_PLACED ? event->piece : RULES_NO_PIECE;
	}
	return touch_differs(&after, view) != 0 &&
	       touch_explain_move(&after, view, NULL) != RULES_NO_MOVE;
}

/* Until when the event at the front waits for the man just put down; 0: it does not. */
uint64_t touch_hold_until(const struct touch_game *game, uint64_t now_ms)
{
	const struct touch_settle *settle = &game->settle;
	uint64_t until = game->fresh.at_ms + game->rules.settle_ms;

	if (settle->count == 0 || !may_slide_on(game) || now_ms >= until ||
	    !is_opponents(game, &settle->queue[0]))
		return 0;
	for (size_t i = 1; i < settle->count; i++) {
		const struct touch_event *event = &settle->queue[i];
		uint64_t scanned = event->at_ms + game->rules.scan_ms;

		if (is_opponents(game, event))
			continue;
		if (!is_on_board(event) || now_ms > scanned)
			return 0;
		until = scanned < until ? scanned + 1 : until;
	}
	return makes_answer(game) ? 0 : until;
}

/* Nothing that waits has released him, but what was seen in the scan of his lift. */
static bool is_slid(const struct touch_game *game, const struct touch_event *lift)
{
	for (size_t i = 0; i < game->settle.count; i++) {
		const struct touch_event *event = &game->settle.queue[i];

		if (!is_opponents(game, event) &&
		    !(is_on_board(event) && event->square != lift->square &&
		      lift->at_ms - event->at_ms < game->rules.scan_ms))
			return false;
	}
	return game->settle.count > 0;
}

/* The lift of the man just put down goes before what waits. False: it goes behind, as usual. */
bool touch_hold_slide(struct touch_game *game, const struct touch_event *lift)
{
	struct touch_settle *settle = &game->settle;

	if (lift->type != TOUCH_EV_LIFTED || !may_slide_on(game) ||
	    lift->square != game->fresh.square ||
	    lift->at_ms - game->fresh.at_ms >= game->rules.settle_ms || !is_slid(game, lift) ||
	    settle->count == TOUCH_QUEUE_MAX)
		return false;
	memmove(&settle->queue[1], &settle->queue[0], settle->count * sizeof(settle->queue[0]));
	settle->queue[0] = *lift;
	settle->count++;
	return true;
}
