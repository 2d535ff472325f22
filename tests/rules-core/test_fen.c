/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/start.h"
#include "tests/support/words.h"

static const char *written(const struct rules_position *pos, enum rules_fen_style style)
{
	static char fen[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(fen, sizeof(fen));

	rules_fen_write(&text, pos, style);
	ck_assert(rules_text_fits(&text));
	return fen;
}

/* Read, and written in a style as another text. */
static void expect_written(const char *fen, enum rules_fen_style style, const char *as)
{
	struct rules_position pos = position(fen);

	ck_assert_str_eq(written(&pos, style), as);
}

static void expect_unchanged(const char *fen)
{
	expect_written(fen, RULES_FEN_PLAIN, fen);
}

/* --- what is read and written --- */

START_TEST(the_initial_position_of_art_2_3_is_the_start_fen)
{
	struct rules_position read = position(RULES_START_FEN), start;

	rules_start(&start);
	ck_assert_int_eq(memcmp(&read, &start, sizeof(start)), 0);
	ck_assert_str_eq(fen_of(&start), RULES_START_FEN);
	ck_assert(!read.chess960);
}
END_TEST

START_TEST(every_field_is_read)
{
	struct rules_position pos = position("4k2r/8/8/8/2pP4/8/8/R3K3 b Qk d3 17 42");

	ck_assert_int_eq(pos.at[on("c4")], rules_piece_of(RULES_BLACK, RULES_PAWN));
	ck_assert_int_eq(pos.at[on("a1")], rules_piece_of(RULES_WHITE, RULES_ROOK));
	ck_assert_int_eq(pos.at[on("a8")], RULES_NO_PIECE);
	ck_assert_int_eq(pos.turn, RULES_BLACK);
	ck_assert_uint_eq(pos.castling, rules_set_of(on("a1")) | rules_set_of(on("h8")));
	ck_assert_int_eq(pos.passed, on("d3"));
	ck_assert_int_eq(pos.halfmoves, 17);
	ck_assert_int_eq(pos.number, 42);
	ck_assert(pos.key == rules_position_key(&pos));
}
END_TEST

START_TEST(what_is_written_strictly_is_read_and_written_again)
{
	expect_unchanged("8/8/8/8/8/8/8/8 w - - 0 1");
	expect_unchanged("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535");
	expect_unchanged("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
	expect_unchanged("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 60");
	expect_unchanged("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
	expect_unchanged("QQQQQQQQ/qqqqqqqq/1p1p1p1p/K6k/1K2k3/8/PPPPPPPP/pppppppp w - - 0 1");
	expect_unchanged("pppppppp/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP "
			 "b - - 65535 65535");
	expect_unchanged("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
}
END_TEST

START_TEST(four_fields_mean_no_half_moves_and_move_one)
{
	expect_written("4k3/8/8/8/8/8/8/4K3 b - -", RULES_FEN_PLAIN,
		       "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
	expect_written("4k3/8/8/8/8/8/8/4K3 b - - 12", RULES_FEN_PLAIN,
		       "4k3/8/8/8/8/8/8/4K3 b - - 12 1");
}
END_TEST

START_TEST(spelling_that_others_use_is_read_and_written_our_way)
{
	expect_written("  4k3/8/8/8/8/8/8/4K3   w  -  -  0   1  ", RULES_FEN_PLAIN,
		       "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
	expect_written("4k3/11111111/8/8/8/8/8/1111K12 w - - 0 0", RULES_FEN_PLAIN,
		       "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
	expect_written("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 007 09", RULES_FEN_PLAIN,
		       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9");
}
END_TEST

START_TEST(art_3_7_4_the_square_passed_is_written_after_every_double_step)
{
	expect_unchanged("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
	expect_unchanged("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1");
	expect_written("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", RULES_FEN_LEGAL_ONLY,
		       "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
	expect_written("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", RULES_FEN_LEGAL_ONLY,
		       "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
	/* The taker is pinned. */
	expect_written("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", RULES_FEN_LEGAL_ONLY,
		       "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1");
}
END_TEST

/* --- castling rights: X-FEN and Shredder-FEN --- */

static void expect_rights(const char *fen, const char *white, const char *black)
{
	struct rules_position pos = position(fen);
	rules_set rooks = 0;

	for (; *white; white++)
		rooks |= rules_set_of(rules_square_at(*white - 'a', 0));
	for (; *black; black++)
		rooks |= rules_set_of(rules_square_at(*black - 'a', 7));
	ck_assert_msg(pos.castling == rooks, "%s", fen);
}

START_TEST(x_fen_means_the_outermost_rook_on_each_side)
{
	expect_rights("1r1rkr1r/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", "ah", "bh");
	expect_rights("1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1", "bd", "bd");
	expect_rights("4k3/8/8/8/8/8/8/RKR5 w K - 0 1", "c", "");
	expect_rights("4k3/8/8/8/8/8/8/RKR5 w Q - 0 1", "a", "");
}
END_TEST

START_TEST(shredder_fen_names_the_file_of_the_rook)
{
	expect_rights("1r1rkr1r/8/8/8/8/8/8/RR2K1RR w GBfd - 0 1", "bg", "df");
	expect_rights("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "ah", "ah");
	expect_rights("r3k2r/8/8/8/8/8/8/R3K1RR w KAha - 0 1", "ah", "ah"); /* mixed */
}
END_TEST

START_TEST(a_right_that_is_not_ordinary_makes_it_chess960)
{
	ck_assert(!position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").chess960);
	ck_assert(position("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").chess960);
	ck_assert(position("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1").chess960);
	ck_assert(position("r3k1r1/8/8/8/8/8/8/R3K2R w KQkq - 0 1").chess960);
	ck_assert(!position("1r2k1r1/8/8/8/8/8/8/1R3KR1 w - - 0 1").chess960);
}
END_TEST

START_TEST(chess960_is_written_as_shredder_does_or_as_x_fen)
{
	const char *inner = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1";
	const char *outer = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1";

	expect_unchanged(inner);
	expect_unchanged(outer);
	expect_written(inner, RULES_FEN_X, inner);
	expect_written(outer, RULES_FEN_X, "rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1");
	expect_written("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GAhb - 0 1", RULES_FEN_X,
		       "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GQkb - 0 1");
	expect_written("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", RULES_FEN_X,
		       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	expect_written(inner, RULES_FEN_LEGAL_ONLY, inner);
}
END_TEST

START_TEST(all_960_initial_positions_go_there_and_back)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position start, back;

		rules_chess960_start(&start, number);
		back = position(written(&start, RULES_FEN_PLAIN));
		ck_assert_int_eq(memcmp(&start, &back, sizeof(back)), 0);
		back = position(written(&start, RULES_FEN_X));
		ck_assert(strstr(written(&start, RULES_FEN_X), " w KQkq - 0 1") != NULL);
		ck_assert_uint_eq(start.castling, back.castling);
		ck_assert_uint_eq(start.key, back.key);
	}
}
END_TEST

START_TEST(positions_from_games_go_there_and_back)
{
	struct random random = {.state = 1};

	for (int i = 0; i < 3000; i++) {
		struct rules_position pos =
			i % 2 == 0 ? random_position(&random, 150) : random_strewn(&random);
		struct rules_position back = position(fen_of(&pos));

		if (pos.castling == 0)
			back.chess960 = pos.chess960; /* no letter tells */
		ck_assert_msg(memcmp(&pos, &back, sizeof(back)) == 0, "%s", fen_of(&pos));
	}
}
END_TEST

START_TEST(any_men_go_there_and_back)
{
	struct random random = {.state = 2};

	for (int i = 0; i < 2000; i++) {
		struct rules_position pos = random_men(&random), back;
		char men[72];
		struct rules_text text = rules_text_in(men, sizeof(men));

		rules_placement_write(&text, &pos);
		ck_assert(rules_text_fits(&text));
		ck_assert(rules_placement_read(&back, rules_slice_of(men), NULL));
		ck_assert_int_eq(memcmp(pos.at, back.at, sizeof(back.at)), 0);
		ck_assert_int_eq(memcmp(pos.of_kind, back.of_kind, sizeof(back.of_kind)), 0);
		ck_assert_int_eq(memcmp(pos.of_color, back.of_color, sizeof(back.of_color)), 0);
		ck_assert_uint_eq(back.castling, 0);
		ck_assert_int_eq(back.passed, RULES_NO_SQUARE);
		ck_assert_int_eq(back.turn, RULES_WHITE);
	}
}
END_TEST

START_TEST(letters_and_men_belong_together)
{
	ck_assert_int_eq(rules_fen_letter(rules_piece_of(RULES_WHITE, RULES_KNIGHT)), 'N');
	ck_assert_int_eq(rules_fen_letter(rules_piece_of(RULES_BLACK, RULES_QUEEN)), 'q');
	ck_assert_int_eq(rules_fen_letter(RULES_NO_PIECE), '?');
	for (int c = -128; c < 128; c++) {
		rules_piece man = rules_fen_piece((char)c);

		ck_assert((man != RULES_NO_PIECE) == (c > 0 && strchr("PNBRQKpnbrqk", c)));
		if (man != RULES_NO_PIECE)
			ck_assert_int_eq(rules_fen_letter(man), c);
	}
}
END_TEST

/* --- faults --- */

/* A position that nobody would read, to see whether it is left alone. */
static struct rules_position untouched(void)
{
	struct rules_position pos;

	memset(&pos, 0xa5, sizeof(pos));
	return pos;
}

static void expect_untouched(const struct rules_position *pos, const char *fen)
{
	struct rules_position before = untouched();

	must_hold(memcmp(&before, pos, sizeof(before)) == 0, "'%s' was written", fen);
}

static void expect_fault(const char *fen, size_t at, const char *why)
{
	struct rules_position pos = untouched();
	struct rules_fault fault = {.at = 999};

	ck_assert_msg(!rules_fen_read(&pos, rules_slice_of(fen), &fault), "'%s' was read", fen);
	ck_assert_msg(fault.at == at && strcmp(fault.why, why) == 0, "'%s': %zu '%s', not %zu '%s'",
		      fen, fault.at, fault.why, at, why);
	expect_untouched(&pos, fen);
	ck_assert(!rules_fen_read(&pos, rules_slice_of(fen), NULL));
}

START_TEST(a_fault_in_the_men_is_named_with_its_place)
{
	expect_fault("", 0, "rank 8 has fewer than 8 squares");
	expect_fault("   ", 3, "rank 8 has fewer than 8 squares");
	expect_fault("4x3/8/8/8/8/8/8/8 w - -", 1,
		     "'x' is no piece letter and no number of squares");
	expect_fault("9/8/8/8/8/8/8/8 w - -", 0, "'9' is no piece letter and no number of squares");
	expect_fault("0/8/8/8/8/8/8/8 w - -", 0, "'0' is no piece letter and no number of squares");
	expect_fault("8/8/8/\n/8/8/8/8 w - -", 6,
		     "'?' is no piece letter and no number of squares");
	expect_fault("8/\xe2\x99\x94/8/8/8/8/8/8 w - -", 2,
		     "'?' is no piece letter and no number of squares");
	expect_fault("8/7/8/8/8/8/8/8 w - -", 3, "rank 7 has fewer than 8 squares");
	expect_fault("8/8/8/8/8/8/8/7 w - -", 15, "rank 1 has fewer than 8 squares");
	expect_fault("8//8/8/8/8/8/8 w - -", 2, "rank 7 has fewer than 8 squares");
	expect_fault("8/8/8p/8/8/8/8/8 w - -", 5, "rank 6 has more than 8 squares");
	expect_fault("8/8/8/8/8/8/8/44p w - -", 16, "rank 1 has more than 8 squares");
	expect_fault("8/8/8/8/ppppppppp/8/8/8 w - -", 16, "rank 4 has more than 8 squares");
	expect_fault("8/8/8/8/8/8/8 w - -", 13, "fewer than 8 ranks");
	expect_fault("8/8/8/8/8/8/8/8/8 w - -", 15, "more than 8 ranks");
	expect_fault("8/8/8/8/8/8/8/8/ w - -", 15, "more than 8 ranks");
}
END_TEST

START_TEST(a_fault_in_the_side_to_move_is_named_with_its_place)
{
	expect_fault("8/8/8/8/8/8/8/8", 15, "side to move is missing");
	expect_fault("8/8/8/8/8/8/8/8 ", 16, "side to move is missing");
	expect_fault("8/8/8/8/8/8/8/8 W - -", 16, "side to move must be w or b, not 'W'");
	expect_fault("8/8/8/8/8/8/8/8 - - -", 16, "side to move must be w or b, not '-'");
	expect_fault("8/8/8/8/8/8/8/8 white - -", 17, "side to move must be one letter");
}
END_TEST

START_TEST(a_fault_in_the_castling_rights_is_named_with_its_place)
{
	expect_fault("8/8/8/8/8/8/8/8 w", 17, "castling is missing");
	expect_fault("8/8/8/8/8/8/8/8 w -K -", 19, "castling: nothing can follow '-'");
	expect_fault("4k3/8/8/8/8/8/8/4K2R w KX - 0 1", 24,
		     "castling: 'X' is none of KQkq or a file letter");
	expect_fault("4k3/8/8/8/8/8/8/4K2R w I - 0 1", 23,
		     "castling: 'I' is none of KQkq or a file letter");
	expect_fault("4k3/8/8/8/8/8/8/4K2R w K- - 0 1", 24,
		     "castling: '-' is none of KQkq or a file letter");
	expect_fault("4k3/8/8/8/8/8/4K3/7R w K - 0 1", 23,
		     "castling K: the king is not on its first rank");
	expect_fault("8/4k3/8/8/8/8/8/4K2R b Kq - 0 1", 24,
		     "castling q: the king is not on its first rank");
	expect_fault("4k3/8/8/8/8/8/8/7R w K - 0 1", 21,
		     "castling K: that side does not have one king");
	expect_fault("4k3/8/8/8/8/8/8/K3K2R w K - 0 1", 24,
		     "castling K: that side does not have one king");
	expect_fault("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", 23, "castling Q: no rook there");
	expect_fault("4k3/8/8/8/8/8/8/4K2r w K - 0 1", 23, "castling K: no rook there");
	expect_fault("r3k3/8/8/8/8/8/8/4K3 w h - 0 1", 23, "castling h: no rook there");
	expect_fault("4k3/8/8/8/8/8/8/4K2R w E - 0 1", 23, "castling E: no rook there");
	expect_fault("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", 24, "castling K: that side is named twice");
	expect_fault("4k3/8/8/8/8/8/8/4K1RR w KG - 0 1", 25,
		     "castling G: that side is named twice");
	expect_fault("r3k3/8/8/8/8/8/8/4K3 w qa - 0 1", 24, "castling a: that side is named twice");
}
END_TEST

START_TEST(a_fault_in_the_en_passant_square_is_named_with_its_place)
{
	const char *impossible = "en passant: no pawn can just have passed that square";

	expect_fault("8/8/8/8/8/8/8/8 w -", 19, "en passant is missing");
	expect_fault("8/8/8/8/8/8/8/8 w - -3", 21, "en passant: nothing can follow '-'");
	expect_fault("8/8/8/8/8/8/8/8 w - e", 20, "en passant must be - or a square");
	expect_fault("8/8/8/8/8/8/8/8 w - e9", 20, "en passant must be - or a square");
	expect_fault("8/8/8/8/8/8/8/8 w - i3", 20, "en passant must be - or a square");
	expect_fault("8/8/8/8/8/8/8/8 w - E6", 20, "en passant must be - or a square");
	expect_fault("8/8/8/4p3/8/8/8/8 w - e66", 24, "en passant must be one square");
	expect_fault("8/8/8/8/8/8/8/8 w - e6", 20, impossible);     /* no pawn */
	expect_fault("8/8/8/4P3/8/8/8/8 w - e6", 22, impossible);   /* a wrong one */
	expect_fault("8/8/8/4p3/8/8/8/8 b - e6", 22, impossible);   /* who has the move */
	expect_fault("8/8/8/4p3/8/8/8/8 w - e3", 22, impossible);   /* a wrong rank */
	expect_fault("8/8/4n3/4p3/8/8/8/8 w - e6", 24, impossible); /* not empty */
	expect_fault("8/4n3/8/4p3/8/8/8/8 w - e6", 24, impossible); /* its start not empty */
	expect_fault("8/8/8/8/8/8/8/8 w - e1", 20, impossible);
	expect_fault("8/8/8/8/8/8/8/8 b - e8", 20, impossible);
}
END_TEST

START_TEST(a_fault_in_the_numbers_is_named_with_its_place)
{
	const char *count = "count of half-moves must be a number up to 65535";
	const char *number = "move number must be a number up to 65535";

	expect_fault("8/8/8/8/8/8/8/8 w - - x", 22, count);
	expect_fault("8/8/8/8/8/8/8/8 w - - -1 1", 22, count);
	expect_fault("8/8/8/8/8/8/8/8 w - - 1x 1", 22, count);
	expect_fault("8/8/8/8/8/8/8/8 w - - 65536 1", 22, count);
	expect_fault("8/8/8/8/8/8/8/8 w - - 99999999999999999999999 1", 22, count);
	expect_fault("8/8/8/8/8/8/8/8 w - - 0 x", 24, number);
	expect_fault("8/8/8/8/8/8/8/8 w - - 0 65536", 24, number);
	expect_fault("8/8/8/8/8/8/8/8 w - - 0 1 2", 26, "something follows the move number");
}
END_TEST

START_TEST(a_placement_alone_has_nothing_behind_it)
{
	struct rules_position pos = untouched();
	struct rules_fault fault;

	ck_assert(!rules_placement_read(&pos, rules_slice_of("8/8/8/8/8/8/8/8 w"), &fault));
	ck_assert_uint_eq(fault.at, 15);
	ck_assert_str_eq(fault.why, "something follows the last rank");
	ck_assert(!rules_placement_read(&pos, rules_slice_of("8/8/8/8/8/8/8"), &fault));
	ck_assert_uint_eq(fault.at, 13);
	ck_assert_str_eq(fault.why, "fewer than 8 ranks");
	expect_untouched(&pos, "a placement");
}
END_TEST

/* A copy of its own, so that a sanitizer sees a read past the end. */
static bool read_exactly(struct rules_position *pos, const char *bytes, size_t len,
			 struct rules_fault *fault)
{
	char *copy = malloc(len > 0 ? len : 1);
	bool good;

	must_hold(copy != NULL, "no memory");
	memcpy(copy, bytes, len);
	good = rules_fen_read(pos, (struct rules_slice){.at = copy, .len = len}, fault);
	free(copy);
	return good;
}

static void expect_answer(const char *bytes, size_t len)
{
	struct rules_position pos = untouched();
	struct rules_fault fault = {.at = 999};

	if (read_exactly(&pos, bytes, len, &fault)) {
		struct rules_position again = position(fen_of(&pos));

		must_hold(again.key == pos.key, "%s: key", fen_of(&pos));
		must_hold(rules_position_key(&pos) == pos.key, "%s: key", fen_of(&pos));
	} else {
		size_t words = strlen(fault.why);

		must_hold(fault.at <= len, "%zu: %s", fault.at, fault.why);
		must_hold(words > 0 && words < sizeof(fault.why) - 1, "'%s'", fault.why);
		expect_untouched(&pos, "bytes");
	}
}

static const char *const samples[] = {
	RULES_START_FEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
};
static const size_t samples_count = sizeof(samples) / sizeof(samples[0]);

START_TEST(a_text_cut_off_anywhere_is_answered)
{
	for (size_t i = 0; i < samples_count; i++) {
		const char *fen = samples[i];
		size_t len = strlen(fen);
		size_t four = (size_t)(strchr(strchr(strchr(fen, ' ') + 1, ' ') + 1, ' ') - fen);

		/* From here on there are four fields, and a square cut in half. */
		four += fen[four + 1] == '-' ? 2 : 3;
		for (size_t cut = 0; cut <= len; cut++) {
			struct rules_position pos = untouched();
			struct rules_fault fault;
			bool good = read_exactly(&pos, fen, cut, &fault);

			ck_assert_msg(good == (cut >= four), "%.*s", (int)cut, fen);
			expect_answer(fen, cut);
		}
	}
}
END_TEST

START_TEST(texts_with_bytes_changed_are_answered)
{
	static const char likely[] = "/ -12345678pnbrqkPNBRQKwbabcdefghABCDEFGH0369\t\n";
	struct random random = {.state = 3};

	for (int i = 0; i < 40000; i++) {
		char fen[160];
		size_t len, changes = 1 + random_below(&random, 4);

		strcpy(fen, samples[random_below(&random, samples_count)]);
		len = strlen(fen);
		while (changes-- > 0) {
			size_t at = random_below(&random, len);

			switch (random_below(&random, 4)) {
			case 0: fen[at] = (char)random_next(&random); break;
			case 1: fen[at] = likely[random_below(&random, sizeof(likely))]; break;
			case 2: memmove(fen + at, fen + at + 1, --len - at); break;
			case 3:
				memmove(fen + at + 1, fen + at, len++ - at);
				fen[at] = likely[random_below(&random, sizeof(likely))];
				break;
			}
		}
		expect_answer(fen, len);
	}
}
END_TEST

START_TEST(a_text_without_end_is_refused_at_once)
{
	enum { LONG = 100000 };
	static const char zeros[] = "8/8/8/8/8/8/8/8 w - - ";
	char *bytes = malloc(LONG);

	ck_assert_ptr_nonnull(bytes);
	for (const char *c = " /1pK-\xff"; *c; c++) {
		memset(bytes, *c, LONG);
		expect_answer(bytes, LONG);
	}
	memset(bytes, '0', LONG);
	for (size_t i = 0; zeros[i]; i++)
		bytes[i] = zeros[i];
	expect_answer(bytes, LONG);
	free(bytes);
}
END_TEST

START_TEST(a_text_too_long_for_its_room_is_cut_and_counted)
{
	struct rules_position pos = position(samples[1]);
	size_t whole = strlen(fen_of(&pos));

	for (size_t room = 0; room <= whole + 1; room++) {
		char *bytes = malloc(room + 1);
		struct rules_text text = rules_text_in(bytes, room);

		rules_fen_write(&text, &pos, RULES_FEN_PLAIN);
		ck_assert_uint_eq(text.len, whole);
		ck_assert(rules_text_fits(&text) == (room > whole));
		if (room > 0)
			ck_assert_uint_eq(strlen(bytes), room - 1);
		free(bytes);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fen");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, the_initial_position_of_art_2_3_is_the_start_fen);
	tcase_add_test(tests, every_field_is_read);
	tcase_add_test(tests, what_is_written_strictly_is_read_and_written_again);
	tcase_add_test(tests, four_fields_mean_no_half_moves_and_move_one);
	tcase_add_test(tests, spelling_that_others_use_is_read_and_written_our_way);
	tcase_add_test(tests, art_3_7_4_the_square_passed_is_written_after_every_double_step);
	tcase_add_test(tests, x_fen_means_the_outermost_rook_on_each_side);
	tcase_add_test(tests, shredder_fen_names_the_file_of_the_rook);
	tcase_add_test(tests, a_right_that_is_not_ordinary_makes_it_chess960);
	tcase_add_test(tests, chess960_is_written_as_shredder_does_or_as_x_fen);
	tcase_add_test(tests, all_960_initial_positions_go_there_and_back);
	tcase_add_test(tests, positions_from_games_go_there_and_back);
	tcase_add_test(tests, any_men_go_there_and_back);
	tcase_add_test(tests, letters_and_men_belong_together);
	tcase_add_test(tests, a_fault_in_the_men_is_named_with_its_place);
	tcase_add_test(tests, a_fault_in_the_side_to_move_is_named_with_its_place);
	tcase_add_test(tests, a_fault_in_the_castling_rights_is_named_with_its_place);
	tcase_add_test(tests, a_fault_in_the_en_passant_square_is_named_with_its_place);
	tcase_add_test(tests, a_fault_in_the_numbers_is_named_with_its_place);
	tcase_add_test(tests, a_placement_alone_has_nothing_behind_it);
	tcase_add_test(tests, a_text_cut_off_anywhere_is_answered);
	tcase_add_test(tests, texts_with_bytes_changed_are_answered);
	tcase_add_test(tests, a_text_without_end_is_refused_at_once);
	tcase_add_test(tests, a_text_too_long_for_its_room_is_cut_and_counted);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
