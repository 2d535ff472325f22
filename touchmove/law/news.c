/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/judge_private.h"
#include "touchmove/law/lapse.h"
#include "touchmove/law/turn.h"

/* What the reader tells, in the order in which it was done. */

/* The next half-move was told: the one before was made, however it looked. */
static void force_made(struct law *law, struct work *w)
{
	law->told.is_forced = true;
	law_walk(law, w, &law->reader, &law->told.acts, LAW_FIRM);
	law->told.is_forced = false;
}

/* press: what the reader tells beside it of a press, or NULL */
static void take_move(struct law *law, struct work *w, const struct read_news *news,
		      const struct read_news *press)
{
	struct touch_game *game = &law->game;

	/* What the press before found is judged by the answer, where it had to wait for that. */
	if (law->hold > LAW_HOLD_ANSWER && law->held.ply < news->ply &&
	    law->held.ply == game->plies + 1) {
		law_release_press(law, w);
		if (law->is_stale)
			return;
	}
	if (!law->reader.is_over)
		law_play_on(game); /* it only seemed to be over */
	if (!law_is_playing(game))
		return;
	if (news->ply <= game->plies) {
		if (game->played[news->ply - 1] == news->move)
			return;
		if (news->ply == game->plies) {
			touch_turn_revise(w, news->move);
			return;
		}
		law_take_back(law, w, news->ply);
	}
	if (news->ply == game->plies + 2 && game->state != TOUCH_ST_MADE &&
	    law->told.ply == game->plies + 1)
		force_made(law, w);
	if (game->state == TOUCH_ST_MADE && news->ply == game->plies + 2) {
		law_forget_later(law, law->told.rest_ms);
		touch_pass_uncompleted(w);
	}
	if (news->ply > game->plies + 1)
		law_catch_up(law, w, (uint16_t)(news->ply - 1));
	if (news->ply != game->plies + 1 || !law_is_playing(game))
		return;
	read_acts_of(&law->reader, news->ply, &law->told.acts);
	law->told.rest_ms = news->rest_ms;
	law->told.ply = news->ply;
	law->told.move = news->move;
	if (press && press->ply == news->ply && law->pressed.at_ms == press->rest_ms &&
	    law_is_pressed_badly(law)) {
		/* What the press found is said before the move, once it can be judged. */
		if (law_is_too_soon(law))
			return;
		law_judge_at_press(law, w);
		if (law->is_stale || news->ply <= game->plies)
			return;
	}
	law->told.is_guessed = news->certainty == READ_GUESSED;
	law->told.is_forced = law->told.is_guessed || law->game.rules.sees_no_men;
	law_refresh(law, w, LAW_LIVE);
	law_wait_for_release(law);
	if (!touch_is_made(game))
		return;
	game->irregular = false;
	if (law->hold != LAW_HOLD_NOT && law->held.ply < news->ply)
		law_release_press(law, w);
}

static void take_one(struct law *law, struct work *w, const struct read_news *news,
		     const struct read_news *press)
{
	switch (news->type) {
	case READ_NEWS_MOVE: take_move(law, w, news, press); break;
	case READ_NEWS_REVISED: law_refresh(law, w, LAW_LIVE); break;
	case READ_NEWS_PRESS: law_take_press(law, w, news); break;
	case READ_NEWS_UNSURE: law_say_unsure(law, w, news); break;
	case READ_NEWS_WANT_BOARD: law->wants_board = true; break;
	case READ_NEWS_OVER: law_say_over(law, w, news); break;
	case READ_NEWS_SURE: /* law_mind_doubt() sees it */
	case READ_NEWS_SET_UP: break;
	}
}

/* A press of an earlier half-move that came before this one was on the board. */
static bool goes_before(const struct read_news *press, const struct read_news *move)
{
	return press->type == READ_NEWS_PRESS && move->type == READ_NEWS_MOVE && press->ply > 0 &&
	       press->ply < move->ply && press->rest_ms <= move->rest_ms;
}

/* The press that belongs to this half-move, if it is among the news. */
static const struct read_news *press_of(const struct read_list *list, const struct read_news *move)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->news[i].type == READ_NEWS_PRESS && list->news[i].ply == move->ply)
			return &list->news[i];
	return NULL;
}

void law_take_news(struct law *law, struct work *w, struct read_list *list)
{
	struct read_list now = *list;
	bool is_taken[READ_NEWS_MAX] = {false};

	list->count = 0;
	law->is_stale = false;
	for (size_t i = 0; i < now.count && !law->is_stale; i++) {
		for (size_t n = i + 1; n < now.count && !law->is_stale; n++) {
			if (is_taken[n] || !goes_before(&now.news[n], &now.news[i]))
				continue;
			is_taken[n] = true;
			take_one(law, w, &now.news[n], NULL);
		}
		if (!is_taken[i] && !law->is_stale)
			take_one(law, w, &now.news[i], press_of(&now, &now.news[i]));
	}
}

/* What is on the board is released by what the arbiter does: it is said now. */
void law_decide(struct law *law, struct work *w)
{
	struct read_list list;

	law->acted_ms = law->game.now_ms + 1;
	read_decide(&law->reader, law->game.now_ms, &list);
	law_take_news(law, w, &list);
	law_release_press(law, w);
	law_look_at_open_press(law, w);
	law_refresh(law, w, law->game.state == TOUCH_ST_MADE ? LAW_FIRM : LAW_LIVE);
	touch_lapse_flush(w);
}
