/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/halt.h"

const char *const halt_output_words[HALT_OUTPUTS] = {"livechess", "cloud", "pgn", "folder",
						     "lichess"};

bool halt_find(const struct game *g, enum pgn_policy policy, struct halt *ret)
{
	const struct pgn_options options = {.policy = policy};

	/* Every break has a base behind it; the start is the first, and breaks nothing. */
	if (g->base_count < 2)
		return false;
	*ret = (struct halt){.ply = g->bases[1].ply + 1u,
			     .pgn_stops = !pgn_reaches_end(g, &options)};
	if (ret->ply > 1 && g->plies[ret->ply - 2].move == RULES_NO_MOVE) {
		ret->ply--;
		ret->is_illegal = !g->plies[ret->ply - 1].legal;
	}
	return true;
}
