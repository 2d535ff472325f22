/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/read/read_words.h"

/* A board that tells occupied from empty only: any letter in a script is just some man. */

static struct reading g;

static void begin(const char *fen)
{
	struct read_config config = read_config_of(SENSE_CABLE, false, true);

	reading_begin_with(&g, fen, &config);
}

static bool is_candidate(const char *from, const char *to)
{
	const struct read_news *news = &g.last_unsure;

	for (unsigned i = 0; i < news->candidate_count; i++)
		if (rules_from(news->candidate[i]) == on(from) &&
		    rules_to(news->candidate[i]) == on(to))
			return true;
	return false;
}

START_TEST(which_man_moves_follows_from_the_game)
{
	begin("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
	reading_events(&g, "1000 e2x, 1400 e4P, 2000 white, 4000 g8x, 4500 f6P, 5000 black, "
			   "9000 wait");
	expect_moves(&g, "e4 Nf6");
}
END_TEST

START_TEST(a_capture_is_read_in_either_order)
{
	begin("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
	reading_events(&g, "1000 d5x, 1500 e4x, 2000 d5P, 2500 white, 9000 wait");
	expect_moves(&g, "exd5");
	begin("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
	reading_events(&g, "1000 e4x, 1500 d5x, 2000 d5P, 2500 white, 9000 wait");
	expect_moves(&g, "exd5");
}
END_TEST

START_TEST(a_capture_that_changes_nothing_is_told_where_only_one_is_possible)
{
	begin("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
	reading_events(&g, "1000 e4x, 2000 white, 9000 wait");
	expect_moves(&g, "exd5");
}
END_TEST

START_TEST(two_captures_that_look_alike_are_unsure_and_told_when_one_man_moves)
{
	begin("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
	reading_events(&g, "1000 e4x, 2000 white, 8000 wait");
	ck_assert_uint_eq(g.told, 0);
	ck_assert_uint_eq(g.unsure, 1);
	ck_assert(is_candidate("e4", "d5") && is_candidate("e4", "f5"));
	/* The pawn on f5 goes on: it was not taken. */
	reading_events(&g, "9000 f5x, 9400 f4P, 9900 black, 15000 wait");
	ck_assert_str_eq(reading_moves(&g), "exd5 f4");
	ck_assert_uint_eq(g.unsure, 1);
}
END_TEST

START_TEST(recaptures_on_one_square_are_all_told)
{
	begin("4k3/8/5n2/3p4/4P3/2N5/8/4K3 w - - 0 1");
	reading_events(&g, "1000 e4x, 1400 d5x, 1800 d5P, 2100 white, "
			   "3200 f6x, 3500 d5x, 3700 d5n, 4000 black, "
			   "5200 c3x, 5900 white, 12000 wait");
	expect_moves(&g, "exd5 Nxd5 Nxd5");
}
END_TEST

START_TEST(castling_and_en_passant_are_seen)
{
	begin("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	reading_events(&g, "1000 e1x, 1400 g1K, 1900 h1x, 2300 f1R, 2800 white, 9000 wait");
	expect_moves(&g, "O-O");
	begin("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
	reading_events(&g, "1000 e5x, 1400 d6P, 1900 d5x, 2400 white, 9000 wait");
	expect_moves(&g, "exd6");
}
END_TEST

START_TEST(what_a_pawn_becomes_is_asked)
{
	begin("8/4P3/8/8/8/k7/8/4K3 w - - 0 1");
	reading_events(&g, "1000 e7x, 1800 e8Q, 2500 white, 9000 wait");
	ck_assert_uint_eq(g.told, 0);
	ck_assert_uint_eq(g.unsure, 1);
	ck_assert_uint_eq(g.last_unsure.candidate_count, 4);
	ck_assert_int_eq(rules_promoted_to(g.last_unsure.candidate[0]), RULES_QUEEN);
}
END_TEST

START_TEST(a_board_that_is_cleared_in_doubt_leaves_a_doubt)
{
	struct read_config config = read_config_of(SENSE_CABLE, false, false);

	reading_begin_with(&g, "4k3/8/8/3p1p2/4P3/8/PP6/4K3 w - - 0 1", &config);
	reading_events(&g, "1000 e4x, 3000 wait, 3100 a2x, 3200 b2x, 3300 d5x, 3400 f5x, 3500 e8x, "
			   "3600 e1x, 9000 wait");
	ck_assert_uint_eq(g.told, 0);
	ck_assert_uint_ge(g.unsure, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("read blind");
	TCase *tests = tcase_create("no men seen");

	tcase_add_test(tests, which_man_moves_follows_from_the_game);
	tcase_add_test(tests, a_capture_is_read_in_either_order);
	tcase_add_test(tests, a_capture_that_changes_nothing_is_told_where_only_one_is_possible);
	tcase_add_test(tests, two_captures_that_look_alike_are_unsure_and_told_when_one_man_moves);
	tcase_add_test(tests, recaptures_on_one_square_are_all_told);
	tcase_add_test(tests, castling_and_en_passant_are_seen);
	tcase_add_test(tests, what_a_pawn_becomes_is_asked);
	tcase_add_test(tests, a_board_that_is_cleared_in_doubt_leaves_a_doubt);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
