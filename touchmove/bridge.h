/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_BRIDGE_H
#define BOARDD_TOUCH_BRIDGE_H

#include "touchmove/touchmove.h"

/*
 * The lines of exactly so many plies (1 to TOUCH_LINE_PLIES) that lead from a
 * position to a board. Fills in count, has_more and line of ret.
 */
void touch_bridge_find(const struct rules_position *from, const rules_piece board[64],
		       unsigned plies, struct touch_unsure *ret);

/* The same for a board on which up to two men may be missing: hands hold them. */
void touch_bridge_find_loose(const struct rules_position *from, const rules_piece board[64],
			     unsigned plies, struct touch_unsure *ret);

#endif
