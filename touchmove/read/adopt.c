/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/setup.h"
#include "touchmove/read/bridge.h"

/*
 * More was played during a gap than can be worked out. The doubt was told; the
 * half-moves played meanwhile stay unknown, but play goes on: once the board
 * has been at rest and it is known whose clock runs, it is the new base.
 */
#define REST_MS  1500 /* nobody has a man in the hand */
#define CLOCK_MS 5000 /* and if the clock says nothing, so long */

/* Castling is possible still where king and rook stand as they stood. */
static rules_set rights_left(const struct rules_position *was, const struct rules_position *is)
{
	rules_set left = was->castling;

	for (rules_set rooks = was->castling; rooks != 0;) {
		rules_square rook = rules_take(&rooks);
		rules_square king = rules_king_square(was, rules_color_of(was->at[rook]));

		if (is->at[rook] != was->at[rook] || king == RULES_NO_SQUARE ||
		    is->at[king] != was->at[king])
			left &= ~rules_set_of(rook);
	}
	return left;
}

static bool board_as_position(const struct reader *r, uint8_t turn, struct rules_position *ret)
{
	*ret = r->anchor_pos;
	for (rules_square square = 0; square < 64; square++)
		rules_position_put(ret, square, r->sense.seen.at[square]);
	ret->castling = rights_left(&r->anchor_pos, ret);
	ret->passed = RULES_NO_SQUARE;
	ret->turn = turn;
	ret->key = rules_position_key(ret);
	return rules_setup_is_playable(rules_setup_check(ret));
}

void read_adopt_board(struct reader *r)
{
	struct rules_position told, base;
	bool has_word = r->config.has_clock && !r->clock_is_old && r->running != READ_NOBODY;
	uint16_t plies = r->told;

	if (!r->is_lost || r->search.is_open || r->now_ms - r->changed_ms < REST_MS ||
	    (!has_word && r->now_ms - r->lost_ms < CLOCK_MS))
		return;
	read_position(r, &told);
	if (!board_as_position(r, has_word ? r->running : told.turn, &base))
		return;
	/* At least so many half-moves are missing. */
	plies = (uint16_t)(plies + (base.turn == told.turn ? 2 : 1));
	if (plies > READ_PLIES_MAX)
		return;
	for (unsigned k = r->told; k < plies; k++)
		r->played[k % READ_PLAYED_MAX] = RULES_NO_MOVE;
	read_start_from(r, &base, plies);
	r->adopted++;
	r->is_unsure = true;
}
