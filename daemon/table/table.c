/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/table.h"

#include <string.h>

#include "daemon/table/pack.h"
#include "daemon/table/private.h"

const char *const table_cable_words[TABLE_CABLES] = {"cable", "usb", "serial", "network"};

/* --- sides --- */

/* White's lever is the left one, unless the board or the clock is turned. */
static bool is_white_left(const struct table *t)
{
	return t->is_turned == t->is_reversed;
}

enum rules_color table_color(const struct table *t, enum board_side side)
{
	return (side == BOARD_LEFT) == is_white_left(t) ? RULES_WHITE : RULES_BLACK;
}

enum board_side table_side(const struct table *t, enum rules_color color)
{
	return (color == RULES_WHITE) == is_white_left(t) ? BOARD_LEFT : BOARD_RIGHT;
}

const struct rules_position *table_position(const struct table *t)
{
	const struct touch_turn *turn = &t->law.game.turn;

	return turn->made != RULES_NO_MOVE ? &turn->after : &turn->base;
}

bool table_is_judging(const struct table *t)
{
	return t->has_game && law_is_judging(&t->law);
}

/* --- what the session tells --- */

/* Only the answer to what was asked for tells of it. */
static void take_ack(struct table *t, const struct board_ack *ack)
{
	if (t->clock_order == TABLE_CLOCK_SENT && ack->is_answer)
		t->clock_order = ack->is_good ? TABLE_CLOCK_SET : TABLE_CLOCK_REFUSED;
}

static void see_gap(struct table *t, bool is_blind)
{
	if (!t->has_game)
		return;
	law_gap(&t->law, is_blind, t->now_ms, &t->reports);
	table_take_reports(t);
}

/* Nobody sees what happens now, nor who presses. What is asked in vain again was lost before. */
static void lose(struct table *t)
{
	bool was_connected = t->is_connected;

	if (t->clock_order == TABLE_CLOCK_SENT)
		t->clock_order = TABLE_CLOCK_REFUSED;

	t->has_lost_clock = t->is_blind = true;
	t->is_connected = false;
	see_gap(t, true);
	if (was_connected)
		table_tell_board(t, "lost");
}

/* While the board's log comes nothing is seen, and nobody's press. */
static void begin_reading(struct table *t)
{
	t->has_lost_clock = t->is_blind = true;
	see_gap(t, true);
}

static void take_resync(struct table *t, enum board_resync resync)
{
	table_tell_board(t, "resynced");
	if (resync != BOARD_RESYNC_MISSED || !t->has_game)
		return;
	law_missed(&t->law, t->now_ms, &t->reports);
	table_take_reports(t);
}

static void take_event(struct table *t, const struct board_event *event)
{
	if (event->at_ms > t->now_ms)
		t->now_ms = event->at_ms;
	if (event->source == BOARD_FROM_LOG && t->has_game)
		law_recall(&t->law);
	switch (event->type) {
	case BOARD_EV_CONNECTED:
		t->identity = event->identity;
		t->is_connected = true;
		table_tell_board(t, "connected");
		table_tell_clock_late(t);
		break;
	case BOARD_EV_LIFTED:
	case BOARD_EV_PLACED:
	case BOARD_EV_REPLACED: table_change_square(t, event); break;
	case BOARD_EV_DUMP:
		table_take_dump(t, &event->board);
		t->is_blind = false;
		break;
	case BOARD_EV_CLOCK: table_take_clock(t, event); break;
	case BOARD_EV_PRESSED: table_take_press(t, event); break;
	case BOARD_EV_BATTERY:
		t->has_battery = true;
		t->battery = event->battery;
		break;
	case BOARD_EV_DAMAGED:
		see_gap(t, false); /* what was read near it may be wrong */
		table_tell_board(t, "damaged");
		break;
	case BOARD_EV_LOST: lose(t); break;
	case BOARD_EV_READING: begin_reading(t); break;
	case BOARD_EV_RESYNCED: take_resync(t, event->resync); break;
	case BOARD_EV_ACK: take_ack(t, &event->ack); break;
	case BOARD_EV_NONE: break;
	}
}

/* --- time --- */

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* When the machine, or what is sensed, has something to do. */
static uint64_t game_deadline(const struct table *t)
{
	uint64_t sensed = sense_waiting_deadline(&t->sensed, t->config.rules.scan_ms);

	return t->has_game ? earlier(sensed, law_deadline(&t->law)) : sensed;
}

uint64_t table_deadline(const struct table *t)
{
	return earlier(board_session_deadline(&t->session), game_deadline(t));
}

/* What is sensed is told before the machine makes something of it. */
static void run_game(struct table *t, uint64_t at_ms)
{
	struct touch_event tick = {.type = TOUCH_EV_TICK, .at_ms = at_ms};

	if (at_ms > t->now_ms)
		t->now_ms = at_ms;
	table_tell_sensed(t, at_ms, false);
	if (t->has_game && law_deadline(&t->law) <= at_ms)
		table_step(t, &tick);
}

/* A dump that shows what we have is no event of the session; the reader wants to know it. */
static void agree(struct table *t)
{
	uint64_t agreed_ms = board_session_agreed_ms(&t->session);

	if (agreed_ms != t->agreed_ms && t->has_game && !t->is_blind) {
		law_board(&t->law, t->seen, t->now_ms, &t->reports);
		table_take_reports(t);
	}
	t->agreed_ms = agreed_ms;
}

static void take_events(struct table *t)
{
	struct board_event event;

	while (board_session_next(&t->session, &event)) {
		/* The loss of a bus is everybody's. */
		if (t->route && (event.address != 0 || event.type == BOARD_EV_LOST))
			t->route(t->data, t, &event);
		if (event.address == 0)
			take_event(t, &event);
	}
	agree(t);
}

static void run_all(struct table *t, uint64_t at_ms)
{
	run_game(t, at_ms);
	board_session_tick(&t->session, at_ms);
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

void table_come_to(struct table *t, uint64_t at_ms)
{
	table_tick(t, at_ms);
	table_rest(t, at_ms);
}

void table_event(struct table *t, const struct board_event *event)
{
	table_rest(t, event->at_ms);
	take_event(t, event);
}

void table_bytes(struct table *t, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	size_t used = 0;

	table_tick(t, at_ms);
	while (used < len) {
		used += board_session_feed(&t->session, at_ms, bytes + used, len - used);
		take_events(t);
	}
}

void table_change_make(struct table *t, uint8_t make)
{
	t->config.board.make = make;
	board_session_init(&t->session, &t->config.board);
	t->agreed_ms = 0;
}

void table_open(struct table *t, uint64_t at_ms)
{
	table_tick(t, at_ms);
	board_session_open(&t->session, at_ms);
	take_events(t);
}

void table_close(struct table *t, uint64_t at_ms)
{
	table_tick(t, at_ms);
	board_session_close(&t->session, at_ms);
	take_events(t);
}

size_t table_take(struct table *t, uint8_t *ret_bytes, size_t cap)
{
	return board_session_take(&t->session, ret_bytes, cap);
}

void table_adopt(struct table *t, table_tell *told, table_route *route, void *data)
{
	t->tell = told;
	t->route = route;
	t->data = data;
}

void table_watch(struct table *t, table_saw *saw)
{
	t->saw = saw;
}

void table_init(struct table *t, const struct table_config *config, table_tell *told, void *data)
{
	pack_clear(t, sizeof(*t));
	t->config = *config;
	t->tell = told;
	t->data = data;
	board_session_init(&t->session, &config->board);
	memset(t->seen, RULES_NO_PIECE, sizeof(t->seen));
}
