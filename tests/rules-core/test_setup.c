/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/fen.h"
#include "rules-core/setup.h"
#include "rules-core/start.h"
#include "tests/support/words.h"

static void expect_found(const struct rules_position *pos, enum rules_setup_fault fault,
			 const char *words)
{
	struct rules_setup setup = rules_setup_check(pos);
	char said[120];
	struct rules_text text = rules_text_in(said, sizeof(said));

	rules_setup_explain(&text, setup);
	ck_assert_str_eq(said, words);
	ck_assert_int_eq(setup.fault, fault);
}

static void expect_fault(const char *fen, enum rules_setup_fault fault, const char *words)
{
	struct rules_position pos = position(fen);

	expect_found(&pos, fault, words);
}

static void expect_good(const char *fen)
{
	expect_fault(fen, RULES_SETUP_GOOD, "a game can be played from here");
}

START_TEST(positions_that_games_lead_to_are_good)
{
	struct random random = {.state = 1};

	for (int i = 0; i < 2000; i++) {
		struct rules_position pos = random_position(&random, 200);

		if (rules_setup_check(&pos).fault != RULES_SETUP_GOOD)
			ck_abort_msg("%s", fen_of(&pos));
	}
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos;

		rules_chess960_start(&pos, number);
		if (rules_setup_check(&pos).fault != RULES_SETUP_GOOD)
			ck_abort_msg("%u", number);
	}
}
END_TEST

START_TEST(the_last_position_of_a_game_is_good)
{
	expect_good("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
	expect_good("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
	expect_good("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
}
END_TEST

START_TEST(art_2_2_each_side_has_one_king)
{
	expect_fault("8/8/8/8/8/8/8/8 w - - 0 1", RULES_SETUP_NO_KING, "White has no king");
	expect_fault("4k3/8/8/8/8/8/8/8 w - - 0 1", RULES_SETUP_NO_KING, "White has no king");
	expect_fault("8/8/8/8/8/8/8/4K3 b - - 0 1", RULES_SETUP_NO_KING, "Black has no king");
	expect_fault("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", RULES_SETUP_KINGS, "White has 2 kings");
	expect_fault("kkk5/8/8/8/8/8/8/4K3 w - - 0 1", RULES_SETUP_KINGS, "Black has 3 kings");
}
END_TEST

START_TEST(art_3_9_2_the_king_of_the_side_that_has_moved_is_not_in_check)
{
	const char *e8 = "it is the other side's move, but the king on e8 is in check";

	expect_fault("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", RULES_SETUP_KING_CAN_BE_TAKEN, e8);
	expect_good("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
	expect_fault("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", RULES_SETUP_KING_CAN_BE_TAKEN, e8);
	expect_fault("4k3/4K3/8/8/8/8/8/8 w - - 0 1", RULES_SETUP_KING_CAN_BE_TAKEN, e8);
	expect_fault("4k3/4K3/8/8/8/8/8/8 b - - 0 1", RULES_SETUP_KING_CAN_BE_TAKEN,
		     "it is the other side's move, but the king on e7 is in check");
	/* Both kings in check: a misread man, or an illegal move long ago. */
	expect_fault("4k2R/8/8/8/8/8/8/r3K3 w - - 0 1", RULES_SETUP_KING_CAN_BE_TAKEN, e8);
}
END_TEST

START_TEST(art_3_7_5_1_no_pawn_stands_on_the_last_rank_nor_on_its_first)
{
	expect_fault("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", RULES_SETUP_PAWN_ON_LAST_RANK,
		     "White has a pawn on a8");
	expect_fault("4k3/8/8/8/8/8/8/4K2P b - - 0 1", RULES_SETUP_PAWN_ON_LAST_RANK,
		     "White has a pawn on h1");
	expect_fault("4k3/8/8/8/8/8/8/p3K3 b - - 0 1", RULES_SETUP_PAWN_ON_LAST_RANK,
		     "Black has a pawn on a1");
	expect_fault("4k2p/8/8/8/8/8/8/4K3 w - - 0 1", RULES_SETUP_PAWN_ON_LAST_RANK,
		     "Black has a pawn on h8");
}
END_TEST

START_TEST(art_2_2_a_side_has_eight_pawns_and_sixteen_men_at_most)
{
	expect_good("4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
	expect_fault("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", RULES_SETUP_PAWNS,
		     "White has 9 pawns");
	expect_fault("4k3/pppppppp/pp6/8/8/8/8/4K3 w - - 0 1", RULES_SETUP_PAWNS,
		     "Black has 10 pawns");
	expect_fault("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RNBQKBNR w KQkq - 0 1", RULES_SETUP_MEN,
		     "White has 17 men");
}
END_TEST

START_TEST(art_3_7_5_1_more_pieces_than_at_first_were_pawns)
{
	const char *one = "White has 1 promoted piece, more than pawns are gone";

	expect_good("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1");
	expect_good("4k3/8/8/8/8/8/8/QQQQKQQQ b - - 0 1");
	expect_good("QQ5k/8/8/QQQ5/QQ6/8/8/2BNKBQQ b - - 0 1");
	expect_fault("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", RULES_SETUP_PROMOTED, one);
	expect_fault("4k3/8/8/8/8/8/PPPPPPPP/RRR1K3 w - - 0 1", RULES_SETUP_PROMOTED, one);
	expect_fault("4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1", RULES_SETUP_PROMOTED, one);
	expect_fault("4k3/pppppppp/8/8/8/8/8/QQQQQQQK w - - 0 1", RULES_SETUP_GOOD,
		     "a game can be played from here");
	expect_fault("qqqqqqqq/qq5k/8/8/8/8/p7/4K3 w - - 0 1", RULES_SETUP_PROMOTED,
		     "Black has 9 promoted pieces, more than pawns are gone");
}
END_TEST

START_TEST(two_bishops_on_one_colour_of_squares_need_a_promotion)
{
	expect_good("4k3/8/8/8/8/8/PPPPPPPP/2BBK3 w - - 0 1");
	expect_fault("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1", RULES_SETUP_PROMOTED,
		     "White has 1 promoted piece, more than pawns are gone");
	expect_good("4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w - - 0 1");
}
END_TEST

START_TEST(no_move_gives_three_checks)
{
	expect_good("4k3/8/8/8/8/5n2/8/R3K2r w - - 0 1");
	expect_fault("4r2k/8/8/8/8/5n2/8/4K2r w - - 0 1", RULES_SETUP_CHECKS,
		     "3 men give check at once");
}
END_TEST

START_TEST(art_3_8_2_1_who_may_castle_is_at_home)
{
	struct rules_position pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");

	rules_position_put(&pos, on("h1"), RULES_NO_PIECE);
	expect_found(&pos, RULES_SETUP_CASTLING,
		     "White cannot castle with h1: king or rook is not at home");
	rules_position_put(&pos, on("h1"), rules_piece_of(RULES_BLACK, RULES_ROOK));
	rules_position_put(&pos, on("f1"), rules_piece_of(RULES_WHITE, RULES_KNIGHT));
	expect_found(&pos, RULES_SETUP_CASTLING,
		     "White cannot castle with h1: king or rook is not at home");
	pos = position("r3k3/8/8/8/8/8/8/4K3 b q - 0 1");
	rules_position_put(&pos, on("e8"), RULES_NO_PIECE);
	rules_position_put(&pos, on("e7"), rules_piece_of(RULES_BLACK, RULES_KING));
	expect_found(&pos, RULES_SETUP_CASTLING,
		     "Black cannot castle with a8: king or rook is not at home");
	pos = position("4k3/8/8/8/8/8/7R/4K3 w - - 0 1");
	pos.castling = rules_set_of(on("h2"));
	expect_found(&pos, RULES_SETUP_CASTLING,
		     "White cannot castle with h2: king or rook is not at home");
}
END_TEST

START_TEST(guideline_ii_2_2_a_king_has_one_rook_on_each_side_to_castle_with)
{
	struct rules_position pos = position("4k3/8/8/8/8/8/8/4K1RR w - - 0 1");

	pos.castling = rules_set_of(on("g1")) | rules_set_of(on("h1"));
	ck_assert_int_eq(rules_setup_check(&pos).fault, RULES_SETUP_CASTLING);
}
END_TEST

START_TEST(guideline_ii_2_2_a_king_in_the_corner_was_never_between_its_rooks)
{
	struct rules_position pos = position("4k3/8/8/8/8/8/8/R6K w - - 0 1");

	pos.castling = rules_set_of(on("a1"));
	ck_assert_int_eq(rules_setup_check(&pos).fault, RULES_SETUP_CASTLING);
}
END_TEST

START_TEST(art_3_7_4_1_who_passed_a_square_stands_beyond_it)
{
	struct rules_position pos = position("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1");

	ck_assert_int_eq(rules_setup_check(&pos).fault, RULES_SETUP_GOOD);
	pos.passed = on("d6");
	expect_found(&pos, RULES_SETUP_PASSED, "no pawn can just have passed d6");
	pos.passed = on("a1");
	expect_found(&pos, RULES_SETUP_PASSED, "no pawn can just have passed a1");
	pos.turn = RULES_BLACK;
	pos.passed = on("h8");
	expect_found(&pos, RULES_SETUP_PASSED, "no pawn can just have passed h8");
}
END_TEST

static bool is_playable(const char *fen)
{
	struct rules_position pos = position(fen);

	return rules_setup_is_playable(rules_setup_check(&pos));
}

START_TEST(moves_can_be_made_with_one_king_each_and_none_to_be_taken)
{
	ck_assert(is_playable(RULES_START_FEN));
	ck_assert(is_playable("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"));
	ck_assert(!is_playable("P3k3/8/8/8/8/8/8/4K3 w - - 0 1"));
	ck_assert(is_playable("4r2k/8/8/8/8/5n2/8/4K2r w - - 0 1"));
	ck_assert(!is_playable("4k3/8/8/8/8/8/8/8 w - - 0 1"));
	ck_assert(!is_playable("4k3/8/8/8/8/8/8/3KK3 w - - 0 1"));
	ck_assert(!is_playable("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"));
}
END_TEST

START_TEST(the_worst_fault_is_named_first)
{
	/* A pawn on a8, three kings, no black one. */
	expect_fault("P7/8/8/8/8/8/8/2K1KK2 w - - 0 1", RULES_SETUP_KINGS, "White has 3 kings");
	/* Black in check though White is to move, and nine pawns. */
	expect_fault("4k3/3P4/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", RULES_SETUP_KING_CAN_BE_TAKEN,
		     "it is the other side's move, but the king on e8 is in check");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("setup");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, positions_that_games_lead_to_are_good);
	tcase_add_test(tests, the_last_position_of_a_game_is_good);
	tcase_add_test(tests, art_2_2_each_side_has_one_king);
	tcase_add_test(tests, art_3_9_2_the_king_of_the_side_that_has_moved_is_not_in_check);
	tcase_add_test(tests, art_3_7_5_1_no_pawn_stands_on_the_last_rank_nor_on_its_first);
	tcase_add_test(tests, art_2_2_a_side_has_eight_pawns_and_sixteen_men_at_most);
	tcase_add_test(tests, art_3_7_5_1_more_pieces_than_at_first_were_pawns);
	tcase_add_test(tests, two_bishops_on_one_colour_of_squares_need_a_promotion);
	tcase_add_test(tests, no_move_gives_three_checks);
	tcase_add_test(tests, art_3_8_2_1_who_may_castle_is_at_home);
	tcase_add_test(tests, guideline_ii_2_2_a_king_has_one_rook_on_each_side_to_castle_with);
	tcase_add_test(tests, guideline_ii_2_2_a_king_in_the_corner_was_never_between_its_rooks);
	tcase_add_test(tests, art_3_7_4_1_who_passed_a_square_stands_beyond_it);
	tcase_add_test(tests, moves_can_be_made_with_one_king_each_and_none_to_be_taken);
	tcase_add_test(tests, the_worst_fault_is_named_first);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
