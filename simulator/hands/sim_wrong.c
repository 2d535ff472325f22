/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/check.h"
#include "simulator/hands/sim_violation_private.h"

/* The words violations are done in: what a turn gives the occasion for, and what hands do. */

/* --- what is possible --- */

bool sim_wrong_is_plain(const struct sim_wrong *w)
{
	return w->turn->victim == RULES_NO_SQUARE && !rules_is_castling(w->turn->move) &&
	       !rules_is_promotion(w->turn->move);
}

bool sim_wrong_is_king(const struct sim_wrong *w)
{
	return rules_kind_of(w->turn->piece) == RULES_KING;
}

rules_set sim_wrong_movable(const struct rules_moves *moves)
{
	rules_set men = 0;

	for (size_t i = 0; i < moves->count; i++)
		men |= rules_set_of(rules_from(moves->move[i]));
	return men;
}

rules_set sim_wrong_capturable(const struct sim_wrong *w)
{
	rules_set men = 0;

	for (size_t i = 0; i < w->moves.count; i++) {
		struct sim_turn turn = sim_turn_of(&w->h->pos, w->moves.move[i]);

		if (turn.victim != RULES_NO_SQUARE)
			men |= rules_set_of(turn.victim);
	}
	return men;
}

static bool is_plain_move(const struct rules_position *pos, rules_move move)
{
	return (rules_special_of(move) == RULES_ORDINARY ||
		rules_special_of(move) == RULES_DOUBLE_STEP) &&
	       pos->at[rules_to(move)] == RULES_NO_PIECE;
}

rules_set sim_wrong_targets(const struct rules_position *pos, const struct rules_moves *moves,
			    rules_square from)
{
	rules_set squares = 0;

	for (size_t i = 0; i < moves->count; i++)
		if (rules_from(moves->move[i]) == from && is_plain_move(pos, moves->move[i]))
			squares |= rules_set_of(rules_to(moves->move[i]));
	return squares;
}

rules_set sim_wrong_squares(const struct sim_wrong *w, rules_square from)
{
	rules_set squares = sim_hand_free(w->h) & ~sim_wrong_targets(&w->h->pos, &w->moves, from) &
			    ~(rules_rank_set(0) | rules_rank_set(7));

	if (w->h->pos.passed != RULES_NO_SQUARE)
		squares &= ~rules_set_of(w->h->pos.passed);
	return squares;
}

rules_set sim_wrong_last_moved(const struct sim_hands *h)
{
	struct rules_position pos = h->game.start;
	struct sim_turn turn;

	if (h->ply == 0)
		return 0;
	for (size_t i = 0; i + 1 < h->ply; i++)
		rules_apply(&pos, h->game.moves[i], NULL);
	turn = sim_turn_of(&pos, h->game.moves[h->ply - 1]);
	return sim_turn_squares(&turn);
}

struct rules_position sim_wrong_if(const struct sim_wrong *w, rules_square from, rules_square to,
				   rules_piece piece)
{
	struct rules_position pos = w->h->pos;

	rules_position_put(&pos, from, RULES_NO_PIECE);
	rules_position_put(&pos, to, piece);
	return pos;
}

bool sim_wrong_both_kings(const struct rules_position *pos)
{
	struct rules_position other = *pos;

	other.turn = (uint8_t)rules_opponent((enum rules_color)pos->turn);
	return rules_in_check(pos) && rules_in_check(&other);
}

/* --- what hands do --- */

void sim_wrong_carry(struct sim_hands *h, rules_square from, rules_square to)
{
	rules_piece piece = h->men[from];

	sim_hand_lift(h, from);
	sim_hand_travel(h);
	sim_hand_place(h, to, piece);
}

void sim_wrong_lift_pawn(struct sim_wrong *w)
{
	sim_hand_lift(w->h, w->turn->from);
	sim_hand_travel(w->h);
	if (w->turn->victim != RULES_NO_SQUARE) {
		sim_hand_lift(w->h, w->turn->victim);
		sim_hand_travel(w->h);
	}
}

void sim_wrong_press(struct sim_hands *h, enum rules_color color)
{
	sim_hand_rest(h, h->config.seen_ms + 40, h->config.seen_ms + 900);
	sim_hand_press(h, color);
}

void sim_wrong_release(struct sim_hands *h)
{
	sim_hand_rest(h, 2000, 4000);
}

void sim_wrong_say(struct sim_hands *h, const char *const words[2], enum rules_color color)
{
	sim_hand_do(h, (struct sim_act){.type = SIM_ACT_SAY,
					.color = color,
					.text = rules_slice_of(words[color])});
}

void sim_wrong_confess(struct sim_wrong *w, enum rules_color color)
{
	sim_hand_do(w->h, (struct sim_act){.type = SIM_ACT_VIOLATION,
					   .color = color,
					   .ply = (uint16_t)(w->h->ply + 1),
					   .violation = w->violation});
}

bool sim_wrong_made(struct sim_wrong *w, enum sim_manner manner)
{
	w->turn->manner = manner;
	sim_hand_made(w->h, w->turn);
	sim_wrong_confess(w, w->turn->color);
	sim_wrong_press(w->h, w->turn->color);
	return true;
}

bool sim_wrong_make(struct sim_wrong *w)
{
	sim_wrong_carry(w->h, w->turn->from, w->turn->to);
	return sim_wrong_made(w, SIM_MANNER_LIFT);
}

/* The opponent, who has seen it, gives the clock back. */
static void give_back(struct sim_wrong *w)
{
	sim_hand_rest(w->h, 1000, 2500);
	sim_hand_press(w->h, rules_opponent(w->turn->color));
	sim_hand_rest(w->h, 1000, 2500);
}

void sim_wrong_caught(struct sim_wrong *w)
{
	sim_wrong_press(w->h, w->turn->color);
	sim_wrong_confess(w, w->turn->color);
	give_back(w);
}

void sim_wrong_ruled(struct sim_wrong *w)
{
	static const char *const uphold[2] = {"uphold unclaimed", "uphold unclaimed"};

	sim_wrong_press(w->h, w->turn->color);
	sim_wrong_release(w->h);
	sim_wrong_say(w->h, uphold, w->turn->color);
	w->h->was_ruled = true;
	give_back(w);
}

bool sim_wrong_mended(struct sim_wrong *w, enum sim_manner manner)
{
	w->turn->manner = manner;
	sim_hand_made(w->h, w->turn);
	sim_wrong_press(w->h, w->turn->color);
	return true;
}
