/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_EXPLAIN_H
#define BOARDD_TOUCH_EXPLAIN_H

#include "touchmove/law/hands.h"
#include "touchmove/law/set.h"

/*
 * Which legal moves explain the sensed board? Nothing here knows of time, of
 * players' rights or of clocks: a position and a board in, moves out.
 */

/* The squares on which a board differs from a position. */
rules_set touch_differs(const struct rules_position *pos, const rules_piece view[64]);

/*
 * The one legal move from base that gives this board, or RULES_NO_MOVE. The
 * victim may stand elsewhere: it is being carried off. Where two moves give the
 * same board (Chess960), it is castling if the rook was lifted.
 */
rules_move touch_explain_move(const struct rules_position *base, const rules_piece view[64],
			      const struct touch_hands *hands);

struct touch_pair {
	rules_move move, answer;
};

/*
 * A legal move and a legal answer that together give this board, every man of
 * them lifted in this turn. A man that was seen where the first move
 * ends and taken off from there goes before one that was not; if the same kind
 * of man takes back, nothing else tells. Returns how many such pairs
 * there are, at most 2; ret is the first.
 */
int touch_explain_pair(const struct rules_position *base, const rules_piece view[64],
		       const struct touch_hands *hands, struct touch_pair *ret);

/*
 * The same for a position that may differ from what hands know: an answer after
 * one of the moves given, whoever lifted what. RULES_NO_MOVE in ret: none.
 */
int touch_explain_answer(const struct rules_position *base, const struct touch_set *moves,
			 const rules_piece view[64], struct touch_pair *ret);

/* How a board looks beside a move that was to be made. */
enum touch_fit {
	TOUCH_FIT_NOT,
	TOUCH_FIT_EXACT,
	TOUCH_FIT_ENEMY_MISSING, /* only men of the opponent are off */
	TOUCH_FIT_DISPLACED,     /* others missing or knocked to a neighbouring square */
};

struct touch_press_fit {
	rules_move move;
	enum touch_fit fit;
	int men; /* how many own men may have made the move; more than one: nobody knows */
};

/* The move, other than castling, that fits the board at a press best. */
struct touch_press_fit touch_explain_press(const struct rules_position *base,
					   const struct touch_set *legal,
					   const rules_piece view[64],
					   const struct touch_hands *hands);

/* Could this man legally go there if it were its side's turn? */
bool touch_could_reach(const struct rules_position *pos, rules_square from, rules_square to);

#endif
