/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/read.h"

#include <stdlib.h>

#include "bench/bench_reader.h"
#include "board-protocol/board.h"
#include "touchmove/read/explain.h"

struct read_bench {
	struct board_session session;
	struct reader reader;
	struct read_list list;
	struct bench_seat seat;
	bool has_dump;
	uint32_t ids;
};

static void tell(struct read_bench *r)
{
	for (size_t i = 0; i < r->list.count; i++) {
		const struct read_news *news = &r->list.news[i];
		struct bench_news out = {.ply = news->ply, .move = news->move};

		if (news->type == READ_NEWS_MOVE) {
			out.type = BENCH_NEWS_MOVE;
		} else if (news->type == READ_NEWS_REVISED) {
			out.type = BENCH_NEWS_REVISED;
			out.move = RULES_NO_MOVE;
		} else if (news->type == READ_NEWS_UNSURE) {
			out.type = BENCH_NEWS_UNSURE;
		} else {
			if (news->type == READ_NEWS_WANT_BOARD)
				board_session_ask_board(&r->session, news->at_ms);
			continue;
		}
		r->seat.tell(r->seat.data, &out);
	}
	r->list.count = 0;
}

/* The readings alive, into the story of the game. */
static void explain(const struct read_bench *r)
{
	char words[8192];
	struct rules_text text = rules_text_in(words, sizeof(words));

	if (!r->seat.story)
		return;
	for (size_t i = 0; i < r->list.count; i++)
		read_explain_news(&r->reader, &r->list.news[i], &text);
	read_explain(&r->reader, &text);
	fputs(words, r->seat.story);
}

static rules_piece piece_of(board_piece piece)
{
	return piece == BOARD_EMPTY ? RULES_NO_PIECE : rules_fen_piece(piece);
}

static void keep(struct read_bench *r, struct bench_input input)
{
	struct bench_inputs *inputs = r->seat.inputs;

	if (!inputs)
		return;
	if (inputs->count == inputs->cap) {
		inputs->cap = inputs->cap ? 2 * inputs->cap : 1024;
		inputs->input = realloc(inputs->input, inputs->cap * sizeof(*inputs->input));
		if (!inputs->input)
			abort();
	}
	inputs->input[inputs->count++] = input;
}

static void take_dump(struct read_bench *r, const struct board_event *event)
{
	struct bench_input board = {.at_ms = event->at_ms, .type = BENCH_INPUT_BOARD};

	for (int i = 0; i < 64; i++)
		board.men[i] = piece_of(event->board.at[i]);
	if (r->has_dump) {
		keep(r, board);
		read_board(&r->reader, board.men, event->at_ms, &r->list);
	}
	r->has_dump = true;
}

static void take_gap(struct read_bench *r, const struct board_event *event)
{
	bool is_blind = event->type != BOARD_EV_DAMAGED;

	keep(r, (struct bench_input){
			.at_ms = event->at_ms, .type = BENCH_INPUT_GAP, .is_blind = is_blind});
	read_gap(&r->reader, is_blind, event->at_ms, &r->list);
}

static enum rules_color color_of(enum board_side side)
{
	return side == BOARD_LEFT ? RULES_WHITE : RULES_BLACK;
}

static void take_square(struct read_bench *r, const struct board_event *event)
{
	rules_piece piece =
		event->type == BOARD_EV_LIFTED ? RULES_NO_PIECE : piece_of(event->piece);

	keep(r, (struct bench_input){.at_ms = event->at_ms,
				     .type = BENCH_INPUT_SQUARE,
				     .square = event->square,
				     .piece = piece});
	read_square(&r->reader, event->square, piece, event->at_ms, r->ids, &r->list);
}

static void take_clock(struct read_bench *r, const struct board_event *event)
{
	uint8_t running =
		event->time.running ? (uint8_t)color_of(event->time.to_move) : READ_NOBODY;

	keep(r, (struct bench_input){
			.at_ms = event->at_ms, .type = BENCH_INPUT_CLOCK, .color = running});
	read_clock(&r->reader, running, event->at_ms, &r->list);
}

static void take_press(struct read_bench *r, const struct board_event *event)
{
	enum rules_color color = color_of(event->side);

	keep(r, (struct bench_input){
			.at_ms = event->at_ms, .type = BENCH_INPUT_PRESS, .color = (uint8_t)color});
	read_press(&r->reader, color, event->at_ms, r->ids, &r->list);
}

static void take_event(struct read_bench *r, const struct board_event *event)
{
	r->ids++;
	if (event->source == BOARD_FROM_LOG) {
		keep(r, (struct bench_input){.at_ms = event->at_ms, .type = BENCH_INPUT_RECALL});
		read_recall(&r->reader);
	}
	switch (event->type) {
	case BOARD_EV_LIFTED:
	case BOARD_EV_PLACED:
	case BOARD_EV_REPLACED: take_square(r, event); break;
	case BOARD_EV_DUMP: take_dump(r, event); break;
	case BOARD_EV_CLOCK: take_clock(r, event); break;
	case BOARD_EV_PRESSED: take_press(r, event); break;
	case BOARD_EV_DAMAGED:
	case BOARD_EV_READING:
	case BOARD_EV_LOST: take_gap(r, event); break;
	case BOARD_EV_NONE:
	case BOARD_EV_CONNECTED:
	case BOARD_EV_RESYNCED:
	case BOARD_EV_BATTERY:
	case BOARD_EV_ACK: break;
	}
	explain(r);
	tell(r);
}

static void take_events(struct read_bench *r)
{
	struct board_event event;

	while (board_session_next(&r->session, &event))
		take_event(r, &event);
}

static void begin(void *state, const struct bench_seat *seat)
{
	struct read_bench *r = state;
	bool has_no_clock = contest_rules(seat->contest).no_clock;
	struct read_config config =
		read_config_of(seat->contest->is_bluetooth ? SENSE_BLUETOOTH : SENSE_CABLE,
			       !seat->sees_no_men, !has_no_clock);

	r->seat = *seat;
	if (seat->inputs)
		seat->inputs->start = seat->start;
	board_session_init(&r->session,
			   &(struct board_config){.wiring = BOARD_WIRING_SINGLE,
						  .is_bluetooth = seat->contest->is_bluetooth,
						  .skip_log = seat->skip_log});
	read_begin(&r->reader, &config, &seat->start, 0);
}

static void open(void *state, uint64_t at_ms)
{
	struct read_bench *r = state;

	board_session_open(&r->session, at_ms);
	take_events(r);
}

static void close(void *state, uint64_t at_ms)
{
	struct read_bench *r = state;

	board_session_close(&r->session, at_ms);
	take_events(r);
}

static bool is_lost(const void *state)
{
	return board_session_state(&((const struct read_bench *)state)->session) == BOARD_ST_LOST;
}

/* What the reader's own timers do comes before what the board says later. */
static void run_timers(struct read_bench *r, uint64_t at_ms)
{
	while (read_deadline(&r->reader) <= at_ms) {
		read_tick(&r->reader, read_deadline(&r->reader), &r->list);
		if (r->list.count > 0)
			explain(r);
		tell(r);
	}
}

static void bytes(void *state, uint64_t at_ms, const uint8_t *in, size_t len)
{
	struct read_bench *r = state;

	run_timers(r, at_ms);
	while (len > 0) {
		size_t used = board_session_feed(&r->session, at_ms, in, len);

		take_events(r);
		in += used;
		len -= used;
	}
}

static void tick(void *state, uint64_t at_ms)
{
	struct read_bench *r = state;

	run_timers(r, at_ms);
	board_session_tick(&r->session, at_ms);
	take_events(r);
}

static uint64_t deadline(const void *state)
{
	const struct read_bench *r = state;
	uint64_t session_ms = board_session_deadline(&r->session);
	uint64_t reader_ms = read_deadline(&r->reader);

	return session_ms < reader_ms ? session_ms : reader_ms;
}

static size_t take(void *state, uint8_t *ret_bytes, size_t cap)
{
	return board_session_take(&((struct read_bench *)state)->session, ret_bytes, cap);
}

static void say(void *state, uint64_t at_ms, struct rules_slice words)
{
	(void)state;
	(void)at_ms;
	(void)words;
}

const struct bench_reader bench_reader_read = {
	.name = "read",
	.size = sizeof(struct read_bench),
	.begin = begin,
	.open = open,
	.close = close,
	.is_lost = is_lost,
	.bytes = bytes,
	.tick = tick,
	.deadline = deadline,
	.take = take,
	.say = say,
};
