/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/winnable_private.h"

/*
 * A picture of mate: the losing king on a square that can be attacked, and each
 * square around it attacked by the winner or filled by a man of the loser. The
 * winner's king stands on one square only, and each man fills one square only.
 */

/* Finds each of the squares a man of its own: the usual search for alternating paths. */
struct filling {
	const struct winnable_reach *reach;
	enum rules_color loser;
	uint8_t square_of[WINNABLE_MEN]; /* which square a man fills, or 64 */
};

static bool fill_square(struct filling *f, rules_square square, uint32_t *tried)
{
	for (unsigned i = 0; i < f->reach->count; i++) {
		const struct winnable_man *man = &f->reach->man[i];

		if (man->color != f->loser || man->kind == RULES_KING || (*tried >> i & 1) ||
		    !rules_has(man->as_pawn | man->as_piece, square))
			continue;
		*tried |= UINT32_C(1) << i;
		if (f->square_of[i] == RULES_NO_SQUARE ||
		    fill_square(f, f->square_of[i], tried)) { /* NOLINT(misc-no-recursion) */
			f->square_of[i] = square;
			return true;
		}
	}
	return false;
}

static bool can_fill(const struct winnable_reach *reach, enum rules_color loser, rules_set squares)
{
	struct filling f = {.reach = reach, .loser = loser};

	for (unsigned i = 0; i < WINNABLE_MEN; i++)
		f.square_of[i] = RULES_NO_SQUARE;
	while (squares) {
		uint32_t tried = 0;

		if (!fill_square(&f, rules_take(&squares), &tried))
			return false;
	}
	return true;
}

static bool can_be_mated_on(const struct winnable_reach *reach, enum rules_color winner,
			    rules_square king)
{
	enum rules_color loser = rules_opponent(winner);
	rules_set winner_king = reach->man[reach->king[winner]].as_piece;
	rules_set around = rules_sight[king].king & ~reach->guarded[winner] &
			   ~reach->attacked[winner] & ~reach->fixed[loser];

	for (rules_set at = winner_king & ~rules_sight[king].king & ~rules_set_of(king); at;) {
		rules_set open = around & ~rules_sight[rules_take(&at)].king;

		if (!(open & ~reach->visited[loser]) && can_fill(reach, loser, open))
			return true;
	}
	return false;
}

bool winnable_has_picture(const struct winnable_reach *reach, enum rules_color color)
{
	rules_set kings = reach->man[reach->king[rules_opponent(color)]].as_piece;

	for (kings &= reach->attacked[color]; kings;)
		if (can_be_mated_on(reach, color, rules_take(&kings)))
			return true;
	return false;
}
