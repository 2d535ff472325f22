/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/breach.h"
#include "touchmove/law/complete.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/lapse.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

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

/* The game seemed over, and somebody presses: it goes on. */
void law_play_on(struct touch_game *game)
{
	if (game->state == TOUCH_ST_UNSURE)
		game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
}

/* The missing man has come home, or something wrong stands there (section 7). */
void law_look_at_open_press(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	uint16_t plies = game->plies;
	enum rules_color opponent;
	struct read_acts acts;

	bool may_tell = law_has_untold_move(&law->reader) || law->told.ply == game->plies + 1;

	if (game->state != TOUCH_ST_OPEN_PRESS ||
	    (may_tell && game->now_ms < law->changed_ms + LAW_REST_MS &&
	     law->acted_ms != game->now_ms + 1))
		return;
	law_acts(law, &law->reader, &acts);
	opponent = touch_opponent(game);
	touch_press_open(w, TOUCH_PRESUMED);
	if (game->irregular && game->plies > plies)
		law_keep_opponents_acts(law, &acts, game->now_ms, opponent);
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
	law_play_on(game);
}

/* A press that is judged only now does not set the clock: the opponent's came after it. */
static void keep_clock(struct law *law, uint8_t color, uint64_t at_ms, uint8_t running)
{
	if (law->press_ms[rules_opponent((enum rules_color)color)] > at_ms)
		law->game.running = running;
}

/* A legal move and a legal answer explain the board: both are made (section 3). */
static bool two_hands(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	struct touch_pair pair;
	rules_piece view[64];

	if (game->state != TOUCH_ST_TO_MOVE)
		return false;
	touch_hands_view(&game->hands, view);
	if (touch_explain_move(&game->turn.base, view, &game->hands) != RULES_NO_MOVE ||
	    touch_explain_pair(&game->turn.base, view, &game->hands, &pair) != 1)
		return false;
	touch_make(w, pair.move, TOUCH_OBSERVED, true);
	if (game->state != TOUCH_ST_MADE)
		return true;
	touch_pass_uncompleted(w);
	touch_make(w, pair.answer, TOUCH_OBSERVED, true);
	return true;
}

/* What lies on the board was released: is somebody out of turn, and do two moves explain it? */
bool law_explains_rest(struct law *law, struct work *w)
{
	bool is_explained;

	law->is_looking = true;
	law_refresh(law, w, LAW_FIRM);
	law->is_looking = false;
	is_explained = two_hands(law, w);
	if (is_explained)
		law_agree_on_base(law, w);
	return is_explained;
}

/* What the press found on the board; true: it was irregular, and all since is read again. */
bool law_judge_at_press(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	uint16_t plies = game->plies;
	uint8_t running = game->running;
	struct reader then;
	struct read_acts acts;
	size_t first = law_reader_at_press(law, &then);
	bool is_disorder = law_found_disorder(law);

	law->pressed.is_judged = true;
	law_acts(law, &then, &acts);
	law->is_looking = true;
	law->is_disorderly = law_found_enemies(law, &then);
	law_walk(law, w, &then, &acts, LAW_FIRM);
	law->is_looking = law->is_disorderly = false;
	touch_lapse_flush(w);
	two_hands(law, w);
	w->said = law->said.plies == plies && law->said.count > 0
			  ? law->said.move[law->said.count - 1]
			  : RULES_NO_MOVE;
	game->is_unclear |= !law_is_press_clear(law);
	if (game->state == TOUCH_ST_MADE && !game->turn.after_gap && game->plies == plies &&
	    law_misses_men(law, &then, is_disorder)) {
		touch_complete_in_disorder(w, law->pressed.at_ms);
		keep_clock(law, law->pressed.color, law->pressed.at_ms, running);
		law->known_ms = then.zero_ms + then.now_ms;
	} else {
		law_press(law, w, law->pressed.color, law->pressed.at_ms);
	}
	game->is_unclear = false;
	w->said = RULES_NO_MOVE;
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
		law_press_is_judged(law, law->pressed.at_ms);
		law_agree_after_press(law, w);
		return false;
	}
	law_read_again(law, w, &then, first);
	law->is_stale = true;
	return true;
}

/* Has the opponent answered before the press? Then the answer is said first. */
static bool is_answered_first(const struct law *law, uint64_t press_ms)
{
	struct read_ply answer;

	return read_ply_after(&law->reader, law->told.ply, &answer) &&
	       law->reader.zero_ms + answer.rest_ms < press_ms;
}

bool law_is_too_soon(const struct law *law)
{
	return law->game.now_ms < law_judge_ms(law);
}

/* Did the press find something else on the board besides the told half-move, or not all of it? */
static bool finds_more(const struct law *law)
{
	struct reader then;

	law_reader_at_press(law, &then);
	return !law_is_told_whole(law, &then);
}

/* Pressed before this half-move was on the board, or with something else there besides. */
bool law_is_pressed_badly(const struct law *law)
{
	const struct touch_game *game = &law->game;

	return law->pressed.is && !law->pressed.is_judged && law->told.ply == game->plies + 1 &&
	       game->state == TOUCH_ST_TO_MOVE && law->pressed.color == game->turn.base.turn &&
	       !is_answered_first(law, law->pressed.at_ms) && finds_more(law);
}

/* All that was done in the turn of the told move. */
static void told_acts(const struct law *law, struct read_acts *ret)
{
	if (law->reader.told == law->told.ply)
		law_acts(law, &law->reader, ret);
	else if (law->told.ply > law->reader.anchor)
		read_acts_of(&law->reader, law->told.ply, ret);
	else
		*ret = law->told.acts;
}

/* When it is known whether a captured man was left on the board; 0: it is. */
static uint64_t strays_known_ms(const struct law *law)
{
	struct read_acts acts;
	uint64_t until_ms = 0;

	told_acts(law, &acts);
	law_acts_at_press(law, &acts, &until_ms);
	return until_ms;
}

/* The press belongs to the move that was told, and the board showed it: it is completed. */
static bool complete_told(struct law *law, struct work *w, const struct read_news *news)
{
	struct touch_game *game = &law->game;
	uint8_t running = game->running;
	struct reader then;
	struct read_acts acts;
	uint64_t until_ms = 0;
	bool has_left;

	if (!law->pressed.is || law->pressed.at_ms != news->rest_ms ||
	    game->state == TOUCH_ST_OPEN_PRESS)
		return false;
	law_reader_at_press(law, &then);
	if (!law_is_told_whole(law, &then))
		return false;
	told_acts(law, &acts);
	has_left = law_acts_at_press(law, &acts, &until_ms);
	law->told.is_forced = true;
	law_walk(law, w, &law->reader, &acts, LAW_TOLD);
	law->told.is_forced = false;
	if (game->state != TOUCH_ST_MADE)
		return game->state == TOUCH_ST_ENDED;
	game->is_unclear = !law_is_press_clear(law);
	touch_complete_told(w, law->pressed.at_ms, has_left);
	keep_clock(law, law->pressed.color, law->pressed.at_ms, running);
	game->is_unclear = false;
	game->board_event_since |= law->changed_ms > news->rest_ms;
	law_press_is_judged(law, news->rest_ms);
	law_agree_after_press(law, w);
	law_refresh(law, w, LAW_LIVE);
	return true;
}

/* Captured men that lie about are no move of anybody. */
static rules_set carried_off(const struct reader *r)
{
	struct read_acts acts;
	rules_set squares = 0;

	read_acts_now(r, &acts);
	for (size_t i = 0; i < acts.count; i++)
		if (acts.act[i].kind == READ_ACT_CARRIED_OFF && acts.act[i].until_ms == UINT64_MAX)
			squares |= rules_set_of(acts.act[i].square);
	return squares;
}

/* A man of his stands where no half-move put him, then and still: he has moved on (Art. 7.5.1). */
static bool has_moved_on(const struct law *law, uint8_t color)
{
	struct rules_position pos;
	rules_set differs;
	struct reader then;

	if (!law->pressed.is || law->pressed.color != color || read_may_go_on(&law->reader))
		return false;
	law_reader_at_press(law, &then);
	read_position(&law->reader, &pos);
	differs = sense_differs(&then.sense, &pos) & sense_differs(&law->reader.sense, &pos);
	return (differs & ~carried_off(&law->reader) & then.sense.seen.of_color[color]) != 0;
}

/* The turn of the half-move that it belongs to has passed: it completes that and no more. */
static bool complete_earlier(struct law *law, struct work *w, const struct read_news *news)
{
	if (news->ply == 0 || news->ply > law->game.plies || has_moved_on(law, news->color))
		return false;
	if (law->told.ply == law->game.plies + 1 && law->told.rest_ms <= news->rest_ms) {
		law->told.is_forced = true; /* the answer was made before the press */
		law_refresh(law, w, LAW_FIRM);
		law->told.is_forced = false;
	}
	if (law->game.state != TOUCH_ST_ENDED) /* after a result nothing more is said */
		touch_complete_earlier(w, (enum rules_color)news->color);
	law_press_is_judged(law, news->rest_ms);
	return true;
}

/* The press belongs to the half-move that was told last, and not to an earlier one. */
static bool is_of_told(const struct law *law, const struct read_news *news)
{
	return news->ply > 0 && news->ply == law->told.ply && news->ply == law->game.plies + 1 &&
	       law->told.move != RULES_NO_MOVE;
}

/* What it has to wait for, and until when. */
static enum law_hold reason_to_wait(const struct law *law, const struct read_news *news,
				    uint64_t *ret_until)
{
	uint64_t scanned_ms = news->rest_ms + touch_late_ms(&law->game.rules);

	/* For an earlier half-move, with the next one half seen: its last square may come. */
	if (news->ply > 0 && news->ply <= law->game.plies && law->game.now_ms < scanned_ms &&
	    has_moved_on(law, news->color)) {
		*ret_until = scanned_ms;
		return LAW_HOLD_SCAN;
	}
	if (!is_of_told(law, news) || !law->pressed.is || law->pressed.at_ms != news->rest_ms)
		return LAW_HOLD_NOT;
	if (is_answered_first(law, news->rest_ms)) {
		*ret_until = law->game.now_ms + 2 * law->game.rules.settle_ms;
		return LAW_HOLD_ANSWER;
	}
	*ret_until = finds_more(law) ? law_judge_ms(law) : strays_known_ms(law);
	if (*ret_until <= law->game.now_ms)
		return LAW_HOLD_NOT;
	return *ret_until <= scanned_ms ? LAW_HOLD_SCAN : LAW_HOLD_MEN;
}

/*
 * A board that sees no men does not show what a press found there: it completes
 * what was told, and accuses nobody.
 */
static void take_press_blind(struct law *law, struct work *w, const struct read_news *news)
{
	uint8_t running = law->game.running;

	law_refresh(law, w, LAW_LIVE);
	if (complete_earlier(law, w, news) || !is_of_told(law, news) ||
	    law->game.state != TOUCH_ST_MADE)
		return;
	touch_complete_told(w, news->rest_ms, false);
	keep_clock(law, news->color, news->rest_ms, running);
	law_agree_after_press(law, w);
	law_refresh(law, w, LAW_LIVE);
}

static void take_press_now(struct law *law, struct work *w, const struct read_news *news)
{
	struct touch_game *game = &law->game;

	if (news->ply > 0 && !law_is_pressed_badly(law))
		law_refresh(law, w, LAW_LIVE);
	if (complete_earlier(law, w, news) || complete_told(law, w, news))
		return;
	if (law->pressed.is && law->pressed.at_ms == news->rest_ms &&
	    (news->ply == 0 || news->differs != 0 ||
	     (is_of_told(law, news) && law_found_disorder(law)))) {
		game->is_unclear = news->certainty == READ_GUESSED;
		law_judge_at_press(law, w);
		return;
	}
	law->told.is_forced |= is_of_told(law, news);
	law_refresh(law, w, LAW_FIRM);
	law->told.is_forced = false;
	law_forget_later(law, news->rest_ms + game->rules.scan_ms);
	game->is_unclear = !law_is_press_clear(law);
	law_press(law, w, news->color, news->rest_ms);
	game->is_unclear = false;
	law_press_is_judged(law, news->rest_ms);
	law_agree_after_press(law, w);
}

void law_take_press(struct law *law, struct work *w, const struct read_news *news)
{
	if (law->hold != LAW_HOLD_NOT && news->rest_ms > law->held.rest_ms)
		law_release_press(law, w);
	if (law->pressed.is && !law->pressed.is_judged && news->rest_ms > law->pressed.at_ms)
		law_press_is_judged(law, law->pressed.at_ms); /* presses are told in their order */
	if (!law_is_playing(&law->game)) {
		law_press(law, w, news->color, news->rest_ms);
		return;
	}
	if (law->game.rules.sees_no_men) {
		take_press_blind(law, w, news);
		return;
	}
	if ((law->pressed.is_judged && law->pressed.at_ms == news->rest_ms) ||
	    law->completed_ms == news->rest_ms)
		return;
	law->hold = reason_to_wait(law, news, &law->held_until_ms);
	if (law->hold != LAW_HOLD_NOT) {
		law->held = *news;
		return;
	}
	take_press_now(law, w, news);
}

/* The press that has waited is taken now. */
void law_release_press(struct law *law, struct work *w)
{
	struct read_news held = law->held;

	if (law->hold == LAW_HOLD_NOT)
		return;
	law->hold = LAW_HOLD_NOT;
	take_press_now(law, w, &held);
}

/* What it waits for is known, or was none after all. */
void law_look_at_held(struct law *law, struct work *w)
{
	if (law->hold != LAW_HOLD_NOT &&
	    reason_to_wait(law, &law->held, &law->held_until_ms) == LAW_HOLD_NOT)
		law_release_press(law, w);
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
