/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/seat.h"

#include <inttypes.h>
#include <string.h>

/*
 * What takes longer to find out is an input: told as asked, then as answered. A pawn on the last
 * rank is none of chess, so the try leaves the position open whatever it learns.
 */
#define WALL  "P3k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0 40"
#define AFTER "P3k3/8/8/1p1p1p1p/1P1P1P1P/8/4K3/8 b - - 1 40"

static void begin(enum touch_edition edition)
{
	desk_begin((struct desk_config){.edition = edition, .fen = WALL});
	desk_start();
}

/* The question as its answer is written by who has found it. */
static void write(char *ret, size_t size, enum rules_winnable white, enum rules_winnable black)
{
	enum rules_winnable can[2] = {white, black};
	struct rules_helpmate line = {0};
	struct rules_text text = rules_text_in(ret, size);

	ck_assert_ptr_nonnull(table_question(desk_table()));
	table_answer_write(&text, table_question(desk_table()), can, &line);
}

START_TEST(art_5_2_2_asked_answered_and_ended)
{
	char words[300];

	begin(TOUCH_LAWS_2023);
	desk_play("e1e2");
	expect_told("winnable",
		    "\"state\":\"asked\",\"color\":\"both\",\"ply\":1,\"fen\":\"" AFTER
		    "\",\"reason\":\"dead-position\",\"article\":\"5.2.2\",\"white\":null");
	desk_wait(5);
	expect_told("winnable", ""); /* once */
	desk_forget();
	write(words, sizeof(words), RULES_WINNABLE_NO, RULES_WINNABLE_NO);
	ck_assert_str_eq(words, "ply 1 white no black no fen " AFTER " line");
	ck_assert(desk_answer(words));
	expect_told("winnable", "\"state\":\"answered\"");
	expect_told("winnable", "\"white\":\"no\",\"black\":\"no\",\"dead\":true,\"line\":null,"
				"\"late\":false");
	expect_told("result", "\"reason\":\"dead-position\",\"article\":\"5.2.2\",\"by\":\"law\"");
	ck_assert_ptr_null(table_question(desk_table()));
	desk_forget();
	ck_assert(desk_answer(words)); /* doubled, it ends nothing twice */
	expect_told("winnable", "\"late\":true");
	expect_untold("result", "");
}
END_TEST

START_TEST(an_answer_after_another_move_is_only_told)
{
	char words[300];

	begin(TOUCH_LAWS_2023);
	desk_play("e1e2");
	write(words, sizeof(words), RULES_WINNABLE_NO, RULES_WINNABLE_NO);
	desk_play("e8e7");
	desk_forget();
	ck_assert(desk_answer(words));
	expect_told("winnable", "\"ply\":1,");
	expect_told("winnable", "\"reason\":null,\"article\":null");
	expect_told("winnable", "\"dead\":true,\"line\":null,\"late\":true");
	expect_untold("result", "");
	expect_untold("revised", "");
	ck_assert_uint_eq(table_question(desk_table())->ply, 2); /* is still to be answered */
}
END_TEST

START_TEST(a_helpmate_is_told_move_by_move)
{
	begin(TOUCH_LAWS_2009);
	desk_play("e1e2");
	desk_forget();
	ck_assert(desk_answer("ply 1 white yes black unknown fen " AFTER " line e8d7 e2d3"));
	expect_told("winnable", "\"article\":\"5.2b\",\"white\":\"yes\",\"black\":\"unknown\","
				"\"dead\":false,\"line\":[\"e8d7\",\"e2d3\"],\"late\":false");
	expect_untold("result", "");
}
END_TEST

START_TEST(art_6_9_a_flag_is_a_result_when_it_is_answered)
{
	char words[300];

	begin(TOUCH_LAWS_2023);
	desk_play("e1e2");
	desk_forget();
	desk_flag(RULES_BLACK, true, 0);
	expect_told("clock", "\"state\":\"flag\"");
	expect_told("winnable", "\"color\":\"white\"");
	expect_told("winnable", "\"reason\":\"time\",\"article\":\"6.9\"");
	expect_untold("result", "");
	write(words, sizeof(words), RULES_WINNABLE_NO, RULES_WINNABLE_UNKNOWN);
	ck_assert_str_eq(words, "ply 1 white no black - fen " AFTER " line");
	ck_assert(desk_answer(words));
	expect_told("winnable", "\"white\":\"no\",\"black\":null,\"dead\":null");
	expect_told("result", "\"result\":\"1/2-1/2\",\"reason\":\"time\",\"article\":\"6.9\"");
}
END_TEST

/* What is computed again takes the answer from where it is written. */
START_TEST(what_is_undone_keeps_the_answer)
{
	char words[300], action[40];
	uint64_t decision;

	begin(TOUCH_LAWS_2023);
	desk_play("e1e2");
	decision = desk_act("note looks dead");
	write(words, sizeof(words), RULES_WINNABLE_NO, RULES_WINNABLE_NO);
	ck_assert(desk_answer(words));
	expect_told("result", "dead-position");
	desk_forget();
	snprintf(action, sizeof(action), "undo %" PRIu64, decision);
	ck_assert_uint_gt(desk_act(action), 0);
	expect_untold("result", "");
	expect_untold("winnable", "");
}
END_TEST

/* Without the result that was set meanwhile the question is open, as it was told. */
START_TEST(a_result_undone_opens_the_question)
{
	char words[300], action[40];
	uint64_t decision;

	begin(TOUCH_LAWS_2023);
	desk_play("e1e2");
	decision = desk_act("result 1-0 penalty");
	ck_assert_ptr_null(table_question(desk_table()));
	desk_forget();
	snprintf(action, sizeof(action), "undo %" PRIu64, decision);
	desk_act(action);
	expect_told("result", "withdrawn");
	expect_untold("winnable", "");
	write(words, sizeof(words), RULES_WINNABLE_NO, RULES_WINNABLE_NO);
	ck_assert(desk_answer(words));
	expect_told("result", "dead-position");
}
END_TEST

START_TEST(what_is_no_answer_changes_nothing)
{
	static const char *const bad[] = {
		"",
		"ply 1",
		("ply x white no black no fen " AFTER " line"),
		("ply 123456 white no black no fen " AFTER " line"),
		("ply 1 white perhaps black no fen " AFTER " line"),
		("ply 1 black no white no fen " AFTER " line"),
		("ply 1 white no black no fen " AFTER),
		"ply 1 white no black no fen line",
		"ply 1 white no black no",
	};

	begin(TOUCH_LAWS_2023);
	desk_play("e1e2");
	desk_forget();
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!desk_answer(bad[i]), "%s", bad[i]);
	ck_assert_str_eq(desk_refusal(), "this is no answer");
	expect_untold("winnable", "");
	/* Nor does one of another position, or about other players. */
	ck_assert(desk_answer("ply 1 white no black no fen " WALL " line"));
	ck_assert(desk_answer("ply 1 white no black - fen " AFTER " line"));
	expect_untold("winnable", "\"late\":false");
	expect_untold("result", "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("answer");
	TCase *cases = tcase_create("answer");

	tcase_add_test(cases, art_5_2_2_asked_answered_and_ended);
	tcase_add_test(cases, an_answer_after_another_move_is_only_told);
	tcase_add_test(cases, a_helpmate_is_told_move_by_move);
	tcase_add_test(cases, art_6_9_a_flag_is_a_result_when_it_is_answered);
	tcase_add_test(cases, what_is_undone_keeps_the_answer);
	tcase_add_test(cases, a_result_undone_opens_the_question);
	tcase_add_test(cases, what_is_no_answer_changes_nothing);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
