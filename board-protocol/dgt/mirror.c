/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/mirror.h"

#include <string.h>

static bool is_same(struct dgt_field a, struct dgt_field b)
{
	return a.square == b.square && a.piece == b.piece;
}

void dgt_trail_add(struct dgt_trail *trail, struct dgt_field change)
{
	if (trail->count > 0 && trail->changes[trail->count - 1].square == change.square) {
		trail->changes[trail->count - 1] = change;
		return;
	}
	if (trail->count == DGT_TRAIL_MAX) {
		memmove(trail->changes, trail->changes + 1,
			sizeof(trail->changes) - sizeof(trail->changes[0]));
		trail->count--;
	}
	trail->changes[trail->count++] = change;
}

size_t dgt_trail_common(const struct dgt_trail *a, const struct dgt_trail *b, size_t skip)
{
	size_t most = a->count < b->count ? a->count : b->count;
	size_t n = skip;

	while (n < most && is_same(a->changes[a->count - 1 - n], b->changes[b->count - 1 - n]))
		n++;
	return n > skip ? n - skip : 0;
}

void dgt_mirror_adopt(struct dgt_mirror *m, const struct board_men *board)
{
	m->is_known = true;
	m->is_pressed = false;
	m->board = *board;
	m->trail.count = 0;
}

bool dgt_mirror_apply(struct dgt_mirror *m, struct dgt_field change, struct board_event *ret_event)
{
	board_piece was = m->board.at[change.square];

	*ret_event = (struct board_event){.type = BOARD_EV_REPLACED,
					  .square = change.square,
					  .piece = change.piece,
					  .was = was};
	if (was == change.piece)
		return false;
	if (change.piece == BOARD_EMPTY)
		ret_event->type = BOARD_EV_LIFTED;
	else if (was == BOARD_EMPTY)
		ret_event->type = BOARD_EV_PLACED;
	m->board.at[change.square] = change.piece;
	m->is_pressed = false;
	dgt_trail_add(&m->trail, change);
	return true;
}

void dgt_replay_init(struct dgt_replay *r, size_t at)
{
	*r = (struct dgt_replay){.at = at};
}

static bool say_dump(struct dgt_mirror *m, const struct board_men *board,
		     struct board_event *ret_event)
{
	dgt_mirror_adopt(m, board);
	*ret_event = (struct board_event){.type = BOARD_EV_DUMP, .board = *board};
	return true;
}

bool dgt_replay_finish(struct dgt_replay *r, struct dgt_mirror *m, struct board_event *ret_event)
{
	if (!r->is_listing)
		return false;
	r->is_listing = false;
	return say_dump(m, &r->list, ret_event);
}

static void begin_list(struct dgt_replay *r)
{
	r->is_listing = true;
	r->power_was_lost = true;
	r->listed = 0;
	r->list = board_men_of(BOARD_EMPTY);
}

/* One more piece of the list; false when this can no longer be one. */
static bool is_listed(struct dgt_replay *r, const struct dgt_log_event *ev)
{
	uint64_t bit = UINT64_C(1) << ev->square;

	if (ev->type == DGT_LOG_NOTHING || ev->type == DGT_LOG_SKIPPED ||
	    ev->type == DGT_LOG_POWER_UP || ev->type == DGT_LOG_WATCHDOG)
		return true;
	if (ev->type != DGT_LOG_CHANGE || ev->piece == BOARD_EMPTY || (r->listed & bit) != 0)
		return false;
	r->listed |= bit;
	r->list.at[ev->square] = ev->piece;
	return true;
}

/* The board itself says that this is how everything stands. */
static bool stands(struct dgt_mirror *m, struct board_men board, struct board_event *ret_event)
{
	if (m->is_known && board_men_equal(&m->board, &board))
		return false;
	return say_dump(m, &board, ret_event);
}

static bool say_press(struct dgt_mirror *m, const struct dgt_log_event *ev,
		      struct board_event *ret_event)
{
	m->is_pressed = true;
	*ret_event = (struct board_event){.type = BOARD_EV_PRESSED, .side = ev->side};
	ret_event->time.connected = true;
	ret_event->time.to_move = board_side_opposite(ev->side);
	ret_event->time.side[ev->side] = (struct board_side_time){.hours = ev->hours,
								  .minutes = ev->minutes,
								  .seconds = ev->seconds,
								  .is_known = true};
	return true;
}

static bool replay_one(struct dgt_replay *r, struct dgt_mirror *m, const struct dgt_log_event *ev,
		       struct board_event *ret_event)
{
	switch (ev->type) {
	case DGT_LOG_CHANGE:
		return dgt_mirror_apply(m, (struct dgt_field){ev->square, ev->piece}, ret_event);
	case DGT_LOG_TIME: return say_press(m, ev, ret_event);
	case DGT_LOG_WATCHDOG:
	case DGT_LOG_POWER_UP: begin_list(r); return false;
	case DGT_LOG_BOARD_EMPTY: return stands(m, board_men_of(BOARD_EMPTY), ret_event);
	case DGT_LOG_START: return stands(m, board_men_start(false), ret_event);
	case DGT_LOG_START_ROTATED: return stands(m, board_men_start(true), ret_event);
	case DGT_LOG_DAMAGED:
		*ret_event = (struct board_event){
			.type = BOARD_EV_DAMAGED, .damage = BOARD_DAMAGE_CONTENT, .bytes = 1};
		return true;
	case DGT_LOG_FOUR_ROWS:
	case DGT_LOG_DOWNLOADED:
	case DGT_LOG_GAME_STARTED: /* the pieces that follow stand there already */
	case DGT_LOG_CLOCK_STATE:
	case DGT_LOG_BUS_ADDRESS:
	case DGT_LOG_NOTHING:
	case DGT_LOG_SKIPPED:
	case DGT_LOG_END: return false;
	}
	return false;
}

bool dgt_replay_next(struct dgt_replay *r, struct dgt_mirror *m, const uint8_t *log, size_t len,
		     struct board_event *ret_event)
{
	struct dgt_log reader = {.bytes = log, .len = len, .at = r->at, .is_trusted = true};
	struct dgt_log_event ev;

	*ret_event = (struct board_event){.type = BOARD_EV_NONE};
	while (dgt_log_next(&reader, &ev)) {
		if (r->is_listing && !is_listed(r, &ev)) {
			r->at = ev.at; /* read again, as what it is */
			return dgt_replay_finish(r, m, ret_event);
		}
		r->at = reader.at;
		if (r->is_listing && ev.type != DGT_LOG_POWER_UP && ev.type != DGT_LOG_WATCHDOG)
			continue;
		if (replay_one(r, m, &ev, ret_event)) {
			ret_event->is_quick = ev.is_quick;
			return true;
		}
	}
	r->at = len;
	return false;
}
