/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/uci.h"
#include "tests/support/words.h"

/*
 * Article 3, article by article. What holds of every position, and the same
 * asked of thousands of them, is in test_properties.c.
 */

static rules_set squares(const char *names)
{
	rules_set set = 0;

	for (; *names; names += strspn(names, " ")) {
		char name[3] = {names[0], names[1], '\0'};

		set |= rules_set_of(on(name));
		names += 2;
	}
	return set;
}

static const char *names_of(rules_set set)
{
	static char names[3 * 64 + 1];
	struct rules_text text = rules_text_in(names, sizeof(names));

	while (set) {
		rules_text_square(&text, rules_take(&set));
		if (set)
			rules_text_char(&text, ' ');
	}
	return names;
}

/* Castling apart, the man on a square can go to these squares and no others. */
static void expect_goes(const char *fen, const char *from, const char *to)
{
	struct rules_position pos = position(fen);
	struct rules_moves moves;
	rules_set goes = 0;

	rules_legal_moves(&pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_from(moves.move[i]) == on(from) && !rules_is_castling(moves.move[i]))
			goes |= rules_set_of(rules_to(moves.move[i]));
	ck_assert_msg(goes == squares(to), "%s: %s goes to '%s', not '%s'", fen, from,
		      names_of(goes), to);
}

/* The side to move can castle: "KQ" to both sides, "" to none. */
static void expect_castling_in(const struct rules_position *pos, const char *sides)
{
	struct rules_moves moves;
	char found[3] = "";

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_castling(moves.move[i]) &&
		    rules_castling_side(moves.move[i]) == RULES_KINGSIDE)
			strcat(found, "K");
	for (size_t i = 0; i < moves.count; i++)
		if (rules_is_castling(moves.move[i]) &&
		    rules_castling_side(moves.move[i]) == RULES_QUEENSIDE)
			strcat(found, "Q");
	ck_assert_msg(strcmp(found, sides) == 0, "%s: castling '%s', not '%s'", fen_of(pos), found,
		      sides);
}

static void expect_castling(const char *fen, const char *sides)
{
	struct rules_position pos = position(fen);

	expect_castling_in(&pos, sides);
}

/* Moves in UCI lead from one position to another. */
static void expect_after(const char *fen, const char *moves, const char *then)
{
	struct rules_position pos = after(fen, moves);

	ck_assert_str_eq(fen_of(&pos), then);
}

static void expect_count(const char *fen, size_t count)
{
	struct rules_position pos = position(fen);
	struct rules_moves moves;

	rules_legal_moves(&pos, &moves);
	ck_assert_msg(moves.count == count, "%s: %zu moves, not %zu", fen, moves.count, count);
}

/* --- Art. 3.1 to 3.6: the pieces --- */

START_TEST(art_1_4_1_the_king_cannot_be_captured)
{
	/* No game leads there, but a board that misreads a man does. */
	expect_goes("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2",
		    "a6 b5 c4 d3 f1 d1 f3 g4 h5 a2 b2 c2 d2 f2 g2 h2 e3 e4 e5 e6 e7");
	expect_goes("8/8/8/8/3k4/2P5/8/K7 w - - 0 1", "c3", "c4");
}
END_TEST

START_TEST(art_3_1_no_piece_goes_to_a_square_of_its_own_colour)
{
	expect_goes("4k3/8/8/8/8/2P5/8/B3K3 w - - 0 1", "a1", "b2");
	expect_goes(RULES_START_FEN, "e1", "");
	expect_goes(RULES_START_FEN, "b1", "a3 c3");
}
END_TEST

START_TEST(art_3_1_1_a_captured_piece_leaves_the_board_in_the_same_move)
{
	expect_goes("4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "a1", "b2 c3");
	expect_after("4k3/8/8/8/8/2p5/8/B3K3 w - - 7 1", "a1c3", "4k3/8/8/8/8/2B5/8/4K3 b - - 0 1");
}
END_TEST

START_TEST(art_3_1_3_a_piece_attacks_even_when_its_own_king_forbids_it_to_move)
{
	struct rules_position pos = position("4k3/8/8/K3r3/8/8/8/4R3 w - - 0 1");

	ck_assert(rules_in_check(&pos));
	expect_goes("4k3/8/8/4r3/3K4/8/8/4R3 w - - 0 1", "d4", "c3 d3 c4 e5");
}
END_TEST

START_TEST(art_3_2_the_bishop_moves_along_its_diagonals)
{
	expect_goes("8/8/8/7k/3B4/8/K7/8 w - - 0 1", "d4",
		    "a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1");
	expect_goes("8/8/8/7k/8/8/K7/7b b - - 0 1", "h1", "g2 f3 e4 d5 c6 b7 a8");
}
END_TEST

START_TEST(art_3_3_the_rook_moves_along_its_file_and_rank)
{
	expect_goes("8/8/8/7k/3R4/8/K7/8 w - - 0 1", "d4",
		    "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4");
	expect_goes("7r/8/8/k7/8/8/K7/8 b - - 0 1", "h8",
		    "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7");
}
END_TEST

START_TEST(art_3_4_the_queen_moves_along_file_rank_and_diagonals)
{
	expect_goes("8/8/8/7k/3Q4/8/K7/8 w - - 0 1", "d4",
		    "a1 b2 c3 e5 f6 g7 h8 a7 b6 c5 e3 f2 g1 "
		    "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4");
}
END_TEST

START_TEST(art_3_5_bishop_rook_and_queen_do_not_move_over_others)
{
	expect_goes(RULES_START_FEN, "a1", "");
	expect_goes(RULES_START_FEN, "c1", "");
	expect_goes(RULES_START_FEN, "d1", "");
	expect_goes("8/8/3p1p2/7k/1N1Q4/8/K2P1P2/8 w - - 0 1", "d4",
		    "a1 b2 c3 e5 f6 a7 b6 c5 e3 d3 d5 d6 c4 e4 f4 g4 h4");
}
END_TEST

START_TEST(art_3_6_the_knight_moves_to_the_nearest_squares_off_its_lines)
{
	expect_goes("8/8/8/7k/3N4/8/K7/8 w - - 0 1", "d4", "b3 b5 c2 c6 e2 e6 f3 f5");
	expect_goes("8/8/8/7k/8/8/K7/N7 w - - 0 1", "a1", "b3 c2");
	expect_goes("7n/8/8/7k/8/8/K7/8 b - - 0 1", "h8", "f7 g6");
	expect_goes("8/8/8/7k/8/8/K5N1/8 w - - 0 1", "g2", "e1 e3 f4 h4");
	expect_goes(RULES_START_FEN, "g1", "f3 h3");
}
END_TEST

/* --- Art. 3.7: the pawn --- */

START_TEST(art_3_7_1_a_pawn_moves_straight_forward_to_an_unoccupied_square)
{
	expect_goes("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4", "e5");
	expect_goes("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "e5", "e4");
	expect_goes("4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", "e4", "");
	expect_goes("4k3/8/8/4N3/4P3/8/8/4K3 w - - 0 1", "e4", "");
}
END_TEST

START_TEST(art_3_7_2_only_on_its_first_move_a_pawn_may_advance_two_squares)
{
	expect_goes("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2", "e3 e4");
	expect_goes("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7", "e6 e5");
	expect_goes("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3", "e4");
	expect_goes("4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6", "e5");
}
END_TEST

START_TEST(art_3_7_2_both_squares_of_a_double_step_must_be_unoccupied)
{
	expect_goes("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2", "e3");
	expect_goes("4k3/8/8/8/8/4n3/4P3/3K4 w - - 0 1", "e2", "");
	expect_goes("4k3/4p3/8/4N3/8/8/8/4K3 b - - 0 1", "e7", "e6");
	expect_goes("3k4/4p3/4n3/8/8/8/8/4K3 b - - 0 1", "e7", "");
}
END_TEST

START_TEST(art_3_7_3_a_pawn_captures_diagonally_forward)
{
	expect_goes("4k3/8/8/3ppp2/4P3/8/8/4K3 w - - 0 1", "e4", "d5 f5");
	expect_goes("4k3/8/8/4p3/3PPP2/8/8/4K3 b - - 0 1", "e5", "d4 f4");
	expect_goes("4k3/8/8/8/4P3/3p1p2/8/4K3 w - - 0 1", "e4", "e5");
}
END_TEST

START_TEST(art_3_7_3_a_capture_does_not_go_round_the_edge_of_the_board)
{
	expect_goes("4k3/8/7p/7p/P6p/8/8/4K3 w - - 0 1", "a4", "a5");
	expect_goes("4k3/8/p7/p7/p6P/8/8/4K3 w - - 0 1", "h4", "h5");
	expect_goes("4k3/8/8/p6P/7P/7P/8/4K3 b - - 0 1", "a5", "a4");
	expect_goes("4k3/8/8/P6p/P7/P7/8/4K3 b - - 0 1", "h5", "h4");
}
END_TEST

START_TEST(art_3_7_4_1_a_pawn_takes_another_that_has_just_passed_its_square)
{
	expect_goes("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5", "c6 d6");
	expect_goes("4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "c4", "c3 d3");
	expect_after("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5 d5c6",
		     "4k3/8/2P5/8/8/8/8/4K3 b - - 0 2");
	expect_after("4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "d2d4 c4d3",
		     "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2");
}
END_TEST

START_TEST(art_3_7_4_1_both_neighbours_may_take_the_pawn_that_passed)
{
	expect_goes("4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1", "d5", "d6 e6");
	expect_goes("4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1", "f5", "f6 e6");
	expect_goes("4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5", "a6");
}
END_TEST

START_TEST(art_3_7_4_1_only_a_pawn_takes_en_passant)
{
	struct rules_position pos = after("4k3/2p5/8/3N4/8/8/3P4/3RK3 b - - 0 1", "c7c5");

	expect_goes(fen_of(&pos), "d5", "b4 b6 c3 c7 e3 e7 f4 f6");
	rules_apply(&pos, move(&pos, "d5b6"), NULL);
	ck_assert_int_eq(pos.at[on("c5")], rules_piece_of(RULES_BLACK, RULES_PAWN));
}
END_TEST

START_TEST(art_3_7_4_2_en_passant_is_legal_only_on_the_next_move)
{
	struct rules_position pos = after("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5 e1e2 e8e7");

	ck_assert(!is_legal(&pos, "d5c6"));
	ck_assert(is_legal(&pos, "d5d6"));
}
END_TEST

START_TEST(art_3_7_4_1_two_single_steps_are_no_double_step)
{
	struct rules_position pos = after("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c6 e1e2 c6c5");

	ck_assert(!is_legal(&pos, "d5c6"));
}
END_TEST

START_TEST(art_3_9_2_en_passant_may_not_open_the_rank_two_pawns_closed)
{
	expect_goes("7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1", "d5", "d6");
	expect_goes("7k/8/8/r1Pp3K/8/8/8/8 w - d6 0 1", "c5", "c6");
	expect_goes("8/8/8/8/R2pP2k/8/8/7K b - e3 0 1", "d4", "d3");
	expect_goes("7k/8/8/K1pPN2r/8/8/8/8 w - c6 0 1", "d5", "c6 d6"); /* a third man stays */
	expect_goes("7k/8/8/K1pP3b/8/8/8/8 w - c6 0 1", "d5", "c6 d6");  /* no rook, no queen */
}
END_TEST

START_TEST(art_3_9_2_en_passant_may_not_open_the_diagonal_of_either_pawn)
{
	expect_goes("7k/1b6/8/3Pp3/4K3/8/8/8 w - e6 0 1", "d5", "");   /* the taker's */
	expect_goes("7k/1b6/8/2pP4/4K3/8/8/8 w - c6 0 1", "d5", "c6"); /* along it */
	expect_goes("6bk/8/8/3pP3/8/8/K7/8 w - d6 0 1", "e5", "e6");   /* the victim's */
	expect_goes("8/8/k7/8/2pP4/8/4B3/7K b - d3 0 1", "c4", "d3");  /* along it, Black */
}
END_TEST

START_TEST(art_3_9_2_en_passant_may_not_open_the_file_of_the_taker)
{
	expect_goes("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e6");
	expect_goes("3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "e5", "d6 e6"); /* d6 closes it again */
}
END_TEST

START_TEST(art_3_9_2_en_passant_may_answer_a_check)
{
	expect_goes("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5", "d6");  /* by the victim */
	expect_goes("1q5k/8/8/2Pp4/8/8/7K/8 w - d6 0 1", "c5", "d6"); /* on its way */
	expect_goes("7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "e5", "");  /* not a knight's */
	expect_goes("7k/8/5n2/3pP3/4K3/8/8/8 w - d6 0 1", "e5", "");  /* not two */
}
END_TEST

static void expect_promotion(const char *fen, const char *squares_from_to)
{
	struct rules_position pos = position(fen);

	for (const char *letter = "qrbn kp"; *letter; letter++) {
		char uci[RULES_UCI_MAX];
		bool legal = strchr("qrbn", *letter) != NULL;

		snprintf(uci, sizeof(uci), "%s%c", squares_from_to, *letter);
		if (*letter == ' ')
			uci[4] = '\0'; /* still a pawn */
		ck_assert_msg(is_legal(&pos, uci) == legal, "%s: %s", fen, uci);
	}
}

START_TEST(art_3_7_5_1_a_pawn_on_the_last_rank_becomes_queen_rook_bishop_or_knight)
{
	expect_promotion("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8");
	expect_promotion("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8");
	expect_promotion("4k3/8/8/8/8/8/6p1/4K2R b - - 0 1", "g2g1");
	expect_promotion("4k3/8/8/8/8/8/6p1/4K2R b - - 0 1", "g2h1");
	expect_count("1n5k/P7/8/8/8/8/8/7K w - - 0 1", 8 + 3);
	expect_after("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n",
		     "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1");
	expect_after("4k3/8/8/8/8/8/6p1/4K2R b K - 0 1", "g2h1r", "4k3/8/8/8/8/8/8/4K2r w - - 0 2");
}
END_TEST

START_TEST(art_3_7_5_2_the_choice_is_not_limited_to_captured_pieces)
{
	expect_after("4k3/P7/8/8/8/8/8/QQ2K3 w - - 0 1", "a7a8q",
		     "Q3k3/8/8/8/8/8/8/QQ2K3 b - - 0 1");
}
END_TEST

START_TEST(art_3_7_5_3_the_new_piece_takes_effect_at_once)
{
	struct rules_position pos = after("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q");

	ck_assert(rules_in_check(&pos));
	pos = after("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n");
	ck_assert(!rules_in_check(&pos));
}
END_TEST

START_TEST(art_3_9_2_a_pinned_pawn_promotes_along_its_line_only)
{
	expect_goes("1r1r3k/2P5/8/8/8/8/8/2K5 w - - 0 1", "c7", "b8 c8 d8");
	expect_goes("2rr3k/2P5/8/8/8/8/8/2K5 w - - 0 1", "c7", "");
	expect_goes("3r3k/2r5/2P5/8/8/8/8/2K5 w - - 0 1", "c6", "");
	expect_goes("1b5k/2P5/3K4/8/8/8/8/8 w - - 0 1", "c7", "b8");
}
END_TEST

/* --- Art. 3.8: the king --- */

START_TEST(art_3_8_1_the_king_moves_to_an_adjoining_square)
{
	expect_goes("8/8/8/7k/3K4/8/8/8 w - - 0 1", "d4", "c3 c4 c5 d3 d5 e3 e4 e5");
	expect_goes("8/8/8/7k/8/8/8/K7 w - - 0 1", "a1", "a2 b1 b2");
	expect_goes("7k/8/8/8/8/8/8/K7 b - - 0 1", "h8", "g7 g8 h7");
	expect_goes("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3", "c3 e3 c2 d2 e2"); /* the opposition */
}
END_TEST

START_TEST(art_3_8_2_castling_moves_the_king_two_squares_and_the_rook_across)
{
	expect_after("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 1", "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 1");
	expect_after("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 1", "e1c1", "4k3/8/8/8/8/8/8/2KR3R b - - 4 1");
	expect_after("r3k2r/8/8/8/8/8/8/4K3 b kq - 3 1", "e8g8", "r4rk1/8/8/8/8/8/8/4K3 w - - 4 2");
	expect_after("r3k2r/8/8/8/8/8/8/4K3 b kq - 3 1", "e8c8", "2kr3r/8/8/8/8/8/8/4K3 w - - 4 2");
}
END_TEST

static void expect_castling_after(const char *fen, const char *moves, const char *sides)
{
	struct rules_position pos = after(fen, moves);

	expect_castling_in(&pos, sides);
}

START_TEST(art_3_8_2_1_1_castling_is_lost_if_the_king_has_moved)
{
	const char *fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

	expect_castling(fen, "KQ");
	expect_castling_after(fen, "e1e2 e8e7 e2e1 e7e8", "");
	expect_castling_after(fen, "e1e2 e8e7 e2e1 e7e8 a1b1", "");
	expect_castling_after(fen, "e1e2", "KQ"); /* the opponent's is not */
}
END_TEST

START_TEST(art_3_8_2_1_2_castling_is_lost_with_a_rook_that_has_moved)
{
	const char *fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

	expect_castling_after(fen, "h1g1 h8g8 g1h1 g8h8", "Q");
	expect_castling_after(fen, "a1b1 a8b8 b1a1 b8a8", "K");
	expect_castling_after(fen, "h1g1 h8g8 g1h1 g8h8 a1b1", "Q");
	expect_castling_after(fen, "h1g1 h8g8 g1h1 g8h8 a1b1 a8b8 b1a1 b8a8", "");
}
END_TEST

START_TEST(art_3_8_2_1_2_castling_is_lost_with_a_rook_that_was_captured)
{
	expect_castling_after("4k3/8/8/8/8/6n1/8/R3K2R b KQ - 0 1", "g3h1", "Q");
	expect_castling_after("4k3/8/8/8/8/8/8/R3K1Rr b Q - 0 1", "h1g1 e1e2 e8e7", "");
	/* Another rook in its place has moved there. */
	expect_castling_after("4k3/8/8/8/8/6n1/8/R3K1RR b KQ - 0 1", "g3h1 g1h1 e8e7", "Q");
	/* One rook takes the other: both rights are gone. */
	expect_castling_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "");
	expect_castling_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8e7", "K");
}
END_TEST

START_TEST(art_3_8_2_2_1_the_king_castles_neither_out_of_nor_through_nor_into_an_attack)
{
	expect_castling("8/8/2k5/8/4r3/8/8/R3K2R w KQ - 0 1", "");  /* stands on e1 */
	expect_castling("8/8/2k5/8/5r2/8/8/R3K2R w KQ - 0 1", "Q"); /* crosses f1 */
	expect_castling("8/8/2k5/8/6r1/8/8/R3K2R w KQ - 0 1", "Q"); /* ends on g1 */
	expect_castling("8/8/2k5/8/3r4/8/8/R3K2R w KQ - 0 1", "K"); /* crosses d1 */
	expect_castling("8/8/2k5/8/2r5/8/8/R3K2R w KQ - 0 1", "K"); /* ends on c1 */
	expect_castling("r3k2r/8/8/5R2/8/8/8/4K3 b kq - 0 1", "Q");
	expect_castling("r3k2r/8/8/3R4/8/8/8/4K3 b kq - 0 1", "K");
}
END_TEST

START_TEST(art_3_8_2_2_1_an_attack_on_the_rook_or_on_b1_does_not_matter)
{
	expect_castling("8/8/2k5/8/1r6/8/8/R3K2R w KQ - 0 1", "KQ");
	expect_castling("8/8/2k5/8/r7/8/8/R3K2R w KQ - 0 1", "KQ");
	expect_castling("8/8/2k5/8/7r/8/8/R3K2R w KQ - 0 1", "KQ");
	expect_castling("r3k2r/8/8/1R6/8/8/8/4K3 b kq - 0 1", "KQ");
}
END_TEST

START_TEST(art_3_8_2_2_1_castling_is_prevented_for_a_time_only)
{
	expect_castling_after("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "a1b1 f3a3", "K");
	expect_castling_after("4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "e1d2 e3e7", "");
}
END_TEST

START_TEST(art_3_8_2_2_2_no_piece_may_stand_between_king_and_rook)
{
	expect_castling(RULES_START_FEN, "");
	expect_castling("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "K");
	expect_castling("4k3/8/8/8/8/8/8/R1B1K2R w KQ - 0 1", "K");
	expect_castling("4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 1", "K");
	expect_castling("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "Q");
	expect_castling("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "Q");
	expect_castling("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "K");
	expect_castling("4k3/8/8/8/8/8/8/R3K1nR w KQ - 0 1", "Q");
}
END_TEST

/* --- Guidelines II.3.2: castling in Chess960 --- */

START_TEST(guideline_ii_3_2_1_both_king_and_rook_move)
{
	expect_after("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
	expect_after("r4k2/8/8/8/8/8/8/4K3 b a - 0 1", "f8a8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
}
END_TEST

START_TEST(guideline_ii_3_2_2_king_and_rook_change_places)
{
	expect_after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
	expect_after("2rk4/8/8/8/8/8/8/4K3 b c - 0 1", "d8c8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
}
END_TEST

START_TEST(guideline_ii_3_2_3_only_the_king_moves)
{
	expect_after("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
	expect_after("3rk3/8/8/8/8/8/8/4K3 b d - 0 1", "e8d8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
}
END_TEST

START_TEST(guideline_ii_3_2_4_only_the_rook_moves)
{
	expect_after("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
	expect_after("r1k5/8/8/8/8/8/8/4K3 b a - 0 1", "c8a8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
}
END_TEST

START_TEST(guideline_ii_3_2_7_4_all_squares_both_go_over_must_be_free)
{
	expect_castling("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "Q");
	expect_castling("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "");  /* where the rook ends */
	expect_castling("4k3/8/8/8/8/8/8/RKN5 w A - 0 1", "");   /* where the king ends */
	expect_castling("4k3/8/8/8/8/8/8/RK2N3 w A - 0 1", "Q"); /* beyond both */
	expect_castling("7k/8/8/8/8/8/8/RN3K2 w A - 0 1", "");   /* crossed by the rook alone */
	expect_castling("7k/8/8/8/8/8/8/2R1NK2 w C - 0 1", "");  /* crossed by the king alone */
	expect_castling("7k/8/8/8/8/8/8/NR3K2 w B - 0 1", "Q");  /* behind the rook */
	expect_castling("7k/8/8/8/8/8/8/RNR2K2 w C - 0 1", "Q"); /* the inner rook castles */
	expect_castling("7k/8/8/8/8/8/8/R1R2K2 w A - 0 1", "");  /* the outer one cannot */
}
END_TEST

START_TEST(art_3_8_2_2_1_in_chess960_the_king_crosses_no_attacked_square_either)
{
	expect_castling("7k/8/8/8/4r3/8/8/R4K2 w A - 0 1", "");
	expect_castling("7k/8/8/8/3r4/8/8/R4K2 w A - 0 1", "");
	expect_castling("7k/8/8/8/2r5/8/8/R4K2 w A - 0 1", "");
	expect_castling("7k/8/8/8/5r2/8/8/R4K2 w A - 0 1", "");
	expect_castling("7k/8/8/8/1r6/8/8/R4K2 w A - 0 1", "Q");
	expect_castling("7k/8/8/8/6r1/8/8/R4K2 w A - 0 1", "Q");
	expect_castling("k7/8/8/8/5r2/8/8/6KR w H - 0 1", "K"); /* only the rook goes to f1 */
}
END_TEST

START_TEST(art_3_9_2_a_rook_that_shields_its_king_cannot_castle)
{
	expect_castling("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "");
	expect_castling("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "");
	expect_castling("4k3/8/8/8/8/8/8/4KR1q w F - 0 1", "");
	expect_castling("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "Q"); /* a bishop sees no rank */
	expect_castling("4k3/8/8/8/8/8/8/nRK5 w B - 0 1", "Q");
}
END_TEST

/* --- Art. 3.9: check --- */

START_TEST(art_3_9_2_a_pinned_piece_stays_on_the_line_to_its_king)
{
	expect_goes("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "");
	expect_goes("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2", "");
	expect_goes("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "e3 e4 e5 e6 e7 e8");
	expect_goes("7k/8/8/8/7q/8/5Q2/4K3 w - - 0 1", "f2", "g3 h4");
	expect_goes("7k/8/8/8/7b/8/5R2/4K3 w - - 0 1", "f2", "");
	expect_goes("4r2k/8/8/8/3b4/8/4P3/4K3 w - - 0 1", "e2", "e3 e4");
	expect_goes("7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2", "g3");
	expect_goes("7k/8/8/8/8/4r3/r3P2K/8 w - - 0 1", "e2", "");
	expect_goes("4r2k/8/4b3/8/8/8/4N3/4K3 w - - 0 1", "e2",
		    "c1 c3 d4 f4 g1 g3"); /* two men between: no pin */
}
END_TEST

START_TEST(art_3_9_2_a_check_is_answered_by_capture_by_a_man_between_or_by_the_king)
{
	expect_goes("4r2k/8/8/8/B7/8/8/4K3 w - - 0 1", "a4", "e8");
	expect_goes("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", "");
	expect_goes("4r2k/8/8/8/R7/8/8/4K3 w - - 0 1", "a4", "e4");
	expect_goes("4r2k/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "d1 d2 f1 f2");
	expect_goes("7k/8/8/8/8/3n4/8/R3K3 w - - 0 1", "a1", ""); /* nothing comes between */
	expect_goes("7k/8/8/8/8/R2n4/8/4K3 w - - 0 1", "a3", "d3");
}
END_TEST

START_TEST(art_3_9_2_the_king_shields_no_square_behind_it_on_the_line_of_a_check)
{
	expect_goes("7k/8/8/8/r3K3/8/8/8 w - - 0 1", "e4", "d3 e3 f3 d5 e5 f5");
	expect_goes("7k/8/8/8/4K3/8/8/1b6 w - - 0 1", "e4", "e3 f3 d4 f4 d5 e5");
}
END_TEST

START_TEST(art_3_9_2_the_king_does_not_take_a_protected_man)
{
	expect_goes("7k/8/8/8/8/6n1/4q3/4K3 w - - 0 1", "e1", "");
	expect_goes("7k/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1", "e2");
	expect_goes("4r2k/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1", ""); /* from behind */
}
END_TEST

START_TEST(art_3_9_2_in_double_check_only_the_king_moves)
{
	expect_count("4k3/8/8/8/8/5n2/6P1/R3K2r w Q - 0 1", 2);
	expect_goes("4k3/8/8/8/8/5n2/6P1/R3K2r w Q - 0 1", "e1", "e2 f2");
}
END_TEST

START_TEST(art_3_9_1_a_pawn_and_a_knight_give_check_from_their_own_squares)
{
	struct rules_position pos = position("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1");

	ck_assert_uint_eq(rules_checkers(&pos), squares("d2"));
	pos = position("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1");
	ck_assert_uint_eq(rules_checkers(&pos), 0);
	pos = position("4k3/8/8/8/8/3n4/8/R3K2r w - - 0 1");
	ck_assert_uint_eq(rules_checkers(&pos), squares("d3 h1"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("movegen");
	TCase *laws = tcase_create("laws");

	tcase_add_test(laws, art_1_4_1_the_king_cannot_be_captured);
	tcase_add_test(laws, art_3_1_no_piece_goes_to_a_square_of_its_own_colour);
	tcase_add_test(laws, art_3_1_1_a_captured_piece_leaves_the_board_in_the_same_move);
	tcase_add_test(laws, art_3_1_3_a_piece_attacks_even_when_its_own_king_forbids_it_to_move);
	tcase_add_test(laws, art_3_2_the_bishop_moves_along_its_diagonals);
	tcase_add_test(laws, art_3_3_the_rook_moves_along_its_file_and_rank);
	tcase_add_test(laws, art_3_4_the_queen_moves_along_file_rank_and_diagonals);
	tcase_add_test(laws, art_3_5_bishop_rook_and_queen_do_not_move_over_others);
	tcase_add_test(laws, art_3_6_the_knight_moves_to_the_nearest_squares_off_its_lines);
	tcase_add_test(laws, art_3_7_1_a_pawn_moves_straight_forward_to_an_unoccupied_square);
	tcase_add_test(laws, art_3_7_2_only_on_its_first_move_a_pawn_may_advance_two_squares);
	tcase_add_test(laws, art_3_7_2_both_squares_of_a_double_step_must_be_unoccupied);
	tcase_add_test(laws, art_3_7_3_a_pawn_captures_diagonally_forward);
	tcase_add_test(laws, art_3_7_3_a_capture_does_not_go_round_the_edge_of_the_board);
	tcase_add_test(laws, art_3_7_4_1_a_pawn_takes_another_that_has_just_passed_its_square);
	tcase_add_test(laws, art_3_7_4_1_both_neighbours_may_take_the_pawn_that_passed);
	tcase_add_test(laws, art_3_7_4_1_only_a_pawn_takes_en_passant);
	tcase_add_test(laws, art_3_7_4_2_en_passant_is_legal_only_on_the_next_move);
	tcase_add_test(laws, art_3_7_4_1_two_single_steps_are_no_double_step);
	tcase_add_test(laws, art_3_9_2_en_passant_may_not_open_the_rank_two_pawns_closed);
	tcase_add_test(laws, art_3_9_2_en_passant_may_not_open_the_diagonal_of_either_pawn);
	tcase_add_test(laws, art_3_9_2_en_passant_may_not_open_the_file_of_the_taker);
	tcase_add_test(laws, art_3_9_2_en_passant_may_answer_a_check);
	tcase_add_test(laws,
		       art_3_7_5_1_a_pawn_on_the_last_rank_becomes_queen_rook_bishop_or_knight);
	tcase_add_test(laws, art_3_7_5_2_the_choice_is_not_limited_to_captured_pieces);
	tcase_add_test(laws, art_3_7_5_3_the_new_piece_takes_effect_at_once);
	tcase_add_test(laws, art_3_9_2_a_pinned_pawn_promotes_along_its_line_only);
	tcase_add_test(laws, art_3_8_1_the_king_moves_to_an_adjoining_square);
	tcase_add_test(laws, art_3_8_2_castling_moves_the_king_two_squares_and_the_rook_across);
	tcase_add_test(laws, art_3_8_2_1_1_castling_is_lost_if_the_king_has_moved);
	tcase_add_test(laws, art_3_8_2_1_2_castling_is_lost_with_a_rook_that_has_moved);
	tcase_add_test(laws, art_3_8_2_1_2_castling_is_lost_with_a_rook_that_was_captured);
	tcase_add_test(
		laws, art_3_8_2_2_1_the_king_castles_neither_out_of_nor_through_nor_into_an_attack);
	tcase_add_test(laws, art_3_8_2_2_1_an_attack_on_the_rook_or_on_b1_does_not_matter);
	tcase_add_test(laws, art_3_8_2_2_1_castling_is_prevented_for_a_time_only);
	tcase_add_test(laws, art_3_8_2_2_2_no_piece_may_stand_between_king_and_rook);
	tcase_add_test(laws, guideline_ii_3_2_1_both_king_and_rook_move);
	tcase_add_test(laws, guideline_ii_3_2_2_king_and_rook_change_places);
	tcase_add_test(laws, guideline_ii_3_2_3_only_the_king_moves);
	tcase_add_test(laws, guideline_ii_3_2_4_only_the_rook_moves);
	tcase_add_test(laws, guideline_ii_3_2_7_4_all_squares_both_go_over_must_be_free);
	tcase_add_test(laws, art_3_8_2_2_1_in_chess960_the_king_crosses_no_attacked_square_either);
	tcase_add_test(laws, art_3_9_2_a_rook_that_shields_its_king_cannot_castle);
	tcase_add_test(laws, art_3_9_2_a_pinned_piece_stays_on_the_line_to_its_king);
	tcase_add_test(laws,
		       art_3_9_2_a_check_is_answered_by_capture_by_a_man_between_or_by_the_king);
	tcase_add_test(laws, art_3_9_2_the_king_shields_no_square_behind_it_on_the_line_of_a_check);
	tcase_add_test(laws, art_3_9_2_the_king_does_not_take_a_protected_man);
	tcase_add_test(laws, art_3_9_2_in_double_check_only_the_king_moves);
	tcase_add_test(laws, art_3_9_1_a_pawn_and_a_knight_give_check_from_their_own_squares);
	suite_add_tcase(suite, laws);
	return run_suite(suite);
}
