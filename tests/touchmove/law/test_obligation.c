/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/uci.h"
#include "tests/support/words.h"
#include "touchmove/law/obligation.h"

/* Articles 4.3 to 4.5 alone: men touched in, moves allowed out. */

/* Touches by square, blanks between them; a + joins two that came in one scan. */
static struct touch_list touches(const char *squares)
{
	struct touch_list list = {0};
	uint64_t at_ms = 0;

	for (; *squares; squares += 2) {
		char name[3] = {squares[0], squares[1]};

		if (*squares == ' ' || *squares == '+') {
			at_ms += *squares == ' ' ? 1000 : 0;
			squares--;
			continue;
		}
		list.touch[list.count++] = (struct touch_touch){.at_ms = at_ms, .man = on(name)};
	}
	return list;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The moves left, in order, and the law of 2023 behind them. */
static const char *after_touching(const char *fen, const char *squares)
{
	static char all[2048];
	static const struct touch_homes homes = {{4, 60}, {0x81, UINT64_C(0x81) << 56}};
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct rules_position pos = position(fen);
	struct touch_list list = touches(squares);
	struct touch_obligation due;
	struct touch_set legal;
	char uci[TOUCH_SET_MAX][RULES_UCI_MAX];
	struct rules_text out = rules_text_in(all, sizeof(all));

	touch_set_legal(&legal, &pos);
	touch_obligation_of(&due, &pos, &legal, &list, &homes, 250);
	if (due.law == TOUCH_LAW_FREE)
		return "free";
	for (size_t i = 0; i < due.set.count; i++)
		strcpy(uci[i], uci_of(&pos, due.set.move[i]));
	qsort(uci, due.set.count, sizeof(uci[0]), by_text);
	rules_text_string(&out, touch_article(&rules, due.law));
	for (size_t i = 0; i < due.set.count; i++) {
		rules_text_char(&out, ' ');
		rules_text_string(&out, uci[i]);
	}
	return all;
}

static const char tower[] = "4k3/8/8/8/8/8/7P/R3K2R w KQ - 0 1";

START_TEST(nothing_touched_leaves_every_move)
{
	ck_assert_str_eq(after_touching(tower, ""), "free");
}
END_TEST

START_TEST(art_4_3_1_the_first_own_piece_that_can_move_must_move)
{
	const char *fen = "4r1k1/8/8/8/8/8/P3N3/4K2B w - - 0 1";

	ck_assert_str_eq(after_touching(fen, "a2 h1"), "4.3.1 a2a3 a2a4");
	ck_assert_str_eq(after_touching(fen, "e2 a2 h1"), "4.3.1 a2a3 a2a4");
}
END_TEST

START_TEST(art_4_3_2_the_first_enemy_piece_that_can_be_taken_must_be_taken)
{
	const char *fen = "4k3/8/8/3n2b1/8/8/8/4K1R1 w - - 0 1";

	ck_assert_str_eq(after_touching(fen, "d5 g5"), "4.3.2 g1g5");
	ck_assert_str_eq(after_touching("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5"), "4.3.2 e5d6");
}
END_TEST

START_TEST(art_4_3_3_the_first_piece_takes_the_first_enemy_piece)
{
	const char *fen = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";

	ck_assert_str_eq(after_touching(fen, "c4 d5"), "4.3.3 c4d5");
	ck_assert_str_eq(after_touching(fen, "d5 c4"), "4.3.3 c4d5");
}
END_TEST

START_TEST(art_4_3_3_otherwise_the_first_that_can_move_or_be_taken)
{
	const char *fen = "4k3/8/8/3n4/8/1B6/8/4K1N1 w - - 0 1";

	ck_assert_str_eq(after_touching(fen, "g1 d5"), "4.3.3 g1e2 g1f3 g1h3");
	ck_assert_str_eq(after_touching(fen, "d5 g1"), "4.3.3 b3d5");
}
END_TEST

START_TEST(art_4_3_3_in_unclear_order_the_own_piece_goes_first)
{
	const char *fen = "4k3/8/8/3n4/8/1B6/8/4K1N1 w - - 0 1";

	ck_assert_str_eq(after_touching(fen, "d5+g1"), "4.3.3 g1e2 g1f3 g1h3");
}
END_TEST

START_TEST(art_4_4_1_king_and_rook_touched_means_castling)
{
	ck_assert_str_eq(after_touching(tower, "e1 h1"), "4.4.1 e1g1");
	ck_assert_str_eq(after_touching(tower, "e1 a1"), "4.4.1 e1c1");
	ck_assert_str_eq(after_touching(tower, "h1+e1"), "4.4.1 e1g1");
}
END_TEST

START_TEST(art_4_4_2_rook_first_is_no_castling_on_that_side)
{
	const char *boxed = "4k3/8/8/8/8/8/7P/R3K1NR w KQ - 0 1";

	ck_assert_str_eq(after_touching(tower, "h1 e1"), "4.3.1 h1f1 h1g1");
	ck_assert_str_eq(after_touching(boxed, "h1 e1"), "4.3.1 e1c1 e1d1 e1d2 e1e2 e1f1 e1f2");
}
END_TEST

START_TEST(art_4_4_3_castling_illegal_another_king_move)
{
	const char *fen = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1";

	ck_assert_str_eq(after_touching(fen, "e1 h1"), "4.4.3 e1c1 e1d1 e1d2 e1e2");
	ck_assert_str_eq(after_touching("3rkr2/8/b7/8/8/8/7P/4K2R w K - 0 1", "e1 h1"), "free");
}
END_TEST

START_TEST(art_4_3_1_comes_before_castling_if_another_piece_was_touched_first)
{
	const char *fen = "4r1k1/8/8/8/8/8/P3N3/R3K2R w KQ - 0 1";

	ck_assert_str_eq(after_touching(fen, "a2 e1 h1"), "4.3.1 a2a3 a2a4");
	ck_assert_str_eq(after_touching(fen, "e2 e1 h1"), "4.4.1 e1g1");
	ck_assert_str_eq(after_touching(fen, "e1 a2 h1"), "4.4.1 e1g1");
}
END_TEST

START_TEST(art_4_4_is_about_the_king_at_home_and_the_rook_in_its_corner)
{
	const char *fen = "7k/7p/8/8/8/1r5P/7r/K6R w - - 0 1";

	ck_assert_str_eq(after_touching(fen, "a1 h1"), "4.3.1 h1b1 h1c1 h1d1 h1e1 h1f1 h1g1 h1h2");
}
END_TEST

START_TEST(art_4_5_nothing_touched_can_go_any_legal_move)
{
	ck_assert_str_eq(after_touching("4k3/8/8/8/p7/P7/8/4K2R w - - 0 1", "a3"), "free");
	ck_assert_str_eq(after_touching("4k3/8/8/3n4/8/8/8/4K2R w - - 0 1", "d5"), "free");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("obligation");
	TCase *tests = tcase_create("obligation");

	tcase_add_test(tests, nothing_touched_leaves_every_move);
	tcase_add_test(tests, art_4_3_1_the_first_own_piece_that_can_move_must_move);
	tcase_add_test(tests, art_4_3_2_the_first_enemy_piece_that_can_be_taken_must_be_taken);
	tcase_add_test(tests, art_4_3_3_the_first_piece_takes_the_first_enemy_piece);
	tcase_add_test(tests, art_4_3_3_otherwise_the_first_that_can_move_or_be_taken);
	tcase_add_test(tests, art_4_3_3_in_unclear_order_the_own_piece_goes_first);
	tcase_add_test(tests, art_4_4_1_king_and_rook_touched_means_castling);
	tcase_add_test(tests, art_4_4_2_rook_first_is_no_castling_on_that_side);
	tcase_add_test(tests, art_4_4_3_castling_illegal_another_king_move);
	tcase_add_test(tests, art_4_3_1_comes_before_castling_if_another_piece_was_touched_first);
	tcase_add_test(tests, art_4_4_is_about_the_king_at_home_and_the_rook_in_its_corner);
	tcase_add_test(tests, art_4_5_nothing_touched_can_go_any_legal_move);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
