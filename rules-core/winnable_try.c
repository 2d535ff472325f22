/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"
#include "rules-core/winnable_private.h"

/*
 * The questions of the Laws while a game is played, with an effort that fits
 * between two events of a board. What stays unknown is answered as "can": nobody
 * is denied a win, and no game is ended, without a proof.
 */

#define TRY_ROOM (256 * 1024)
#define FEW_MEN  6

static bool is_proven(const struct rules_position *pos, enum rules_color color)
{
	alignas(max_align_t) unsigned char memory[TRY_ROOM];
	struct rules_winnable_effort effort = {RULES_WINNABLE_TRY_NODES, memory};
	struct rules_helpmate line;

	assert(rules_winnable_room(effort.nodes) <= sizeof(memory));
	return rules_winnable(pos, color, effort, &line, NULL) == RULES_WINNABLE_NO;
}

bool rules_cannot_mate(const struct rules_position *pos, enum rules_color color)
{
	return rules_material_cannot_mate(pos, color) || is_proven(pos, color);
}

/* Pawns with a free square before them. */
static int free_pawns(const struct rules_position *pos)
{
	rules_set empty = ~rules_all_men(pos);

	return rules_count(rules_forward(RULES_WHITE, rules_men(pos, RULES_WHITE, RULES_PAWN)) &
			   empty) +
	       rules_count(rules_forward(RULES_BLACK, rules_men(pos, RULES_BLACK, RULES_PAWN)) &
			   empty);
}

/* Hardly a pawn can go on: all may be locked for ever. */
static bool is_locked(const struct rules_position *pos)
{
	uint32_t spent = 0;

	return pos->of_kind[RULES_PAWN] && free_pawns(pos) <= 1 && winnable_is_chess(pos) &&
	       winnable_is_locked(pos, RULES_WHITE, &spent) &&
	       winnable_is_locked(pos, RULES_BLACK, &spent);
}

/* Few men and little choice are left: what is forced may end without a mate. */
static bool is_forced(const struct rules_position *pos)
{
	struct rules_moves moves;

	if (rules_count(rules_all_men(pos)) > FEW_MEN)
		return false;
	rules_legal_moves(pos, &moves);
	return moves.count <= 2 && rules_cannot_mate(pos, RULES_WHITE) &&
	       rules_cannot_mate(pos, RULES_BLACK);
}

bool rules_is_dead(const struct rules_position *pos)
{
	if (rules_material_cannot_mate(pos, RULES_WHITE) &&
	    rules_material_cannot_mate(pos, RULES_BLACK))
		return true;
	return is_locked(pos) || is_forced(pos);
}
