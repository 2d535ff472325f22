/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/announce.h"

#include <stdio.h>
#include <string.h>

#include "broadcast/output/build_json.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/uci.h"
#include "tests/broadcast/fold.h"
#include "tests/support/words.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* One move of each kind, and what is said in each language. */
static const struct {
	const char *fen, *uci;
	const char *said[ANNOUNCE_LANGUAGES];
} rows[] = {
	{START, "e2e4", {"Pawn Eva four", "Bonde Erik fire", "Bonde Eva fire", "Bauer Eva vier"}},
	{START,
	 "g1f3",
	 {"Knight Felix three", "Springer Frederik tre", "Springer Felix tre",
	  "Springer Felix drei"}},
	{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	 "e4d5",
	 {"Pawn Eva takes David five", "Bonde Erik slår Dora fem", "Bonde Eva slår David fem",
	  "Bauer Eva schlägt David fünf"}},
	{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
	 "e5d6",
	 {"Pawn Eva takes David six en passant", "Bonde Erik slår Dora seks en passant",
	  "Bonde Eva slår David seks en passant", "Bauer Eva schlägt David sechs en passant"}},
	{"4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	 "e1g1",
	 {"Short castling", "Kort rokade", "Kort rokade", "Kurze Rochade"}},
	{"r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
	 "e8c8",
	 {"Long castling", "Lang rokade", "Lang rokade", "Lange Rochade"}},
	{"5k2/8/8/8/8/8/8/4K2R w K - 0 1",
	 "e1g1",
	 {"Short castling, check", "Kort rokade, skak", "Kort rokade, sjakk",
	  "Kurze Rochade, Schach"}},
	{"8/4P3/8/8/8/8/k7/4K3 w - - 0 1",
	 "e7e8q",
	 {"Pawn Eva eight, promotes to queen", "Bonde Erik otte, forvandles til dronning",
	  "Bonde Eva åtte, forvandles til dronning", "Bauer Eva acht, Umwandlung in Dame"}},
	{"3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1",
	 "e7d8r",
	 {"Pawn Eva takes David eight, promotes to rook",
	  "Bonde Erik slår Dora otte, forvandles til tårn",
	  "Bonde Eva slår David åtte, forvandles til tårn",
	  "Bauer Eva schlägt David acht, Umwandlung in Turm"}},
	{"8/P7/8/8/8/8/k7/4K3 w - - 0 1",
	 "a7a8b",
	 {"Pawn Anna eight, promotes to bishop", "Bonde Anna otte, forvandles til løber",
	  "Bonde Anna åtte, forvandles til løper", "Bauer Anna acht, Umwandlung in Läufer"}},
	{"8/8/8/8/7K/8/k6p/8 b - - 0 1",
	 "h2h1n",
	 {"Pawn Hector one, promotes to knight", "Bonde Henrik et, forvandles til springer",
	  "Bonde Hector en, forvandles til springer", "Bauer Hector eins, Umwandlung in Springer"}},
	/* the file tells them apart, the rank, both */
	{"4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1",
	 "g3e4",
	 {"Knight Gustav Eva four", "Springer Gustav Erik fire", "Springer Gustav Eva fire",
	  "Springer Gustav Eva vier"}},
	{"4k3/8/R7/8/8/8/R7/4K3 w - - 0 1",
	 "a2a4",
	 {"Rook two Anna four", "Tårn to Anna fire", "Tårn to Anna fire", "Turm zwei Anna vier"}},
	{"6k1/8/8/8/1Q5Q/8/8/K6Q w - - 0 1",
	 "h4e1",
	 {"Queen Hector four Eva one", "Dronning Henrik fire Erik et",
	  "Dronning Hector fire Eva en", "Dame Hector vier Eva eins"}},
	{"4k3/8/8/1b6/8/8/8/4KB2 w - - 0 1",
	 "f1b5",
	 {"Bishop takes Bella five, check", "Løber slår Bodil fem, skak",
	  "Løper slår Bella fem, sjakk", "Läufer schlägt Bella fünf, Schach"}},
	{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
	 "d1d8",
	 {"Rook David eight, checkmate", "Tårn Dora otte, skakmat", "Tårn David åtte, matt",
	  "Turm David acht, matt"}},
	{"4k3/8/8/8/8/8/2p5/4K3 w - - 0 1",
	 "e1d2",
	 {"King David two", "Konge Dora to", "Konge David to", "König David zwei"}},
	{"2k5/8/8/2q5/8/8/8/2Q1K3 w - - 0 1",
	 "c1c5",
	 {"Queen takes Cesar five, check", "Dronning slår Cecilie fem, skak",
	  "Dronning slår Cæsar fem, sjakk", "Dame schlägt Cesar fünf, Schach"}},
	{"4k3/6P1/8/8/8/8/8/4K3 w - - 0 1",
	 "g7g8q",
	 {"Pawn Gustav eight, promotes to queen, check",
	  "Bonde Gustav otte, forvandles til dronning, skak",
	  "Bonde Gustav åtte, forvandles til dronning, sjakk",
	  "Bauer Gustav acht, Umwandlung in Dame, Schach"}},
	{"4k3/8/8/6n1/8/8/8/4K3 b - - 0 1",
	 "g5h7",
	 {"Knight Hector seven", "Springer Henrik syv", "Springer Hector sju",
	  "Springer Hector sieben"}},
};

START_TEST(art_d_2_1_moves_are_announced_in_four_languages)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct rules_position pos;
		rules_move move;

		must_hold(rules_fen_read(&pos, rules_slice_of(rows[i].fen), NULL), "%s",
			  rows[i].fen);
		move = rules_uci_read(&pos, rules_slice_of(rows[i].uci));
		must_hold(move != RULES_NO_MOVE, "%s", rows[i].uci);
		for (size_t l = 0; l < ANNOUNCE_LANGUAGES; l++) {
			char text[ANNOUNCE_MAX];
			struct rules_text out = rules_text_in(text, sizeof(text));

			announce_move(&out, &pos, move, (enum announce_language)l);
			ck_assert_str_eq(text, rows[i].said[l]);
		}
	}
}
END_TEST

/* In Chess960 the side is where the king goes, whatever squares king and rook come from. */
START_TEST(castling_of_chess960_is_told_by_its_side)
{
	char text[ANNOUNCE_MAX];
	struct rules_text out = rules_text_in(text, sizeof(text));
	struct rules_position pos;

	must_hold(rules_fen_read(&pos, rules_slice_of("1rk5/8/8/8/8/8/8/1RK4R w HBb - 0 1"), NULL),
		  "the FEN");
	announce_move(&out, &pos, rules_uci_read(&pos, rules_slice_of("c1b1")), ANNOUNCE_DA);
	ck_assert_str_eq(text, "Lang rokade");
}
END_TEST

/* Two moves of a position are never announced alike, and all fits the room. */
static void expect_distinct(const struct rules_position *pos, enum announce_language language)
{
	static char said[RULES_MOVES_MAX][ANNOUNCE_MAX];
	struct rules_moves moves;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_text out = rules_text_in(said[i], ANNOUNCE_MAX);

		announce_move(&out, pos, moves.move[i], language);
		must_hold(rules_text_fits(&out), "%zu bytes: %s", out.len, said[i]);
		for (size_t j = 0; j < i; j++)
			must_hold(strcmp(said[i], said[j]) != 0, "twice: %s", said[i]);
	}
}

START_TEST(what_is_said_is_one_move)
{
	static const char *const fens[] = {
		START,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
		"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		"3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
		"4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1",
	};

	for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
		struct rules_position pos;

		must_hold(rules_fen_read(&pos, rules_slice_of(fens[i]), NULL), "%s", fens[i]);
		for (size_t l = 0; l < ANNOUNCE_LANGUAGES; l++)
			expect_distinct(&pos, (enum announce_language)l);
	}
}
END_TEST

START_TEST(languages_are_known_by_their_codes)
{
	static const struct {
		const char *name;
		enum announce_language language;
	} known[] = {
		{"en", ANNOUNCE_EN},         {"da", ANNOUNCE_DA},          {"no", ANNOUNCE_NO},
		{"de", ANNOUNCE_DE},         {"nb_NO.UTF-8", ANNOUNCE_NO}, {"nn", ANNOUNCE_NO},
		{"de_AT@euro", ANNOUNCE_DE}, {"sv", ANNOUNCE_LANGUAGES},   {"", ANNOUNCE_LANGUAGES},
		{"dan", ANNOUNCE_LANGUAGES}, {"d", ANNOUNCE_LANGUAGES}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		ck_assert_int_eq(announce_language_of(known[i].name), known[i].language);
	for (size_t i = 0; i < ANNOUNCE_LANGUAGES; i++)
		ck_assert_int_eq(
			announce_language_of(announce_language_code((enum announce_language)i)),
			(int)i);
}
END_TEST

START_TEST(results_are_announced)
{
	static const char *const results[] = {"1-0", "0-1",   "1/2-1/2", "0-0",
					      "*",   "1/2-0", "0-1/2"};

	ck_assert_str_eq(announce_result("1-0", ANNOUNCE_EN), "White wins");
	ck_assert_str_eq(announce_result("0-1", ANNOUNCE_DA), "Sort vinder");
	ck_assert_str_eq(announce_result("1/2-1/2", ANNOUNCE_NO), "Remis");
	ck_assert_str_eq(announce_result("0-0", ANNOUNCE_DE), "Beide haben verloren");
	ck_assert_ptr_null(announce_result("2-0", ANNOUNCE_EN));
	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++)
		for (size_t l = 0; l < ANNOUNCE_LANGUAGES; l++)
			ck_assert_ptr_nonnull(
				announce_result(results[i], (enum announce_language)l));
	for (size_t w = 0; w < ANNOUNCE_WORDS; w++)
		for (size_t l = 0; l < ANNOUNCE_LANGUAGES; l++)
			ck_assert_ptr_nonnull(
				announce_word((enum announce_word)w, (enum announce_language)l));
}
END_TEST

/* --- of a game --- */

static void expect_ply(size_t i, enum announce_language language, const char *turn,
		       const char *said)
{
	char text[ANNOUNCE_MAX];
	struct rules_text out = rules_text_in(text, sizeof(text));
	struct rules_position before;

	game_position(&game, i, &before);
	announce_turn(&out, &before, language);
	ck_assert_str_eq(text, turn);
	out = rules_text_in(text, sizeof(text));
	announce_ply(&out, &game, i, language);
	ck_assert_str_eq(text, said);
}

START_TEST(plies_of_a_game_with_an_illegal_one)
{
	begin("e2e4 e7e5");
	tell("move", "{'ply':3,'uci':'f1f5','san':null,'legal':false,'certainty':'observed',"
		     "'clock':null,'fen':'rnbqkbnr/pppp1ppp/8/4pB2/4P3/8/PPPP1PPP/RNBQK1NR b KQkq "
		     "- 1 2'}");
	tell("move", "{'ply':4,'uci':'b8c6','san':'Nc6','certainty':'observed','clock':null,"
		     "'fen':'r1bqkbnr/pppp1ppp/2n5/4pB2/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3'}");
	expect_ply(0, ANNOUNCE_NO, "Trekk 1, Hvit", "Bonde Eva fire");
	expect_ply(1, ANNOUNCE_DA, "Træk 1, Sort", "Bonde Erik fem");
	expect_ply(2, ANNOUNCE_EN, "Move 2, White", "Illegal move, Felix one, Felix five");
	expect_ply(2, ANNOUNCE_DE, "Zug 2, Weiß", "Regelwidriger Zug, Felix eins, Felix fünf");
	expect_ply(3, ANNOUNCE_DE, "Zug 2, Schwarz", "Springer Cesar sechs");
}
END_TEST

static void expect_words(const char *lang, size_t i, const char *written, const char *spoken)
{
	struct build_words words;
	json_t *object, *move;

	must_hold(build_words_of(lang, &words), "%s", lang);
	object = build_game(&game, false, &words);
	move = json_array_get(json_object_get(object, "moves"), i);
	if (written)
		ck_assert_str_eq(json_string_value(json_object_get(move, "written")), written);
	else
		must_hold(json_is_null(json_object_get(move, "written")), "written");
	if (spoken)
		ck_assert_str_eq(json_string_value(json_object_get(move, "spoken")), spoken);
	else
		must_hold(json_is_null(json_object_get(move, "spoken")), "spoken");
	json_decref(object);
}

/* Appendix C.2, C.3, C.13: own letters, 0-0, no equals sign. */
START_TEST(the_game_is_told_in_the_readers_words)
{
	struct build_words words;
	json_t *object, *move;

	begin("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1b5 c7c6 e1g1");
	expect_words("da", 4, "exd6 e.p.", "Bonde Erik slår Dora seks en passant");
	expect_words("nb_NO", 6, "Sf3", "Springer Felix tre");
	expect_words("de", 8, "Lb5+", "Läufer Bella fünf, Schach");
	expect_words("en", 10, "0-0", "Short castling");
	expect_words("fr", 6, "Cf3", NULL);
	must_hold(!build_words_of("xx", &words), "xx is no language");
	object = build_game(&game, true, NULL);
	move = json_array_get(json_object_get(object, "moves"), 0);
	must_hold(!json_object_get(move, "spoken") && !json_object_get(move, "written"),
		  "not asked for");
	json_decref(object);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("broadcast: moves said aloud");
	TCase *of_move = tcase_create("moves"), *of_game = tcase_create("games");

	tcase_add_test(of_move, art_d_2_1_moves_are_announced_in_four_languages);
	tcase_add_test(of_move, castling_of_chess960_is_told_by_its_side);
	tcase_add_test(of_move, what_is_said_is_one_move);
	tcase_add_test(of_move, languages_are_known_by_their_codes);
	tcase_add_test(of_move, results_are_announced);
	tcase_add_checked_fixture(of_game, setup, teardown);
	tcase_add_test(of_game, plies_of_a_game_with_an_illegal_one);
	tcase_add_test(of_game, the_game_is_told_in_the_readers_words);
	suite_add_tcase(s, of_move);
	suite_add_tcase(s, of_game);
	return run_suite(s);
}
