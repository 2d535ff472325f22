/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/bench_reader.h"
#include "board-protocol/board.h"
#include "touchmove/law/action.h"
#include "touchmove/law/law.h"

struct law_bench {
	struct board_session session;
	struct law law;
	struct touch_reports reports;
	struct bench_seat seat;
	uint16_t told; /* half-moves */
	bool has_dump;
	bool has_clock, is_running; /* as its last message said */
	bool is_blind;              /* since the board was lost */
	uint32_t ids;
};

static void tell_report(struct law_bench *r, const struct touch_report *report)
{
	struct bench_news out = {.ply = report->ply, .move = report->move};

	switch (report->type) {
	case TOUCH_REPORT_MOVE:
		out.type = report->ply <= r->told ? BENCH_NEWS_REVISED : BENCH_NEWS_MOVE;
		r->told = report->ply;
		break;
	case TOUCH_REPORT_REVISED: out.type = BENCH_NEWS_REVISED; break;
	case TOUCH_REPORT_UNSURE: out.type = BENCH_NEWS_UNSURE; break;
	case TOUCH_REPORT_IRREGULARITY:
		out.type = BENCH_NEWS_FINDING;
		out.ply = (uint16_t)(report->ply + 1);
		out.is_presumed = report->certainty == TOUCH_PRESUMED;
		out.finding = (struct sim_finding){
			.kind = touch_kind_name(report->kind),
			.article = touch_article(&r->law.game.rules, report->law),
			.color = report->color};
		break;
	case TOUCH_REPORT_COMPLETED:
	case TOUCH_REPORT_RESULT:
	case TOUCH_REPORT_TOUCH:
	case TOUCH_REPORT_OVER:
	case TOUCH_REPORT_FLASHING:
	case TOUCH_REPORT_FINDING: return;
	}
	r->seat.tell(r->seat.data, &out);
}

static void tell(struct law_bench *r)
{
	for (size_t i = 0; i < r->reports.count; i++)
		tell_report(r, &r->reports.report[i]);
	if (law_wants_board(&r->law))
		board_session_ask_board(&r->session, r->law.game.now_ms);
	r->law.wants_board = false;
}

static void step(struct law_bench *r, const struct touch_event *event)
{
	law_step(&r->law, event, &r->reports);
	tell(r);
}

static rules_piece piece_of(board_piece piece)
{
	return piece == BOARD_EMPTY ? RULES_NO_PIECE : rules_fen_piece(piece);
}

static void take_dump(struct law_bench *r, const struct board_event *event)
{
	rules_piece men[64];

	for (int i = 0; i < 64; i++)
		men[i] = piece_of(event->board.at[i]);
	if (r->has_dump) {
		law_board(&r->law, men, event->at_ms, &r->reports);
		tell(r);
	}
	r->has_dump = true;
}

/* A clock that starts, stops or is seen again; who has pressed is told by the press. */
static bool is_news(struct law_bench *r, const struct board_event *event)
{
	bool is_first = !r->has_clock, was_running = r->is_running, was_blind = r->is_blind;

	r->has_clock = true;
	r->is_running = event->time.running;
	r->is_blind = false;
	return !is_first && (was_running != r->is_running || was_blind || event->is_back);
}

static void take_gap(struct law_bench *r, const struct board_event *event)
{
	bool is_blind = event->type != BOARD_EV_DAMAGED;

	r->is_blind |= is_blind;
	law_gap(&r->law, is_blind, event->at_ms, &r->reports);
	tell(r);
}

static void take_event(struct law_bench *r, const struct board_event *event)
{
	struct touch_event in = {.at_ms = event->at_ms, .id = ++r->ids};

	if (event->source == BOARD_FROM_LOG)
		law_recall(&r->law);
	if (event->type == BOARD_EV_DUMP) {
		take_dump(r, event);
		return;
	}
	if (event->type == BOARD_EV_DAMAGED || event->type == BOARD_EV_LOST ||
	    event->type == BOARD_EV_READING) {
		take_gap(r, event);
		return;
	}
	if (event->type == BOARD_EV_LIFTED || event->type == BOARD_EV_PLACED ||
	    event->type == BOARD_EV_REPLACED) {
		in.type = event->type == BOARD_EV_LIFTED ? TOUCH_EV_LIFTED : TOUCH_EV_PLACED;
		in.square = event->square;
		in.piece = in.type == TOUCH_EV_LIFTED ? RULES_NO_PIECE : piece_of(event->piece);
	} else if (event->type == BOARD_EV_PRESSED) {
		in.type = TOUCH_EV_PRESSED;
		in.square = RULES_NO_SQUARE;
		in.color = event->side == BOARD_LEFT ? RULES_WHITE : RULES_BLACK;
	} else if (event->type == BOARD_EV_CLOCK && is_news(r, event)) {
		in.type = TOUCH_EV_CLOCK;
		in.square = RULES_NO_SQUARE;
		in.color = !event->time.running                ? TOUCH_BOTH
			   : event->time.to_move == BOARD_LEFT ? RULES_WHITE
							       : RULES_BLACK;
	} else {
		return;
	}
	step(r, &in);
}

static void take_events(struct law_bench *r)
{
	struct board_event event;

	while (board_session_next(&r->session, &event))
		take_event(r, &event);
}

static void begin(void *state, const struct bench_seat *seat)
{
	struct law_bench *r = state;
	struct touch_rules rules = contest_rules(seat->contest);

	rules.sees_no_men = seat->sees_no_men;
	r->seat = *seat;
	board_session_init(&r->session,
			   &(struct board_config){.wiring = BOARD_WIRING_SINGLE,
						  .is_bluetooth = seat->contest->is_bluetooth,
						  .skip_log = seat->skip_log});
	law_begin(&r->law, &rules, &seat->start, 0);
}

static void open(void *state, uint64_t at_ms)
{
	struct law_bench *r = state;

	board_session_open(&r->session, at_ms);
	take_events(r);
}

static void close(void *state, uint64_t at_ms)
{
	struct law_bench *r = state;

	board_session_close(&r->session, at_ms);
	take_events(r);
}

static bool is_lost(const void *state)
{
	return board_session_state(&((const struct law_bench *)state)->session) == BOARD_ST_LOST;
}

/* What the law's own timers do comes before what the board says later. */
static void run_timers(struct law_bench *r, uint64_t at_ms)
{
	struct touch_event due = {.type = TOUCH_EV_TICK, .square = RULES_NO_SQUARE};

	while ((due.at_ms = law_deadline(&r->law)) <= at_ms)
		step(r, &due);
}

static void bytes(void *state, uint64_t at_ms, const uint8_t *in, size_t len)
{
	struct law_bench *r = state;

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
	struct law_bench *r = state;

	run_timers(r, at_ms);
	board_session_tick(&r->session, at_ms);
	take_events(r);
}

static uint64_t deadline(const void *state)
{
	const struct law_bench *r = state;
	uint64_t session_ms = board_session_deadline(&r->session);
	uint64_t law_ms = law_deadline(&r->law);

	return session_ms < law_ms ? session_ms : law_ms;
}

static size_t take(void *state, uint8_t *ret_bytes, size_t cap)
{
	return board_session_take(&((struct law_bench *)state)->session, ret_bytes, cap);
}

static void say(void *state, uint64_t at_ms, struct rules_slice words)
{
	struct law_bench *r = state;
	struct touch_event action = {.square = RULES_NO_SQUARE};
	struct rules_fault fault;

	if (!touch_action_read(&action, words, &fault))
		return;
	action.at_ms = at_ms;
	action.id = ++r->ids;
	step(r, &action);
}

const struct bench_reader bench_reader_law = {
	.name = "law",
	.size = sizeof(struct law_bench),
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
