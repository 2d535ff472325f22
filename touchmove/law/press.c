/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/judge_private.h"

/*
 * A press (section 7 of the procedure): the reader says which half-move it
 * belongs to, or that none explains it; then the board it found is judged.
 */

/* A press is out, and nobody knows yet what it belongs to. */
bool law_has_untold_press(const struct reader *r)
{
	return r->presses > 0 && !r->press[(r->presses - 1) % READ_PRESSES_MAX].is_told;
}

bool law_has_untold_move(const struct reader *r)
{
	return r->worlds.world[0].plies > r->told - r->anchor;
}

/* The missing man has come home, or something wrong stands there (section 7). */
void law_look_at_open_press(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;

	if (game->state != TOUCH_ST_OPEN_PRESS || law_has_untold_move(&law->reader) ||
	    law->told.ply == game->plies + 1)
		return;
	touch_press_open(w, TOUCH_PRESUMED);
	law_agree_after_press(law, w);
	law_refresh(law, w, LAW_LIVE);
}

void law_press(struct law *law, struct work *w, uint8_t color, uint64_t at_ms)
{
	struct touch_game *game = &law->game;
	uint8_t running = game->running;

	game->running = color;
	touch_press(w, (enum rules_color)color);
	game->press_at_ms = at_ms;
	game->running = running;
	if (game->judging && game->state != TOUCH_ST_MADE)
		touch_press_judge(w);
}

/* A legal move and a legal answer explain the board: both are made (section 3). */
static void two_hands(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	struct touch_pair pair;
	rules_piece view[64];

	if (game->state != TOUCH_ST_TO_MOVE)
		return;
	touch_hands_view(&game->hands, view);
	if (touch_explain_move(&game->turn.base, view, &game->hands) != RULES_NO_MOVE ||
	    touch_explain_pair(&game->turn.base, view, &game->hands, &pair) != 1)
		return;
	touch_make(w, pair.move, TOUCH_OBSERVED, true);
	if (game->state != TOUCH_ST_MADE)
		return;
	touch_pass_uncompleted(w);
	touch_make(w, pair.answer, TOUCH_OBSERVED, true);
}

/* Squares that are wrong after the move; a man of the opponent missing there is in his hand. */
static rules_set wrong_in(const struct reader *r, const struct rules_position *after)
{
	rules_set differs = sense_differs(&r->sense, after), wrong = 0;

	while (differs) {
		rules_square square = rules_take(&differs);

		if (r->sense.seen.at[square] != RULES_NO_PIECE ||
		    rules_color_of(after->at[square]) != after->turn)
			wrong |= rules_set_of(square);
	}
	return wrong;
}

/*
 * Does the told move stand, whatever the press found besides? What came or went
 * within a scan of the press was on its way. Where only men of the opponent are
 * missing he has begun his answer, and the press is judged by that (section 3).
 */
static bool stands_at_press(const struct law *law, const struct reader *then, rules_move move)
{
	struct rules_position after = law->game.turn.base;
	rules_set wrong;

	rules_apply(&after, move, NULL);
	wrong = wrong_in(then, &after);
	return (wrong != 0 && (wrong & wrong_in(&law->pressed.reader, &after)) == 0) ||
	       sense_differs(&then->sense, &after) == 0;
}

/* What the press found on the board; true: it was irregular, and all since is read again. */
bool law_judge_at_press(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	uint16_t plies = game->plies;
	struct reader then;
	struct read_acts acts;
	size_t first = law_reader_at_press(law, &then);
	bool is_told = law->told.ply == plies + 1 &&
		       law->told.rest_ms <= law->pressed.at_ms + touch_late_ms(&game->rules) &&
		       law->pressed.color == touch_player(game);

	law->pressed.is_judged = true;
	law_acts(law, &then, &acts);
	law->told.is_forced = is_told && stands_at_press(law, &then, law->told.move);
	law_walk(law, w, &then, &acts, LAW_FIRM);
	law->told.is_forced = false;
	two_hands(law, w);
	law_press(law, w, law->pressed.color, law->pressed.at_ms);
	if (game->state == TOUCH_ST_OPEN_PRESS) {
		law->look_ms = game->now_ms > law->changed_ms + game->rules.settle_ms
				       ? game->now_ms
				       : law->changed_ms + game->rules.settle_ms;
		game->press_at_ms = law->pressed.at_ms;
		law_take_again(law, w, &then, first);
		law->is_stale = true;
		return true;
	}
	if (!game->irregular || game->plies == plies) {
		law_agree_after_press(law, w);
		return false;
	}
	law_read_again(law, w, &then, first);
	law->is_stale = true;
	return true;
}

/* Pressed before this half-move was on the board, or with something else there besides. */
bool law_is_pressed_badly(const struct law *law, const struct read_news *news)
{
	const struct touch_game *game = &law->game;
	struct rules_position after = game->turn.base;
	struct reader then;

	if (!law->pressed.is || law->pressed.is_judged || law->pressed.color != news->color ||
	    game->state != TOUCH_ST_TO_MOVE || law->pressed.color != game->turn.base.turn)
		return false;
	if (news->rest_ms > law->pressed.at_ms + touch_late_ms(&game->rules))
		return true;
	law_reader_at_press(law, &then);
	rules_apply(&after, news->move, NULL);
	return sense_differs(&then.sense, &after) != 0;
}

/* The opponent has a man on a new square already: is it his answer, or is he on the way? */
static bool is_answered(const struct law *law, const struct read_news *news)
{
	const struct touch_game *game = &law->game;
	rules_set differs = news->differs;

	if (news->ply == 0 || game->state != TOUCH_ST_MADE || touch_player(game) != news->color ||
	    law->is_held || game->now_ms >= news->rest_ms + game->rules.settle_ms)
		return false;
	while (differs) {
		rules_square square = rules_take(&differs);
		rules_piece piece = law->reader.sense.seen.at[square];

		if (piece != RULES_NO_PIECE && rules_color_of(piece) != news->color &&
		    !rules_has(game->hands.strays, square))
			return true;
	}
	return false;
}

/* The press belongs to the half-move that was told last, and not to an earlier one. */
static bool is_of_told(const struct law *law, const struct read_news *news)
{
	return news->ply > 0 && news->ply == law->told.ply && news->ply == law->game.plies + 1 &&
	       law->told.move != RULES_NO_MOVE;
}

void law_take_press(struct law *law, struct work *w, const struct read_news *news)
{
	struct touch_game *game = &law->game;

	if (law->is_held && news->rest_ms > law->held.rest_ms)
		law_release_press(law, w);
	if (law->pressed.is && !law->pressed.is_judged && news->rest_ms > law->pressed.at_ms)
		law_press_is_judged(law, law->pressed.at_ms); /* presses are told in their order */
	if (!law_is_playing(game)) {
		law_press(law, w, news->color, news->rest_ms);
		return;
	}
	if ((law->pressed.is_judged && law->pressed.at_ms == news->rest_ms) ||
	    law->completed_ms == news->rest_ms)
		return;
	if (news->ply > 0)
		law_refresh(law, w, LAW_LIVE);
	if (is_answered(law, news)) {
		law->held = *news;
		law->is_held = true;
		return;
	}
	if (law->pressed.is && law->pressed.at_ms == news->rest_ms && !law->is_held &&
	    (news->ply == 0 || news->differs != 0)) {
		law_judge_at_press(law, w);
		return;
	}
	law->told.is_forced |= is_of_told(law, news);
	law_refresh(law, w, LAW_FIRM);
	law->told.is_forced = false;
	law_forget_later(law, news->rest_ms + game->rules.scan_ms);
	law_press(law, w, news->color, news->rest_ms);
	law_press_is_judged(law, news->rest_ms);
	law_agree_after_press(law, w);
}

/* The press that waited for the answer is taken now. */
void law_release_press(struct law *law, struct work *w)
{
	if (!law->is_held)
		return;
	law_take_press(law, w, &law->held);
	law->is_held = false;
}

/* The opponent presses back at once: the offender stands where he stood (section 7). */
bool law_gives_clock_back(struct touch_game *game, uint8_t color)
{
	if (game->board_event_since)
		return false;
	if (game->state == TOUCH_ST_OPEN_PRESS)
		return color == touch_opponent(game);
	return game->irregular && game->state == TOUCH_ST_TO_MOVE && color == touch_player(game) &&
	       touch_finding_newest(game);
}

/* The move is made and the board shows it: the press completes it at once. */
bool law_is_complete(const struct law *law, uint8_t color)
{
	const struct touch_game *game = &law->game;

	return game->state == TOUCH_ST_MADE && touch_player(game) == color &&
	       sense_differs(&law->reader.sense, &game->turn.after) == 0;
}
