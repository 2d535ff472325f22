/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/law/law_words.h"

/* Not all was seen: a later board tells what was played, or the arbiter is asked. */

/* The board after these moves, with a man in somebody's hand. */
static void see_without(const char *moves, const char *square)
{
	struct rules_position pos = after(RULES_START_FEN, moves);

	rules_position_put(&pos, on(square), RULES_NO_PIECE);
	see(fen_of(&pos));
}

static void expect_accused(size_t count)
{
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), count);
}

START_TEST(a_move_whose_place_was_lost_is_inferred_and_completed)
{
	begin(RULES_START_FEN);
	lift("e2");
	press(RULES_WHITE);
	see_after("e2e4");
	rest();
	ck_assert_str_eq(last_san(), "e4");
	ck_assert_uint_eq(said(TOUCH_REPORT_COMPLETED), 1);
	ck_assert_uint_eq(law.game.plies, 1);
	expect_accused(0);
}
END_TEST

START_TEST(a_dump_while_a_man_is_in_the_hand_is_nobodys_doubt)
{
	begin(RULES_START_FEN);
	see_without("", "g1"); /* the lift was lost */
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_UNSURE), 0);
	place("f3", 'N');
	press(RULES_WHITE);
	ck_assert_str_eq(last_san(), "Nf3");
	ck_assert_uint_eq(said(TOUCH_REPORT_COMPLETED), 1);
	expect_accused(0);
}
END_TEST

START_TEST(no_long_line_explains_a_board_while_somebody_may_hold_a_man)
{
	begin(RULES_START_FEN);
	see_without("e2e4", "d7");
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 0);
	place("d5", 'p');
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 2);
	ck_assert_str_eq(last_san(), "d5");
}
END_TEST

START_TEST(a_reading_that_the_next_board_contradicts_is_revised)
{
	begin(RULES_START_FEN);
	lift("d2");
	place("d3", 'P');
	press(RULES_WHITE);
	ck_assert_str_eq(last_san(), "d3");
	see_after("d2d4");
	rest();
	ck_assert_str_eq(last_san(), "d4");
	ck_assert_uint_eq(said(TOUCH_REPORT_REVISED), 1);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 1);
	ck_assert_uint_eq(law.game.plies, 1);
	expect_accused(0);
}
END_TEST

START_TEST(several_lines_are_asked_about_once_when_the_board_is_at_rest)
{
	const struct touch_unsure *asked;

	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	ck_assert_uint_eq(said(TOUCH_REPORT_UNSURE), 0);
	ck_assert_ptr_null(law_unsure_of(&law));
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_UNSURE), 1);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 0);
	asked = law_unsure_of(&law);
	ck_assert_ptr_nonnull(asked);
	ck_assert_uint_eq(asked->ply, 1);
	ck_assert_uint_ge(asked->count, 2); /* e4 e5 d4, or d4 e5 e4 */
	ck_assert_uint_eq(asked->line[0].count, 3);
}
END_TEST

START_TEST(the_arbiter_chooses_one_of_the_lines_and_play_goes_on)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	rest();
	ck_assert(!act("choose 9"));
	ck_assert(!act("choose 0"));
	ck_assert(act("choose 1"));
	ck_assert_uint_eq(said(TOUCH_REPORT_REVISED), 3);
	ck_assert_uint_eq(law.game.plies, 3);
	ck_assert_ptr_null(law_unsure_of(&law));
	ck_assert(!act("choose 1"));
	play("g8", "f6", 'n');
	ck_assert_str_eq(last_san(), "Nf6");
	expect_accused(0);
}
END_TEST

START_TEST(what_was_played_since_the_question_follows_the_choice)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	rest();
	lift("g8");
	place("f6", 'n');
	rest();
	ck_assert(act("choose 1"));
	press(RULES_BLACK);
	rest();
	ck_assert_str_eq(last_san(), "Nf6");
	ck_assert_uint_eq(law.game.plies, 4);
	expect_accused(0);
}
END_TEST

START_TEST(there_may_be_no_line_at_all)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6");
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_UNSURE), 1);
	ck_assert(!act("choose 9"));
	ck_assert(act("resume")); /* the board as it is */
	ck_assert_ptr_null(law_unsure_of(&law));
	expect_accused(0);
}
END_TEST

START_TEST(after_a_gap_nothing_is_raised_in_that_turn)
{
	begin(RULES_START_FEN);
	lift("b1");
	gap(false);
	place("b1", 'N');
	play("e2", "e4", 'P');
	ck_assert_str_eq(last_san(), "e4");
	expect_accused(0);
}
END_TEST

START_TEST(a_press_that_nothing_explains_after_a_gap_is_no_offence)
{
	begin(RULES_START_FEN);
	gap(false);
	press(RULES_WHITE);
	rest();
	expect_accused(0);
	see_after("e2e4");
	rest();
	ck_assert_str_eq(last_san(), "e4");
	expect_accused(0);
}
END_TEST

START_TEST(after_a_blind_gap_the_running_clock_tells_whose_move_it_is)
{
	begin(RULES_START_FEN);
	gap(true);
	see_after("e2e4");
	clock_runs_for(RULES_BLACK);
	rest();
	play("e7", "e5", 'p');
	ck_assert_uint_eq(law.game.plies, 2);
	ck_assert_str_eq(last_san(), "e5");
	expect_accused(0);
}
END_TEST

START_TEST(after_a_blind_gap_a_move_that_is_not_pressed_yet_is_nobodys_doubt)
{
	begin(RULES_START_FEN);
	play("d2", "d3", 'P');
	gap(true);
	see_after("d2d3 e7e5"); /* e7-e6-e5, with Nd2 and back, would fit the clock too */
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_UNSURE), 0);
	ck_assert_str_eq(last_san(), "e5");
	press(RULES_BLACK);
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_COMPLETED), 2);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
}
END_TEST

START_TEST(a_lever_that_was_misread_is_no_press)
{
	begin(RULES_START_FEN);
	lift("e2");
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = RULES_WHITE});
	now_ms -= 200; /* before the press is judged */
	clock_runs_for(RULES_WHITE);
	place("e4", 'P');
	press(RULES_WHITE);
	rest();
	ck_assert_str_eq(last_san(), "e4");
	ck_assert_uint_eq(said(TOUCH_REPORT_COMPLETED), 1);
	expect_accused(0);
}
END_TEST

START_TEST(a_move_that_was_not_seen_before_the_clocks_stopped_is_inferred)
{
	begin(RULES_START_FEN);
	lift("e2");
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = RULES_WHITE});
	clock_runs_for(TOUCH_BOTH);
	see_after("e2e4");
	ck_assert_int_eq(law.game.state, TOUCH_ST_HANDLING);
	clock_runs_for(RULES_BLACK);
	rest();
	ck_assert_str_eq(last_san(), "e4");
	expect_accused(0);
}
END_TEST

static unsigned displaced(void)
{
	unsigned count = 0;

	for (size_t i = 0; i < law.game.finding_count; i++)
		count += law.game.findings[i].kind == TOUCH_KIND_DISPLACED_PIECE;
	return count;
}

START_TEST(a_man_missing_from_each_press_on_is_told_once_at_most)
{
	begin(RULES_START_FEN);
	play("d2", "d4", 'P');
	play("d7", "d5", 'p');
	gap(false);
	lift("a2");
	let_pass(2000);
	play("e2", "e4", 'P');
	play("e7", "e5", 'p');
	play("g1", "f3", 'N');
	play("b8", "c6", 'n');
	play("f1", "c4", 'B');
	play("g8", "f6", 'n');
	play("b1", "c3", 'N');
	play("f8", "e7", 'b');
	rest();
	ck_assert_uint_le(displaced(), 1);
	ck_assert_uint_eq(law.game.plies, 10);
}
END_TEST

/* A knight that was taken while nobody looked is missed in every turn, and touched in none. */
START_TEST(a_man_missing_since_a_gap_binds_nobody)
{
	begin("1k6/4N3/1P6/5r1p/7P/P3K3/8/8 w - - 7 64");
	gap(false);
	see("1k6/1P6/8/r6p/7P/P3K3/8/8 w - - 1 66"); /* Nd5 Rxd5 b7 Ra5, or b7 Ra5 */
	clock_runs_for(RULES_WHITE);
	rest();
	play("e3", "d2", 'K');
	play("a5", "g5", 'r');
	play("d2", "e1", 'K');
	play("g5", "a5", 'r');
	play("e1", "f2", 'K');
	play("a5", "h5", 'r');
	play("f2", "e2", 'K');
	play("h5", "g5", 'r');
	rest();
	expect_accused(0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("unseen");
	TCase *tests = tcase_create("unseen");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, a_move_whose_place_was_lost_is_inferred_and_completed);
	tcase_add_test(tests, a_dump_while_a_man_is_in_the_hand_is_nobodys_doubt);
	tcase_add_test(tests, no_long_line_explains_a_board_while_somebody_may_hold_a_man);
	tcase_add_test(tests, a_reading_that_the_next_board_contradicts_is_revised);
	tcase_add_test(tests, several_lines_are_asked_about_once_when_the_board_is_at_rest);
	tcase_add_test(tests, the_arbiter_chooses_one_of_the_lines_and_play_goes_on);
	tcase_add_test(tests, what_was_played_since_the_question_follows_the_choice);
	tcase_add_test(tests, there_may_be_no_line_at_all);
	tcase_add_test(tests, after_a_gap_nothing_is_raised_in_that_turn);
	tcase_add_test(tests, a_press_that_nothing_explains_after_a_gap_is_no_offence);
	tcase_add_test(tests, after_a_blind_gap_the_running_clock_tells_whose_move_it_is);
	tcase_add_test(tests, after_a_blind_gap_a_move_that_is_not_pressed_yet_is_nobodys_doubt);
	tcase_add_test(tests, a_lever_that_was_misread_is_no_press);
	tcase_add_test(tests, a_move_that_was_not_seen_before_the_clocks_stopped_is_inferred);
	tcase_add_test(tests, a_man_missing_from_each_press_on_is_told_once_at_most);
	tcase_add_test(tests, a_man_missing_since_a_gap_binds_nobody);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
