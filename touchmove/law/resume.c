/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/adopt.h"
#include "touchmove/law/announced.h"
#include "touchmove/law/breach.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/question.h"
#include "touchmove/law/report.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/turn.h"

/*
 * Play stops and goes on (section 12 of the procedure). Between the two, board
 * events are handling; when play goes on the board is compared with what is
 * known, and nothing that still holds is lost.
 */

/* --- play stops --- */

/* What no press has completed when the clocks stop is not raised. */
static void stop_play(struct touch_game *game)
{
	game->judging = game->lapsing = false;
	game->state = TOUCH_ST_HANDLING;
}

void touch_pause(struct work *w)
{
	struct touch_game *game = w->game;

	if (game->state == TOUCH_ST_HANDLING || game->state == TOUCH_ST_ENDED)
		return;
	game->pressed_at_pause = game->state == TOUCH_ST_OPEN_PRESS ||
				 (game->judging && game->judge_color == touch_player(game));
	game->ran_at_pause = game->running;
	game->resumes_in = game->state;
	game->paused = true;
	game->hands_paused = game->hands;
	stop_play(game);
}

/* The board is put back to where the offence began, and the must set applies. */
void touch_restore(struct work *w, const struct touch_finding *finding)
{
	struct touch_game *game = w->game;

	touch_findings_file(w, finding->id);
	if (game->plies + touch_is_made(game) > finding->ply)
		touch_say_revised(w, (uint16_t)(finding->ply + 1), RULES_NO_MOVE, &finding->base);
	touch_turn_begin(game, &finding->base);
	if (finding->has_must) {
		game->turn.is_forced = true;
		game->turn.forced_law = finding->must_law;
		touch_set_copy(&game->turn.forced, &finding->must);
	}
	game->plies = finding->ply < game->plies ? finding->ply : game->plies;
	touch_announced_forget(game);
	touch_history_rebuild(game);
	game->uncompleted[finding->base.turn].is = false;
	game->running = game->ran_at_pause = finding->base.turn;
	game->irregular = game->held = game->can_revise = false;
	game->illegal_position = false;
	game->last_men = 0;
	game->resumes_in = TOUCH_ST_TO_MOVE;
	game->paused = game->pressed_at_pause = false;
	stop_play(game);
}

/* --- play goes on --- */

static void rights_the_board_leaves(struct touch_game *game, struct rules_position *pos)
{
	pos->castling &= pos->of_kind[RULES_ROOK];
	for (int color = 0; color < 2; color++)
		if (rules_king_square(pos, (enum rules_color)color) != game->homes.king[color])
			pos->castling &= ~pos->of_color[color];
	pos->passed = RULES_NO_SQUARE;
}

/* Another board becomes the base, the side to move being told by the clock. */
static void begin_from_board(struct work *w)
{
	struct touch_game *game = w->game;
	struct rules_position pos = *touch_position_now(game);

	for (rules_square square = 0; square < 64; square++)
		if (pos.at[square] != game->hands.at[square])
			rules_position_put(&pos, square, game->hands.at[square]);
	if (game->running != TOUCH_BOTH)
		pos.turn = game->running;
	rights_the_board_leaves(game, &pos);
	pos.halfmoves = 0;
	pos.key = rules_position_key(&pos);
	touch_begin_from(w, &pos);
}

void touch_begin_from(struct work *w, const struct rules_position *pos)
{
	struct touch_game *game = w->game;

	touch_findings_file(w, 0);
	touch_record_made(game);
	touch_hands_set(&game->hands, pos);
	touch_turn_begin(game, pos);
	game->start = *pos;
	game->start_ply = game->plies;
	game->history_count = 0;
	touch_history_push(game, pos);
	game->irregular = game->held = game->can_revise = false;
	game->uncompleted[0].is = game->uncompleted[1].is = false;
	game->last_men = 0;
}

static bool shows(const struct touch_game *game, const struct rules_position *pos)
{
	return touch_differs(pos, game->hands.at) == 0;
}

/* Nothing has changed: what was touched and released holds, and all counts go on. */
static void go_on_from_base(struct touch_game *game)
{
	const struct touch_list *touches = &game->turn.touches;

	if (touch_is_made(game))
		touch_undo_made(game);
	game->state = TOUCH_ST_TO_MOVE;
	touch_adopt_board(game);
	for (size_t i = 0; i < touches->count; i++)
		game->hands.lifted |= rules_set_of(touches->touch[i].man);
	if (game->pressed_at_pause && game->running == game->ran_at_pause)
		game->running = (uint8_t)touch_player(game); /* he stands before his press */
}

/* What binds the player: his release, else a touch or a ruling. False: nothing does. */
static bool is_bound(const struct touch_game *game, struct touch_set *ret)
{
	struct touch_obligation due;

	if (game->turn.commitment.kind != TOUCH_COMMITTED_NOT) {
		touch_set_copy(ret, &game->turn.commitment.set);
		return true;
	}
	touch_turn_obligation(game, true, &due);
	touch_set_copy(ret, &due.set);
	return due.law != TOUCH_LAW_FREE;
}

/*
 * The move he is bound to was finished while play had stopped: a new piece was
 * fetched (Art. 6.11.2), the queen put there that 7.5.2 orders, a move replaced.
 */
static bool make_bound_move(struct work *w)
{
	struct touch_game *game = w->game;
	rules_move move = touch_explain_move(&game->turn.base, game->hands.at, NULL);
	struct touch_set bound;

	if (move == RULES_NO_MOVE || !is_bound(game, &bound) || !touch_set_has(&bound, move))
		return false;
	game->state = TOUCH_ST_MADE;
	if (move != game->turn.made) {
		touch_adopt_board(game);
		touch_make(w, move, TOUCH_OBSERVED, false);
	}
	if (game->state == TOUCH_ST_MADE)
		touch_adopt_board(game);
	game->irregular = false;
	return true;
}

/* The opponent has the move already, and is bound by what he touched. */
static bool make_bound_answer(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_obligation due;
	rules_move move;

	if (!touch_is_made(game))
		return false;
	move = touch_explain_move(&game->turn.after, game->hands.at, NULL);
	touch_turn_obligation_of_opponent(game, &due);
	if (move == RULES_NO_MOVE || due.law == TOUCH_LAW_FREE || !touch_set_has(&due.set, move))
		return false;
	touch_adopt_board(game);
	touch_pass_unseen(w);
	touch_adopt_board(game);
	touch_make(w, move, TOUCH_OBSERVED, true);
	return true;
}

/* The board shows an earlier position of this game: the latest such, or -1. */
static int find_earlier(const struct touch_game *game, struct rules_position *ret)
{
	struct rules_position pos = game->start;
	int found = -1;

	for (int ply = game->start_ply; ply < game->plies; ply++) {
		if (shows(game, &pos)) {
			found = ply;
			*ret = pos;
		}
		if (game->played[ply] == RULES_NO_MOVE)
			break;
		rules_apply(&pos, game->played[ply], NULL);
	}
	return found;
}

/* The press of who has moved counts, or the clock tells that the turn has passed. */
static void complete_if_pressed(struct work *w)
{
	struct touch_game *game = w->game;
	bool has_passed = game->running == touch_opponent(game) &&
			  (game->pressed_at_pause || game->ran_at_pause != game->running);

	if (game->state == TOUCH_ST_MADE && !game->rules.no_clock && has_passed)
		touch_complete_unseen(w);
}

/* Art. 7.4.1 upheld: the men are on their squares again, the move it was about stands. */
static bool put_right(struct work *w)
{
	struct touch_game *game = w->game;
	bool is_upheld = false;

	for (size_t i = 0; i < game->finding_count; i++)
		is_upheld |= game->findings[i].kind == TOUCH_KIND_DISPLACED_PIECE &&
			     game->findings[i].state == TOUCH_FINDING_UPHELD &&
			     game->findings[i].ply + 1 == game->plies;
	if (!is_upheld || game->displaced_move == RULES_NO_MOVE ||
	    touch_putting_right(game) != game->displaced_move)
		return false;
	touch_turn_put_right(w, game->displaced_move);
	touch_adopt_board(game);
	return true;
}

/* The board is not as it was when play stopped. */
static void compare(struct work *w)
{
	struct touch_game *game = w->game;
	struct rules_position pos;
	int ply;

	if (shows(game, &game->turn.base)) {
		go_on_from_base(game);
	} else if (make_bound_move(w)) {
		complete_if_pressed(w);
	} else if (touch_is_made(game) && shows(game, &game->turn.after)) {
		game->state = TOUCH_ST_MADE;
		touch_adopt_board(game);
		complete_if_pressed(w);
	} else if (!make_bound_answer(w) && !put_right(w)) {
		ply = find_earlier(game, &pos);
		if (ply >= 0)
			touch_take_back_to(w, (uint16_t)ply, &pos);
		else
			begin_from_board(w);
	}
}

/* A board that was not understood, and stands as it was known: play goes on from there. */
static void resume_unsure(struct work *w)
{
	struct touch_game *game = w->game;
	const struct rules_position *now = touch_position_now(game);

	if (!shows(game, now) || (game->running != TOUCH_BOTH && game->running != now->turn)) {
		begin_from_board(w);
		return;
	}
	touch_adopt_forget(game);
	touch_adopt_board(game);
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
}

void touch_resume(struct work *w)
{
	struct touch_game *game = w->game;

	if (game->state == TOUCH_ST_UNSURE) {
		resume_unsure(w);
		return;
	}
	if (game->state != TOUCH_ST_HANDLING)
		return;
	if (game->question.winner != TOUCH_BOTH)
		touch_ask_nothing(game); /* no result comes of it: play goes on */
	game->state = game->resumes_in;
	if (game->paused && memcmp(game->hands.at, game->hands_paused.at, 64) == 0) {
		game->hands = game->hands_paused;
		complete_if_pressed(w);
	} else if (game->state == TOUCH_ST_UNSURE) {
		resume_unsure(w);
	} else {
		compare(w);
	}
}
