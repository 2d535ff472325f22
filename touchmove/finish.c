/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/winnable.h"
#include "touchmove/work_private.h"

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
	enum rules_color winner = rules_opponent(loser);
	bool drawn = may_be_drawn && rules_cannot_mate(pos, winner);

	touch_finish(w, drawn ? RULES_DRAWN : won_by(winner), reason, law);
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

void touch_finish_by_move(struct work *w)
{
	struct touch_game *game = w->game;
	enum touch_reason reason;
	enum touch_law law;

	if (ends_by_position(&game->turn.after, &reason, &law)) {
		if (touch_code_of(&game->rules)->ends_only_if_kept &&
		    touch_finding_open(game, game->turn.reported)) {
			game->held = true;
			game->held_for = game->turn.reported;
			game->result = result_of(game, reason);
			game->reason = reason;
			return;
		}
		end_with_move(w, result_of(game, reason), reason, law);
	} else if (ends_by_history(game, &game->turn.after, &reason, &law)) {
		end_with_move(w, RULES_DRAWN, reason, law);
	}
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

	if (!ends_by_position(pos, &reason, &law) && !ends_by_history(w->game, pos, &reason, &law))
		return;
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
