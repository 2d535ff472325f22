/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/played.h"

#include <string.h>

#include "rules-core/start.h"

#define AFTER_MS  5000
#define GAP_MS    60000 /* after a gap the board is asked what it remembers */
#define MILLIONTH 1000000
#define REOPEN_MS 1000

uint64_t played_tell(void *data, const struct table *table, const struct table_news *news)
{
	struct played *p = data;
	struct verdict *v = &p->verdict;

	if (table->games == 1 &&
	    (news->kind == TABLE_NEWS_MOVE || news->kind == TABLE_NEWS_REVISED))
		verdict_take_move(v, news->ply, news->move, news->kind == TABLE_NEWS_REVISED);
	else if (news->kind == TABLE_NEWS_REPORT)
		verdict_take_report(v, &table->law.game.rules, news->report);
	else if (news->kind == TABLE_NEWS_GAME && news->result != RULES_UNDECIDED)
		v->told = news->result;
	return p->also ? p->also(p->data, table, news) : 1;
}

/* What only an arbiter hears he tells the machine. */
void played_keep(struct played *p, const struct sim_truth *truth)
{
	struct rules_fault fault;

	if (truth->is_fault)
		return;
	verdict_take_act(&p->verdict, &truth->act);
	if (truth->act.type == SIM_ACT_SAY)
		table_act(&p->table, p->now_ms, truth->act.text, &fault);
}

/* --- the line --- */

static bool is_lost(struct played *p)
{
	return p->message[0] == DGT_MSG_FIELD_UPDATE && p->contest.lose > 0 &&
	       sim_random_below(&p->random, MILLIONTH) < p->contest.lose;
}

/* Whole messages are handed on, some of them never. */
static void hear(struct played *p, uint8_t byte)
{
	p->message[p->len++] = byte;
	if (p->len < 3 || p->len < p->message[1] * 128u + p->message[2])
		return;
	if (is_lost(p))
		p->lost++;
	else
		table_bytes(&p->table, p->now_ms, p->message, p->len);
	p->len = 0;
}

static void listen(struct played *p)
{
	uint8_t bytes[2];
	uint64_t at_us;
	size_t len;

	while ((len = sim_table_say(&p->sim, bytes, &at_us)) > 0) {
		if (p->has_faults && p->is_open)
			table_bytes(&p->table, p->now_ms, bytes, len);
		for (size_t i = 0; !p->has_faults && i < len; i++)
			hear(p, bytes[i]);
	}
}

/* A pulled cable or a lost board is opened again, as a driver would. */
static void mind_the_cable(struct played *p)
{
	bool is_plugged = sim_table_is_plugged(&p->sim);

	if (p->is_open &&
	    (!is_plugged || board_session_state(&p->table.session) == BOARD_ST_LOST)) {
		table_close(&p->table, p->now_ms);
		p->is_open = false;
		p->reopen_ms = p->now_ms + REOPEN_MS;
	}
	if (!p->is_open && is_plugged && p->now_ms >= p->reopen_ms) {
		table_open(&p->table, p->now_ms);
		p->is_open = true;
	}
}

static void step(struct played *p, uint64_t at_ms)
{
	uint8_t bytes[BOARD_OUT_MAX];
	struct sim_truth truth;
	size_t len;

	while (sim_table_step(&p->sim, at_ms, &truth)) {
		p->now_ms = p->sim.now_ms;
		listen(p);
		mind_the_cable(p);
		played_keep(p, &truth);
	}
	p->now_ms = p->sim.now_ms;
	listen(p);
	table_tick(&p->table, p->now_ms);
	while ((len = table_take(&p->table, bytes, sizeof(bytes))) > 0)
		sim_table_hear(&p->sim, bytes, len);
}

/* --- a game --- */

void played_seat(struct played *p, const struct contest *contest)
{
	static struct sim_game game;

	memset(p, 0, sizeof(*p));
	p->contest = *contest;
	p->verdict.laws = contest->laws;
	p->random = sim_random_of(contest->seed, 2);
	for (int kind = 0; kind < SIM_FAULTS; kind++)
		p->has_faults |= contest->faults.chance[kind] > 0;
	sim_table_init(&p->sim, contest_table(contest, &game));
	sim_table_give_game(&p->sim, &game);
}

static void begin(struct played *p)
{
	struct table_config table = {.board.wiring = BOARD_WIRING_SINGLE,
				     .rules = contest_rules(&p->contest)};

	table.start = p->sim.hands.game.start;
	table.has_start = rules_chess960_number(&table.start) < 0; /* else it is recognised */
	table_init(&p->table, &table, played_tell, p);
	table_open(&p->table, 0);
	p->is_open = true;
}

void played_run_telling(struct played *p, const struct contest *contest, table_tell *also,
			void *data)
{
	uint64_t end_ms = UINT64_MAX;

	played_seat(p, contest);
	p->also = also;
	p->data = data;
	begin(p);
	step(p, 0);
	while (p->now_ms < end_ms) {
		uint64_t sim = sim_table_deadline(&p->sim), host = table_deadline(&p->table);
		uint64_t next = sim < host ? sim : host;

		if (!p->is_open && p->reopen_ms > p->now_ms && p->reopen_ms < next)
			next = p->reopen_ms;
		step(p, next > p->now_ms ? next : p->now_ms + 1);
		if (end_ms == UINT64_MAX && sim_table_is_over(&p->sim))
			end_ms = p->now_ms + (p->has_faults ? GAP_MS : AFTER_MS);
	}
	verdict_match(&p->verdict);
}

void played_run(struct played *p, const struct contest *contest)
{
	played_run_telling(p, contest, NULL, NULL);
}
