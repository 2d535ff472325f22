/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/table/private.h"

/*
 * A false accusation is worse than a late one: what the machine raises is told
 * when a dump, asked for after it, shows the board as we have it. If the dump
 * shows that a change was lost, the machine goes back to before the event that
 * raised it, is shown the board as it was, and goes on from there.
 */

#define HOLD_MS  2000 /* no answer: it is told all the same, */
#define DOUBT_MS 5000 /* later if a dump has already contradicted us */

static bool accuses(const struct touch_reports *reports)
{
	for (size_t i = 0; i < reports->count; i++)
		if (reports->report[i].type == TOUCH_REPORT_IRREGULARITY &&
		    touch_kind_is_of_the_board(reports->report[i].kind))
			return true;
	return false;
}

bool table_holds(struct table *t, const struct touch_event *event)
{
	if (t->acts || !accuses(&t->reports) || !board_session_answers(&t->session))
		return false;
	t->is_held = true;
	t->held_ms = t->now_ms;
	t->held_event = *event;
	board_session_ask_board(&t->session, t->now_ms);
	return true;
}

uint64_t table_hold_deadline(const struct table *t)
{
	bool is_doubted = board_session_men(&t->session, 0) == NULL;

	return t->held_ms + (is_doubted ? DOUBT_MS : HOLD_MS);
}

bool table_may_release(const struct table *t, uint64_t at_ms)
{
	return (board_session_agreed_ms(&t->session) >= t->held_ms &&
		!board_session_doubts_press(&t->session)) ||
	       at_ms >= table_hold_deadline(t) || t->waiting_count == TABLE_WAITING;
}

void table_release(struct table *t)
{
	t->is_held = false;
	table_take_reports(t);
	table_look(t);
}

/* What the board will look like when all that waits has been taken. */
static void look_ahead(const struct table *t, rules_piece ret[64])
{
	memcpy(ret, t->seen, 64);
	for (size_t i = 0; i < t->waiting_count; i++) {
		const struct board_event *event = &t->waiting[i];

		if (event->type == BOARD_EV_DUMP)
			table_turn_board(t, &event->board, ret);
		else if (event->type == BOARD_EV_LIFTED)
			ret[table_square_of(t, event->square)] = RULES_NO_PIECE;
		else if (event->type == BOARD_EV_PLACED || event->type == BOARD_EV_REPLACED)
			ret[table_square_of(t, event->square)] = rules_fen_piece(event->piece);
	}
}

static void go_back(struct table *t)
{
	t->is_held = false;
	t->game = t->before;
	touch_gap(&t->game, false);
}

void table_withdraw_press(struct table *t)
{
	struct touch_event event = t->held_event;

	go_back(t);
	if (event.type != TOUCH_EV_PRESSED && event.type != TOUCH_EV_TICK)
		table_step(t, &event);
}

/* NULL: the board is gone, and nobody knows. */
void table_withdraw(struct table *t, const struct board_men *dump)
{
	struct touch_event event = t->held_event;
	rules_piece ahead[64], shown[64];

	look_ahead(t, ahead);
	memcpy(shown, ahead, sizeof(shown));
	if (dump)
		table_turn_board(t, dump, shown);
	for (rules_square square = 0; square < 64; square++)
		if (shown[square] != ahead[square])
			t->seen[square] = shown[square];
	go_back(t);
	table_sync(t);
	table_look(t);
	if (event.type != TOUCH_EV_LIFTED && event.type != TOUCH_EV_PLACED)
		table_step(t, &event);
}
