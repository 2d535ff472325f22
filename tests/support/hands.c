/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>

#include "tests/support/hands.h"
#include "touchmove/law/obligation.h"

static bool one_in(struct hands *hands, size_t n)
{
	return random_below(hands->random, n) == 0;
}

static void add(struct hands *hands, struct hands_events *out, struct touch_event event)
{
	event.at_ms = hands->at_ms;
	event.id = ++hands->next_id;
	assert(out->count < HANDS_EVENTS_MAX);
	out->event[out->count++] = event;
	hands->at_ms += 280 + random_below(hands->random, 400);
}

static void lift(struct hands *hands, struct hands_events *out, rules_square square)
{
	add(hands, out, (struct touch_event){.type = TOUCH_EV_LIFTED, .square = square});
}

static void place(struct hands *hands, struct hands_events *out, rules_square square,
		  rules_piece piece)
{
	add(hands, out,
	    (struct touch_event){.type = TOUCH_EV_PLACED, .square = square, .piece = piece});
}

/* The captured man brushes an empty square on its way off, in the next player's time. */
static void carry_off(struct hands *hands, const struct rules_position *pos,
		      struct hands_events *out)
{
	rules_set free = ~rules_all_men(pos) & ~rules_rank_set(0) & ~rules_rank_set(7);
	rules_square square = rules_lowest(free);

	if (hands->stray == RULES_NO_PIECE || !one_in(hands, 7))
		return;
	place(hands, out, square, hands->stray);
	lift(hands, out, square);
}

static void castle(struct hands *hands, const struct rules_position *pos, rules_move move,
		   struct hands_events *out)
{
	enum rules_side side = rules_castling_side(move);
	rules_square king = rules_from(move), rook = rules_to(move);
	rules_square king_to = rules_castled_king(king, side);
	rules_square rook_to = rules_castled_rook(king, side);

	lift(hands, out, king);
	if (one_in(hands, 3) || king_to == rook || rook_to == king || king_to == king) {
		lift(hands, out, rook);
		place(hands, out, rook_to, pos->at[rook]);
		place(hands, out, king_to, pos->at[king]);
		return;
	}
	place(hands, out, king_to, pos->at[king]);
	if (rook_to == rook)
		return;
	lift(hands, out, rook);
	place(hands, out, rook_to, pos->at[rook]);
}

/* Most captures are seen as a swap: the victim's square goes straight to the other man. */
static void capture(struct hands *hands, const struct rules_position *pos, rules_move move,
		    rules_piece arrives, struct hands_events *out)
{
	size_t manner = random_below(hands->random, 36);

	if (manner < 7)
		lift(hands, out, rules_to(move));
	lift(hands, out, rules_from(move));
	if (manner >= 7 && manner < 10)
		lift(hands, out, rules_to(move));
	place(hands, out, rules_to(move), arrives);
	hands->stray = pos->at[rules_to(move)];
}

static void en_passant(struct hands *hands, const struct rules_position *pos, rules_move move,
		       struct hands_events *out)
{
	rules_square victim = touch_victim_of(pos, move);
	bool first = one_in(hands, 3);

	if (first)
		lift(hands, out, victim);
	lift(hands, out, rules_from(move));
	place(hands, out, rules_to(move), pos->at[rules_from(move)]);
	if (!first)
		lift(hands, out, victim);
	hands->stray = pos->at[victim];
}

/* The pawn may be put down first, and the new piece may come first. */
static void promote(struct hands *hands, const struct rules_position *pos, rules_move move,
		    struct hands_events *out)
{
	rules_square from = rules_from(move), to = rules_to(move);
	rules_piece piece = rules_piece_of((enum rules_color)pos->turn, rules_promoted_to(move));

	if (pos->at[to] != RULES_NO_PIECE) {
		capture(hands, pos, move, piece, out);
	} else if (one_in(hands, 2)) {
		lift(hands, out, from);
		place(hands, out, to, pos->at[from]);
		lift(hands, out, to);
		place(hands, out, to, piece);
	} else if (one_in(hands, 2)) {
		place(hands, out, to, piece);
		lift(hands, out, from);
	} else {
		lift(hands, out, from);
		place(hands, out, to, piece);
	}
}

static void step(struct hands *hands, const struct rules_position *pos, rules_move move,
		 struct hands_events *out)
{
	rules_square from = rules_from(move), to = rules_to(move);
	rules_set between = rules_between(from, to);

	if (one_in(hands, 200)) { /* seen on the new square before the old one is missed */
		place(hands, out, to, pos->at[from]);
		hands->at_ms -= 200;
		lift(hands, out, from);
		return;
	}
	lift(hands, out, from);
	if (between && one_in(hands, 20)) { /* slid */
		rules_square over = rules_lowest(between);

		place(hands, out, over, pos->at[from]);
		lift(hands, out, over);
	}
	place(hands, out, to, pos->at[from]);
}

void hands_move(struct hands *hands, const struct rules_position *pos, rules_move move,
		struct hands_events *ret)
{
	ret->count = 0;
	carry_off(hands, pos, ret);
	hands->stray = RULES_NO_PIECE;
	if (rules_is_castling(move))
		castle(hands, pos, move, ret);
	else if (rules_is_promotion(move))
		promote(hands, pos, move, ret);
	else if (rules_special_of(move) == RULES_EN_PASSANT)
		en_passant(hands, pos, move, ret);
	else if (pos->at[rules_to(move)] != RULES_NO_PIECE)
		capture(hands, pos, move, pos->at[rules_from(move)], ret);
	else
		step(hands, pos, move, ret);
	if (one_in(hands, 4))
		hands->at_ms += random_below(hands->random, 20000);
	add(hands, ret, (struct touch_event){.type = TOUCH_EV_PRESSED, .color = pos->turn});
}
