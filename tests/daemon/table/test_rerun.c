/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/seat.h"

#include <inttypes.h>
#include <string.h>

/* What an arbiter has decided is undone: the game is as if he had not. */

static void begin(void)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023});
	desk_start();
}

static uint64_t undo(uint64_t seq)
{
	char action[40];

	snprintf(action, sizeof(action), "undo %" PRIu64, seq);
	return desk_act(action);
}

static void refused(uint64_t seq, const char *why)
{
	ck_assert_uint_eq(undo(seq), 0);
	ck_assert_str_eq(desk_refusal(), why);
}

static void touch_another_man(void)
{
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_press(RULES_WHITE);
}

START_TEST(a_result_is_withdrawn_and_play_goes_on)
{
	uint64_t decision;

	begin();
	desk_play("e2e4 e7e5");
	decision = desk_act("resign white");
	desk_forget();
	ck_assert_uint_gt(undo(decision), decision);
	expect_told("decision", "\"undoes\":");
	expect_told("result", "\"result\":\"*\",\"reason\":\"withdrawn\"");
	expect_untold("revised", "");
	desk_play("g1f3");
	expect_told("move", "\"ply\":3,\"san\":\"Nf3\"");
}
END_TEST

START_TEST(what_was_upheld_is_open_again_and_the_move_is_back)
{
	uint64_t decision;

	begin();
	touch_another_man();
	decision = desk_act("uphold");
	ck_assert_uint_eq(desk_table()->plies, 0);
	desk_forget();
	undo(decision);
	expect_told("revised", "\"ply\":1,\"was\":null,\"san\":\"e4\"");
	expect_told("finding", "\"kind\":\"touch-move\",\"color\":\"white\",\"state\":\"open\"");
	ck_assert_uint_eq(desk_table()->plies, 1);
	desk_forget();
	desk_act("dismiss");
	expect_told("finding", "\"state\":\"dismissed\"");
}
END_TEST

START_TEST(an_undo_is_undone)
{
	uint64_t resigned, undone, restored;

	begin();
	desk_play("e2e4 e7e5");
	resigned = desk_act("resign white");
	undone = undo(resigned);
	desk_forget();
	restored = undo(undone);
	expect_told("result",
		    "\"result\":\"0-1\",\"reason\":\"resignation\",\"article\":\"5.1.2\"");
	expect_told("game", "\"state\":\"ended\"");
	desk_forget();
	undo(restored); /* and once more */
	expect_told("result", "\"result\":\"*\"");
	desk_play("g1f3");
	expect_told("move", "\"ply\":3");
}
END_TEST

/* What was played after the decision is read anew without it. */
START_TEST(play_after_a_decision_is_kept_without_it)
{
	uint64_t decision;

	begin();
	desk_play("e2e4 e7e5");
	decision = desk_act("set-move 1 e2e3");
	desk_act("set-move 1 e2e4");
	desk_play("g1f3 b8c6");
	desk_forget();
	undo(decision);
	expect_untold("revised", "");
	ck_assert_uint_eq(desk_table()->plies, 4);
}
END_TEST

START_TEST(a_correction_undone_gives_the_moves_back)
{
	uint64_t decision;

	begin();
	desk_play("e2e4 e7e5 g1f3");
	decision = desk_act("takeback 2");
	ck_assert_uint_eq(desk_table()->plies, 1);
	desk_forget();
	undo(decision);
	expect_told("revised", "\"ply\":2,\"was\":null,\"san\":\"e5\"");
	expect_told("revised", "\"ply\":3,\"was\":null,\"san\":\"Nf3\"");
	desk_play("b8c6");
	expect_told("move", "\"ply\":4,\"san\":\"Nc6\"");
}
END_TEST

START_TEST(a_position_undone_is_another_base)
{
	uint64_t decision;

	begin();
	desk_play("e2e4");
	decision =
		desk_act("set-position rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	desk_forget();
	undo(decision);
	expect_told("game", "\"state\":\"position\"");
	desk_play("e7e5");
	expect_told("move", "\"ply\":2,\"san\":\"e5\"");
}
END_TEST

START_TEST(a_touch_ruled_accidental_binds_again)
{
	uint64_t decision;

	begin();
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_wait(2);
	decision = desk_act("accidental");
	desk_forget();
	undo(decision);
	expect_told("must", "\"moves\":[\"g1f3\",\"g1h3\"]");
}
END_TEST

START_TEST(a_note_undone_changes_nothing_else)
{
	uint64_t decision;

	begin();
	touch_another_man();
	desk_play("e7e5");
	decision = desk_act("note nothing");
	desk_play("g1f3 b8c6");
	desk_forget();
	undo(decision);
	expect_told("decision", "");
	expect_untold("revised", "");
	expect_untold("finding", "");
	expect_untold("irregularity", "");
	expect_untold("must", "");
	expect_untold("claimable", "");
	expect_untold("game", "");
	desk_play("f1c4");
	expect_told("move", "\"ply\":5,\"san\":\"Bc4\"");
	expect_untold("irregularity", "");
}
END_TEST

/* Without the decision there is a report more, and the later one has another number. */
START_TEST(a_ruling_stays_with_the_report_it_was_about)
{
	uint64_t decision;

	begin();
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_wait(1);
	decision = desk_act("accidental");
	desk_play("e2e4");
	expect_untold("irregularity", "");
	desk_lift("g8");
	desk_place("g8", 'n');
	desk_lift("e7");
	desk_place("e5", 'p');
	desk_press(RULES_BLACK);
	expect_told("irregularity", "\"id\":1,\"kind\":\"touch-move\"");
	desk_act("dismiss 1");
	desk_forget();
	undo(decision);
	expect_told("irregularity", "\"id\":1,\"kind\":\"touch-move\"");
	ck_assert_int_eq(touch_finding_of(&desk_table()->law.game, 1)->color, RULES_WHITE);
	ck_assert_int_eq(touch_finding_of(&desk_table()->law.game, 1)->state, TOUCH_FINDING_LAPSED);
	ck_assert_int_eq(touch_finding_of(&desk_table()->law.game, 3)->color, RULES_BLACK);
	ck_assert_int_eq(touch_finding_of(&desk_table()->law.game, 3)->state,
			 TOUCH_FINDING_DISMISSED);
}
END_TEST

START_TEST(evidence_is_that_of_the_events_as_told)
{
	uint64_t decision, sensed;
	char words[40];

	begin();
	decision = desk_act("note nothing");
	desk_lift("g1");
	desk_place("g1", 'N');
	desk_wait(1);
	sscanf(desk_told("sensed", "\"piece\":null"), "{\"event\":\"sensed\",\"seq\":%" SCNu64,
	       &sensed);
	undo(decision);
	desk_lift("e2");
	desk_place("e4", 'P');
	desk_press(RULES_WHITE);
	snprintf(words, sizeof(words), "\"evidence\":[%" PRIu64 ",", sensed);
	expect_told("irregularity", words);
}
END_TEST

START_TEST(what_is_no_decision_cannot_be_undone)
{
	uint64_t note, first;

	begin();
	refused(1, "this is the number of no decision");
	refused(999, "nothing has this number yet");
	ck_assert_uint_eq(desk_act("undo"), 0);
	ck_assert_uint_eq(desk_act("undo me"), 0);
	note = desk_act("note something");
	ck_assert_uint_gt(undo(note), 0);
	refused(note, "this decision has been undone already");
	desk_play("e2e4");
	first = desk_act("note of the first game");
	desk_act("new-game");
	refused(first, "this decision is of another game");
	ck_assert_uint_eq(desk_count("decision", ""), 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rerun");
	TCase *tests = tcase_create("rerun");

	tcase_add_test(tests, a_result_is_withdrawn_and_play_goes_on);
	tcase_add_test(tests, what_was_upheld_is_open_again_and_the_move_is_back);
	tcase_add_test(tests, an_undo_is_undone);
	tcase_add_test(tests, play_after_a_decision_is_kept_without_it);
	tcase_add_test(tests, a_correction_undone_gives_the_moves_back);
	tcase_add_test(tests, a_position_undone_is_another_base);
	tcase_add_test(tests, a_touch_ruled_accidental_binds_again);
	tcase_add_test(tests, a_note_undone_changes_nothing_else);
	tcase_add_test(tests, a_ruling_stays_with_the_report_it_was_about);
	tcase_add_test(tests, evidence_is_that_of_the_events_as_told);
	tcase_add_test(tests, what_is_no_decision_cannot_be_undone);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
