/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/played.h"

#include <string.h>

#include "rules-core/uci.h"
#include "simulator/sim_violation.h"

#define PLIES     160
#define THINK_MS  2000
#define AFTER_MS  5000
#define NEAR_MS   8000 /* a finding belongs to a violation so near */
#define MILLIONTH 1000000

/* --- what is read --- */

static void read_move(struct played *p, const struct table_news *news)
{
	if (news->ply == 0 || news->ply > SIM_PLIES_MAX)
		return;
	p->again += news->kind == TABLE_NEWS_REVISED || news->ply <= p->found;
	p->read[news->ply - 1] = news->move;
	p->found = news->ply > p->found ? news->ply : p->found;
	if (news->move == RULES_NO_MOVE && news->kind == TABLE_NEWS_REVISED)
		p->found = news->ply - 1u;
}

static void read_report(struct played *p, const struct table *table, const struct table_news *news)
{
	const struct touch_report *report = news->report;

	p->unsure += report->type == TOUCH_REPORT_UNSURE;
	if (report->type != TOUCH_REPORT_IRREGULARITY || p->finding_count == PLAYED_MAX)
		return;
	p->findings[p->finding_count].at_ms = news->at_ms;
	p->findings[p->finding_count].kind = report->kind;
	p->findings[p->finding_count].article = touch_article(&table->game.rules, report->law);
	p->findings[p->finding_count].color = report->color;
	p->findings[p->finding_count++].ply = (uint16_t)(report->ply + 1);
}

static uint64_t on_news(void *data, const struct table *table, const struct table_news *news)
{
	struct played *p = data;

	if (table->games == 1 &&
	    (news->kind == TABLE_NEWS_MOVE || news->kind == TABLE_NEWS_REVISED))
		read_move(p, news);
	else if (news->kind == TABLE_NEWS_REPORT)
		read_report(p, table, news);
	return 1;
}

/* --- what is done --- */

static void keep_truth(struct played *p, const struct sim_truth *truth)
{
	const struct sim_act *act = &truth->act;

	if (truth->is_fault)
		return;
	if (act->type == SIM_ACT_MADE && p->made < SIM_PLIES_MAX) {
		p->moves[p->made++] = act->move;
	} else if (act->type == SIM_ACT_VIOLATION && p->violation_count < PLAYED_MAX) {
		p->violations[p->violation_count].at_ms = truth->at_ms;
		p->violations[p->violation_count].color = act->color;
		p->violations[p->violation_count++].violation = act->violation;
	}
}

/* --- the line --- */

static bool is_lost(struct played *p)
{
	return p->message[0] == DGT_MSG_FIELD_UPDATE && p->lose > 0 &&
	       sim_random_below(&p->random, MILLIONTH) < p->lose;
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

	while ((len = sim_table_say(&p->sim, bytes, &at_us)) > 0)
		for (size_t i = 0; i < len; i++)
			hear(p, bytes[i]);
}

static void step(struct played *p, uint64_t at_ms)
{
	uint8_t bytes[DGT_OUT_MAX];
	struct sim_truth truth;
	size_t len;

	while (sim_table_step(&p->sim, at_ms, &truth)) {
		p->now_ms = p->sim.now_ms;
		listen(p);
		keep_truth(p, &truth);
	}
	p->now_ms = p->sim.now_ms;
	listen(p);
	table_tick(&p->table, p->now_ms);
	while ((len = table_take(&p->table, bytes, sizeof(bytes))) > 0)
		sim_table_hear(&p->sim, bytes, len);
}

/* --- a game --- */

static void begin(struct played *p, struct played_config config)
{
	struct sim_table_config sim = sim_table_usual(config.seed);
	struct table_config table = {.board.wiring = DGT_WIRING_SINGLE};
	struct sim_random random = sim_random_of(config.seed, 1);
	static struct sim_game game;

	memset(p, 0, sizeof(*p));
	sim.is_patient = true;
	sim.hands.think_ms = THINK_MS;
	if (config.is_careful)
		sim.hands.habits = sim_habits_careful();
	if (config.violation != SIM_VIOLATION_NONE)
		sim.hands.violation[config.violation] = config.violation_chance;
	p->random = sim_random_of(config.seed, 2);
	p->lose = config.lose;
	sim_table_init(&p->sim, sim);
	sim_game_random(&random, PLIES, &game);
	sim_table_give_game(&p->sim, &game);
	table.rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	table_init(&p->table, &table, on_news, p);
	table_open(&p->table, 0);
}

void played_run(struct played *p, struct played_config config)
{
	uint64_t end_ms = UINT64_MAX;

	begin(p, config);
	step(p, 0);
	while (p->now_ms < end_ms) {
		uint64_t sim = sim_table_deadline(&p->sim), host = table_deadline(&p->table);
		uint64_t next = sim < host ? sim : host;

		step(p, next > p->now_ms ? next : p->now_ms + 1);
		if (end_ms == UINT64_MAX && sim_table_is_over(&p->sim))
			end_ms = p->now_ms + AFTER_MS;
	}
}

/* --- how it went --- */

size_t played_right(const struct played *p)
{
	size_t right = 0;

	for (size_t i = 0; i < p->made && i < p->found; i++)
		right += p->moves[i] == p->read[i];
	return right;
}

bool played_ends_right(const struct played *p)
{
	return p->found == p->made && played_right(p) == p->made;
}

static bool fits(const struct played *p, size_t finding, size_t violation)
{
	const struct sim_violation_truth *truth =
		sim_violation_truth(p->violations[violation].violation);
	uint64_t at = p->findings[finding].at_ms, due = p->violations[violation].at_ms;

	return !p->findings[finding].is_due && at + NEAR_MS >= due && at <= due + NEAR_MS &&
	       strcmp(touch_kind_name(p->findings[finding].kind), truth->kind) == 0 &&
	       strcmp(p->findings[finding].article, truth->article[SIM_LAWS_2023]) == 0 &&
	       p->findings[finding].color == (uint8_t)p->violations[violation].color;
}

size_t played_match(struct played *p)
{
	size_t count = 0;

	for (size_t v = 0; v < p->violation_count; v++) {
		for (size_t f = 0; f < p->finding_count && !p->violations[v].is_found; f++) {
			if (fits(p, f, v))
				p->findings[f].is_due = p->violations[v].is_found = true;
		}
		count += p->violations[v].is_found;
	}
	return count;
}

size_t played_accusations(const struct played *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->finding_count; i++)
		count += !p->findings[i].is_due && p->findings[i].kind != TOUCH_KIND_RIGHT_LAPSED;
	return count;
}

static void write_finding(const struct played *p, struct rules_text *out)
{
	for (size_t i = 0; i < p->finding_count; i++) {
		if (p->findings[i].is_due || p->findings[i].kind == TOUCH_KIND_RIGHT_LAPSED)
			continue;
		rules_text_string(out, " accused of ");
		rules_text_string(out, touch_kind_name(p->findings[i].kind));
		rules_text_string(out, " at ply ");
		rules_text_number(out, p->findings[i].ply);
		return;
	}
}

bool played_complain(const struct played *p, struct rules_text *out)
{
	size_t i = 0;

	while (i < p->made && i < p->found && p->moves[i] == p->read[i])
		i++;
	if (i < p->made || p->found > p->made) {
		rules_text_string(out, " read wrong from ply ");
		rules_text_number(out, i + 1);
	}
	if (p->again > 0)
		rules_text_string(out, " told and revised");
	write_finding(p, out);
	for (size_t v = 0; v < p->violation_count; v++) {
		if (p->violations[v].is_found)
			continue;
		rules_text_string(out, " missed ");
		rules_text_string(out, sim_violation_truth(p->violations[v].violation)->name);
		break;
	}
	return out->len > 0;
}
