/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_SET_H
#define BOARDD_TOUCH_SET_H

#include "libboardd/public.h"
#include "rules-core/movegen.h"

BOARDD_PUBLIC_BEGIN

/*
 * A set of moves a player may choose from. No legal position has more than 218
 * moves; boards that show what cannot be may have more, and then the rest is
 * left out: such a set binds nobody.
 */
#define TOUCH_SET_MAX 224

struct touch_set {
	uint16_t count;
	rules_move move[TOUCH_SET_MAX];
};

/*
 * Legal moves between squares, as rules_legal_moves_between() has them, but none
 * that takes a king (Art. 1.4.1): after an illegal move one may stand to be taken.
 */
void touch_legal_between(const struct rules_position *pos, rules_set from, rules_set to,
			 struct rules_moves *ret_moves);

/* All legal moves. */
void touch_set_legal(struct touch_set *ret, const struct rules_position *pos);

static inline void touch_set_clear(struct touch_set *set)
{
	set->count = 0;
}

/* False if there is no more room. */
bool touch_set_add(struct touch_set *set, rules_move move);
bool touch_set_has(const struct touch_set *set, rules_move move);

/* Copies only the moves that are there: a set is mostly empty room. */
void touch_set_copy(struct touch_set *ret, const struct touch_set *from);

BOARDD_PUBLIC_END

#endif
