/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/law/law_words.h"

#define HEARD_MAX      512
#define STEP_MS        300
#define AFTER_PRESS_MS 1000
#define REST_MS        10000

struct law law;
uint64_t now_ms;

static struct touch_reports reports;
static struct touch_report heard[HEARD_MAX];
static size_t heard_count;

static void hear(void)
{
	for (size_t i = 0; i < reports.count; i++) {
		ck_assert_uint_lt(heard_count, HEARD_MAX);
		heard[heard_count++] = reports.report[i];
	}
}

void forget(void)
{
	heard_count = 0;
}

void begin_by(const struct touch_rules *rules, const char *fen)
{
	struct rules_position pos = position(fen);

	now_ms = 0;
	forget();
	law_begin(&law, rules, &pos, 0);
}

void begin(const char *fen)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);

	begin_by(&rules, fen);
}

void step(struct touch_event event)
{
	event.at_ms = now_ms += STEP_MS;
	law_step(&law, &event, &reports);
	hear();
}

void let_pass(uint64_t ms)
{
	now_ms += ms;
	law_step(&law, &(struct touch_event){.type = TOUCH_EV_TICK, .at_ms = now_ms}, &reports);
	hear();
}

void rest(void)
{
	let_pass(REST_MS);
}

void lift(const char *square)
{
	step((struct touch_event){.type = TOUCH_EV_LIFTED, .square = on(square)});
}

void place(const char *square, char piece)
{
	step((struct touch_event){
		.type = TOUCH_EV_PLACED, .square = on(square), .piece = rules_fen_piece(piece)});
}

void press(enum rules_color color)
{
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = (uint8_t)color});
	let_pass(AFTER_PRESS_MS);
}

void play(const char *from, const char *to, char piece)
{
	lift(from);
	place(to, piece);
	press(rules_color_of(rules_fen_piece(piece)));
}

void clock_runs_for(uint8_t color)
{
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = color});
}

bool act(const char *words)
{
	struct touch_event event;

	ck_assert(touch_action_read(&event, rules_slice_of(words), NULL));
	step(event);
	return !reports.refused;
}

void answer(const enum rules_winnable can[2])
{
	law_answer(&law, can, now_ms += STEP_MS, &reports);
	hear();
}

void gap(bool is_blind)
{
	law_gap(&law, is_blind, now_ms, &reports);
	hear();
}

static void see_position(const struct rules_position *pos)
{
	law_board(&law, pos->at, now_ms += STEP_MS, &reports);
	hear();
}

void see_after(const char *moves)
{
	struct rules_position pos = after(RULES_START_FEN, moves);

	see_position(&pos);
}

void see(const char *fen)
{
	struct rules_position pos = position(fen);

	see_position(&pos);
}

size_t said(enum touch_report_type type)
{
	size_t count = 0;

	for (size_t i = 0; i < heard_count; i++)
		count += heard[i].type == type;
	return count;
}

size_t said_in_all(void)
{
	return heard_count;
}

const struct touch_report *last(enum touch_report_type type)
{
	for (size_t i = heard_count; i-- > 0;)
		if (heard[i].type == type)
			return &heard[i];
	ck_abort_msg("nothing of that kind was said");
}

const char *last_san(void)
{
	for (size_t i = heard_count; i-- > 0;)
		if (heard[i].type == TOUCH_REPORT_MOVE || heard[i].type == TOUCH_REPORT_REVISED)
			return heard[i].san;
	return "";
}
