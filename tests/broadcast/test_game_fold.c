/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "tests/broadcast/fold.h"
#include "tests/support/words.h"

/* --- begin and end --- */

START_TEST(a_game_begins_with_its_names_and_rules)
{
	begin("");
	ck_assert_str_eq(game.id, "ev-r2-b1-1");
	ck_assert_str_eq(game.event, "ev");
	ck_assert_uint_eq(game.round, 2);
	ck_assert_uint_eq(game.table, 1);
	ck_assert_str_eq(game.board, "b1");
	ck_assert_str_eq(game.laws, "2023");
	ck_assert_str_eq(game.mode, "standard");
	ck_assert(game.supervised);
	ck_assert_uint_eq(game.penalty_minutes, 2);
	ck_assert_str_eq(game.player[0].name, "Berg, Ane");
	ck_assert_uint_eq(game.player[0].fide, 1400001);
	ck_assert_str_eq(game.player[1].name, "Lund, Jörg Peter");
	ck_assert_int_eq(game.state, GAME_READY);
	ck_assert_str_eq(game.result, "*");
	expect_fen(RULES_START_FEN);
}
END_TEST

START_TEST(players_may_change_and_the_game_is_the_same)
{
	begin("e2e4");
	tell("players", "{'white':'Vik, Mia','black':null,'players':{'white':{'name':'Vik, Mia',"
			"'title':'CM','elo':1987,'fide':1500003,'team':null,'federation':'NOR'},"
			"'black':null},'by':'Ane'}");
	ck_assert_str_eq(game.player[0].name, "Vik, Mia");
	ck_assert_str_eq(game.player[0].title, "CM");
	ck_assert_uint_eq(game.player[0].elo, 1987);
	ck_assert_str_eq(game.player[0].federation, "NOR");
	ck_assert_str_eq(game.player[1].name, "");
	ck_assert_str_eq(game.id, "ev-r2-b1-1");
	expect_moves("e4");
	ck_assert_int_eq(game.state, GAME_STARTED);
}
END_TEST

START_TEST(kings_in_the_centre_are_remembered_when_the_arbiter_has_another_result)
{
	begin("e2e4");
	tell("game", "{'state':'ended','fen':'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq "
		     "- 0 1','result':'1-0'}");
	ck_assert_str_eq(game.result, "1-0");
	ck_assert_str_eq(game.kings, "1-0");
	ck_assert_str_eq(game.result_by, "");
	tell("result", "{'result':'1/2-1/2','reason':'agreement','by':'arbiter'}");
	tell("game", "{'state':'ended','fen':'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq "
		     "- 0 1','result':'1/2-1/2'}");
	ck_assert_str_eq(game.result, "1/2-1/2");
	ck_assert_str_eq(game.kings, "1-0");
}
END_TEST

START_TEST(an_event_may_have_dashes_in_its_name)
{
	story.game = "local-20260131-r12-b3-4";
	begin("");
	ck_assert_str_eq(game.event, "local-20260131");
	ck_assert_uint_eq(game.round, 12);
}
END_TEST

START_TEST(a_name_of_another_form_is_kept_whole)
{
	story.game = "friendly";
	begin("e2e4");
	ck_assert_str_eq(game.id, "friendly");
	ck_assert_str_eq(game.event, "friendly");
	ck_assert_uint_eq(game.round, 0);
}
END_TEST

/* Files are made for every round up to the latest: four thousand million of them ate the memory. */
START_TEST(a_round_is_a_number_below_a_thousand)
{
	static const char *const names[] = {"ev-r-11-b1", "ev-r1000-b1-1", "ev-r+1-b1-1",
					    "ev-r99999999999999999999-b1-1"};
	char event[GAME_ID_MAX];
	unsigned round;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		game_split_id(names[i], event, &round);
		ck_assert_str_eq(event, names[i]);
		ck_assert_uint_eq(round, 0);
	}
	game_split_id("ev-r999-b1-1", event, &round);
	ck_assert_uint_eq(round, 999);
}
END_TEST

START_TEST(moves_have_clocks_times_and_words)
{
	begin("e2e4 e7e5 g1f3");
	expect_moves("e4 e5 Nf3");
	ck_assert_int_eq(game.state, GAME_STARTED);
	ck_assert_int_eq(game.plies[1].white_s, 5428); /* as it was when pressed */
	ck_assert_int_eq(game.plies[1].black_s, 5328);
	ck_assert(game.plies[1].completed && game.plies[1].legal && !game.plies[1].inferred);
	ck_assert_int_eq(game.started_ms, 1769860801000);
	ck_assert_uint_eq(game_completed(&game), 3);
	expect_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}
END_TEST

START_TEST(a_result_ends_and_an_undone_one_reopens)
{
	begin("e2e4");
	tell("result", "{'result':'0-1','reason':'time','article':'6.9','by':'law'}");
	ck_assert_int_eq(game.state, GAME_ENDED);
	ck_assert_str_eq(game.result, "0-1");
	ck_assert_str_eq(game.reason, "time");
	ck_assert_str_eq(game.article, "6.9");
	tell("result", "{'result':'*','reason':null,'article':null,'by':'arbiter'}");
	ck_assert_int_eq(game.state, GAME_STARTED);
	ck_assert_str_eq(game.result, "*");
	ck_assert_str_eq(game.reason, "");
	ck_assert_int_eq(game.ended_ms, WHEN_NEVER);
}
END_TEST

START_TEST(an_end_without_a_result_leaves_it_open)
{
	begin("e2e4");
	tell("game", "{'state':'ended','fen':'" RULES_START_FEN "'}");
	ck_assert_int_eq(game.state, GAME_ENDED);
	ck_assert_str_eq(game.result, "*");
}
END_TEST

/* --- corrections --- */

START_TEST(a_revised_move_keeps_what_follows_while_it_is_legal)
{
	begin("e2e4 e7e5 g1f3 b8c6");
	tell("revised", "{'ply':2,'was':'e5','uci':'e7e6','certainty':'inferred'}");
	expect_moves("e4 e6 Nf3 Nc6");
	ck_assert(game.plies[1].revised && game.plies[1].inferred && game.plies[1].completed);
	ck_assert_int_eq(game.plies[1].black_s, 5328);
	tell("revised", "{'ply':3,'was':'Nf3','uci':'d1h5'}");
	expect_moves("e4 e6 Qh5 Nc6");
	tell("revised", "{'ply':1,'was':'e4','uci':'a2a3'}"); /* no way for the queen */
	expect_moves("a3 e6");
	expect_fen("rnbqkbnr/pppp1ppp/4p3/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 2");
}
END_TEST

START_TEST(a_revision_without_a_move_cuts)
{
	begin("e2e4 e7e5 g1f3 b8c6");
	tell("revised", "{'ply':3,'was':'Nf3','san':null,'uci':null}");
	expect_moves("e4 e5");
	tell("revised", "{'ply':3,'was':null,'san':null,'uci':null}"); /* nothing to cut */
	expect_moves("e4 e5");
	story_move(&story, 3, "f1c4");
	take();
	expect_moves("e4 e5 Bc4");
	tell("revised", "{'ply':1,'uci':null}");
	expect_moves("");
	ck_assert_int_eq(game.started_ms, WHEN_NEVER);
	expect_fen(RULES_START_FEN);
}
END_TEST

START_TEST(a_move_told_again_replaces_and_cuts)
{
	begin("e2e4 e7e5 g1f3");
	story_move(&story, 2, "c7c5");
	take();
	expect_moves("e4 c5");
}
END_TEST

START_TEST(a_revised_move_may_be_the_next_one)
{
	begin("e2e4");
	tell("revised", "{'ply':2,'uci':'e7e5'}");
	expect_moves("e4 e5");
}
END_TEST

START_TEST(a_new_position_is_a_base)
{
	begin("e2e4 e7e5");
	tell("revised", "{'ply':3,'uci':null}");
	tell("game", "{'state':'position','fen':'4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'}");
	story_move(&story, 3, "e2e4");
	take();
	expect_moves("e4 e5 e4");
	ck_assert_uint_eq(game.base_count, 2);
	ck_assert_uint_eq(game.bases[1].ply, 2);
	expect_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
	tell("revised", "{'ply':3,'uci':null}");
	expect_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
	tell("revised", "{'ply':2,'uci':null}");
	expect_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
	ck_assert_uint_eq(game.base_count, 1);
}
END_TEST

START_TEST(an_illegal_move_that_stands_is_kept)
{
	begin("e2e4");
	tell("move", "{'ply':2,'san':null,'uci':null,'legal':false,'clock':null,"
		     "'fen':'rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'}");
	story_move(&story, 3, "g1f3");
	take();
	expect_moves("e4 -- Nf3");
	ck_assert(!game.plies[1].legal);
	ck_assert_int_eq(game.plies[1].white_s, GAME_NO_CLOCK);
	expect_fen("rnbqkbnr/pppp1ppp/8/8/4p3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
	tell("revised", "{'ply':1,'uci':'d2d4'}"); /* what stands behind a base stays */
	expect_moves("d4 -- Nf3");
	tell("revised", "{'ply':2,'uci':'e7e5'}");
	expect_moves("d4 e5 Nf3");
	ck_assert_uint_eq(game.base_count, 1);
	expect_fen("rnbqkbnr/pppp1ppp/8/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2");
}
END_TEST

/* After a pause the board may stand otherwise than the moves told. */
START_TEST(a_move_that_does_not_follow_goes_on_from_its_own_position)
{
	begin("e2e4");
	tell("move", "{'ply':2,'san':'Kd7','uci':'e8d7','legal':true,'clock':null,"
		     "'fen':'8/3k4/8/8/8/8/4P3/4K3 w - - 1 1'}");
	expect_moves("e4 Kd7");
	ck_assert(game.plies[1].legal);
	story_move(&story, 3, "e2e4");
	take();
	expect_fen("8/3k4/8/8/4P3/8/8/4K3 b - e3 0 1");
}
END_TEST

START_TEST(chess960_castles_onto_its_rook)
{
	tell("game", "{'state':'ready','fen':'k7/8/8/8/8/8/8/1RK4R w HB - 0 1'}");
	ck_assert(game_is_chess960(&game));
	story_move(&story, 1, "c1h1");
	take();
	expect_moves("O-O");
	ck_assert_str_eq(game.plies[0].uci, "c1h1");
}
END_TEST

/* --- what is not taken --- */

START_TEST(what_is_not_known_is_passed_over)
{
	begin("e2e4");
	ck_assert_int_eq(tell("weather", "{'rain':true}"), 0);
	ck_assert_int_eq(tell("game", "{'state':'adjourned','fen':'x'}"), 0);
	ck_assert_int_eq(tell("completed", "{'ply':2}"), 0);
	ck_assert_int_eq(tell("must", "{'moves':null,'article':'4.5','why':[1]}"), 1);
}
END_TEST

START_TEST(another_game_is_not_this_one)
{
	begin("e2e4");
	story.game = "ev-r2-b1-2";
	ck_assert_int_eq(tell("must", "{'moves':null,'article':'4.5'}"), -ENOENT);
	game_clear(&game);
	ck_assert_int_eq(tell("must", "{'moves':null,'article':'4.5'}"), -ENOENT);
}
END_TEST

START_TEST(malformed_reports_change_nothing)
{
	begin("e2e4 e7e5");
	tell("irregularity", "{'id':1,'kind':'touch-move','color':'black'}");
	expect_refused("move", "{'uci':'g1f3'}", "move: ply: not there");
	expect_refused("move", "{'ply':-1,'uci':'g1f3'}", "ply: out of range");
	expect_refused("move", "{'ply':5,'uci':'g1f3'}", "ply: moves before it are missing");
	expect_refused("move", "{'ply':3,'uci':3}", "uci: not a text");
	expect_refused("move", "{'ply':3,'uci':'g1f3xyz'}", "uci: too long");
	expect_refused("move", "{'ply':3,'uci':'g1g7'}", "fen: not there");
	expect_refused("move", "{'ply':3,'uci':null,'fen':'8/8/8/8/8/8/8/8 w - - 0 1'}",
		       "uci: not there");
	expect_refused("move", "{'ply':3,'uci':'g1f3','clock':7}", "clock: not an object");
	expect_refused("move", "{'ply':3,'uci':'g1f3','clock':{'white':-4}}", "white: out of");
	expect_refused("move", "{'ply':3,'uci':'g1f3','legal':'yes'}", "legal: neither");
	expect_refused("move", "{'ply':3,'uci':'g1f3','time':'noon'}", "time: not a time");
	expect_refused("move", "{'ply':3,'uci':'g1f3','seq':0}", "seq: not there");
	expect_refused("move", "{'ply':3,'uci':'g1f3','board':null}", "board: not there");
	expect_refused("revised", "{'ply':9,'uci':null}", "ply: moves before");
	expect_refused("revised", "{'ply':1,'uci':'e2e5'}", "fen: not there");
	expect_refused("completed", "{'ply':'one'}", "ply: not a whole number");
	expect_refused("game", "{'fen':'x'}", "state: not there");
	expect_refused("game", "{'state':'position','fen':'x'}", "game: fen");
	expect_refused("game", "{'state':'ready','fen':'" RULES_START_FEN "','white':{'elo':'x'}}",
		       "white: elo: not a whole number");
	expect_refused("result", "{'result':'2-0'}", "result: not a result");
	expect_refused("result", "{'reason':'time'}", "result: not there");
	expect_refused("irregularity", "{'kind':'x'}", "id: not there");
	expect_refused("irregularity", "{'id':2}", "kind: not there");
	expect_refused("irregularity", "{'id':2,'kind':'x','color':'red'}", "color: not a color");
	expect_refused("decision", "{'by':'Ida'}", "action: not there");
	expect_refused("touch", "{'square':'e9'}", "square: not a square");
	expect_refused("touch", "{'square':'e2','piece':'X'}", "piece: not a man");
	expect_refused("must", "{'moves':'e2e4'}", "moves: not a list");
	expect_refused("unsure", "{'ply':3}", "candidates: not there");
	expect_refused("clock", "{'white':400000,'black':1}", "white: out of range");
}
END_TEST

START_TEST(a_report_is_taken_once)
{
	json_t *report;

	begin("e2e4 e7e5");
	report = story_tell(&story, "decision", "{'action':'note x','by':'Ida'}");
	ck_assert_int_eq(game_apply(&game, report, &fault), 1);
	ck_assert_int_eq(game_apply(&game, report, &fault), 0);
	ck_assert_uint_eq(game.decision_count, 1);
}
END_TEST

START_TEST(what_is_no_report_is_refused)
{
	json_t *list = json_array();

	ck_assert_int_eq(game_apply(&game, list, &fault), -EINVAL);
	ck_assert_str_eq(fault.why, "report: event: not there");
	ck_assert_int_eq(game_apply(&game, list, NULL), -EINVAL);
	json_decref(list);
}
END_TEST

START_TEST(names_too_long_are_cut_at_a_letter)
{
	char more[600] = "{'state':'ready','fen':'" RULES_START_FEN "','white':'";
	size_t len;

	for (int i = 0; i < 120; i++)
		strcat(more, "Å");
	strcat(more, "'}");
	tell("game", more);
	len = strlen(game.player[0].name);
	ck_assert_uint_eq(len, 94);
	ck_assert_str_eq(game.player[0].name + len - 2, "Å");
}
END_TEST

/* Live, and again from what was stored as text: years later it is the same game. */
START_TEST(stored_reports_give_the_same_game)
{
	struct game again;
	char *first, *second;

	story_random(&story, (uint64_t)_i, _i % 2);
	game_init(&again);
	for (size_t i = 0; i < json_array_size(story.reports); i++) {
		json_t *report = json_array_get(story.reports, i), *stored;
		char *text = json_dumps(report, JSON_COMPACT);
		int r = game_apply(&game, report, &fault);

		must_hold(r >= 0, "%s: %s", text, fault.why);
		stored = json_loads(text, 0, NULL);
		must_hold(game_apply(&again, stored, NULL) == r, "%s", text);
		json_decref(stored);
		free(text);
	}
	first = all_of(&game);
	second = all_of(&again);
	ck_assert_str_eq(first, second);
	ck_assert_int_eq(game.state, GAME_ENDED);
	free(first);
	free(second);
	game_clear(&again);
}
END_TEST

static TCase *tests_of_moves(void)
{
	TCase *tc = tcase_create("moves");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_game_begins_with_its_names_and_rules);
	tcase_add_test(tc, an_event_may_have_dashes_in_its_name);
	tcase_add_test(tc, a_name_of_another_form_is_kept_whole);
	tcase_add_test(tc, a_round_is_a_number_below_a_thousand);
	tcase_add_test(tc, players_may_change_and_the_game_is_the_same);
	tcase_add_test(tc, kings_in_the_centre_are_remembered_when_the_arbiter_has_another_result);
	tcase_add_test(tc, moves_have_clocks_times_and_words);
	tcase_add_test(tc, a_result_ends_and_an_undone_one_reopens);
	tcase_add_test(tc, an_end_without_a_result_leaves_it_open);
	tcase_add_test(tc, a_revised_move_keeps_what_follows_while_it_is_legal);
	tcase_add_test(tc, a_revision_without_a_move_cuts);
	tcase_add_test(tc, a_move_told_again_replaces_and_cuts);
	tcase_add_test(tc, a_revised_move_may_be_the_next_one);
	tcase_add_test(tc, a_new_position_is_a_base);
	tcase_add_test(tc, an_illegal_move_that_stands_is_kept);
	tcase_add_test(tc, a_move_that_does_not_follow_goes_on_from_its_own_position);
	tcase_add_test(tc, chess960_castles_onto_its_rook);
	return tc;
}

static TCase *tests_of_reports(void)
{
	TCase *tc = tcase_create("reports");

	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_is_not_known_is_passed_over);
	tcase_add_test(tc, another_game_is_not_this_one);
	tcase_add_test(tc, malformed_reports_change_nothing);
	tcase_add_test(tc, a_report_is_taken_once);
	tcase_add_test(tc, what_is_no_report_is_refused);
	tcase_add_test(tc, names_too_long_are_cut_at_a_letter);
	tcase_add_loop_test(tc, stored_reports_give_the_same_game, 1, 21);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: a game from its reports");

	suite_add_tcase(suite, tests_of_moves());
	suite_add_tcase(suite, tests_of_reports());
	return run_suite(suite);
}
