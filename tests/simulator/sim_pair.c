/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/simulator/sim_pair.h"

#include <string.h>

void pair_begin(struct pair *p, struct sim_table_config config, struct board_config host)
{
	memset(p, 0, sizeof(*p));
	sim_table_init(&p->table, config);
	dgt_session_init(&p->session, host);
	p->shadow = p->table.board.sensor;
}

static void take_events(struct pair *p)
{
	struct board_event event;

	while (dgt_session_next(&p->session, &event))
		if (p->event_count < PAIR_EVENTS_MAX)
			p->events[p->event_count++] = event;
}

/* The session hears what the board has said by now. */
static void listen(struct pair *p)
{
	uint8_t bytes[2];
	uint64_t at_us;
	size_t len;

	while ((len = sim_table_say(&p->table, bytes, &at_us)) > 0) {
		size_t used = 0;

		while (p->is_open && used < len) {
			used += dgt_session_feed(&p->session, p->now_ms, bytes + used, len - used);
			take_events(p);
		}
	}
}

static void speak(struct pair *p)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len;

	dgt_session_tick(&p->session, p->now_ms);
	take_events(p);
	while ((len = dgt_session_take(&p->session, bytes, sizeof(bytes))) > 0)
		sim_table_hear(&p->table, bytes, len);
}

static void mind_the_cable(struct pair *p)
{
	bool is_plugged = sim_table_is_plugged(&p->table);

	if (p->is_open && (!is_plugged || p->session.state == DGT_ST_LOST)) {
		dgt_session_close(&p->session, p->now_ms);
		take_events(p);
		p->is_open = false;
		p->reopen_ms = p->now_ms + PAIR_REOPEN_MS;
	}
	if (!p->is_open && is_plugged && p->now_ms >= p->reopen_ms) {
		dgt_session_open(&p->session, p->now_ms);
		p->is_open = true;
	}
}

/* --- the shadow --- */

static void look(struct pair *p, uint64_t until_ms)
{
	struct dgt_field change;
	uint64_t at_ms;

	while (sim_sensor_next(&p->shadow, until_ms, &change, &at_ms))
		if (p->seen_count < PAIR_EVENTS_MAX)
			p->seen[p->seen_count++] = change;
}

static void shadow_act(struct pair *p, const struct sim_truth *truth)
{
	const struct sim_act *act = &truth->act;
	board_square square = sim_table_square(&p->table, act->square & 63);

	look(p, truth->at_ms);
	if (act->type == SIM_ACT_LIFT)
		sim_sensor_put(&p->shadow, truth->at_ms, square, BOARD_EMPTY);
	else if (act->type == SIM_ACT_PLACE)
		sim_sensor_put(&p->shadow, truth->at_ms, square, rules_fen_letter(act->piece));
	else if (act->type == SIM_ACT_READY && p->made == 0)
		sim_sensor_look(&p->shadow);
	else if (act->type == SIM_ACT_PRESS && p->press_count < PAIR_EVENTS_MAX)
		p->presses[p->press_count++] = sim_table_side(&p->table, act->color);
	p->made += act->type == SIM_ACT_MADE;
}

/* --- time --- */

static void step(struct pair *p, uint64_t at_ms)
{
	struct sim_truth truth;
	bool is_more;

	do {
		is_more = sim_table_step(&p->table, at_ms, &truth);
		p->now_ms = p->table.now_ms;
		listen(p);
		mind_the_cable(p);
		if (is_more && truth.is_fault)
			p->faults++;
		else if (is_more)
			shadow_act(p, &truth);
	} while (is_more);
	look(p, p->now_ms);
	speak(p);
}

bool pair_run(struct pair *p, uint64_t until_ms)
{
	while (p->now_ms < until_ms) {
		uint64_t next = sim_table_deadline(&p->table);
		uint64_t host = dgt_session_deadline(&p->session);

		next = host < next ? host : next;
		if (!p->is_open && p->reopen_ms > p->now_ms && p->reopen_ms < next)
			next = p->reopen_ms;
		next = next > until_ms ? until_ms : next;
		step(p, next > p->now_ms ? next : p->now_ms + 1);
		if (sim_table_is_over(&p->table))
			return false;
	}
	return true;
}

void pair_freeze(struct pair *p)
{
	p->table.delay_ms = SIM_NEVER;
	p->table.board.was_asked = false;
	p->table.config.is_patient = true;
}
