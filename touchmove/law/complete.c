/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/complete.h"
#include "rules-core/attacks.h"
#include "rules-core/check.h"
#include "touchmove/law/adopt.h"
#include "touchmove/law/begun.h"
#include "touchmove/law/breach.h"
#include "touchmove/law/disorder.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/half_done.h"
#include "touchmove/law/judge.h"
#include "touchmove/law/outofturn.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

/*
 * The press (section 7 of the procedure): a move that is made is completed at
 * once (Art. 6.2.1); otherwise what is on the board one scan later is judged
 * (Art. 7.4, 7.5).
 */

/* --- completing --- */

/* 2023 A.5.4: an illegal position that has survived the next completed move. */
static bool is_illegal_position(const struct rules_position *pos)
{
	rules_set ends = rules_rank_set(0) | rules_rank_set(7);
	struct rules_position other = *pos;

	other.turn = (uint8_t)rules_opponent((enum rules_color)pos->turn);
	return (pos->of_kind[RULES_PAWN] & ends) || (rules_in_check(pos) && rules_in_check(&other));
}

void touch_look_for_illegal_position(struct work *w, const struct rules_position *pos)
{
	if (!w->game->illegal_position)
		return;
	w->game->illegal_position = false;
	if (is_illegal_position(pos))
		touch_find(w, TOUCH_KIND_ILLEGAL_POSITION_REMAINS, TOUCH_LAW_POSITION_REMAINS,
			   TOUCH_BOTH, TOUCH_OBSERVED);
}

/* The man in the air at the press is one the opponent is about to capture. */
static void give_pending_to_opponent(struct touch_game *game)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].by == TOUCH_BY_PENDING &&
		    touch_hands_hold(&game->hands, touches->touch[i].man))
			touches->touch[i].by = TOUCH_BY_OPPONENT;
}

void touch_say_turn_completed(struct work *w)
{
	struct touch_game *game = w->game;

	touch_say_completed(w, (uint8_t)touch_player(game), (uint16_t)(game->plies + 1),
			    game->turn.made, game->turn.san);
	touch_look_for_illegal_position(w, &game->turn.after);
}

static void pass_completed(struct work *w, bool is_disorder)
{
	struct touch_game *game = w->game;

	touch_say_turn_completed(w);
	give_pending_to_opponent(game);
	if (!is_disorder)
		touch_turn_pass(w);
	else if (touch_hands_hold_color(&game->hands, touch_opponent(game)))
		touch_turn_pass_in_disorder(w); /* the opponent is answering already */
	else
		touch_turn_pass_irregular(w, game->turn.made);
}

void touch_complete(struct work *w)
{
	struct touch_game *game = w->game;
	bool of_strays;
	bool is_disorder;
	uint8_t color;

	if (touch_disorder_is_second_move(game)) {
		touch_undo_made(game);
		touch_judge_board(w, TOUCH_OBSERVED);
		return;
	}
	of_strays = touch_disorder_of_strays(game);
	is_disorder = (of_strays || touch_disorder_of_mover(game)) && !game->turn.after_gap &&
		      !touch_turn_is_put_right(game);
	color = of_strays ? TOUCH_BOTH : touch_disorder_color(game, game->turn.made);
	if (is_disorder)
		touch_find(w, TOUCH_KIND_DISPLACED_PIECE, TOUCH_LAW_DISPLACED, color,
			   color == TOUCH_BOTH ? TOUCH_PRESUMED : TOUCH_OBSERVED);
	pass_completed(w, is_disorder);
}

/* The board showed the move at its press; what else was seen is on its way. */
void touch_complete_told(struct work *w, uint64_t at_ms, bool has_strays)
{
	w->game->running = (uint8_t)touch_opponent(w->game);
	w->game->press_at_ms = at_ms;
	if (has_strays) {
		touch_complete(w);
		return;
	}
	touch_say_turn_completed(w);
	give_pending_to_opponent(w->game);
	touch_turn_pass_explained(w);
}

/* A half-move was said before its press, and men of its player are missing or stand beside their
 * squares. */
void touch_complete_in_disorder(struct work *w, uint64_t at_ms)
{
	struct touch_game *game = w->game;
	uint8_t color;

	game->running = (uint8_t)touch_opponent(game);
	game->press_at_ms = at_ms;
	touch_disorder_strike(game, game->turn.made);
	color = touch_disorder_color(game, game->turn.made);
	touch_find(w, TOUCH_KIND_DISPLACED_PIECE, TOUCH_LAW_DISPLACED, color,
		   color == TOUCH_BOTH ? TOUCH_PRESUMED : TOUCH_OBSERVED);
	touch_say_turn_completed(w);
	touch_turn_pass_irregular(w, game->turn.made);
}

/* A move that only its result tells of: nobody is accused for how it was made. */
void touch_complete_unseen(struct work *w)
{
	touch_say_turn_completed(w);
	touch_turn_pass(w);
}

void touch_complete_if_made(struct work *w)
{
	if (w->game->state == TOUCH_ST_MADE)
		touch_complete(w);
}

/* Art. 6.2.2: a player may press after the answer too. */
bool touch_complete_earlier(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (!game->uncompleted[color].is)
		return false;
	game->uncompleted[color].is = false;
	touch_say_completed(w, (uint8_t)color, game->uncompleted[color].ply,
			    game->uncompleted[color].move, game->uncompleted[color].san);
	touch_look_for_illegal_position(w, &game->turn.base);
	return true;
}

/* --- waiting --- */

static void judge_later(struct touch_game *game, enum rules_color color, uint64_t at_ms)
{
	game->judging = true;
	game->judge_color = (uint8_t)color;
	game->judge_at_ms = at_ms;
}

/* Not beside the square he was taken from: he was not only carried past. */
static bool is_put_aside(const struct touch_game *game)
{
	rules_square victim = touch_victim_of(&game->turn.base, game->turn.made);

	return victim != RULES_NO_SQUARE && game->hands.newest != RULES_NO_SQUARE &&
	       !rules_has(rules_sight[victim].king, game->hands.newest);
}

/* A captured man may still be in the hand that carries him off: does he stay there? */
static uint64_t left_at(const struct touch_game *game)
{
	uint64_t stays = is_put_aside(game) ? touch_twice_ms(game) : game->rules.settle_ms;

	stays = game->rules.late_ms > stays ? game->rules.late_ms : stays;

	return touch_disorder_carried_off(game) ? game->hands.newest_ms + stays : 0;
}

static void press_made(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;
	uint64_t scanned = game->now_ms + game->rules.scan_ms, left = left_at(game);

	if (left > 0)
		judge_later(game, color, left > scanned ? left : scanned);
	else
		touch_complete(w);
}

/* Nobody can judge it: the reader explains the board, or says that it is unsure. */
void touch_leave_to_reader(struct touch_game *game)
{
	game->judging = false;
	game->turn.after_gap = true;
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
}

/* --- the open press --- */

void touch_press_open(struct work *w, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_pair pair;
	rules_piece view[64];
	rules_move move;
	int found;

	touch_promotion_from_box(game);
	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move != RULES_NO_MOVE) {
		touch_make(w, move, certainty, false);
		if (game->state == TOUCH_ST_MADE)
			press_made(w, touch_player(game));
		return;
	}
	found = touch_explain_pair(&game->turn.base, view, &game->hands, &pair);
	if (found == 1) {
		touch_make(w, pair.move, certainty, true);
		if (game->state != TOUCH_ST_MADE)
			return;
		pass_completed(w, false); /* nothing is left over: the answer explains the rest */
		touch_make(w, pair.answer, certainty, true);
	} else if (found > 1) {
		touch_leave_to_reader(game);
	} else if (touch_differs(&game->turn.base, view) == 0) {
		touch_judge_board(w, certainty);
	} else if (!touch_only_misses_men(game, view) && !touch_castling_half_done(game, view)) {
		if (touch_hands_hold_color(&game->hands, touch_opponent(game)))
			touch_answer_begun(w, view, certainty); /* else the table waits */
		else if (touch_enemy_stands_elsewhere(game))
			touch_leave_to_reader(game);
		else
			touch_judge_board(w, certainty);
	}
}

/* --- the press itself --- */

/* In Chess960 a king's step waits for the rook; the press says there is none to come. */
static bool complete_step(struct work *w)
{
	struct touch_game *game = w->game;
	rules_piece view[64];
	rules_move move;

	touch_hands_view(&game->hands, view);
	move = touch_explain_move(&game->turn.base, view, &game->hands);
	if (move == RULES_NO_MOVE)
		return false;
	touch_make(w, move, TOUCH_OBSERVED, false);
	if (game->state == TOUCH_ST_MADE)
		touch_complete(w);
	return true;
}

/* A move that is made needs no more than a scan. */
uint64_t touch_press_at(const struct touch_game *game)
{
	uint64_t scanned = game->press_at_ms + game->rules.scan_ms;

	if (!game->judging)
		return UINT64_MAX;
	return game->state == TOUCH_ST_MADE && left_at(game) == 0 && scanned < game->judge_at_ms
		       ? scanned
		       : game->judge_at_ms;
}

/* One scan has passed: what was seen meanwhile counts as before the press. */
void touch_press_judge(struct work *w)
{
	struct touch_game *game = w->game;
	enum rules_color color = (enum rules_color)game->judge_color;

	game->judging = false;
	if (game->state == TOUCH_ST_MADE && touch_player(game) == color)
		touch_complete(w);
	else if (game->state != TOUCH_ST_TO_MOVE || touch_player(game) != color)
		touch_complete_earlier(w, color);
	else if (!complete_step(w))
		touch_judge_board(w, TOUCH_OBSERVED);
}

static void press_open(struct work *w)
{
	struct touch_game *game = w->game;

	if (game->board_event_since) {
		touch_leave_to_reader(game);
		return;
	}
	game->state = TOUCH_ST_TO_MOVE;
	game->running = (uint8_t)touch_player(game);
}

/* A man of his stands where he did not: besides the moves that are known he has moved on. */
static bool has_moved_on(const struct touch_game *game, enum rules_color color)
{
	const struct rules_position *pos = touch_position_now(game);
	rules_piece view[64];

	touch_hands_view(&game->hands, view);
	for (rules_square square = 0; square < 64; square++)
		if (view[square] != pos->at[square] && view[square] != RULES_NO_PIECE &&
		    rules_color_of(view[square]) == color)
			return true;
	return false;
}

static void press_unmade(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (color != touch_player(game)) {
		touch_complete_earlier(w, color);
		return;
	}
	if (!has_moved_on(game, color) && touch_complete_earlier(w, color))
		return;
	if (game->irregular && !game->board_event_since && touch_finding_newest(game)) {
		touch_turn_give_back(w);
		game->running = (uint8_t)touch_player(game);
		return;
	}
	if (!complete_step(w))
		judge_later(game, color, game->now_ms + touch_late_ms(&game->rules));
}

/* A player's move was answered; is what he has put on the board since then a move of his
 * (Art. 7.5.1)? */
static void press_after_answer(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (!game->uncompleted[color].is || !has_moved_on(game, color) || game->turn.after_gap) {
		touch_complete_earlier(w, color);
		return;
	}
	touch_pass_uncompleted(w);
	judge_later(game, color, game->now_ms + touch_late_ms(&game->rules));
}

void touch_press_due(struct work *w)
{
	struct touch_game *game = w->game;

	if (game->state == TOUCH_ST_MADE && left_at(game) > game->now_ms)
		game->judge_at_ms = left_at(game);
	else
		touch_press_judge(w);
}

void touch_press(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	if (game->rules.no_clock || game->running != color)
		return;
	touch_say_moved_on(w);
	if (game->state == TOUCH_ST_HANDLING)
		return;
	game->running = (uint8_t)rules_opponent(color);
	game->press_at_ms = game->now_ms;
	switch (game->state) {
	case TOUCH_ST_MADE:
		if (touch_player(game) == color)
			press_made(w, color);
		else
			press_after_answer(w, color);
		break;
	case TOUCH_ST_TO_MOVE: press_unmade(w, color); break;
	case TOUCH_ST_OPEN_PRESS: press_open(w); break;
	case TOUCH_ST_ENDED: game->ending = false; break;
	case TOUCH_ST_UNSURE:
	case TOUCH_ST_HANDLING: break;
	}
}
