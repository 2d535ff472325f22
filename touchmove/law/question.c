/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdalign.h>
#include <stddef.h>

#include "rules-core/movegen.h"
#include "touchmove/law/adopt.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/question.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/turn.h"

/*
 * Can they still mate? A try that fits between two events answers most; what it leaves open is
 * asked of whoever has more time, and the answer comes back as law_answer(). So no game ends and
 * nobody is denied a win without a proof, and the same answers give the same game.
 */

#define TRY_ROOM ((size_t)256 * 1024)

/* Of a wall that may shut everybody in. What is dead without one is forced. */
#define BLOCKED_PAWNS 2
#define FREE_PAWNS    6
#define FEW_MEN       6
#define FORCED        1 /* legal moves */

static enum rules_winnable try(const struct rules_position *pos, enum rules_color color,
			       uint32_t nodes)
{
	alignas(max_align_t) unsigned char memory[TRY_ROOM];
	struct rules_winnable_effort effort = {nodes, memory};
	struct rules_helpmate line;

	if (rules_material_cannot_mate(pos, color))
		return RULES_WINNABLE_NO;
	if (rules_winnable_room(nodes) > sizeof(memory))
		return RULES_WINNABLE_UNKNOWN;
	return rules_winnable(pos, color, effort, &line, NULL);
}

static void ask(struct touch_game *game, const struct touch_question *question)
{
	uint32_t number = game->question.number + 1;

	game->question = *question;
	game->question.is_open = true;
	game->question.number = number;
	game->question.ply = (uint16_t)(game->plies + touch_is_made(game));
}

void touch_ask_nothing(struct touch_game *game)
{
	game->question.is_open = false;
}

/* --- dead positions --- */

static int free_pawns_of(const struct rules_position *pos, enum rules_color color)
{
	return rules_count(rules_forward(color, rules_men(pos, color, RULES_PAWN)) &
			   ~rules_all_men(pos));
}

static bool is_forced(const struct rules_position *pos)
{
	struct rules_moves moves;

	if (!rules_in_check(pos) && rules_count(rules_all_men(pos)) > FEW_MEN)
		return false;
	rules_legal_moves(pos, &moves);
	return moves.count <= FORCED;
}

static bool has_wall(const struct rules_position *pos)
{
	int pawns = rules_count(pos->of_kind[RULES_PAWN]);
	int free_pawns = free_pawns_of(pos, RULES_WHITE) + free_pawns_of(pos, RULES_BLACK);
	rules_set heavy = pos->of_kind[RULES_QUEEN] | pos->of_kind[RULES_ROOK];

	return !heavy && free_pawns <= FREE_PAWNS && pawns - free_pawns >= BLOCKED_PAWNS;
}

/* Most positions are plainly none: to look costs more than all the rest of a move. */
static bool may_be_dead(const struct rules_position *pos)
{
	return has_wall(pos) || is_forced(pos);
}

bool touch_ask_dead(struct work *w, const struct rules_position *pos)
{
	struct touch_question question = {.winner = TOUCH_BOTH,
					  .reason = TOUCH_REASON_DEAD_POSITION,
					  .law = TOUCH_LAW_DEAD,
					  .pos = *pos};
	bool is_proven = true;

	if (!may_be_dead(pos))
		return false;
	for (int color = 0; color < 2; color++) {
		enum rules_winnable can =
			try(pos, (enum rules_color)color, RULES_WINNABLE_TRY_NODES / 2);

		if (can == RULES_WINNABLE_YES)
			return false;
		is_proven &= can == RULES_WINNABLE_NO;
	}
	if (!is_proven)
		ask(w->game, &question);
	return is_proven;
}

/* --- results against a player --- */

enum rules_winnable touch_ask_against(struct work *w, const struct touch_question *question)
{
	struct touch_game *game = w->game;
	enum rules_winnable can;

	if (game->question.is_open && game->question.winner != TOUCH_BOTH)
		return RULES_WINNABLE_UNKNOWN; /* one is due already */
	can = try(&question->pos, (enum rules_color)question->winner, RULES_WINNABLE_TRY_NODES);
	if (can == RULES_WINNABLE_UNKNOWN) {
		touch_pause(w);
		ask(game, question);
	}
	return can;
}

/* --- the answer --- */

static bool is_dead(const struct touch_game *game, const struct touch_question *asked,
		    const enum rules_winnable can[2])
{
	return can[RULES_WHITE] == RULES_WINNABLE_NO && can[RULES_BLACK] == RULES_WINNABLE_NO &&
	       game->state != TOUCH_ST_UNSURE &&
	       rules_same_position(&asked->pos, touch_position_now(game));
}

void touch_take_answer(struct work *w, const enum rules_winnable can[2])
{
	struct touch_game *game = w->game;
	struct touch_question asked = game->question;

	if (!asked.is_open || game->state == TOUCH_ST_ENDED)
		return;
	touch_ask_nothing(game);
	if (asked.winner != TOUCH_BOTH)
		touch_finish_answered(w, &asked, can[asked.winner]);
	else if (is_dead(game, &asked, can))
		touch_finish_dead(w);
}
