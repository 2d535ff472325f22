/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/adopt.h"
#include "touchmove/law/arbiter.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/judge_private.h"
#include "touchmove/law/lapse.h"
#include "touchmove/law/report.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/turn.h"

/* The arbiter acts, somebody adjusts; play stops and goes on (section 12 of the procedure). */

void law_on_adjusted(struct law *law, struct work *w, const struct touch_event *event)
{
	struct touch_game *game = &law->game;
	bool after_own_move, is_open;

	law_decide(law, w);
	if (event->color == TOUCH_BOTH)
		return;
	touch_lapse_flush(w); /* a touch before it ends no right about it */
	if (game->state == TOUCH_ST_ENDED || game->state == TOUCH_ST_HANDLING)
		return;
	after_own_move = touch_is_made(game) && event->color == touch_player(game) &&
			 game->running == event->color;
	is_open = law->window.is && law->window.color == event->color &&
		  law->window.until_ms > event->at_ms;
	law->window = (struct law_window){.is = true,
					  .in_turn = event->color == touch_on_move(game) ||
						     after_own_move,
					  .color = event->color,
					  .from_ms = is_open ? law->window.from_ms : event->at_ms,
					  .until_ms = UINT64_MAX};
	if (!law->window.in_turn)
		touch_find(w, TOUCH_KIND_ADJUST_OUT_OF_TURN, TOUCH_LAW_ADJUST, event->color,
			   TOUCH_OBSERVED);
}

static bool is_correction(const struct touch_event *event)
{
	return event->action == TOUCH_ACT_RESULT || event->action == TOUCH_ACT_SET_MOVE ||
	       event->action == TOUCH_ACT_TAKEBACK || event->action == TOUCH_ACT_PENALTY;
}

/* What was touched and released before play stopped holds; the men are home again. */
static void close_kept_acts(struct law *law)
{
	for (size_t i = 0; i < law->kept.acts.count; i++) {
		struct read_act *act = &law->kept.acts.act[i];

		if (act->until_ms != UINT64_MAX)
			continue;
		act->until_ms = law->game.now_ms;
		if (act->kind == READ_ACT_LIFTED)
			act->kind = READ_ACT_PUT_BACK;
	}
}

static void go_on(struct law *law, struct work *w)
{
	bool is_same = law->reader.events.count == law->kept.events && !law->reader.is_over &&
		       !law->reader.is_lost;
	struct read_list list;

	if (law->reader.running != law->game.running) {
		read_clock(&law->reader, law->game.running, law->game.now_ms, &list);
		if (is_same) /* else it was handling, and means nothing any more */
			law_take_news(law, w, &list);
	}
	if (is_same) {
		law->kept.acts.count = 0;
		law_agree_on_base(law, w);
		return;
	}
	if (law->kept.key != law->game.turn.base.key)
		law->window.is = false;
	if (touch_is_made(&law->game) || law->reader.is_over || law->reader.is_lost)
		law->kept.acts.count = 0;
	close_kept_acts(law);
	law_give_base(law, w);
}

static void stop(struct law *law, struct work *w, const struct read_acts *acts)
{
	struct read_list list;

	law->kept.acts = *acts;
	law->kept.plies = law->game.plies;
	law->kept.key = law->game.turn.base.key;
	law->kept.events = law->reader.events.count;

	read_clock(&law->reader, READ_NOBODY, law->game.now_ms, &list);
	law_take_news(law, w, &list);
}

/* The clock says that it stands: play has stopped. */
void law_stop_clocks(struct law *law, struct work *w)
{
	struct touch_game *game = &law->game;
	struct read_acts acts;
	bool was_playing;

	law_decide(law, w);
	was_playing = law_is_playing(game);
	law_see_board(law);
	law_acts(law, &law->reader, &acts);
	touch_pause(w);
	game->running = TOUCH_BOTH;
	if (was_playing && !law_is_playing(game))
		stop(law, w, &acts);
}

/* What was played in a gap, and is not read yet, was played before the clocks stopped. */
bool law_is_reading_gap(const struct law *law)
{
	const struct reader *r = &law->reader;

	return law_is_playing(&law->game) && !r->is_lost &&
	       (r->is_blind || r->is_recalling || r->search.is_open);
}

void law_stop_late(struct law *law, struct work *w)
{
	if (!law->is_stopping || law_is_reading_gap(law))
		return;
	law->is_stopping = false;
	law->game.shaken = LAW_SHAKEN_TURNS;
	law->game.turn.after_gap = true;
	law_stop_clocks(law, w);
}

/* Whose clock starts may have his man in the hand already, and the one it takes: a turn begun. */
static void put_begun_back(struct touch_game *game, uint8_t color)
{
	const struct rules_position *pos = touch_position_now(game);
	rules_set missing;

	if (pos->turn == color && touch_adopt_misses(pos, game->hands.at, &missing) &&
	    (missing & pos->of_color[color]) != 0 && rules_count(missing) <= 2)
		memcpy(game->hands.at, pos->at, sizeof(game->hands.at));
}

void law_start_clocks(struct law *law, struct work *w, uint8_t color)
{
	law_see_board(law);
	put_begun_back(&law->game, color);
	law->game.running = color;
	touch_resume(w);
	if (law_is_playing(&law->game)) {
		go_on(law, w);
		law_refresh(law, w, LAW_LIVE);
	}
}

void law_take_position(struct law *law, struct work *w, const struct rules_position *pos)
{
	law_decide(law, w);
	law_see_board(law);
	touch_take_position(w, pos);
	law->is_asked = false;
	law->kept.acts.count = 0;
	law_give_base(law, w);
}

/* Play goes on from the board as it is, whatever was played. */
static bool is_end_of_doubt(const struct law *law, const struct touch_event *event)
{
	return event->action == TOUCH_ACT_RESUME && law_is_playing(&law->game) &&
	       (law->reader.is_unsure || law->reader.is_lost);
}

void law_on_arbiter(struct law *law, struct work *w, const struct touch_event *event)
{
	struct touch_game *game = &law->game;
	struct read_acts acts;
	bool was_playing;

	if (event->action == TOUCH_ACT_CHOOSE && game->state != TOUCH_ST_ENDED) {
		law_choose(law, w, event->number);
		return;
	}
	law_decide(law, w);
	if (is_end_of_doubt(law, event)) {
		game->state = TOUCH_ST_UNSURE;
		law->is_asked = false;
	}
	was_playing = law_is_playing(game);
	game->ending &= game->state != TOUCH_ST_ENDED;
	if (game->state == TOUCH_ST_ENDED && !is_correction(event)) {
		w->out->refused = "the game is over";
		return;
	}
	law_see_board(law);
	law_acts(law, &law->reader, &acts);
	touch_arbiter(w, event);
	if (was_playing && law_is_playing(game))
		law_agree_on_base(law, w);
	else if (was_playing)
		stop(law, w, &acts);
	else if (law_is_playing(game))
		go_on(law, w);
	if (law_is_playing(game))
		law_refresh(law, w, LAW_LIVE);
}
