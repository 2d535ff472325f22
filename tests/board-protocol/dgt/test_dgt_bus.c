/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "story.h"

#include "tests/support/words.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const struct board_config bus = {.wiring = BOARD_WIRING_BUS};

static unsigned count(const char *line)
{
	unsigned n = 0;

	for (const char *at = story.told.line; (at = strstr(at, line)); at++)
		n++;
	return n;
}

/* Boards in the start position, found and dumped. */
static void running(size_t boards)
{
	story_begin(bus, boards);
	plug();
	pass(10000);
	ck_assert_uint_eq(count("dump start\n"), boards);
	forget();
}

static unsigned times_written(const char *hex)
{
	uint8_t bytes[8];
	size_t len = 0;
	unsigned n = 0;
	char *end;

	while (*hex != '\0') {
		bytes[len++] = (uint8_t)strtoul(hex, &end, 16);
		hex = *end == ' ' ? end + 1 : end;
	}
	for (size_t i = 0; i + len <= story.written_len; i++)
		n += memcmp(story.written + i, bytes, len) == 0;
	return n;
}

START_TEST(one_board_is_found_named_and_dumped)
{
	story_begin(bus, 1);
	plug();
	pass(4000);
	expect("[1025] connected 01025 1.2\n[1025] dump start\n[1025] clock absent\n");
	ck_assert_uint_eq(story.written[0], 0x4a);
	ck_assert_uint_gt(times_written("87 00 00 07"), 0); /* ping all */
	ck_assert_uint_gt(times_written("8a 08 01 13"), 0); /* hush the one that answered */
	ck_assert_uint_gt(times_written("8b 08 01 14"), 0);
	expect_agreement();
}
END_TEST

START_TEST(boards_that_speak_at_once_are_all_found)
{
	/* The model answers at once, so each broadcast brings every answer one after the other. */
	story_begin(bus, 4);
	plug();
	pass(10000);
	for (unsigned i = 0; i < 4; i++) {
		char line[64];

		snprintf(line, sizeof(line), "[%u] dump start\n", 1025 + i);
		ck_assert_uint_eq(count(line), 1);
	}
}
END_TEST

START_TEST(a_collision_is_somebody_unheard_and_asked_again)
{
	story_begin(bus, 2);
	story.boards[1].is_mute = true;
	plug();
	while (times_written("87 00 00 07") < 2) /* the first board is known and hushed */
		pass(1);
	noise("87 00 06 08 03 16"); /* two answers in one another */
	story.boards[1].is_mute = false;
	pass(10000);
	ck_assert_uint_eq(count("[1026] dump start\n"), 1);
	ck_assert_uint_eq(count("[1027]"), 0);
}
END_TEST

START_TEST(a_board_in_single_mode_swallows_one_command_and_is_found)
{
	story_begin(bus, 1);
	story.boards[0].mode = MODEL_IDLE;
	plug();
	pass(4000);
	ck_assert_uint_eq(count("dump start\n"), 1);
}
END_TEST

START_TEST(moves_and_presses_of_all_boards_are_told)
{
	running(2);
	on_board(0, "e2", '.');
	on_board(1, "d2", '.');
	pass(600);
	on_board(1, "d4", 'P');
	model_press(&story.boards[1], BOARD_LEFT);
	pass(1000);
	ck_assert_uint_eq(count("[1025] lifted e2 P\n"), 1);
	ck_assert_uint_eq(count("[1026] lifted d2 P\n"), 1);
	ck_assert_uint_eq(count("[1026] placed d4 P\n[1026] pressed left 0\n"), 1);
	ck_assert_uint_eq(count("log "), 0);
}
END_TEST

START_TEST(a_wrong_checksum_is_repeated_and_nothing_is_lost)
{
	running(1);
	for (int i = 0; i < 40; i++) {
		put("e2", i % 2 ? 'P' : '.');
		story.flip = 20;
		pass(600);
		story.flip = 0;
		pass(2500);
	}
	ck_assert_uint_gt(times_written("84 08 01 0d"), 0);
	ck_assert_uint_eq(count("lifted e2 P\n"), 20);
	ck_assert_uint_eq(count("placed e2 P\n"), 20);
	expect_agreement();
}
END_TEST

START_TEST(a_request_that_was_lost_does_not_tell_the_last_changes_twice)
{
	running(1);
	put("e2", '.');
	pass(1000);
	expect("[1025] lifted e2 P\n");
	story.boards[0].is_powered = false; /* deaf for a moment, without forgetting */
	pass(400);
	story.boards[0].is_powered = true;
	pass(3000);
	expect_nothing();
	put("e4", 'P');
	pass(1000);
	expect("[1025] placed e4 P\n");
}
END_TEST

START_TEST(an_answer_that_comes_late_and_twice_is_told_once)
{
	running(1);
	story.boards[0].is_mute = true;
	while (story.session.bus.asked != DGT_BUS_REPEAT_CHANGES)
		pass(1);
	noise("85 00 0a 08 01 40 34 41 34 01"); /* late: e2 lifted and put back */
	pass(270);
	noise("85 00 0a 08 01 40 34 41 34 01"); /* and what was asked to be repeated */
	pass(300);
	expect("[1025] lifted e2 P\n[1025] placed e2 P\n");
}
END_TEST

START_TEST(a_repeat_of_what_was_told_is_not_told_again)
{
	running(1);
	story.boards[0].is_mute = true;
	while (story.session.bus.asked != DGT_BUS_SEND_CHANGES)
		pass(1);
	noise("85 00 0a 08 01 40 34 41 34 01");
	expect("[1025] lifted e2 P\n[1025] placed e2 P\n");
	while (story.session.bus.asked != DGT_BUS_REPEAT_CHANGES)
		pass(1);
	noise("85 00 0a 08 01 40 34 41 34 01"); /* the request before had not arrived */
	expect_nothing();
}
END_TEST

START_TEST(changes_that_cannot_be_repeated_are_read_from_the_start)
{
	running(1);
	ck_assert(dgt_session_start_game(&story.session, 1025));
	pass(2000);
	put("e2", '.');
	pass(1000);
	expect("[1025] lifted e2 P\n");
	story.boards[0].spoils = 3;
	put("e4", 'P');
	put("e7", '.');
	pass(3000);
	ck_assert_uint_gt(times_written("86 08 01 0f"), 0);
	expect_among("[1025] placed e4 P\n[1025] lifted e7 p\n");
	expect_agreement();
}
END_TEST

START_TEST(a_bus_board_that_was_away_tells_what_happened)
{
	running(2);
	put("e2", '.');
	pass(1000);
	story.boards[0].is_mute = true;
	pass(7000);
	expect("[1025] lifted e2 P\n[1025] lost silent\n");
	put("e4", 'P');
	pass(3000);
	expect_nothing();
	story.boards[0].is_mute = false;
	pass(5000);
	expect("[1025] connected 01025 1.2\n[1025] log placed e4 P\n"
	       "[1025] dump RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr\n"
	       "[1025] resynced recovered\n[1025] clock absent\n");
	expect_agreement();
}
END_TEST

START_TEST(a_bus_board_that_lost_its_power_lists_a_position_not_moves)
{
	running(2);
	story.boards[0].is_powered = false;
	pass(7000);
	expect("[1025] lost silent\n");
	put("e2", '.');
	put("e4", 'P');
	model_power_up(&story.boards[0]);
	pass(6000);
	ck_assert_uint_eq(count("placed"), 0);
	expect_among("[1025] resynced power_lost\n");
	expect_agreement();
}
END_TEST

START_TEST(after_the_port_was_closed_the_boards_tell_the_gap)
{
	running(2);
	unplug();
	expect("lost closed\n");
	put("g1", '.');
	put("f3", 'N');
	pass(5000);
	plug();
	pass(8000);
	ck_assert_uint_eq(count("[1025] log lifted g1 N\n[1025] log placed f3 N\n"), 1);
	ck_assert_uint_eq(count("[1025] resynced recovered\n"), 1);
	ck_assert_uint_eq(count("[1026] resynced unchanged\n"), 1);
	expect_agreement();
}
END_TEST

START_TEST(a_board_switched_on_later_is_found_within_two_minutes)
{
	story_begin(bus, 2);
	story.boards[1].is_powered = false;
	plug();
	pass(10000);
	forget();
	model_power_up(&story.boards[1]);
	pass(120000);
	ck_assert_uint_eq(count("[1026] connected"), 1);
	ck_assert_uint_eq(count("lost"), 0);
}
END_TEST

START_TEST(the_mark_of_a_new_game_is_written_when_asked_for)
{
	running(1);
	ck_assert(!dgt_session_start_game(&story.session, 999));
	ck_assert(dgt_session_start_game(&story.session, 1025));
	pass(2000);
	ck_assert_uint_gt(times_written("85 08 01 0e"), 0);
	expect_nothing(); /* the position it lists is the one we know */
	expect_agreement();
}
END_TEST

START_TEST(a_silent_bus_is_lost)
{
	running(2);
	story.boards[0].is_mute = story.boards[1].is_mute = true;
	pass(10000);
	ck_assert_ptr_nonnull(strstr(story.told.line, "lost silent\n"));
	ck_assert_int_eq(story.session.state, DGT_ST_LOST);
}
END_TEST

START_TEST(a_bus_where_nobody_answers_is_no_bus)
{
	story_begin(bus, 1);
	story.boards[0].is_mute = true;
	plug();
	pass(10000);
	expect("lost no_answer\n");
}
END_TEST

START_TEST(unknown_wiring_finds_a_single_board_first)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_UNKNOWN}, 1);
	plug();
	pass(1000);
	expect("connected 01025 1.2\ndump start\nclock absent\n");
}
END_TEST

START_TEST(a_board_can_be_met_without_beginning_anything)
{
	story_begin((struct board_config){.only_meet = true}, 1);
	plug();
	pass(4000);
	expect("connected 01025 1.2\n");
	ck_assert_int_eq(story.session.wiring, BOARD_WIRING_SINGLE);
	ck_assert_uint_eq(times_written("87 00 00 07"), 2); /* a board may be late, once */
	ck_assert_uint_eq(times_written("4b"), 0);
	ck_assert_uint_eq(times_written("42"), 0);
}
END_TEST

START_TEST(a_board_on_its_own_cable_is_met_at_once)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_SINGLE, .only_meet = true}, 1);
	plug();
	pass(700);
	expect("connected 01025 1.2\n");
	ck_assert_uint_eq(times_written("4a"), 0);
}
END_TEST

/* A dump may be the late answer to a question from before the changes that were thrown away. */
START_TEST(a_board_that_was_late_shows_its_men_twice_before_it_is_believed)
{
	unsigned before;

	running(1);
	dgt_session_meet(&story.session, 1025);
	pass(2); /* the question is out */
	story.boards[0].is_mute = true;
	pass(1000);
	story.boards[0].is_mute = false;
	before = times_written("82 08 01 0b");
	while (count("dump start\n") == 0)
		pass(1);
	ck_assert_uint_ge(times_written("82 08 01 0b"), before + 2);
	expect_agreement();
}
END_TEST

START_TEST(one_board_is_no_bus_however_slow_it_was)
{
	story_begin((struct board_config){.only_meet = true}, 1);
	story.boards[0].is_mute = true;
	plug();
	while (story.session.state != DGT_ST_BUS_ENTERING)
		pass(1);
	story.boards[0].is_mute = false;
	pass(5000);
	expect("connected 01025 1.2\n"); /* and not [1025] */
}
END_TEST

/* All answer at once, and by chance it can be read. */
START_TEST(boards_that_answer_as_one_are_found_to_be_a_bus)
{
	story_begin((struct board_config){.only_meet = true}, 3);
	plug();
	while (story.session.state == DGT_ST_GREETING || story.session.state == DGT_ST_CLOSED)
		pass(1);
	story.boards[1].is_mute = story.boards[2].is_mute = true; /* as if they were one */
	while (story.session.state == DGT_ST_IDENTIFYING)
		pass(1);
	ck_assert_int_eq(story.session.state, DGT_ST_BUS_ENTERING);
	story.boards[1].is_mute = story.boards[2].is_mute = false;
	for (int i = 0; i < 1000 && count("connected") < 3; i++)
		pass(10);
	ck_assert_int_eq(story.session.state, DGT_ST_BUS_RUNNING);
	ck_assert_uint_eq(count("connected"), 3);
	ck_assert_uint_eq(count("dump start\n"), 0);
}
END_TEST

START_TEST(a_board_that_gets_another_table_is_named_and_dumped_again)
{
	uint64_t heard_ms = 0;

	running(3);
	ck_assert(dgt_session_is_here(&story.session, 1026, &heard_ms));
	ck_assert_uint_gt(heard_ms + 2500, story.now_ms);
	on_board(1, "e2", '.');
	dgt_session_meet(&story.session, 1026);
	ck_assert(!dgt_session_is_here(&story.session, 1026, &heard_ms));
	pass(3000);
	expect_among("[1026] connected 01026 1.2\n");
	ck_assert(dgt_session_is_here(&story.session, 1026, &heard_ms));
	ck_assert_int_eq(dgt_session_board(&story.session, 1026)->at[square_named("e2")], '.');
	ck_assert(!dgt_session_is_here(&story.session, 9, &heard_ms));
}
END_TEST

START_TEST(unknown_wiring_finds_a_bus_when_no_single_board_answers)
{
	story_begin((struct board_config){.wiring = BOARD_WIRING_UNKNOWN}, 2);
	story.boards[0].is_mute = story.boards[1].is_mute = true; /* they talk at once: garbage */
	plug();
	while (story.session.state != DGT_ST_BUS_ENTERING)
		pass(1);
	story.boards[0].is_mute = story.boards[1].is_mute = false;
	pass(8000);
	ck_assert_uint_eq(count("dump start\n"), 2);
}
END_TEST

START_TEST(however_often_answers_are_lost_every_change_is_told_once)
{
	for (uint32_t seed = 1; seed <= 60; seed++) {
		running(2);
		story.seed = seed * 2654435761U;
		for (int i = 0; i < 100; i++) {
			char name[3];

			on_board(0, square_name((board_square)story_random(64), name),
				 ".PRNBKQprnbkq"[story_random(13)]);
			/* Mute, it still hears and gives its changes away. */
			story.boards[0].is_mute = story_random(4) == 0;
			pass(story_random(seed % 2 ? 900 : 4000));
			forget();
		}
		story.boards[0].is_mute = false;
		pass(20000);
		expect_agreement();
		expect_whole_path();
	}
}
END_TEST

START_TEST(whatever_the_bus_does_afterwards_they_agree)
{
	for (uint32_t seed = 1; seed <= 30; seed++) {
		running(2);
		story.seed = seed * 104729;
		story.drop = seed % 3 == 0 ? 10 : 0;
		story.flip = seed % 3 == 1 ? 10 : 2;
		story.twice = seed % 3 == 2 ? 10 : 0;
		for (int i = 0; i < 100; i++) {
			on_board(story_random(2), "e4", ".PRNBKQprnbkq"[story_random(13)]);
			pass(story_random(1500));
			if (story.session.state == DGT_ST_LOST)
				plug();
			forget();
		}
		story.drop = story.flip = story.twice = 0;
		for (int i = 0; i < 3; i++) {
			if (story.session.state == DGT_ST_LOST)
				plug();
			pass(20000);
		}
		for (uint16_t i = 0; i < 2; i++) {
			const struct board_men *b = dgt_session_board(&story.session, 1025 + i);

			if (!b || !board_men_equal(b, &story.boards[i].board))
				ck_abort_msg("seed %u, board %u", seed, i);
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dgt_bus");
	TCase *tests = tcase_create("bus");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, one_board_is_found_named_and_dumped);
	tcase_add_test(tests, boards_that_speak_at_once_are_all_found);
	tcase_add_test(tests, a_collision_is_somebody_unheard_and_asked_again);
	tcase_add_test(tests, a_board_in_single_mode_swallows_one_command_and_is_found);
	tcase_add_test(tests, moves_and_presses_of_all_boards_are_told);
	tcase_add_test(tests, a_wrong_checksum_is_repeated_and_nothing_is_lost);
	tcase_add_test(tests, a_request_that_was_lost_does_not_tell_the_last_changes_twice);
	tcase_add_test(tests, an_answer_that_comes_late_and_twice_is_told_once);
	tcase_add_test(tests, a_repeat_of_what_was_told_is_not_told_again);
	tcase_add_test(tests, changes_that_cannot_be_repeated_are_read_from_the_start);
	tcase_add_test(tests, a_bus_board_that_was_away_tells_what_happened);
	tcase_add_test(tests, a_bus_board_that_lost_its_power_lists_a_position_not_moves);
	tcase_add_test(tests, after_the_port_was_closed_the_boards_tell_the_gap);
	tcase_add_test(tests, a_board_switched_on_later_is_found_within_two_minutes);
	tcase_add_test(tests, the_mark_of_a_new_game_is_written_when_asked_for);
	tcase_add_test(tests, a_silent_bus_is_lost);
	tcase_add_test(tests, a_bus_where_nobody_answers_is_no_bus);
	tcase_add_test(tests, unknown_wiring_finds_a_single_board_first);
	tcase_add_test(tests, a_board_can_be_met_without_beginning_anything);
	tcase_add_test(tests, a_board_on_its_own_cable_is_met_at_once);
	tcase_add_test(tests, one_board_is_no_bus_however_slow_it_was);
	tcase_add_test(tests, a_board_that_was_late_shows_its_men_twice_before_it_is_believed);
	tcase_add_test(tests, boards_that_answer_as_one_are_found_to_be_a_bus);
	tcase_add_test(tests, a_board_that_gets_another_table_is_named_and_dumped_again);
	tcase_add_test(tests, unknown_wiring_finds_a_bus_when_no_single_board_answers);
	tcase_add_test(tests, however_often_answers_are_lost_every_change_is_told_once);
	tcase_add_test(tests, whatever_the_bus_does_afterwards_they_agree);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
