/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/uci.h"
#include "tests/support/words.h"

#define CASTLES  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PROMOTES "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"

/* What text means, written back the one way it is written. */
static void expect(const char *fen, const char *text, const char *written)
{
	struct rules_position pos = position(fen);

	ck_assert_str_eq(uci_of(&pos, move(&pos, text)), written);
}

static void expect_refused(const char *fen, const char *text)
{
	struct rules_position pos = position(fen);

	ck_assert_msg(rules_uci_read(&pos, rules_slice_of(text)) == RULES_NO_MOVE, "'%s' in %s",
		      text, fen);
}

START_TEST(a_move_is_two_squares)
{
	expect(RULES_START_FEN, "e2e4", "e2e4");
	expect(RULES_START_FEN, "g1f3", "g1f3");
}
END_TEST

START_TEST(castling_is_the_king_two_squares_or_onto_its_rook)
{
	expect(CASTLES, "e1g1", "e1g1");
	expect(CASTLES, "e1h1", "e1g1");
	expect(CASTLES, "e1c1", "e1c1");
	expect(CASTLES, "e1a1", "e1c1");
}
END_TEST

START_TEST(in_chess960_castling_is_written_onto_the_rook)
{
	static const char fen[] = "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1";

	expect(fen, "e8h8", "e8h8");
	expect(fen, "e8g8", "e8h8");
	expect(fen, "e8a8", "e8a8");
	expect(fen, "e8c8", "e8a8");
}
END_TEST

/* The king on f1 can step to g1, where castling would take it as well. */
START_TEST(a_king_step_is_not_castling)
{
	static const char fen[] = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1";
	struct rules_position pos = position(fen);

	ck_assert(!rules_is_castling(move(&pos, "f1g1")));
	ck_assert(rules_is_castling(move(&pos, "f1h1")));
	ck_assert(rules_is_castling(move(&pos, "f1c1")));
	expect(fen, "f1c1", "f1a1");
}
END_TEST

START_TEST(promotion_names_the_piece_with_a_small_letter)
{
	expect(PROMOTES, "e7e8q", "e7e8q");
	expect(PROMOTES, "e7d8n", "e7d8n");
	expect(PROMOTES, "e7e8r", "e7e8r");
	expect(PROMOTES, "e7e8b", "e7e8b");
	expect_refused(PROMOTES, "e7e8");
	expect_refused(PROMOTES, "e7e8k");
	expect_refused(PROMOTES, "e7e8p");
	expect_refused(PROMOTES, "e7e8Q");
	expect_refused(PROMOTES, "e1e2q");
}
END_TEST

START_TEST(what_is_no_move_or_not_a_legal_one_is_refused)
{
	static const char *const wrong[] = {"",      "e",     "e2",    "e2e",   "e2e5", "e7e5",
					    "e2e4 ", " e2e4", "e2e44", "e2-e4", "E2E4", "i1a1",
					    "a0a1",  "a1a9",  "e1g1",  "0000",  "e3e4", "Nf3"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		expect_refused(RULES_START_FEN, wrong[i]);
}
END_TEST

/* Every legal move is written as itself alone, and read back as itself. */
START_TEST(every_legal_move_reads_back)
{
	struct random random = {.state = 21};

	for (int i = 0; i < 3000; i++) {
		struct rules_position pos =
			i % 2 ? random_strewn(&random) : random_position(&random, 100);
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		for (size_t m = 0; m < moves.count; m++) {
			char uci[RULES_UCI_MAX];
			struct rules_text text = rules_text_in(uci, sizeof(uci));

			rules_uci_write(&text, &pos, moves.move[m]);
			if (rules_uci_read(&pos, rules_slice_of(uci)) != moves.move[m])
				ck_abort_msg("%s in %s", uci, fen_of(&pos));
		}
	}
}
END_TEST

START_TEST(any_bytes_on_any_board_are_a_legal_move_or_none)
{
	static const char likely[] = "abcdefgh12345678qrbnQ0-";
	struct random random = {.state = 22};

	for (int i = 0; i < 20000; i++) {
		struct rules_position pos = random_men(&random);
		char text[8];
		size_t len = random_below(&random, sizeof(text) + 1);
		rules_move found;

		for (size_t c = 0; c < len; c++)
			text[c] = random_below(&random, 20)
					  ? likely[random_below(&random, sizeof(likely) - 1)]
					  : (char)random_next(&random);
		found = rules_uci_read(&pos, (struct rules_slice){.at = text, .len = len});
		if (found != RULES_NO_MOVE && !rules_is_legal(&pos, found))
			ck_abort_msg("'%.*s' in %s", (int)len, text, fen_of(&pos));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("uci");
	TCase *uci = tcase_create("uci");

	tcase_set_timeout(uci, 60);
	tcase_add_test(uci, a_move_is_two_squares);
	tcase_add_test(uci, castling_is_the_king_two_squares_or_onto_its_rook);
	tcase_add_test(uci, in_chess960_castling_is_written_onto_the_rook);
	tcase_add_test(uci, a_king_step_is_not_castling);
	tcase_add_test(uci, promotion_names_the_piece_with_a_small_letter);
	tcase_add_test(uci, what_is_no_move_or_not_a_legal_one_is_refused);
	tcase_add_test(uci, every_legal_move_reads_back);
	tcase_add_test(uci, any_bytes_on_any_board_are_a_legal_move_or_none);
	suite_add_tcase(suite, uci);
	return run_suite(suite);
}
