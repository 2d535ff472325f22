/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/frame.h"
#include "touchmove/work_private.h"

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
	game->lapsing = false;
	game->adjust.open = game->irregular = game->can_revise = false;
	game->settle.count = 0;
	game->settle.last.type = TOUCH_EV_TICK;
}

/* Men on their squares have their names; the others get theirs as moves explain them. */
static void name_men(struct touch_game *game)
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

static void take_board(struct touch_game *game, const rules_piece board[64])
{
	struct touch_hands *hands = &game->hands;

	hands->count = 0;
	hands->strays = hands->lifted = 0;
	hands->newest = RULES_NO_SQUARE;
	memcpy(hands->at, board, 64);
	name_men(game);
}

/* pressed: the player to move has done so, and only his move was not seen. */
static void play_bridge(struct work *w, const struct bridge *b, bool pressed)
{
	struct touch_game *game = w->game;

	for (int i = 0; i < b->plies && game->state != TOUCH_ST_ENDED; i++) {
		if (touch_is_made(game)) {
			memset(game->hands.who, TOUCH_MAN_NEW, sizeof(game->hands.who));
			touch_turn_pass(w);
			name_men(game);
		}
		touch_make(w, b->found[i], TOUCH_INFERRED, true);
		if (i == 0 && pressed) {
			memset(game->hands.who, TOUCH_MAN_NEW, sizeof(game->hands.who));
			touch_complete_if_made(w);
			name_men(game);
		}
	}
}

void touch_sync(struct touch_game *game, const rules_piece dump[64], uint64_t at_ms,
		struct touch_reports *ret_reports)
{
	struct work w = {game, ret_reports};
	rules_piece board[64];
	struct bridge b = {.view = board};
	const struct rules_position *from;
	bool pressed;

	ret_reports->count = 0;
	for (rules_square square = 0; square < 64; square++)
		board[touch_turn_square(square, game->rules.turned)] = dump[square];
	if (at_ms > game->now_ms)
		game->now_ms = at_ms;
	if (memcmp(board, game->hands.at, 64) == 0 && game->settle.count == 0)
		return;
	forget_touches(game);
	take_board(game, board);
	if (game->state == TOUCH_ST_HANDLING || game->state == TOUCH_ST_ENDED)
		return;
	pressed = !touch_is_made(game) && (game->judging || game->state == TOUCH_ST_OPEN_PRESS);
	from = touch_is_made(game) ? &game->turn.after : &game->turn.base;
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
	if (touch_differs(from, board) == 0)
		return;
	find_bridge(&b, from);
	game->judging = false;
	if (b.count == 1)
		play_bridge(&w, &b, pressed);
	else
		touch_unsure(&w);
}

bool touch_wants_board(const struct touch_game *game)
{
	return game->judging || game->hands.strays != 0 || game->state == TOUCH_ST_OPEN_PRESS ||
	       game->state == TOUCH_ST_UNSURE;
}
