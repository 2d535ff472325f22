/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table.h"

#include <stdlib.h>
#include <string.h>

#include "rules-core/setup.h"
#include "rules-core/start.h"
#include "touchmove/action.h"
#include "touchmove/explain.h"
#include "touchmove/frame.h"

#define ONE_MOVE 4 /* squares that one move changes at most */

/* --- telling --- */

/* Times never fall: what was waited for is told at the time it happened, if nothing is later. */
static uint64_t tell(struct table *t, struct table_news *news)
{
	if (news->at_ms == 0)
		news->at_ms = t->now_ms;
	if (news->at_ms < t->told_ms)
		news->at_ms = t->told_ms;
	t->told_ms = news->at_ms;
	news->by_arbiter = t->acts;
	return t->tell(t->data, t, news);
}

static void tell_board(struct table *t, const char *state)
{
	struct table_news news = {.kind = TABLE_NEWS_BOARD, .state = state};

	tell(t, &news);
}

static void tell_game(struct table *t, const char *state, enum rules_result result)
{
	struct table_news news = {.kind = TABLE_NEWS_GAME, .state = state, .result = result};

	tell(t, &news);
}

static void tell_clock(struct table *t, const char *state)
{
	struct table_news news = {.kind = TABLE_NEWS_CLOCK, .state = state};

	tell(t, &news);
}

/* What an event was told as, so that it can be evidence later. */
static void keep_trace(struct table *t, uint32_t event, uint64_t seq)
{
	t->traces[event % TABLE_TRACES] = seq;
}

/* --- squares and sides --- */

static rules_square square_of(const struct table *t, dgt_square square)
{
	return touch_turn_square(square, t->is_turned);
}

enum rules_color table_color(const struct table *t, enum dgt_side side)
{
	return (side == DGT_LEFT) == !t->is_turned ? RULES_WHITE : RULES_BLACK;
}

enum dgt_side table_side(const struct table *t, enum rules_color color)
{
	return (color == RULES_WHITE) == !t->is_turned ? DGT_LEFT : DGT_RIGHT;
}

const struct rules_position *table_position(const struct table *t)
{
	const struct touch_turn *turn = &t->game.turn;

	return turn->made != RULES_NO_MOVE ? &turn->after : &turn->base;
}

/* --- what the machine says --- */

/* The position before a ply, from the moves told. */
static void position_before(const struct table *t, uint16_t ply, struct rules_position *ret)
{
	*ret = t->game.start;
	for (uint16_t i = t->game.start_ply; i + 1 < ply && i < t->plies; i++)
		if (t->told[i].move != RULES_NO_MOVE)
			rules_apply(ret, t->told[i].move, NULL);
}

static void keep_ply(struct table *t, uint16_t ply, rules_move move, const char *san)
{
	if (ply == 0 || ply > TOUCH_PLIES_MAX)
		return;
	t->told[ply - 1].move = move;
	memcpy(t->told[ply - 1].san, san, RULES_SAN_MAX);
}

static void tell_move(struct table *t, const struct touch_report *report)
{
	struct table_news news = {.kind = TABLE_NEWS_MOVE,
				  .at_ms = report->at_ms,
				  .ply = report->ply,
				  .move = report->move,
				  .san = report->san,
				  .color = report->color,
				  .certainty = report->certainty};

	if (report->ply == 1 && t->plies == 0)
		tell_game(t, "started", RULES_UNDECIDED);
	position_before(t, report->ply, &news.before);
	news.after = news.before;
	rules_apply(&news.after, report->move, NULL);
	keep_ply(t, report->ply, report->move, report->san);
	t->plies = report->ply;
	tell(t, &news);
}

static void tell_revised(struct table *t, const struct touch_report *report)
{
	bool is_cut = report->move == RULES_NO_MOVE;
	char was[RULES_SAN_MAX] = "";
	struct table_news news = {.kind = TABLE_NEWS_REVISED,
				  .at_ms = report->at_ms,
				  .ply = report->ply,
				  .move = report->move,
				  .san = is_cut ? NULL : report->san,
				  .certainty = report->certainty};

	if (report->ply > 0 && report->ply <= t->plies) {
		memcpy(was, t->told[report->ply - 1].san, sizeof(was));
		news.was = was[0] != '\0' ? was : NULL;
	}
	position_before(t, report->ply, &news.before);
	news.after = news.before;
	if (is_cut) {
		t->plies = report->ply > 0 ? (uint16_t)(report->ply - 1) : 0;
	} else {
		rules_apply(&news.after, report->move, NULL);
		keep_ply(t, report->ply, report->move, report->san);
		t->plies = report->ply > t->plies ? report->ply : t->plies;
	}
	tell(t, &news);
}

static void tell_report(struct table *t, const struct touch_report *report)
{
	struct table_news news = {
		.kind = TABLE_NEWS_REPORT, .at_ms = report->at_ms, .report = report};

	if (report->type == TOUCH_REPORT_IRREGULARITY)
		news.finding = touch_finding_of(&t->game, report->finding);
	for (size_t i = 0; news.finding && i < news.finding->evidence_count; i++) {
		uint64_t seq = t->traces[news.finding->evidence[i] % TABLE_TRACES];

		if (seq > 0)
			news.evidence[news.evidence_count++] = seq;
	}
	tell(t, &news);
}

static void end_game(struct table *t, enum rules_result result)
{
	if (!t->is_over)
		tell_game(t, "ended", result);
	t->is_over = true;
}

static void take_report(struct table *t, const struct touch_report *report)
{
	switch (report->type) {
	case TOUCH_REPORT_MOVE: tell_move(t, report); break;
	case TOUCH_REPORT_REVISED: tell_revised(t, report); break;
	case TOUCH_REPORT_OVER: end_game(t, report->result); break;
	case TOUCH_REPORT_RESULT:
		tell_report(t, report);
		end_game(t, report->result);
		break;
	case TOUCH_REPORT_COMPLETED:
	case TOUCH_REPORT_IRREGULARITY:
	case TOUCH_REPORT_TOUCH:
	case TOUCH_REPORT_UNSURE: tell_report(t, report); break;
	}
}

/* An illegal move that nobody claimed in time has become part of the game. */
static void tell_standing(struct table *t)
{
	while (t->plies < t->game.plies && t->plies < TOUCH_PLIES_MAX &&
	       t->game.played[t->plies] == RULES_NO_MOVE) {
		struct table_news news = {.kind = TABLE_NEWS_MOVE,
					  .ply = (uint16_t)(t->plies + 1),
					  .before = t->game.turn.base,
					  .after = t->game.turn.base};
		const char none[RULES_SAN_MAX] = "";

		keep_ply(t, news.ply, RULES_NO_MOVE, none);
		t->plies = news.ply;
		tell(t, &news);
	}
}

/* The obligation, when it is another one than told before. */
static void tell_must(struct table *t)
{
	struct touch_obligation must;
	const struct rules_position *base;
	struct table_news news = {
		.kind = TABLE_NEWS_MUST, .at_ms = t->game.now_ms, .must = &t->must};
	bool is_bound, is_same;

	touch_must(&t->game, &must, &base);
	is_bound = must.law != TOUCH_LAW_FREE && t->game.state != TOUCH_ST_ENDED;
	is_same = is_bound == t->is_bound &&
		  (!is_bound || (must.law == t->must.law && must.set.count == t->must.set.count &&
				 memcmp(must.set.move, t->must.set.move,
					must.set.count * sizeof(must.set.move[0])) == 0));
	if (is_same)
		return;
	t->is_bound = is_bound;
	t->must.law = must.law;
	touch_set_copy(&t->must.set, &must.set);
	if (!is_bound)
		news.must = NULL;
	news.before = *base;
	tell(t, &news);
}

static void take_reports(struct table *t)
{
	for (size_t i = 0; i < t->reports.count; i++)
		take_report(t, &t->reports.report[i]);
	tell_standing(t);
	tell_must(t);
}

static void step(struct table *t, const struct touch_event *event)
{
	if (!t->has_game)
		return;
	touch_step(&t->game, event, &t->reports);
	take_reports(t);
}

/* --- the beginning of a game --- */

static void begin_game(struct table *t, const struct rules_position *start)
{
	struct touch_rules rules = t->config.rules;

	rules.no_clock = !t->has_clock;
	touch_game_begin(&t->game, &rules, start, t->now_ms);
	t->settle.count = 0;
	t->plies = 0;
	t->is_bound = false;
	t->is_over = false;
}

static void new_game(struct table *t, const struct rules_position *start)
{
	if (t->has_game && t->plies > 0)
		end_game(t, RULES_UNDECIDED);
	if (!t->has_game || t->plies > 0)
		t->games++;
	t->has_game = true;
	begin_game(t, start);
	tell_game(t, "ready", RULES_UNDECIDED);
}

static bool shows(const struct table *t, const rules_piece men[64])
{
	return memcmp(t->seen, men, 64) == 0;
}

static void turn_seen(struct table *t)
{
	for (rules_square square = 0; square < 32; square++) {
		rules_piece piece = t->seen[square];

		t->seen[square] = t->seen[63 - square];
		t->seen[63 - square] = piece;
	}
	t->is_turned = !t->is_turned;
	tell_board(t, "rotated");
}

/* A position that was given: only the way the board lies is to be found. */
static void look_for_given(struct table *t)
{
	rules_piece turned[64];

	for (rules_square square = 0; square < 64; square++)
		turned[square] = t->seen[63 - square];
	if (!shows(t, t->config.start.at) && memcmp(turned, t->config.start.at, 64) == 0)
		turn_seen(t);
	new_game(t, &t->config.start);
	if (!shows(t, t->config.start.at))
		touch_sync(&t->game, t->seen, t->now_ms, &t->reports);
}

/* Could the men on the board have come there by play? */
static bool is_within_play(const struct table *t)
{
	const struct rules_position *pos = table_position(t);

	return t->has_game && !t->is_over && rules_count(touch_differs(pos, t->seen)) <= ONE_MOVE;
}

static void look_for_start(struct table *t)
{
	struct touch_setup setup = touch_setup_look(t->seen);
	struct rules_position start;

	if (setup.kind != TOUCH_SETUP_USUAL && setup.kind != TOUCH_SETUP_CHESS960)
		return;
	if (is_within_play(t) && !(t->plies == 0 && setup.turned))
		return;
	if (setup.turned)
		turn_seen(t);
	if (!rules_chess960_start(&start, (unsigned)setup.number))
		return;
	if (setup.kind == TOUCH_SETUP_USUAL)
		rules_start(&start);
	if (!t->has_game || t->plies > 0 || memcmp(t->game.start.at, start.at, 64) != 0)
		new_game(t, &start);
}

static void look(struct table *t)
{
	if (t->config.has_start && !t->has_game)
		look_for_given(t);
	else
		look_for_start(t);
}

/* --- what the board shows --- */

/* Noise is taken out as the machine does it, at the same times. */
static void tell_sensed(struct table *t, uint64_t until_ms, bool forced)
{
	struct touch_event event;

	while (touch_settle_take(&t->settle, until_ms, forced, t->config.rules.scan_ms, &event)) {
		struct table_news news = {.kind = TABLE_NEWS_SENSED,
					  .at_ms = event.at_ms,
					  .square = event.square,
					  .piece = event.type == TOUCH_EV_PLACED ? event.piece
										 : RULES_NO_PIECE};

		keep_trace(t, event.id, tell(t, &news));
		forced = false;
	}
}

static void sense(struct table *t, const struct touch_event *event)
{
	while (!touch_settle_add(&t->settle, event, t->config.rules.scan_ms))
		tell_sensed(t, event->at_ms, true);
	tell_sensed(t, event->at_ms, false);
}

static struct touch_event event_of(struct table *t, enum touch_event_type type)
{
	uint32_t id = ++t->events;

	keep_trace(t, id, 0);
	return (struct touch_event){.type = type,
				    .at_ms = t->now_ms,
				    .id = id,
				    .square = RULES_NO_SQUARE,
				    .piece = RULES_NO_PIECE,
				    .color = TOUCH_BOTH};
}

static void change_square(struct table *t, const struct dgt_event *from)
{
	bool is_lift = from->type == DGT_EV_LIFTED;
	struct touch_event event = event_of(t, is_lift ? TOUCH_EV_LIFTED : TOUCH_EV_PLACED);

	event.square = square_of(t, from->square);
	event.piece = rules_fen_piece(is_lift ? from->was : from->piece);
	t->seen[event.square] = is_lift ? RULES_NO_PIECE : event.piece;
	if (from->source == DGT_FROM_LOG)
		return; /* nobody is obliged by what nobody saw: the presses tell the moves */
	if (event.piece != RULES_NO_PIECE) {
		sense(t, &event);
		step(t, &event);
	}
	look(t);
}

static void sync(struct table *t)
{
	t->settle.count = 0;
	touch_sync(&t->game, t->seen, t->now_ms, &t->reports);
	take_reports(t);
}

static void take_dump(struct table *t, const struct dgt_board *board)
{
	for (dgt_square square = 0; square < 64; square++)
		t->seen[square_of(t, square)] = rules_fen_piece(board->at[square]);
	look(t);
	if (t->has_game)
		sync(t);
}

/* --- the clock --- */

static long seconds_of(const struct dgt_side_time *side)
{
	return side->hours * 3600L + side->minutes * 60L + side->seconds;
}

/* More than a second off what it should show by now: somebody has set it, or pressed. */
static bool is_corrected(const struct table *t, const struct dgt_time *time)
{
	long passed = (long)((t->now_ms - t->clock_ms) / 1000);

	for (int side = 0; side < 2; side++) {
		bool runs = t->clock.running && (int)t->clock.to_move == side;
		long expected = seconds_of(&t->clock.side[side]) - (runs ? passed : 0);

		if (labs(seconds_of(&time->side[side]) - expected) > 1)
			return true;
	}
	return false;
}

static bool has_fallen(const struct dgt_time *time)
{
	return time->side[0].flag_blocked || time->side[1].flag_blocked ||
	       time->side[0].flag_shown || time->side[1].flag_shown;
}

/* A clock that is found out about before anything has happened belongs to the game. */
static void meet_clock(struct table *t)
{
	bool is_fresh = t->has_game && t->plies == 0 && t->game.hands.count == 0 &&
			t->game.turn.made == RULES_NO_MOVE && t->settle.count == 0;

	t->has_clock = true;
	if (is_fresh && t->game.rules.no_clock) {
		struct rules_position start = t->game.start;

		begin_game(t, &start);
	}
}

static void run_clock(struct table *t, const struct dgt_time *time)
{
	struct touch_event event = event_of(t, TOUCH_EV_CLOCK);

	if (time->running)
		event.color = (uint8_t)table_color(t, time->to_move);
	step(t, &event);
}

static void take_clock(struct table *t, const struct dgt_time *time)
{
	bool is_first = !t->has_clock, was_running = t->clock.running;
	const char *state = NULL;

	if (!time->connected) {
		if (t->has_clock && t->clock.connected)
			state = "absent";
	} else if (has_fallen(time) && !has_fallen(&t->clock)) {
		state = "flag";
	} else if (is_first || time->running != was_running || !t->clock.connected ||
		   (time->to_move == t->clock.to_move && is_corrected(t, time))) {
		state = time->running ? "running" : "stopped";
	}
	if (time->connected && is_first)
		meet_clock(t);
	t->clock = *time;
	t->clock_ms = t->now_ms;
	if (state)
		tell_clock(t, state);
	if (!is_first && time->connected && time->running != was_running)
		run_clock(t, time);
}

static void take_press(struct table *t, const struct dgt_event *from)
{
	struct touch_event event = event_of(t, TOUCH_EV_PRESSED);
	struct table_news news = {.kind = TABLE_NEWS_PRESS};

	if (from->source == DGT_FROM_LOG) {
		if (t->has_game)
			sync(t);
		return;
	}
	if (from->time.connected) {
		if (!t->has_clock)
			meet_clock(t);
		t->clock = from->time;
		t->clock_ms = t->now_ms;
	}
	event.color = news.color = (uint8_t)table_color(t, from->side);
	keep_trace(t, event.id, tell(t, &news));
	tell_clock(t, t->clock.running ? "running" : "stopped");
	step(t, &event);
}

/* --- what the session tells --- */

static void take_event(struct table *t, const struct dgt_event *event)
{
	if (event->address != 0)
		return; /* a bus has a table for each board */
	if (event->at_ms > t->now_ms)
		t->now_ms = event->at_ms;
	switch (event->type) {
	case DGT_EV_CONNECTED:
		t->identity = event->identity;
		tell_board(t, "connected");
		break;
	case DGT_EV_LIFTED:
	case DGT_EV_PLACED:
	case DGT_EV_REPLACED: change_square(t, event); break;
	case DGT_EV_DUMP: take_dump(t, &event->board); break;
	case DGT_EV_CLOCK: take_clock(t, &event->time); break;
	case DGT_EV_PRESSED: take_press(t, event); break;
	case DGT_EV_BATTERY:
		t->has_battery = true;
		t->battery = event->battery;
		break;
	case DGT_EV_DAMAGED: tell_board(t, "damaged"); break;
	case DGT_EV_LOST: tell_board(t, "lost"); break;
	case DGT_EV_RESYNCED: tell_board(t, "resynced"); break;
	case DGT_EV_ACK:
	case DGT_EV_NONE: break;
	}
}

static void take_events(struct table *t)
{
	struct dgt_event event;

	while (dgt_session_next(&t->session, &event))
		take_event(t, &event);
}

/* --- time --- */

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* When the machine, or what is sensed, has something to do. */
static uint64_t game_deadline(const struct table *t)
{
	uint64_t sensed = touch_settle_deadline(&t->settle, t->config.rules.scan_ms);

	return t->has_game ? earlier(sensed, touch_deadline(&t->game)) : sensed;
}

uint64_t table_deadline(const struct table *t)
{
	return earlier(dgt_session_deadline(&t->session), game_deadline(t));
}

/* What is sensed is told before the machine makes something of it. */
static void run_game(struct table *t, uint64_t at_ms)
{
	struct touch_event tick = {.type = TOUCH_EV_TICK, .at_ms = at_ms};

	if (at_ms > t->now_ms)
		t->now_ms = at_ms;
	tell_sensed(t, at_ms, false);
	if (t->has_game && touch_deadline(&t->game) <= at_ms)
		step(t, &tick);
}

static void run_all(struct table *t, uint64_t at_ms)
{
	run_game(t, at_ms);
	dgt_session_tick(&t->session, at_ms);
	take_events(t);
}

void table_tick(struct table *t, uint64_t at_ms)
{
	uint64_t due;

	while ((due = table_deadline(t)) <= at_ms && due != UINT64_MAX)
		run_all(t, due);
	run_all(t, at_ms);
}

void table_rest(struct table *t, uint64_t at_ms)
{
	uint64_t due;

	while ((due = game_deadline(t)) <= at_ms && due != UINT64_MAX)
		run_game(t, due);
}

void table_bytes(struct table *t, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	size_t used = 0;

	table_tick(t, at_ms);
	while (used < len) {
		used += dgt_session_feed(&t->session, at_ms, bytes + used, len - used);
		take_events(t);
	}
}

void table_open(struct table *t, uint64_t at_ms)
{
	table_tick(t, at_ms);
	dgt_session_open(&t->session, at_ms);
	take_events(t);
}

void table_close(struct table *t, uint64_t at_ms)
{
	table_tick(t, at_ms);
	dgt_session_close(&t->session, at_ms);
	take_events(t);
}

size_t table_take(struct table *t, uint8_t *ret_bytes, size_t cap)
{
	return dgt_session_take(&t->session, ret_bytes, cap);
}

void table_init(struct table *t, const struct table_config *config, table_tell *told, void *data)
{
	memset(t, 0, sizeof(*t));
	t->config = *config;
	t->tell = told;
	t->data = data;
	dgt_session_init(&t->session, config->board);
	memset(t->seen, RULES_NO_PIECE, sizeof(t->seen));
}

/* --- the arbiter --- */

enum own_action { ACT_MACHINE, ACT_RECORD, ACT_POSITION, ACT_NEW_GAME, ACT_UNKNOWN };

/* What the table does itself; the rest is the machine's. */
static enum own_action read_action(struct rules_slice action, struct touch_event *ret_event,
				   struct rules_position *ret_pos, struct rules_fault *ret_fault)
{
	struct rules_slice rest = action, word = touch_word_next(&rest);

	if (rules_slice_is(word, "note") || rules_slice_is(word, "penalty"))
		return ACT_RECORD;
	if (rules_slice_is(word, "new-game"))
		return ACT_NEW_GAME;
	if (!rules_slice_is(word, "set-position"))
		return touch_action_read(ret_event, action, ret_fault) ? ACT_MACHINE : ACT_UNKNOWN;
	while (rest.len > 0 && rest.at[0] == ' ')
		rest = (struct rules_slice){rest.at + 1, rest.len - 1};
	return rules_fen_read(ret_pos, rest, ret_fault) ? ACT_POSITION : ACT_UNKNOWN;
}

bool table_knows_action(struct rules_slice action, struct rules_fault *ret_fault)
{
	struct touch_event event;
	struct rules_position pos;

	return read_action(action, &event, &pos, ret_fault) != ACT_UNKNOWN;
}

static void set_position(struct table *t, const struct rules_position *pos)
{
	if (!t->has_game) {
		new_game(t, pos);
		return;
	}
	touch_set_position(&t->game, pos, t->now_ms, &t->reports);
	take_reports(t);
	tell_game(t, "position", RULES_UNDECIDED);
}

static void do_action(struct table *t, enum own_action what, struct touch_event *event,
		      const struct rules_position *pos)
{
	struct rules_position start;

	switch (what) {
	case ACT_MACHINE: step(t, event); break;
	case ACT_POSITION: set_position(t, pos); break;
	case ACT_NEW_GAME:
		rules_start(&start);
		new_game(t, t->config.has_start ? &t->config.start : &start);
		break;
	case ACT_RECORD:
	case ACT_UNKNOWN: break;
	}
}

bool table_act(struct table *t, uint64_t at_ms, struct rules_slice action,
	       struct rules_fault *ret_fault)
{
	struct table_news news = {.kind = TABLE_NEWS_DECISION, .text = action};
	struct rules_position pos;
	struct touch_event event = {0}, stamp;
	enum own_action what = read_action(action, &event, &pos, ret_fault);

	if (what == ACT_UNKNOWN)
		return false;
	table_tick(t, at_ms);
	stamp = event_of(t, event.type);
	event.id = stamp.id;
	event.at_ms = stamp.at_ms;
	keep_trace(t, event.id, tell(t, &news));
	t->acts = true;
	do_action(t, what, &event, &pos);
	t->acts = false;
	return true;
}
