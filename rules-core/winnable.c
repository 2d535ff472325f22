/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "rules-core/setup.h"
#include "rules-core/winnable_private.h"

bool winnable_is_chess(const struct rules_position *pos)
{
	struct rules_setup setup = rules_setup_check(pos);

	return rules_setup_is_playable(setup) && setup.fault != RULES_SETUP_CASTLING &&
	       setup.fault != RULES_SETUP_PASSED && rules_count(pos->castling) <= 4;
}

static enum rules_winnable answer_at_once(const struct rules_position *pos, enum rules_color color)
{
	if (!rules_has_legal_move(pos))
		return pos->turn != color && rules_in_check(pos) ? RULES_WINNABLE_YES
								 : RULES_WINNABLE_NO;
	if (rules_material_cannot_mate(pos, color))
		return RULES_WINNABLE_NO;
	return RULES_WINNABLE_UNKNOWN;
}

/* From cheap to dear: a dive, the proof for locked men, more dives, the search. */
static enum rules_winnable find(const struct rules_position *pos, enum rules_color color,
				struct rules_winnable_effort effort,
				struct rules_helpmate *ret_line, uint32_t *spent)
{
	enum { DIVES = 3 };

	for (unsigned i = 0; i < DIVES && *spent < effort.nodes; i++) {
		if (winnable_dive(pos, color, i, ret_line, spent))
			return RULES_WINNABLE_YES;
		if (i > 0)
			continue;
		if (winnable_is_locked_by_captures(pos, color, effort.nodes / 16, spent))
			return RULES_WINNABLE_NO;
	}
	return winnable_search(pos, color, effort, ret_line, spent);
}

static struct rules_position after(const struct rules_position *pos,
				   const struct rules_helpmate *line, size_t count)
{
	struct rules_position at = *pos;

	for (size_t i = 0; i < count; i++)
		rules_apply(&at, line->move[i], NULL);
	return at;
}

/*
 * A mate by the other side is often found where this one's is not: it frees a
 * king that was shut in. From the positions on its way, the later ones first, a
 * dive may then lead to the mate asked for.
 */
static bool find_by_detour(const struct rules_position *pos, enum rules_color color,
			   struct rules_winnable_effort effort, struct rules_helpmate *ret_line,
			   uint32_t *spent)
{
	struct rules_winnable_effort part = effort;

	if (*spent >= effort.nodes)
		return false;
	part.nodes = *spent + (effort.nodes - *spent) / 2;
	if (find(pos, rules_opponent(color), part, ret_line, spent) != RULES_WINNABLE_YES)
		return false;
	while (ret_line->count > 0 && *spent < effort.nodes) {
		struct rules_position at;

		ret_line->count--;
		at = after(pos, ret_line, ret_line->count);
		if (!rules_material_cannot_mate(&at, color) &&
		    winnable_dive(&at, color, (unsigned)ret_line->count, ret_line, spent))
			return true;
	}
	ret_line->count = 0;
	return false;
}

static enum rules_winnable find_either_way(const struct rules_position *pos, enum rules_color color,
					   struct rules_winnable_effort effort,
					   struct rules_helpmate *ret_line, uint32_t *spent)
{
	struct rules_winnable_effort most = {.nodes = effort.nodes - effort.nodes / 8,
					     .memory = effort.memory};
	enum rules_winnable answer = find(pos, color, most, ret_line, spent);

	if (answer == RULES_WINNABLE_UNKNOWN && find_by_detour(pos, color, effort, ret_line, spent))
		return RULES_WINNABLE_YES;
	return answer;
}

enum rules_winnable rules_winnable(const struct rules_position *pos, enum rules_color color,
				   struct rules_winnable_effort effort,
				   struct rules_helpmate *ret_line, uint32_t *ret_nodes)
{
	enum rules_winnable answer = RULES_WINNABLE_UNKNOWN;
	uint32_t nodes = 0;

	ret_line->count = 0;
	if (winnable_is_chess(pos)) {
		answer = answer_at_once(pos, color);
		if (answer == RULES_WINNABLE_UNKNOWN)
			answer = find_either_way(pos, color, effort, ret_line, &nodes);
	}
	if (ret_nodes)
		*ret_nodes = nodes;
	return answer;
}

/* A first look that answers most questions, so that what it leaves open gets all the rest. */
#define FIRST_LOOK 8

void rules_winnable_sides(const struct rules_position *pos, struct rules_winnable_effort effort,
			  struct rules_winnable_sides *ret)
{
	uint32_t left = 2 * effort.nodes, nodes;
	unsigned open = 0;

	for (int color = 0; color < 2; color++) {
		struct rules_winnable_effort part = {effort.nodes / FIRST_LOOK, effort.memory};

		ret->can[color] = rules_winnable(pos, (enum rules_color)color, part,
						 &ret->line[color], &nodes);
		open += ret->can[color] == RULES_WINNABLE_UNKNOWN;
		left -= nodes < left ? nodes : left;
	}
	for (int color = 0; color < 2 && winnable_is_chess(pos); color++) {
		struct rules_winnable_effort part = {open ? left / open : 0, effort.memory};

		if (ret->can[color] != RULES_WINNABLE_UNKNOWN)
			continue;
		ret->can[color] = rules_winnable(pos, (enum rules_color)color, part,
						 &ret->line[color], &nodes);
		open--;
		left -= nodes < left ? nodes : left;
	}
	ret->nodes = 2 * effort.nodes - left;
}
