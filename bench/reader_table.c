/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/bench_reader.h"
#include "daemon/table/table.h"
#include "rules-core/start.h"

struct table_bench {
	struct table table;
	struct bench_seat seat;
};

static uint64_t tell(void *data, const struct table *table, const struct table_news *news)
{
	struct table_bench *r = data;
	struct bench_news out = {.ply = news->ply, .move = news->move};

	if (table->games != 1)
		return 1;
	if (news->kind == TABLE_NEWS_MOVE || news->kind == TABLE_NEWS_REVISED) {
		out.type = news->kind == TABLE_NEWS_MOVE ? BENCH_NEWS_MOVE : BENCH_NEWS_REVISED;
	} else if (news->kind == TABLE_NEWS_REPORT &&
		   news->report->type == TOUCH_REPORT_IRREGULARITY) {
		out.type = BENCH_NEWS_FINDING;
		out.ply = (uint16_t)(news->report->ply + 1);
		out.is_presumed = news->report->certainty == TOUCH_PRESUMED;
		out.finding = (struct sim_finding){
			.kind = touch_kind_name(news->report->kind),
			.article = touch_article(&table->law.game.rules, news->report->law),
			.color = news->report->color};
	} else if (news->kind == TABLE_NEWS_REPORT && news->report->type == TOUCH_REPORT_UNSURE) {
		out.type = BENCH_NEWS_UNSURE;
	} else {
		return 1;
	}
	r->seat.tell(r->seat.data, &out);
	return 1;
}

static void begin(void *state, const struct bench_seat *seat)
{
	struct table_bench *r = state;
	struct table_config config = {.board.wiring = BOARD_WIRING_SINGLE,
				      .board.is_bluetooth = seat->contest->is_bluetooth,
				      .board.skip_log = seat->skip_log,
				      .rules = contest_rules(seat->contest),
				      .start = seat->start};

	r->seat = *seat;
	config.has_start = rules_chess960_number(&config.start) < 0; /* else it is recognised */
	table_init(&r->table, &config, tell, r);
}

static void open(void *state, uint64_t at_ms)
{
	table_open(&((struct table_bench *)state)->table, at_ms);
}

static void close(void *state, uint64_t at_ms)
{
	table_close(&((struct table_bench *)state)->table, at_ms);
}

static bool is_lost(const void *state)
{
	return board_session_state(&((const struct table_bench *)state)->table.session) ==
	       BOARD_ST_LOST;
}

static void bytes(void *state, uint64_t at_ms, const uint8_t *in, size_t len)
{
	table_bytes(&((struct table_bench *)state)->table, at_ms, in, len);
}

static void tick(void *state, uint64_t at_ms)
{
	table_tick(&((struct table_bench *)state)->table, at_ms);
}

static uint64_t deadline(const void *state)
{
	return table_deadline(&((const struct table_bench *)state)->table);
}

static size_t take(void *state, uint8_t *ret_bytes, size_t cap)
{
	return table_take(&((struct table_bench *)state)->table, ret_bytes, cap);
}

static void say(void *state, uint64_t at_ms, struct rules_slice words)
{
	struct rules_fault fault;

	table_act(&((struct table_bench *)state)->table, at_ms, words, &fault);
}

const struct bench_reader bench_reader_table = {
	.name = "table",
	.size = sizeof(struct table_bench),
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
