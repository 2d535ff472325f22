/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/start.h"
#include "tests/touchmove/law/law_words.h"
#include "touchmove/law/frame.h"

/* What stands round a game: its start, gaps in it, corrections, its end. */

START_TEST(the_usual_start_is_seen_both_ways_round)
{
	struct rules_position start = position(RULES_START_FEN);
	rules_piece turned[64];
	struct touch_setup setup = touch_setup_look(start.at);

	ck_assert_int_eq(setup.kind, TOUCH_SETUP_USUAL);
	ck_assert(!setup.turned);
	for (int i = 0; i < 64; i++)
		turned[i] = start.at[63 - i];
	setup = touch_setup_look(turned);
	ck_assert_int_eq(setup.kind, TOUCH_SETUP_USUAL);
	ck_assert(setup.turned);
}
END_TEST

START_TEST(a_chess960_start_is_recognised_by_its_number)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number += 41) {
		struct rules_position start;
		struct touch_setup setup;

		rules_chess960_start(&start, number);
		setup = touch_setup_look(start.at);
		ck_assert_int_eq(setup.kind, TOUCH_SETUP_CHESS960);
		ck_assert_int_eq(setup.number, (int)number);
	}
}
END_TEST

START_TEST(art_7_2_1_a_wrong_set_up_is_named)
{
	struct rules_position pos =
		position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w - - 0 1");
	struct touch_setup setup = touch_setup_look(pos.at);

	ck_assert_int_eq(setup.kind, TOUCH_SETUP_WRONG);
	ck_assert_int_eq(setup.wrong, 2);
	ck_assert_uint_eq(setup.first_wrong, on("b1"));
	ck_assert_uint_eq(setup.is, rules_fen_piece('B'));
	ck_assert_uint_eq(setup.should_be, rules_fen_piece('N'));
}
END_TEST

START_TEST(a_turned_board_is_read_as_the_players_see_it)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);

	rules.turned = true;
	begin_by(&rules, RULES_START_FEN);
	lift("d7"); /* e2, for White sits at the other side */
	place("d5", 'P');
	press(RULES_WHITE);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 1);
	ck_assert_uint_eq(law.game.turn.base.at[on("e4")], rules_fen_piece('P'));
	ck_assert_uint_eq(law.game.turn.base.at[on("e2")], RULES_NO_PIECE);
}
END_TEST

START_TEST(without_a_clock_the_answer_completes_a_move)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);

	rules.no_clock = true;
	begin_by(&rules, RULES_START_FEN);
	lift("e2");
	place("e4", 'P');
	lift("e7");
	place("e5", 'p');
	let_pass(5000);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 2);
	ck_assert_uint_eq(law.game.plies, 1);
	lift("g1");
	place("f3", 'N');
	let_pass(5000);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 3);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
	ck_assert_uint_eq(law.game.plies, 2);
	ck_assert(!law.game.uncompleted[RULES_WHITE].is);
}
END_TEST

START_TEST(a_dump_of_what_we_had_changes_nothing)
{
	begin(RULES_START_FEN);
	see(RULES_START_FEN);
	ck_assert_uint_eq(said_in_all(), 0);
}
END_TEST

START_TEST(touches_across_a_gap_oblige_nobody)
{
	begin(RULES_START_FEN);
	lift("b1");
	see(RULES_START_FEN);
	lift("e2");
	place("e4", 'P');
	press(RULES_WHITE);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 1);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
}
END_TEST

static void play_e4_e5(void)
{
	begin(RULES_START_FEN);
	play("e2", "e4", 'P');
	play("e7", "e5", 'p');
	forget();
}

START_TEST(a_man_still_on_its_way_at_the_press_is_read_anew)
{
	begin("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1");
	lift("a1");
	place("b1", 'R');
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = RULES_WHITE});
	now_ms -= 200; /* the lever was seen before the last squares */
	lift("b1");
	place("c1", 'R');
	lift("a7");
	place("a6", 'p');
	press(RULES_BLACK);
	rest();
	ck_assert_uint_eq(law.game.played[0], rules_move_of(on("a1"), on("c1"), RULES_ORDINARY));
	ck_assert_uint_eq(said(TOUCH_REPORT_COMPLETED), 2);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
}
END_TEST

START_TEST(an_arbiter_sets_a_move_several_plies_back)
{
	play_e4_e5();
	ck_assert(act("set-move 1 e2e3"));
	ck_assert_uint_eq(said(TOUCH_REPORT_REVISED), 1);
	ck_assert_str_eq(last_san(), "e3");
	ck_assert_uint_eq(law.game.plies, 2);
	ck_assert_int_eq(law.game.state, TOUCH_ST_HANDLING);
	lift("e4");
	place("e3", 'P');
	ck_assert(act("resume"));
	ck_assert_int_eq(law.game.state, TOUCH_ST_TO_MOVE);
	ck_assert_uint_eq(law.game.turn.base.turn, RULES_WHITE);
}
END_TEST

START_TEST(an_arbiter_takes_moves_back)
{
	play_e4_e5();
	ck_assert(act("takeback 2"));
	ck_assert_uint_eq(said(TOUCH_REPORT_REVISED), 1);
	ck_assert_uint_eq(law.game.plies, 0);
	ck_assert_uint_eq(law.game.turn.base.turn, RULES_WHITE);
}
END_TEST

START_TEST(kings_in_the_centre_are_the_end_and_no_move)
{
	begin("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
	lift("e1");
	lift("e8");
	place("e4", 'K');
	place("d5", 'k');
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_OVER), 1);
	ck_assert_int_eq(last(TOUCH_REPORT_OVER)->result, RULES_WHITE_WINS);
}
END_TEST

START_TEST(kings_in_the_centre_are_the_end_also_when_the_clocks_stand)
{
	begin("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
	clock_runs_for(TOUCH_BOTH);
	lift("e1");
	place("e4", 'K');
	lift("e8");
	place("e5", 'k');
	ck_assert_uint_eq(said(TOUCH_REPORT_OVER), 0);
	lift("e5"); /* only slid over it */
	place("d5", 'k');
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_OVER), 1);
	ck_assert_int_eq(last(TOUCH_REPORT_OVER)->result, RULES_WHITE_WINS);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
}
END_TEST

START_TEST(men_swept_off_accuse_nobody)
{
	begin(RULES_START_FEN);
	for (int i = 0; i < 32; i++) {
		char square[3] = {(char)('a' + i % 8), "1278"[i / 8]};

		lift(square);
	}
	rest();
	ck_assert_uint_eq(said(TOUCH_REPORT_OVER), 1);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
}
END_TEST

START_TEST(while_no_clock_runs_men_are_handled_not_played)
{
	begin(RULES_START_FEN);
	clock_runs_for(TOUCH_BOTH);
	lift("b1");
	place("b1", 'N');
	clock_runs_for(RULES_WHITE);
	lift("e2");
	place("e4", 'P');
	press(RULES_WHITE);
	ck_assert_uint_eq(said(TOUCH_REPORT_MOVE), 1);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 0);
}
END_TEST

START_TEST(art_7_2_1_the_finding_names_the_square)
{
	const struct touch_finding *finding;

	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1");
	act("start");
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 1);
	finding = touch_finding_of(&law.game, last(TOUCH_REPORT_IRREGULARITY)->finding);
	ck_assert_uint_eq(finding->square, on("d1"));
	ck_assert_uint_eq(finding->is, rules_fen_piece('K'));
	ck_assert_uint_eq(finding->should_be, rules_fen_piece('Q'));
	ck_assert_uint_eq(finding->wrong, 2);
}
END_TEST

START_TEST(a_position_that_was_given_is_no_wrong_start)
{
	begin("4k2r/8/8/8/8/8/8/4K2R w - - 0 40");
	act("start");
	ck_assert_uint_eq(said_in_all(), 0);
}
END_TEST

START_TEST(art_9_2_1_a_move_that_repeats_may_be_announced)
{
	struct touch_claimable right;

	begin("4k2r/8/8/8/8/8/8/4K2R w - - 0 40");
	for (int i = 0; i < 2; i++) {
		touch_claimable(&law.game, TOUCH_CLAIM_THREEFOLD, &right);
		ck_assert(!right.is);
		lift("h1");
		place("g1", 'R');
		press(RULES_WHITE);
		lift("h8");
		place("g8", 'r');
		press(RULES_BLACK);
		lift("g1");
		place("h1", 'R');
		press(RULES_WHITE);
		if (i == 1)
			break;
		lift("g8");
		place("h8", 'r');
		press(RULES_BLACK);
	}
	touch_claimable(&law.game, TOUCH_CLAIM_THREEFOLD, &right);
	ck_assert(right.is);
	ck_assert_uint_eq(right.by, RULES_BLACK);
	ck_assert_int_eq(right.law, TOUCH_LAW_THREEFOLD_NEXT);
	ck_assert_uint_eq(right.moves.count, 1);
	ck_assert_uint_eq(right.ply_count, 2);
	ck_assert_uint_eq(right.plies[1], 4);
	lift("e8"); /* Art. 9.4 */
	let_pass(1300);
	touch_claimable(&law.game, TOUCH_CLAIM_THREEFOLD, &right);
	ck_assert(!right.is);
}
END_TEST

START_TEST(an_arbiter_corrects_a_game_that_is_over)
{
	play_e4_e5();
	ck_assert(act("resign white"));
	ck_assert_int_eq(law.game.state, TOUCH_ST_ENDED);
	forget();
	ck_assert(act("set-move 2 c7c5"));
	ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), 1);
	ck_assert_int_eq(last(TOUCH_REPORT_RESULT)->result, RULES_UNDECIDED);
	ck_assert_uint_eq(said(TOUCH_REPORT_REVISED), 1);
	ck_assert_int_eq(law.game.result, RULES_UNDECIDED);
	ck_assert_int_ne(law.game.state, TOUCH_ST_ENDED);
	forget();
	ck_assert(!act("set-move 2 c7c2"));
	ck_assert_uint_eq(said_in_all(), 0);
}
END_TEST

START_TEST(art_6_4_a_flag_at_the_end_of_a_period_asks_for_its_moves)
{
	struct touch_event flag = {
		.type = TOUCH_EV_FLAG, .color = RULES_WHITE, .detail = TOUCH_FLAG_RUNS_ON};

	play_e4_e5();
	law.game.rules.control.count = 2;
	law.game.rules.control.period[0].moves = 1;
	step(flag);
	ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), 0);
	play_e4_e5();
	law.game.rules.control.count = 2;
	law.game.rules.control.period[0].moves = 2;
	step(flag);
	ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), 1);
	ck_assert_int_eq(last(TOUCH_REPORT_RESULT)->result, RULES_BLACK_WINS);
	ck_assert_int_eq(last(TOUCH_REPORT_RESULT)->law, TOUCH_LAW_TIME);
}
END_TEST

/* What the arbiter says of both flags in a game of two periods, the first so many moves long. */
static void both_flags_after_one_move_each(unsigned moves)
{
	play_e4_e5();
	law.game.rules.control.count = 2;
	law.game.rules.control.period[0].moves = (uint16_t)moves;
	act("flag both");
}

START_TEST(guideline_iii_3_1_1_both_flags_before_the_last_period_end_nothing)
{
	both_flags_after_one_move_each(40);
	ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), 0);
	ck_assert_uint_eq(said(TOUCH_REPORT_IRREGULARITY), 1);
	ck_assert_int_eq(last(TOUCH_REPORT_IRREGULARITY)->law, TOUCH_LAW_FLAGS_GO_ON);
	both_flags_after_one_move_each(1);
	ck_assert_uint_eq(said(TOUCH_REPORT_RESULT), 1);
	ck_assert_int_eq(last(TOUCH_REPORT_RESULT)->result, RULES_DRAWN);
}
END_TEST

/* Art. 6.2.1: a move that was not pressed is not completed, and does not count. */
START_TEST(art_6_4_only_completed_moves_count)
{
	begin(RULES_START_FEN);
	lift("e2");
	place("e4", 'P');
	lift("e7");
	place("e5", 'p');
	lift("g1");
	ck_assert_uint_eq(touch_completed_moves(&law.game, RULES_WHITE), 0);
	press(RULES_WHITE);
	ck_assert_uint_eq(touch_completed_moves(&law.game, RULES_WHITE), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("frame");
	TCase *tests = tcase_create("frame");

	tcase_add_test(tests, the_usual_start_is_seen_both_ways_round);
	tcase_add_test(tests, a_chess960_start_is_recognised_by_its_number);
	tcase_add_test(tests, art_7_2_1_a_wrong_set_up_is_named);
	tcase_add_test(tests, a_turned_board_is_read_as_the_players_see_it);
	tcase_add_test(tests, without_a_clock_the_answer_completes_a_move);
	tcase_add_test(tests, a_dump_of_what_we_had_changes_nothing);
	tcase_add_test(tests, touches_across_a_gap_oblige_nobody);
	tcase_add_test(tests, a_man_still_on_its_way_at_the_press_is_read_anew);
	tcase_add_test(tests, an_arbiter_sets_a_move_several_plies_back);
	tcase_add_test(tests, an_arbiter_takes_moves_back);
	tcase_add_test(tests, kings_in_the_centre_are_the_end_and_no_move);
	tcase_add_test(tests, kings_in_the_centre_are_the_end_also_when_the_clocks_stand);
	tcase_add_test(tests, men_swept_off_accuse_nobody);
	tcase_add_test(tests, while_no_clock_runs_men_are_handled_not_played);
	tcase_add_test(tests, art_7_2_1_the_finding_names_the_square);
	tcase_add_test(tests, a_position_that_was_given_is_no_wrong_start);
	tcase_add_test(tests, art_9_2_1_a_move_that_repeats_may_be_announced);
	tcase_add_test(tests, an_arbiter_corrects_a_game_that_is_over);
	tcase_add_test(tests, art_6_4_a_flag_at_the_end_of_a_period_asks_for_its_moves);
	tcase_add_test(tests, guideline_iii_3_1_1_both_flags_before_the_last_period_end_nothing);
	tcase_add_test(tests, art_6_4_only_completed_moves_count);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
