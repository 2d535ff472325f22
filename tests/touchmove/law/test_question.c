/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/law/law_words.h"

/*
 * Can they still mate? What a try leaves open is answered later (Art. 5.2.2, 6.9). A pawn on the
 * last rank is none of chess: whatever is ever found out about locked men, this stays open.
 */
#define WALL "P3k3/8/8/1p1p1p1p/1P1P1P1P/8/8/N3K3 w - - 0 40"

static const enum rules_winnable neither[2] = {RULES_WINNABLE_NO, RULES_WINNABLE_NO};
static const enum rules_winnable black_can[2] = {RULES_WINNABLE_NO, RULES_WINNABLE_YES};
static const enum rules_winnable nobody_knows[2];

static void begin_wall(enum touch_edition edition)
{
	struct touch_rules rules = touch_rules_for(edition, TOUCH_STANDARD, false);

	begin_by(&rules, WALL);
}

static void expect_result(enum rules_result result, const char *article)
{
	ck_assert_int_eq(last(TOUCH_REPORT_RESULT)->result, result);
	ck_assert_str_eq(touch_article(&law.game.rules, last(TOUCH_REPORT_RESULT)->law), article);
	ck_assert_int_eq(law.game.state, TOUCH_ST_ENDED);
	ck_assert(!law.game.question.is_open);
}

START_TEST(art_5_2_2_a_dead_position_found_later_ends_the_game)
{
	begin_wall(TOUCH_LAWS_2023);
	play("e1", "e2", 'K');
	ck_assert(law.game.question.is_open);
	ck_assert_uint_eq(law.game.question.ply, 1);
	ck_assert_uint_eq(law.game.question.winner, TOUCH_BOTH);
	answer(neither);
	expect_result(RULES_DRAWN, "5.2.2");
	ck_assert_int_eq(last(TOUCH_REPORT_RESULT)->reason, TOUCH_REASON_DEAD_POSITION);
}
END_TEST

/* The move that ended the game is completed by that (6.2.1.1). */
START_TEST(art_5_2_2_found_before_the_press_it_completes_the_move)
{
	begin_wall(TOUCH_LAWS_2009);
	lift("e1");
	place("e2", 'K');
	let_pass(2300);
	ck_assert(law.game.question.is_open);
	answer(neither);
	ck_assert_uint_eq(said(TOUCH_REPORT_COMPLETED), 1);
	expect_result(RULES_DRAWN, "5.2b");
}
END_TEST

START_TEST(what_can_still_be_won_or_is_not_known_goes_on)
{
	begin_wall(TOUCH_LAWS_2023);
	play("e1", "e2", 'K');
	forget();
	answer(black_can);
	ck_assert_uint_eq(said_in_all(), 0);
	ck_assert(!law.game.question.is_open);
	play("e8", "e7", 'k');
	ck_assert_uint_eq(law.game.question.number, 2);
	forget();
	answer(nobody_knows);
	ck_assert_uint_eq(said_in_all(), 0);
	ck_assert_int_eq(law.game.state, TOUCH_ST_TO_MOVE);
	forget();
	answer(neither); /* nobody has asked */
	ck_assert_uint_eq(said_in_all(), 0);
}
END_TEST

START_TEST(a_position_that_is_no_longer_there_ends_nothing)
{
	struct touch_question first;

	begin_wall(TOUCH_LAWS_2023);
	play("e1", "e2", 'K');
	first = law.game.question;
	play("e8", "e7", 'k');
	law.game.question = first;
	forget();
	answer(neither);
	ck_assert_uint_eq(said_in_all(), 0);
	ck_assert_int_eq(law.game.state, TOUCH_ST_TO_MOVE);
}
END_TEST

/* 5.2.2: "provided that the move producing this position was in accordance with" Article 4. */
START_TEST(art_5_2_2_a_dead_position_waits_for_the_ruling_on_its_move)
{
	begin_wall(TOUCH_LAWS_2023);
	lift("a1");
	place("a1", 'N');
	now_ms += 2000;
	play("e1", "e2", 'K');
	ck_assert_uint_eq(law.game.finding_count, 1);
	answer(neither);
	ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), 0);
	act("dismiss");
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
		begin_wall(cases[i].edition);
		act("flag white");
		ck_assert_uint_eq(said_in_all(), 0);
		ck_assert(law.game.question.is_open);
		ck_assert_uint_eq(law.game.question.winner, RULES_BLACK);
		act("flag white"); /* once is enough */
		ck_assert_uint_eq(law.game.question.number, 1);
		answer(cases[i].can);
		expect_result(cases[i].result, cases[i].article);
	}
}
END_TEST

START_TEST(art_5_1_2_a_resignation_waits_where_it_may_be_a_draw)
{
	begin_wall(TOUCH_LAWS_2023);
	act("resign black");
	ck_assert(law.game.question.is_open);
	answer(neither);
	expect_result(RULES_DRAWN, "5.1.2");
	begin_wall(TOUCH_LAWS_2009);
	act("resign black");
	expect_result(RULES_WHITE_WINS, "5.1b");
}
END_TEST

START_TEST(the_arbiter_lets_play_go_on_or_decides_himself)
{
	begin_wall(TOUCH_LAWS_2023);
	act("flag white");
	act("resume");
	ck_assert(!law.game.question.is_open);
	forget();
	answer(neither);
	ck_assert_uint_eq(said_in_all(), 0);
	act("flag white");
	act("result 1-0");
	ck_assert(!law.game.question.is_open);
	forget();
	answer(neither);
	ck_assert_uint_eq(said_in_all(), 0);
	ck_assert_int_eq(law.game.result, RULES_WHITE_WINS);
}
END_TEST

START_TEST(an_illegal_move_that_wins_when_claimed_asks_whether_it_was)
{
	static const char *const words[] = {"uphold unclaimed", "uphold claimed"};

	for (int i = 0; i < 2; i++) {
		struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2001, TOUCH_BLITZ, false);

		begin_by(&rules, RULES_START_FEN);
		play("e2", "e5", 'P');
		ck_assert(!act("uphold"));
		ck_assert(act(words[i]));
		ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), (size_t)i);
	}
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
	tcase_add_test(cases, an_illegal_move_that_wins_when_claimed_asks_whether_it_was);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
