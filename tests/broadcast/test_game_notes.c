/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "broadcast/output/build_json.h"
#include "tests/broadcast/fold.h"
#include "tests/support/words.h"

/* --- findings --- */

#define FINDING(id, color)                                                                    \
	"{'id':" id ",'kind':'touch-move','article':'4.3.1','edition':'2023','color':'" color \
	"','certainty':'observed','on_request':false,'summary':'A man was touched.',"         \
	"'args':{'ply':2},'evidence':[3,4],'must':['b8a6'],'remedy':'replace','new':1}"

START_TEST(irregularities_are_kept_as_published)
{
	json_t *object, *one;

	begin("e2e4 e7e5");
	tell("irregularity", FINDING("1", "black"));
	ck_assert_uint_eq(game_open_count(&game), 1);
	object = build_game(&game, false, NULL);
	one = json_array_get(json_object_get(object, "irregularities"), 0);
	ck_assert_str_eq(json_string_value(json_object_get(one, "state")), "open");
	ck_assert_str_eq(json_string_value(json_object_get(one, "remedy")), "replace");
	ck_assert_int_eq(json_integer_value(json_object_get(one, "new")), 1);
	ck_assert_uint_eq(json_array_size(json_object_get(one, "evidence")), 2);
	json_decref(object);
}
END_TEST

START_TEST(decisions_rule_on_them)
{
	begin("e2e4 e7e5");
	tell("irregularity", FINDING("1", "black"));
	tell("irregularity", FINDING("2", "white"));
	tell("irregularity", FINDING("3", "black"));
	tell("decision", "{'action':'dismiss 1','by':'Ida','undoes':null}");
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_DISMISSED);
	tell("decision", "{'action':'claim black touch-move','by':'Ida','undoes':null}");
	ck_assert_int_eq(game.irregularities[1].ruling, GAME_CLAIMED);
	tell("decision", "{'action':'uphold','by':'Ida','undoes':null}"); /* the claim */
	ck_assert_int_eq(game.irregularities[1].ruling, GAME_UPHELD);
	tell("decision", "{'action':'uphold','by':'Ida','undoes':null}"); /* the newest open */
	ck_assert_int_eq(game.irregularities[2].ruling, GAME_UPHELD);
	ck_assert_uint_eq(game_open_count(&game), 0);
	ck_assert_uint_eq(game.decision_count, 4);
	ck_assert_str_eq(game.decisions[0].by, "Ida");
	ck_assert_uint_eq(game.decisions[1].irregularity, 2);
}
END_TEST

START_TEST(what_became_of_it_is_told_and_what_is_owed)
{
	begin("e2e4 e7e5");
	tell("irregularity", FINDING("1", "black"));
	tell("irregularity", FINDING("2", "white"));
	tell("finding", "{'id':1,'kind':'touch-move','color':'black','state':'lapsed'}");
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_LAPSED);
	tell("finding", "{'id':2,'state':'put-right','illegal_moves':{'white':1,'black':0},"
			"'owed_minutes':{'white':0,'black':2}}");
	ck_assert_int_eq(game.irregularities[1].ruling, GAME_PUT_RIGHT);
	ck_assert_uint_eq(game_open_count(&game), 0);
	tell("irregularity", FINDING("3", "white"));
	tell("finding", "{'id':3,'state':'withdrawn'}"); /* what it rested on was undone */
	ck_assert_uint_eq(game_open_count(&game), 0);
	ck_assert_uint_eq(game.illegal_moves[RULES_WHITE], 1);
	ck_assert_uint_eq(game.owed_minutes[RULES_BLACK], 2);
}
END_TEST

/* Returns the number of the undo itself. */
static unsigned undo(unsigned seq)
{
	char more[100];

	snprintf(more, sizeof(more), "{'action':'undo %u','by':'Ida','undoes':%u}", seq, seq);
	tell("decision", more);
	return (unsigned)story.seq;
}

START_TEST(an_undone_ruling_is_no_ruling)
{
	char more[100];

	begin("e2e4 e7e5");
	tell("irregularity", FINDING("1", "black"));
	tell("decision", "{'action':'uphold 1','by':'Ida','undoes':null}");
	undo((unsigned)story.seq);
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_OPEN);
	ck_assert(game.decisions[0].undone && !game.decisions[1].undone);
	tell("decision", "{'action':'dismiss 1','by':'Ida'}");
	snprintf(more, sizeof(more), "{'action':'undo %u','by':'Ida'}", (unsigned)story.seq);
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_DISMISSED);
	tell("decision", more); /* the words alone are enough */
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_OPEN);
}
END_TEST

START_TEST(claims_of_draws_and_notes_rule_on_nothing)
{
	begin("e2e4 e7e5");
	tell("irregularity", FINDING("1", "black"));
	tell("decision", "{'action':'claim white threefold','by':'Ida','undoes':null}");
	tell("decision", "{'action':'note uphold','by':'Ida','undoes':null}");
	tell("decision", "{'action':'upholding','by':'Ida','undoes':null}");
	tell("decision", "{'action':'uphold 9','by':'Ida','undoes':null}");
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_OPEN);
}
END_TEST

START_TEST(an_irregularity_told_again_is_the_same_one)
{
	begin("e2e4 e7e5");
	tell("irregularity", FINDING("1", "black"));
	tell("irregularity", "{'id':1,'kind':'touch-move','color':'white','state':'lapsed'}");
	ck_assert_uint_eq(game.irregularity_count, 1);
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_LAPSED);
	ck_assert_uint_eq(game.irregularities[0].color, RULES_WHITE);
}
END_TEST

/* --- the turn --- */

START_TEST(touches_and_obligation_are_of_this_turn)
{
	begin("e2e4");
	tell("touch", "{'color':'black','square':'b8','piece':'n','certainty':'presumed'}");
	tell("must", "{'moves':['b8a6','b8c6'],'article':'4.3.1'}");
	ck_assert_uint_eq(game.touched_count, 1);
	ck_assert_uint_eq(game.touched[0].square, on("b8"));
	ck_assert_str_eq(game.must, "[\"b8a6\",\"b8c6\"]");
	ck_assert_str_eq(game.must_article, "4.3.1");
	story_move(&story, 2, "b8c6");
	take();
	ck_assert_uint_eq(game.touched_count, 0);
	tell("must", "{'moves':null,'article':'4.5'}");
	ck_assert_ptr_null(game.must);
}
END_TEST

START_TEST(the_arbiter_corrects_the_last_touch)
{
	begin("e2e4");
	tell("decision", "{'action':'accidental','by':'Ida','undoes':null}");
	tell("touch", "{'color':'black','square':'b8','piece':'n','certainty':'presumed'}");
	tell("touch", "{'color':'black','square':'g8','piece':'n','certainty':'presumed'}");
	tell("decision", "{'action':'attribute white','by':'Ida','undoes':null}");
	ck_assert_uint_eq(game.touched[0].color, RULES_BLACK);
	ck_assert_uint_eq(game.touched[1].color, RULES_WHITE);
	tell("decision", "{'action':'accidental','by':'Ida','undoes':null}");
	ck_assert(game.touched[1].is_accidental && !game.touched[0].is_accidental);
	ck_assert_uint_eq(game.touched[0].square, on("b8"));
	tell("decision", "{'action':'attribute white','by':'Ida','undoes':null}");
	ck_assert_uint_eq(game.touched[0].color, RULES_WHITE); /* the last that counts */
}
END_TEST

START_TEST(an_undone_correction_leaves_the_touch_as_it_was_told)
{
	unsigned attributed, ruled_out;

	begin("e2e4");
	tell("touch", "{'color':'black','square':'b8','piece':'n','certainty':'presumed'}");
	tell("touch", "{'color':'black','square':'g8','piece':'n','certainty':'presumed'}");
	tell("decision", "{'action':'attribute white','by':'Ida','undoes':null}");
	attributed = (unsigned)story.seq;
	tell("decision", "{'action':'accidental','by':'Ida','undoes':null}");
	ruled_out = (unsigned)story.seq;
	undo(ruled_out);
	ck_assert(!game.touched[1].is_accidental);
	ck_assert_uint_eq(game.touched[1].color, RULES_WHITE); /* the other decision stands */
	undo(attributed);
	ck_assert_uint_eq(game.touched[1].color, RULES_BLACK);
	ck_assert_uint_eq(game.touched_count, 2);
}
END_TEST

START_TEST(an_undone_undo_brings_the_decision_back)
{
	unsigned ruled_out, undone;

	begin("e2e4");
	tell("irregularity", FINDING("1", "black"));
	tell("touch", "{'color':'black','square':'b8','piece':'n','certainty':'presumed'}");
	tell("decision", "{'action':'accidental','by':'Ida','undoes':null}");
	ruled_out = (unsigned)story.seq;
	undone = undo(ruled_out);
	undo(undone);
	ck_assert(game.touched[0].is_accidental && !game.decisions[0].undone);
	tell("decision", "{'action':'uphold 1','by':'Ida','undoes':null}");
	undone = undo((unsigned)story.seq);
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_OPEN);
	undo(undone);
	ck_assert_int_eq(game.irregularities[0].ruling, GAME_UPHELD);
}
END_TEST

START_TEST(more_touches_than_are_kept_do_no_harm)
{
	begin("e2e4");
	for (int i = 0; i < 2 * GAME_TOUCHED_MAX; i++)
		tell("touch", "{'color':'black','square':'b8','piece':'n'}");
	ck_assert_uint_eq(game.touched_count, GAME_TOUCHED_MAX);
}
END_TEST

START_TEST(whether_they_can_still_mate_is_told_as_published)
{
	begin("e2e4");
	ck_assert_ptr_null(game.winnable);
	tell("winnable", "{'state':'asked','color':'both','ply':1}");
	ck_assert_ptr_nonnull(strstr(game.winnable, "\"state\":\"asked\""));
	tell("winnable", "{'state':'answered','color':'both','ply':1,'dead':true}");
	ck_assert_ptr_nonnull(strstr(game.winnable, "\"dead\":true"));
	begin("d2d4");
	ck_assert_ptr_null(game.winnable);
}
END_TEST

/* The question as the page hears it. */
static void expect_asked_from(const char *fen)
{
	json_t *told = json_object();

	build_turn(told, &game);
	ck_assert_str_eq(json_string_value(json_object_get(json_object_get(told, "asks"), "fen")),
			 fen);
	json_decref(told);
}

START_TEST(what_is_unsure_waits_for_a_move)
{
	begin("e2e4");
	tell("unsure", "{'ply':2,'fen':'','candidates':[['e7e5'],['c7c5']]}");
	ck_assert_uint_eq(game.unsure_ply, 2);
	ck_assert_ptr_null(game.unsure_fen);
	ck_assert_str_eq(game.unsure, "[[\"e7e5\"],[\"c7c5\"]]");
	story_move(&story, 2, "c7c5");
	take();
	ck_assert_uint_eq(game.unsure_ply, 0);
}
END_TEST

/* The reader's lines may begin elsewhere than after the half-moves that are told. */
START_TEST(what_is_unsure_begins_where_the_report_says)
{
	begin("e2e4");
	tell("unsure", "{'ply':2,'fen':'4k3/8/8/8/8/8/8/4K2R b - - 0 1','candidates':[['e8e7']]}");
	ck_assert_str_eq(game.unsure_fen, "4k3/8/8/8/8/8/8/4K2R b - - 0 1");
	expect_asked_from("4k3/8/8/8/8/8/8/4K2R b - - 0 1");
	story_move(&story, 2, "c7c5");
	take();
	ck_assert_ptr_null(game.unsure_fen);
}
END_TEST

START_TEST(claims_begin_and_end)
{
	begin("e2e4");
	tell("claimable", "{'what':'threefold','article':'9.2','by':'black','plies':[4,8]}");
	ck_assert(game.claimable[GAME_THREEFOLD].is_on);
	ck_assert_uint_eq(game.claimable[GAME_THREEFOLD].by, RULES_BLACK);
	ck_assert_uint_eq(game.claimable[GAME_THREEFOLD].ply_count, 2);
	ck_assert_uint_eq(game.claimable[GAME_THREEFOLD].plies[1], 8);
	expect_refused("claimable", "{'what':'fifty','by':'white','plies':8}", "not a list");
	expect_refused("claimable", "{'what':'fifty','by':'white','plies':[-1]}",
		       "not whole numbers");
	expect_refused("claimable", "{'what':'fifty','by':'white','plies':[1,2,3,4,5,6]}",
		       "too many");
	tell("claimable", "{'what':'threefold','article':'9.2','by':null,'plies':[]}");
	ck_assert(!game.claimable[GAME_THREEFOLD].is_on);
	ck_assert_int_eq(tell("claimable", "{'what':'lunch','by':'white'}"), 0);
}
END_TEST

START_TEST(a_clock_is_as_of_its_time)
{
	begin("e2e4");
	tell("clock", "{'white':5400,'black':null,'running':'black','state':'running'}");
	ck_assert_int_eq(game.clock.white_s, 5400);
	ck_assert_int_eq(game.clock.black_s, GAME_NO_CLOCK);
	ck_assert_uint_eq(game.clock.running, RULES_BLACK);
	ck_assert_int_eq(game.clock.time_ms, game.time_ms);
}
END_TEST

static TCase *tests_of_notes(void)
{
	TCase *tc = tcase_create("notes");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, irregularities_are_kept_as_published);
	tcase_add_test(tc, decisions_rule_on_them);
	tcase_add_test(tc, what_became_of_it_is_told_and_what_is_owed);
	tcase_add_test(tc, an_undone_ruling_is_no_ruling);
	tcase_add_test(tc, claims_of_draws_and_notes_rule_on_nothing);
	tcase_add_test(tc, an_irregularity_told_again_is_the_same_one);
	tcase_add_test(tc, touches_and_obligation_are_of_this_turn);
	tcase_add_test(tc, the_arbiter_corrects_the_last_touch);
	tcase_add_test(tc, an_undone_correction_leaves_the_touch_as_it_was_told);
	tcase_add_test(tc, an_undone_undo_brings_the_decision_back);
	tcase_add_test(tc, more_touches_than_are_kept_do_no_harm);
	tcase_add_test(tc, whether_they_can_still_mate_is_told_as_published);
	tcase_add_test(tc, what_is_unsure_waits_for_a_move);
	tcase_add_test(tc, what_is_unsure_begins_where_the_report_says);
	tcase_add_test(tc, claims_begin_and_end);
	tcase_add_test(tc, a_clock_is_as_of_its_time);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: what was irregular, and the turn");

	suite_add_tcase(suite, tests_of_notes());
	return run_suite(suite);
}
