/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_kind.h"

#define PERCENT 10000 /* in millionths */

/* Hands with time; hands in blitz; hands in bullet. */
#define SLOW .travel = {250, 750}, .between = {200, 700}, .press = {250, 1200}
#define FAST .travel = {120, 420}, .between = {80, 350}, .press = {80, 450}
#define WILD .travel = {60, 260}, .between = {40, 200}, .press = {40, 260}

/* A captured man is brushed over a neighbour in 5 of 36 recorded captures. */
#define DRAG (14 * PERCENT)

/*
 * The frequencies of the first row are those of people who take care. Each of
 * the next does one thing far more often than people do, so that a few hundred
 * games show what becomes of it.
 */
const struct sim_kind sim_kinds[] = {
	{"careful", "with care: now and then a man lands short, is straightened or put back", SLOW,
	 .slip = {[SIM_SLIP_SHORT] = PERCENT / 2,
		  [SIM_SLIP_PUSH] = 2 * PERCENT,
		  [SIM_SLIP_LOW] = 2 * PERCENT,
		  [SIM_SLIP_STRAIGHTEN] = PERCENT / 2,
		  [SIM_SLIP_PUT_BACK] = PERCENT / 2,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"short", "men land short of their goal and go on", SLOW,
	 .slip = {[SIM_SLIP_SHORT] = 10 * PERCENT,
		  [SIM_SLIP_PUSH] = 5 * PERCENT,
		  [SIM_SLIP_LOW] = 10 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"line", "men are put down on the line between two squares, and nudged", SLOW,
	 .slip = {[SIM_SLIP_LINE] = 5 * PERCENT,
		  [SIM_SLIP_LINE_LATE] = 30 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"flashing", "men stand badly, and come and go for the sensor", SLOW,
	 .slip = {[SIM_SLIP_LOOSE] = 2 * PERCENT, [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"knocking", "a neighbour falls over and is set up again before the press", SLOW,
	 .slip = {[SIM_SLIP_KNOCK] = 4 * PERCENT, [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"straightening", "men are straightened after the press, in the opponent's time", SLOW,
	 .slip = {[SIM_SLIP_STRAIGHTEN] = 10 * PERCENT,
		  [SIM_SLIP_STRAIGHTEN_BY] = 30 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"early", "the answer begins before the press, or before the mover's man is down", SLOW,
	 .slip = {[SIM_SLIP_EARLY] = 10 * PERCENT,
		  [SIM_SLIP_EARLY_AIR] = 30 * PERCENT,
		  [SIM_SLIP_AT_ONCE] = 10 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"forgetful", "the clock is not pressed, or only when the opponent has answered", SLOW,
	 .slip = {[SIM_SLIP_FORGET] = 15 * PERCENT,
		  [SIM_SLIP_REMEMBER] = 50 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"no-clock", "fast, and no clock is connected", .think_ms = 1500, FAST,
	 .has_no_clock = true, .is_sharp = true,
	 .slip = {[SIM_SLIP_SHORT] = PERCENT / 2,
		  [SIM_SLIP_PUSH] = 2 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"recapture", "no clock, and captures on one square within a second", .think_ms = 1000,
	 FAST, .has_no_clock = true, .is_sharp = true, .slip = {[SIM_SLIP_AT_ONCE] = 50 * PERCENT}},
	{"blitz", "as blitz is played", .think_ms = 900, FAST, .is_sharp = true,
	 .slip = {[SIM_SLIP_SHORT] = PERCENT,
		  [SIM_SLIP_PUSH] = 6 * PERCENT,
		  [SIM_SLIP_LOW] = 4 * PERCENT,
		  [SIM_SLIP_LOOSE] = PERCENT / 10,
		  [SIM_SLIP_KNOCK] = PERCENT / 5,
		  [SIM_SLIP_STRAIGHTEN] = PERCENT / 5,
		  [SIM_SLIP_EARLY] = 3 * PERCENT,
		  [SIM_SLIP_AT_ONCE] = 8 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
	{"bullet", "a minute for the game: everything at once", .think_ms = 350, WILD,
	 .is_sharp = true,
	 .slip = {[SIM_SLIP_SHORT] = 2 * PERCENT,
		  [SIM_SLIP_PUSH] = 12 * PERCENT,
		  [SIM_SLIP_LOW] = 6 * PERCENT,
		  [SIM_SLIP_LINE] = PERCENT / 2,
		  [SIM_SLIP_LOOSE] = PERCENT / 5,
		  [SIM_SLIP_KNOCK] = PERCENT / 2,
		  [SIM_SLIP_EARLY] = 5 * PERCENT,
		  [SIM_SLIP_AT_ONCE] = 20 * PERCENT,
		  [SIM_SLIP_CARRY_OFF] = DRAG}},
};

const size_t sim_kind_count = sizeof(sim_kinds) / sizeof(sim_kinds[0]);

const struct sim_kind *sim_kind_of(struct rules_slice name)
{
	for (size_t i = 0; i < sim_kind_count; i++)
		if (rules_slice_is(name, sim_kinds[i].name))
			return &sim_kinds[i];
	return NULL;
}
