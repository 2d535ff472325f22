/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "story.h"

#include "tests/support/words.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(after_an_unplug_without_change_the_game_goes_on)
{
	connected();
	carry("e2", "e4");
	forget();
	unplug();
	expect("lost closed\n");
	pass(60000);
	plug();
	pass(2000);
	expect("connected 01025 1.2\n"
	       "dump RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr\n"
	       "resynced unchanged\nclock absent\n");
	put("e7", '.');
	expect("lifted e7 p\n");
}
END_TEST

/* Longer than it takes to read the log: then the log is worth it. */
static void unplug_long(void)
{
	unplug();
	pass(9000);
}

/* Six half-moves nobody saw. */
static void play_six(void)
{
	carry("e2", "e4");
	carry("e7", "e5");
	carry("g1", "f3");
	carry("b8", "c6");
	carry("f1", "b5");
	carry("a7", "a6");
}

static const char six_from_log[] = "log lifted e2 P\nlog placed e4 P\n"
				   "log lifted e7 p\nlog placed e5 p\n"
				   "log lifted g1 N\nlog placed f3 N\n"
				   "log lifted b8 n\nlog placed c6 n\n"
				   "log lifted f1 B\nlog placed b5 B\n"
				   "log lifted a7 p\nlog placed a6 p\n";

START_TEST(a_gap_is_told_from_the_log_in_order_and_once)
{
	connected();
	carry("d2", "d4");
	carry("d4", "d2"); /* and back: the trail to be found in the log */
	forget();
	unplug_long();
	play_six();
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_nonnull(strstr(story.told.line, six_from_log));
	ck_assert_ptr_nonnull(strstr(story.told.line, "resynced recovered\n"));
	ck_assert_ptr_null(strstr(strstr(story.told.line, "log placed a6"), "log lifted"));
	ck_assert_ptr_null(strstr(story.told.line, "d4"));
	expect_agreement();
	forget();
	put("b5", '.');
	expect("lifted b5 B\n");
}
END_TEST

START_TEST(a_gap_shorter_than_reading_the_log_is_told_by_its_result)
{
	connected();
	unplug();
	carry("e2", "e4");
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_null(strstr(story.told.line, "log "));
	expect_among("resynced unknown\n");
	expect_agreement();
	forget();
	put("e7", '.');
	expect("lifted e7 p\n");
}
END_TEST

START_TEST(a_gap_right_after_connecting_is_found_by_the_position)
{
	connected();
	unplug_long();
	play_six();
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_nonnull(strstr(story.told.line, six_from_log));
	expect_among("resynced recovered\n");
	expect_agreement();
}
END_TEST

START_TEST(newer_firmware_sends_only_what_is_new_and_that_is_enough)
{
	connected();
	story.boards[0].sends_new_log = true;
	story.boards[0].log_sent = story.boards[0].log_len;
	unplug_long();
	play_six();
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_nonnull(strstr(story.told.line, six_from_log));
	expect_among("resynced recovered\n");
}
END_TEST

START_TEST(a_gap_that_begins_in_mid_move_is_told_from_there)
{
	connected();
	carry("e2", "e4");
	put("e7", '.');
	forget();
	unplug_long();
	put("e7", 'p'); /* put back: the board overwrites the tag of the lift */
	carry("d7", "d5");
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_nonnull(
		strstr(story.told.line, "log placed e7 p\nlog lifted d7 p\nlog placed d5 p\n"));
	expect_among("resynced recovered\n");
	expect_agreement();
}
END_TEST

START_TEST(presses_in_a_gap_are_told_between_the_moves)
{
	connected_with_clock();
	carry("e2", "e4");
	press(BOARD_LEFT);
	forget();
	unplug_long();
	carry("e7", "e5");
	story.boards[0].time.side[BOARD_RIGHT].seconds = 30;
	press(BOARD_RIGHT);
	carry("g1", "f3");
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_nonnull(strstr(story.told.line, "log lifted e7 p\nlog placed e5 p\n"
						      "log pressed right 210\n"
						      "log lifted g1 N\nlog placed f3 N\n"));
	ck_assert_ptr_null(strstr(story.told.line, "pressed left"));
	expect_among("resynced recovered\n");
}
END_TEST

START_TEST(a_press_that_was_the_first_thing_missed_is_told)
{
	connected_with_clock();
	carry("e2", "e4");
	forget();
	unplug_long();
	press(BOARD_LEFT);
	carry("e7", "e5");
	forget();
	plug();
	pass(5000);
	expect_among("log pressed left 180\nlog lifted e7 p\nlog placed e5 p\n");
}
END_TEST

START_TEST(a_board_without_power_has_a_hole_in_its_log)
{
	connected();
	carry("e2", "e4");
	forget();
	unplug_long();
	story.boards[0].is_powered = false;
	play_six();
	model_power_up(&story.boards[0]);
	carry("e1", "e2"); /* after the power came back, before the cable did */
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_nonnull(strstr(story.told.line, "log dump "));
	ck_assert_ptr_nonnull(strstr(story.told.line, "log lifted e1 K\nlog placed e2 K\n"));
	ck_assert_ptr_null(strstr(story.told.line, "lifted g1"));
	expect_among("resynced power_lost\n");
	expect_agreement();
}
END_TEST

START_TEST(a_log_that_does_not_explain_is_not_guessed_at)
{
	connected();
	carry("e2", "e4");
	forget();
	unplug_long();
	play_six();
	story.boards[0].log_len = 0; /* all overwritten */
	story.boards[0].log_sent = 0;
	forget();
	plug();
	pass(8000);
	ck_assert_ptr_null(strstr(story.told.line, "log "));
	expect_among("resynced unknown\n");
	expect_agreement();
}
END_TEST

START_TEST(without_the_log_the_result_is_all_that_is_known)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_SINGLE, .skip_log = true}, 1);
	plug();
	pass(1000);
	unplug_long();
	play_six();
	forget();
	plug();
	pass(5000);
	ck_assert_ptr_null(memchr(story.written, 0x49, story.written_len));
	expect_among("resynced unknown\n");
}
END_TEST

START_TEST(moves_during_the_download_are_fetched_too)
{
	connected();
	unplug_long();
	carry("e2", "e4");
	forget();
	plug();
	while (story.session.state != DGT_ST_FETCHING)
		pass(1);
	model_hear(&story.boards[0], (const uint8_t[]){0x40, 0x49}, 2);
	carry("e7", "e5"); /* the log is already on its way */
	pass(10000);
	ck_assert_ptr_nonnull(strstr(story.told.line,
				     "log lifted e2 P\nlog placed e4 P\nlog lifted e7 p\n"
				     "log placed e5 p\n"));
	expect_agreement();
}
END_TEST

START_TEST(a_change_while_the_gap_is_closed_is_told_after_it)
{
	connected();
	unplug();
	plug();
	while (story.session.state != DGT_ST_STARTING || story.boards[0].mode != MODEL_UPDATE)
		pass(1);
	forget();
	put("e2", '.');
	pass(2000);
	expect("connected 01025 1.2\ndump start\nresynced unchanged\nlifted e2 P\nclock absent\n");
}
END_TEST

START_TEST(another_board_does_not_continue_the_game)
{
	connected();
	unplug();
	forget();
	story.boards[0].serial = "04711";
	carry("e2", "e4");
	plug();
	pass(2000);
	ck_assert_ptr_null(strstr(story.told.line, "log "));
	expect("connected 04711 1.2 other\n"
	       "dump RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr\n"
	       "clock absent\n");
}
END_TEST

START_TEST(a_cable_put_on_another_board_is_noticed)
{
	connected();
	story.boards[0].serial = "04711";
	pass(10000);
	expect_among("connected 04711 1.2 other\n");
}
END_TEST

START_TEST(the_session_is_plain_data_and_can_be_copied_anywhere)
{
	static struct dgt_session copy;
	struct board_event event;

	connected();
	unplug_long();
	play_six();
	forget();
	plug();
	/* Up to the middle of the recovered events: then go on with a copy. */
	while (story.session.single.replay_len == 0) {
		uint8_t bytes[BOARD_OUT_MAX];
		size_t len = dgt_session_take(&story.session, bytes, sizeof(bytes));
		size_t used;

		model_hear(&story.boards[0], bytes, len);
		used = dgt_session_feed(&story.session, story.now_ms, story.boards[0].out,
					story.boards[0].out_len);
		story.boards[0].out_len -= used;
		memmove(story.boards[0].out, story.boards[0].out + used, story.boards[0].out_len);
		if (story.session.single.replay_len > 0)
			break;
		while (dgt_session_next(&story.session, &event))
			;
		story.now_ms = dgt_session_deadline(&story.session);
		dgt_session_tick(&story.session, story.now_ms);
	}
	for (int i = 0; i < 3; i++)
		ck_assert(dgt_session_next(&story.session, &event));
	copy = story.session;
	memset(&story.session, 0xaa, sizeof(story.session));
	story.session = copy;
	pass(3000);
	expect_among("log placed a6 p\n");
	expect_agreement();
}
END_TEST

/* The cable is out for a while, at any moment, and the board keeps its power. */
static void maybe_unplug(uint32_t one_in)
{
	if (story.is_plugged && story_random(one_in) == 0) {
		unplug_long();
	} else if (!story.is_plugged && story_random(4) == 0) {
		plug();
		pass(10000);
	}
	forget();
}

static void end_plugged(void)
{
	if (!story.is_plugged)
		plug();
	pass(10000);
	expect_agreement();
	expect_whole_path();
}

START_TEST(whenever_the_cable_is_pulled_every_change_is_told_once)
{
	for (uint32_t seed = 1; seed <= 100; seed++) {
		connected();
		story.seed = seed * 2654435761U;
		for (int i = 0; i < 150; i++) {
			char name[3];

			put(square_name((board_square)story_random(64), name),
			    ".PRNBKQprnbkq"[story_random(13)]);
			pass(story_random(600));
			maybe_unplug(12);
		}
		end_plugged();
	}
}
END_TEST

START_TEST(a_repeated_position_is_not_taken_for_an_earlier_one)
{
	static const char *const shuffle[][2] = {
		{"g1", "f3"}, {"g8", "f6"}, {"f3", "g1"}, {"f6", "g8"}};

	/* Out after some moves, for less than it takes to come round to the same position. */
	for (int out = 0; out < 12; out++) {
		for (int in = out + 1; in <= out + 3; in++) {
			connected();
			carry("e2", "e4");
			for (int i = 0; i < 16; i++) {
				if (i == out)
					unplug_long();
				if (i == in)
					plug();
				pass(i == in ? 10000 : 0);
				carry(shuffle[i % 4][0], shuffle[i % 4][1]);
			}
			end_plugged();
		}
	}
}
END_TEST

/* Knights out and back: four half-moves, and the board as before. */
static void go_and_come_back(void)
{
	carry("g1", "f3");
	carry("g8", "f6");
	carry("f3", "g1");
	carry("f6", "g8");
}

static const char out_and_back[] = "log lifted g1 N\nlog placed f3 N\n"
				   "log lifted g8 n\nlog placed f6 n\n"
				   "log lifted f3 N\nlog placed g1 N\n"
				   "log lifted f6 n\nlog placed g8 n\n";

START_TEST(a_return_to_the_same_position_is_told_from_the_log)
{
	connected();
	carry("e2", "e4");
	carry("e7", "e5");
	unplug();
	pass(30000);
	go_and_come_back();
	forget();
	plug();
	pass(2000);
	expect_among("resynced unchanged\n"); /* play goes on at once, */
	pass(20000);                          /* and the log is read when somebody thinks */
	ck_assert_ptr_nonnull(strstr(story.told.line, out_and_back));
	expect_among("resynced recovered\n");
	end_plugged();
}
END_TEST

START_TEST(a_return_that_is_found_after_play_went_on_is_told_as_missed)
{
	connected();
	carry("e2", "e4");
	carry("e7", "e5");
	unplug();
	pass(30000);
	go_and_come_back();
	forget();
	plug();
	pass(2000);
	carry("b1", "c3");
	pass(20000);
	ck_assert_ptr_null(strstr(story.told.line, "log "));
	ck_assert_ptr_nonnull(strstr(story.told.line, "placed c3 N\n"));
	expect_among("resynced missed\n");
	expect_agreement();
}
END_TEST

START_TEST(men_lifted_and_put_back_in_a_gap_have_not_moved)
{
	connected();
	carry("e2", "e4");
	unplug();
	pass(30000);
	put("d7", '.');
	put("e7", '.');
	put("d7", 'p');
	put("e7", 'p');
	forget();
	plug();
	pass(2000);
	carry("b8", "c6");
	pass(20000);
	ck_assert_ptr_null(strstr(story.told.line, "missed"));
	ck_assert_ptr_null(strstr(story.told.line, "log "));
	expect_agreement();
}
END_TEST

START_TEST(a_quiet_gap_costs_one_look_into_the_log_and_no_more)
{
	connected();
	carry("e2", "e4");
	unplug();
	pass(30000);
	plug();
	pass(20000);
	story.written_len = 0;
	forget();
	pass(120000);
	ck_assert_ptr_null(memchr(story.written, 0x49, story.written_len));
	expect("");
	carry("e7", "e5");
	expect("lifted e7 p\nplaced e5 p\n");
}
END_TEST

START_TEST(a_move_made_while_the_log_is_read_is_not_lost)
{
	connected();
	carry("e2", "e4");
	unplug();
	pass(30000);
	go_and_come_back();
	plug();
	while (story.session.state != DGT_ST_FETCHING)
		pass(1);
	ck_assert_ptr_nonnull(
		strstr(story.told.line, "reading\n")); /* nothing is seen from here on */
	model_hear(&story.boards[0], (const uint8_t[]){0x40, 0x49}, 2);
	carry("d7", "d5"); /* the log is already on its way */
	pass(20000);
	end_plugged();
}
END_TEST

START_TEST(a_board_that_was_off_has_no_record_of_a_return)
{
	connected();
	carry("e2", "e4");
	forget();
	unplug();
	pass(30000);
	story.boards[0].is_powered = false;
	go_and_come_back();
	model_power_up(&story.boards[0]);
	forget();
	plug();
	pass(20000);
	ck_assert_ptr_null(strstr(story.told.line, "missed"));
	ck_assert_ptr_null(strstr(story.told.line, "log "));
	expect_agreement();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dgt_gap");
	TCase *tests = tcase_create("gap");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, after_an_unplug_without_change_the_game_goes_on);
	tcase_add_test(tests, a_gap_is_told_from_the_log_in_order_and_once);
	tcase_add_test(tests, a_gap_shorter_than_reading_the_log_is_told_by_its_result);
	tcase_add_test(tests, a_gap_right_after_connecting_is_found_by_the_position);
	tcase_add_test(tests, newer_firmware_sends_only_what_is_new_and_that_is_enough);
	tcase_add_test(tests, a_gap_that_begins_in_mid_move_is_told_from_there);
	tcase_add_test(tests, presses_in_a_gap_are_told_between_the_moves);
	tcase_add_test(tests, a_press_that_was_the_first_thing_missed_is_told);
	tcase_add_test(tests, a_board_without_power_has_a_hole_in_its_log);
	tcase_add_test(tests, a_log_that_does_not_explain_is_not_guessed_at);
	tcase_add_test(tests, without_the_log_the_result_is_all_that_is_known);
	tcase_add_test(tests, moves_during_the_download_are_fetched_too);
	tcase_add_test(tests, a_change_while_the_gap_is_closed_is_told_after_it);
	tcase_add_test(tests, another_board_does_not_continue_the_game);
	tcase_add_test(tests, a_cable_put_on_another_board_is_noticed);
	tcase_add_test(tests, the_session_is_plain_data_and_can_be_copied_anywhere);
	tcase_add_test(tests, whenever_the_cable_is_pulled_every_change_is_told_once);
	tcase_add_test(tests, a_repeated_position_is_not_taken_for_an_earlier_one);
	tcase_add_test(tests, a_return_to_the_same_position_is_told_from_the_log);
	tcase_add_test(tests, a_return_that_is_found_after_play_went_on_is_told_as_missed);
	tcase_add_test(tests, men_lifted_and_put_back_in_a_gap_have_not_moved);
	tcase_add_test(tests, a_quiet_gap_costs_one_look_into_the_log_and_no_more);
	tcase_add_test(tests, a_move_made_while_the_log_is_read_is_not_lost);
	tcase_add_test(tests, a_board_that_was_off_has_no_record_of_a_return);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
