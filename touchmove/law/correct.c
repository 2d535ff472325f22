/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/correct.h"
#include "rules-core/uci.h"
#include "touchmove/law/announced.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

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

	touch_turn_begin(game, pos);
	game->uncompleted[0].is = game->uncompleted[1].is = false;
	game->irregular = game->held = game->ending = game->withdrawn = false;
	game->judging = game->lapsing = game->paused = game->can_revise = false;
	game->last_men = 0;
	touch_announced_forget(game);
	if (!game->rules.no_clock)
		game->running = pos->turn;
	if (shows) {
		touch_hands_set(&game->hands, pos);
		return;
	}
	game->resumes_in = TOUCH_ST_TO_MOVE;
	game->state = TOUCH_ST_HANDLING;
}

/* The game is another one now: what was found in the old one is filed, its result gone. */
static void correct_to(struct work *w, const struct rules_position *pos)
{
	touch_findings_file(w, 0);
	touch_history_rebuild(w->game);
	go_on_from(w, pos);
	touch_finish_by_position(w);
}

static void refuse(struct work *w, const char *why)
{
	w->out->refused = why;
}

/* A move that is made and not passed on counts as played. */
void touch_record_made(struct touch_game *game)
{
	if (touch_is_made(game) && game->plies < TOUCH_PLIES_MAX)
		game->played[game->plies++] = game->turn.made;
}

/* The position after so many plies, the made move included; false if an illegal move stands in the
 * way. */
static bool position_before(const struct touch_game *game, uint16_t plies,
			    struct rules_position *ret)
{
	*ret = game->start;
	for (uint16_t i = game->start_ply; i < plies; i++) {
		rules_move move = i < game->plies ? game->played[i] : game->turn.made;

		if (move == RULES_NO_MOVE)
			return false;
		rules_apply(ret, move, NULL);
	}
	return true;
}

/* A result was withdrawn: the move on the board is played, and the opponent's turn begins. */
void touch_go_on(struct work *w)
{
	struct touch_game *game = w->game;
	struct rules_position pos = touch_is_made(game) ? game->turn.after : game->turn.base;

	if (touch_is_made(game)) {
		touch_record_made(game);
		touch_history_push(game, &pos);
	}
	go_on_from(w, &pos);
}

bool touch_position_back(const struct touch_game *game, unsigned back, struct rules_position *ret)
{
	const struct touch_turn *turn = &game->turn;
	unsigned made = touch_is_made(game);
	struct rules_position now;

	*ret = made && back == 0 ? turn->after : turn->base;
	if (back <= made)
		return true;
	back -= made;
	return back <= (unsigned)(game->plies - game->start_ply) &&
	       position_before(game, game->plies, &now) &&
	       touch_differs(&now, turn->base.at) == 0 &&
	       position_before(game, (uint16_t)(game->plies - back), ret);
}

void touch_takeback(struct work *w, uint32_t count)
{
	struct touch_game *game = w->game;
	uint32_t plies = game->plies + touch_is_made(game);
	struct rules_position pos;

	if (count == 0 || count > plies - game->start_ply) {
		refuse(w, "there are not so many moves to take back");
		return;
	}
	if (!position_before(game, (uint16_t)(plies - count), &pos)) {
		refuse(w, "an illegal move stands before it: set the position instead");
		return;
	}
	touch_finish_withdraw(w);
	game->plies = (uint16_t)(plies - count);
	touch_say_revised(w, (uint16_t)(game->plies + 1), RULES_NO_MOVE, &pos);
	correct_to(w, &pos);
}

void touch_take_back_to(struct work *w, uint16_t plies, const struct rules_position *pos)
{
	struct touch_game *game = w->game;

	game->plies = plies;
	touch_say_revised(w, (uint16_t)(plies + 1), RULES_NO_MOVE, pos);
	touch_findings_file_from(w, plies);
	touch_history_rebuild(game);
	go_on_from(w, pos);
}

/* The moves after it stay as long as they are legal; the first that is not is cut. */
static void play_on(struct work *w, uint32_t ply, struct rules_position *pos)
{
	struct touch_game *game = w->game;

	for (uint32_t i = ply; i < game->plies; i++) {
		if (game->played[i] == RULES_NO_MOVE || !rules_is_legal(pos, game->played[i])) {
			game->plies = (uint16_t)i;
			touch_say_revised(w, (uint16_t)(i + 1), RULES_NO_MOVE, pos);
			return;
		}
		rules_apply(pos, game->played[i], NULL);
	}
}

/* From this ply on these moves were played, as far as they are legal there. */
void touch_set_line(struct work *w, uint32_t ply, const struct touch_line *line)
{
	struct touch_game *game = w->game;
	struct rules_position pos;

	if (!position_before(game, (uint16_t)(ply - 1), &pos))
		return;
	touch_finish_withdraw(w);
	touch_record_made(game);
	for (size_t i = 0; i < line->count && ply <= TOUCH_PLIES_MAX; i++, ply++) {
		rules_move move = line->move[i];
		bool is_new = ply > game->plies || game->played[ply - 1] != move;

		if (!rules_is_legal(&pos, move))
			break;
		game->played[ply - 1] = move;
		game->plies = (uint16_t)(ply > game->plies ? ply : game->plies);
		if (is_new)
			touch_say_revised(w, (uint16_t)ply, move, &pos);
		rules_apply(&pos, move, NULL);
	}
	play_on(w, ply - 1, &pos);
	correct_to(w, &pos);
}

/* A ply that was played, or the next one: the board may have missed it. */
void touch_set_move(struct work *w, uint32_t ply, const char *uci)
{
	struct touch_game *game = w->game;
	uint32_t plies = game->plies + touch_is_made(game);
	struct touch_line line = {.count = 1};
	struct rules_position pos;

	if (ply <= game->start_ply || ply > plies + 1 || ply > TOUCH_PLIES_MAX) {
		refuse(w, "there is no such half-move in the game");
		return;
	}
	if (!position_before(game, (uint16_t)(ply - 1), &pos)) {
		refuse(w, "an illegal move stands before it: set the position instead");
		return;
	}
	line.move[0] = rules_uci_read(&pos, rules_slice_of(uci));
	if (line.move[0] == RULES_NO_MOVE)
		refuse(w, "this move is not legal there");
	else
		touch_set_line(w, ply, &line);
}

void touch_take_position(struct work *w, const struct rules_position *pos)
{
	struct touch_game *game = w->game;

	touch_finish_withdraw(w);
	touch_record_made(game);
	game->start = *pos;
	game->start_ply = game->plies;
	touch_say_revised(w, (uint16_t)(game->plies + 1), RULES_NO_MOVE, pos);
	correct_to(w, pos);
}
