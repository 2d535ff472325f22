/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/work.h"

/*
 * After a gap in the data, or when a dump shows another board than we had: the
 * shortest line of at most four plies that leads there, if there is exactly
 * one. Touches across a gap oblige nobody and raise nothing.
 */
#define BRIDGE_PLIES 4

struct bridge {
	const rules_piece *view;
	rules_move line[BRIDGE_PLIES], found[BRIDGE_PLIES];
	int plies; /* of the lines looked for */
	int count; /* found, at most 2 */
};

static void keep_line(struct bridge *b)
{
	if (b->count++ == 0)
		memcpy(b->found, b->line, sizeof(b->found));
}

/* A move changes at most four squares, so what differs more is out of reach. */
static void search(struct bridge *b, const struct rules_position *pos, int ply)
{
	int left = b->plies - ply;
	struct rules_moves moves;

	if (rules_count(touch_differs(pos, b->view)) > 2 * left + 2)
		return;
	if (left == 1) {
		b->line[ply] = touch_explain_move(pos, b->view, NULL);
		if (b->line[ply] != RULES_NO_MOVE)
			keep_line(b);
		return;
	}
	touch_legal_between(pos, RULES_ALL_SQUARES, RULES_ALL_SQUARES, &moves);
	for (size_t i = 0; i < moves.count && b->count < 2; i++) {
		struct rules_position next = *pos;

		b->line[ply] = moves.move[i];
		rules_apply(&next, moves.move[i], NULL);
		search(b, &next, ply + 1);
	}
}

static void find_bridge(struct bridge *b, const struct rules_position *from)
{
	for (b->plies = 1; b->plies <= BRIDGE_PLIES && b->count == 0; b->plies++)
		search(b, from, 0);
	b->plies--;
}

static void forget_touches(struct touch_game *game)
{
	game->turn.touches.count = 0;
	game->turn.commitment.kind = TOUCH_COMMITTED_NOT;
	game->fresh.type = TOUCH_FRESH_NONE;
	game->judging = game->lapsing = false;
	game->adjust.open = game->irregular = game->can_revise = false;
	game->settle.count = 0;
}

/* All men where they are seen; names are given anew as moves explain them. */
static void take_board(struct touch_game *game, const rules_piece board[64])
{
	struct touch_hands *hands = &game->hands;
	const struct rules_position *pos =
		touch_is_made(game) ? &game->turn.after : &game->turn.base;

	hands->count = 0;
	hands->strays = hands->lifted = 0;
	hands->newest = RULES_NO_SQUARE;
	memcpy(hands->at, board, 64);
	for (rules_square square = 0; square < 64; square++)
		hands->who[square] = board[square] == RULES_NO_PIECE    ? TOUCH_NO_MAN
				     : board[square] == pos->at[square] ? square
									: TOUCH_MAN_NEW;
}

static void play_bridge(struct work *w, const struct bridge *b)
{
	struct touch_game *game = w->game;

	for (int i = 0; i < b->plies && game->state != TOUCH_ST_ENDED; i++) {
		if (touch_is_made(game))
			touch_turn_pass(w);
		touch_make(w, b->found[i], TOUCH_INFERRED, true);
	}
}

void touch_sync(struct touch_game *game, const rules_piece board[64], uint64_t at_ms,
		struct touch_reports *ret_reports)
{
	struct work w = {game, ret_reports};
	struct bridge b = {.view = board};
	const struct rules_position *from;

	ret_reports->count = 0;
	if (at_ms > game->now_ms)
		game->now_ms = at_ms;
	if (memcmp(board, game->hands.at, 64) == 0 && game->settle.count == 0)
		return;
	forget_touches(game);
	take_board(game, board);
	if (game->state == TOUCH_ST_HANDLING || game->state == TOUCH_ST_ENDED)
		return;
	from = touch_is_made(game) ? &game->turn.after : &game->turn.base;
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
	if (touch_differs(from, board) == 0)
		return;
	find_bridge(&b, from);
	if (b.count == 1)
		play_bridge(&w, &b);
	else
		touch_unsure(&w);
}
