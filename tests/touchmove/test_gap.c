/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/start.h"
#include "tests/support/words.h"
#include "touchmove/action.h"
#include "touchmove/touchmove.h"

/* Not all was seen: a later board tells what was played, or the arbiter is asked. */

#define REST_MS 2500

static struct touch_game game;
static struct touch_reports reports;
static uint64_t now_ms;
static size_t counts[TOUCH_REPORT_FINDING + 1]; /* of reports since the game began */
static char last_san[RULES_SAN_MAX];            /* of a move made or revised */

static void hear(void)
{
	for (size_t i = 0; i < reports.count; i++) {
		const struct touch_report *report = &reports.report[i];

		counts[report->type]++;
		if (report->type == TOUCH_REPORT_MOVE || report->type == TOUCH_REPORT_REVISED)
			memcpy(last_san, report->san, sizeof(last_san));
	}
}

static void begin(const char *fen)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position pos = position(fen);

	now_ms = 0;
	memset(counts, 0, sizeof(counts));
	memset(last_san, 0, sizeof(last_san));
	touch_game_begin(&game, &rules, &pos, 0);
}

static void step(struct touch_event event)
{
	event.at_ms = now_ms += 300;
	touch_step(&game, &event, &reports);
	hear();
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

static void rest(void)
{
	now_ms += REST_MS;
	step((struct touch_event){.type = TOUCH_EV_TICK});
}

static void play(const char *from, const char *to, char piece)
{
	lift(from);
	place(to, piece);
	press(rules_color_of(rules_fen_piece(piece)));
}

/* A dump shows the board after these moves. */
static void see_after(const char *moves)
{
	struct rules_position pos = after(RULES_START_FEN, moves);

	touch_sync(&game, pos.at, now_ms += 300, &reports);
	hear();
}

/* The same with a man in somebody's hand. */
static void see_without(const char *moves, const char *square)
{
	struct rules_position pos = after(RULES_START_FEN, moves);

	pos.at[on(square)] = RULES_NO_PIECE;
	touch_sync(&game, pos.at, now_ms += 300, &reports);
	hear();
}

static bool act(const char *words)
{
	struct touch_event event;

	ck_assert(touch_action_read(&event, rules_slice_of(words), NULL));
	step(event);
	return !reports.refused;
}

static void expect_accused(size_t count)
{
	ck_assert_uint_eq(counts[TOUCH_REPORT_IRREGULARITY], count);
}

START_TEST(a_move_whose_place_was_lost_is_inferred_and_completed)
{
	begin(RULES_START_FEN);
	lift("e2");
	press(RULES_WHITE);
	rest();
	see_after("e2e4");
	ck_assert_str_eq(last_san, "e4");
	ck_assert_uint_eq(counts[TOUCH_REPORT_COMPLETED], 1);
	ck_assert_uint_eq(game.plies, 1);
	expect_accused(0);
}
END_TEST

START_TEST(a_dump_while_a_man_is_in_the_hand_is_nobodys_doubt)
{
	begin(RULES_START_FEN);
	see_without("", "g1"); /* the lift was lost */
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 0);
	place("f3", 'N');
	press(RULES_WHITE);
	ck_assert_str_eq(last_san, "Nf3");
	ck_assert_uint_eq(counts[TOUCH_REPORT_COMPLETED], 1);
	expect_accused(0);
}
END_TEST

START_TEST(no_long_line_explains_a_board_while_somebody_may_hold_a_man)
{
	begin(RULES_START_FEN);
	see_without("e2e4", "d7");
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 0);
	place("d5", 'p');
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 2);
	ck_assert_str_eq(last_san, "d5");
}
END_TEST

START_TEST(a_reading_that_the_next_board_contradicts_is_revised)
{
	begin(RULES_START_FEN);
	lift("d2");
	place("d3", 'P');
	press(RULES_WHITE);
	ck_assert_str_eq(last_san, "d3");
	see_after("d2d4");
	ck_assert_str_eq(last_san, "d4");
	ck_assert_uint_eq(counts[TOUCH_REPORT_REVISED], 1);
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 1);
	ck_assert_uint_eq(game.plies, 1);
	expect_accused(0);
}
END_TEST

START_TEST(a_move_seen_to_stand_after_the_press_is_not_read_anew)
{
	begin(RULES_START_FEN);
	play("d2", "d3", 'P');
	touch_agree(&game);
	see_after("d2d4");
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_REVISED], 0);
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
}
END_TEST

START_TEST(several_lines_are_asked_about_once_when_the_board_is_at_rest)
{
	const struct touch_unsure *asked;

	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 0);
	ck_assert_ptr_null(touch_unsure_of(&game));
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 0);
	asked = touch_unsure_of(&game);
	ck_assert_ptr_nonnull(asked);
	ck_assert_uint_eq(asked->ply, 1);
	ck_assert_uint_eq(asked->count, 2); /* e4 e5 d4, or d4 e5 e4 */
	ck_assert(!asked->has_more);
	ck_assert_uint_eq(asked->line[0].count, 3);
	lift("g8");
	place("f6", 'n');
	rest();
	see_after("e2e4 e7e5 d2d4 b8c6");
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
}
END_TEST

START_TEST(the_arbiter_chooses_one_of_the_lines_and_play_goes_on)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	rest();
	ck_assert(!act("choose 3"));
	ck_assert(!act("choose 0"));
	ck_assert(act("choose 2"));
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 3);
	ck_assert_ptr_null(touch_unsure_of(&game));
	ck_assert(!act("choose 1"));
	press(RULES_WHITE);
	play("g8", "f6", 'n');
	ck_assert_str_eq(last_san, "Nf6");
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
	ck_assert_str_eq(last_san, "Nf6");
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 4);
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
}
END_TEST

START_TEST(play_goes_on_when_the_board_is_explained_after_all)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	rest();
	see_after("e2e4 e7e5");
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 2);
	ck_assert_ptr_null(touch_unsure_of(&game));
}
END_TEST

START_TEST(there_may_be_no_line_at_all)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6");
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
	ck_assert_uint_eq(touch_unsure_of(&game)->count, 0);
	ck_assert(!act("choose 1"));
	ck_assert(act("resume")); /* the board as it is */
	ck_assert_ptr_null(touch_unsure_of(&game));
}
END_TEST

START_TEST(after_a_gap_nothing_is_raised_in_that_turn)
{
	begin(RULES_START_FEN);
	lift("b1");
	touch_gap(&game, false);
	place("b1", 'N');
	play("e2", "e4", 'P');
	ck_assert_str_eq(last_san, "e4");
	expect_accused(0);
	lift("b8");
	place("b8", 'n');
	play("e7", "e5", 'p');
	expect_accused(1); /* and afterwards as ever */
}
END_TEST

START_TEST(a_press_that_nothing_explains_after_a_gap_is_no_offence)
{
	begin(RULES_START_FEN);
	touch_gap(&game, false);
	press(RULES_WHITE);
	rest();
	expect_accused(0);
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
	see_after("e2e4");
	ck_assert_str_eq(last_san, "e4");
	ck_assert_uint_eq(counts[TOUCH_REPORT_COMPLETED], 1);
}
END_TEST

START_TEST(after_a_blind_gap_the_running_clock_tells_what_was_pressed)
{
	begin(RULES_START_FEN);
	touch_gap(&game, true);
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = RULES_BLACK});
	see_after("e2e4");
	ck_assert_uint_eq(counts[TOUCH_REPORT_COMPLETED], 1);
	ck_assert_uint_eq(game.plies, 1);
	play("e7", "e5", 'p');
	ck_assert_str_eq(last_san, "e5");
	expect_accused(0);
}
END_TEST

START_TEST(after_a_blind_gap_a_move_that_is_not_pressed_yet_is_nobodys_doubt)
{
	begin(RULES_START_FEN);
	play("d2", "d3", 'P');
	touch_gap(&game, true);
	see_after("d2d3 e7e5"); /* e7-e6-e5, with Nd2 and back, would fit the clock too */
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 0);
	ck_assert_str_eq(last_san, "e5");
	press(RULES_BLACK);
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_COMPLETED], 2);
	ck_assert_uint_eq(counts[TOUCH_REPORT_IRREGULARITY], 0);
}
END_TEST

START_TEST(a_lever_that_was_misread_is_no_press)
{
	begin(RULES_START_FEN);
	lift("e2");
	press(RULES_WHITE);
	now_ms -= 200; /* before the press is judged */
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = RULES_WHITE});
	place("e4", 'P');
	press(RULES_WHITE);
	ck_assert_str_eq(last_san, "e4");
	ck_assert_uint_eq(counts[TOUCH_REPORT_COMPLETED], 1);
	expect_accused(0);
}
END_TEST

START_TEST(a_move_that_was_not_seen_before_the_clocks_stopped_is_inferred)
{
	begin(RULES_START_FEN);
	lift("e2");
	press(RULES_WHITE);
	now_ms += 300;
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = TOUCH_BOTH});
	see_after("e2e4");
	ck_assert_str_eq(last_san, "e4");
	ck_assert_int_eq(game.state, TOUCH_ST_HANDLING);
}
END_TEST

START_TEST(what_stays_unexplained_when_the_clocks_stop_is_asked_about)
{
	begin(RULES_START_FEN);
	see_after("e2e4 e7e5 d2d4");
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = TOUCH_BOTH});
	rest();
	ck_assert_uint_eq(counts[TOUCH_REPORT_UNSURE], 1);
	ck_assert(act("choose 1"));
	ck_assert_uint_eq(counts[TOUCH_REPORT_MOVE], 3);
	ck_assert_int_eq(game.state, TOUCH_ST_HANDLING);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gap");
	TCase *tests = tcase_create("gap");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, a_move_whose_place_was_lost_is_inferred_and_completed);
	tcase_add_test(tests, a_dump_while_a_man_is_in_the_hand_is_nobodys_doubt);
	tcase_add_test(tests, no_long_line_explains_a_board_while_somebody_may_hold_a_man);
	tcase_add_test(tests, a_reading_that_the_next_board_contradicts_is_revised);
	tcase_add_test(tests, a_move_seen_to_stand_after_the_press_is_not_read_anew);
	tcase_add_test(tests, several_lines_are_asked_about_once_when_the_board_is_at_rest);
	tcase_add_test(tests, the_arbiter_chooses_one_of_the_lines_and_play_goes_on);
	tcase_add_test(tests, what_was_played_since_the_question_follows_the_choice);
	tcase_add_test(tests, play_goes_on_when_the_board_is_explained_after_all);
	tcase_add_test(tests, there_may_be_no_line_at_all);
	tcase_add_test(tests, after_a_gap_nothing_is_raised_in_that_turn);
	tcase_add_test(tests, a_press_that_nothing_explains_after_a_gap_is_no_offence);
	tcase_add_test(tests, after_a_blind_gap_the_running_clock_tells_what_was_pressed);
	tcase_add_test(tests, after_a_blind_gap_a_move_that_is_not_pressed_yet_is_nobodys_doubt);
	tcase_add_test(tests, a_lever_that_was_misread_is_no_press);
	tcase_add_test(tests, a_move_that_was_not_seen_before_the_clocks_stopped_is_inferred);
	tcase_add_test(tests, what_stays_unexplained_when_the_clocks_stop_is_asked_about);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
