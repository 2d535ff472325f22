/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_HANDS_PRIVATE_H
#define BOARDD_SIM_HANDS_PRIVATE_H

#include "simulator/hands/sim_hands.h"

/*
 * The words hands are planned in: sim_hands.c, sim_move.c, sim_violation.c and
 * sim_after.c use them, nobody else. Each acts at h->at_ms, where the hand is
 * in time; sim_hand_rest() moves it on.
 */

/* What a move of the game asks of a hand. */
struct sim_turn {
	rules_move move;
	enum rules_color color;
	rules_piece piece;               /* that moves; the king when castling */
	rules_square from, to;           /* of that piece, on the board: g1 when castling */
	rules_square victim;             /* square of the captured man, or RULES_NO_SQUARE */
	rules_square rook_from, rook_to; /* castling */
	rules_piece new_piece;           /* promotion; else the piece itself */
	enum sim_manner manner;
};

struct sim_turn sim_turn_of(const struct rules_position *pos, rules_move move);

/* The squares a move changes. */
rules_set sim_turn_squares(const struct sim_turn *turn);

void sim_hand_do(struct sim_hands *h, struct sim_act act);
void sim_hand_lift(struct sim_hands *h, rules_square square);
void sim_hand_place(struct sim_hands *h, rules_square square, rules_piece piece);
void sim_hand_press(struct sim_hands *h, enum rules_color color);

/* Some time between, both included. */
void sim_hand_rest(struct sim_hands *h, uint32_t low_ms, uint32_t high_ms);

/* Long enough to be seen by the board, and a little more. */
void sim_hand_travel(struct sim_hands *h);

/* A man lifted, and put back where it was after a while. */
void sim_hand_touch(struct sim_hands *h, rules_square square);

/* Now the move stands. */
void sim_hand_made(struct sim_hands *h, const struct sim_turn *turn);

bool sim_hand_chance(struct sim_hands *h, enum sim_quirk quirk);

/* One square of a set by lot, or RULES_NO_SQUARE when it is empty. */
rules_square sim_hand_choose(struct sim_hands *h, rules_set squares);

/* Squares without a man, and without a captured one about. */
rules_set sim_hand_free(const struct sim_hands *h);

/* Makes the move by hand, from its first touch to its last; sim_move.c. */
void sim_move_make(struct sim_hands *h, struct sim_turn *turn);

/* The captured man is seen next to where it stood, within a second of the press; sim_move.c. */
void sim_move_brush(struct sim_hands *h, const struct sim_turn *turn, rules_piece victim,
		    rules_set keep_off);

void sim_move_brush_early(struct sim_hands *h, const struct sim_turn *turn, rules_piece victim,
			  rules_set keep_off);

/* The whole turn with a violation in it, if one is due and possible here; sim_violation.c. */
bool sim_violation_play(struct sim_hands *h, struct sim_turn *turn);

/* The result is shown, the board left; and men set up for a game; sim_after.c. */
void sim_after_end(struct sim_hands *h);
void sim_after_set_up(struct sim_hands *h);

#endif
