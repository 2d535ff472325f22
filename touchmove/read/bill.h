/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_BILL_H
#define BOARDD_READ_BILL_H

#include "touchmove/read/world.h"

/*
 * The bill of a world: every square on which the sensed board differs from its
 * position, each charged with the cheapest manner that explains it. A bill is
 * of one moment; what goes away again is charged for good by read_freeze().
 */

/* What all worlds of one board share at one moment. */
struct read_view {
	const struct sense *sense;
	const struct read_events *events;
	uint32_t now_ms;
	uint32_t board_ms; /* of the last whole board: what was lost before it is told by it */
	rules_set dumped;  /* squares last told by a whole board: when they changed is not known */
	bool has_clock;
};

struct read_charge {
	rules_square square; /* RULES_NO_SQUARE: no single one */
	enum read_manner manner;
	int32_t cost;
};

#define READ_CHARGES_MAX 16

struct read_bill {
	size_t count;
	struct read_charge charge[READ_CHARGES_MAX];
};

/* What the board of this moment costs; ret_bill (may be NULL) says for what. */
int32_t read_bill(const struct read_view *view, struct read_world *w, struct read_bill *ret_bill);

/* What a press that no move has explained costs by now. */
int32_t read_bill_early_press(const struct read_view *view, const struct read_world *w);

/* The same of one whose last square was seen so much later. */
int32_t read_early_press_cost(uint32_t late_ms);

/* The squares that differ; those of a move whose update was lost are believed. */
rules_set read_differs(const struct read_view *view, const struct read_world *w);

/* What it costs to be at rest so long before the move one answers: hands cannot. */
int32_t read_order_cost(const struct read_view *view, uint32_t early_ms);

/* What the square showed until now becomes a charge for good, as it is about to show another. */
int32_t read_freeze(const struct read_view *view, struct read_world *w,
		    const struct sense_change *change, bool is_knocked);

#endif
