/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/announced.h"
#include "touchmove/law/arbiter.h"
#include "touchmove/law/arrival.h"
#include "touchmove/law/claims.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/explain.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/frame.h"
#include "touchmove/law/judge.h"
#include "touchmove/law/lapse.h"
#include "touchmove/law/quickplay.h"
#include "touchmove/law/report.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/sealed.h"
#include "touchmove/law/turn.h"

/* What an arbiter does (section 12 of the procedure). The arbiter decides. */

static void refuse(struct work *w, const char *why)
{
	w->out->refused = why;
}

/* --- rulings --- */

static void uphold_illegal(struct work *w, const struct touch_finding *finding)
{
	struct touch_game *game = w->game;
	const struct touch_code *code = touch_code_of(&game->rules);
	enum rules_color color = (enum rules_color)finding->color;

	game->illegal_count[color]++;
	if (touch_claim_wins(&game->rules) && finding->claimed)
		touch_finish_against(w, color, TOUCH_REASON_ILLEGAL_MOVE, TOUCH_LAW_ILLEGAL_CLAIMED,
				     true, &finding->base);
	else if (!touch_claim_wins(&game->rules) &&
		 game->illegal_count[color] >= code->illegal_limit)
		touch_finish_against(w, color, TOUCH_REASON_ILLEGAL_MOVES, TOUCH_LAW_COUNT,
				     code->counted_may_be_drawn, &finding->base);
	else
		touch_restore(w, finding);
}

/* Who is late, or has sealed what is no move, has lost; what else loses is entered by itself. */
static void uphold_loss(struct work *w, const struct touch_finding *finding)
{
	enum rules_result result =
		finding->color == RULES_WHITE ? RULES_BLACK_WINS : RULES_WHITE_WINS;

	if (finding->kind == TOUCH_KIND_DEFAULT_TIME)
		touch_finish(w, result, TOUCH_REASON_FORFEIT, finding->law);
	else if (finding->kind == TOUCH_KIND_SEALED_MOVE_WRONG)
		touch_finish(w, result, TOUCH_REASON_ARBITER, finding->law);
	else
		touch_pause(w);
}

static void uphold(struct work *w, struct touch_finding *finding)
{
	touch_finding_becomes(w, finding, TOUCH_FINDING_UPHELD);
	if (finding->minutes > 0)
		w->game->owed_minutes[rules_opponent((enum rules_color)finding->color)] +=
			finding->minutes;
	switch (finding->remedy) {
	case TOUCH_REMEDY_COUNT:
		if (finding->color == TOUCH_BOTH)
			touch_pause(w);
		else
			uphold_illegal(w, finding);
		break;
	case TOUCH_REMEDY_REPLACE: touch_restore(w, finding); break;
	case TOUCH_REMEDY_DRAW:
		touch_finish(w, RULES_DRAWN, TOUCH_REASON_ILLEGAL_POSITION,
			     TOUCH_LAW_POSITION_REMAINS);
		break;
	case TOUCH_REMEDY_TIME: break;
	case TOUCH_REMEDY_LOSS: uphold_loss(w, finding); break;
	case TOUCH_REMEDY_NONE:
	case TOUCH_REMEDY_RIGHT_SQUARE:
	case TOUCH_REMEDY_RESTART: touch_pause(w); break;
	}
}

/* The one named, else what the waiting claim is about, else the newest report. */
static struct touch_finding *ruled_on(struct touch_game *game, uint32_t id)
{
	struct touch_finding *finding = NULL;

	if (id != 0)
		return touch_finding_open(game, id);
	if (game->claim.open)
		finding = touch_finding_open(game, game->claim.finding);
	game->claim.open = false;
	return finding ? finding : touch_finding_newest(game);
}

/* 2001 C3, 2009 B3c: one illegal move decides, but only if the opponent has claimed it. */
static bool needs_claim(const struct touch_game *game, const struct touch_finding *finding)
{
	return touch_claim_wins(&game->rules) && finding->breach == TOUCH_BREACH_ILLEGAL &&
	       finding->remedy == TOUCH_REMEDY_COUNT && finding->color != TOUCH_BOTH &&
	       !finding->claimed;
}

static void rule(struct work *w, const struct touch_event *event)
{
	struct touch_finding *finding;
	bool upheld = event->action == TOUCH_ACT_UPHOLD;

	if (event->number == 0 && (upheld ? touch_claim_upheld(w) : touch_claim_dismissed(w)))
		return;
	if (event->number == 0 && touch_quickplay_is_due(w->game)) {
		touch_quickplay_ruled(w, upheld);
		return;
	}
	finding = ruled_on(w->game, event->number);
	if (!finding) {
		refuse(w, "there is no open report or claim to rule on");
		return;
	}
	if (upheld && needs_claim(w->game, finding) && event->detail == TOUCH_ASKED_NOT_SAID) {
		refuse(w, "was it claimed? Only then does it win: uphold claimed, or uphold "
			  "unclaimed");
		return;
	}
	if (upheld && event->detail == TOUCH_ASKED_CLAIMED)
		finding->claimed = true;
	if (upheld) {
		uphold(w, finding);
		return;
	}
	touch_finding_becomes(w, finding, TOUCH_FINDING_DISMISSED);
	if (w->game->held && w->game->held_for == finding->id)
		touch_finish_held(w);
}

/* --- touches --- */

static struct touch_touch *last_touch(struct touch_game *game, bool straightened_too)
{
	struct touch_list *touches = &game->turn.touches;

	for (size_t i = touches->count; i-- > 0;)
		if (!touches->touch[i].struck ||
		    (straightened_too && touches->touch[i].straightened))
			return &touches->touch[i];
	return NULL;
}

static void strike_last(struct work *w)
{
	struct touch_touch *touch = last_touch(w->game, false);

	if (!touch)
		return;
	touch->struck = true;
	touch_lapse_undo(w, touch->event);
}

static void attribute(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;
	struct touch_touch *touch = last_touch(game, true);

	if (!touch)
		return;
	touch->straightened = false;
	touch->struck = color != touch_on_move(game);
	if (touch->struck) {
		touch_lapse_undo(w, touch->event);
		return;
	}
	touch->attributed = true;
	game->lapse_event = touch->event;
	touch->by = touch_is_made(game) ? TOUCH_BY_OPPONENT : TOUCH_BY_PLAYER;
	touch_lapse_by(w, color, TOUCH_LAPSE_ON_TOUCH);
}

/* --- the start, and what a board cannot see --- */

/* Of a Chess960 position it is known which one it is to be (Guidelines II.2). */
static void find_not_as_drawn(const struct touch_game *game, rules_set wrong,
			      struct touch_finding *finding)
{
	finding->wrong = (uint8_t)rules_count(wrong);
	finding->square = rules_take(&wrong);
	finding->is = game->hands.at[finding->square];
	finding->should_be = game->start.at[finding->square];
}

static void start_game(struct work *w)
{
	struct touch_setup setup = touch_setup_look(w->game->hands.at);
	rules_set wrong = touch_differs(&w->game->start, w->game->hands.at);
	struct touch_finding *finding;

	if (w->game->start.chess960 ? wrong == 0 : setup.kind == TOUCH_SETUP_USUAL)
		return;
	if (setup.kind == TOUCH_SETUP_NONE &&
	    touch_differs(&w->game->start, w->game->hands.at) == 0) {
		/* Nothing like the usual start was meant; a game may begin dead, too (5.2.2). */
		if (w->game->plies == w->game->start_ply && touch_is_made(w->game) == 0)
			touch_finish_by_position(w);
		return;
	}
	if (setup.kind == TOUCH_SETUP_QUARTER) {
		touch_find(w, TOUCH_KIND_WRONG_ORIENTATION, TOUCH_LAW_ORIENTATION, TOUCH_BOTH,
			   TOUCH_OBSERVED);
		return;
	}
	finding = touch_find(w, TOUCH_KIND_WRONG_START_POSITION, TOUCH_LAW_WRONG_START, TOUCH_BOTH,
			     TOUCH_OBSERVED);
	finding->square = setup.first_wrong;
	finding->is = setup.is;
	finding->should_be = setup.should_be;
	finding->wrong = (uint8_t)setup.wrong;
	if (w->game->start.chess960)
		find_not_as_drawn(w->game, wrong, finding);
}

/* "Ten moves each" is reached when Black has made the tenth. */
static unsigned moves_each(const struct touch_game *game)
{
	const struct rules_position *pos =
		touch_is_made(game) ? &game->turn.after : &game->turn.base;

	return pos->number - 1u;
}

static void find_setup(struct work *w, const struct touch_event *event, enum touch_kind kind,
		       enum touch_law law)
{
	const struct touch_rules *rules = &w->game->rules;

	if (touch_has_appendix(rules) && moves_each(w->game) >= touch_code_of(rules)->setup_moves) {
		kind = TOUCH_KIND_SETUP_CLAIM_TOO_LATE;
		law = TOUCH_LAW_SETUP_LATE;
	}
	touch_find(w, kind, law, event->color, TOUCH_OBSERVED);
}

/*
 * How many plies back the move is that the arbiter speaks of; 0: it has not been
 * pressed. A player who has touched nothing yet is meant for his move before.
 */
static unsigned two_hands_back(const struct touch_game *game, uint8_t color)
{
	bool has_begun = game->state != TOUCH_ST_TO_MOVE || game->turn.touches.count > 0 ||
			 game->plies < game->start_ply + 2;

	if (color == TOUCH_BOTH)
		return 1;
	if (color == touch_player(game))
		return has_begun || game->uncompleted[color].is ? 0 : 2;
	return game->uncompleted[color].is ? 0 : 1;
}

/* Before the press it is a matter of manners, after it an illegal move (2023). */
static void find_two_hands(struct work *w, uint8_t color)
{
	struct touch_game *game = w->game;
	unsigned back = two_hands_back(game, color);
	struct rules_position then;
	struct touch_finding *finding = touch_find(
		w, TOUCH_KIND_TWO_HANDS,
		back > 0 ? TOUCH_LAW_TWO_HANDS_PRESSED : TOUCH_LAW_ONE_HAND, color, TOUCH_OBSERVED);

	if (back == 0 || color == TOUCH_BOTH || finding->breach != TOUCH_BREACH_ILLEGAL)
		return;
	if (back == 1)
		then = game->before;
	if (game->plies >= game->start_ply + back &&
	    (back == 1 || touch_position_back(game, back, &then))) {
		finding->base = then;
		finding->ply = (uint16_t)(game->plies - back);
	}
	touch_illegal_offence(w, (enum rules_color)color, false);
}

static void report_seen(struct work *w, const struct touch_event *event)
{
	const struct touch_code *code = touch_code_of(&w->game->rules);

	switch ((enum touch_seen)event->detail) {
	case TOUCH_SEEN_TWO_HANDS: find_two_hands(w, event->color); break;
	case TOUCH_SEEN_COLOURS_REVERSED:
		touch_find(w,
			   moves_each(w->game) < code->restart_moves
				   ? TOUCH_KIND_COLOURS_REVERSED_RESTART
				   : TOUCH_KIND_COLOURS_REVERSED_CONTINUE,
			   TOUCH_LAW_COLOURS, event->color, TOUCH_OBSERVED);
		break;
	case TOUCH_SEEN_WRONG_START:
		find_setup(w, event, TOUCH_KIND_WRONG_START_POSITION, TOUCH_LAW_WRONG_START);
		break;
	case TOUCH_SEEN_ORIENTATION:
		find_setup(w, event, TOUCH_KIND_WRONG_ORIENTATION, TOUCH_LAW_ORIENTATION);
		break;
	case TOUCH_SEEN_POSITION_LOST: touch_adjourned_lost(w, event->color); break;
	}
}

static void resign(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;

	touch_finish_against(w, color, TOUCH_REASON_RESIGNATION, TOUCH_LAW_RESIGNATION,
			     touch_code_of(&game->rules)->resigned_may_be_drawn,
			     touch_is_made(game) ? &game->turn.after : &game->turn.base);
}

/* Art. 12.9: what the edition offers. One item ends the game, the others are recorded. */
static void punish(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	enum touch_penalty penalty = (enum touch_penalty)event->detail;
	enum rules_color opponent;

	if (!touch_penalty_article(&game->rules, penalty)) {
		refuse(w, "this edition of the Laws has no such penalty");
		return;
	}
	opponent = rules_opponent((enum rules_color)event->color);
	if (penalty == TOUCH_PENALTY_OPPONENT_TIME)
		game->owed_minutes[opponent] =
			(uint16_t)(game->owed_minutes[opponent] + event->number);
	if (penalty == TOUCH_PENALTY_LOSS)
		touch_finish_by_arbiter(
			w, opponent == RULES_WHITE ? RULES_WHITE_WINS : RULES_BLACK_WINS,
			TOUCH_REASON_PENALTY);
}

/*
 * Art. A.4.3, B.2.3: where the arbiter records, a player having the move may look at the record
 * five times; asking more often is a distraction of the opponent.
 */
static void show_record(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;
	unsigned limit = touch_record_limit(&game->rules);

	if (limit == 0) {
		refuse(w,
		       "the edition and mode in force have no right to see the arbiter's record");
		return;
	}
	if (touch_on_move(game) != color) {
		refuse(w, "only the player having the move may ask for the record");
		return;
	}
	if (game->record_asked[color] < UINT8_MAX)
		game->record_asked[color]++;
	if (game->record_asked[color] > limit)
		touch_find(w, TOUCH_KIND_RECORD_ASKED_TOO_OFTEN,
			   game->rules.mode == TOUCH_BLITZ ? TOUCH_LAW_RECORD_BLITZ
							   : TOUCH_LAW_RECORD_RAPID,
			   (uint8_t)color, TOUCH_OBSERVED);
}

static void act_on_player(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	enum rules_color color = (enum rules_color)event->color;

	if (event->color == TOUCH_BOTH && event->action == TOUCH_ACT_FLAG)
		touch_both_flags(w);
	if (event->color == TOUCH_BOTH)
		return;
	if (event->action == TOUCH_ACT_RECORD)
		show_record(w, color);
	else if (event->action == TOUCH_ACT_SEALED)
		touch_sealed_opened(w, color, event->text);
	else if (event->action == TOUCH_ACT_ANNOUNCE)
		touch_announce(w, color, event->text);
	else if (event->action == TOUCH_ACT_ARRIVED)
		touch_arrival(w, color);
	else if (event->action == TOUCH_ACT_ATTRIBUTE)
		attribute(w, color);
	else if (event->action == TOUCH_ACT_RESIGN)
		resign(w, color);
	else if (event->action == TOUCH_ACT_FLAG)
		touch_flag(w, color);
	else if (event->action == TOUCH_ACT_COUNT)
		game->illegal_count[color] = (uint8_t)(event->number < 100 ? event->number : 100);
	else if (event->action == TOUCH_ACT_SEAL)
		touch_seal(game, color);
}

void touch_arbiter(struct work *w, const struct touch_event *event)
{
	switch ((enum touch_action)event->action) {
	case TOUCH_ACT_START:
		if (!touch_is_adjourned(w->game))
			start_game(w);
		touch_arrival_begin(w);
		break;
	case TOUCH_ACT_REPORT: report_seen(w, event); break;
	case TOUCH_ACT_ACCIDENTAL: strike_last(w); break;
	case TOUCH_ACT_CLAIM: touch_claim_made(w, event); break;
	case TOUCH_ACT_OFFER:
	case TOUCH_ACT_ACCEPT:
	case TOUCH_ACT_DECLINE: touch_offer(w, event); break;
	case TOUCH_ACT_UPHOLD:
	case TOUCH_ACT_DISMISS: rule(w, event); break;
	case TOUCH_ACT_PAUSE: touch_pause(w); break;
	case TOUCH_ACT_RESUME: touch_resume(w); break;
	case TOUCH_ACT_ATTRIBUTE:
	case TOUCH_ACT_RESIGN:
	case TOUCH_ACT_FLAG:
	case TOUCH_ACT_COUNT:
	case TOUCH_ACT_RECORD:
	case TOUCH_ACT_ARRIVED:
	case TOUCH_ACT_ANNOUNCE:
	case TOUCH_ACT_SEALED:
	case TOUCH_ACT_SEAL: act_on_player(w, event); break;
	case TOUCH_ACT_RESULT:
		touch_finish_by_arbiter(w, (enum rules_result)event->detail,
					(enum touch_reason)event->number);
		break;
	case TOUCH_ACT_PENALTY: punish(w, event); break;
	case TOUCH_ACT_POSTPONE: touch_quickplay_postponed(w, event->number); break;
	case TOUCH_ACT_OTHER_BOARD: touch_other_board_shows(w, event->number, event->text); break;
	case TOUCH_ACT_SET_MOVE: touch_set_move(w, event->number, event->text); break;
	case TOUCH_ACT_TAKEBACK: touch_takeback(w, event->number); break;
	case TOUCH_ACT_CHOOSE: /* the reader knows the lines */
	case TOUCH_ACTIONS: break;
	}
}
