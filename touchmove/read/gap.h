/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_GAP_H
#define BOARDD_READ_GAP_H

#include "touchmove/read/spawn.h"

/*
 * After a gap in the data: the legal lines that lead from a position to the
 * board. The search is done in parts, so that no single event waits for it.
 */
#define READ_LINE_PLIES 4
#define READ_LINES_MAX  24

struct read_line {
	uint8_t count;
	uint8_t differs; /* squares of a move that has begun */
	rules_move move[READ_LINE_PLIES];
};

/*
 * What it costs to believe that a line was played while nobody looked, at so
 * much for each half-move.
 */
int32_t read_line_cost(const struct read_line *line, int32_t half_move);

struct read_search {
	bool is_open;
	bool is_cut;   /* nodes ran out */
	uint8_t depth; /* of the lines looked for now: short ones first */
	uint8_t most;  /* the longest that is looked for */
	uint8_t level; /* half-moves played from the root */
	uint32_t nodes;
	uint32_t seen_ms; /* the last change of the board it knows */
	int32_t price;    /* of a half-move: the longer the gap, the less */
	struct rules_position root;
	struct rules_undo undo[READ_LINE_PLIES];
	rules_move path[READ_LINE_PLIES];
	uint16_t next[READ_LINE_PLIES]; /* which move of each level comes next */
	int32_t dropped; /* what the cheapest line cost that did not fit; INT32_MAX: all did */
	uint8_t count;
	struct read_line line[READ_LINES_MAX];
};

/* Looks for lines of at most so many half-moves from a position to the sensed board. */
void read_search_begin(struct read_search *s, const struct rules_position *from, uint8_t most,
		       int32_t price, uint32_t seen_ms);

/* Goes on for a while. True: it is done, and its lines are the cheapest there are unless is_cut. */
bool read_search_step(struct read_search *s, const struct sense *sense);

#endif
