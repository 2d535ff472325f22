/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/pairing/pairing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/words.h"

/* What the readers of pairings make of files; all of TRF is in test_pairing_trf.c. */

static struct pairing_list list;
static struct pairing_fault fault;

static void end(void)
{
	pairing_list_clear(&list);
}

static int reading(const char *text, size_t len, unsigned round)
{
	struct pairing_source source = {.text = {text, len}, .round = round};

	pairing_list_clear(&list);
	return pairing_read(&list, &source, &fault);
}

static void read_all(const char *text)
{
	int r = reading(text, strlen(text), 0);

	ck_assert_msg(r == 0, "line %zu: %s", fault.line, fault.why);
}

static void expect_fault(const char *text, size_t line, const char *why)
{
	ck_assert_int_eq(reading(text, strlen(text), 0), -EINVAL);
	ck_assert_msg(strstr(fault.why, why), "%s", fault.why);
	ck_assert_uint_eq(fault.line, line);
}

static void expect(size_t i, unsigned round, unsigned board, const char *white, const char *black)
{
	ck_assert_uint_lt(i, list.count);
	ck_assert_uint_eq(list.pairings[i].round, round);
	ck_assert_uint_eq(list.pairings[i].board, board);
	ck_assert_str_eq(list.pairings[i].player[RULES_WHITE].name, white);
	ck_assert_str_eq(list.pairings[i].player[RULES_BLACK].name, black);
}

static void expect_unused(size_t i, size_t line, const char *why)
{
	ck_assert_uint_lt(i, list.unused_kept);
	ck_assert_uint_eq(list.unused[i].line, line);
	ck_assert_msg(strstr(list.unused[i].why, why), "%s", list.unused[i].why);
}

/* --- names --- */

static void expect_name(const char *text, const char *name)
{
	char ret[96];

	ck_assert(pairing_name(rules_slice_of(text), ret, sizeof(ret)));
	ck_assert_str_eq(ret, name);
}

START_TEST(a_name_is_written_in_one_way)
{
	char ret[96], small[8];
	char long_name[700];

	expect_name("  Lund ,Jörg\t Peter ", "Lund, Jörg Peter");
	expect_name("Vik,Mia", "Vik, Mia");
	expect_name("Vik,", "Vik");
	expect_name("Berg, Ane, jr", "Berg, Ane, jr");
	expect_name("O'Brien, \"Bob\" \\ \x01\x7f\xc2\x85", "O'Brien, 'Bob'");
	expect_name("Ho\xc2\xa0"
		    "Chi",
		    "Ho Chi");
	ck_assert(pairing_name(rules_slice_of("Åßæ Holm"), small, sizeof(small)));
	ck_assert_str_eq(small, "Åßæ");
	memset(long_name, 'x', sizeof(long_name));
	ck_assert(
		pairing_name((struct rules_slice){long_name, sizeof(long_name)}, ret, sizeof(ret)));
	ck_assert_uint_eq(strlen(ret), 95);
}
END_TEST

START_TEST(letters_and_their_accents_are_one_character)
{
	expect_name("Lund, Jo\xcc\x88rg", "Lund, Jörg");
	expect_name("Holm, A\xcc\x8ase", "Holm, Åse");
	/* Two marks, in the order that Unicode does not have them. */
	expect_name("Nguye\xcc\x82\xcc\xa3n", "Nguy\xe1\xbb\x87n");
	expect_name("Nguye\xcc\xa3\xcc\x82n", "Nguy\xe1\xbb\x87n");
}
END_TEST

START_TEST(somebody_who_is_not_there_has_no_name)
{
	static const char *const nobody[] = {"",      " ",         "-",          "bye", "BYE",
					     " Bye ", "Spielfrei", "Oversidder", "\x01"};
	char ret[96];

	for (size_t i = 0; i < sizeof(nobody) / sizeof(nobody[0]); i++)
		ck_assert_msg(!pairing_name(rules_slice_of(nobody[i]), ret, sizeof(ret)), "%s",
			      nobody[i]);
}
END_TEST

START_TEST(titles_and_numbers)
{
	static const char *const titles[][2] = {
		{"g", "GM"},    {"m", "IM"},   {"f", "FM"},   {"c", "CM"},   {"wg", "WGM"},
		{" wf", "WFM"}, {"wm", "WIM"}, {"WC", "WCM"}, {"gm", "GM"},  {"WIM", "WIM"},
		{"-", ""},      {"", ""},      {"Baron", ""}, {" FM ", "FM"}};
	char ret[8];

	for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
		pairing_title(rules_slice_of(titles[i][0]), ret);
		ck_assert_str_eq(ret, titles[i][1]);
	}
	ck_assert_uint_eq(pairing_number(rules_slice_of(" 2104 ")), 2104);
	ck_assert_uint_eq(pairing_number(rules_slice_of("0")), 0);
	ck_assert_uint_eq(pairing_number(rules_slice_of("")), 0);
	ck_assert_uint_eq(pairing_number(rules_slice_of("21x4")), 0);
	ck_assert_uint_eq(pairing_number(rules_slice_of("99999999999999999999")), 0);
}
END_TEST

/* --- CSV --- */

#define CSV_HEAD                                                                                 \
	"round,board,white,white_title,white_elo,white_fide,white_team,black,black_title,black_" \
	"elo,"                                                                                   \
	"black_fide,black_team,result\n"
#define CSV                                                                            \
	CSV_HEAD "2,1,\"Vik, Mia\",CM,1987,1500003,,\"Holm, Åse\",,1700,1400055,,*\n" \
		 "2,2,\"Lund, Jörg Peter\",,2104,1700002,,\"Okafor, Chidi\",,1850,,,*\n"

static void expect_round_two(void)
{
	const struct pairing *first = list.pairings, *second = list.pairings + 1;

	ck_assert_uint_eq(list.count, 2);
	expect(0, 2, 1, "Vik, Mia", "Holm, Åse");
	expect(1, 2, 2, "Lund, Jörg Peter", "Okafor, Chidi");
	ck_assert_str_eq(first->player[RULES_WHITE].title, "CM");
	ck_assert_uint_eq(first->player[RULES_WHITE].elo, 1987);
	ck_assert_uint_eq(first->player[RULES_WHITE].fide, 1500003);
	ck_assert_uint_eq(first->player[RULES_BLACK].fide, 1400055);
	ck_assert_uint_eq(second->player[RULES_BLACK].elo, 1850);
	ck_assert_uint_eq(second->player[RULES_BLACK].fide, 0);
	ck_assert_str_eq(second->result, "*");
	ck_assert(!list.is_guessed);
}

START_TEST(a_table_of_text_is_read)
{
	read_all(CSV);
	expect_round_two();
	ck_assert_int_eq(list.form, PAIRING_CSV);
	ck_assert_uint_eq(list.unused_count, 0);
	ck_assert_uint_eq(list.pairings[1].line, 3);
}
END_TEST

START_TEST(a_table_of_text_may_look_otherwise)
{
	read_all("\xef\xbb\xbf" CSV);
	expect_round_two();
	read_all("BLACK;Board;note;white;Round\r\n"
		 "Holm, Åse;1;\"a;b\r\nc\";\"Vik; Mia\";2\r\n\r\n"
		 "Okafor, \"Chidi\"; 2 ;;Lund \"\"Jörg\"\";2");
	ck_assert_uint_eq(list.count, 2);
	expect(0, 2, 1, "Vik; Mia", "Holm, Åse");
	expect(1, 2, 2, "Lund ''Jörg''", "Okafor, 'Chidi'");
	ck_assert_uint_eq(list.pairings[1].line, 5);
	read_all("board\twhite\tblack\r1\tA\tB\r2\tC\tD");
	expect(0, 0, 1, "A", "B");
	expect(1, 0, 2, "C", "D");
	ck_assert_uint_eq(list.pairings[1].line, 3);
	read_all("board,white,black\n1,\"L\xf8vland, \xc5ge\",B\n"); /* ISO 8859-1 */
	expect(0, 0, 1, "Løvland, Åge", "B");
}
END_TEST

START_TEST(lines_of_a_table_that_are_of_no_use_are_named)
{
	read_all("round,board,white,black,result\n"
		 "1,1,A,B,1-0\n"
		 "1,0,A,B,\n"
		 "x,2,A,B,\n"
		 "1,3,A,bye,\n"
		 "1,4,,B,\n"
		 "1,5,A,B,2-0\n"
		 "1,1,C,D,\n"
		 "1,6,C,D,*,more\n"
		 "2,1,C,D,½-½\n"
		 "1,7,C,D\n");
	ck_assert_uint_eq(list.count, 3);
	expect(0, 1, 1, "A", "B");
	ck_assert_str_eq(list.pairings[0].result, "1-0");
	expect(1, 1, 7, "C", "D");
	expect(2, 2, 1, "C", "D");
	ck_assert_str_eq(list.pairings[2].result, "1/2-1/2");
	ck_assert_uint_eq(list.unused_count, 7);
	expect_unused(0, 3, "board");
	expect_unused(1, 4, "round");
	expect_unused(2, 5, "nobody");
	expect_unused(3, 6, "nobody");
	expect_unused(4, 7, "no result");
	expect_unused(5, 8, "board 1 is taken by line 2");
	expect_unused(6, 9, "more fields");
}
END_TEST

START_TEST(a_file_that_is_no_use_at_all_is_refused_with_the_reason)
{
	expect_fault("", 0, "empty");
	expect_fault(" \n\n", 0, "empty");
	expect_fault("white,black\nA,B\n", 1, "no column \"board\"");
	expect_fault("\nboard,white,board,black\n", 2, "two columns \"board\"");
	expect_fault("board,white,black\n1,A,\n", 2, "nobody");
	expect_fault("board,white,black\n", 0, "no pairing");
	expect_fault("{\"pairings\":[}", 1, "no JSON");
	expect_fault("{\"rounds\":[]}", 0, "no index.json");
	expect_fault("2\n1 2\n", 0, "TRF");
}
END_TEST

/* --- PGN --- */

START_TEST(games_with_their_tags_are_pairings)
{
	read_all("[Event \"Harbour Open 2026\"]\n[Round \"2.1\"]\n[White \"Vik, Mia\"]\n"
		 "[Black \"Holm, Åse\"]\n[Result \"*\"]\n[Board \"1\"]\n[WhiteElo \"1987\"]\n"
		 "[WhiteTitle \"CM\"]\n[WhiteFideId \"1500003\"]\n[BlackElo \"1700\"]\n"
		 "[BlackFideId \"1400055\"]\n\n*\n\n"
		 "[Event \"Harbour Open 2026\"]\n[Round \"2.2\"]\n[White \"Lund, Jörg Peter\"]\n"
		 "[Black \"Okafor, Chidi\"]\n[WhiteElo \"2104\"]\n[WhiteFideId \"1700002\"]\n"
		 "[BlackElo \"1850\"]\n[WhiteTeam \"Havnen\"]\n\n*\n");
	expect_round_two();
	ck_assert_str_eq(list.pairings[1].player[RULES_WHITE].team, "Havnen");
	ck_assert_int_eq(list.form, PAIRING_PGN);
}
END_TEST

START_TEST(a_game_without_a_board_has_that_of_its_order)
{
	read_all("[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n\n"
		 "[Round \"2\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"0-1\"]\n\n1. e5 0-1\n\n"
		 "[Round \"1\"]\n[White \"E\"]\n[Black \"bye\"]\n\n*\n\n"
		 "[Round \"1\"]\n[White \"G\"]\n[Black \"H \\\"x\\\\\"]\n\n*\n");
	ck_assert_uint_eq(list.count, 3);
	expect(0, 1, 1, "A", "B");
	expect(1, 1, 3, "G", "H 'x");
	expect(2, 2, 1, "C", "D");
	ck_assert_str_eq(list.pairings[2].result, "0-1");
	ck_assert_uint_eq(list.unused_count, 1);
	expect_unused(0, 14, "nobody");
}
END_TEST

START_TEST(two_hundred_games_twice_are_the_same_pairings)
{
	char *text = malloc(200 * 200);
	struct pairing_list first;
	size_t len = 0;

	for (int i = 1; i <= 200; i++)
		len += (size_t)sprintf(
			text + len,
			"[Event \"E\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"3.%d\"]\n"
			"[White \"White, %d\"]\n[Black \"Black, %d\"]\n[Result "
			"\"*\"]\n\n*\n\n",
			201 - i, i, i);
	read_all(text);
	ck_assert_uint_eq(list.count, 200);
	expect(0, 3, 1, "White, 200", "Black, 200");
	expect(199, 3, 200, "White, 1", "Black, 1");
	first = list;
	list = (struct pairing_list){0};
	read_all(text);
	ck_assert_uint_eq(list.count, first.count);
	ck_assert_mem_eq(list.pairings, first.pairings, 200 * sizeof(*list.pairings));
	pairing_list_clear(&first);
	free(text);
}
END_TEST

/* --- LiveChess --- */

START_TEST(a_round_of_livechess_is_read)
{
	static const char text[] =
		"{\"date\":\"2026-01-02\",\"pairings\":["
		"{\"white\":{\"fname\":\"Mia\",\"mname\":null,\"lname\":\"Vik\",\"title\":\"CM\","
		"\"federation\":\"NOR\",\"gender\":null,\"fideid\":1500003},"
		"\"black\":{\"fname\":\"Åse\",\"mname\":null,\"lname\":\"Holm\",\"title\":null,"
		"\"federation\":null,\"gender\":null,\"fideid\":null},\"result\":\"*\","
		"\"live\":true},"
		"{\"white\":null,\"black\":null,\"result\":\"*\",\"live\":false},"
		"{\"white\":{\"fname\":\"Jörg\",\"mname\":\"Peter\",\"lname\":\"Lund\"},"
		"\"black\":{\"lname\":\"Okafor\"},\"result\":\"½-½\",\"live\":false}]}";

	ck_assert_int_eq(reading(text, strlen(text), 2), 0);
	ck_assert_uint_eq(list.count, 2);
	expect(0, 2, 1, "Vik, Mia", "Holm, Åse");
	expect(1, 2, 3, "Lund, Jörg Peter", "Okafor");
	ck_assert_str_eq(list.pairings[0].player[RULES_WHITE].federation, "NOR");
	ck_assert_uint_eq(list.pairings[0].player[RULES_WHITE].fide, 1500003);
	ck_assert_str_eq(list.pairings[1].result, "1/2-1/2");
	expect_unused(0, 0, "pairing 2");
}
END_TEST

/* --- limits --- */

START_TEST(what_is_too_much_is_refused)
{
	char *text = malloc(PAIRING_BYTES_MAX + 1);
	size_t len = 0;

	memset(text, 'x', PAIRING_BYTES_MAX + 1);
	ck_assert_int_eq(reading(text, PAIRING_BYTES_MAX + 1, 0), -EINVAL);
	ck_assert_msg(strstr(fault.why, "longer"), "%s", fault.why);
	len = (size_t)sprintf(text, "round,board,white,black\n");
	for (int i = 0; i <= PAIRING_COUNT_MAX; i++)
		len += (size_t)sprintf(text + len, "%d,%d,A,B\n", 1 + i / 9999, 1 + i % 9999);
	ck_assert_int_eq(reading(text, len, 0), -EINVAL);
	ck_assert_msg(strstr(fault.why, "more than"), "%s", fault.why);
	len = (size_t)sprintf(text, "board,white,black\n1,A,B\n");
	for (int i = 0; i < 3000; i++)
		len += (size_t)sprintf(text + len, "x,A,B\n");
	ck_assert_int_eq(reading(text, len, 0), 0);
	ck_assert_uint_eq(list.unused_count, 3000);
	ck_assert_uint_eq(list.unused_kept, PAIRING_UNUSED_MAX);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: pairings");
	TCase *tests = tcase_create("pairing");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, NULL, end);
	tcase_add_test(tests, a_name_is_written_in_one_way);
	tcase_add_test(tests, letters_and_their_accents_are_one_character);
	tcase_add_test(tests, somebody_who_is_not_there_has_no_name);
	tcase_add_test(tests, titles_and_numbers);
	tcase_add_test(tests, a_table_of_text_is_read);
	tcase_add_test(tests, a_table_of_text_may_look_otherwise);
	tcase_add_test(tests, lines_of_a_table_that_are_of_no_use_are_named);
	tcase_add_test(tests, a_file_that_is_no_use_at_all_is_refused_with_the_reason);
	tcase_add_test(tests, games_with_their_tags_are_pairings);
	tcase_add_test(tests, a_game_without_a_board_has_that_of_its_order);
	tcase_add_test(tests, two_hundred_games_twice_are_the_same_pairings);
	tcase_add_test(tests, a_round_of_livechess_is_read);
	tcase_add_test(tests, what_is_too_much_is_refused);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
