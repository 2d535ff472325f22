/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/support/words.h"
#include "touchmove/touchmove.h"

/*
 * Can they still mate? What a try leaves open is answered later (Art. 5.2.2, 6.9). A pawn on the
 * last rank is none of chess: whatever is ever found out about locked men, this stays open.
 */
#define WALL "P3k3/8/8/1p1p1p1p/1P1P1P1P/8/8/N3K3 w - - 0 40"

static struct touch_game game;
static struct touch_reports reports;
static uint64_t now_ms;

static const enum rules_winnable neither[2] = {RULES_WINNABLE_NO, RULES_WINNABLE_NO};
static const enum rules_winnable black_can[2] = {RULES_WINNABLE_NO, RULES_WINNABLE_YES};
static const enum rules_winnable nobody_knows[2];

static void begin(enum touch_edition edition, enum touch_mode mode)
{
	struct touch_rules rules = touch_rules_for(edition, mode, false);
	struct rules_position pos = position(WALL);

	now_ms = 0;
	touch_game_begin(&game, &rules, &pos, 0);
}

static void step(struct touch_event event)
{
	event.at_ms = now_ms += 300;
	touch_step(&game, &event, &reports);
}

static void act(enum touch_action action, enum rules_color color)
{
	step((struct touch_event){
		.type = TOUCH_EV_ARBITER, .action = (uint8_t)action, .color = (uint8_t)color});
}

static void lift(const char *square)
{
	step((struct touch_event){.type = TOUCH_EV_LIFTED, .square = on(square)});
}

static void place(const char *square, char piece)
{
	step((struct touch_event){
		.type = TOUCH_EV_PLACED, .square = on(square), .piece = rules_fen_piece(piece)});
}

static void press(enum rules_color color)
{
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = (uint8_t)color});
}

static void play(const char *from, const char *to, char piece, enum rules_color color)
{
	lift(from);
	place(to, piece);
	press(color);
}

static void answer(const enum rules_winnable can[2])
{
	touch_answer(&game, can, now_ms += 50, &reports);
}

static const struct touch_report *said(enum touch_report_type type)
{
	for (size_t i = 0; i < reports.count; i++)
		if (reports.report[i].type == type)
			return &reports.report[i];
	return NULL;
}

static void expect_result(enum rules_result result, const char *article)
{
	const struct touch_report *report = said(TOUCH_REPORT_RESULT);

	ck_assert_ptr_nonnull(report);
	ck_assert_int_eq(report->result, result);
	ck_assert_str_eq(touch_article(&game.rules, report->law), article);
	ck_assert_int_eq(game.state, TOUCH_ST_ENDED);
	ck_assert(!game.question.is_open);
}

START_TEST(art_5_2_2_a_dead_position_found_later_ends_the_game)
{
	begin(TOUCH_LAWS_2023, TOUCH_STANDARD);
	play("e1", "e2", 'K', RULES_WHITE);
	ck_assert(game.question.is_open);
	ck_assert_uint_eq(game.question.ply, 1);
	ck_assert_uint_eq(game.question.winner, TOUCH_BOTH);
	answer(neither);
	expect_result(RULES_DRAWN, "5.2.2");
	ck_assert_int_eq(said(TOUCH_REPORT_RESULT)->reason, TOUCH_REASON_DEAD_POSITION);
}
END_TEST

/* The move that ended the game is completed by that (6.2.1.1). */
START_TEST(art_5_2_2_found_before_the_press_it_completes_the_move)
{
	begin(TOUCH_LAWS_2009, TOUCH_STANDARD);
	lift("e1");
	place("e2", 'K');
	now_ms += 2000;
	step((struct touch_event){.type = TOUCH_EV_TICK});
	ck_assert(game.question.is_open);
	answer(neither);
	ck_assert_ptr_nonnull(said(TOUCH_REPORT_COMPLETED));
	expect_result(RULES_DRAWN, "5.2b");
}
END_TEST

START_TEST(what_can_still_be_won_or_is_not_known_goes_on)
{
	begin(TOUCH_LAWS_2023, TOUCH_STANDARD);
	play("e1", "e2", 'K', RULES_WHITE);
	answer(black_can);
	ck_assert_uint_eq(reports.count, 0);
	ck_assert(!game.question.is_open);
	play("e8", "e7", 'k', RULES_BLACK);
	ck_assert_uint_eq(game.question.number, 2);
	answer(nobody_knows);
	ck_assert_uint_eq(reports.count, 0);
	ck_assert_int_eq(game.state, TOUCH_ST_TO_MOVE);
	answer(neither); /* nobody has asked */
	ck_assert_uint_eq(reports.count, 0);
}
END_TEST

START_TEST(a_position_that_is_no_longer_there_ends_nothing)
{
	struct touch_question first;

	begin(TOUCH_LAWS_2023, TOUCH_STANDARD);
	play("e1", "e2", 'K', RULES_WHITE);
	first = game.question;
	play("e8", "e7", 'k', RULES_BLACK);
	game.question = first;
	answer(neither);
	ck_assert_uint_eq(reports.count, 0);
	ck_assert_int_eq(game.state, TOUCH_ST_TO_MOVE);
}
END_TEST

/* 5.2.2: "provided that the move producing this position was in accordance with" Article 4. */
START_TEST(art_5_2_2_a_dead_position_waits_for_the_ruling_on_its_move)
{
	begin(TOUCH_LAWS_2023, TOUCH_STANDARD);
	lift("a1");
	place("a1", 'N');
	now_ms += 2000;
	play("e1", "e2", 'K', RULES_WHITE);
	ck_assert_uint_eq(game.finding_count, 1);
	answer(neither);
	ck_assert_ptr_null(said(TOUCH_REPORT_RESULT));
	act(TOUCH_ACT_DISMISS, RULES_WHITE);
	expect_result(RULES_DRAWN, "5.2.2");
}
END_TEST

START_TEST(art_6_9_a_flag_waits_for_the_answer)
{
	static const struct {
		const enum rules_winnable *can;
		const char *article;
		enum touch_edition edition;
		enum rules_result result;
	} cases[] = {{neither, "6.9", TOUCH_LAWS_2023, RULES_DRAWN},
		     {black_can, "6.9", TOUCH_LAWS_2023, RULES_BLACK_WINS},
		     {nobody_knows, "6.9", TOUCH_LAWS_2023, RULES_BLACK_WINS},
		     {neither, "6.9", TOUCH_LAWS_2009, RULES_DRAWN},
		     {neither, "6.10", TOUCH_LAWS_2001, RULES_DRAWN}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin(cases[i].edition, TOUCH_STANDARD);
		act(TOUCH_ACT_FLAG, RULES_WHITE);
		ck_assert_uint_eq(reports.count, 0);
		ck_assert(game.question.is_open);
		ck_assert_uint_eq(game.question.winner, RULES_BLACK);
		act(TOUCH_ACT_FLAG, RULES_WHITE); /* once is enough */
		ck_assert_uint_eq(game.question.number, 1);
		answer(cases[i].can);
		expect_result(cases[i].result, cases[i].article);
	}
}
END_TEST

START_TEST(art_5_1_2_a_resignation_waits_where_it_may_be_a_draw)
{
	begin(TOUCH_LAWS_2023, TOUCH_STANDARD);
	act(TOUCH_ACT_RESIGN, RULES_BLACK);
	ck_assert(game.question.is_open);
	answer(neither);
	expect_result(RULES_DRAWN, "5.1.2");
	begin(TOUCH_LAWS_2009, TOUCH_STANDARD);
	act(TOUCH_ACT_RESIGN, RULES_BLACK);
	expect_result(RULES_WHITE_WINS, "5.1b");
}
END_TEST

START_TEST(the_arbiter_lets_play_go_on_or_decides_himself)
{
	begin(TOUCH_LAWS_2023, TOUCH_STANDARD);
	act(TOUCH_ACT_FLAG, RULES_WHITE);
	act(TOUCH_ACT_RESUME, RULES_WHITE);
	ck_assert(!game.question.is_open);
	answer(neither);
	ck_assert_uint_eq(reports.count, 0);
	act(TOUCH_ACT_FLAG, RULES_WHITE);
	step((struct touch_event){
		.type = TOUCH_EV_ARBITER, .action = TOUCH_ACT_RESULT, .detail = RULES_WHITE_WINS});
	ck_assert(!game.question.is_open);
	answer(neither);
	ck_assert_uint_eq(reports.count, 0);
	ck_assert_int_eq(game.result, RULES_WHITE_WINS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("question");
	TCase *cases = tcase_create("question");

	tcase_add_test(cases, art_5_2_2_a_dead_position_found_later_ends_the_game);
	tcase_add_test(cases, art_5_2_2_found_before_the_press_it_completes_the_move);
	tcase_add_test(cases, what_can_still_be_won_or_is_not_known_goes_on);
	tcase_add_test(cases, a_position_that_is_no_longer_there_ends_nothing);
	tcase_add_test(cases, art_5_2_2_a_dead_position_waits_for_the_ruling_on_its_move);
	tcase_add_test(cases, art_6_9_a_flag_waits_for_the_answer);
	tcase_add_test(cases, art_5_1_2_a_resignation_waits_where_it_may_be_a_draw);
	tcase_add_test(cases, the_arbiter_lets_play_go_on_or_decides_himself);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
