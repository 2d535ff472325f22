/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/read/read_play.h"

#include <stdio.h>
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/uci.h"
#include "touchmove/read/explain.h"

#define DUMP_MS  3000
#define AFTER_MS 20000
#define PART_MS  100

/* --- what is told --- */

static void show_move(const struct read_play *p, const char *what, const struct read_news *news)
{
	char bytes[RULES_UCI_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_position pos = p->game.start;

	for (size_t i = 0; i + 1 < news->ply && i < p->told; i++)
		rules_apply(&pos, p->read[i], NULL);
	rules_uci_write(&text, &pos, news->move);
	printf("%8lu %s %u %s\n", (unsigned long)news->at_ms, what, news->ply,
	       news->type == READ_NEWS_MOVE ? bytes : "");
}

static void hear_news(struct read_play *p, const struct read_news *news)
{
	if (p->shows)
		show_move(p,
			  (const char *[]){"MOVE", "REVISED", "press", "UNSURE", "sure", "OVER",
					   "set up", "want board"}[news->type],
			  news);
	switch (news->type) {
	case READ_NEWS_MOVE:
		if (news->ply > SIM_PLIES_MAX)
			break;
		if (p->has_result && news->ply > p->made)
			break;
		p->read[news->ply - 1] = news->move;
		p->told_ms[news->ply - 1] = news->at_ms;
		p->rest_ms[news->ply - 1] = news->rest_ms;
		p->told = news->ply;
		break;
	case READ_NEWS_REVISED:
		p->withdrawn += p->told + 1 - news->ply;
		p->told = news->ply - 1u;
		break;
	case READ_NEWS_UNSURE:
		p->unsure++;
		p->was_unsure = true;
		break;
	case READ_NEWS_OVER: p->early_ends += !p->has_result; break;
	case READ_NEWS_PRESS:
	case READ_NEWS_SURE:
	case READ_NEWS_SET_UP:
	case READ_NEWS_WANT_BOARD: break;
	}
}

static void show_readings(const struct read_play *p)
{
	char bytes[4000];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	read_explain(&p->reader, &text);
	printf("%s", bytes);
}

static void hear_list(struct read_play *p)
{
	if (p->shows)
		show_readings(p);
	for (size_t i = 0; i < p->list.count; i++)
		hear_news(p, &p->list.news[i]);
}

/* --- the line --- */

static rules_piece man_of(board_piece piece)
{
	return piece == BOARD_EMPTY ? RULES_NO_PIECE : rules_fen_piece(piece);
}

static void send_board(struct read_play *p, uint64_t at_ms)
{
	rules_piece dump[64];

	for (rules_square square = 0; square < 64; square++)
		dump[square] = man_of(p->sensor.seen.at[square]);
	read_board(&p->reader, dump, at_ms, &p->list);
	hear_list(p);
}

static void send_field(struct read_play *p, const struct dgt_field *field, uint64_t at_ms)
{
	p->events++;
	if (p->is_cut || sim_random_chance(&p->random, p->config.lose))
		return;
	if (p->shows)
		printf("%8lu %c%d %c\n", (unsigned long)at_ms, 'a' + field->square % 8,
		       field->square / 8 + 1, field->piece);
	read_square(&p->reader, field->square, man_of(field->piece), at_ms, (uint32_t)p->events,
		    &p->list);
	hear_list(p);
}

static void mind_the_line(struct read_play *p, uint64_t at_ms)
{
	if (p->is_cut && at_ms >= p->gap_until_ms) {
		p->is_cut = false;
		if (p->shows)
			printf("%8lu line is back\n", (unsigned long)p->gap_until_ms);
		send_board(p, p->gap_until_ms);
		read_clock(&p->reader, p->running, p->gap_until_ms + 300, &p->list);
		hear_list(p);
	}
	if (!p->is_cut && !p->was_cut && p->config.gap_after > 0 &&
	    p->events >= p->config.gap_after) {
		p->was_cut = p->is_cut = true;
		p->gap_until_ms = at_ms + p->config.gap_ms;
		if (p->shows)
			printf("%8lu line is cut\n", (unsigned long)at_ms);
		read_gap(&p->reader, true, at_ms, &p->list);
		hear_list(p);
	}
	if (p->config.lose > 0 && at_ms >= p->dump_ms + DUMP_MS) {
		p->dump_ms = at_ms;
		send_board(p, at_ms);
	}
}

/* A packet carries what a part of a scan has noticed. */
static void flush_packet(struct read_play *p)
{
	for (size_t i = 0; i < p->held_count; i++)
		send_field(p, &p->held[i], p->held_until_ms);
	p->held_count = 0;
}

/* What the sensor notices up to this time. */
static void sense_part(struct read_play *p, uint64_t at_ms)
{
	struct dgt_field field;
	uint64_t ms;

	while (sim_sensor_next(&p->sensor, at_ms, &field, &ms)) {
		if (p->held_count > 0 && ms >= p->held_until_ms)
			flush_packet(p);
		mind_the_line(p, ms);
		if (!p->config.is_bluetooth) {
			send_field(p, &field, ms);
			continue;
		}
		if (p->held_count == 0)
			p->held_until_ms = (ms / 100 + 1) * 100;
		p->held[p->held_count++] = field;
	}
	if (p->held_count > 0 && at_ms >= p->held_until_ms)
		flush_packet(p);
	mind_the_line(p, at_ms);
	p->now_ms = at_ms;
}

/* In small parts: a whole board is sent when it is due. */
static void sense_until(struct read_play *p, uint64_t at_ms)
{
	while (p->now_ms + PART_MS < at_ms)
		sense_part(p, p->now_ms + PART_MS);
	sense_part(p, at_ms);
}

/* --- the hands --- */

static void press(struct read_play *p, const struct sim_act *act)
{
	p->running = (uint8_t)rules_opponent(act->color);
	if (p->made > 0 && p->pressed_ms[p->made - 1] == 0)
		p->pressed_ms[p->made - 1] = act->at_ms;
	if (p->is_cut || p->config.has_no_clock)
		return;
	if (p->shows)
		printf("%8lu press %d\n", (unsigned long)act->at_ms, act->color);
	read_press(&p->reader, act->color, act->at_ms, 0, &p->list);
	hear_list(p);
}

static void tell_clock(struct read_play *p, uint8_t running)
{
	p->running = running;
	if (p->is_cut || p->config.has_no_clock)
		return;
	read_clock(&p->reader, running, p->now_ms, &p->list);
	hear_list(p);
}

static void show_made(const struct read_play *p, uint64_t at_ms)
{
	struct rules_position pos = p->game.start;
	char bytes[RULES_UCI_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	for (size_t i = 0; i + 1 < p->made; i++)
		rules_apply(&pos, p->game.moves[i], NULL);
	rules_uci_write(&text, &pos, p->game.moves[p->made - 1]);
	printf("%8lu made %zu %s\n", (unsigned long)at_ms, p->made, bytes);
}

static void take_act(struct read_play *p, const struct sim_act *act)
{
	sense_until(p, act->at_ms);
	switch (act->type) {
	case SIM_ACT_LIFT: sim_sensor_put(&p->sensor, act->at_ms, act->square, BOARD_EMPTY); break;
	case SIM_ACT_PLACE:
		sim_sensor_put(&p->sensor, act->at_ms, act->square, rules_fen_letter(act->piece));
		break;
	case SIM_ACT_PRESS: press(p, act); break;
	case SIM_ACT_MADE:
		p->made_ms[p->made++] = act->at_ms;
		if (p->shows)
			show_made(p, act->at_ms);
		break;
	case SIM_ACT_STOP_CLOCK: tell_clock(p, READ_NOBODY); break;
	case SIM_ACT_RESULT: p->has_result = true; break;
	case SIM_ACT_SET_CLOCK:
	case SIM_ACT_START_CLOCK:
	case SIM_ACT_SAY:
	case SIM_ACT_FAULT:
	case SIM_ACT_READY:
	case SIM_ACT_VIOLATION: break;
	}
}

static void judge(struct read_play *p)
{
	while (p->right < p->told && p->right < p->made &&
	       p->read[p->right] == p->game.moves[p->right])
		p->right++;
	p->is_wrong = p->right < p->told;
	for (size_t i = 0; i < p->right; i++) {
		if (p->told_ms[i] <= p->made_ms[i])
			continue;
		p->late_sum_ms += p->told_ms[i] - p->made_ms[i];
		p->late_count++;
	}
}

static void set_up(struct read_play *p, const struct read_play_config *config)
{
	struct sim_random random = sim_random_of(config->seed, 1);
	enum sense_transport transport = config->is_bluetooth ? SENSE_BLUETOOTH : SENSE_CABLE;
	struct read_config reading = read_config_of(transport, true, !config->has_no_clock);
	bool shows = p->shows;

	memset(p, 0, sizeof(*p));
	p->shows = shows;
	p->config = *config;
	p->random = sim_random_of(config->seed, 7);
	if (config->is_sharp)
		sim_game_sharp(&random, config->plies, &p->game);
	else
		sim_game_random(&random, config->plies, &p->game);
	sim_hands_init(&p->hands, config->hands);
	sim_sensor_init(&p->sensor, config->scan_ms, sim_random_below(&p->random, config->scan_ms));
	for (rules_square square = 0; square < 64; square++)
		if (p->game.start.at[square] != RULES_NO_PIECE)
			sim_sensor_put(&p->sensor, 0, square,
				       rules_fen_letter(p->game.start.at[square]));
	sim_sensor_look(&p->sensor);
	read_begin(&p->reader, &reading, &p->game.start, 0);
	sim_hands_play(&p->hands, &p->game, 1000);
}

static enum rules_color last_mover(const struct read_play *p)
{
	bool is_whites = (p->game.plies % 2 == 1) == (p->game.start.turn == RULES_WHITE);

	return is_whites ? RULES_WHITE : RULES_BLACK;
}

void read_play_run(struct read_play *p, const struct read_play_config *config)
{
	struct sim_act act;

	set_up(p, config);
	while (sim_hands_next(&p->hands, &act)) {
		take_act(p, &act);
		if (p->made == p->game.plies &&
		    (act.type == SIM_ACT_RESULT ||
		     (act.type == SIM_ACT_PRESS && act.color == last_mover(p))))
			break; /* what they do after the last move is not judged here */
	}
	sense_until(p, p->now_ms + AFTER_MS + config->gap_ms);
	read_tick(&p->reader, p->now_ms, &p->list);
	hear_list(p);
	judge(p);
}
