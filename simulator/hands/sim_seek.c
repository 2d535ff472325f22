/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "simulator/hands/sim_violation_private.h"

/* Games are played by lot until one gives the occasion; only its surroundings are kept. */

#define PLIES  160
#define BEFORE 4
#define AFTER  5

/* One legal move of this position with which it can be done, or RULES_NO_MOVE. */
static rules_move occasion(struct sim_hands *h, enum sim_violation violation)
{
	struct rules_moves moves;
	size_t first;

	rules_legal_moves(&h->pos, &moves);
	first = sim_random_below(&h->random, (uint32_t)moves.count);
	for (size_t i = 0; i < moves.count; i++) {
		rules_move move = moves.move[(first + i) % moves.count];
		struct sim_turn turn = sim_turn_of(&h->pos, move);

		if (sim_wrong_try(h, &turn, violation))
			return move;
	}
	return RULES_NO_MOVE;
}

/* The moves before, the move, and others by lot. False: the game is over with the move. */
static bool cut_out(struct sim_random *random, const struct sim_game *game, size_t ply,
		    rules_move move, struct sim_game *ret, size_t *ret_ply)
{
	size_t first = ply > BEFORE ? ply - BEFORE : 0;

	ret->start = game->start;
	for (size_t i = 0; i < first; i++)
		rules_apply(&ret->start, game->moves[i], NULL);
	*ret_ply = ply - first;
	memcpy(ret->moves, game->moves + first, *ret_ply * sizeof(move));
	ret->moves[*ret_ply] = move;
	ret->plies = *ret_ply + 1;
	sim_game_go_on(random, *ret_ply + 1 + AFTER, ret);
	return ret->plies > *ret_ply + 1;
}

static bool look_into(struct sim_hands *h, struct sim_random *random, enum sim_violation violation,
		      struct sim_game *ret, size_t *ret_ply)
{
	size_t wait = sim_random_below(random, (uint32_t)h->game.plies);

	h->pos = h->game.start;
	for (h->ply = 0; h->ply < h->game.plies; h->ply++) {
		size_t ply = h->ply;
		rules_move move = RULES_NO_MOVE;

		if (ply >= wait) {
			memcpy(h->men, h->pos.at, sizeof(h->men));
			h->count = 0;
			move = occasion(h, violation);
		}
		if (move != RULES_NO_MOVE)
			return cut_out(random, &h->game, ply, move, ret, ret_ply);
		rules_apply(&h->pos, h->game.moves[ply], NULL);
	}
	return false;
}

void sim_seek(struct sim_random *random, enum sim_violation violation, struct sim_game *ret,
	      size_t *ret_ply)
{
	struct sim_hands h;

	if (violation >= SIM_VIOLATION_WRONG_START) { /* any game will do */
		sim_game_random(random, BEFORE + AFTER, ret);
		*ret_ply = 0;
		return;
	}
	do {
		sim_hands_init(&h, sim_hands_usual(sim_random_next(random)));
		sim_game_random(random, PLIES, &h.game);
	} while (!look_into(&h, random, violation, ret, ret_ply));
}
