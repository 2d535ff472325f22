/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/bridge.h"
#include "touchmove/read/publish.h"

/*
 * An update that was lost leaves a square wrong for good. What every near
 * world says of a square of a half-move told is believed after a while; so is
 * that a man who belongs to no world, and over whom play went on, is not in
 * the game.
 */
#define QUIET_MS   800
#define FOREIGN_MS 4000
#define WAIT_SCANS 6
#define WANT_FROM  80 /* a bill as high as this: nothing explains the board */

static bool do_near_agree(const struct reader *r, rules_square square, rules_piece man)
{
	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (w->total < r->worlds.world[0].total + read_margin(r) &&
		    (w->is_over || w->pos.at[square] != man))
			return false;
	}
	return true;
}

static void believe(struct reader *r, rules_square square, rules_piece man)
{
	if (!read_bridge_note(r, square, man))
		return;
	r->healed |= rules_set_of(square);
	r->gap_ms = r->now_ms;
	r->has_gap = true;
}

static void drop_foreign_men(struct reader *r, const struct read_ply *last)
{
	rules_set strange =
		sense_differs(&r->sense, &r->worlds.world[0].pos) & rules_all_men(&r->sense.seen);

	while (strange != 0) {
		rules_square square = rules_take(&strange);
		uint32_t since_ms = r->sense.changed_ms[square];

		if (since_ms + WAIT_SCANS * r->sense.times.scan_ms < last->rest_ms &&
		    r->now_ms - since_ms > FOREIGN_MS && do_near_agree(r, square, RULES_NO_PIECE))
			believe(r, square, RULES_NO_PIECE);
	}
}

static void believe_half_move(struct reader *r, const struct read_ply *ply)
{
	const struct read_world *w = &r->worlds.world[0];
	rules_square squares[2] = {rules_from(ply->move), read_goal(ply->move)};

	if (r->now_ms - ply->born_ms < WAIT_SCANS * r->sense.times.scan_ms)
		return;
	for (int i = 0; i < 2; i++) {
		rules_square square = squares[i];
		rules_piece man = w->pos.at[square];
		bool is_left = i == 0 && man == RULES_NO_PIECE &&
			       sense_shows(&r->sense, square, ply->mover);

		if (!sense_shows(&r->sense, square, man) &&
		    r->sense.changed_ms[square] < ply->born_ms + r->sense.times.scan_ms &&
		    (is_left || (i == 1 && ply->how == READ_HOW_LOST)) &&
		    do_near_agree(r, square, man))
			believe(r, square, man);
	}
}

void read_heal(struct reader *r)
{
	const struct read_world *w = &r->worlds.world[0];
	unsigned k = r->told - r->anchor;

	if (!r->sense.sees_men || w->is_over || k == 0 || w->plies < k ||
	    r->now_ms - r->changed_ms < QUIET_MS)
		return;
	if (sense_differs(&r->sense, &w->pos) == 0)
		return;
	drop_foreign_men(r, &w->ply[k - 1]);
	for (unsigned i = k > 2 ? k - 2 : 0; i < k; i++)
		believe_half_move(r, &r->worlds.world[0].ply[i]);
}

static bool is_board_needed(const struct reader *r)
{
	const struct read_world *w = &r->worlds.world[0];
	const struct read_ply *last = read_last_ply(w);

	if (w->is_over || r->is_blind)
		return false;
	if (w->has_early && r->now_ms - w->early_ms >= r->sense.times.scan_ms)
		return true; /* pressed, and every square has been looked at since */
	return w->total - w->cost >= WANT_FROM ||
	       (last && last->how == READ_HOW_LOST && last->born_ms >= r->board_ms);
}

void read_want_board(struct reader *r)
{
	bool is_needed = is_board_needed(r);

	if (is_needed && !r->wants_board)
		read_tell(r, READ_NEWS_WANT_BOARD);
	r->wants_board = is_needed;
}
