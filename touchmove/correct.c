/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/uci.h"
#include "touchmove/work.h"

/*
 * The arbiter corrects the game: a move several plies back, some moves taken
 * back, another position. Everything derived follows; open findings are filed,
 * for they were about a game that was not played.
 */

/* Play goes on at once if the board already shows the position, else after resume. */
static void go_on_from(struct work *w, const struct rules_position *pos)
{
	struct touch_game *game = w->game;
	bool shows = touch_differs(pos, game->hands.at) == 0;

	for (size_t i = 0; i < game->finding_count; i++)
		if (game->findings[i].state == TOUCH_FINDING_OPEN)
			game->findings[i].state = TOUCH_FINDING_FILED;
	touch_turn_begin(game, pos);
	touch_history_rebuild(game);
	game->uncompleted[0].is = game->uncompleted[1].is = false;
	game->irregular = game->held = game->ending = game->withdrawn = false;
	game->judging = game->lapsing = game->paused = game->can_revise = false;
	game->fresh.type = TOUCH_FRESH_NONE;
	game->last_men = 0;
	if (!game->rules.no_clock)
		game->running = pos->turn;
	if (shows) {
		touch_hands_set(&game->hands, pos);
		return;
	}
	game->resumes_in = TOUCH_ST_TO_MOVE;
	game->state = TOUCH_ST_HANDLING;
}

/* A move that is made and not passed on counts as played. */
static void record_made(struct touch_game *game)
{
	if (touch_is_made(game) && game->plies < TOUCH_PLIES_MAX)
		game->played[game->plies++] = game->turn.made;
}

/* The position before a ply; false if an illegal move stands in the way. */
static bool position_before(const struct touch_game *game, uint16_t plies,
			    struct rules_position *ret)
{
	*ret = game->start;
	for (uint16_t i = game->start_ply; i < plies; i++) {
		if (game->played[i] == RULES_NO_MOVE)
			return false;
		rules_apply(ret, game->played[i], NULL);
	}
	return true;
}

void touch_takeback(struct work *w, uint32_t count)
{
	struct touch_game *game = w->game;
	struct rules_position pos;
	uint16_t left;

	record_made(game);
	left = (uint16_t)(game->plies - game->start_ply);
	if (count == 0 || count > left ||
	    !position_before(game, (uint16_t)(game->plies - count), &pos))
		return;
	game->plies = (uint16_t)(game->plies - count);
	touch_say_revised(w, (uint16_t)(game->plies + 1), RULES_NO_MOVE, &pos);
	go_on_from(w, &pos);
}

/* The moves after it stay as long as they are legal. */
void touch_set_move(struct work *w, uint32_t ply, const char *uci)
{
	struct touch_game *game = w->game;
	struct rules_position pos;
	rules_move move;

	record_made(game);
	if (ply <= game->start_ply || ply > game->plies ||
	    !position_before(game, (uint16_t)(ply - 1), &pos))
		return;
	move = rules_uci_read(&pos, rules_slice_of(uci));
	if (move == RULES_NO_MOVE)
		return;
	game->played[ply - 1] = move;
	touch_say_revised(w, (uint16_t)ply, move, &pos);
	rules_apply(&pos, move, NULL);
	for (uint32_t i = ply; i < game->plies; i++) {
		if (game->played[i] == RULES_NO_MOVE || !rules_is_legal(&pos, game->played[i])) {
			game->plies = (uint16_t)i;
			touch_say_revised(w, (uint16_t)(i + 1), RULES_NO_MOVE, &pos);
			break;
		}
		rules_apply(&pos, game->played[i], NULL);
	}
	go_on_from(w, &pos);
}

void touch_set_position(struct touch_game *game, const struct rules_position *pos, uint64_t at_ms,
			struct touch_reports *ret_reports)
{
	struct work w = {game, ret_reports};

	ret_reports->count = 0;
	if (at_ms > game->now_ms)
		game->now_ms = at_ms;
	record_made(game);
	game->start = *pos;
	game->start_ply = game->plies;
	touch_say_revised(&w, (uint16_t)(game->plies + 1), RULES_NO_MOVE, pos);
	go_on_from(&w, pos);
}
