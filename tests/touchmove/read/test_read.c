/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/read/read_words.h"

#include "rules-core/fen.h"

/* What is told of hands as they are: each case was once misread, here or elsewhere. */

static struct reading g;

static void without_clock(const char *fen)
{
	struct read_config config = read_config_of(SENSE_CABLE, true, false);

	reading_begin_with(&g, fen, &config);
}

START_TEST(a_move_is_told_when_it_is_made_and_pressed)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1400 e4P, 2000 white, 2400 wait");
	expect_moves(&g, "e4");
	ck_assert_uint_le(g.told_ms[0], 2200);
	reading_events(&g, "5000 e7x, 5400 e5p, 6000 black, 9000 wait");
	expect_moves(&g, "e4 e5");
	ck_assert_uint_eq(g.unexplained_presses, 0);
}
END_TEST

START_TEST(a_lift_alone_is_no_move)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 9000 wait, 9500 e2P, 20000 wait");
	expect_moves(&g, "");
}
END_TEST

START_TEST(a_queen_that_lands_short_goes_on)
{
	static const char *const orders[] = {
		"1000 c6x, 1240 g6Q, 1745 h6x, 1750 g6x, 1915 h6Q, 2850 white, 6000 wait",
		"1000 c6x, 1240 g6Q, 1745 g6x, 1750 h6x, 1915 h6Q, 2850 white, 6000 wait"};

	for (int i = 0; i < 2; i++) {
		reading_begin(&g, "4k3/8/2Q4p/8/8/8/8/4K3 w - - 0 1");
		reading_events(&g, orders[i]);
		expect_moves(&g, "Qxh6");
		ck_assert(!reading_act(&g, 1, READ_ACT_RELEASED, "g6"));
	}
}
END_TEST

START_TEST(a_pawn_that_flickers_is_not_exchanged_with_another)
{
	static const char *const orders[] = {"1000 d5x, 1040 a4x, 1200 a4P, 1450 d6P, 2200 white, "
					     "5000 c7x, 5400 b7r, 6000 black, 9000 wait",
					     "1000 a4x, 1040 d5x, 1160 a4P, 1450 d6P, 2200 white, "
					     "5000 c7x, 5400 b7r, 6000 black, 9000 wait"};

	for (int i = 0; i < 2; i++) {
		reading_begin(&g, "4k3/2r5/8/3P4/P7/8/8/4K3 w - - 0 1");
		reading_events(&g, orders[i]);
		expect_moves(&g, "d6 Rb7");
		ck_assert_uint_eq(g.acts[1].count, 2);
	}
}
END_TEST

START_TEST(quick_recaptures_without_a_clock_are_all_told)
{
	static const char *const orders[] = {
		"1000 d4x, 1300 f3x, 1600 d4N, 2000 d4x, 2300 c6x, 2600 d4n, "
		"3000 d4x, 3300 d1x, 3600 d4Q, 4000 d4x, 4300 d8x, 4600 d4q, 9000 wait",
		"1000 d4x, 1010 f3x, 1600 d4N, 1990 c6x, 2000 d4x, 2600 d4n, "
		"2990 d1x, 3000 d4x, 3600 d4Q, 3990 d8x, 4000 d4x, 4600 d4q, 9000 wait"};

	for (int k = 0; k < 2; k++) {
		without_clock("r2qkb1r/ppp2ppp/2n2n2/8/3p4/2N2N2/PPP2PPP/R2QKB1R w KQkq - 0 1");
		reading_events(&g, orders[k]);
		expect_moves(&g, "Nxd4 Nxd4 Qxd4 Qxd4");
		for (int i = 0; i < 4; i++)
			ck_assert_uint_le(g.told_ms[i], 1600u + 1000u * (unsigned)i + 1500u);
	}
}
END_TEST

START_TEST(a_double_step_seen_on_two_squares_is_taken_in_passing)
{
	static const char *const orders[] = {"1000 d7x, 1030 d6p, 1150 d5p, 1280 d6x, 1415 black, "
					     "1500 e5x, 1800 d6P, 2000 d5x, 2600 white, 6000 wait",
					     "1000 d6p, 1030 d7x, 1145 d5p, 1150 d6x, 1415 black, "
					     "1420 d5x, 1500 e5x, 1800 d6P, 2600 white, 6000 wait"};

	for (int i = 0; i < 2; i++) {
		reading_begin(&g, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
		reading_events(&g, orders[i]);
		expect_moves(&g, "d5 exd6");
	}
}
END_TEST

START_TEST(a_rook_slides_while_the_opponent_begins)
{
	static const char *const orders[] = {
		"1000 a8x, 1250 c8r, 1500 c8x, 1510 b2x, 1600 d8r, 1750 black, "
		"1950 b4P, 2700 white, 6000 wait",
		"1000 a8x, 1250 c8r, 1490 b2x, 1500 d8r, 1510 c8x, 1750 black, "
		"1950 b4P, 2700 white, 6000 wait"};

	for (int i = 0; i < 2; i++) {
		reading_begin(&g, "r3k3/8/8/8/8/8/1P6/4K3 b - - 0 1");
		reading_events(&g, orders[i]);
		expect_moves(&g, "Rd8 b4");
	}
}
END_TEST

START_TEST(a_victim_brushes_a_neighbour_before_the_captor_is_down)
{
	static const char *const orders[] = {
		"1000 g5x, 1182 g4p, 1400 f4x, 1650 g5P, 1700 g4x, 2400 white, 6000 wait",
		"1000 g5x, 1182 g4p, 1190 f4x, 1390 g4x, 1400 g5P, 2400 white, 6000 wait"};

	for (int i = 0; i < 2; i++) {
		reading_begin(&g, "4k3/8/8/6p1/5P2/8/8/4K3 w - - 0 1");
		reading_events(&g, orders[i]);
		expect_moves(&g, "fxg5");
		ck_assert(reading_act(&g, 1, READ_ACT_CARRIED_OFF, "g4"));
	}
}
END_TEST

START_TEST(a_neighbour_knocked_and_set_up_is_presumed_at_most)
{
	const struct read_act *act;

	reading_begin(&g, "4k3/8/8/8/3p4/4P3/8/4K3 b - - 0 1");
	reading_events(&g, "1000 d4x, 1400 d3p, 1500 e3x, 2600 e3P, 3200 black, "
			   "6000 e1x, 6500 d1K, 7000 white, 9000 wait");
	expect_moves(&g, "d3 Kd1");
	act = reading_act(&g, 2, READ_ACT_PUT_BACK, "e3");
	ck_assert(!act || act->certainty == READ_PRESUMED);
}
END_TEST

START_TEST(a_man_touched_and_put_back_is_observed)
{
	const struct read_act *act;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "5000 g1x, 5900 g1N, 9000 e2x, 9400 e4P, 10500 white, 13000 wait");
	expect_moves(&g, "e4");
	act = reading_act(&g, 1, READ_ACT_PUT_BACK, "g1");
	ck_assert_ptr_nonnull(act);
	ck_assert_uint_eq(act->by, RULES_WHITE);
	ck_assert_uint_eq(act->certainty, READ_OBSERVED);
}
END_TEST

START_TEST(a_man_brushed_in_the_scan_of_the_mover_is_presumed_at_most)
{
	const struct read_act *act;

	/* d2 is looked at before e2: nobody knows which of them was lifted first. */
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "5000 d2x, 5003 e2x, 5500 d2P, 5900 e4P, 8500 white, 12000 wait");
	expect_moves(&g, "e4");
	act = reading_act(&g, 1, READ_ACT_PUT_BACK, "d2");
	ck_assert_ptr_nonnull(act);
	ck_assert_uint_ne(act->certainty, READ_OBSERVED);
}
END_TEST

START_TEST(the_man_that_moved_last_is_straightened_by_its_owner)
{
	const struct read_act *act;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1400 e4P, 2000 white, 2600 e4x, 3300 e4P, "
			   "6000 e7x, 6400 e5p, 7000 black, 9000 wait");
	expect_moves(&g, "e4 e5");
	act = reading_act(&g, 2, READ_ACT_STRAIGHTENED, "e4");
	ck_assert_ptr_nonnull(act);
	ck_assert_uint_eq(act->by, RULES_WHITE);
}
END_TEST

START_TEST(a_press_without_a_move_is_told_with_what_differs)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1400 e5P, 2000 white, 6000 wait");
	expect_moves(&g, "");
	ck_assert_uint_eq(g.unexplained_presses, 1);
	ck_assert_uint_eq(g.differs, rules_set_of(on("e2")) | rules_set_of(on("e5")));
}
END_TEST

START_TEST(law_gives_a_new_base_and_play_goes_on_from_it)
{
	struct rules_position base =
		position("rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	struct read_list list;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1400 e5P, 2000 white, 6000 wait");
	read_base(&g.reader, &base, 1, 6000, &list);
	g.told = 0;
	reading_events(&g, "7000 d7x, 7400 d5p, 8000 black, 10000 wait");
	ck_assert_uint_eq(g.told, 2);
	ck_assert_uint_eq(g.move[1], move(&base, "d7d5"));
}
END_TEST

START_TEST(castling_is_told_once_both_men_stand)
{
	reading_begin(&g, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	reading_events(&g, "1000 e1x, 1400 g1K, 1900 h1x, 2300 f1R, 3000 white, 6000 wait");
	expect_moves(&g, "O-O");
}
END_TEST

START_TEST(a_promotion_waits_for_its_piece)
{
	reading_begin(&g, "8/P6k/8/8/8/8/8/K7 w - - 0 1");
	reading_events(&g, "1000 a7x, 1400 a8P, 3000 a8x, 4000 a8Q, 5000 white, 8000 wait");
	expect_moves(&g, "a8=Q");
}
END_TEST

START_TEST(kings_in_the_centre_tell_the_result)
{
	reading_begin(&g, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
	reading_events(&g, "1000 a2x, 1400 a4P, 2000 white, 3000 stop, 4000 e1x, 4200 e8x, "
			   "4600 e4K, 4800 d5k, 9000 wait");
	expect_moves(&g, "a4");
	ck_assert_uint_ge(g.over, 1);
	ck_assert_uint_eq(g.result, 1);
}
END_TEST

START_TEST(one_move_made_in_a_gap_is_told_as_guessed)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, "5000 wait");
	reading_board(&g, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
	reading_clock(&g, RULES_BLACK);
	reading_events(&g, "9000 wait");
	expect_moves(&g, "e4");
	ck_assert(g.acts[0].after_gap);
}
END_TEST

START_TEST(a_knight_held_down_elsewhere_first_goes_where_it_is_released)
{
	/* h3 is looked at before f3 is missed. */
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 g1x, 1500 f3N, 1996 h3N, 2007 f3x, 2856 white, 9000 wait");
	expect_moves(&g, "Nh3");
	ck_assert_uint_le(g.told_ms[0], 4000);
}
END_TEST

START_TEST(a_man_on_a_line_is_told_when_it_is_nudged_after_the_answer)
{
	reading_begin(&g, "4k3/8/8/8/8/8/3K4/8 w - - 0 1");
	reading_events(&g, "1000 d2x, 1200 c2K, 1230 c1K, 2150 white, 2800 e8x, 3330 e7k, "
			   "3490 c1x, 3890 black, 9000 wait");
	expect_moves(&g, "Kc2 Ke7");
	ck_assert_uint_le(g.told_ms[0], 5000);
}
END_TEST

START_TEST(after_a_long_gap_much_played_is_a_doubt_and_no_end_of_the_game)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1300 e4P, 2000 white, 3000 e7x");
	reading_gap(&g);
	reading_events(&g, "33000 wait");
	reading_board(&g, "r4rk1/1bq1bppp/p1np1n2/1p2p3/4P3/1NN1BP2/PPPQ2PP/2KR1B1R b - - 0 11");
	reading_clock(&g, RULES_BLACK);
	reading_events(&g, "45000 wait");
	ck_assert_uint_eq(g.over, 0);
	ck_assert_uint_eq(g.unsure, 1);
}
END_TEST

START_TEST(two_half_moves_made_in_a_short_gap_are_told)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, "5000 wait");
	reading_board(&g, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
	reading_clock(&g, RULES_WHITE);
	reading_events(&g, "12000 wait");
	expect_moves(&g, "e4 e5");
}
END_TEST

/* Qd2 Rc3, or Qc2 Rc4 Qd2 Rc3? */
static void queen_and_rook_move_unseen(const char *until, const char *then)
{
	reading_begin(&g, "2r3k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1");
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, until);
	reading_board(&g, "6k1/5ppp/8/8/8/2r5/3Q1PPP/6K1 w - - 2 2");
	reading_clock(&g, RULES_WHITE);
	reading_events(&g, then);
}

START_TEST(a_shorter_line_is_not_told_without_doubt_when_there_was_time_for_a_longer_one)
{
	queen_and_rook_move_unseen("5000 wait", "60000 wait");
	expect_moves(&g, "Qd2 Rc3");
	queen_and_rook_move_unseen("31000 wait", "40000 h2x, 40500 h3P, 41000 white, 60000 wait");
	ck_assert_uint_ge(g.unsure, 1);
	ck_assert_str_eq(reading_moves(&g), "Qd2 Rc3 h3");
}
END_TEST

START_TEST(what_a_board_remembers_of_a_gap_is_read_in_its_order)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, "31000 wait");
	read_recall(&g.reader); /* all told at once: its record has no times */
	reading_events(&g, "31000 e2x, 31000 e4P, 31000 white, 31000 d7x, 31000 d5p, 31000 black, "
			   "31000 d5x, 31000 e4x, 31000 d5P, 31000 white");
	reading_board(&g, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
	reading_events(&g, "33000 wait");
	expect_moves(&g, "e4 d5 exd5");
}
END_TEST

START_TEST(a_board_is_wanted_when_a_press_has_no_move)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 e2x, 1400 e4P, 2000 white, 4000 e7x, 4600 black");
	ck_assert_uint_eq(g.boards_wanted, 0);
	reading_events(&g, "5000 wait"); /* the update of e5 was lost */
	ck_assert_uint_eq(g.boards_wanted, 1);
	reading_board(&g, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
	reading_events(&g, "6000 wait");
	expect_moves(&g, "e4 e5");
	ck_assert_uint_eq(g.boards_wanted, 1);
}
END_TEST

START_TEST(castled_or_king_and_rook_by_themselves_over_a_gap_are_unsure)
{
	reading_begin(&g, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, "17000 wait");
	reading_board(&g, "8/4k3/8/8/8/8/3K4/3R4 b - - 0 1");
	reading_clock(&g, RULES_BLACK);
	reading_events(&g, "25000 wait");
	ck_assert_uint_ge(g.unsure, 1);
}
END_TEST

START_TEST(what_the_record_does_not_tell_is_a_gap_still)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, "16000 wait");
	read_recall(&g.reader);
	reading_events(&g, "16000 e2x, 16000 e4P, 16000 white");
	reading_board(&g, "rnbqkbnr/ppp2ppp/4p3/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
	reading_clock(&g, RULES_WHITE);
	reading_events(&g, "26000 wait");
	ck_assert_uint_ge(g.unsure, 1); /* d5 first, or e6 first */
	ck_assert(g.told == 0 || g.move[0] == move(&g.start, "e2e4"));
}
END_TEST

/* The record ends where it was asked for, however long it takes to come. */
START_TEST(what_was_played_while_the_record_came_is_read)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "29000 wait");
	reading_gap(&g);
	reading_events(&g, "31000 wait");
	read_recall(&g.reader);
	reading_events(&g, "31000 e2x, 31000 e4P, 31000 white");
	for (int i = 0; i < 14; i++)
		reading_events(&g, "40000 g8x, 40000 g8n");
	reading_board(&g, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
	reading_clock(&g, RULES_BLACK);
	reading_events(&g, "50000 wait");
	expect_moves(&g, "e4 e5 Nf3");
}
END_TEST

START_TEST(a_thread_that_is_lost_is_said_and_found_again)
{
	struct rules_position pos =
		position("rnbqkbnr/pppppppp/8/1NB5/8/8/PPPPPPPP/R2QKBNR w KQkq - 0 2");

	/* Nothing legal leads there, law is asleep, and play goes on. */
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 b1x, 1500 b5N, 2000 c1x, 2500 c5B, 3000 white, 6000 black, "
			   "9000 white, 9100 black, 22000 wait");
	ck_assert_uint_eq(g.unsure, 1);
	reading_events(&g, "30000 b5x, 30500 d4N, 31000 white, 34000 wait");
	ck_assert_uint_eq(g.unsure, 1);
	ck_assert_uint_gt(g.told, 0);
	ck_assert_uint_eq(g.move[g.told - 1], move(&pos, "b5d4"));
}
END_TEST

START_TEST(two_ways_over_a_gap_are_unsure)
{
	/* Either knight may have taken; whose square was left tells, so this is a swap of two. */
	reading_begin(&g, "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1");
	reading_events(&g, "1000 wait");
	reading_gap(&g);
	reading_events(&g, "31000 wait");
	reading_board(&g, "8/8/4k3/8/8/2N5/8/R3K3 w - - 0 1"); /* Ke8-e6 took two moves */
	reading_clock(&g, RULES_WHITE);
	reading_events(&g, "60000 wait");
	ck_assert_uint_eq(g.told, 0);
}
END_TEST

START_TEST(an_arbiter_who_acts_is_told_the_best_reading_at_once)
{
	struct read_list list;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 g1x, 1300 f3N");
	ck_assert_uint_eq(g.told, 0);
	read_decide(&g.reader, 1600, &list);
	ck_assert_uint_eq(list.count, 1);
	ck_assert_int_eq(list.news[0].type, READ_NEWS_MOVE);
}
END_TEST

START_TEST(a_man_in_the_air_when_the_move_is_made_begins_the_answer)
{
	const struct read_act *act;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g,
		       "1000 g1x, 1400 d7x, 1800 f3N, 2200 white, 2600 d5p, 3200 black, 6000 wait");
	expect_moves(&g, "Nf3 d5");
	act = reading_act(&g, 1, READ_ACT_LIFTED, "d7");
	ck_assert_ptr_nonnull(act);
	ck_assert_uint_eq(act->by, RULES_BLACK);
	act = reading_act(&g, 2, READ_ACT_LIFTED, "d7");
	ck_assert_ptr_nonnull(act);
	ck_assert(!act->in_own_time);
}
END_TEST

START_TEST(a_man_lifted_twice_with_another_between_has_two_acts)
{
	size_t lifts = 0;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 g1x, 1400 g1N, 1800 b1x, 2200 b1N, 2600 g1x, 3000 f3N, 3400 "
			   "white, 6000 wait");
	expect_moves(&g, "Nf3");
	for (size_t i = 0; i < g.acts[0].count; i++)
		lifts += g.acts[0].act[i].from == on("g1") && g.acts[0].act[i].square == on("g1");
	ck_assert_uint_eq(lifts, 2);
}
END_TEST

START_TEST(a_man_seen_ahead_of_himself_has_slid_there)
{
	const struct read_act *act;

	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 b3P, 1030 b2x, 1220 b4P, 1250 b3x, 1600 white, 5000 wait");
	expect_moves(&g, "b4");
	act = reading_act(&g, 1, READ_ACT_SLID, "b3");
	ck_assert_ptr_nonnull(act);
	ck_assert_uint_eq(act->from, on("b2"));
	ck_assert_ptr_null(reading_act(&g, 1, READ_ACT_NEW_PIECE, "b3"));
}
END_TEST

START_TEST(players_who_go_back_to_the_first_position_play_on)
{
	reading_begin(&g, RULES_START_FEN);
	reading_events(&g, "1000 g1x, 1400 f3N, 1800 white, 2200 g8x, 2600 f6n, 3000 black, "
			   "3400 f3x, 3800 g1N, 4200 white, 4600 f6x, 5000 g8n, 5400 black, "
			   "5800 e2x, 6200 e4P, 6600 white, 9000 wait");
	expect_moves(&g, "Nf3 Nf6 Ng1 Ng8 e4");
	ck_assert_uint_eq(g.over, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("read");
	TCase *tests = tcase_create("hands");

	tcase_add_test(tests, a_move_is_told_when_it_is_made_and_pressed);
	tcase_add_test(tests, a_lift_alone_is_no_move);
	tcase_add_test(tests, a_queen_that_lands_short_goes_on);
	tcase_add_test(tests, a_pawn_that_flickers_is_not_exchanged_with_another);
	tcase_add_test(tests, quick_recaptures_without_a_clock_are_all_told);
	tcase_add_test(tests, a_double_step_seen_on_two_squares_is_taken_in_passing);
	tcase_add_test(tests, a_rook_slides_while_the_opponent_begins);
	tcase_add_test(tests, a_victim_brushes_a_neighbour_before_the_captor_is_down);
	tcase_add_test(tests, a_neighbour_knocked_and_set_up_is_presumed_at_most);
	tcase_add_test(tests, a_man_touched_and_put_back_is_observed);
	tcase_add_test(tests, a_man_brushed_in_the_scan_of_the_mover_is_presumed_at_most);
	tcase_add_test(tests, the_man_that_moved_last_is_straightened_by_its_owner);
	tcase_add_test(tests, a_press_without_a_move_is_told_with_what_differs);
	tcase_add_test(tests, law_gives_a_new_base_and_play_goes_on_from_it);
	tcase_add_test(tests, castling_is_told_once_both_men_stand);
	tcase_add_test(tests, a_promotion_waits_for_its_piece);
	tcase_add_test(tests, kings_in_the_centre_tell_the_result);
	tcase_add_test(tests, one_move_made_in_a_gap_is_told_as_guessed);
	tcase_add_test(tests, a_knight_held_down_elsewhere_first_goes_where_it_is_released);
	tcase_add_test(tests, a_man_on_a_line_is_told_when_it_is_nudged_after_the_answer);
	tcase_add_test(tests, after_a_long_gap_much_played_is_a_doubt_and_no_end_of_the_game);
	tcase_add_test(tests, two_half_moves_made_in_a_short_gap_are_told);
	tcase_add_test(
		tests,
		a_shorter_line_is_not_told_without_doubt_when_there_was_time_for_a_longer_one);
	tcase_add_test(tests, what_a_board_remembers_of_a_gap_is_read_in_its_order);
	tcase_add_test(tests, a_board_is_wanted_when_a_press_has_no_move);
	tcase_add_test(tests, castled_or_king_and_rook_by_themselves_over_a_gap_are_unsure);
	tcase_add_test(tests, what_the_record_does_not_tell_is_a_gap_still);
	tcase_add_test(tests, what_was_played_while_the_record_came_is_read);
	tcase_add_test(tests, a_thread_that_is_lost_is_said_and_found_again);
	tcase_add_test(tests, two_ways_over_a_gap_are_unsure);
	tcase_add_test(tests, an_arbiter_who_acts_is_told_the_best_reading_at_once);
	tcase_add_test(tests, a_man_in_the_air_when_the_move_is_made_begins_the_answer);
	tcase_add_test(tests, a_man_lifted_twice_with_another_between_has_two_acts);
	tcase_add_test(tests, a_man_seen_ahead_of_himself_has_slid_there);
	tcase_add_test(tests, players_who_go_back_to_the_first_position_play_on);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
