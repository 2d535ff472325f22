/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/seat.h"

#include <string.h>

/* What a table tells of clocks, claims, obligations and starts, as consumers read it. */

#define TWO_ROOKS "4k2r/8/8/8/8/8/8/4K2R w - - 0 40"

static void begin(const char *fen)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .fen = fen});
	desk_start();
}

/* --- rights to claim (Art. 9.2 to 9.4) --- */

START_TEST(art_9_2_2_a_third_occurrence_may_be_claimed_by_the_player_to_move)
{
	begin(TWO_ROOKS);
	desk_play("h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1");
	expect_told("claimable",
		    "\"state\":\"begins\",\"what\":\"threefold\",\"article\":\"9.2.1\","
		    "\"by\":\"black\"");
	expect_told("claimable", "\"moves\":[\"g8h8\"],\"san\":[\"Rh8\"]");
	desk_forget();
	desk_play("g8h8");
	expect_told("claimable", "\"state\":\"ends\"");
	expect_told("claimable",
		    "\"state\":\"begins\",\"what\":\"threefold\",\"article\":\"9.2.2\","
		    "\"by\":\"white\",\"plies\":[0,4,8],\"moves\":null");
}
END_TEST

START_TEST(art_9_4_touching_a_piece_ends_the_right)
{
	begin(TWO_ROOKS);
	desk_play("h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8");
	desk_forget();
	desk_lift("h1");
	desk_wait(1);
	expect_told("claimable", "\"state\":\"ends\",\"what\":\"threefold\"");
	desk_place("h1", 'R');
	desk_wait(2);
	expect_untold("claimable", "\"begins\"");
}
END_TEST

START_TEST(art_9_3_fifty_moves_may_be_claimed_with_an_announced_move_and_on_the_board)
{
	begin("4k2r/8/8/8/8/8/8/4K2R w - - 98 80");
	expect_untold("claimable", "");
	desk_play("h1g1");
	expect_told("claimable",
		    "\"begins\",\"what\":\"fifty\",\"article\":\"9.3.1\",\"by\":\"black\"");
	desk_forget();
	desk_play("h8h7");
	expect_told("claimable",
		    "\"begins\",\"what\":\"fifty\",\"article\":\"9.3.2\",\"by\":\"white\","
		    "\"plies\":[0,2]");
	desk_forget();
	desk_play("g1g2");
	expect_told("claimable", "\"ends\"");
	expect_told("claimable", "\"begins\",\"what\":\"fifty\"");
	desk_act("result 1/2-1/2 fifty-moves");
	expect_told("result",
		    "\"reason\":\"fifty-moves\",\"article\":\"9.3.2\",\"by\":\"arbiter\"");
	ck_assert(strstr(desk_told("claimable", ""), "\"ends\""));
}
END_TEST

START_TEST(a_pawn_move_leaves_nothing_to_claim)
{
	begin("4k2r/8/8/8/8/8/P7/4K2R w - - 99 80");
	desk_play("a2a4");
	expect_untold("claimable", "\"by\":\"black\"");
	ck_assert(strstr(desk_told("claimable", ""), "\"ends\""));
}
END_TEST

/* --- the obligation --- */

START_TEST(art_4_3_the_obligation_is_told_when_it_changes_and_only_then)
{
	begin(NULL);
	desk_forget();
	desk_lift("g1");
	desk_wait(2);
	expect_told("must", "\"moves\":[\"g1f3\",\"g1h3\"],\"article\":\"4.3.1\"");
	desk_place("g1", 'N');
	desk_wait(2);
	desk_lift("b1");
	desk_place("b1", 'N');
	desk_wait(2);
	ck_assert_uint_eq(desk_count("must", ""), 1);
	desk_lift("g1");
	desk_place("f3", 'N');
	desk_press(RULES_WHITE);
	expect_told("must", "\"moves\":null");
	ck_assert_uint_eq(desk_count("must", ""), 2);
}
END_TEST

START_TEST(in_a_new_game_nobody_is_obliged)
{
	begin(NULL);
	desk_play("e2e4");
	desk_lift("g8");
	desk_wait(1);
	desk_forget();
	desk_act("new-game");
	expect_told("must", "\"game\":\"test-r1-b1-1\"");
	expect_told("must", "\"moves\":null");
}
END_TEST

START_TEST(an_accidental_touch_obliges_nobody)
{
	begin(NULL);
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_wait(2);
	desk_forget();
	desk_act("accidental");
	expect_told("must", "\"moves\":null");
}
END_TEST

/* --- flags (Art. 6.4, 6.8, 6.9) --- */

START_TEST(art_6_9_a_flag_that_falls_loses)
{
	begin(NULL);
	desk_play("e2e4");
	desk_forget();
	desk_flag(RULES_BLACK, true, 0);
	expect_told("clock", "\"black\":0,\"running\":null,\"state\":\"flag\"");
	expect_told("result",
		    "\"result\":\"1-0\",\"reason\":\"time\",\"article\":\"6.9\",\"by\":\"law\"");
	expect_told("game", "\"state\":\"ended\"");
}
END_TEST

START_TEST(art_6_9_it_is_a_draw_if_the_opponent_cannot_mate)
{
	begin("4k3/8/8/8/8/8/8/4K2R w - - 0 60");
	desk_flag(RULES_WHITE, true, 0);
	expect_told("result", "\"result\":\"1/2-1/2\",\"reason\":\"time\"");
}
END_TEST

START_TEST(a_mate_on_the_board_goes_before_the_flag)
{
	begin("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 60");
	desk_lift("a1");
	desk_place("a8", 'R');
	desk_flag(RULES_WHITE, true, 0);
	expect_told("result", "");
	expect_told("result", "\"reason\":\"checkmate\"");
}
END_TEST

START_TEST(art_6_4_at_the_end_of_a_period_the_moves_are_counted)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .control = "2/600:300"});
	desk_start();
	desk_play("e2e4 e7e5 g1f3 b8c6");
	desk_flag(RULES_WHITE, false, 300);
	expect_told("clock", "\"state\":\"flag\"");
	expect_untold("result", "");
	desk_flag(RULES_BLACK, false, 300);
	expect_untold("result", "");
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .control = "3/600:300"});
	desk_start();
	desk_play("e2e4 e7e5 g1f3 b8c6");
	desk_flag(RULES_WHITE, false, 300);
	expect_told("result", "\"result\":\"0-1\",\"reason\":\"time\",\"article\":\"6.9\"");
}
END_TEST

START_TEST(a_flag_that_runs_on_says_nothing_without_the_time_control)
{
	begin(NULL);
	desk_flag(RULES_WHITE, false, 1800);
	expect_told("clock", "\"state\":\"flag\"");
	expect_untold("result", "");
}
END_TEST

/* 2001 B6, 2009 A4d: the arbiter is silent, only a player's claim counts. */
START_TEST(in_rapid_without_supervision_a_flag_is_only_noted)
{
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2009, .mode = TOUCH_RAPID, .unsupervised = true});
	desk_start();
	desk_flag(RULES_WHITE, true, 0);
	expect_told("clock", "\"state\":\"flag\"");
	expect_untold("result", "");
	desk_act("claim black flag");
	desk_act("uphold");
	expect_told("result", "\"result\":\"0-1\",\"reason\":\"time\"");
	/* 2023 A.5.5: he calls it */
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2023, .mode = TOUCH_RAPID, .unsupervised = true});
	desk_start();
	desk_flag(RULES_WHITE, true, 0);
	expect_told("result", "\"result\":\"0-1\"");
}
END_TEST

START_TEST(art_6_10_a_result_by_a_faulty_clock_can_be_withdrawn)
{
	begin(NULL);
	desk_play("e2e4");
	desk_flag(RULES_BLACK, true, 0);
	desk_forget();
	ck_assert_uint_gt(desk_act("result *"), 0);
	expect_told("result", "\"result\":\"*\",\"reason\":\"withdrawn\",\"article\":\"-\","
			      "\"by\":\"arbiter\"");
	expect_told("game", "\"state\":\"position\"");
	desk_play("e7e5");
	expect_told("move", "\"ply\":2,\"san\":\"e5\"");
}
END_TEST

/* --- recording (Art. 8.4) --- */

START_TEST(art_8_4_under_five_minutes_nobody_must_write_for_the_rest_of_the_period)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .control = "2/600:600"});
	desk_start();
	ck_assert_uint_gt(desk_count("clock", "\"recording\":{\"white\":true,\"black\":true}"), 0);
	desk_forget();
	desk_clock(299, 600);
	expect_told("clock", "\"recording\":{\"white\":false,\"black\":true}");
	desk_clock(310, 600);
	expect_untold("clock", "\"white\":true");
	desk_forget();
	desk_play("e2e4 e7e5 g1f3");
	desk_clock(899, 590);
	ck_assert(strstr(desk_told("clock", ""), "\"recording\":{\"white\":true,\"black\":true}"));
}
END_TEST

START_TEST(art_8_4_half_a_minute_a_move_is_time_enough_to_write)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .control = "600+30"});
	desk_start();
	desk_clock(100, 600);
	expect_untold("clock", "\"recording\":{\"white\":false");
}
END_TEST

START_TEST(art_8_4_in_2001_only_while_there_are_less_than_five_minutes)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2001, .control = "600"});
	desk_start();
	desk_clock(299, 600);
	desk_forget();
	desk_clock(310, 600);
	expect_told("clock", "\"recording\":{\"white\":true,\"black\":true}");
}
END_TEST

/* --- the start (Art. 2.3, 7.2) --- */

START_TEST(a_board_the_other_way_round_is_read_so)
{
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2023,
		.men = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr w - - 0 1"});
	expect_told("board", "\"state\":\"rotated\"");
	expect_told("game", "\"state\":\"ready\"");
}
END_TEST

START_TEST(a_game_that_was_forfeited_stays_so_when_a_clock_is_met)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .no_clock = true});
	desk_act("result 1-0 forfeit");
	expect_told("result", "\"reason\":\"forfeit\"");
	desk_plug_clock();
	desk_start(); /* somebody plays for himself */
	desk_forget();
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_wait(5);
	desk_press(RULES_WHITE);
	desk_wait(5);
	expect_untold("move", "");
	expect_untold("game", "");
	ck_assert(desk_table()->is_over);
}
END_TEST

START_TEST(a_game_that_was_forfeited_stays_so_when_the_men_are_set_up_wrongly)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023});
	desk_act("result 1-0 forfeit");
	desk_lift("b1");
	desk_lift("c1");
	desk_place("b1", 'B');
	desk_place("c1", 'N');
	desk_wait(5);
	desk_forget();
	desk_start();
	desk_wait(5);
	expect_untold("game", "");
	expect_untold("irregularity", "");
	ck_assert(desk_table()->is_over);
}
END_TEST

START_TEST(a_chess960_start_is_a_guess_until_it_is_confirmed)
{
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2023,
		.men = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1"});
	expect_told("game", "\"state\":\"ready\"");
	expect_told("game", "\"chess960\":0,\"confirmed\":false");
	desk_act("start");
	expect_told("game", "\"chess960\":0,\"confirmed\":true");
	expect_untold("irregularity", "");
}
END_TEST

static void move_and_press(const char *from, const char *to, char piece, enum rules_color presses)
{
	desk_lift(from);
	desk_place(to, piece);
	desk_wait(2);
	desk_press(presses);
	desk_wait(2);
}

START_TEST(art_6_2_1_a_clock_that_stands_the_wrong_way_round_is_noticed)
{
	desk_begin((struct desk_config){0});
	desk_start();
	move_and_press("e2", "e4", 'P', RULES_BLACK); /* the lever is down there already */
	move_and_press("e7", "e5", 'p', RULES_WHITE);
	ck_assert_uint_eq(desk_count("clock", "\"reversed\""), 0);
	move_and_press("g1", "f3", 'N', RULES_BLACK);
	expect_told("clock", "\"reversed\"");
	desk_forget();
	move_and_press("b8", "c6", 'n', RULES_WHITE);
	expect_told("press", "\"black\"");
	expect_told("completed", "\"ply\":4");
	move_and_press("f1", "c4", 'B', RULES_BLACK);
	expect_told("press", "\"white\"");
	expect_told("completed", "\"ply\":5");
	ck_assert_uint_eq(desk_count("irregularity", ""), 0);
	ck_assert_uint_eq(desk_count("clock", "\"reversed\""), 0);
}
END_TEST

START_TEST(one_slip_of_the_hand_does_not_turn_the_clock)
{
	desk_begin((struct desk_config){0});
	desk_start();
	move_and_press("e2", "e4", 'P', RULES_WHITE);
	move_and_press("e7", "e5", 'p', RULES_WHITE);
	desk_press(RULES_BLACK);
	desk_wait(2);
	move_and_press("g1", "f3", 'N', RULES_WHITE);
	move_and_press("b8", "c6", 'n', RULES_BLACK);
	ck_assert_uint_eq(desk_count("clock", "\"reversed\""), 0);
}
END_TEST

START_TEST(art_7_2_1_a_wrong_set_up_is_named_when_the_clock_starts)
{
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2023,
		.men = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w - - 0 1"});
	expect_untold("game", "");
	desk_start();
	expect_told("irregularity", "\"kind\":\"wrong-start-position\",\"article\":\"7.2.1\"");
	expect_told("irregularity",
		    "\"square\":\"b1\",\"piece\":\"B\",\"should_be\":\"N\",\"wrong\":2");
}
END_TEST

/* The clock was started once; that it is heard again after a gap begins nothing. */
START_TEST(a_clock_that_runs_on_after_the_end_begins_no_game)
{
	begin(NULL);
	desk_start();
	desk_play("e2e4");
	ck_assert(desk_act("resign black"));
	desk_forget();
	desk_unplug(5);
	expect_told("board", "\"resynced\"");
	expect_untold("irregularity", "");
	expect_untold("game", "\"ready\"");
}
END_TEST

START_TEST(art_7_2_1_a_wrong_set_up_put_right_is_played_from)
{
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2023,
		.men = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w - - 0 1"});
	desk_act("start");
	expect_told("irregularity", "\"square\":\"b1\"");
	desk_lift("b1");
	desk_lift("c1");
	desk_place("b1", 'N');
	desk_place("c1", 'B');
	desk_wait(2);
	desk_act("resume");
	desk_start();
	desk_play("e2e4");
	expect_told("move", "\"ply\":1,\"san\":\"e4\"");
}
END_TEST

START_TEST(art_1_2_black_moving_first_is_out_of_turn)
{
	begin(NULL);
	desk_lift("e7");
	desk_place("e5", 'p');
	desk_wait(3);
	expect_told("irregularity", "\"kind\":\"out-of-turn\",\"article\":\"1.2\"");
	expect_untold("move", "");
}
END_TEST

START_TEST(a_board_changed_while_play_stopped_is_told_as_a_new_base)
{
	begin(NULL);
	desk_start();
	desk_play("e2e4");
	desk_lift("e7");
	desk_place("e5", 'p');
	desk_wait(2);
	desk_act("pause");
	desk_act("resume");
	expect_untold("game", "\"position\"");
	desk_act("pause");
	desk_lift("g1");
	desk_act("resume");
	expect_told("game",
		    "\"position\",\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R ");
	desk_play("d7d6"); /* the clock says that it is his turn */
	expect_told("move", "\"ply\":3,\"san\":\"d6\"");
}
END_TEST

static unsigned seq_of(const char *line)
{
	const char *seq = strstr(line, "\"seq\":");

	ck_assert_ptr_nonnull(seq);
	return (unsigned)strtoul(seq + strlen("\"seq\":"), NULL, 10);
}

/* Before, nobody knows whose clock it is. */
START_TEST(a_clock_is_told_when_its_board_is_connected)
{
	begin(NULL);
	expect_told("board", "\"connected\"");
	expect_told("clock", "\"stopped\"");
	ck_assert_uint_eq(seq_of(desk_told("board", "\"connected\"")), 1);
	ck_assert_uint_eq(seq_of(desk_told("clock", "\"stopped\"")), 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("table");
	TCase *tests = tcase_create("table");

	tcase_add_test(tests, art_9_2_2_a_third_occurrence_may_be_claimed_by_the_player_to_move);
	tcase_add_test(tests, art_9_4_touching_a_piece_ends_the_right);
	tcase_add_test(tests,
		       art_9_3_fifty_moves_may_be_claimed_with_an_announced_move_and_on_the_board);
	tcase_add_test(tests, a_pawn_move_leaves_nothing_to_claim);
	tcase_add_test(tests, art_4_3_the_obligation_is_told_when_it_changes_and_only_then);
	tcase_add_test(tests, in_a_new_game_nobody_is_obliged);
	tcase_add_test(tests, an_accidental_touch_obliges_nobody);
	tcase_add_test(tests, art_6_9_a_flag_that_falls_loses);
	tcase_add_test(tests, art_6_9_it_is_a_draw_if_the_opponent_cannot_mate);
	tcase_add_test(tests, a_mate_on_the_board_goes_before_the_flag);
	tcase_add_test(tests, art_6_4_at_the_end_of_a_period_the_moves_are_counted);
	tcase_add_test(tests, a_flag_that_runs_on_says_nothing_without_the_time_control);
	tcase_add_test(tests, in_rapid_without_supervision_a_flag_is_only_noted);
	tcase_add_test(tests, art_6_10_a_result_by_a_faulty_clock_can_be_withdrawn);
	tcase_add_test(tests,
		       art_8_4_under_five_minutes_nobody_must_write_for_the_rest_of_the_period);
	tcase_add_test(tests, art_8_4_half_a_minute_a_move_is_time_enough_to_write);
	tcase_add_test(tests, art_8_4_in_2001_only_while_there_are_less_than_five_minutes);
	tcase_add_test(tests, a_board_the_other_way_round_is_read_so);
	tcase_add_test(tests, a_game_that_was_forfeited_stays_so_when_a_clock_is_met);
	tcase_add_test(tests, a_game_that_was_forfeited_stays_so_when_the_men_are_set_up_wrongly);
	tcase_add_test(tests, a_chess960_start_is_a_guess_until_it_is_confirmed);
	tcase_add_test(tests, art_6_2_1_a_clock_that_stands_the_wrong_way_round_is_noticed);
	tcase_add_test(tests, one_slip_of_the_hand_does_not_turn_the_clock);
	tcase_add_test(tests, art_7_2_1_a_wrong_set_up_is_named_when_the_clock_starts);
	tcase_add_test(tests, a_clock_that_runs_on_after_the_end_begins_no_game);
	tcase_add_test(tests, art_7_2_1_a_wrong_set_up_put_right_is_played_from);
	tcase_add_test(tests, a_board_changed_while_play_stopped_is_told_as_a_new_base);
	tcase_add_test(tests, a_clock_is_told_when_its_board_is_connected);
	tcase_add_test(tests, art_1_2_black_moving_first_is_out_of_turn);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
