/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/attacks.h"
#include "touchmove/frame.h"
#include "touchmove/work_private.h"

static void find_homes(struct touch_game *game, const struct rules_position *start)
{
	struct touch_homes *homes = &game->homes;

	for (int color = 0; color < 2; color++) {
		rules_square corner = color == RULES_WHITE ? 0 : 56;
		rules_set rank = rules_rank_set(rules_rank_of(corner));

		homes->king[color] = (rules_square)(corner + 4);
		homes->rooks[color] =
			rules_set_of(corner) | rules_set_of((rules_square)(corner + 7));
		if (start->chess960 && (start->castling & rank)) {
			homes->king[color] = rules_king_square(start, (enum rules_color)color);
			homes->rooks[color] = start->castling & rank;
		}
	}
}

void touch_game_begin(struct touch_game *game, const struct touch_rules *rules,
		      const struct rules_position *start, uint64_t at_ms)
{
	memset(game, 0, sizeof(*game));
	game->rules = *rules;
	game->now_ms = at_ms;
	game->start = *start;
	game->running = rules->no_clock ? TOUCH_BOTH : start->turn;
	game->just_lifted = RULES_NO_SQUARE;
	game->settle.slide_ms = rules->slide_ms;
	game->settle.late_ms = rules->late_ms;
	find_homes(game, start);
	touch_hands_set(&game->hands, start);
	touch_turn_begin(game, start);
	touch_history_push(game, start);
}

/* --- one event --- */

void touch_confirm(struct work *w, enum touch_certainty certainty)
{
	struct touch_fresh fresh = w->game->fresh;

	if (fresh.type == TOUCH_FRESH_NONE)
		return;
	w->game->fresh.type = TOUCH_FRESH_NONE;
	touch_understand(w, &fresh, certainty);
}

/* What an arbiter may still do when the game is over. */
static bool is_correction(const struct touch_event *event)
{
	return event->action == TOUCH_ACT_RESULT || event->action == TOUCH_ACT_SET_MOVE ||
	       event->action == TOUCH_ACT_TAKEBACK || event->action == TOUCH_ACT_PENALTY;
}

static void on_arbiter(struct work *w, const struct touch_event *event)
{
	touch_confirm(w, TOUCH_OBSERVED);
	touch_lapse_flush(w);
	touch_say_moved_on(w);
	w->game->ending &= w->game->state != TOUCH_ST_ENDED;
	if (w->game->state != TOUCH_ST_ENDED || is_correction(event))
		touch_arbiter(w, event);
	else
		w->out->refused = "the game is over";
}

/* While no clock runs, board events are handling, not play. */
static void on_clock(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	bool stood = game->running == TOUCH_BOTH;

	if (game->rules.no_clock)
		return;
	if (!stood && event->color != TOUCH_BOTH && event->color != game->running)
		touch_unpress(w, (enum rules_color)event->color);
	if (!stood && event->color != game->running) /* a start says nothing about a hand */
		touch_confirm(w, TOUCH_OBSERVED);
	if (event->color == TOUCH_BOTH)
		touch_pause(w);
	game->running = event->color;
	if (stood && event->color != TOUCH_BOTH && game->paused)
		touch_resume(w);
}

/* A man put down before the flag fell is released: a mate on the board goes first. */
static void on_flag(struct work *w, const struct touch_event *event)
{
	if (w->game->judging)
		touch_press_judge(w);
	touch_confirm(w, TOUCH_OBSERVED);
	if (event->color != TOUCH_BOTH)
		touch_clock_flag(w, (enum rules_color)event->color, (enum touch_flag)event->detail);
}

static void take_clean(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;

	if (event->at_ms > game->now_ms)
		game->now_ms = event->at_ms;
	game->now_event = event->id;
	switch (event->type) {
	case TOUCH_EV_TICK: break;
	case TOUCH_EV_LIFTED:
		touch_press_seen(w, event);
		touch_on_lifted(w, event);
		touch_sure_note(game, event->piece);
		break;
	case TOUCH_EV_PLACED:
		touch_press_seen(w, event);
		touch_on_placed(w, event);
		touch_sure_note(game, event->piece);
		break;
	case TOUCH_EV_ADJUSTED: touch_on_adjusted(w, event); break;
	case TOUCH_EV_CLOCK: on_clock(w, event); break;
	case TOUCH_EV_FLAG: on_flag(w, event); break;
	case TOUCH_EV_PRESSED:
		if (game->judging)
			touch_press_judge(w);
		touch_lapse_flush(w);
		if (event->color != TOUCH_BOTH)
			touch_press(w, (enum rules_color)event->color);
		break;
	case TOUCH_EV_ARBITER:
		if (game->judging)
			touch_press_judge(w);
		on_arbiter(w, event);
		break;
	}
}

/* --- timers: each acts at its own time, the earliest first --- */

enum timer {
	TIMER_FRESH,
	TIMER_JUDGE,
	TIMER_LAPSE,
	TIMER_ADJUST,
	TIMER_END,
	TIMER_DOUBT,
	TIMER_MOVED_ON,
	TIMER_ARRIVAL,
	TIMERS,
};

static uint64_t timer_at(const struct touch_game *game, enum timer timer)
{
	switch (timer) {
	case TIMER_FRESH:
		if (game->fresh.type == TOUCH_FRESH_NONE)
			return UINT64_MAX;
		return game->fresh.at_ms + game->rules.settle_ms;
	case TIMER_JUDGE: return touch_press_at(game);
	case TIMER_LAPSE: return game->lapsing ? game->lapse_at_ms : UINT64_MAX;
	case TIMER_ADJUST: return game->adjust.open ? game->adjust.until_ms : UINT64_MAX;
	case TIMER_END: return game->ending ? game->ends_at_ms : UINT64_MAX;
	case TIMER_DOUBT:
		return touch_is_in_doubt(game) && !game->doubt.is_said ? game->doubt.ask_ms
								       : UINT64_MAX;
	case TIMER_MOVED_ON: return touch_moved_on_at(game);
	case TIMER_ARRIVAL: return touch_arrival_at(game);
	case TIMERS: break;
	}
	return UINT64_MAX;
}

static uint64_t first_timer(const struct touch_game *game, enum timer *ret)
{
	uint64_t first = UINT64_MAX;

	for (int timer = 0; timer < TIMERS; timer++) {
		uint64_t at = timer_at(game, (enum timer)timer);

		if (at < first) {
			first = at;
			*ret = (enum timer)timer;
		}
	}
	return first;
}

static void fire(struct work *w, enum timer timer)
{
	struct touch_game *game = w->game;

	switch (timer) {
	case TIMER_FRESH: touch_confirm(w, TOUCH_PRESUMED); break;
	case TIMER_JUDGE: touch_press_due(w); break;
	case TIMER_LAPSE: touch_lapse_flush(w); break;
	case TIMER_ADJUST: game->adjust.open = false; break;
	case TIMER_END: game->ending = false; break;
	case TIMER_DOUBT: touch_doubt_ask(w); break;
	case TIMER_MOVED_ON: touch_say_moved_on(w); break;
	case TIMER_ARRIVAL: touch_arrival_due(w); break;
	case TIMERS: break;
	}
}

static void run_timers(struct work *w, uint64_t until_ms)
{
	enum timer timer = TIMERS;
	uint64_t at;

	while ((at = first_timer(w->game, &timer)) <= until_ms && at != UINT64_MAX) {
		if (at > w->game->now_ms)
			w->game->now_ms = at;
		fire(w, timer);
	}
}

/* Events that have waited for noise, with the timers that fall between them. */
static void run_queue(struct work *w, uint64_t until_ms, bool forced)
{
	struct touch_game *game = w->game;
	struct touch_event event;

	while ((forced || touch_hold_until(game, until_ms) == 0) &&
	       touch_settle_take(&game->settle, until_ms, forced, game->rules.scan_ms, &event)) {
		run_timers(w, event.at_ms);
		take_clean(w, &event);
		forced = false;
	}
}

/* What stood on the square before this lift; a lift that waits must know its man. */
static rules_piece stands_on(const struct touch_game *game, rules_square square)
{
	for (size_t i = game->settle.count; i-- > 0;) {
		const struct touch_event *event = &game->settle.queue[i];

		if (event->square != square)
			continue;
		if (event->type == TOUCH_EV_PLACED)
			return event->piece;
		if (event->type == TOUCH_EV_LIFTED)
			return RULES_NO_PIECE;
	}
	return game->hands.at[square];
}

/* An enemy stands where he stood. */
static bool is_taken(const struct touch_hands *hands, const struct touch_lifted *lifted)
{
	rules_piece there = hands->at[lifted->from];

	return lifted->captured ||
	       (there != RULES_NO_PIECE && rules_color_of(there) != rules_color_of(lifted->piece));
}

/* A pawn has gone from where it can be promoted to this. */
static bool is_promoted(rules_piece pawn, rules_square from, const struct touch_event *placed)
{
	enum rules_color color = rules_color_of(placed->piece);

	return pawn == rules_piece_of(color, RULES_PAWN) &&
	       rules_has(rules_sight[from].king | rules_set_of(from), placed->square) &&
	       rules_rank_of(placed->square) == (color == RULES_WHITE ? 7 : 0);
}

/* A man too many says nothing about hands while he is there. */
static bool has_come(const struct touch_settle *settle, size_t i)
{
	if (settle->queue[i].extra == TOUCH_EXTRA_NOT)
		return true;
	for (size_t k = i + 1; k < settle->count; k++)
		if (settle->queue[k].type == TOUCH_EV_LIFTED &&
		    settle->queue[k].square == settle->queue[i].square)
			return true;
	return false;
}

/* Was he in a hand when all that waits is done? One that was captured may be. */
static enum touch_extra extra_of(const struct touch_game *game, const struct touch_event *placed)
{
	rules_piece piece = placed->piece;
	int in_hand = is_promoted(placed->taken, placed->square, placed);
	int captured = game->hands.captured[piece];

	for (size_t i = 0; i < game->hands.count; i++) {
		const struct touch_lifted *lifted = &game->hands.air[i];

		in_hand += is_promoted(lifted->piece, lifted->from, placed);
		if (lifted->piece == piece)
			*(is_taken(&game->hands, lifted) ? &captured : &in_hand) += 1;
	}
	for (size_t i = 0; i < game->settle.count; i++) {
		const struct touch_event *event = &game->settle.queue[i];

		if (event->type == TOUCH_EV_LIFTED)
			in_hand += event->piece == piece ||
				   is_promoted(event->piece, event->square, placed);
		if (event->type != TOUCH_EV_PLACED)
			continue;
		in_hand -= event->piece == piece && has_come(&game->settle, i);
		captured += event->taken == piece;
	}
	if (in_hand > 0)
		return TOUCH_EXTRA_NOT;
	return captured > 0 ? TOUCH_EXTRA_CAPTURED : TOUCH_EXTRA_SURELY;
}

bool touch_is_sound(const struct touch_event *event)
{
	bool on_board = event->type == TOUCH_EV_LIFTED || event->type == TOUCH_EV_PLACED;

	if (on_board && event->square >= 64)
		return false;
	if (event->type == TOUCH_EV_PLACED &&
	    (event->piece > 13 || rules_kind_of(event->piece) > RULES_KING))
		return false;
	if (event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_RESULT &&
	    (event->detail > RULES_BOTH_LOST || event->number >= TOUCH_REASON_WITHDRAWN))
		return false;
	if (event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_PENALTY &&
	    (event->detail >= TOUCH_PENALTIES || event->color == TOUCH_BOTH))
		return false;
	return event->color <= TOUCH_BOTH && event->type <= TOUCH_EV_ARBITER;
}

void touch_step(struct touch_game *game, const struct touch_event *event,
		struct touch_reports *ret_reports)
{
	struct work w = {game, ret_reports, RULES_NO_PIECE, false, RULES_NO_MOVE};
	struct touch_event clean = *event;

	ret_reports->count = 0;
	ret_reports->refused = NULL;
	if (!touch_is_sound(event))
		return;
	if (clean.at_ms < game->now_ms)
		clean.at_ms = game->now_ms;
	if (clean.square < 64)
		clean.square = touch_turn_square(clean.square, game->rules.turned);
	if (clean.type == TOUCH_EV_LIFTED) {
		clean.piece = stands_on(game, clean.square);
		if (clean.piece == RULES_NO_PIECE)
			return;
	}
	run_queue(&w, clean.at_ms, false);
	clean.is_sure = false;
	clean.extra = TOUCH_EXTRA_NOT;
	clean.taken = RULES_NO_PIECE;
	if (clean.type == TOUCH_EV_PLACED) {
		clean.taken = stands_on(game, clean.square);
		if (clean.taken == clean.piece)
			return;
		clean.extra = (uint8_t)extra_of(game, &clean);
	}
	if (clean.type != TOUCH_EV_TICK && !touch_hold_slide(game, &clean)) {
		while (!touch_settle_add(&game->settle, &clean, game->rules.scan_ms))
			run_queue(&w, clean.at_ms, true);
		run_queue(&w, clean.at_ms, false);
	}
	if (game->settle.count == 0)
		run_timers(&w, clean.at_ms);
}

uint64_t touch_deadline(const struct touch_game *game)
{
	enum timer timer = TIMERS;
	uint64_t queued = touch_settle_deadline(&game->settle, game->rules.scan_ms);
	uint64_t held = touch_hold_until(game, game->now_ms);
	uint64_t timed = first_timer(game, &timer);

	if (game->settle.count > 0)
		return held > queued ? held : queued;
	return timed;
}

/* --- what may be played --- */

static bool has_reacted(const struct touch_game *game)
{
	const struct touch_list *touches = &game->turn.touches;

	for (size_t i = 0; i < touches->count; i++)
		if (!touches->touch[i].struck && touches->touch[i].by == TOUCH_BY_PLAYER)
			return true;
	return false;
}

/* The breach or illegal move that the player to move has not reacted to yet, or NULL. */
static const struct touch_finding *unanswered(const struct touch_game *game)
{
	if (has_reacted(game))
		return NULL;
	for (size_t i = game->finding_count; i-- > 0;) {
		const struct touch_finding *finding = &game->findings[i];

		if (finding->state == TOUCH_FINDING_OPEN && finding->has_must &&
		    finding->ply + 1 == game->plies && finding->color == touch_opponent(game))
			return finding;
	}
	return NULL;
}

void touch_must(const struct touch_game *game, struct touch_obligation *ret,
		const struct rules_position **ret_base)
{
	const struct touch_commitment *commitment = &game->turn.commitment;
	const struct touch_finding *finding;

	*ret_base = &game->turn.base;
	if (touch_is_made(game)) {
		touch_turn_obligation_of_opponent(game, ret);
		*ret_base = &game->turn.after;
		return;
	}
	finding = unanswered(game);
	if (finding) {
		touch_set_copy(&ret->set, &finding->must);
		ret->law = finding->law;
		*ret_base = &finding->base;
	} else if (commitment->kind != TOUCH_COMMITTED_NOT) {
		touch_set_copy(&ret->set, &commitment->set);
		ret->law = TOUCH_LAW_RELEASED;
	} else {
		touch_turn_obligation(game, false, ret);
	}
}
