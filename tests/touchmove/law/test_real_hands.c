/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/words.h"
#include "touchmove/law/law.h"

/*
 * Hands as they are: men that land short, brush a neighbour, flash or are slid,
 * at times a board would tell. Nobody who did nothing is accused, and a finding
 * says how sure it is whose hand it was.
 *
 * A line is "1000 -c6; 1240 +g6Q; 2850 white": so many milliseconds, then a man
 * gone, a man there, or a press.
 */

static struct law law;
static struct touch_reports reports;
static char heard[400];

static void say(const char *text)
{
	size_t len = strlen(heard);

	snprintf(heard + len, sizeof(heard) - len, "%s%s", len > 0 ? " " : "", text);
}

static void hear(void)
{
	for (size_t i = 0; i < reports.count; i++) {
		const struct touch_report *report = &reports.report[i];

		if (report->type == TOUCH_REPORT_MOVE)
			say(report->san);
		if (report->type == TOUCH_REPORT_REVISED)
			say("revised");
		if (report->type == TOUCH_REPORT_UNSURE)
			say("unsure");
		if (report->type == TOUCH_REPORT_OVER)
			say("over");
		if (report->type == TOUCH_REPORT_FLASHING)
			say("flashing");
		if (report->type != TOUCH_REPORT_IRREGULARITY)
			continue;
		say(report->certainty == TOUCH_OBSERVED ? "observed" : "presumed");
		say(touch_kind_name(report->kind));
		say(report->color == RULES_WHITE ? "white" : "black");
	}
}

static void step(struct touch_event event)
{
	uint64_t at_ms;

	while ((at_ms = law_deadline(&law)) < event.at_ms) {
		struct touch_event tick = {.type = TOUCH_EV_TICK, .at_ms = at_ms};

		law_step(&law, &tick, &reports);
		hear();
	}
	law_step(&law, &event, &reports);
	hear();
}

static struct touch_event event_of(const char *word, uint64_t at_ms)
{
	struct touch_event event = {.type = TOUCH_EV_PRESSED, .at_ms = at_ms};
	char square[3] = {0};

	if (word[0] == '-' || word[0] == '+') {
		memcpy(square, word + 1, 2);
		event.square = on(square);
		event.type = word[0] == '-' ? TOUCH_EV_LIFTED : TOUCH_EV_PLACED;
		event.piece = word[0] == '+' ? rules_fen_piece(word[3]) : RULES_NO_PIECE;
	} else {
		event.color = word[0] == 'w' ? RULES_WHITE : RULES_BLACK;
	}
	return event;
}

/* Plays a line and lets time run on; what was said, in order. */
static const char *played(const char *fen, const char *line, bool no_clock)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position pos = position(fen);
	uint64_t at_ms = 0;
	char word[16];

	rules.no_clock = no_clock;
	heard[0] = '\0';
	law_begin(&law, &rules, &pos, 0);
	for (const char *at = line; at && *at; at = strchr(at, ';'), at = at ? at + 2 : NULL) {
		unsigned long ms = strtoul(at, NULL, 10);

		ck_assert_int_eq(sscanf(at, "%*u %15[^;]", word), 1);
		at_ms = ms;
		step(event_of(word, at_ms));
	}
	step((struct touch_event){.type = TOUCH_EV_TICK, .at_ms = at_ms + 20000});
	return heard;
}

/* --- how sure whose hand it was --- */

#define TOUCHED "4k3/p7/8/8/8/5P2/8/N3K2B w - - 0 1"

START_TEST(own_man_own_clock_nobody_near_is_observed)
{
	ck_assert_str_eq(
		played(TOUCHED, "5000 -a1; 5600 +a1N; 7000 -h1; 7600 +g2B; 8000 white", false),
		"Bg2 observed touch-move white");
}
END_TEST

START_TEST(a_touch_so_short_before_the_press_is_presumed)
{
	ck_assert_str_eq(
		played(TOUCHED, "5000 -a1; 5400 +a1N; 5700 -h1; 6000 +g2B; 6300 white", false),
		"Bg2 presumed touch-move white");
}
END_TEST

START_TEST(a_touch_so_short_after_the_other_players_press_is_presumed)
{
	ck_assert_str_eq(played("4k3/p6r/8/8/8/5P2/8/N3K2B b - - 0 1",
				"3000 -a7; 3600 +a6p; 4000 black; 4700 -a1; 5300 +a1N; 7000 -h1; "
				"7600 +g2B; 8000 white",
				false),
			 "a6 Bg2 presumed touch-move white");
}
END_TEST

START_TEST(an_enemy_man_touched_is_presumed)
{
	ck_assert_str_eq(played("4k3/8/8/3n4/8/1B6/7P/4K3 w - - 0 1",
				"5000 -d5; 5600 +d5n; 8000 -h2; 8600 +h3P; 12000 white", false),
			 "h3 presumed touch-move white");
}
END_TEST

START_TEST(out_of_turn_is_always_presumed)
{
	ck_assert_str_eq(
		played(TOUCHED, "5000 -a7; 5600 +a6p; 9000 -h1; 9600 +g2B; 12000 white", false),
		"presumed out-of-turn black Bg2 a6");
}
END_TEST

/* --- hands --- */

START_TEST(a_queen_lands_short_of_her_victim)
{
	const char *fen = "4k3/7p/2Q4n/8/8/8/8/4K3 w - - 0 1";

	ck_assert_str_eq(played(fen,
				"1000 -c6; 1240 +g6Q; 1745 -h6; 1750 -g6; 1915 +h6Q; 2850 white",
				false),
			 "Qxh6");
	ck_assert_str_eq(played(fen,
				"1000 -c6; 1240 +g6Q; 1745 -g6; 1750 -h6; 1915 +h6Q; 2850 white",
				false),
			 "Qxh6");
}
END_TEST

START_TEST(a_pawn_is_gone_for_a_moment_beside_another)
{
	ck_assert_str_eq(played("8/2k5/8/3P4/P7/8/8/4K3 w - - 0 1",
				"1000 -d5; 1100 -a4; 1260 +a4P; 1400 +d6P; 1900 white; 4000 -c7; "
				"4400 +b7k; 4900 black",
				false),
			 "d6+ Kb7");
}
END_TEST

START_TEST(a_pawn_slid_two_squares_is_taken_in_passing_at_once)
{
	ck_assert_str_eq(played("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
				"1000 +d6p; 1040 -d7; 1300 +d5p; 1340 -d6; 1605 black; 1700 -e5; "
				"1950 -d5; 2200 +d6P; 2600 white",
				false),
			 "d5 exd6");
}
END_TEST

START_TEST(a_rook_is_slid_while_the_other_player_answers)
{
	ck_assert_str_eq(played("r3k3/8/8/8/8/8/1P6/4K3 b - - 0 1",
				"1000 -a8; 1250 +c8r; 1500 -b2; 1550 -c8; 1800 +d8r; 2050 +b4P; "
				"2300 black; 2800 white",
				false),
			 "Rd8 b4");
}
END_TEST

START_TEST(a_victim_brushes_a_neighbour_before_the_mover_is_down)
{
	ck_assert_str_eq(played("4k3/8/8/6p1/5P2/8/8/4K3 w - - 0 1",
				"1000 -g5; 1182 +g4p; 1450 -f4; 1700 +g5P; 1900 -g4; 2600 white",
				false),
			 "fxg5");
}
END_TEST

START_TEST(a_knocked_neighbour_set_up_again_accuses_nobody_as_observed)
{
	const char *said = played("4k3/8/8/5n2/8/4P3/P7/4K3 b - - 0 1",
				  "1000 -f5; 1400 +d4n; 1600 -e3; 2100 +e3P; 2300 black; 6000 -a2; "
				  "6500 +a3P; 7000 white",
				  false);

	ck_assert_msg(strstr(said, "observed") == NULL, "%s", said);
	ck_assert(strncmp(said, "Nd4", 3) == 0);
}
END_TEST

START_TEST(a_man_that_flashes_is_told_and_touched_by_nobody)
{
	ck_assert_str_eq(played(TOUCHED,
				"5000 -a1; 5320 +a1N; 6000 -a1; 6330 +a1N; 9000 -h1; "
				"9600 +g2B; 12000 white",
				false),
			 "flashing Bg2");
}
END_TEST

START_TEST(kings_in_the_centre_take_a_kings_step_out_again)
{
	ck_assert_str_eq(played("8/8/3k4/8/8/3K4/P7/8 w - - 0 1",
				"3000 -d3; 3400 +e4K; 4000 -d6; 4400 +d5k", false),
			 "Ke4 revised over");
}
END_TEST

START_TEST(a_man_taken_before_he_is_seen_is_not_left_about)
{
	ck_assert_str_eq(played("4k3/8/8/2p5/3P4/8/3Q4/4K3 b - - 0 1",
				"1216 -c5; 1992 -d4; 2305 -d2; 2742 +d4Q; 2921 black; 3219 white",
				false),
			 "cxd4 Qxd4");
}
END_TEST

START_TEST(a_captured_man_carried_over_his_captors_square_is_no_man_put_back)
{
	ck_assert_str_eq(played("7k/4p3/3Q4/2P5/8/8/8/4K3 b - - 0 1",
				"1000 -e7; 1282 +d6p; 1284 black; 1500 +e7p; 1527 +d6P; 1555 -c5; "
				"1680 white; 1750 -e7",
				false),
			 "exd6 cxd6");
}
END_TEST

START_TEST(a_press_told_late_is_for_the_half_move_it_followed)
{
	ck_assert_str_eq(played("4k3/8/8/n2p4/2R5/8/3N4/4K3 b - - 0 1",
				"1091 -a5; 1380 +c4n; 1411 black; 1880 -c4; 1947 -d2; 2103 -d5; "
				"2130 +c4p; 2211 white; 2611 black",
				false),
			 "Nxc4 Nxc4 dxc4");
}
END_TEST

START_TEST(a_captured_man_carried_on_just_after_the_press_was_not_left)
{
	ck_assert_str_eq(played("4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1",
				"4464 -f5; 4929 +e6P; 5210 -e5; 5737 +d4p; 5987 -d4; 6018 +d3p; "
				"6449 white; 6518 -d3",
				false),
			 "fxe6");
}
END_TEST

START_TEST(a_man_that_flickers_on_a_line_is_no_offence_of_the_other_player)
{
	ck_assert_str_eq(played("8/2k5/8/8/6R1/8/8/4K3 w - - 0 1",
				"879 -g4; 1189 +e4R; 1220 +e3R; 1470 -e3; 1720 +e3R; 1970 -e3; "
				"2220 +e3R; 2920 white; 3338 -c7; 4091 +d7k; 4200 black; 4524 -e3; "
				"5939 -e4; 6427 +b4R; 7027 white",
				false),
			 "Re4 Kd7 Rb4");
}
END_TEST

START_TEST(a_man_that_flickers_on_a_line_is_no_captured_man_left_about)
{
	ck_assert_str_eq(played("4k3/8/8/8/1n6/5q2/P5PP/4K3 b - - 0 1",
				"912 -b4; 1721 +a2n; 2643 black; 4248 -h2; 4686 +h4P; 4717 +h3P; "
				"4936 -h4; 5186 +h4P; 5436 -h4; 5686 +h4P; 6417 white; 7459 -f3; "
				"7686 -h4; 8244 +g2q; 8876 black",
				false),
			 "Nxa2 h3 Qxg2");
}
END_TEST

START_TEST(a_last_square_just_after_the_press_of_a_player_who_forgot_one_counts)
{
	ck_assert_str_eq(played("4r3/1P6/7k/8/2K5/8/8/8 w - - 0 1",
				"1000 -c4; 1419 +b5K; 1747 +d8r; 1755 -e8; 2731 +b8P; 2794 -b7; "
				"3711 white; 3731 +b8Q; 5000 -h6; 5400 +g6k; 6000 black",
				false),
			 "Kb5 Rd8 b8=Q Kg6");
}
END_TEST

START_TEST(a_man_gone_while_the_hand_is_busy_is_presumed)
{
	ck_assert_str_eq(played("8/1k6/8/5p2/6N1/8/8/4K3 b - - 0 1",
				"4850 -g4; 4987 -b7; 5487 +b7k; 5565 -f5; 5850 +g4p; 6560 black",
				false),
			 "fxg4 presumed touch-move black");
}
END_TEST

START_TEST(both_kings_lifted_and_put_in_the_centre_are_no_move)
{
	const char *fen = "8/8/6k1/8/8/2K5/P7/8 w - - 0 1";
	const char *kings = "3019 -c3; 3190 -g6; 3741 +d4K; 4216 +e5k";

	ck_assert_str_eq(played(fen, kings, false), "over");
	ck_assert_str_eq(played(fen, kings, true), "over");
}
END_TEST

START_TEST(without_a_clock_a_king_that_follows_to_the_centre_ends_the_game)
{
	ck_assert_str_eq(played("2k5/8/8/8/3K4/8/P7/8 w - - 0 1",
				"3803 -d4; 4229 -c8; 4807 +e4K; 5022 +d5k", true),
			 "over");
}
END_TEST

/* --- what a press finds --- */

START_TEST(what_stands_alone_at_a_press_is_observed)
{
	ck_assert_str_eq(played(TOUCHED, "5000 -a1; 5600 +a4N; 8000 white", false),
			 "observed illegal-move white");
}
END_TEST

START_TEST(what_a_press_finds_beside_the_other_hand_is_presumed)
{
	ck_assert_str_eq(played(TOUCHED,
				"5000 -a1; 5600 +a4N; 6000 white; 6300 -a7; 6900 +a6p; 7300 black",
				false),
			 "presumed illegal-move white a6");
}
END_TEST

START_TEST(a_press_waits_for_the_whole_board_where_boards_tell_it)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position pos = position("4k3/p7/8/8/8/8/1P6/4K3 w - - 0 1"), seen = pos;

	rules_position_put(&seen, on("b2"), RULES_NO_PIECE);
	rules_position_put(&seen, on("b3"), rules_fen_piece('P'));
	heard[0] = '\0';
	law_begin(&law, &rules, &pos, 0);
	law_board(&law, pos.at, 1000, &reports);
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = RULES_WHITE, .at_ms = 4000});
	step((struct touch_event){.type = TOUCH_EV_TICK, .at_ms = 4990});
	ck_assert_str_eq(heard, "");
	ck_assert(law_wants_board(&law));
	law_board(&law, seen.at, 5000, &reports);
	hear();
	step((struct touch_event){.type = TOUCH_EV_TICK, .at_ms = 20000});
	ck_assert_str_eq(heard, "b3");
}
END_TEST

/* A DGT board is asked for all its squares at such a press: what it says is no doubt, but the
 * proof. */
START_TEST(what_the_whole_board_has_confirmed_is_observed)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position pos = position(TOUCHED), seen = pos;

	rules_position_put(&seen, on("a1"), RULES_NO_PIECE);
	rules_position_put(&seen, on("a4"), rules_fen_piece('N'));
	heard[0] = '\0';
	law_begin(&law, &rules, &pos, 0);
	law_board(&law, pos.at, 1000, &reports);
	step(event_of("-a1", 5000));
	step(event_of("+a4N", 5300));
	step(event_of("white", 5600));
	law_board(&law, seen.at, 5750, &reports);
	hear();
	step((struct touch_event){.type = TOUCH_EV_TICK, .at_ms = 20000});
	ck_assert_str_eq(heard, "observed illegal-move white");
}
END_TEST

START_TEST(a_man_is_in_the_hand_already_when_the_clock_starts_unseen)
{
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position pos = position("4k3/p7/8/8/8/8/1P6/4K3 w - - 0 1"), seen = pos;

	rules_position_put(&seen, on("b2"), RULES_NO_PIECE);
	heard[0] = '\0';
	law_begin(&law, &rules, &pos, 0);
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = TOUCH_BOTH, .at_ms = 500});
	law_gap(&law, true, 1000, &reports);
	law_board(&law, seen.at, 10000, &reports);
	step((struct touch_event){.type = TOUCH_EV_CLOCK, .color = RULES_WHITE, .at_ms = 10010});
	step((struct touch_event){.type = TOUCH_EV_PLACED,
				  .square = on("b3"),
				  .piece = rules_fen_piece('P'),
				  .at_ms = 10400});
	step((struct touch_event){.type = TOUCH_EV_PRESSED, .color = RULES_WHITE, .at_ms = 11600});
	step((struct touch_event){.type = TOUCH_EV_TICK, .at_ms = 30000});
	ck_assert_str_eq(heard, "b3");
	ck_assert_uint_eq(law.game.plies, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("hands");
	TCase *tests = tcase_create("hands");

	tcase_add_test(tests, own_man_own_clock_nobody_near_is_observed);
	tcase_add_test(tests, a_touch_so_short_before_the_press_is_presumed);
	tcase_add_test(tests, a_touch_so_short_after_the_other_players_press_is_presumed);
	tcase_add_test(tests, an_enemy_man_touched_is_presumed);
	tcase_add_test(tests, out_of_turn_is_always_presumed);
	tcase_add_test(tests, a_queen_lands_short_of_her_victim);
	tcase_add_test(tests, a_pawn_is_gone_for_a_moment_beside_another);
	tcase_add_test(tests, a_pawn_slid_two_squares_is_taken_in_passing_at_once);
	tcase_add_test(tests, a_rook_is_slid_while_the_other_player_answers);
	tcase_add_test(tests, a_victim_brushes_a_neighbour_before_the_mover_is_down);
	tcase_add_test(tests, a_knocked_neighbour_set_up_again_accuses_nobody_as_observed);
	tcase_add_test(tests, a_man_that_flashes_is_told_and_touched_by_nobody);
	tcase_add_test(tests, what_the_whole_board_has_confirmed_is_observed);
	tcase_add_test(tests, a_man_is_in_the_hand_already_when_the_clock_starts_unseen);
	tcase_add_test(tests, kings_in_the_centre_take_a_kings_step_out_again);
	tcase_add_test(tests, a_man_taken_before_he_is_seen_is_not_left_about);
	tcase_add_test(tests, a_captured_man_carried_over_his_captors_square_is_no_man_put_back);
	tcase_add_test(tests, a_press_told_late_is_for_the_half_move_it_followed);
	tcase_add_test(tests, a_captured_man_carried_on_just_after_the_press_was_not_left);
	tcase_add_test(tests, a_man_that_flickers_on_a_line_is_no_offence_of_the_other_player);
	tcase_add_test(tests, a_man_that_flickers_on_a_line_is_no_captured_man_left_about);
	tcase_add_test(tests, a_last_square_just_after_the_press_of_a_player_who_forgot_one_counts);
	tcase_add_test(tests, a_man_gone_while_the_hand_is_busy_is_presumed);
	tcase_add_test(tests, both_kings_lifted_and_put_in_the_centre_are_no_move);
	tcase_add_test(tests, without_a_clock_a_king_that_follows_to_the_centre_ends_the_game);
	tcase_add_test(tests, what_stands_alone_at_a_press_is_observed);
	tcase_add_test(tests, what_a_press_finds_beside_the_other_hand_is_presumed);
	tcase_add_test(tests, a_press_waits_for_the_whole_board_where_boards_tell_it);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
