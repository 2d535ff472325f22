/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/set.h"

void touch_legal_between(const struct rules_position *pos, rules_set from, rules_set to,
			 struct rules_moves *ret_moves)
{
	rules_set kings = rules_men(pos, rules_opponent((enum rules_color)pos->turn), RULES_KING);
	size_t kept = 0;

	rules_legal_moves_between(pos, from, to, ret_moves);
	for (size_t i = 0; i < ret_moves->count; i++)
		if (!rules_has(kings, rules_to(ret_moves->move[i])))
			ret_moves->move[kept++] = ret_moves->move[i];
	ret_moves->count = kept;
}

void touch_set_legal(struct touch_set *ret, const struct rules_position *pos)
{
	struct rules_moves moves;

	touch_legal_between(pos, RULES_ALL_SQUARES, RULES_ALL_SQUARES, &moves);
	ret->count = (uint16_t)(moves.count < TOUCH_SET_MAX ? moves.count : TOUCH_SET_MAX);
	memcpy(ret->move, moves.move, ret->count * sizeof(moves.move[0]));
}

bool touch_set_add(struct touch_set *set, rules_move move)
{
	if (set->count == TOUCH_SET_MAX)
		return false;
	set->move[set->count++] = move;
	return true;
}

bool touch_set_has(const struct touch_set *set, rules_move move)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->move[i] == move)
			return true;
	return false;
}

void touch_set_copy(struct touch_set *ret, const struct touch_set *from)
{
	ret->count = from->count;
	memcpy(ret->move, from->move, from->count * sizeof(from->move[0]));
}
