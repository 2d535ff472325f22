/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "story.h"

#include "tests/support/words.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_board_is_greeted_identified_and_dumped)
{
	static const uint8_t opening[] = {0x40, 0x4d, 0x45, 0x45, 0x55, 0x4b, 0x42, 0x41};

	connected();
	ck_assert_uint_ge(story.written_len, sizeof(opening));
	ck_assert_mem_eq(story.written, opening, sizeof(opening));
	expect_agreement();
}
END_TEST

START_TEST(a_move_is_a_lift_and_a_place)
{
	connected();
	put("e2", '.');
	pass(500);
	put("e4", 'P');
	pass(5000);
	expect("lifted e2 P\nplaced e4 P\n");
	expect_agreement();
}
END_TEST

START_TEST(a_capture_may_come_without_an_empty_square_between)
{
	connected();
	put("d7", 'N');
	expect("replaced d7 N was p\n");
}
END_TEST

START_TEST(a_change_that_changes_nothing_is_not_told)
{
	connected();
	noise("8e 00 05 34 01 8e 00 05 24 00"); /* e2 pawn, e4 empty: as they are */
	expect_nothing();
}
END_TEST

START_TEST(a_press_is_the_lever_and_told_with_its_time)
{
	connected_with_clock();
	story.boards[0].time.side[BOARD_LEFT].seconds = 2;
	press(BOARD_LEFT);
	expect("clock right 180 left 182 to_move right\npressed left 182\n");
	pass(600);
	press(BOARD_RIGHT);
	expect("clock right 180 left 182 to_move left\npressed right 180\n");
	pass(5000);
	expect_nothing(); /* asked again and again, the clock stands still */
}
END_TEST

START_TEST(a_lever_that_only_one_message_showed_over_is_told_back)
{
	connected_with_clock();
	press(BOARD_LEFT);
	pass(600);
	forget();
	noise("8d 00 0a 00 03 00 00 03 00 01"); /* one bit is wrong */
	pass(300);
	expect("clock right 180 left 180 to_move left\npressed right 180\n"
	       "clock right 180 left 180 to_move right\n"); /* and nobody has pressed */
}
END_TEST

START_TEST(with_an_increment_both_may_press_at_once)
{
	connected_with_clock();
	press(BOARD_LEFT);
	pass(600);
	forget();
	noise("8d 00 0a 00 03 02 00 03 00 01"); /* the right one has two seconds more, */
	noise("8d 00 0a 00 03 02 00 03 02 03"); /* and so has the left one */
	expect("clock right 182 left 180 to_move left\npressed right 182\n"
	       "clock right 182 left 182 to_move right\npressed left 182\n");
}
END_TEST

START_TEST(a_clock_has_stopped_when_it_says_so_twice)
{
	connected_with_clock();
	story.boards[0].time.running = true;
	pass(4000);
	forget();
	noise("8d 00 0a 00 03 00 00 03 00 00");
	pass(300);
	expect_nothing();
	ck_assert(story.session.clock.time.running);
	story.boards[0].time.running = false;
	pass(4000);
	ck_assert(!story.session.clock.time.running);
}
END_TEST

START_TEST(an_empty_time_message_moves_no_lever)
{
	connected_with_clock();
	press(BOARD_LEFT);
	forget();
	noise("8d 00 0a 00 00 00 00 00 00 00");
	expect_nothing();
}
END_TEST

START_TEST(a_clock_that_comes_back_has_not_been_pressed)
{
	connected_with_clock();
	story.boards[0].time.connected = false;
	pass(4000);
	expect("clock absent\n");
	story.boards[0].time.connected = true;
	story.boards[0].time.to_move = BOARD_RIGHT;
	pass(4000);
	expect("clock right 180 left 180 to_move right\n");
}
END_TEST

START_TEST(a_silent_board_is_asked_again_and_then_lost)
{
	size_t before;

	connected();
	story.boards[0].is_mute = true;
	before = story.written_len;
	pass(4000);
	expect_nothing();
	ck_assert_uint_gt(story.written_len - before, 4);
	pass(2000);
	expect("lost silent\n");
	ck_assert_uint_eq(dgt_session_deadline(&story.session), BOARD_NEVER);
}
END_TEST

START_TEST(a_quiet_board_is_not_lost)
{
	connected();
	pass(600000);
	expect_nothing();
	expect_agreement();
}
END_TEST

START_TEST(what_never_answers_is_no_board)
{
	story_begin(CABLE, 1);
	story.boards[0].is_mute = true;
	plug();
	pass(3000);
	expect("lost no_answer\n");
}
END_TEST

START_TEST(a_board_that_still_sends_a_log_is_no_bus)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_UNKNOWN}, 1);
	story.boards[0].is_mute = true;
	plug();
	for (int i = 0; i < 80; i++) {
		pass(100);
		noise("0000000000000000");
	}
	story.boards[0].is_mute = false;
	pass(5000);
	ck_assert_int_eq(story.session.state, DGT_ST_RUNNING);
	expect_agreement();
}
END_TEST

/* A game hangs on it: however bad its line becomes, it is not looked for on a bus. */
START_TEST(a_board_that_has_talked_alone_stays_alone)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_UNKNOWN}, 1);
	plug();
	pass(120000);
	ck_assert_int_eq(story.session.state, DGT_ST_RUNNING);
	for (int i = 0; i < 600; i++) {
		pass(100);
		noise("8e0005ff");
	}
	ck_assert_int_ne(story.session.wiring, BOARD_WIRING_BUS);
	unplug();
	story.boards[0].is_mute = true;
	plug();
	pass(20000);
	ck_assert_int_eq(story.session.wiring, BOARD_WIRING_SINGLE);
	story.boards[0].is_mute = false;
	unplug();
	plug();
	pass(20000);
	ck_assert_int_eq(story.session.state, DGT_ST_RUNNING);
	expect_agreement();
}
END_TEST

START_TEST(what_speaks_but_never_answers_is_no_board)
{
	story_begin(CABLE, 1);
	story.boards[0].is_mute = true;
	plug();
	for (int i = 0; i < 250; i++) {
		pass(100);
		noise("0000000000000000");
	}
	expect("lost no_answer\n");
}
END_TEST

START_TEST(a_lost_change_is_found_by_the_next_dump)
{
	connected();
	story.boards[0].board.at[square_named("a2")] = '.'; /* and the message never came */
	pass(5000);
	expect_among("resynced lost\n");
	expect_agreement();
}
END_TEST

/* Hands seldom rest: the two dumps need not be the same board. */
START_TEST(a_square_that_two_dumps_show_otherwise_has_lost_a_change)
{
	connected();
	story.boards[0].board.at[square_named("a2")] = '.';
	while (!story.session.single.has_suspect)
		pass(1);
	on_board(0, "e2", '.');
	pass(450);
	expect_among("resynced lost\n");
	expect_agreement();
}
END_TEST

START_TEST(a_board_that_is_asked_for_comes_at_once)
{
	uint64_t asked;

	connected();
	pass(1000);
	asked = story.now_ms;
	ck_assert_uint_lt(dgt_session_agreed_ms(&story.session), asked);
	dgt_session_ask_board(&story.session, story.now_ms);
	on_board(0, "e2", '.'); /* a change does not put it off */
	pass(200);
	ck_assert_uint_ge(dgt_session_agreed_ms(&story.session), asked);
}
END_TEST

static bool asks_for_dump(uint64_t within_ms)
{
	size_t before = story.written_len;

	pass(within_ms);
	return memchr(story.written + before, 0x42, story.written_len - before) != NULL;
}

/* A dump on the line would hold up what comes after one scan: is it noise, or a touch? */
START_TEST(a_dump_waits_for_hands)
{
	connected();
	while (!asks_for_dump(10))
		;
	pass(2900); /* the next one is nearly due */
	put("e2", '.');
	ck_assert(!asks_for_dump(280));
	put("e2", 'P');
	ck_assert(!asks_for_dump(280));
	ck_assert(asks_for_dump(100));
	for (int i = 0; i < 50; i++) { /* but not for ever */
		put("e2", i % 2 ? 'P' : '.');
		if (asks_for_dump(100))
			return;
	}
	ck_abort_msg("no dump while hands are at work");
}
END_TEST

START_TEST(damage_is_told_and_a_dump_asked_for)
{
	size_t before;

	connected();
	before = story.written_len;
	noise("8e 00 02 01 02 03");
	pass(500);
	expect("damaged length 6\n");
	ck_assert_ptr_nonnull(memchr(story.written + before, 0x42, story.written_len - before));
}
END_TEST

START_TEST(a_flood_of_noise_is_told_once_a_second)
{
	unsigned told = 0;

	connected();
	for (int i = 0; i < 500; i++) {
		noise("00 01 02 03 04 05 06 07 85 99 03 92 7f 7f");
		pass(10);
	}
	for (const char *at = story.told.line; (at = strstr(at, "damaged")); at++)
		told++;
	ck_assert_uint_ge(told, 3);
	ck_assert_uint_le(told, 7);
	forget();
	pass(5000);
	expect_agreement();
}
END_TEST

START_TEST(a_code_that_is_no_piece_is_not_a_lift)
{
	connected();
	noise("8e 00 05 34 1f");
	ck_assert_ptr_nonnull(dgt_session_board(&story.session, 0));
	ck_assert_int_eq(dgt_session_board(&story.session, 0)->at[12], BOARD_UNKNOWN);
	pass(2000);
	expect_among("resynced lost\n");
	expect_agreement();
}
END_TEST

START_TEST(a_board_fallen_into_bus_mode_is_called_back)
{
	connected();
	story.boards[0].mode = MODEL_BUS;
	pass(4000);
	put("e2", '.');
	pass(1000);
	expect("lifted e2 P\n");
}
END_TEST

START_TEST(a_dump_that_overtakes_a_change_is_no_loss)
{
	connected();
	story.boards[0].board.at[square_named("e2")] = '.';
	while (!story.session.single.has_suspect)
		pass(1);
	ck_assert_ptr_null(dgt_session_board(&story.session, 0));
	noise("8e 00 05 34 00");
	pass(3000);
	expect("lifted e2 P\n");
	expect_agreement();
}
END_TEST

START_TEST(one_flipped_digit_does_not_make_another_board)
{
	connected();
	noise("91 00 08 30 31 30 32 37");
	pass(5000);
	expect_nothing();
}
END_TEST

START_TEST(a_log_nobody_asked_for_is_ignored)
{
	connected();
	carry("e2", "e4");
	forget();
	model_hear(&story.boards[0], (const uint8_t[]){0x49}, 1);
	pass(5000);
	expect_nothing();
	expect_agreement();
}
END_TEST

START_TEST(an_order_to_the_clock_is_repeated_until_acknowledged)
{
	struct dgt_clock_command beep = dgt_clock_beep(4);
	size_t before;

	connected_with_clock();
	before = story.written_len;
	ck_assert(dgt_session_clock(&story.session, &beep));
	ck_assert(!dgt_session_clock(&story.session, &beep));
	pass(2500);
	ck_assert_uint_ge(story.written_len - before, (size_t)2 * beep.len);
	noise("8d 00 0a 0a 10 0b 0a 00 00 00");
	expect("ack beep\n");
	ck_assert(dgt_session_clock(&story.session, &beep));
	pass(20000);
	ck_assert(dgt_session_clock(&story.session, &beep)); /* given up after three times */
}
END_TEST

START_TEST(a_refused_order_is_sent_once_more)
{
	struct dgt_clock_command order = dgt_clock_ask(DGT_CLOCK_VERSION);

	connected_with_clock();
	ck_assert(dgt_session_clock(&story.session, &order));
	pass(10);
	noise("8d 00 0a 0a 20 00 0a 00 00 00");
	pass(1200);
	noise("8d 00 0a 0a 20 00 0a 00 00 00");
	expect("ack unknown\nack unknown\n");
	ck_assert(dgt_session_clock(&story.session, &order));
}
END_TEST

START_TEST(bluetooth_repeats_an_old_answer_and_is_not_believed_twice)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_SINGLE, .is_bluetooth = true}, 1);
	plug();
	pass(2000);
	forget();
	noise("8d 00 0a 0a 10 08 2a 05 31 00 8d 00 0a 0a 10 08 2a 05 31 00");
	expect("ack pressed\n");
	noise("a0 00 0c 58 00 00 00 00 00 00 00 02");
	expect("battery 88\n");
}
END_TEST

START_TEST(a_recording_replays_to_the_same_events)
{
	for (uint32_t seed = 1; seed <= 20; seed++) {
		story_begin(CABLE, 1);
		plug();
		pass(1000);
		story.seed = seed * 2654435761U;
		story.flip = story.drop = 3;
		for (int i = 0; i < 40; i++) {
			char name[3];

			put(square_name((board_square)story_random(64), name),
			    ".PRNBKQprnbkq"[story_random(13)]);
			pass(story_random(1500));
			if (story_random(10) == 0) {
				unplug();
				pass(story_random(3000));
				plug();
			}
		}
		ck_assert_uint_lt(story.heard_count, STORY_HEARD_MAX / 2);
		expect_same_when_replayed();
	}
}
END_TEST

START_TEST(whatever_the_line_does_afterwards_they_agree)
{
	for (uint32_t seed = 1; seed <= 60; seed++) {
		connected();
		story.seed = seed * 7919;
		story.drop = seed % 3 == 0 ? 20 : 0;
		story.flip = seed % 3 == 1 ? 20 : 5;
		story.twice = seed % 3 == 2 ? 20 : 0;
		for (int i = 0; i < 200; i++) {
			board_square square = (board_square)story_random(64);

			model_change(&story.boards[0], square, ".PRNBKQprnbkq"[story_random(13)]);
			pass(story_random(800));
			if (story_random(100) == 0 || story.session.state == DGT_ST_LOST) {
				unplug();
				pass(story_random(3000));
				plug();
			}
			forget();
		}
		story.drop = story.flip = story.twice = 0;
		for (int i = 0; i < 3; i++) {
			if (story.session.state == DGT_ST_LOST)
				plug();
			pass(15000);
		}
		if (!dgt_session_board(&story.session, 0) ||
		    !board_men_equal(dgt_session_board(&story.session, 0), &story.boards[0].board))
			ck_abort_msg("seed %u", seed);
		if (story.boards[0].harmful > 0)
			ck_abort_msg("a harmful command");
	}
}
END_TEST

/* Boards on a cable answer for a clock after two seconds at most, and the line takes its time, too.
 */
START_TEST(a_clock_that_is_set_may_answer_late)
{
	const struct dgt_clock_setting setting = {.minutes = 5};
	struct dgt_clock_command command = dgt_clock_set(setting, setting, DGT_RUN_PAUSE);

	connected_with_clock();
	ck_assert(dgt_session_clock(&story.session, &command));
	pass(2300);
	expect_nothing();
	noise("8d 00 0a 0a 10 0a 0a 00 00 00");
	expect("ack set_and_run\n");
}
END_TEST

/* And one that never does is told so; a second order would give back the time that ran since. */
START_TEST(a_clock_that_is_set_is_told_once)
{
	const struct dgt_clock_setting setting = {.minutes = 5};
	struct dgt_clock_command command = dgt_clock_set(setting, setting, DGT_RUN_PAUSE);
	unsigned count = 0;

	connected_with_clock();
	ck_assert(dgt_session_clock(&story.session, &command));
	for (int i = 0; i < 10; i++)
		pass(1000);
	expect("ack unknown\n");
	for (size_t i = 0; i < story.written_len; i++)
		count += story.written[i] == DGT_CMD_CLOCK;
	ck_assert_uint_eq(count, 1);
}
END_TEST

START_TEST(nothing_harmful_is_ever_written)
{
	ck_assert(!dgt_command_is_safe(0x4e));
	ck_assert(!dgt_command_is_safe(0x51));
	ck_assert(!dgt_command_is_safe(0x53));
	ck_assert(!dgt_command_is_safe(0x54));
	connected();
	unplug();
	carry("e2", "e4");
	plug();
	pass(60000);
	ck_assert_uint_eq(story.boards[0].harmful, 0);
	for (size_t i = 0; i < story.written_len; i++)
		ck_assert(dgt_command_is_safe(story.written[i]));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dgt_session");
	TCase *tests = tcase_create("session");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, a_board_is_greeted_identified_and_dumped);
	tcase_add_test(tests, a_move_is_a_lift_and_a_place);
	tcase_add_test(tests, a_capture_may_come_without_an_empty_square_between);
	tcase_add_test(tests, a_change_that_changes_nothing_is_not_told);
	tcase_add_test(tests, a_press_is_the_lever_and_told_with_its_time);
	tcase_add_test(tests, a_lever_that_only_one_message_showed_over_is_told_back);
	tcase_add_test(tests, with_an_increment_both_may_press_at_once);
	tcase_add_test(tests, a_clock_has_stopped_when_it_says_so_twice);
	tcase_add_test(tests, an_empty_time_message_moves_no_lever);
	tcase_add_test(tests, a_clock_that_comes_back_has_not_been_pressed);
	tcase_add_test(tests, a_silent_board_is_asked_again_and_then_lost);
	tcase_add_test(tests, a_quiet_board_is_not_lost);
	tcase_add_test(tests, what_never_answers_is_no_board);
	tcase_add_test(tests, a_board_that_still_sends_a_log_is_no_bus);
	tcase_add_test(tests, a_board_that_has_talked_alone_stays_alone);
	tcase_add_test(tests, what_speaks_but_never_answers_is_no_board);
	tcase_add_test(tests, a_lost_change_is_found_by_the_next_dump);
	tcase_add_test(tests, a_square_that_two_dumps_show_otherwise_has_lost_a_change);
	tcase_add_test(tests, a_board_that_is_asked_for_comes_at_once);
	tcase_add_test(tests, a_dump_waits_for_hands);
	tcase_add_test(tests, damage_is_told_and_a_dump_asked_for);
	tcase_add_test(tests, a_flood_of_noise_is_told_once_a_second);
	tcase_add_test(tests, a_code_that_is_no_piece_is_not_a_lift);
	tcase_add_test(tests, a_board_fallen_into_bus_mode_is_called_back);
	tcase_add_test(tests, a_dump_that_overtakes_a_change_is_no_loss);
	tcase_add_test(tests, one_flipped_digit_does_not_make_another_board);
	tcase_add_test(tests, a_log_nobody_asked_for_is_ignored);
	tcase_add_test(tests, an_order_to_the_clock_is_repeated_until_acknowledged);
	tcase_add_test(tests, a_refused_order_is_sent_once_more);
	tcase_add_test(tests, bluetooth_repeats_an_old_answer_and_is_not_believed_twice);
	tcase_add_test(tests, a_recording_replays_to_the_same_events);
	tcase_add_test(tests, whatever_the_line_does_afterwards_they_agree);
	tcase_add_test(tests, a_clock_that_is_set_may_answer_late);
	tcase_add_test(tests, a_clock_that_is_set_is_told_once);
	tcase_add_test(tests, nothing_harmful_is_ever_written);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
