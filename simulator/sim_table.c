/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_table.h"

#include <string.h>

#define SIT_DOWN_MS 1500  /* between the host's first question and play */
#define LISTEN_MS   25000 /* the same, where it asks others first and only listens to us */

struct sim_table_config sim_table_usual(uint64_t seed)
{
	return (struct sim_table_config){
		.board = sim_board_usual(seed),
		.hands = sim_hands_usual(seed),
		.is_self_powered = true,
	};
}

void sim_table_init(struct sim_table *t, struct sim_table_config config)
{
	memset(t, 0, sizeof(*t));
	config.board.wrong_code = config.faults.chance[SIM_FAULT_CODE];
	t->config = config;
	sim_board_init(&t->board, config.board);
	sim_fault_init(&t->fault, config.faults, config.hands.seed);
	sim_hands_init(&t->hands, config.hands);
	t->delay_ms = config.is_patient ? SIM_NEVER : 0;
}

void sim_table_give_game(struct sim_table *t, const struct sim_game *game)
{
	/* The hands' own time: they do not know how long they waited for a host. */
	uint64_t at_ms = t->delay_ms == SIM_NEVER ? 0 : t->now_ms - t->delay_ms;

	sim_hands_play(&t->hands, game, at_ms);
}

void sim_table_give_script(struct sim_table *t, const struct sim_script *script)
{
	t->script = *script;
	t->is_scripted = true;
}

bool sim_table_is_plugged(const struct sim_table *t)
{
	return !sim_fault_is_on(&t->fault, SIM_FAULT_UNPLUG);
}

board_square sim_table_square(const struct sim_table *t, rules_square square)
{
	return t->config.is_rotated ? (board_square)(63 - square) : square;
}

enum board_side sim_table_side(const struct sim_table *t, enum rules_color color)
{
	return (color == RULES_WHITE) == !t->config.is_rotated ? BOARD_LEFT : BOARD_RIGHT;
}

/* --- what comes next --- */

/* A script begins as a game does: men, clock, and a moment to sit down. */
static bool next_of_script(struct sim_table *t, struct sim_act *ret)
{
	const struct rules_position *start = &t->script.start;

	*ret = (struct sim_act){.color = (enum rules_color)start->turn};
	while (t->opening < 64) {
		rules_square square = (rules_square)t->opening++;

		if (start->at[square] == RULES_NO_PIECE)
			continue;
		ret->type = SIM_ACT_PLACE;
		ret->square = square;
		ret->piece = start->at[square];
		return true;
	}
	switch (t->opening++) {
	case 64: ret->type = SIM_ACT_SET_CLOCK; return true;
	case 65: ret->type = SIM_ACT_READY; return true;
	case 66:
		ret->type = SIM_ACT_START_CLOCK;
		ret->at_ms = t->script.at_ms = 1000;
		return true;
	default: return sim_script_next(&t->script, ret);
	}
}

static bool peek(struct sim_table *t)
{
	if (!t->has_act)
		t->has_act = t->is_scripted ? next_of_script(t, &t->act)
					    : sim_hands_next(&t->hands, &t->act);
	return t->has_act;
}

/* When the next act is done, on the table's clock. */
static uint64_t act_ms(struct sim_table *t)
{
	if (!peek(t))
		return SIM_NEVER;
	if (t->delay_ms != SIM_NEVER)
		return t->act.at_ms + t->delay_ms;
	if (!t->is_started)
		return t->act.at_ms; /* setting up the first game */
	return SIM_NEVER;            /* nobody has come yet */
}

bool sim_table_is_over(struct sim_table *t)
{
	return !peek(t);
}

uint64_t sim_table_deadline(struct sim_table *t)
{
	uint64_t at = act_ms(t);
	uint64_t fault = sim_fault_deadline(&t->fault);
	uint64_t board = sim_board_deadline(&t->board);

	if (t->board.lights != t->lights)
		return t->now_ms;
	at = fault < at ? fault : at;
	return board < at ? board : at;
}

/* --- what it does --- */

static bool has_power(const struct sim_table *t)
{
	if (sim_fault_is_on(&t->fault, SIM_FAULT_POWER))
		return false;
	return t->config.is_self_powered || sim_table_is_plugged(t);
}

static board_piece letter_of(rules_piece piece)
{
	return piece == RULES_NO_PIECE ? BOARD_EMPTY : rules_fen_letter(piece);
}

static void put(struct sim_table *t, const struct sim_act *act, board_piece piece)
{
	sim_board_put(&t->board, t->now_ms, sim_table_square(t, act->square), piece);
}

static void handle_clock(struct sim_table *t, const struct sim_act *act)
{
	enum board_side side = sim_table_side(t, act->color);

	if (t->config.has_no_clock)
		return;
	if (act->type == SIM_ACT_PRESS)
		sim_board_press(&t->board, t->now_ms, side);
	else if (act->type == SIM_ACT_SET_CLOCK)
		sim_board_set_clock(&t->board, t->now_ms, t->config.hands.time_ms,
				    t->config.hands.increment_ms, side);
	else
		sim_board_run_clock(&t->board, t->now_ms, act->type == SIM_ACT_START_CLOCK);
}

static void perform(struct sim_table *t, const struct sim_act *act)
{
	switch (act->type) {
	case SIM_ACT_LIFT: put(t, act, BOARD_EMPTY); break;
	case SIM_ACT_PLACE: put(t, act, letter_of(act->piece)); break;
	case SIM_ACT_PRESS:
	case SIM_ACT_SET_CLOCK:
	case SIM_ACT_START_CLOCK:
	case SIM_ACT_STOP_CLOCK: handle_clock(t, act); break;
	case SIM_ACT_READY:
		if (!t->is_started)
			sim_board_power(&t->board, t->now_ms, has_power(t));
		t->is_started = true;
		t->pos = t->is_scripted ? t->script.start : t->hands.game.start;
		break;
	case SIM_ACT_FAULT:
		sim_fault_begin(&t->fault, act->fault, t->now_ms, act->length_ms);
		sim_board_power(&t->board, t->now_ms, has_power(t));
		break;
	case SIM_ACT_SAY:
	case SIM_ACT_MADE:
	case SIM_ACT_VIOLATION:
	case SIM_ACT_RESULT: break;
	}
}

static void act(struct sim_table *t, struct sim_truth *ret)
{
	t->has_act = false;
	perform(t, &t->act);
	*ret = (struct sim_truth){.at_ms = t->now_ms, .act = t->act, .pos = t->pos};
	if (t->act.type != SIM_ACT_MADE)
		return;
	if (t->act.move == RULES_NO_MOVE)
		t->pos.turn = (uint8_t)rules_opponent((enum rules_color)t->pos.turn);
	else
		rules_apply(&t->pos, t->act.move, NULL);
}

static void fail(struct sim_table *t, const struct sim_fault_event *event, struct sim_truth *ret)
{
	if (t->is_started)
		sim_board_power(&t->board, t->now_ms, has_power(t));
	if (event->kind == SIM_FAULT_BUS)
		sim_board_fall_to_bus(&t->board, t->now_ms);
	*ret = (struct sim_truth){.at_ms = t->now_ms, .is_fault = true, .fault = *event};
}

static void advance(struct sim_table *t, uint64_t at_ms)
{
	if (at_ms > t->now_ms)
		t->now_ms = at_ms;
	sim_board_tick(&t->board, t->now_ms);
	if (t->delay_ms == SIM_NEVER && t->board.was_asked)
		t->delay_ms =
			t->now_ms + (sim_board_is_listened_to(&t->board) ? LISTEN_MS : SIT_DOWN_MS);
}

/* What shines on the board, by the players' squares. */
static bool tell_lights(struct sim_table *t, struct sim_truth *ret)
{
	if (t->board.lights == t->lights)
		return false;
	t->lights = t->board.lights;
	*ret = (struct sim_truth){.at_ms = t->now_ms, .is_lights = true};
	for (rules_square square = 0; square < 64; square++)
		if ((t->lights >> sim_table_square(t, square) & 1) != 0)
			ret->lights |= (uint64_t)1 << square;
	return true;
}

bool sim_table_step(struct sim_table *t, uint64_t at_ms, struct sim_truth *ret_truth)
{
	struct sim_fault_event event;
	uint64_t due = act_ms(t);

	if (sim_fault_deadline(&t->fault) < due &&
	    sim_fault_next(&t->fault, at_ms < due ? at_ms : due, &event)) {
		advance(t, event.at_ms);
		fail(t, &event, ret_truth);
		return true;
	}
	if (due > at_ms) {
		advance(t, at_ms);
		return tell_lights(t, ret_truth);
	}
	advance(t, due);
	act(t, ret_truth);
	return true;
}

void sim_table_hear(struct sim_table *t, const uint8_t *bytes, size_t len)
{
	if (!sim_table_is_plugged(t) || sim_fault_is_on(&t->fault, SIM_FAULT_SILENCE))
		return;
	for (size_t i = 0; i < len; i++) {
		uint8_t left[2];
		size_t count = sim_fault_byte(&t->fault, bytes[i], left);

		sim_board_hear(&t->board, t->now_ms, left, count);
	}
}

size_t sim_table_say(struct sim_table *t, uint8_t ret_bytes[2], uint64_t *ret_us)
{
	uint8_t byte;

	while (sim_board_say(&t->board, &byte, ret_us)) {
		size_t count;

		if (!sim_table_is_plugged(t) || sim_fault_is_on(&t->fault, SIM_FAULT_SILENCE))
			continue;
		count = sim_fault_byte(&t->fault, byte, ret_bytes);
		if (count > 0)
			return count;
	}
	return 0;
}
