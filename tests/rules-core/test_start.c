/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/start.h"
#include "tests/support/words.h"

static struct rules_position start(unsigned number)
{
	struct rules_position pos;

	ck_assert(rules_chess960_start(&pos, number));
	return pos;
}

/* The first rank in FEN letters, good until the next call. */
static const char *back_rank(unsigned number)
{
	static char letters[9];
	struct rules_position pos = start(number);

	for (int file = 0; file < 8; file++)
		letters[file] = rules_fen_letter(pos.at[file]);
	return letters;
}

START_TEST(art_2_3_the_initial_position)
{
	struct rules_position pos;

	rules_start(&pos);
	ck_assert_str_eq(fen_of(&pos), RULES_START_FEN);
	ck_assert(!pos.chess960);
	ck_assert(pos.key == rules_position_key(&pos));
}
END_TEST

START_TEST(guideline_ii_2_1_pawns_stand_as_in_ordinary_chess)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos = start(number);

		ck_assert_uint_eq(rules_men(&pos, RULES_WHITE, RULES_PAWN), rules_rank_set(1));
		ck_assert_uint_eq(rules_men(&pos, RULES_BLACK, RULES_PAWN), rules_rank_set(6));
		ck_assert_uint_eq(rules_all_men(&pos), rules_rank_set(0) | rules_rank_set(1) |
							       rules_rank_set(6) |
							       rules_rank_set(7));
	}
}
END_TEST

START_TEST(guideline_ii_2_2_the_king_stands_between_the_rooks)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos = start(number);
		rules_set rooks = rules_men(&pos, RULES_WHITE, RULES_ROOK);
		rules_square king = rules_king_square(&pos, RULES_WHITE);

		ck_assert_int_eq(rules_count(rooks), 2);
		ck_assert_int_lt(rules_lowest(rooks), king);
		ck_assert_int_lt(king, rules_highest(rooks));
	}
}
END_TEST

START_TEST(guideline_ii_2_2_the_bishops_stand_on_squares_of_both_colours)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos = start(number);
		rules_set bishops = rules_men(&pos, RULES_WHITE, RULES_BISHOP);

		ck_assert_int_eq(rules_count(bishops), 2);
		ck_assert(rules_is_light(rules_lowest(bishops)) !=
			  rules_is_light(rules_highest(bishops)));
		ck_assert_int_eq(rules_count(bishops & RULES_LIGHT), 1);
	}
}
END_TEST

START_TEST(guideline_ii_2_3_black_stands_opposite_white)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos = start(number);

		for (rules_square square = 0; square < 32; square++) {
			rules_piece white = pos.at[square], black = pos.at[square ^ 56];

			if (white == RULES_NO_PIECE)
				ck_assert_int_eq(black, RULES_NO_PIECE);
			else
				ck_assert_int_eq(black,
						 rules_piece_of(RULES_BLACK, rules_kind_of(white)));
		}
	}
}
END_TEST

START_TEST(no_two_numbers_share_a_position)
{
	static char seen[RULES_CHESS960_COUNT][9];

	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		strcpy(seen[number], back_rank(number));
		for (unsigned other = 0; other < number; other++)
			if (strcmp(seen[number], seen[other]) == 0)
				ck_abort_msg("%u and %u: %s", number, other, seen[number]);
	}
}
END_TEST

START_TEST(a_position_tells_its_number)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos = start(number);

		ck_assert_int_eq(rules_chess960_number(&pos), (int)number);
	}
}
END_TEST

START_TEST(every_initial_position_begins_a_game)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position pos = start(number);

		ck_assert_uint_eq(pos.castling, pos.of_kind[RULES_ROOK]);
		ck_assert_int_eq(pos.turn, RULES_WHITE);
		ck_assert_int_eq(pos.passed, RULES_NO_SQUARE);
		ck_assert_int_eq(pos.halfmoves, 0);
		ck_assert_int_eq(pos.number, 1);
		ck_assert(pos.chess960);
		ck_assert(pos.key == rules_position_key(&pos));
	}
}
END_TEST

START_TEST(the_published_numbers)
{
	ck_assert_str_eq(back_rank(0), "BBQNNRKR");
	ck_assert_str_eq(back_rank(1), "BQNBNRKR");
	ck_assert_str_eq(back_rank(518), "RNBQKBNR");
	ck_assert_str_eq(back_rank(959), "RKRNNQBB");
	ck_assert_str_eq(back_rank(534), "RNBKQBNR"); /* king and queen change places */
}
END_TEST

START_TEST(number_518_is_the_usual_one)
{
	struct rules_position usual, numbered = start(RULES_CHESS960_USUAL);

	rules_start(&usual);
	ck_assert_int_eq(rules_chess960_number(&usual), 518);
	ck_assert_int_eq(memcmp(usual.at, numbered.at, sizeof(usual.at)), 0);
	ck_assert_uint_eq(usual.key, numbered.key);
}
END_TEST

START_TEST(there_are_no_numbers_from_960)
{
	struct rules_position pos, before;

	memset(&pos, 0xa5, sizeof(pos));
	memcpy(&before, &pos, sizeof(before));
	ck_assert(!rules_chess960_start(&pos, 960));
	ck_assert(!rules_chess960_start(&pos, 0u - 1u));
	ck_assert_int_eq(memcmp(&pos, &before, sizeof(pos)), 0);
}
END_TEST

static void expect_number(const char *fen, int number)
{
	struct rules_position pos = position(fen);

	ck_assert_msg(rules_chess960_number(&pos) == number, "%s: %d", fen,
		      rules_chess960_number(&pos));
}

START_TEST(only_the_men_tell_the_number)
{
	expect_number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b Kq - 5 9", 518);
	expect_number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 518);
	expect_number("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", -1);
	expect_number("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", -1);
	expect_number("rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKBNR w - - 0 1", -1);
	expect_number("krrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/KRRNNQBB w - - 0 1", -1);
	expect_number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w - - 0 1", -1);
	expect_number("8/8/8/8/8/8/8/8 w - - 0 1", -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("start");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, art_2_3_the_initial_position);
	tcase_add_test(tests, guideline_ii_2_1_pawns_stand_as_in_ordinary_chess);
	tcase_add_test(tests, guideline_ii_2_2_the_king_stands_between_the_rooks);
	tcase_add_test(tests, guideline_ii_2_2_the_bishops_stand_on_squares_of_both_colours);
	tcase_add_test(tests, guideline_ii_2_3_black_stands_opposite_white);
	tcase_add_test(tests, no_two_numbers_share_a_position);
	tcase_add_test(tests, a_position_tells_its_number);
	tcase_add_test(tests, every_initial_position_begins_a_game);
	tcase_add_test(tests, the_published_numbers);
	tcase_add_test(tests, number_518_is_the_usual_one);
	tcase_add_test(tests, there_are_no_numbers_from_960);
	tcase_add_test(tests, only_the_men_tell_the_number);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
