/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/lights.h"

#include "daemon/table/private.h"
#include "rules-core/start.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/frame.h"

/* Which squares to look at: nothing that would help a player with the move. */

#define NEARLY 6 /* more squares than that, and the client means another board */

static bool is_known(const struct table *t)
{
	return t->is_connected && !t->is_blind &&
	       board_session_state(&t->session) == BOARD_ST_RUNNING;
}

/* Men whose names are only concluded are compared by where they stand. */
static bool is_wrong(rules_piece seen, rules_piece wanted, bool by_name)
{
	return by_name ? seen != wanted : (seen != RULES_NO_PIECE) != (wanted != RULES_NO_PIECE);
}

static rules_set differing(const struct table *t, const rules_piece men[64], bool by_name)
{
	rules_set set = 0;

	for (rules_square square = 0; square < 64; square++)
		if (is_wrong(t->seen[square], men[square], by_name))
			set |= (rules_set)1 << square;
	return set;
}

/* Nothing was played, and the clock stands: the men may still be set up. */
static bool is_before_play(const struct table *t)
{
	return t->plies == 0 && t->law.game.turn.made == RULES_NO_MOVE && !t->clock.running;
}

/* No game was recognised, for the men stand only nearly as they should. */
static rules_set wrong_start(const struct table *t)
{
	struct touch_setup setup = touch_setup_look(t->seen);
	struct rules_position start;
	rules_set set = 0;

	rules_start(&start);
	if (setup.kind != TOUCH_SETUP_WRONG)
		return 0;
	for (rules_square square = 0; square < 64; square++) {
		rules_square as_seen = touch_turn_square(square, setup.turned);

		if (is_wrong(t->seen[as_seen], start.at[square], table_sees_men(t)))
			set |= (rules_set)1 << as_seen;
	}
	return set;
}

/* Where a man stands that does not belong there: a man that is merely gone may be moving. */
static bool has_exchanged(const struct table *t)
{
	const rules_piece *start = t->law.game.start.at;

	for (rules_square square = 0; square < 64 && table_sees_men(t); square++)
		if (t->seen[square] != RULES_NO_PIECE && start[square] != RULES_NO_PIECE &&
		    t->seen[square] != start[square])
			return true;
	return false;
}

/* The arbiter has stopped play: what is not as it was is to be put back. */
static rules_set to_put_back(const struct table *t)
{
	const struct touch_game *game = &t->law.game;

	if (!t->has_game || t->is_over)
		return wrong_start(t);
	if (game->state == TOUCH_ST_HANDLING)
		return differing(t, table_position(t)->at, table_sees_men(t));
	return is_before_play(t) && has_exchanged(t) ? differing(t, game->start.at, true) : 0;
}

/* Where the names of men are concluded, the game tells them once it has the move. */
static rules_set to_show(const struct table *t, const rules_piece shown[64])
{
	bool is_there = t->has_game && rules_count(touch_differs(table_position(t), shown)) == 0;

	return differing(t, shown, table_sees_men(t) || !is_there);
}

bool table_shows(const struct table *t, const rules_piece shown[64])
{
	return is_known(t) && to_show(t, shown) == 0;
}

static uint64_t as_board(const struct table *t, rules_set set)
{
	uint64_t squares = 0;

	for (rules_square square = 0; square < 64; square++)
		if ((set >> square & 1) != 0)
			squares |= (uint64_t)1 << table_square_of(t, square);
	return squares;
}

uint64_t table_lights(const struct table *t, const rules_piece shown[64])
{
	rules_set set, move = 0;

	if (!is_known(t))
		return 0;
	set = to_put_back(t);
	if (set == 0 && shown)
		move = to_show(t, shown);
	if (rules_count(move) <= NEARLY)
		set |= move;
	return as_board(t, set);
}
