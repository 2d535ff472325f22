/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/finish.h"
#include "touchmove/law/correct.h"
#include "touchmove/law/question.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

/*
 * How a game ends. A move that ends it ends it at once (Art. 5.1.1, 5.2, 9.6)
 * and is completed by that (6.2.1.1); other results come from the arbiter.
 */

static const struct {
	enum touch_reason reason;
	enum touch_law law;
} endings[] = {
	[RULES_IN_PLAY] = {TOUCH_REASON_NONE, TOUCH_LAW_NONE},
	[RULES_CHECKMATE] = {TOUCH_REASON_CHECKMATE, TOUCH_LAW_MATE},
	[RULES_STALEMATE] = {TOUCH_REASON_STALEMATE, TOUCH_LAW_STALEMATE},
};

static enum rules_result won_by(enum rules_color color)
{
	return color == RULES_WHITE ? RULES_WHITE_WINS : RULES_BLACK_WINS;
}

static void say_result(struct work *w, enum rules_result result, enum touch_reason reason,
		       enum touch_law law)
{
	struct touch_report *report = touch_say(w, TOUCH_REPORT_RESULT);

	report->law = law;
	report->result = result;
	report->reason = reason;
	report->color = TOUCH_BOTH;
	report->certainty = touch_is_made(w->game) ? w->game->turn.certainty : TOUCH_OBSERVED;
	w->game->result = result;
	w->game->reason = reason;
	w->game->state = TOUCH_ST_ENDED;
	w->game->judging = false;
	touch_ask_nothing(w->game);
}

void touch_finish(struct work *w, enum rules_result result, enum touch_reason reason,
		  enum touch_law law)
{
	if (w->game->state == TOUCH_ST_ENDED)
		return;
	say_result(w, result, reason, law);
	w->game->ending = false;
}

void touch_finish_against(struct work *w, enum rules_color loser, enum touch_reason reason,
			  enum touch_law law, bool may_be_drawn, const struct rules_position *pos)
{
	struct touch_question question = {.winner = (uint8_t)rules_opponent(loser),
					  .reason = reason,
					  .law = law,
					  .pos = *pos};
	enum rules_winnable can = RULES_WINNABLE_YES;

	if (w->game->state == TOUCH_ST_ENDED)
		return;
	if (may_be_drawn)
		can = touch_ask_against(w, &question);
	if (can != RULES_WINNABLE_UNKNOWN)
		touch_finish_answered(w, &question, can);
}

/* What nobody can prove to be a draw is none. */
void touch_finish_answered(struct work *w, const struct touch_question *question,
			   enum rules_winnable can)
{
	touch_finish(w,
		     can == RULES_WINNABLE_NO ? RULES_DRAWN
					      : won_by((enum rules_color)question->winner),
		     question->reason, question->law);
}

/* The result may still be withdrawn: the player may not have let go of the man. */
static void end_with_move(struct work *w, enum rules_result result, enum touch_reason reason,
			  enum touch_law law)
{
	struct touch_game *game = w->game;

	touch_say_completed(w, (uint8_t)touch_player(game), (uint16_t)(game->plies + 1),
			    game->turn.made, game->turn.san);
	say_result(w, result, reason, law);
	game->ending = true;
	game->ends_at_ms = game->now_ms + game->rules.rest_ms;
}

/* Mate, stalemate, dead position: the move must have been made as the Laws ask (5.1.1). */
static bool ends_by_position(const struct rules_position *pos, enum touch_reason *ret_reason,
			     enum touch_law *ret_law)
{
	enum rules_state state = rules_state_of(pos);

	*ret_reason = endings[state].reason;
	*ret_law = endings[state].law;
	if (state == RULES_IN_PLAY && rules_is_dead(pos)) {
		*ret_reason = TOUCH_REASON_DEAD_POSITION;
		*ret_law = TOUCH_LAW_DEAD;
	}
	return *ret_reason != TOUCH_REASON_NONE;
}

static bool ends_by_history(const struct touch_game *game, const struct rules_position *pos,
			    enum touch_reason *ret_reason, enum touch_law *ret_law)
{
	if (!touch_code_of(&game->rules)->draws_by_itself)
		return false;
	if (touch_history_count(game, pos) + touch_is_made(game) >= RULES_FIVEFOLD) {
		*ret_reason = TOUCH_REASON_FIVEFOLD;
		*ret_law = TOUCH_LAW_FIVEFOLD;
		return true;
	}
	*ret_reason = TOUCH_REASON_SEVENTYFIVE_MOVES;
	*ret_law = TOUCH_LAW_SEVENTYFIVE;
	return pos->halfmoves >= RULES_SEVENTYFIVE_HALFMOVES;
}

static enum rules_result result_of(const struct touch_game *game, enum touch_reason reason)
{
	return reason == TOUCH_REASON_CHECKMATE ? won_by(touch_player(game)) : RULES_DRAWN;
}

/* The result waits for the ruling on this breach. */
static void hold_result(struct touch_game *game, uint32_t finding, enum rules_result result,
			enum touch_reason reason)
{
	game->held = true;
	game->held_for = finding;
	game->result = result;
	game->reason = reason;
}

static void end_by_position(struct work *w, enum touch_reason reason, enum touch_law law)
{
	struct touch_game *game = w->game;

	if (touch_code_of(&game->rules)->ends_only_if_kept &&
	    touch_finding_open(game, game->turn.reported))
		hold_result(game, game->turn.reported, result_of(game, reason), reason);
	else
		end_with_move(w, result_of(game, reason), reason, law);
}

void touch_finish_by_move(struct work *w)
{
	struct touch_game *game = w->game;
	enum touch_reason reason;
	enum touch_law law;

	touch_ask_nothing(game);
	if (ends_by_position(&game->turn.after, &reason, &law))
		end_by_position(w, reason, law);
	else if (ends_by_history(game, &game->turn.after, &reason, &law))
		end_with_move(w, RULES_DRAWN, reason, law);
	else if (touch_ask_dead(w, &game->turn.after))
		end_by_position(w, TOUCH_REASON_DEAD_POSITION, TOUCH_LAW_DEAD);
}

/* Of the move that led here, pressed already; 0: none that could keep it from ending the game. */
static uint32_t open_breach(const struct touch_game *game)
{
	for (size_t i = game->finding_count; i-- > 0;) {
		const struct touch_finding *finding = &game->findings[i];

		if (finding->state == TOUCH_FINDING_OPEN && finding->ply + 1 == game->plies &&
		    (finding->breach == TOUCH_BREACH_TOUCH ||
		     finding->breach == TOUCH_BREACH_RELEASE))
			return finding->id;
	}
	return 0;
}

void touch_finish_dead(struct work *w)
{
	struct touch_game *game = w->game;
	uint32_t breach = touch_is_made(game) ? 0 : open_breach(game);

	if (game->state == TOUCH_ST_MADE)
		end_by_position(w, TOUCH_REASON_DEAD_POSITION, TOUCH_LAW_DEAD);
	else if (breach != 0 && touch_code_of(&game->rules)->ends_only_if_kept)
		hold_result(game, breach, RULES_DRAWN, TOUCH_REASON_DEAD_POSITION);
	else
		touch_finish(w, RULES_DRAWN, TOUCH_REASON_DEAD_POSITION, TOUCH_LAW_DEAD);
}

/* The breach was dismissed or can no longer be claimed: now the move has ended the game. */
void touch_finish_held(struct work *w)
{
	struct touch_game *game = w->game;
	enum touch_law law = TOUCH_LAW_DEAD;

	if (!game->held)
		return;
	game->held = false;
	if (game->reason == TOUCH_REASON_CHECKMATE)
		law = TOUCH_LAW_MATE;
	else if (game->reason == TOUCH_REASON_STALEMATE)
		law = TOUCH_LAW_STALEMATE;
	if (touch_is_made(game))
		touch_say_completed(w, (uint8_t)touch_player(game), (uint16_t)(game->plies + 1),
				    game->turn.made, game->turn.san);
	touch_finish(w, game->result, game->reason, law);
}

void touch_finish_by_position(struct work *w)
{
	const struct rules_position *pos = &w->game->turn.base;
	enum touch_reason reason;
	enum touch_law law;

	touch_ask_nothing(w->game);
	if (!ends_by_position(pos, &reason, &law) &&
	    !ends_by_history(w->game, pos, &reason, &law)) {
		if (touch_ask_dead(w, pos))
			touch_finish_dead(w);
		return;
	}
	touch_finish(w,
		     reason == TOUCH_REASON_CHECKMATE
			     ? won_by(rules_opponent((enum rules_color)pos->turn))
			     : RULES_DRAWN,
		     reason, law);
}

enum touch_law touch_law_of_reason(enum touch_reason reason)
{
	static const enum touch_law laws[TOUCH_REASONS] = {
		[TOUCH_REASON_CHECKMATE] = TOUCH_LAW_MATE,
		[TOUCH_REASON_STALEMATE] = TOUCH_LAW_STALEMATE,
		[TOUCH_REASON_DEAD_POSITION] = TOUCH_LAW_DEAD,
		[TOUCH_REASON_FIVEFOLD] = TOUCH_LAW_FIVEFOLD,
		[TOUCH_REASON_SEVENTYFIVE_MOVES] = TOUCH_LAW_SEVENTYFIVE,
		[TOUCH_REASON_THREEFOLD] = TOUCH_LAW_THREEFOLD,
		[TOUCH_REASON_FIFTY_MOVES] = TOUCH_LAW_FIFTY,
		[TOUCH_REASON_AGREEMENT] = TOUCH_LAW_AGREEMENT,
		[TOUCH_REASON_RESIGNATION] = TOUCH_LAW_RESIGNATION,
		[TOUCH_REASON_TIME] = TOUCH_LAW_TIME,
		[TOUCH_REASON_ILLEGAL_MOVES] = TOUCH_LAW_COUNT,
		[TOUCH_REASON_ILLEGAL_MOVE] = TOUCH_LAW_ILLEGAL_CLAIMED,
		[TOUCH_REASON_ILLEGAL_POSITION] = TOUCH_LAW_POSITION_REMAINS,
		[TOUCH_REASON_QUICKPLAY] = TOUCH_LAW_QUICKPLAY_DRAW,
		[TOUCH_REASON_PENALTY] = TOUCH_LAW_PENALTY_LOSS,
	};

	return laws[reason];
}

/* A result there was holds no longer. */
void touch_finish_withdraw(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_report *report;

	if (game->state != TOUCH_ST_ENDED)
		return;
	report = touch_say(w, TOUCH_REPORT_RESULT);
	report->result = game->result = RULES_UNDECIDED;
	report->reason = TOUCH_REASON_WITHDRAWN;
	report->color = TOUCH_BOTH;
	game->reason = TOUCH_REASON_NONE;
	game->flag_down[0] = game->flag_down[1] = false;
	game->ending = game->withdrawn = false;
	game->state = touch_is_made(game) ? TOUCH_ST_MADE : TOUCH_ST_TO_MOVE;
}

void touch_finish_by_arbiter(struct work *w, enum rules_result result, enum touch_reason reason)
{
	if (result != RULES_UNDECIDED) {
		if (reason == TOUCH_REASON_NONE)
			reason = TOUCH_REASON_ARBITER;
		w->game->ending = false;
		say_result(w, result, reason, touch_law_of_reason(reason));
	} else if (w->game->state == TOUCH_ST_ENDED) {
		touch_finish_withdraw(w);
		touch_go_on(w);
	} else {
		w->out->refused = "there is no result to withdraw";
	}
}
