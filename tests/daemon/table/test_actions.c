/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/seat.h"

#include <string.h>

/* What an arbiter does at a table, and that he can undo it. */

static void begin(enum touch_edition edition, enum touch_mode mode, bool unsupervised)
{
	desk_begin((struct desk_config){
		.edition = edition, .mode = mode, .unsupervised = unsupervised});
	desk_start();
}

static void begin_2023(void)
{
	begin(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
}

/* White moves his rook over his pawn, and presses. */
static void play_illegal(void)
{
	desk_lift("a1");
	desk_place("a4", 'R');
	desk_press(RULES_WHITE);
	desk_wait(1);
}

static void refused(const char *action, const char *why)
{
	ck_assert_uint_eq(desk_act(action), 0);
	ck_assert_str_eq(desk_refusal(), why);
}

/* --- illegal moves and what they cost (Art. 7.5.5) --- */

/* The board as it was before the offence. */
static void put_back(void)
{
	desk_lift("a4");
	desk_place("a1", 'R');
	desk_wait(2);
	desk_press(RULES_BLACK);
	desk_act("resume");
}

START_TEST(art_7_5_5_the_report_says_what_the_opponent_is_owed)
{
	begin_2023();
	play_illegal();
	expect_told("irregularity", "\"kind\":\"illegal-move\"");
	expect_told("irregularity", "\"count\":1,\"limit\":2,\"minutes\":2,\"to\":\"black\"");
	desk_act("uphold");
	expect_told("finding", "\"state\":\"upheld\"");
	expect_told("finding", "\"owed_minutes\":{\"white\":0,\"black\":2}");
	put_back();
	desk_forget();
	play_illegal();
	expect_told("irregularity", "\"kind\":\"illegal-count\",\"article\":\"7.5.5\"");
	expect_told("irregularity", "\"count\":2,\"limit\":2}");
	desk_act("uphold");
	expect_told("finding", "\"illegal_moves\":{\"white\":2,\"black\":0}");
	expect_told("result",
		    "\"result\":\"0-1\",\"reason\":\"illegal-moves\",\"article\":\"7.5.5\"");
}
END_TEST

START_TEST(the_minutes_are_those_of_edition_and_mode)
{
	begin(TOUCH_LAWS_2023, TOUCH_RAPID, false);
	play_illegal();
	expect_told("irregularity", "\"limit\":2,\"minutes\":1,\"to\":\"black\"");
	begin(TOUCH_LAWS_2009, TOUCH_STANDARD, false);
	play_illegal();
	expect_told("irregularity", "\"limit\":3,\"minutes\":2,\"to\":\"black\"");
	begin(TOUCH_LAWS_2001, TOUCH_BLITZ, false); /* C3: a claim wins */
	play_illegal();
	expect_told("irregularity", "\"kind\":\"illegal-move\"");
	expect_untold("irregularity", "\"minutes\"");
}
END_TEST

START_TEST(art_9_5_3_a_wrong_claim_gives_the_opponent_minutes)
{
	begin_2023();
	desk_play("e2e4");
	desk_act("claim black threefold");
	expect_told("irregularity", "\"kind\":\"claim-wrong\"");
	expect_told("irregularity", "\"minutes\":2,\"to\":\"white\"");
	expect_told("irregularity", "\"remedy\":\"time\"");
	begin(TOUCH_LAWS_2009, TOUCH_STANDARD, false);
	desk_act("claim white fifty");
	expect_told("irregularity", "\"minutes\":3,\"to\":\"black\"");
	begin(TOUCH_LAWS_2001, TOUCH_STANDARD, false); /* half of ten minutes, three at most */
	desk_act("claim white fifty");
	expect_told("irregularity", "\"minutes\":3,\"to\":\"black\",\"claimant_loses_s\":180");
}
END_TEST

START_TEST(what_is_upheld_takes_the_move_back)
{
	begin_2023();
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_press(RULES_WHITE);
	expect_told("move", "\"ply\":1,\"san\":\"e4\"");
	desk_act("uphold");
	expect_told("revised", "\"ply\":1,\"was\":\"e4\",\"san\":null,\"uci\":null");
	expect_told("finding", "\"state\":\"upheld\"");
}
END_TEST

START_TEST(an_illegal_move_is_a_ply_only_when_it_stands)
{
	begin(TOUCH_LAWS_2023, TOUCH_RAPID, true);
	play_illegal();
	expect_untold("move", "");
	desk_play("e7e5");
	expect_told("move", "\"ply\":1,\"san\":null");
	expect_told("move", "\"ply\":2,\"san\":\"e5\"");
	expect_told("irregularity", "\"kind\":\"right-lapsed\"");
	expect_told("finding",
		    "\"kind\":\"illegal-move\",\"color\":\"white\",\"state\":\"lapsed\"");
}
END_TEST

START_TEST(an_illegal_move_put_right_is_the_move_it_was_put_right_to)
{
	begin_2023();
	play_illegal();
	desk_lift("a4");
	desk_place("a1", 'R');
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_wait(2);
	expect_told("move", "");
	expect_told("move", "\"ply\":1,\"san\":\"e4\"");
	desk_play("e7e5");
	expect_told("move", "\"ply\":2,\"san\":\"e5\"");
}
END_TEST

START_TEST(an_illegal_move_put_right_twice_is_revised)
{
	begin_2023();
	play_illegal();
	desk_lift("a4");
	desk_place("a1", 'R');
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_wait(2);
	expect_told("move", "\"ply\":1,\"san\":\"e4\"");
	desk_lift("e4");
	desk_place("e3", 'P');
	desk_wait(2);
	expect_told("revised", "\"ply\":1,\"was\":\"e4\",\"san\":\"e3\"");
	desk_play("e7e5");
	expect_told("move", "\"ply\":2,\"san\":\"e5\"");
}
END_TEST

/* --- marks --- */

START_TEST(a_breach_put_right_before_the_press_is_marked)
{
	begin_2023();
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_wait(2);
	expect_told("irregularity", "\"kind\":\"touch-move\"");
	desk_lift("e4");
	desk_place("e2", 'P');
	desk_lift("g1");
	desk_place("f3", 'N');
	desk_press(RULES_WHITE);
	expect_told("finding", "\"state\":\"put-right\"");
	expect_told("finding", "\"marks\":[\"put right\"]");
}
END_TEST

START_TEST(article_4_on_request_is_marked)
{
	begin(TOUCH_LAWS_2009, TOUCH_RAPID, true);
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_lift("b1");
	desk_place("b1", 'N');
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_press(RULES_WHITE);
	expect_told("irregularity", "\"on_request\":true");
	expect_told("irregularity", "\"marks\":[\"on request\",\"adjusting?\"]");
}
END_TEST

static void leave_the_pawn(enum touch_edition edition)
{
	desk_begin((struct desk_config){.edition = edition,
					.mode = TOUCH_RAPID,
					.unsupervised = true,
					.fen = "7k/P7/8/8/8/8/8/K7 w - - 0 40"});
	desk_start();
	desk_lift("a7");
	desk_place("a8", 'P');
	desk_press(RULES_WHITE);
	desk_wait(1);
}

START_TEST(the_arbiter_steps_in_or_waits_for_an_unfinished_promotion)
{
	leave_the_pawn(TOUCH_LAWS_2009);
	expect_told("irregularity", "\"marks\":[\"step in\"]");
	leave_the_pawn(TOUCH_LAWS_2023);
	expect_told("irregularity", "\"marks\":[\"wait\"]");
}
END_TEST

/* --- penalties (Art. 12.9) --- */

START_TEST(art_12_9_penalties_have_their_article)
{
	begin_2023();
	ck_assert_uint_gt(desk_act("penalty black warning"), 0);
	expect_told("decision", "\"args\":{\"color\":\"black\",\"item\":\"warning\","
				"\"article\":\"12.9.1\"}");
	desk_act("penalty black opponent-time 3");
	expect_told("decision", "\"article\":\"12.9.2\",\"minutes\":3,\"to\":\"white\"");
	ck_assert_uint_eq(desk_table()->law.game.owed_minutes[RULES_WHITE], 3);
	desk_act("penalty white fine");
	expect_told("decision", "\"article\":\"12.9.7\"");
	expect_untold("result", "");
	desk_act("penalty white loss");
	expect_told("result", "\"result\":\"0-1\",\"reason\":\"penalty\",\"article\":\"12.9.6\","
			      "\"by\":\"arbiter\"");
}
END_TEST

START_TEST(a_penalty_must_be_one_of_the_edition)
{
	begin(TOUCH_LAWS_2009, TOUCH_STANDARD, false);
	refused("penalty white fine", "this edition of the Laws has no such penalty");
	refused("penalty white exclusion", "this edition of the Laws has no such penalty");
	refused("penalty white shouting", "unknown word");
	refused("penalty both warning", "white or black?");
	refused("penalty white own-time", "how many minutes, 1 to 600?");
	refused("penalty white warning 2", "too many words");
	expect_untold("decision", "");
	desk_act("penalty white loss");
	expect_told("result", "\"result\":\"0-1\",\"reason\":\"penalty\",\"article\":\"13.4d\"");
}
END_TEST

/* --- corrections --- */

START_TEST(a_move_may_be_set_several_plies_back_and_after_the_end)
{
	begin_2023();
	desk_play("e2e4 e7e5 g1f3 b8c6");
	desk_act("resign black");
	desk_forget();
	desk_act("set-move 1 e2e3");
	expect_told("result", "\"result\":\"*\",\"reason\":\"withdrawn\"");
	expect_told("revised", "");
	expect_told("revised", "\"ply\":1,\"was\":\"e4\",\"san\":\"e3\",\"uci\":\"e2e3\"");
	ck_assert_uint_eq(desk_table()->plies, 4);
	desk_forget();
	desk_act("set-move 2 a7a6");
	expect_told("revised", "\"ply\":2,\"was\":\"e5\",\"san\":\"a6\"");
	desk_act("set-move 1 g1h3"); /* 3. Nf3 is not possible then: cut */
	expect_told("revised", "\"ply\":1,\"was\":\"e3\",\"san\":\"Nh3\"");
	expect_told("revised", "\"ply\":3,\"was\":\"Nf3\",\"san\":null");
	ck_assert_uint_eq(desk_table()->plies, 2);
}
END_TEST

START_TEST(a_move_that_was_never_seen_may_be_set_and_may_end_the_game)
{
	begin_2023();
	desk_play("f2f3 e7e5 g2g4");
	desk_act("set-move 4 d8h4");
	expect_told("revised", "\"ply\":4,\"was\":null,\"san\":\"Qh4#\"");
	expect_told("result", "\"result\":\"0-1\",\"reason\":\"checkmate\",\"article\":\"5.1.1\"");
}
END_TEST

START_TEST(what_cannot_be_corrected_is_refused_and_changes_nothing)
{
	begin_2023();
	desk_play("e2e4");
	refused("set-move 1 e2e5", "this move is not legal there");
	refused("set-move 3 e2e4", "there is no such half-move in the game");
	refused("set-move 0 e2e4", "there is no such half-move in the game");
	refused("takeback 2", "there are not so many moves to take back");
	refused("uphold 7", "there is no open report or claim to rule on");
	refused("dismiss", "there is no open report or claim to rule on");
	refused("claim white touch-move", "there is no open report of the other player to claim");
	refused("result *", "there is no result to withdraw");
	refused("result 2-0", "1-0, 0-1, 1/2-1/2, 0-0 or *?");
	refused("result 1-0 boredom", "unknown reason");
	refused("note", "the text is missing");
	refused("new-game now", "too many words");
	refused("shout", "unknown action");
	expect_untold("decision", "");
	expect_untold("revised", "");
	desk_act("resign white");
	refused("offer white", "the game is over");
}
END_TEST

START_TEST(moves_are_taken_back)
{
	begin_2023();
	desk_play("e2e4 e7e5");
	desk_act("takeback");
	expect_told("revised", "\"ply\":2,\"was\":\"e5\",\"san\":null");
	desk_lift("e5");
	desk_place("e7", 'p');
	desk_press(RULES_WHITE); /* the lever is put right too */
	desk_act("resume");
	desk_play("c7c5");
	expect_told("move", "\"ply\":2,\"san\":\"c5\"");
}
END_TEST

START_TEST(a_position_is_set_also_after_the_end)
{
	begin_2023();
	desk_play("e2e4");
	desk_act("resign black");
	desk_forget();
	desk_act("set-position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	expect_told("result", "\"reason\":\"withdrawn\"");
	ck_assert_uint_gt(desk_count("game", "\"state\":\"position\""), 0);
	desk_play("e7e5");
	expect_told("move", "\"san\":\"e5\"");
	refused("set-position 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king");
	refused("set-position 4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings");
	refused("set-position nonsense", "'o' is no piece letter and no number of squares");
}
END_TEST

START_TEST(a_result_may_be_given_with_its_reason_and_given_anew)
{
	begin_2023();
	desk_play("e2e4 e7e5");
	desk_act("result 1-0 forfeit");
	expect_told("result", "\"result\":\"1-0\",\"reason\":\"forfeit\",\"article\":\"-\"");
	desk_act("result 1/2-1/2 agreement");
	expect_told("result",
		    "\"result\":\"1/2-1/2\",\"reason\":\"agreement\",\"article\":\"5.2.3\"");
	desk_act("result 0-0 forfeit");
	expect_told("result", "\"result\":\"0-0\",\"reason\":\"forfeit\",\"article\":\"-\"");
	refused("result 0-0 boredom", "unknown reason");
}
END_TEST

START_TEST(notes_and_new_games)
{
	begin_2023();
	desk_play("e2e4");
	desk_act("note the clock was knocked over");
	expect_told("decision", "\"action\":\"note the clock was knocked over\"");
	desk_act("new-game");
	expect_told("game", "\"game\":\"test-r1-b1-2\"");
	ck_assert_uint_eq(desk_table()->plies, 0);
}
END_TEST

/* --- adjournment (Guidelines I) --- */

START_TEST(guideline_iii_5_a_draw_is_claimed_with_less_than_two_minutes)
{
	begin_2023();
	refused("postpone", "there is no claim in a quickplay finish to postpone");
	refused("claim white quickplay", "the player has two minutes or more on the clock");
	desk_clock(100, 300);
	desk_wait(1);
	ck_assert_uint_ne(desk_act("claim white quickplay"), 0);
	refused("postpone 3", "the Laws give the opponent two minutes here, or none");
	ck_assert_uint_ne(desk_act("postpone 2"), 0);
	refused("claim white quickplay", "the decision on the claim before is postponed");
	ck_assert_uint_ne(desk_act("uphold"), 0);
	expect_told("result", "\"reason\":\"quickplay\",\"article\":\"III.5.2\"");
}
END_TEST

START_TEST(guideline_i_2_the_envelope_is_written_when_a_player_seals)
{
	begin_2023();
	desk_play("e2e4 e7e5 g1f3");
	desk_act("offer white");
	desk_clock(500, 400);
	desk_act("seal black");
	expect_told("decision", "\"action\":\"seal black\"");
	expect_told("decision",
		    "\"args\":{\"sealed_by\":\"black\","
		    "\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\","
		    "\"move_number\":2,\"clock\":{\"white\":500,\"black\":400},"
		    "\"offer_by\":\"white\",\"article\":\"I.2\"}");
	desk_play("b8c6");
	expect_told("irregularity", "\"kind\":\"sealed-move-on-board\",\"article\":\"I.1.1\"");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("actions");
	TCase *tests = tcase_create("actions");

	tcase_add_test(tests, art_7_5_5_the_report_says_what_the_opponent_is_owed);
	tcase_add_test(tests, the_minutes_are_those_of_edition_and_mode);
	tcase_add_test(tests, art_9_5_3_a_wrong_claim_gives_the_opponent_minutes);
	tcase_add_test(tests, what_is_upheld_takes_the_move_back);
	tcase_add_test(tests, an_illegal_move_is_a_ply_only_when_it_stands);
	tcase_add_test(tests, an_illegal_move_put_right_is_the_move_it_was_put_right_to);
	tcase_add_test(tests, an_illegal_move_put_right_twice_is_revised);
	tcase_add_test(tests, a_breach_put_right_before_the_press_is_marked);
	tcase_add_test(tests, article_4_on_request_is_marked);
	tcase_add_test(tests, the_arbiter_steps_in_or_waits_for_an_unfinished_promotion);
	tcase_add_test(tests, art_12_9_penalties_have_their_article);
	tcase_add_test(tests, a_penalty_must_be_one_of_the_edition);
	tcase_add_test(tests, a_move_may_be_set_several_plies_back_and_after_the_end);
	tcase_add_test(tests, a_move_that_was_never_seen_may_be_set_and_may_end_the_game);
	tcase_add_test(tests, what_cannot_be_corrected_is_refused_and_changes_nothing);
	tcase_add_test(tests, moves_are_taken_back);
	tcase_add_test(tests, a_position_is_set_also_after_the_end);
	tcase_add_test(tests, a_result_may_be_given_with_its_reason_and_given_anew);
	tcase_add_test(tests, notes_and_new_games);
	tcase_add_test(tests, guideline_iii_5_a_draw_is_claimed_with_less_than_two_minutes);
	tcase_add_test(tests, guideline_i_2_the_envelope_is_written_when_a_player_seals);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
