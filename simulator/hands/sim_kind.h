/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_KIND_H
#define BOARDD_SIM_KIND_H

#include <stddef.h>

#include "rules-core/fen.h"

/*
 * Kinds of hands, a row each: how fast they are, and how often something slips.
 *
 * These hands know nothing of the board's scans. A man that is carried low, put
 * down short of its goal or knocked over is so for as long as that takes a hand;
 * what the board shows of it, and in which order, follows from when each square
 * is looked at. None of them does what the Laws forbid: a man that stops short
 * goes on before it counts as released, a man knocked over is set up again before
 * the press, whoever lifts a man and puts it back then moves that man.
 */

/* What may slip. "Of those" is a share of the row above. */
enum sim_slip {
	SIM_SLIP_SHORT,         /* a man lands before its goal, and goes on */
	SIM_SLIP_PUSH,          /* a man is pushed over the squares between */
	SIM_SLIP_LOW,           /* it is carried so low that squares on the way see it */
	SIM_SLIP_LINE,          /* it is put down on the line to the next square, then nudged */
	SIM_SLIP_LINE_LATE,     /* of those: nudged after the press */
	SIM_SLIP_LOOSE,         /* it stands badly: from then on it comes and goes */
	SIM_SLIP_KNOCK,         /* one neighbour falls over and is set up again */
	SIM_SLIP_STRAIGHTEN,    /* after the press the man that moved is straightened */
	SIM_SLIP_STRAIGHTEN_BY, /* of those: a neighbour of it instead */
	SIM_SLIP_EARLY,         /* the answer begins before the press */
	SIM_SLIP_EARLY_AIR,     /* of those: before the mover's man is down */
	SIM_SLIP_AT_ONCE,       /* the answer was ready when the move was pressed */
	SIM_SLIP_FORGET,        /* the clock is not pressed */
	SIM_SLIP_REMEMBER,      /* of those: but later, while the opponent thinks */
	SIM_SLIP_PUT_BACK,      /* the man is lifted, put back, and moved after all */
	SIM_SLIP_CARRY_OFF,     /* a captured man is carried over squares beside it */
	SIM_SLIPS,
};

struct sim_span {
	uint32_t low_ms, high_ms;
};

struct sim_kind {
	const char *name, *what;  /* what it is for people, in one line */
	uint32_t think_ms;        /* before a move, on average; 0: as usual */
	struct sim_span travel;   /* a man in the air */
	struct sim_span between;  /* between two men of a move: victim, capturer; king, rook */
	struct sim_span press;    /* from the man to the clock */
	bool has_no_clock;        /* none is connected */
	bool is_sharp;            /* their games: what has taken is taken back */
	uint32_t slip[SIM_SLIPS]; /* millionths of the moves where it can happen */
};

extern const struct sim_kind sim_kinds[];
extern const size_t sim_kind_count;

/* The kind of a name; NULL: there is none. */
const struct sim_kind *sim_kind_of(struct rules_slice name);

#endif
