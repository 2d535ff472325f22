/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_KIND_PRIVATE_H
#define BOARDD_SIM_KIND_PRIVATE_H

#include "simulator/hands/sim_hands_private.h"
#include "simulator/hands/sim_kind.h"

/*
 * How hands of a kind (sim_kind.h) make a turn. sim_carry.c moves one man from
 * square to square, sim_person.c makes a whole turn of it.
 */

/* One man on its way. */
struct sim_trip {
	rules_piece piece;
	rules_square from, to;
	bool may_slip;      /* else it is carried high and put down well */
	rules_set keep_off; /* squares that are somebody else's business */
	rules_square line; /* out: also seen there, for it stands on the line; or RULES_NO_SQUARE */
};

bool sim_kind_chance(struct sim_hands *h, enum sim_slip slip);
void sim_kind_rest(struct sim_hands *h, struct sim_span span);

/* Moves the man; a man of the opponent on its goal goes as it comes. Ends when it is down. */
void sim_carry(struct sim_hands *h, struct sim_trip *trip);

/* Some time from now, without the hand moving on: a man is gone from its square, and back. */
void sim_carry_blink(struct sim_hands *h, rules_square square, uint64_t from_ms, uint32_t gap_ms);

/* Plans one turn, its press and what follows it; h->at_ms is when it begins. */
void sim_kind_turn(struct sim_hands *h, struct sim_turn *turn);

/* The time before a turn. */
void sim_kind_think(struct sim_hands *h);

#endif
