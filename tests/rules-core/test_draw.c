/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "tests/support/words.h"

/* --- mate and stalemate --- */

static void expect_state(const char *fen, enum rules_state state)
{
	struct rules_position pos = position(fen);

	ck_assert_msg(rules_state_of(&pos) == state, "%s: %d", fen, (int)rules_state_of(&pos));
}

START_TEST(art_5_1_1_checkmate)
{
	expect_state("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
		     RULES_CHECKMATE);
	expect_state("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
		     RULES_CHECKMATE);
	expect_state("4R1k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", RULES_CHECKMATE);
	expect_state("6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", RULES_CHECKMATE); /* smothered */
	expect_state("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", RULES_CHECKMATE);
}
END_TEST

START_TEST(art_5_1_1_a_check_that_can_be_answered_is_no_mate)
{
	expect_state("4R1k1/5pp1/8/8/8/8/8/4K3 b - - 0 1", RULES_IN_PLAY);  /* Kh7 */
	expect_state("4R1k1/5ppp/8/8/b7/8/8/4K3 b - - 0 1", RULES_IN_PLAY); /* Bxe8 */
	expect_state("4R1k1/4bppp/8/8/8/8/8/4K3 b - - 0 1", RULES_IN_PLAY); /* Bf8 */
}
END_TEST

START_TEST(art_5_1_1_a_capture_en_passant_can_be_the_only_answer)
{
	expect_state("3r1r1k/b7/8/3pP3/4K3/r7/8/8 w - d6 0 1", RULES_IN_PLAY);
	expect_state("3r1r1k/b7/8/3pP3/4K3/r7/8/8 w - - 0 1", RULES_CHECKMATE);
}
END_TEST

START_TEST(art_5_2_1_stalemate)
{
	expect_state("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", RULES_STALEMATE);
	expect_state("k7/P7/K7/8/8/8/8/8 b - - 0 1", RULES_STALEMATE);
	expect_state("7k/8/8/8/8/p7/8/8 w - - 0 1", RULES_STALEMATE); /* nobody to move */
	expect_state("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", RULES_STALEMATE);
	expect_state("7k/5Q2/6K1/8/8/8/p7/8 b - - 0 1", RULES_IN_PLAY);
	expect_state("7k/4bQ2/8/6K1/8/8/8/8 b - - 0 1", RULES_IN_PLAY);
}
END_TEST

START_TEST(art_5_2_1_a_man_that_may_not_leave_its_king_is_no_move)
{
	/* The bishop is pinned along the rank, the pawn blocked. */
	expect_state("kb5R/8/1K6/8/8/8/8/8 b - - 0 1", RULES_STALEMATE);
	expect_state("kr5R/8/1K6/8/8/8/8/8 b - - 0 1", RULES_IN_PLAY);
}
END_TEST

/* --- the same position again --- */

#define GAME_MAX 6001

struct game {
	struct rules_position pos;
	size_t count;
	struct rules_identity seen[GAME_MAX];
};

static struct game game; /* too large for the stack of a test */

static void record(void)
{
	ck_assert_uint_lt(game.count, GAME_MAX);
	game.seen[game.count++] = rules_identity_of(&game.pos);
}

static void start_from(const char *fen)
{
	game.pos = position(fen);
	game.count = 0;
	record();
}

static void play(const char *uci_moves)
{
	for (; *uci_moves; uci_moves += strspn(uci_moves, " ")) {
		char uci[6] = "";
		size_t len = strcspn(uci_moves, " ");

		ck_assert_uint_lt(len, sizeof(uci));
		memcpy(uci, uci_moves, len);
		rules_apply(&game.pos, move(&game.pos, uci), NULL);
		record();
		uci_moves += len;
	}
}

static void expect_occurrences(unsigned times)
{
	ck_assert_uint_eq(rules_occurrences(game.seen, game.count), times);
}

START_TEST(art_9_2_the_same_position_is_counted_each_time)
{
	start_from(RULES_START_FEN);
	expect_occurrences(1);
	for (unsigned times = 2; times <= 7; times++) {
		play("g1f3 g8f6 f3g1");
		expect_occurrences(times - 1);
		play("f6g8");
		expect_occurrences(times);
	}
	ck_assert_int_eq(RULES_THREEFOLD, 3);
	ck_assert_int_eq(RULES_FIVEFOLD, 5);
}
END_TEST

START_TEST(art_9_2_the_occurrences_need_not_follow_each_other)
{
	start_from(RULES_START_FEN);
	play("g1f3 g8f6 f3g1 f6g8"); /* the second time */
	play("b1c3 b8c6 c3b1 c6b8 g1h3 g8h6 h3g1 h6g8");
	expect_occurrences(4);
	play("e2e4 g8f6 b1c3 f6g8 c3b1");
	expect_occurrences(2); /* with the pawn on e4 and Black to move */
	play("g8f6 b1c3 f6g8 c3b1");
	expect_occurrences(3);
}
END_TEST

START_TEST(art_9_2_3_the_same_player_must_have_the_move)
{
	/* The king loses a move in a triangle. */
	start_from("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
	play("e1d1 e8d8 d1d2 d8e8 d2e1");
	expect_occurrences(1);
	play("e8d8 e1d1");
	expect_occurrences(1);
	play("d8e8 d1e1");
	expect_occurrences(2);
}
END_TEST

START_TEST(art_9_2_3_pieces_of_one_kind_and_colour_may_change_places)
{
	struct rules_position before = position("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1");
	struct rules_position then =
		after("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
		      "b1d2 e8d8 d2f3 d8e8 g1e2 e8d8 e2c3 d8e8 c3b1 e8d8 f3g1 d8e8");

	ck_assert(rules_same_position(&before, &then));
}
END_TEST

START_TEST(art_9_2_3_2_a_castling_right_lost_makes_another_position)
{
	start_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	play("h1g1 h8g8 g1h1 g8h8");
	expect_occurrences(1); /* both have lost a right */
	play("h1g1 h8g8 g1h1 g8h8");
	expect_occurrences(2);
	play("e1e2 a8b8 e2e1 b8a8");
	expect_occurrences(1);
	play("e1e2 e8e7 e2e1 e7e8"); /* nothing is left to lose */
	expect_occurrences(2);
}
END_TEST

START_TEST(art_9_2_3_2_the_right_is_lost_only_after_the_piece_has_moved)
{
	/*
	 * 2001 says "temporarily or permanently". What bars castling for a time, here
	 * the rook and the knight, is how the men stand, and so stands in both positions.
	 */
	start_from("3r1k2/8/8/8/8/8/8/R3K1NR w KQ - 0 1");
	play("g1f3 d8c8 f3g1 c8d8");
	expect_occurrences(2);
	play("g1f3 d8e8 e1f2 e8d8");
	play("f2e1 d8e8 e1f2 e8d8");
	expect_occurrences(2);
	play("f2e1 f8g8 f3g1 g8f8");
	expect_occurrences(1); /* the king has moved */

	start_from("3r1k2/8/8/8/8/8/8/R3K1NR w KQ - 0 1");
	play("g1f3 d8e8 f3e5 e8d8 e5f3 d8c8 f3g1 c8d8"); /* in check in between */
	expect_occurrences(2);
	play("h1h2 d8c8 h2h1 c8d8");
	expect_occurrences(1); /* the rook has moved */
}
END_TEST

START_TEST(art_9_2_3_1_a_pawn_that_could_be_taken_en_passant_makes_another_position)
{
	start_from(RULES_START_FEN);
	play("e2e4 a7a6 e4e5 d7d5");
	play("g1f3 g8f6 f3g1 f6g8");
	expect_occurrences(1); /* exd6 is no longer possible */
	play("g1f3 g8f6 f3g1 f6g8");
	expect_occurrences(2);
	play("g1f3 g8f6 f3g1 f6g8");
	expect_occurrences(3);
}
END_TEST

START_TEST(art_9_2_3_1_a_double_step_that_nobody_can_answer_changes_nothing)
{
	start_from(RULES_START_FEN);
	play("e2e4"); /* no black pawn near */
	play("g8f6 g1f3 f6g8 f3g1");
	expect_occurrences(2);
}
END_TEST

START_TEST(art_9_2_3_1_a_pinned_pawn_could_not_have_taken_en_passant)
{
	start_from("4r2k/3p4/8/4P3/8/8/8/4K1N1 b - - 0 1");
	play("d7d5");
	ck_assert_int_eq(game.pos.passed, on("d6"));
	play("g1f3 h8g8 f3g1 g8h8");
	expect_occurrences(2);

	start_from("7k/2p5/8/K2P3r/8/8/8/6N1 b - - 0 1"); /* two men leave the rank */
	play("c7c5");
	play("g1f3 h8g8 f3g1 g8h8");
	expect_occurrences(2);
}
END_TEST

START_TEST(art_9_2_3_1_one_pinned_pawn_does_not_hinder_the_other)
{
	start_from("4r2k/3p4/8/2P1P3/8/8/8/4K1N1 b - - 0 1");
	play("d7d5"); /* cxd6 is possible */
	play("g1f3 h8g8 f3g1 g8h8");
	expect_occurrences(1);
}
END_TEST

START_TEST(art_9_2_3_neither_the_count_of_moves_nor_the_way_of_castling_matters)
{
	struct rules_position a = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	struct rules_position b = position("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 77 99");

	ck_assert(rules_same_position(&a, &b));
}
END_TEST

START_TEST(a_key_alone_never_makes_two_positions_the_same)
{
	const char *fens[] = {
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
		"4k3/8/8/8/8/8/8/R3K2R w K - 0 1",  "4k3/8/8/8/8/8/8/R3K2N w Q - 0 1",
		"4k3/8/8/8/8/8/8/R3K2r w Q - 0 1",  "4k3/8/8/8/8/8/8/R3KR2 w Q - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"};
	enum { COUNT = sizeof(fens) / sizeof(fens[0]) };
	struct rules_identity ids[COUNT];

	for (int i = 0; i < COUNT; i++) {
		struct rules_position pos = position(fens[i]);

		ids[i] = rules_identity_of(&pos);
		ids[i].key = 1;
	}
	for (int i = 0; i < COUNT; i++) {
		for (int k = 0; k < COUNT; k++)
			ck_assert_msg(rules_is_same(&ids[i], &ids[k]) == (i == k), "%s, %s",
				      fens[i], fens[k]);
		ck_assert_uint_eq(rules_occurrences(ids, (size_t)i + 1), 1);
	}
}
END_TEST

START_TEST(equal_positions_have_equal_keys_whatever_was_played)
{
	struct random random = {.state = 1};

	for (int i = 0; i < 2000; i++) {
		struct rules_position pos = random_position(&random, 100);
		struct rules_position read = position(fen_of(&pos));
		struct rules_identity a = rules_identity_of(&pos), b = rules_identity_of(&read);

		if (a.key != b.key || !rules_is_same(&a, &b))
			ck_abort_msg("%s", fen_of(&pos));
	}
}
END_TEST

START_TEST(no_position_has_occurred_before_the_game)
{
	ck_assert_uint_eq(rules_occurrences(NULL, 0), 0);
}
END_TEST

START_TEST(art_9_6_1_a_game_of_6000_half_moves_is_counted_exactly)
{
	static const char *const round[] = {"g1f3", "g8f6", "f3g1", "f6g8"};

	start_from(RULES_START_FEN);
	for (unsigned ply = 1; ply <= 6000; ply++) {
		play(round[(ply - 1) % 4]);
		if (rules_occurrences(game.seen, game.count) != ply / 4 + 1)
			ck_abort_msg("after %u half-moves: %u", ply,
				     rules_occurrences(game.seen, game.count));
	}
	expect_occurrences(1501);
	ck_assert_int_eq(game.pos.halfmoves, 6000);
	ck_assert_int_eq(game.pos.number, 3001);
}
END_TEST

/* Kings and knights wander about; the count is that of equal FENs. */
START_TEST(art_9_2_a_wandering_game_is_counted_like_its_fens)
{
	static char fens[1200][RULES_FEN_MAX];
	struct random random = {.state = 2};

	start_from("k1n5/8/8/8/8/8/8/K1N5 w - - 0 1");
	for (size_t ply = 1; ply < 1200; ply++) {
		struct rules_moves moves;
		unsigned times = 1;

		rules_legal_moves(&game.pos, &moves);
		/* The first three moves only, so that much is repeated. */
		rules_apply(&game.pos,
			    moves.move[random_below(&random, moves.count < 3 ? moves.count : 3)],
			    NULL);
		record();
		strcpy(fens[ply], fen_of(&game.pos));
		strstr(fens[ply], " - -")[0] = '\0';
		for (size_t before = 1; before < ply; before++)
			times += strcmp(fens[before], fens[ply]) == 0;
		if (strcmp(fens[ply], "k1n5/8/8/8/8/8/8/K1N5 w") == 0)
			times++;
		if (rules_occurrences(game.seen, game.count) != times)
			ck_abort_msg("%s: %u, not %u", fens[ply],
				     rules_occurrences(game.seen, game.count), times);
		if (!rules_has_legal_move(&game.pos))
			break;
	}
	ck_assert_uint_gt(game.count, 100);
}
END_TEST

/* --- moves without progress --- */

static void expect_halfmoves(const char *fen, const char *moves, unsigned halfmoves)
{
	struct rules_position pos = after(fen, moves);

	ck_assert_msg(pos.halfmoves == halfmoves, "%s %s: %u", fen, moves, pos.halfmoves);
}

START_TEST(art_9_3_only_a_pawn_move_or_a_capture_begins_the_count_anew)
{
	expect_halfmoves(RULES_START_FEN, "g1f3 g8f6 f3g1 f6g8", 4);
	expect_halfmoves(RULES_START_FEN, "g1f3 g8f6 e2e3", 0);
	expect_halfmoves(RULES_START_FEN, "g1f3 d7d5 f3e5 d8d6 e5f7", 0);
	expect_halfmoves("4k3/8/8/8/8/8/8/R3K2R w KQ - 30 40", "e1g1 e8e7", 32);
	expect_halfmoves("4k3/P7/8/8/8/8/8/4K3 w - - 30 40", "a7a8q", 0);
	expect_halfmoves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", "e1e2 e8e7", 2);
	expect_halfmoves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", "e5d6", 0);
}
END_TEST

START_TEST(art_9_3_and_9_6_2_fifty_and_seventyfive_moves_by_each_player)
{
	static const char *const round[] = {"g1f3", "g8f6", "f3g1", "f6g8"};

	ck_assert_int_eq(RULES_FIFTY_HALFMOVES, 2 * 50);
	ck_assert_int_eq(RULES_SEVENTYFIVE_HALFMOVES, 2 * 75);
	start_from(RULES_START_FEN);
	for (int ply = 0; ply < RULES_SEVENTYFIVE_HALFMOVES; ply++) {
		ck_assert_int_eq(game.pos.halfmoves, ply);
		play(round[ply % 4]);
	}
	ck_assert_int_eq(game.pos.halfmoves, RULES_SEVENTYFIVE_HALFMOVES);
	ck_assert_int_eq(game.pos.number, 76);
}
END_TEST

START_TEST(a_count_that_is_full_stays_full)
{
	struct rules_position pos =
		after("4k3/8/8/8/8/8/8/4K3 w - - 65535 65535", "e1e2 e8e7 e2e1 e7e8");

	ck_assert_int_eq(pos.halfmoves, 65535);
	ck_assert_int_eq(pos.number, 65535);
}
END_TEST

/* --- who cannot mate, by material alone --- */

static void expect_cannot_mate(const char *men, bool white, bool black)
{
	struct rules_position pos;

	ck_assert(rules_placement_read(&pos, rules_slice_of(men), NULL));
	ck_assert_msg(rules_material_cannot_mate(&pos, RULES_WHITE) == white, "%s: White", men);
	ck_assert_msg(rules_material_cannot_mate(&pos, RULES_BLACK) == black, "%s: Black", men);
}

START_TEST(art_5_2_2_a_bare_king_cannot_mate)
{
	expect_cannot_mate("4k3/8/8/8/8/8/8/4K3", true, true);
	expect_cannot_mate("4k3/8/8/8/8/8/8/4KQ2", false, true);
	expect_cannot_mate("4k3/8/8/8/8/8/8/4KR2", false, true);
	expect_cannot_mate("4k3/p7/8/8/8/8/8/4K3", true, false);
	expect_cannot_mate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", false, false);
}
END_TEST

START_TEST(art_6_9_one_knight_cannot_mate_a_king_with_queens_at_most)
{
	expect_cannot_mate("4k3/8/8/8/8/8/8/4KN2", true, true);
	expect_cannot_mate("3qk3/8/8/8/8/8/8/4KN2", true, false);
	expect_cannot_mate("2qqk3/8/8/8/8/8/8/4KN2", true, false);
	expect_cannot_mate("4k3/p7/8/8/8/8/8/4KN2", false, false);
	expect_cannot_mate("3rk3/8/8/8/8/8/8/4KN2", false, false);
	expect_cannot_mate("3bk3/8/8/8/8/8/8/4KN2", false, false);
	expect_cannot_mate("3nk3/8/8/8/8/8/8/4KN2", false, false);
	expect_cannot_mate("2qrk3/8/8/8/8/8/8/4KN2", false, false);
	expect_cannot_mate("4k3/8/8/8/8/8/8/3NKN2", false, true); /* two can, if helped */
	expect_cannot_mate("4k3/8/8/8/8/8/8/3BKN2", false, true);
}
END_TEST

START_TEST(art_6_9_bishops_of_one_colour_of_squares_cannot_mate)
{
	/* c1, e3 and h6 are dark, d1 and b1 light. */
	expect_cannot_mate("4k3/8/8/8/8/8/8/2B1K3", true, true);
	expect_cannot_mate("4k3/8/7B/8/8/4B3/8/2B1K3", true, true);
	expect_cannot_mate("4k3/8/7b/8/8/4b3/8/2B1K3", true, true);
	expect_cannot_mate("3rk3/8/8/8/8/8/8/2B1K3", true, false);
	expect_cannot_mate("2qrk3/8/7b/8/8/8/8/2B1K3", true, false);
	expect_cannot_mate("4k3/8/8/8/8/8/8/2BBK3", false, true);
	expect_cannot_mate("3nk3/8/8/8/8/8/8/2B1K3", false, false);
	expect_cannot_mate("4k3/p7/8/8/8/8/8/2B1K3", false, false);
	expect_cannot_mate("4k3/8/8/8/8/8/P7/2B1K3", false, true);
	expect_cannot_mate("4k3/8/8/8/8/8/8/1b1BK3", true, true); /* both light */
	expect_cannot_mate("4k3/8/8/8/8/8/8/2b1K3", true, true);
	expect_cannot_mate("4k3/8/8/8/8/8/8/2bBK3", false, false); /* opposite colours */
	expect_cannot_mate("4k3/8/8/8/8/8/8/2B1KR2", false, true);
}
END_TEST

/* No random game may end in mate by a side of whom it was said that it cannot. */
START_TEST(art_5_2_2_who_cannot_mate_never_does)
{
	struct random random = {.state = 3};

	for (int i = 0; i < 4000; i++) {
		struct rules_position pos = random_strewn(&random);
		struct rules_moves moves;
		enum rules_color us = (enum rules_color)pos.turn;

		if (!rules_material_cannot_mate(&pos, us))
			continue;
		rules_legal_moves(&pos, &moves);
		for (size_t n = 0; n < moves.count; n++) {
			struct rules_position next = pos;

			rules_apply(&next, moves.move[n], NULL);
			if (rules_state_of(&next) == RULES_CHECKMATE)
				ck_abort_msg("%s", fen_of(&next));
		}
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("draw");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, art_5_1_1_checkmate);
	tcase_add_test(tests, art_5_1_1_a_check_that_can_be_answered_is_no_mate);
	tcase_add_test(tests, art_5_1_1_a_capture_en_passant_can_be_the_only_answer);
	tcase_add_test(tests, art_5_2_1_stalemate);
	tcase_add_test(tests, art_5_2_1_a_man_that_may_not_leave_its_king_is_no_move);
	tcase_add_test(tests, art_9_2_the_same_position_is_counted_each_time);
	tcase_add_test(tests, art_9_2_the_occurrences_need_not_follow_each_other);
	tcase_add_test(tests, art_9_2_3_the_same_player_must_have_the_move);
	tcase_add_test(tests, art_9_2_3_pieces_of_one_kind_and_colour_may_change_places);
	tcase_add_test(tests, art_9_2_3_2_a_castling_right_lost_makes_another_position);
	tcase_add_test(tests, art_9_2_3_2_the_right_is_lost_only_after_the_piece_has_moved);
	tcase_add_test(tests,
		       art_9_2_3_1_a_pawn_that_could_be_taken_en_passant_makes_another_position);
	tcase_add_test(tests, art_9_2_3_1_a_double_step_that_nobody_can_answer_changes_nothing);
	tcase_add_test(tests, art_9_2_3_1_a_pinned_pawn_could_not_have_taken_en_passant);
	tcase_add_test(tests, art_9_2_3_1_one_pinned_pawn_does_not_hinder_the_other);
	tcase_add_test(tests, art_9_2_3_neither_the_count_of_moves_nor_the_way_of_castling_matters);
	tcase_add_test(tests, a_key_alone_never_makes_two_positions_the_same);
	tcase_add_test(tests, equal_positions_have_equal_keys_whatever_was_played);
	tcase_add_test(tests, no_position_has_occurred_before_the_game);
	tcase_add_test(tests, art_9_6_1_a_game_of_6000_half_moves_is_counted_exactly);
	tcase_add_test(tests, art_9_2_a_wandering_game_is_counted_like_its_fens);
	tcase_add_test(tests, art_9_3_only_a_pawn_move_or_a_capture_begins_the_count_anew);
	tcase_add_test(tests, art_9_3_and_9_6_2_fifty_and_seventyfive_moves_by_each_player);
	tcase_add_test(tests, a_count_that_is_full_stays_full);
	tcase_add_test(tests, art_5_2_2_a_bare_king_cannot_mate);
	tcase_add_test(tests, art_6_9_one_knight_cannot_mate_a_king_with_queens_at_most);
	tcase_add_test(tests, art_6_9_bishops_of_one_colour_of_squares_cannot_mate);
	tcase_add_test(tests, art_5_2_2_who_cannot_mate_never_does);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
