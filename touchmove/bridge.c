/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/bridge.h"

#include "touchmove/explain.h"
#include "touchmove/obligation.h"

#define IN_HAND_MAX 2

struct bridge {
	const rules_piece *board;
	unsigned plies;
	unsigned in_hand; /* men that may be missing */
	struct touch_line line;
	struct touch_unsure *out;
};

static void keep_line(struct bridge *b)
{
	if (b->out->count < TOUCH_LINES_MAX)
		b->out->line[b->out->count++] = b->line;
	else
		b->out->has_more = true;
}

/* Nothing differs but that men are missing. */
static bool fits_loosely(const struct bridge *b, const struct rules_position *pos)
{
	rules_set differs = touch_differs(pos, b->board);

	if ((unsigned)rules_count(differs) > b->in_hand)
		return false;
	while (differs)
		if (b->board[rules_take(&differs)] != RULES_NO_PIECE)
			return false;
	return true;
}

/* A move changes two squares, en passant three and castling four. */
static void search(struct bridge *b, const struct rules_position *pos, unsigned ply)
{
	unsigned left = b->plies - ply;
	struct rules_moves moves;

	if ((unsigned)rules_count(touch_differs(pos, b->board)) > 2 * left + 2 + b->in_hand)
		return;
	if (left == 0) {
		if (fits_loosely(b, pos))
			keep_line(b);
		return;
	}
	if (left == 1 && b->in_hand == 0) {
		b->line.move[ply] = touch_explain_move(pos, b->board, NULL);
		if (b->line.move[ply] != RULES_NO_MOVE)
			keep_line(b);
		return;
	}
	touch_legal_between(pos, RULES_ALL_SQUARES, RULES_ALL_SQUARES, &moves);
	for (size_t i = 0; i < moves.count && !b->out->has_more; i++) {
		struct rules_position next = *pos;

		b->line.move[ply] = moves.move[i];
		rules_apply(&next, moves.move[i], NULL);
		search(b, &next, ply + 1);
	}
}

static void find(const struct rules_position *from, const rules_piece board[64], unsigned plies,
		 unsigned in_hand, struct touch_unsure *ret)
{
	struct bridge b = {.board = board, .plies = plies, .in_hand = in_hand, .out = ret};

	b.line.count = (uint8_t)plies;
	ret->count = 0;
	ret->has_more = false;
	search(&b, from, 0);
}

void touch_bridge_find(const struct rules_position *from, const rules_piece board[64],
		       unsigned plies, struct touch_unsure *ret)
{
	find(from, board, plies, 0, ret);
}

void touch_bridge_find_loose(const struct rules_position *from, const rules_piece board[64],
			     unsigned plies, struct touch_unsure *ret)
{
	find(from, board, plies, IN_HAND_MAX, ret);
}
