/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/san.h"
#include "tests/support/words.h"

/* --- writing --- */

static void expect_pgn(const char *fen, const char *uci, const char *san)
{
	struct rules_position pos = position(fen);

	ck_assert_str_eq(san_of(&pos, move(&pos, uci)), san);
}

static void expect_laws(const char *fen, const char *uci, enum rules_language language,
			const char *expected)
{
	struct rules_position pos = position(fen);
	char san[RULES_SAN_MAX];
	struct rules_text text = rules_text_in(san, sizeof(san));

	rules_san_write(&text, &pos, move(&pos, uci), language, RULES_SAN_LAWS);
	ck_assert(rules_text_fits(&text));
	ck_assert_str_eq(san, expected);
}

#define CASTLES    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
#define PASSED     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
#define PROMOTES   "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"
#define PASSED_SET "7R/2k5/8/3pP3/8/7Q/6B1/1R1R2K1 w - d6 0 2"
#define QUEENS     "6bk/7p/8/8/8/Q7/1r6/Q1Q1K3 w - - 0 1"

START_TEST(appendix_c_13_castling_has_the_letter_o_in_pgn)
{
	expect_pgn(CASTLES, "e1g1", "O-O");
	expect_pgn(CASTLES, "e1c1", "O-O-O");
	expect_pgn("nrk1bbqr/8/8/8/8/8/8/NRK1BBQR w HBhb - 0 1", "c1b1", "O-O-O");
}
END_TEST

START_TEST(castling_gives_check_and_mate)
{
	expect_pgn("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
	expect_pgn("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+");
	expect_pgn("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O#");
	expect_pgn("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O#");
	expect_pgn("4k2r/8/8/8/8/8/4P1P1/4RKR1 b k - 0 1", "e8g8", "O-O#");
	expect_pgn("r3k3/8/8/8/8/8/2P1P3/2RKR3 b q - 0 1", "e8c8", "O-O-O#");
}
END_TEST

START_TEST(appendix_c_4_a_pawn_move_is_its_square)
{
	expect_pgn(RULES_START_FEN, "e2e4", "e4");
	expect_pgn(RULES_START_FEN, "a2a3", "a3");
}
END_TEST

START_TEST(appendix_c_9_2_a_pawn_capture_names_its_file)
{
	expect_pgn("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5");
	expect_pgn(PASSED, "e5d6", "exd6");
	expect_pgn(PASSED_SET, "e5d6", "exd6#");
}
END_TEST

START_TEST(appendix_c_11_a_promotion_names_the_piece)
{
	expect_pgn(PROMOTES, "e7e8q", "e8=Q+");
	expect_pgn(PROMOTES, "e7e8n", "e8=N");
	expect_pgn(PROMOTES, "e7d8b", "exd8=B");
	expect_pgn(PROMOTES, "e7d8r", "exd8=R+");
	expect_pgn("3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q#");
	expect_pgn("5r2/4P1pk/7p/8/8/8/8/4K3 w - - 0 1", "e7f8n", "exf8=N+");
}
END_TEST

START_TEST(appendix_c_10_the_file_tells_apart_if_it_can)
{
	expect_pgn("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2");
	expect_pgn("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2");
	expect_pgn("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "Rad1");
	expect_pgn("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "f1d1", "Rfd1");
	/* Neither file nor rank is shared: the file. */
	expect_pgn("4k3/8/8/5N2/8/8/8/1N2K3 w - - 0 1", "b1a3", "Na3");
	expect_pgn("4k3/8/8/2N5/8/8/8/N3K3 w - - 0 1", "a1b3", "Nab3");
}
END_TEST

START_TEST(appendix_c_10_else_the_rank)
{
	expect_pgn("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3");
	expect_pgn("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3");
	expect_pgn("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g1f3", "N1f3");
	expect_pgn(QUEENS, "a3b2", "Q3xb2#");
	expect_pgn(QUEENS, "c1b2", "Qcxb2#");
}
END_TEST

START_TEST(appendix_c_10_else_both)
{
	expect_pgn(QUEENS, "a1b2", "Qa1xb2#");
	expect_pgn("4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1b2", "Qa1b2");
	expect_pgn("7k/8/2B1B3/8/2B1B3/8/8/4K3 w - - 0 1", "c4d5", "Bc4d5");
}
END_TEST

START_TEST(a_pinned_piece_needs_no_telling_apart)
{
	expect_pgn("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
	/* A rook pinned on the file it shares can still go along it. */
	expect_pgn("4r1k1/8/8/8/4R3/8/8/2R1K3 w - - 0 1", "c1c4", "Rc4");
	expect_pgn("4r1k1/8/8/4R3/8/4R3/8/4K3 w - - 0 1", "e3e4", "R3e4");
	/* Pieces that may not leave the king in check do not count either. */
	expect_pgn("4k3/8/8/8/8/1N6/r7/2N1K3 w - - 0 1", "b3d2", "Nd2");
}
END_TEST

START_TEST(a_piece_of_another_kind_or_colour_needs_no_telling_apart)
{
	expect_pgn("4k3/8/8/8/8/5n2/8/1N5K w - - 0 1", "b1d2", "Nd2");
	expect_pgn("4k3/8/8/8/8/8/8/R2QK3 w - - 0 1", "a1c1", "Rc1");
}
END_TEST

/* Castling brings a rook to d1 too, but it is no rook's move. */
START_TEST(castling_does_not_count_when_rooks_are_told_apart)
{
	expect_pgn("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1");
	expect_pgn("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "h1f1", "Rf1");
}
END_TEST

START_TEST(check_and_mate_are_marked_and_nothing_else_is)
{
	expect_pgn("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1g6", "Qg6");    /* stalemate */
	expect_pgn("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1h1", "Qh1#");   /* mate */
	expect_pgn("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", "Nf6+"); /* double check */
	expect_pgn("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2", "d8h4",
		   "Qh4#");
}
END_TEST

START_TEST(appendix_c_13_laws_style_is_what_a_player_is_shown)
{
	expect_laws(CASTLES, "e1g1", RULES_EN, "0-0");
	expect_laws(CASTLES, "e1c1", RULES_DA, "0-0-0");
	expect_laws("2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", RULES_EN, "0-0-0#");
	expect_laws(PASSED, "e5d6", RULES_EN, "exd6 e.p.");
	expect_laws(PROMOTES, "e7e8q", RULES_EN, "e8Q+");
	expect_laws(PROMOTES, "e7d8q", RULES_DA, "exd8D+");
	expect_laws(PROMOTES, "e7d8n", RULES_NL, "exd8P");
	expect_laws(RULES_START_FEN, "g1f3", RULES_DA, "Sf3");
	expect_laws(RULES_START_FEN, "g1f3", RULES_PL, "Sf3");
	expect_laws(RULES_START_FEN, "g1f3", RULES_FI, "Rf3");
	expect_laws(QUEENS, "a1b2", RULES_PL, "Ha1xb2#");
	expect_laws("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", RULES_FR, "Re2");
}
END_TEST

/* --- reading --- */

static void expect_move(const char *fen, enum rules_language language, const char *text,
			const char *uci)
{
	struct rules_position pos = position(fen);
	struct rules_fault fault = {.why = ""};
	rules_move found = RULES_NO_MOVE;
	enum rules_san_result result =
		rules_san_read(&pos, rules_slice_of(text), language, &found, &fault);

	ck_assert_msg(result == RULES_SAN_GOOD, "'%s' in %s: %s", text, fen, fault.why);
	ck_assert_msg(found == move(&pos, uci), "'%s' in %s was read as %s, not %s", text, fen,
		      uci_of(&pos, found), uci);
}

static void expect_refused(const char *fen, enum rules_language language, const char *text,
			   enum rules_san_result expected, const char *why)
{
	struct rules_position pos = position(fen);
	struct rules_fault fault = {.why = ""};
	rules_move found = 4711;
	enum rules_san_result result =
		rules_san_read(&pos, rules_slice_of(text), language, &found, &fault);

	ck_assert_msg(result == expected, "'%s' in %s: result %d (%s)", text, fen, (int)result,
		      fault.why);
	ck_assert_msg(strcmp(fault.why, why) == 0, "'%s' in %s: '%s', not '%s'", text, fen,
		      fault.why, why);
	ck_assert_uint_eq(found, 4711);
	ck_assert_uint_le(fault.at, strlen(text));
	ck_assert_int_eq(rules_san_read(&pos, rules_slice_of(text), language, &found, NULL),
			 expected);
}

static void expect_illegal(const char *fen, const char *text, const char *why)
{
	expect_refused(fen, RULES_EN, text, RULES_SAN_ILLEGAL, why);
}

static void expect_no_move(const char *fen, const char *text)
{
	expect_refused(fen, RULES_ANY_LANGUAGE, text, RULES_SAN_NO_MOVE, "not a move");
}

struct spelling {
	const char *text, *uci;
};

static void expect_spellings(const char *fen, enum rules_language language,
			     const struct spelling *spellings)
{
	for (; spellings->text; spellings++)
		expect_move(fen, language, spellings->text, spellings->uci);
}

START_TEST(castling_is_read_in_zeros_and_letters)
{
	static const struct spelling spellings[] = {
		{"O-O", "e1g1"},   {"0-0", "e1g1"},     {"o-o", "e1g1"},       {"O-O+", "e1g1"},
		{"0-0!?", "e1g1"}, {"0-0 (=)", "e1g1"}, {"O-O-O", "e1c1"},     {"0-0-0", "e1c1"},
		{"o-o-o", "e1c1"}, {"O-O-O#", "e1c1"},  {"Ke1-g1", "e1g1"},    {"e1g1", "e1g1"},
		{"e1-c1", "e1c1"}, {"Ke1c1", "e1c1"},   {"0-0-0++!!", "e1c1"}, {NULL, NULL},
	};

	expect_spellings(CASTLES, RULES_EN, spellings);
	expect_spellings(CASTLES, RULES_ANY_LANGUAGE, spellings);
	expect_move("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", RULES_EN, "0-0", "b1h1");
	expect_move("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", RULES_EN, "O-O-O", "b1a1");
}
END_TEST

START_TEST(pawn_moves_are_read_in_every_spelling)
{
	static const struct spelling spellings[] = {
		{"e4", "e2e4"},       {"e2e4", "e2e4"},     {"e2-e4", "e2e4"}, {"e4!", "e2e4"},
		{"e4 ", "e2e4"},      {" e4", "e2e4"},      {"e4?!", "e2e4"},  {"e4(=)", "e2e4"},
		{"e4 (=)", "e2e4"},   {"e4=", "e2e4"},      {"ee4", "e2e4"},   {"Pe4", "e2e4"},
		{"Pe2-e4", "e2e4"},   {"e4!!", "e2e4"},     {"e4??", "e2e4"},  {"e4.", "e2e4"},
		{"\u2659e4", "e2e4"}, {"\u265fe4", "e2e4"}, {NULL, NULL},
	};

	expect_spellings(RULES_START_FEN, RULES_EN, spellings);
}
END_TEST

START_TEST(pawn_captures_are_read_in_every_spelling)
{
	static const struct spelling spellings[] = {
		{"exd5", "e4d5"}, {"ed5", "e4d5"},   {"exd", "e4d5"},    {"ed", "e4d5"},
		{"e:d5", "e4d5"}, {"e4xd5", "e4d5"}, {"e4d5", "e4d5"},   {"e4-d5", "e4d5"},
		{"xd5", "e4d5"},  {"exd5+", "e4d5"}, {"Pe4xd5", "e4d5"}, {"eXd5", "e4d5"},
		{NULL, NULL},
	};

	expect_spellings("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", RULES_EN, spellings);
}
END_TEST

START_TEST(appendix_c_9_3_en_passant_may_be_said)
{
	static const struct spelling spellings[] = {
		{"exd6", "e5d6"},       {"ed6", "e5d6"},        {"exd6 e.p.", "e5d6"},
		{"exd6e.p.", "e5d6"},   {"exd6ep", "e5d6"},     {"exd6 ep", "e5d6"},
		{"exd6 e.p", "e5d6"},   {"exd", "e5d6"},        {"e5xd6 e.p.", "e5d6"},
		{"exd6 e.p.+", "e5d6"}, {"exd6+ e.p.", "e5d6"}, {NULL, NULL},
	};

	expect_spellings(PASSED, RULES_EN, spellings);
	expect_move(PASSED_SET, RULES_EN, "exd6 e.p.#", "e5d6");
}
END_TEST

START_TEST(promotions_are_read_in_every_spelling)
{
	static const struct spelling spellings[] = {
		{"e8Q", "e7e8q"},     {"e8=Q", "e7e8q"},     {"e8(Q)", "e7e8q"},
		{"e8q", "e7e8q"},     {"e8=q", "e7e8q"},     {"e8/Q", "e7e8q"},
		{"e8=Q+", "e7e8q"},   {"e8Q++", "e7e8q"},    {"e8=Q#", "e7e8q"},
		{"e7e8q", "e7e8q"},   {"e7-e8=Q", "e7e8q"},  {"e7-e8Q!", "e7e8q"},
		{"e8D", "e7e8q"},     {"e8=D", "e7e8q"},     {"e8d", "e7e8q"},
		{"e8N", "e7e8n"},     {"e8R", "e7e8r"},      {"e8b", "e7e8b"},
		{"e8=B", "e7e8b"},    {"exd8=N+", "e7d8n"},  {"exd8N", "e7d8n"},
		{"ed8N", "e7d8n"},    {"e7xd8=N", "e7d8n"},  {"exd8b", "e7d8b"},
		{"exd8(B)", "e7d8b"}, {"e7d8b", "e7d8b"},    {"exd=Q", "e7d8q"},
		{"exdQ", "e7d8q"},    {"e8\u2655", "e7e8q"}, {"e8=\u265b", "e7e8q"},
		{"e8T", "e7e8r"},     {"e8Q(=)", "e7e8q"},   {NULL, NULL},
	};

	expect_spellings(PROMOTES, RULES_ANY_LANGUAGE, spellings);
	expect_move("5r2/4P1pk/7p/8/8/8/8/4K3 w - - 0 1", RULES_EN, "exf8=N+", "e7f8n");
	expect_move("8/3P4/8/8/8/8/k7/4K3 w - - 0 1", RULES_DA, "d8D", "d7d8q");
}
END_TEST

START_TEST(piece_moves_are_read_in_every_spelling)
{
	static const struct spelling spellings[] = {
		{"Nf3", "g1f3"},      {"Ng1f3", "g1f3"},       {"Ng1-f3", "g1f3"},
		{"g1f3", "g1f3"},     {"g1-f3", "g1f3"},       {"Ngf3", "g1f3"},
		{"N1f3", "g1f3"},     {"nf3", "g1f3"},         {"Nf3+", "g1f3"},
		{"Nf3#", "g1f3"},     {"Nf3!?", "g1f3"},       {"N-f3", "g1f3"},
		{"Nf3(=)", "g1f3"},   {"Nf3 (=)", "g1f3"},     {"\u2658f3", "g1f3"},
		{"\u265ef3", "g1f3"}, {"Nxf3", "g1f3"},        {"Nf3 !", "g1f3"},
		{"Nf3+!!", "g1f3"},   {"\u2658g1-f3", "g1f3"}, {NULL, NULL},
	};

	expect_spellings(RULES_START_FEN, RULES_EN, spellings);
	expect_move("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", RULES_EN, "Nd5", "e3d5");
	expect_move("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", RULES_EN, "N:d5", "e3d5");
	expect_move(QUEENS, RULES_EN, "Qa1b2", "a1b2");
	expect_move(QUEENS, RULES_EN, "Qa1xb2++", "a1b2");
}
END_TEST

/* A square between origin and capture: all of it is one move of one figurine. */
START_TEST(all_figurines_are_read)
{
	static const char fen[] = "4k3/8/8/8/8/8/P7/R1BQK1N1 w - - 0 1";
	static const struct spelling spellings[] = {
		{"\u2654e2", "e1e2"}, {"\u265ae2", "e1e2"}, {"\u2655d4", "d1d4"},
		{"\u265bd4", "d1d4"}, {"\u2656b1", "a1b1"}, {"\u265cb1", "a1b1"},
		{"\u2657e3", "c1e3"}, {"\u265de3", "c1e3"}, {"\u2658f3", "g1f3"},
		{"\u265ef3", "g1f3"}, {"\u2659a4", "a2a4"}, {"\u265fa4", "a2a4"},
		{NULL, NULL},
	};

	for (int language = 0; language <= RULES_ANY_LANGUAGE; language++)
		expect_spellings(fen, (enum rules_language)language, spellings);
	expect_no_move(fen, "\u2653e2");
	expect_no_move(fen, "\u2660e2");
	expect_no_move(fen, "\xe2\x99");
}
END_TEST

/* King, queen, rook, bishop, knight of each language, all to move at once. */
static const char five[] = "7k/p7/8/8/8/8/8/R1BQK1N1 w - - 0 1";

START_TEST(appendix_c_2_every_player_may_use_the_letters_of_his_language)
{
	static const struct {
		enum rules_language language;
		const char *moves[5];
	} rows[] = {
		{RULES_EN, {"Ke2", "Qd4+", "Rb1", "Be3", "Nf3"}},
		{RULES_DA, {"Ke2", "Dd4+", "Tb1", "Le3", "Sf3"}},
		{RULES_NO, {"Ke2", "Dd4+", "Tb1", "Le3", "Sf3"}},
		{RULES_SV, {"Ke2", "Dd4+", "Tb1", "Le3", "Sf3"}},
		{RULES_DE, {"Ke2", "Dd4+", "Tb1", "Le3", "Sf3"}},
		{RULES_NL, {"Ke2", "Dd4+", "Tb1", "Le3", "Pf3"}},
		{RULES_FR, {"Re2", "Dd4+", "Tb1", "Fe3", "Cf3"}},
		{RULES_ES, {"Re2", "Dd4+", "Tb1", "Ae3", "Cf3"}},
		{RULES_IT, {"Re2", "Dd4+", "Tb1", "Ae3", "Cf3"}},
		{RULES_FI, {"Ke2", "Dd4+", "Tb1", "Le3", "Rf3"}},
		{RULES_IS, {"Ke2", "Dd4+", "Hb1", "Be3", "Rf3"}},
		{RULES_PL, {"Ke2", "Hd4+", "Wb1", "Ge3", "Sf3"}},
		{RULES_CS, {"Ke2", "Dd4+", "Vb1", "Se3", "Jf3"}},
		{RULES_PT, {"Re2", "Dd4+", "Tb1", "Be3", "Cf3"}},
	};
	static const char *const uci[5] = {"e1e2", "d1d4", "a1b1", "c1e3", "g1f3"};

	ck_assert_uint_eq(sizeof(rows) / sizeof(rows[0]), RULES_LANGUAGES);
	for (size_t i = 0; i < RULES_LANGUAGES; i++)
		for (size_t k = 0; k < 5; k++)
			expect_move(five, rows[i].language, rows[i].moves[k], uci[k]);
}
END_TEST

START_TEST(without_a_language_foreign_letters_are_read_where_one_move_fits)
{
	static const struct spelling spellings[] = {
		{"Dd4+", "d1d4"}, {"Tb1", "a1b1"}, {"Le3", "c1e3"}, {"Sf3", "g1f3"},
		{"Cf3", "g1f3"},  {"Fe3", "c1e3"}, {"Ae3", "c1e3"}, {"Pf3", "g1f3"},
		{"Hb1", "a1b1"},  {"Hd4", "d1d4"}, {"Wb1", "a1b1"}, {"Ge3", "c1e3"},
		{"Se3", "c1e3"},  {"Jf3", "g1f3"}, {"Vb1", "a1b1"}, {NULL, NULL},
	};

	expect_spellings(five, RULES_ANY_LANGUAGE, spellings);
}
END_TEST

START_TEST(without_a_language_english_is_meant_where_it_can_be)
{
	expect_move(five, RULES_ANY_LANGUAGE, "Rb1", "a1b1");
	expect_refused(five, RULES_ANY_LANGUAGE, "Re2", RULES_SAN_ILLEGAL,
		       "a rook does not move so");
	expect_refused(five, RULES_ANY_LANGUAGE, "Rf3", RULES_SAN_ILLEGAL,
		       "a rook does not move so");
	/* H is a Polish queen or an Icelandic rook, S a Danish knight or a Czech bishop. */
	expect_refused("7k/8/8/8/8/8/8/R1Q1K3 w - - 0 1", RULES_ANY_LANGUAGE, "Hb1",
		       RULES_SAN_AMBIGUOUS,
		       "ambiguous: the rook on a1 and the queen on c1 both can");
}
END_TEST

START_TEST(a_dutch_p_is_a_knight_and_elsewhere_a_pawn)
{
	expect_move(RULES_START_FEN, RULES_NL, "Pf3", "g1f3");
	expect_move(RULES_START_FEN, RULES_EN, "Pf3", "f2f3");
	expect_move(RULES_START_FEN, RULES_DA, "Pf3", "f2f3");
	expect_move(RULES_START_FEN, RULES_ANY_LANGUAGE, "Pe4", "e2e4");
	expect_refused(RULES_START_FEN, RULES_NL, "Pe4", RULES_SAN_ILLEGAL,
		       "no knight can go there");
	expect_move(RULES_START_FEN, RULES_ANY_LANGUAGE, "Pf3", "f2f3"); /* English first */
	expect_refused("8/P7/8/8/8/8/k7/2K5 w - - 0 1", RULES_ANY_LANGUAGE, "a8=P",
		       RULES_SAN_ILLEGAL,
		       "a pawn can be exchanged only for a queen, rook, bishop or knight");
}
END_TEST

/* --- refusing --- */

START_TEST(an_illegal_piece_move_is_refused_with_its_reason)
{
	expect_illegal(RULES_START_FEN, "Nf4", "no knight can go there");
	expect_illegal(RULES_START_FEN, "Ne2", "an own pawn stands on e2");
	expect_illegal(RULES_START_FEN, "Ra1b2", "a rook does not move so");
	expect_illegal(RULES_START_FEN, "e7e6", "the pawn on e7 is the opponent's");
	expect_illegal(RULES_START_FEN, "e3e4", "nobody stands on e3");
	expect_illegal(RULES_START_FEN, "Ng1f4", "a knight does not move so");
	expect_illegal(RULES_START_FEN, "Ke2", "an own pawn stands on e2");
	expect_illegal(RULES_START_FEN, "Bb5", "path blocked by the pawn on e2");
	expect_illegal(RULES_START_FEN, "Qd3", "path blocked by the pawn on d2");
	expect_illegal("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "no queen is there to move");
	expect_illegal("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Rhg1", "no rook is there to move");
	expect_illegal("4k3/8/8/8/8/4r3/8/4K3 w - - 0 1", "Ke2",
		       "the king would be in check by the rook on e3");
	expect_illegal("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5",
		       "own king left in check by the bishop on b4");
	expect_illegal("4k3/8/8/8/4r3/2N5/8/4K2N w - - 0 1", "Ng3",
		       "own king left in check by the rook on e4");
}
END_TEST

START_TEST(an_illegal_pawn_move_is_refused_with_its_reason)
{
	expect_illegal("4k3/8/8/8/4p3/8/8/K3P3 w - - 0 1", "f8Q", "a pawn does not move so");
	expect_illegal("4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4",
		       "the pawn on e4 is in the way, and a pawn captures diagonally only");
	expect_illegal("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4",
		       "path blocked by the knight on e3");
	expect_illegal("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "exd5", "nothing to capture on d5");
	expect_illegal("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
		       "en passant: only at once after the opponent's pawn has passed d6");
	expect_illegal(PROMOTES, "e8", "the pawn on e8 must be exchanged");
	expect_illegal(PROMOTES, "e8K",
		       "a pawn can be exchanged only for a queen, rook, bishop or knight");
	expect_illegal("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4=Q",
		       "the pawn on e2 cannot be exchanged");
}
END_TEST

START_TEST(illegal_castling_is_refused_with_its_reason)
{
	expect_illegal(RULES_START_FEN, "O-O", "castling: the bishop on f1 is in the way");
	expect_illegal("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O",
		       "castling: the king or the rook on h1 has moved");
	expect_illegal("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O",
		       "castling: the rook on h1 has moved");
	expect_illegal("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O", "castling: no own rook on h1");
	expect_illegal("4k3/8/8/8/8/8/4K3/7R w - - 0 1", "O-O", "castling: the king has moved");
	expect_illegal("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "0-0",
		       "castling: the king is in check by the rook on e3");
	expect_illegal("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "0-0",
		       "castling: the king passes f1, which is attacked");
	expect_illegal("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "0-0",
		       "castling: the king ends on g1, which is attacked");
}
END_TEST

START_TEST(an_ambiguous_move_is_refused_naming_both_men)
{
	expect_refused("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", RULES_EN, "Nd2", RULES_SAN_AMBIGUOUS,
		       "ambiguous: the knight on b1 and the knight on f3 both can");
	expect_refused("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", RULES_EN, "xd5", RULES_SAN_AMBIGUOUS,
		       "ambiguous: the pawn on c4 and the pawn on e4 both can");
	expect_refused("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", RULES_EN, "Raa3", RULES_SAN_AMBIGUOUS,
		       "ambiguous: the rook on a1 and the rook on a5 both can");
}
END_TEST

/* exd, where the e-file has two pawns that can take on the d-file. */
START_TEST(a_capture_by_files_alone_can_be_ambiguous)
{
	static const char fen[] = "4k3/8/8/3p4/3pP3/4P3/8/4K3 w - - 0 1";

	expect_refused(fen, RULES_EN, "exd", RULES_SAN_AMBIGUOUS,
		       "ambiguous: the pawn on e3 and the pawn on e4 both can");
	expect_move(fen, RULES_EN, "exd4", "e3d4");
}
END_TEST

START_TEST(what_is_no_move_is_called_so)
{
	static const char *const wrong[] = {
		"",     " ",    "x",      "hello", "e",    "e9",     "i4",      "N",       "Nf",
		"Nf9",  "N3",   "O",      "0",     "O-",   "O--O",   "O-O-O-O", "1-0",     "1.e4",
		"e4e",  "--",   "Z0",     "KQRBN", "(e4)", "e2e4e5", "Ng1f3g5", "{e4}",    "e4,",
		"+",    "#",    "(=)",    "=Q",    "e8=X", "e8QQ",   "Nf3Q Q",  "O-O=Q",   "Nf3\n",
		"\xff", "\xc3", "e4\xc3", "=",     "e.p.", "...",    "\u2658",  "e\u2658",
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		expect_no_move(RULES_START_FEN, wrong[i]);
}
END_TEST

START_TEST(a_zero_byte_ends_nothing)
{
	struct rules_position pos = position(RULES_START_FEN);
	rules_move found = RULES_NO_MOVE;

	ck_assert_int_eq(rules_san_read(&pos, (struct rules_slice){.at = "e4\0", .len = 3},
					RULES_EN, &found, NULL),
			 RULES_SAN_NO_MOVE);
	ck_assert_int_eq(rules_san_read(&pos, (struct rules_slice){.at = "e4f5", .len = 2},
					RULES_EN, &found, NULL),
			 RULES_SAN_GOOD);
	ck_assert_int_eq(rules_san_read(&pos, (struct rules_slice){.at = NULL, .len = 0}, RULES_EN,
					&found, NULL),
			 RULES_SAN_NO_MOVE);
}
END_TEST

/* d5 is a step; a capture names its file, whichever way a promotion is written. */
START_TEST(appendix_c_9_2_a_capture_is_not_written_as_a_step)
{
	static const char fen[] = "4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1";
	struct rules_position pos = position(fen);
	static const char *const steps[] = {"e8Q", "e8q", "e8=Q", "e8(Q)", "e8/Q", "e8=Q+"};
	rules_move found;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		ck_assert_msg(rules_san_read(&pos, rules_slice_of(steps[i]), RULES_EN, &found,
					     NULL) == RULES_SAN_ILLEGAL,
			      "%s was read as dxe8=Q", steps[i]);
}
END_TEST

/* Who writes e8=Q means a pawn, also when there is none to promote. */
START_TEST(a_promotion_is_explained_as_a_pawn_move)
{
	static const char fen[] = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";

	expect_illegal(fen, "e8Q", "a pawn does not move so");
	expect_illegal(fen, "e8=Q", "a pawn does not move so");
	expect_illegal(fen, "e8(Q)", "a pawn does not move so");
}
END_TEST

/* The man is there and could go there: the fault is in how it was written. */
START_TEST(a_legal_move_written_wrongly_is_named)
{
	expect_illegal("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5",
		       "not written so; legal would be exd5");
	expect_illegal(CASTLES, "Kg1", "not written so; legal would be O-O");
	expect_illegal(CASTLES, "Kc1", "not written so; legal would be O-O-O");
}
END_TEST

/* --- for all positions --- */

/* From games and, more often, strewn: those have more pins, promotions and queens. */
static struct rules_position some_position(struct random *random)
{
	return random_below(random, 4) ? random_strewn(random) : random_position(random, 100);
}

/* An assertion that holds costs a message, too; where there are millions, only failures speak. */
static void write_one(char san[RULES_SAN_MAX], const struct rules_position *pos, rules_move m,
		      enum rules_language language, enum rules_san_style style)
{
	struct rules_text text = rules_text_in(san, RULES_SAN_MAX);

	rules_san_write(&text, pos, m, language, style);
	if (!rules_text_fits(&text))
		ck_abort_msg("%s... does not fit", san);
}

static void expect_read_back(const struct rules_position *pos, const char *san,
			     enum rules_language language, rules_move m)
{
	struct rules_fault fault = {.why = "another move"};
	rules_move found = RULES_NO_MOVE;

	rules_san_read(pos, rules_slice_of(san), language, &found, &fault);
	if (found != m)
		ck_abort_msg("%s in %s, language %d: %s", san, fen_of(pos), (int)language,
			     fault.why);
}

static void check_move(const struct rules_position *pos, rules_move m, enum rules_language language,
		       enum rules_san_style style)
{
	char san[RULES_SAN_MAX];

	write_one(san, pos, m, language, style);
	expect_read_back(pos, san, language, m);
}

START_TEST(every_legal_move_reads_back_in_every_language_and_style)
{
	struct random random = {.state = 30};

	for (int i = 0; i < 2000; i++) {
		struct rules_position pos = some_position(&random);
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		for (size_t m = 0; m < moves.count; m++) {
			for (int l = 0; l < RULES_LANGUAGES; l++) {
				enum rules_language language = (enum rules_language)l;

				check_move(&pos, moves.move[m], language, RULES_SAN_PGN);
				check_move(&pos, moves.move[m], language, RULES_SAN_LAWS);
			}
		}
	}
}
END_TEST

/* One move, one spelling: short, English, and read alike whatever the reader expects. */
START_TEST(strict_san_is_unique_and_at_most_seven_characters)
{
	struct random random = {.state = 31};

	for (int i = 0; i < 5000; i++) {
		struct rules_position pos = some_position(&random);
		char sans[RULES_MOVES_MAX][RULES_SAN_MAX];
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		for (size_t m = 0; m < moves.count; m++) {
			write_one(sans[m], &pos, moves.move[m], RULES_EN, RULES_SAN_PGN);
			expect_read_back(&pos, sans[m], RULES_ANY_LANGUAGE, moves.move[m]);
			if (strlen(sans[m]) > 7)
				ck_abort_msg("%s is too long", sans[m]);
			for (size_t other = 0; other < m; other++)
				if (strcmp(sans[m], sans[other]) == 0)
					ck_abort_msg("%s twice in %s", sans[m], fen_of(&pos));
		}
	}
}
END_TEST

/* A piece's origin, if written: the characters between its letter and x or the square. */
static size_t origin_length(const char *san)
{
	size_t squares = strspn(san + 1, "abcdefgh12345678");

	if (!strchr("QRBN", san[0]))
		return 0;
	return san[1 + squares] == 'x' ? squares : squares - 2;
}

START_TEST(strict_san_names_no_more_origin_than_needed)
{
	struct random random = {.state = 32};
	int shortened = 0;

	for (int i = 0; i < 5000; i++) {
		struct rules_position pos = some_position(&random);
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		for (size_t m = 0; m < moves.count; m++) {
			char san[RULES_SAN_MAX], less[RULES_SAN_MAX];
			size_t origin;
			rules_move found;

			write_one(san, &pos, moves.move[m], RULES_EN, RULES_SAN_PGN);
			origin = origin_length(san);
			for (size_t out = 1; out <= origin; out++) {
				memcpy(less, san, out);
				strcpy(less + out, san + out + 1);
				shortened++;
				if (rules_san_read(&pos, rules_slice_of(less), RULES_EN, &found,
						   NULL) != RULES_SAN_AMBIGUOUS)
					ck_abort_msg("%s, not %s, in %s", less, san, fen_of(&pos));
			}
		}
	}
	ck_assert_int_gt(shortened, 1000);
}
END_TEST

START_TEST(any_text_on_any_board_is_a_legal_move_or_a_fault)
{
	static const char likely[] = "abcdefgh12345678KQRBNSDTLPxO0-=+#()e.p!? :/o";
	struct random random = {.state = 33};

	for (int i = 0; i < 100000; i++) {
		struct rules_position pos = i % 2 ? random_men(&random) : some_position(&random);
		struct rules_fault fault = {.at = 99};
		char text[12];
		size_t len = random_below(&random, sizeof(text) + 1);
		enum rules_language language =
			(enum rules_language)random_below(&random, RULES_ANY_LANGUAGE + 1);
		rules_move found = RULES_NO_MOVE;

		for (size_t c = 0; c < len; c++)
			text[c] = random_below(&random, 30)
					  ? likely[random_below(&random, sizeof(likely) - 1)]
					  : (char)random_next(&random);
		if (rules_san_read(&pos, (struct rules_slice){.at = text, .len = len}, language,
				   &found, &fault) == RULES_SAN_GOOD) {
			ck_assert(rules_is_legal(&pos, found));
		} else if (fault.at > len || strlen(fault.why) == 0 ||
			   strlen(fault.why) == sizeof(fault.why) - 1) {
			ck_abort_msg("'%.*s': %s", (int)len, text, fault.why);
		}
	}
}
END_TEST

START_TEST(every_move_of_any_board_can_be_written)
{
	struct random random = {.state = 34};

	for (int i = 0; i < 1000; i++) {
		struct rules_position pos = random_men(&random);
		struct rules_moves moves;

		rules_legal_moves(&pos, &moves);
		for (size_t m = 0; m < moves.count; m++) {
			char san[RULES_SAN_MAX];

			write_one(san, &pos, moves.move[m], RULES_EN, RULES_SAN_LAWS);
		}
	}
}
END_TEST

static TCase *writing(void)
{
	TCase *tests = tcase_create("writing");

	tcase_add_test(tests, appendix_c_13_castling_has_the_letter_o_in_pgn);
	tcase_add_test(tests, castling_gives_check_and_mate);
	tcase_add_test(tests, appendix_c_4_a_pawn_move_is_its_square);
	tcase_add_test(tests, appendix_c_9_2_a_pawn_capture_names_its_file);
	tcase_add_test(tests, appendix_c_11_a_promotion_names_the_piece);
	tcase_add_test(tests, appendix_c_10_the_file_tells_apart_if_it_can);
	tcase_add_test(tests, appendix_c_10_else_the_rank);
	tcase_add_test(tests, appendix_c_10_else_both);
	tcase_add_test(tests, a_pinned_piece_needs_no_telling_apart);
	tcase_add_test(tests, a_piece_of_another_kind_or_colour_needs_no_telling_apart);
	tcase_add_test(tests, castling_does_not_count_when_rooks_are_told_apart);
	tcase_add_test(tests, check_and_mate_are_marked_and_nothing_else_is);
	tcase_add_test(tests, appendix_c_13_laws_style_is_what_a_player_is_shown);
	return tests;
}

static TCase *reading(void)
{
	TCase *tests = tcase_create("reading");

	tcase_add_test(tests, castling_is_read_in_zeros_and_letters);
	tcase_add_test(tests, pawn_moves_are_read_in_every_spelling);
	tcase_add_test(tests, pawn_captures_are_read_in_every_spelling);
	tcase_add_test(tests, appendix_c_9_3_en_passant_may_be_said);
	tcase_add_test(tests, promotions_are_read_in_every_spelling);
	tcase_add_test(tests, piece_moves_are_read_in_every_spelling);
	tcase_add_test(tests, all_figurines_are_read);
	tcase_add_test(tests, appendix_c_2_every_player_may_use_the_letters_of_his_language);
	tcase_add_test(tests, without_a_language_foreign_letters_are_read_where_one_move_fits);
	tcase_add_test(tests, without_a_language_english_is_meant_where_it_can_be);
	tcase_add_test(tests, a_dutch_p_is_a_knight_and_elsewhere_a_pawn);
	return tests;
}

static TCase *refusing(void)
{
	TCase *tests = tcase_create("refusing");

	tcase_add_test(tests, an_illegal_piece_move_is_refused_with_its_reason);
	tcase_add_test(tests, an_illegal_pawn_move_is_refused_with_its_reason);
	tcase_add_test(tests, illegal_castling_is_refused_with_its_reason);
	tcase_add_test(tests, an_ambiguous_move_is_refused_naming_both_men);
	tcase_add_test(tests, a_capture_by_files_alone_can_be_ambiguous);
	tcase_add_test(tests, what_is_no_move_is_called_so);
	tcase_add_test(tests, a_zero_byte_ends_nothing);
	tcase_add_test(tests, appendix_c_9_2_a_capture_is_not_written_as_a_step);
	tcase_add_test(tests, a_promotion_is_explained_as_a_pawn_move);
	tcase_add_test(tests, a_legal_move_written_wrongly_is_named);
	return tests;
}

static TCase *everywhere(void)
{
	TCase *tests = tcase_create("everywhere");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, every_legal_move_reads_back_in_every_language_and_style);
	tcase_add_test(tests, strict_san_is_unique_and_at_most_seven_characters);
	tcase_add_test(tests, strict_san_names_no_more_origin_than_needed);
	tcase_add_test(tests, any_text_on_any_board_is_a_legal_move_or_a_fault);
	tcase_add_test(tests, every_move_of_any_board_can_be_written);
	return tests;
}

int main(void)
{
	Suite *suite = suite_create("san");

	suite_add_tcase(suite, writing());
	suite_add_tcase(suite, reading());
	suite_add_tcase(suite, refusing());
	suite_add_tcase(suite, everywhere());
	return run_suite(suite);
}
