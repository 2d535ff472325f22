/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/illegal.h"
#include "rules-core/movegen.h"
#include "tests/support/words.h"

static struct rules_try try_of(const char *from, const char *to, enum rules_kind promotion)
{
	return (struct rules_try){.from = on(from), .to = on(to), .promotion = promotion};
}

static const char *words_of(struct rules_reason reason)
{
	static char words[120];
	struct rules_text text = rules_text_in(words, sizeof(words));

	rules_reason_explain(&text, reason);
	if (!rules_text_fits(&text))
		ck_abort_msg("too long: %s", words);
	return words;
}

/* An illegal try: which reason, the square it speaks of, the sentence. */
static void expect_reason_for(const char *fen, struct rules_try attempt,
			      enum rules_reason_kind kind, const char *square, const char *words)
{
	struct rules_position pos = position(fen);
	struct rules_reason reason;

	ck_assert_msg(rules_try_move(&pos, attempt, &reason) == RULES_NO_MOVE, "%s: legal", fen);
	ck_assert_str_eq(words_of(reason), words);
	ck_assert_int_eq(reason.kind, kind);
	ck_assert_int_eq(reason.square, on(square));
	ck_assert_int_eq(rules_try_move(&pos, attempt, NULL), RULES_NO_MOVE);
}

static void expect_reason(const char *fen, const char *from, const char *to,
			  enum rules_reason_kind kind, const char *square, const char *words)
{
	expect_reason_for(fen, try_of(from, to, RULES_PAWN), kind, square, words);
}

/* A legal try, and what is special about the move it means. */
static void expect_legal(const char *fen, const char *from, const char *to, unsigned special)
{
	struct rules_position pos = position(fen);
	struct rules_reason reason;
	rules_move m = rules_try_move(&pos, try_of(from, to, RULES_PAWN), &reason);

	ck_assert_msg(m != RULES_NO_MOVE, "%s: %s", fen, words_of(reason));
	ck_assert_uint_eq(rules_special_of(m), special);
	ck_assert_int_eq(reason.kind, RULES_REASON_NONE);
	ck_assert_str_eq(words_of(reason), "the move is legal");
}

START_TEST(a_legal_move_has_no_reason)
{
	expect_legal(RULES_START_FEN, "g1", "f3", RULES_ORDINARY);
	expect_legal(RULES_START_FEN, "e2", "e4", RULES_DOUBLE_STEP);
	expect_legal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "d6", RULES_EN_PASSANT);
	expect_legal("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1", RULES_CASTLING);
	expect_legal("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "h1", RULES_CASTLING);
}
END_TEST

START_TEST(nobody_there_or_the_opponents_man)
{
	expect_reason(RULES_START_FEN, "e4", "e5", RULES_REASON_NO_MAN, "e4",
		      "nobody stands on e4");
	expect_reason(RULES_START_FEN, "e7", "e5", RULES_REASON_NOT_YOURS, "e7",
		      "the pawn on e7 is the opponent's"); /* Art. 1.2 */
	expect_reason(RULES_START_FEN, "e2", "e2", RULES_REASON_NOT_MOVED, "e2",
		      "the pawn stays on e2");
}
END_TEST

START_TEST(art_3_1_an_own_man_stands_there)
{
	expect_reason(RULES_START_FEN, "a1", "a2", RULES_REASON_OWN_MAN, "a2",
		      "an own pawn stands on a2");
	expect_reason(RULES_START_FEN, "e1", "d1", RULES_REASON_OWN_MAN, "d1",
		      "an own queen stands on d1");
	expect_reason(RULES_START_FEN, "b1", "d2", RULES_REASON_OWN_MAN, "d2",
		      "an own pawn stands on d2");
}
END_TEST

START_TEST(art_1_4_1_a_king_cannot_be_captured)
{
	expect_reason("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "e2", "e8", RULES_REASON_KING_TAKEN, "e8",
		      "a king cannot be captured");
	expect_reason("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7", "e8", RULES_REASON_KING_TAKEN, "e8",
		      "a king cannot be captured");
}
END_TEST

START_TEST(art_3_2_to_3_8_a_man_does_not_move_so)
{
	expect_reason(RULES_START_FEN, "b1", "b3", RULES_REASON_NOT_SO, "b1",
		      "a knight does not move so");
	expect_reason("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1", "a5", RULES_REASON_NOT_SO, "a1",
		      "a bishop does not move so");
	expect_reason("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", "b2", RULES_REASON_NOT_SO, "a1",
		      "a rook does not move so");
	expect_reason("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1", "b3", RULES_REASON_NOT_SO, "a1",
		      "a queen does not move so");
	expect_reason("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "e3", RULES_REASON_NOT_SO, "e1",
		      "a king does not move so");
	expect_reason(RULES_START_FEN, "e2", "e5", RULES_REASON_NOT_SO, "e2",
		      "a pawn does not move so");
	expect_reason("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4", "e3", RULES_REASON_NOT_SO, "e4",
		      "a pawn does not move so");
	expect_reason("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4", "e6", RULES_REASON_NOT_SO, "e4",
		      "a pawn does not move so");
	expect_reason("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "e5", "e6", RULES_REASON_NOT_SO, "e5",
		      "a pawn does not move so");
}
END_TEST

START_TEST(art_3_5_the_path_is_blocked)
{
	expect_reason(RULES_START_FEN, "a1", "a4", RULES_REASON_BLOCKED, "a2",
		      "path blocked by the pawn on a2");
	expect_reason(RULES_START_FEN, "c1", "h6", RULES_REASON_BLOCKED, "d2",
		      "path blocked by the pawn on d2");
	expect_reason("4k3/8/8/nn1b3Q/8/8/8/4K3 w - - 0 1", "h5", "a5", RULES_REASON_BLOCKED, "d5",
		      "path blocked by the bishop on d5");
	expect_reason("r3k3/8/r7/8/r7/8/8/R3K3 w - - 0 1", "a1", "a8", RULES_REASON_BLOCKED, "a4",
		      "path blocked by the rook on a4"); /* the nearest */
	expect_reason("r3k3/8/R7/8/r7/8/8/R3K3 b - - 0 1", "a8", "a4", RULES_REASON_BLOCKED, "a6",
		      "path blocked by the rook on a6");
	expect_reason("4k3/8/8/8/8/4n3/4P3/3K4 w - - 0 1", "e2", "e4", RULES_REASON_BLOCKED, "e3",
		      "path blocked by the knight on e3");
}
END_TEST

START_TEST(art_3_7_1_a_pawn_does_not_capture_straight_ahead)
{
	expect_reason("4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", "e4", "e5", RULES_REASON_PAWN_BLOCKED,
		      "e5", "the knight on e5 is in the way, and a pawn captures diagonally only");
	expect_reason("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e2", "e4", RULES_REASON_PAWN_BLOCKED,
		      "e4", "the knight on e4 is in the way, and a pawn captures diagonally only");
}
END_TEST

START_TEST(art_3_7_3_a_pawn_needs_something_to_capture)
{
	expect_reason("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4", "d5", RULES_REASON_PAWN_NO_VICTIM,
		      "d5", "nothing to capture on d5");
	expect_reason("4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", "e5", "f4", RULES_REASON_PAWN_NO_VICTIM,
		      "f4", "nothing to capture on f4");
}
END_TEST

START_TEST(art_3_7_4_2_en_passant_only_at_once)
{
	expect_reason("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 1", "d5", "c6", RULES_REASON_NOT_PASSED, "c6",
		      "en passant: only at once after the opponent's pawn has passed c6");
	expect_reason("4k3/8/8/8/2pP4/8/8/4K3 b - - 0 1", "c4", "d3", RULES_REASON_NOT_PASSED, "d3",
		      "en passant: only at once after the opponent's pawn has passed d3");
	expect_reason("4k3/8/2pP4/8/8/8/8/4K3 w - - 0 1", "d6", "c7", RULES_REASON_PAWN_NO_VICTIM,
		      "c7", "nothing to capture on c7");
}
END_TEST

START_TEST(art_3_7_5_1_a_pawn_is_exchanged_on_the_last_rank_and_only_there)
{
	const char *fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
	const char *kinds = "a pawn can be exchanged only for a queen, rook, bishop or knight";

	expect_reason(fen, "a7", "a8", RULES_REASON_PROMOTION_MISSING, "a8",
		      "the pawn on a8 must be exchanged");
	expect_reason_for(fen, try_of("a7", "a8", RULES_KING), RULES_REASON_PROMOTION_WRONG, "a8",
			  kinds);
	expect_reason_for(RULES_START_FEN, try_of("e2", "e4", RULES_QUEEN),
			  RULES_REASON_NO_PROMOTION, "e2", "the pawn on e2 cannot be exchanged");
	expect_reason_for(RULES_START_FEN, try_of("g1", "f3", RULES_QUEEN),
			  RULES_REASON_NO_PROMOTION, "g1", "the knight on g1 cannot be exchanged");
}
END_TEST

START_TEST(art_3_7_5_1_a_king_that_castles_is_not_exchanged)
{
	expect_reason_for("4k3/8/8/8/8/8/8/4K2R w K - 0 1", try_of("e1", "g1", RULES_QUEEN),
			  RULES_REASON_NO_PROMOTION, "e1", "the king on e1 cannot be exchanged");
}
END_TEST

/* --- castling --- */

START_TEST(art_3_8_2_1_castling_is_lost)
{
	expect_reason("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "g1", RULES_REASON_NO_ROOK, "h1",
		      "castling: no own rook on h1");
	expect_reason("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1", "c1", RULES_REASON_NO_ROOK, "a1",
		      "castling: no own rook on a1");
	expect_reason("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "d1", "f1", RULES_REASON_KING_HAS_MOVED,
		      "d1", "castling: the king has moved");
	expect_reason("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1", "g1", RULES_REASON_ROOK_HAS_MOVED,
		      "h1", "castling: the rook on h1 has moved");
	expect_reason("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8", "c8", RULES_REASON_ROOK_HAS_MOVED,
		      "a8", "castling: the rook on a8 has moved");
	expect_reason("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1", "g1", RULES_REASON_CASTLING_LOST,
		      "h1", "castling: the king or the rook on h1 has moved");
}
END_TEST

START_TEST(art_3_8_2_2_1_castling_is_prevented_by_an_attack)
{
	expect_reason("8/8/2k5/8/4r3/8/8/R3K2R w KQ - 0 1", "e1", "g1",
		      RULES_REASON_CASTLING_IN_CHECK, "e4",
		      "castling: the king is in check by the rook on e4");
	expect_reason("8/8/2k5/8/5r2/8/8/R3K2R w KQ - 0 1", "e1", "g1",
		      RULES_REASON_CASTLING_PASSES, "f1",
		      "castling: the king passes f1, which is attacked");
	expect_reason("8/8/2k5/8/6r1/8/8/R3K2R w KQ - 0 1", "e1", "g1", RULES_REASON_CASTLING_ENDS,
		      "g1", "castling: the king ends on g1, which is attacked");
	expect_reason("r3k2r/8/8/3R4/8/8/8/4K3 b kq - 0 1", "e8", "c8",
		      RULES_REASON_CASTLING_PASSES, "d8",
		      "castling: the king passes d8, which is attacked");
	expect_reason("r3k2r/8/8/2R5/8/8/8/4K3 b kq - 0 1", "e8", "c8", RULES_REASON_CASTLING_ENDS,
		      "c8", "castling: the king ends on c8, which is attacked");
	/* The rook was the king's shield. */
	expect_reason("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1", "b1", RULES_REASON_CASTLING_ENDS,
		      "c1", "castling: the king ends on c1, which is attacked");
}
END_TEST

START_TEST(art_3_8_2_2_2_castling_is_prevented_by_a_man_between)
{
	expect_reason(RULES_START_FEN, "e1", "g1", RULES_REASON_CASTLING_BLOCKED, "f1",
		      "castling: the bishop on f1 is in the way");
	expect_reason(RULES_START_FEN, "e1", "h1", RULES_REASON_CASTLING_BLOCKED, "f1",
		      "castling: the bishop on f1 is in the way");
	expect_reason("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", "e1", "c1",
		      RULES_REASON_CASTLING_BLOCKED, "b1",
		      "castling: the knight on b1 is in the way");
}
END_TEST

START_TEST(guideline_ii_3_2_in_chess960_the_king_may_be_put_on_its_rook)
{
	expect_legal("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1", "h1", RULES_CASTLING);
	expect_legal("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1", "g1", RULES_CASTLING);
	expect_legal("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1", "g1", RULES_ORDINARY);
	expect_legal("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1", "h1", RULES_CASTLING);
	expect_legal("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1", "h1", RULES_CASTLING);
}
END_TEST

START_TEST(art_3_8_1_in_chess960_two_squares_are_not_castling_by_themselves)
{
	/* Castling is legal, but it ends on g1. */
	expect_reason("4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1", "d1", RULES_REASON_NOT_SO, "b1",
		      "a king does not move so");
	expect_reason("7k/8/8/8/8/8/8/R4K2 w A - 0 1", "f1", "d1", RULES_REASON_NOT_SO, "f1",
		      "a king does not move so");
}
END_TEST

static void expect_why_not_castling(const char *fen, enum rules_side side,
				    enum rules_reason_kind kind)
{
	struct rules_position pos = position(fen);

	ck_assert_msg(rules_why_not_castling(&pos, side).kind == kind, "%s: %s", fen,
		      words_of(rules_why_not_castling(&pos, side)));
}

START_TEST(art_3_8_2_why_castling_to_a_side_is_illegal)
{
	const char *fen = "8/8/2k5/8/5r2/8/8/R3K2R w KQ - 0 1";

	expect_why_not_castling(fen, RULES_KINGSIDE, RULES_REASON_CASTLING_PASSES);
	expect_why_not_castling(fen, RULES_QUEENSIDE, RULES_REASON_NONE);
	expect_why_not_castling("4k3/8/8/8/8/8/8/R6R w - - 0 1", RULES_KINGSIDE,
				RULES_REASON_KING_HAS_MOVED); /* no king at all */
	expect_why_not_castling("4k3/8/8/8/8/8/8/6KR w H - 0 1", RULES_KINGSIDE, RULES_REASON_NONE);
	expect_why_not_castling("4k3/8/8/8/8/8/8/6KR w H - 0 1", RULES_QUEENSIDE,
				RULES_REASON_NO_ROOK);
	expect_why_not_castling("k7/8/8/8/8/8/8/R6K w - - 0 1", RULES_KINGSIDE,
				RULES_REASON_KING_HAS_MOVED);
}
END_TEST

START_TEST(art_3_8_2_why_not_castling_agrees_with_the_list_of_moves)
{
	struct random random = {.state = 1};

	for (int i = 0; i < 20000; i++) {
		struct rules_position pos =
			i % 4 ? random_strewn(&random) : random_position(&random, 40);
		struct rules_moves moves;
		bool can[2] = {false, false};

		rules_legal_moves(&pos, &moves);
		for (size_t n = 0; n < moves.count; n++)
			if (rules_is_castling(moves.move[n]))
				can[rules_castling_side(moves.move[n])] = true;
		for (int side = RULES_KINGSIDE; side <= RULES_QUEENSIDE; side++) {
			struct rules_reason why =
				rules_why_not_castling(&pos, (enum rules_side)side);

			if ((why.kind == RULES_REASON_NONE) != can[side])
				ck_abort_msg("%s: %s", fen_of(&pos), words_of(why));
		}
	}
}
END_TEST

/* --- check --- */

START_TEST(art_3_9_2_the_king_goes_where_it_would_be_in_check)
{
	expect_reason("8/8/2k5/8/5r2/8/8/4K3 w - - 0 1", "e1", "f1", RULES_REASON_INTO_CHECK, "f4",
		      "the king would be in check by the rook on f4");
	expect_reason("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1", "e2", RULES_REASON_INTO_CHECK, "e3",
		      "the king would be in check by the king on e3");
	expect_reason("7k/8/8/8/8/6n1/4q3/4K3 w - - 0 1", "e1", "e2", RULES_REASON_INTO_CHECK, "g3",
		      "the king would be in check by the knight on g3");
	expect_reason("7k/8/8/8/r3K3/8/8/8 w - - 0 1", "e4", "f4", RULES_REASON_INTO_CHECK, "a4",
		      "the king would be in check by the rook on a4"); /* along the line */
	expect_reason("7k/8/8/8/2p5/8/3K4/8 w - - 0 1", "d2", "d3", RULES_REASON_INTO_CHECK, "c4",
		      "the king would be in check by the pawn on c4");
}
END_TEST

START_TEST(art_3_9_2_the_own_king_is_left_in_check)
{
	expect_reason("7k/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "d2", "f3", RULES_REASON_LEFT_IN_CHECK,
		      "b4", "own king left in check by the bishop on b4"); /* pinned */
	expect_reason("4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "a1", "a8", RULES_REASON_LEFT_IN_CHECK,
		      "e8", "own king left in check by the rook on e8"); /* check ignored */
	expect_reason("7k/8/8/K1pP3r/8/8/8/8 w - c6 0 1", "d5", "c6", RULES_REASON_LEFT_IN_CHECK,
		      "h5", "own king left in check by the rook on h5"); /* two men leave */
	expect_reason("7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1", "e5", "d6", RULES_REASON_LEFT_IN_CHECK,
		      "f3", "own king left in check by the knight on f3");
}
END_TEST

/* --- every try in many positions --- */

static bool means(rules_move m, struct rules_try attempt)
{
	enum rules_kind promotion = rules_is_promotion(m) ? rules_promoted_to(m) : RULES_PAWN;
	rules_square also = rules_to(m);

	if (rules_is_castling(m))
		also = rules_castled_king(rules_from(m), rules_castling_side(m));
	return rules_from(m) == attempt.from && promotion == attempt.promotion &&
	       (rules_to(m) == attempt.to || also == attempt.to);
}

static void expect_right_answer(const struct rules_position *pos, const struct rules_moves *moves,
				struct rules_try attempt)
{
	struct rules_reason reason;
	rules_move found = rules_try_move(pos, attempt, &reason);
	bool exists = false, is_one = false;

	for (size_t i = 0; i < moves->count; i++) {
		if (means(moves->move[i], attempt)) {
			exists = true;
			is_one |= moves->move[i] == found;
		}
	}
	if (exists != (found != RULES_NO_MOVE) || exists != is_one ||
	    exists != (reason.kind == RULES_REASON_NONE))
		ck_abort_msg("%s: from %d to %d for %d: %s", fen_of(pos), attempt.from, attempt.to,
			     attempt.promotion, words_of(reason));
	words_of(reason);
}

static void expect_right_answers(const struct rules_position *pos)
{
	struct rules_moves moves;
	struct rules_try attempt;

	rules_legal_moves(pos, &moves);
	for (attempt.from = 0; attempt.from < 64; attempt.from++)
		for (attempt.to = 0; attempt.to < 64; attempt.to++)
			for (int kind = RULES_PAWN; kind <= RULES_KING; kind++) {
				attempt.promotion = (enum rules_kind)kind;
				expect_right_answer(pos, &moves, attempt);
			}
}

START_TEST(art_3_10_1_every_try_is_a_legal_move_or_has_a_reason_in_games)
{
	struct random random = {.state = 2};

	for (int i = 0; i < 60; i++) {
		struct rules_position pos = random_position(&random, 150);

		expect_right_answers(&pos);
	}
}
END_TEST

START_TEST(art_3_10_1_every_try_is_a_legal_move_or_has_a_reason_with_strewn_men)
{
	struct random random = {.state = 3};

	for (int i = 0; i < 60; i++) {
		struct rules_position pos = random_strewn(&random);

		expect_right_answers(&pos);
	}
}
END_TEST

START_TEST(any_64_squares_and_any_rights_give_every_try_an_answer)
{
	struct random random = {.state = 4};

	for (int i = 0; i < 200; i++) {
		struct rules_position pos = random_men(&random);

		if (i % 2 == 0) {
			pos = random_strewn(&random);
			pos.castling = random_next(&random) & pos.of_kind[RULES_ROOK];
			pos.passed = (rules_square)random_below(&random, 65);
			pos.key = rules_position_key(&pos);
		}
		expect_right_answers(&pos);
	}
}
END_TEST

START_TEST(the_names_of_the_men)
{
	ck_assert_str_eq(rules_kind_name(RULES_PAWN), "pawn");
	ck_assert_str_eq(rules_kind_name(RULES_KING), "king");
	ck_assert_str_eq(rules_kind_name(RULES_KINDS), "man");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("illegal");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, a_legal_move_has_no_reason);
	tcase_add_test(tests, nobody_there_or_the_opponents_man);
	tcase_add_test(tests, art_3_1_an_own_man_stands_there);
	tcase_add_test(tests, art_1_4_1_a_king_cannot_be_captured);
	tcase_add_test(tests, art_3_2_to_3_8_a_man_does_not_move_so);
	tcase_add_test(tests, art_3_5_the_path_is_blocked);
	tcase_add_test(tests, art_3_7_1_a_pawn_does_not_capture_straight_ahead);
	tcase_add_test(tests, art_3_7_3_a_pawn_needs_something_to_capture);
	tcase_add_test(tests, art_3_7_4_2_en_passant_only_at_once);
	tcase_add_test(tests, art_3_7_5_1_a_pawn_is_exchanged_on_the_last_rank_and_only_there);
	tcase_add_test(tests, art_3_7_5_1_a_king_that_castles_is_not_exchanged);
	tcase_add_test(tests, art_3_8_2_1_castling_is_lost);
	tcase_add_test(tests, art_3_8_2_2_1_castling_is_prevented_by_an_attack);
	tcase_add_test(tests, art_3_8_2_2_2_castling_is_prevented_by_a_man_between);
	tcase_add_test(tests, guideline_ii_3_2_in_chess960_the_king_may_be_put_on_its_rook);
	tcase_add_test(tests, art_3_8_1_in_chess960_two_squares_are_not_castling_by_themselves);
	tcase_add_test(tests, art_3_8_2_why_castling_to_a_side_is_illegal);
	tcase_add_test(tests, art_3_8_2_why_not_castling_agrees_with_the_list_of_moves);
	tcase_add_test(tests, art_3_9_2_the_king_goes_where_it_would_be_in_check);
	tcase_add_test(tests, art_3_9_2_the_own_king_is_left_in_check);
	tcase_add_test(tests, art_3_10_1_every_try_is_a_legal_move_or_has_a_reason_in_games);
	tcase_add_test(tests, art_3_10_1_every_try_is_a_legal_move_or_has_a_reason_with_strewn_men);
	tcase_add_test(tests, any_64_squares_and_any_rights_give_every_try_an_answer);
	tcase_add_test(tests, the_names_of_the_men);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
