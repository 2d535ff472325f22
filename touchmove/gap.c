/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/bridge.h"
#include "touchmove/frame.h"
#include "touchmove/work_private.h"

/*
 * Not all was seen: a dump shows another board than we had, or what was seen is
 * no legal move and nobody's offence either. The board is compared with legal
 * lines from the last position that is known; until one explains it the game
 * is in doubt. Touches across a gap oblige nobody and raise nothing.
 */

#define REST_MS    2000 /* a board at rest so long, and not explained: the arbiter is asked, */
#define ASK_MS     8000 /* and so long after it began in any case */
#define NEAR_PLIES 2    /* a line so long may end with a man in somebody's hand */

/* --- in doubt --- */

bool touch_is_in_doubt(const struct touch_game *game)
{
	bool is_paused = game->state == TOUCH_ST_HANDLING && game->paused;

	return game->doubt.is_open &&
	       (is_paused ? game->resumes_in : game->state) == TOUCH_ST_UNSURE;
}

void touch_doubt(struct work *w, unsigned presses)
{
	struct touch_game *game = w->game;

	game->doubt =
		(struct touch_doubt){.is_open = true,
				     .has_gap = game->turn.after_gap || game->is_blind ||
						game->rules.late_ms > 0 || game->rules.no_clock,
				     .presses = (uint8_t)presses,
				     .since_ms = game->now_ms};
	game->doubt.ask_ms = game->now_ms + REST_MS;
	game->judging = false;
	game->turn.after_gap = true;
	game->state = TOUCH_ST_UNSURE;
}

/* The board as it was, and no press that belongs to nothing. */
static bool is_as_it_was(const struct touch_game *game)
{
	return game->doubt.presses <= touch_is_made(game) &&
	       (!game->is_blind || touch_is_made(game) || touch_lines_his_turn(game, 0)) &&
	       touch_differs(touch_position_now(game), game->hands.at) == 0;
}

static void go_on(struct work *w)
{
	struct touch_game *game = w->game;

	touch_adopt_forget(game);
	touch_adopt_board(game);
	game->doubt.is_open = false;
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
	if (game->doubt.presses > 0)
		touch_lines_pass(w, true);
}

/* True if the board is explained, and play has gone on. */
static bool resolve(struct work *w, struct touch_unsure *ret)
{
	struct touch_unsure loose;

	if (is_as_it_was(w->game)) {
		go_on(w);
		return true;
	}
	touch_lines_find(w->game, ret);
	if (ret->count != 1 ||
	    (ret->line[0].count > 1 &&
	     touch_lines_in_hand(w->game, ret->line[0].count > NEAR_PLIES ? NEAR_PLIES : 1,
				 &loose)))
		return false;
	touch_lines_play(w, ret, 0);
	return true;
}

/* The hands that hold a man have done so for long: the move before is sure enough. */
static bool resolve_in_hand(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_unsure loose = {.count = 0};
	rules_set missing;

	if (game->is_blind || !touch_lines_in_hand(game, NEAR_PLIES, &loose) || loose.count != 1 ||
	    loose.line[0].count > game->doubt.presses + 1)
		return false;
	touch_lines_play(w, &loose, 0);
	if (game->state != TOUCH_ST_ENDED &&
	    touch_adopt_misses(touch_position_now(game), game->hands.at, &missing))
		touch_adopt_in_hand(game, missing);
	return true;
}

void touch_doubt_again(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_unsure lines;

	if (resolve(w, &lines))
		return;
	game->doubt.ask_ms = game->now_ms + REST_MS;
	if (game->doubt.ask_ms > game->doubt.since_ms + ASK_MS)
		game->doubt.ask_ms = game->doubt.since_ms + ASK_MS;
}

/* A press in doubt belongs to a move that was not seen. */
void touch_doubt_press(struct work *w)
{
	struct touch_doubt *doubt = &w->game->doubt;

	if (!doubt->is_open)
		return;
	if (doubt->presses < UINT8_MAX)
		doubt->presses++;
	touch_doubt_again(w);
}

static void ask(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_report *report;

	if (resolve(w, &game->doubt.asked) || resolve_in_hand(w))
		return;
	game->doubt.is_said = true;
	report = touch_say(w, TOUCH_REPORT_UNSURE);
	report->ply = game->doubt.asked.ply;
}

/* Play has stopped: the board when it did is to be explained, not what is done to it since. */
static void as_when_paused(struct work *w, void (*act)(struct work *w))
{
	struct touch_game *game = w->game;
	struct touch_hands hands = game->hands;
	bool is_same = memcmp(hands.at, game->hands_paused.at, sizeof(hands.at)) == 0;

	if (game->state != TOUCH_ST_HANDLING) {
		act(w);
		return;
	}
	game->hands = game->hands_paused;
	game->state = TOUCH_ST_UNSURE;
	act(w);
	touch_pause(w);
	if (!is_same)
		game->hands = hands;
}

void touch_doubt_ask(struct work *w)
{
	as_when_paused(w, ask);
}

const struct touch_unsure *touch_unsure_of(const struct touch_game *game)
{
	return touch_is_in_doubt(game) && game->doubt.is_said ? &game->doubt.asked : NULL;
}

/* The board may have gone on since the arbiter was asked. */
static void play_chosen(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_unsure lines = game->doubt.asked;

	touch_lines_play(w, &lines, game->doubt.chosen);
	if (game->state == TOUCH_ST_ENDED || is_as_it_was(game))
		return;
	touch_doubt(w, game->doubt.presses);
	touch_doubt_again(w);
}

void touch_choose(struct work *w, uint32_t number)
{
	struct touch_game *game = w->game;
	const struct touch_unsure *asked = touch_unsure_of(game);

	if (!asked || number == 0 || number > asked->count) {
		w->out->refused = asked ? "there is no such line to choose"
					: "nothing is unsure: there is no line to choose";
		return;
	}
	game->doubt.chosen = (uint8_t)(number - 1);
	as_when_paused(w, play_chosen);
}

/* --- a dump --- */

/* What we think stands there, with what waits to be sure. */
static bool is_known(const struct touch_game *game, const rules_piece board[64])
{
	rules_piece known[64];

	memcpy(known, game->hands.at, sizeof(known));
	for (size_t i = 0; i < game->settle.count; i++) {
		const struct touch_event *event = &game->settle.queue[i];

		if (event->type == TOUCH_EV_LIFTED)
			known[event->square] = RULES_NO_PIECE;
		else if (event->type == TOUCH_EV_PLACED)
			known[event->square] = event->piece;
	}
	return memcmp(known, board, sizeof(known)) == 0;
}

/* Presses that wait to be sure go with the changes around them. */
static unsigned forget_waiting(struct touch_game *game)
{
	struct touch_settle *settle = &game->settle;
	unsigned presses = 0;

	for (size_t i = 0; i < settle->count; i++) {
		const struct touch_event *event = &settle->queue[i];

		if (event->type != TOUCH_EV_PRESSED || game->rules.no_clock ||
		    event->color != game->running)
			continue;
		game->running = (uint8_t)rules_opponent((enum rules_color)event->color);
		presses++;
	}
	settle->count = 0;
	settle->last[0].type = TOUCH_EV_TICK;
	return presses;
}

static unsigned presses_so_far(const struct touch_game *game)
{
	if (game->state == TOUCH_ST_UNSURE)
		return game->doubt.is_open ? game->doubt.presses : 0;
	return !touch_is_made(game) && (game->judging || game->state == TOUCH_ST_OPEN_PRESS);
}

static void take_dump(struct work *w)
{
	struct touch_game *game = w->game;
	bool was_open = game->state == TOUCH_ST_UNSURE && game->doubt.is_open;
	unsigned presses = presses_so_far(game) + forget_waiting(game);
	struct touch_unsure lines;
	rules_set missing;

	touch_adopt_forget(game);
	touch_adopt_board(game);
	if (was_open) {
		game->doubt.has_gap = true;
		game->doubt.presses = (uint8_t)presses;
		resolve(w, &lines);
		return;
	}
	if (touch_adopt_misses(touch_position_now(game), game->hands.at, &missing) &&
	    (presses == 0 || (presses == 1 && missing && !touch_is_made(game)))) {
		touch_adopt_in_hand(game, missing);
		game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
		if (presses == 1)
			game->state = TOUCH_ST_OPEN_PRESS;
		return;
	}
	touch_doubt(w, presses);
	resolve(w, &lines);
}

/* Play stopped while nobody saw it, or in the middle of a move, and one move leads to what stands
 * there. */
static bool may_explain_paused(const struct touch_game *game)
{
	return touch_is_in_doubt(game) || (game->paused && game->is_blind) ||
	       (game->paused &&
		touch_differs(touch_position_now(game), game->hands_paused.at) != 0 &&
		touch_explain_move(touch_position_now(game), game->hands.at, NULL) !=
			RULES_NO_MOVE);
}

void touch_sync(struct touch_game *game, const rules_piece dump[64], uint64_t at_ms,
		struct touch_reports *ret_reports)
{
	struct work w = {game, ret_reports, RULES_NO_PIECE, false, RULES_NO_MOVE};
	rules_piece board[64];
	bool is_as_paused;

	ret_reports->count = 0;
	ret_reports->refused = NULL;
	for (rules_square square = 0; square < 64; square++)
		board[touch_turn_square(square, game->rules.turned)] = dump[square];
	if (at_ms > game->now_ms)
		game->now_ms = at_ms;
	if (is_known(game, board)) {
		game->is_blind = false;
		return;
	}
	is_as_paused = memcmp(game->hands.at, game->hands_paused.at, sizeof(board)) == 0;
	memcpy(game->hands.at, board, sizeof(board));
	if (game->state == TOUCH_ST_HANDLING && is_as_paused && may_explain_paused(game)) {
		game->hands_paused = game->hands;
		as_when_paused(&w, take_dump);
	} else if (game->state == TOUCH_ST_HANDLING || game->state == TOUCH_ST_ENDED) {
		touch_adopt_board(game);
		game->is_blind = false;
	} else {
		take_dump(&w);
	}
}

/* The last move is sure once its men were seen to stand after the press. */
void touch_agree(struct touch_game *game)
{
	rules_set missing;

	if (game->settle.count == 0 && !touch_is_made(game) && !game->crept &&
	    !game->turn.after_gap &&
	    touch_adopt_misses(&game->turn.base, game->hands.at, &missing) &&
	    !(missing & game->last_men))
		game->sure_plies = game->plies;
}

void touch_gap(struct touch_game *game, bool is_blind)
{
	bool was_judging = game->judging;

	game->is_blind |= is_blind;
	if (game->state == TOUCH_ST_HANDLING || game->state == TOUCH_ST_ENDED)
		return;
	touch_adopt_forget(game);
	game->judging = was_judging;
}

void touch_missed(struct touch_game *game, uint64_t at_ms, struct touch_reports *ret_reports)
{
	struct work w = {game, ret_reports, RULES_NO_PIECE, false, RULES_NO_MOVE};

	ret_reports->count = 0;
	ret_reports->refused = NULL;
	if (at_ms > game->now_ms)
		game->now_ms = at_ms;
	if (game->state == TOUCH_ST_ENDED || touch_unsure_of(game))
		return;
	game->turn.after_gap = true;
	touch_say(&w, TOUCH_REPORT_UNSURE)->ply = (uint16_t)(game->plies + 1);
}

/* A man on two squares was slid, or his lift was lost. */
static bool is_seen_twice(const struct touch_game *game)
{
	return game->settle.count > 0 && game->settle.queue[0].type == TOUCH_EV_PLACED;
}

bool touch_wants_board(const struct touch_game *game)
{
	return game->judging || game->hands.strays != 0 || game->state == TOUCH_ST_OPEN_PRESS ||
	       game->state == TOUCH_ST_UNSURE || is_seen_twice(game);
}
