/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_ACT_H
#define BOARDD_READ_ACT_H

#include <stddef.h>

#include "rules-core/position.h"

/*
 * What hands did between two half-moves, as far as a board shows it. The acts
 * of a turn stand in the order of their first event. Law judges them; here is
 * only said what was seen, whose hand it may have been, and how sure that is.
 */
enum read_act_kind {
	READ_ACT_LIFTED,   /* off its square and not back: it moved, was taken, or is in the air */
	READ_ACT_PUT_BACK, /* off, and back on the square it came from */
	READ_ACT_SLID,     /* seen on a square where it did not stop */
	READ_ACT_RELEASED, /* stood on a square: for the settle time, or until something followed */
	READ_ACT_NEW_PIECE,    /* put down, and not from the board: only sensible in promotion */
	READ_ACT_CARRIED_OFF,  /* a captured man seen anywhere but on its own square: nobody's touch
				*/
	READ_ACT_STRAIGHTENED, /* the man that moved last, off and back alone: by its owner */
	READ_ACT_KNOCKED,      /* one of three or more off within half a second: nobody's touch */
	READ_ACT_FLASHED,      /* came and went by itself: the sensor's */
	READ_ACT_KINDS,
};

/* "lifted", "carried off" */
const char *read_act_name(enum read_act_kind kind);

enum read_certainty {
	READ_OBSERVED, /* men and squares leave no other hand */
	READ_PRESUMED, /* another hand, a release by time, or a gap may be meant */
	READ_GUESSED,  /* of a half-move: nobody saw it, but nothing else leads to the board */
};

#define READ_NOBODY 2 /* instead of a colour */

struct read_act {
	uint8_t kind;      /* enum read_act_kind */
	uint8_t certainty; /* enum read_certainty: whose hand it was */
	uint8_t by;        /* the colour whose hand it was, or READ_NOBODY */
	bool in_own_time;  /* the clock of `by` was running */
	rules_square
		from; /* where the man stood at the beginning of the turn, or RULES_NO_SQUARE */
	rules_square square; /* where the act was seen */
	rules_piece piece;
	uint64_t at_ms;    /* its first event */
	uint64_t until_ms; /* put back, or off the square again; UINT64_MAX: not yet */
	uint32_t event;    /* the caller's number of the first event */
};

#define READ_ACTS_MAX 32

struct read_acts {
	size_t count;
	bool after_gap; /* not all of the turn was seen: nobody can be accused of it */
	struct read_act act[READ_ACTS_MAX];
};

#endif
