/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/pairing/pairing.h"
#include "tests/support/words.h"

/* FIDE's report, and the list of a pairing engine beside it. */

#define TRF                                                                                        \
	"012 Harbour Open 2026\n"                                                                  \
	"022 Aarhus\n"                                                                             \
	"032 DEN\n"                                                                                \
	"042 2026/01/01\n"                                                                         \
	"052 2026/01/02\n"                                                                         \
	"062 5\n"                                                                                  \
	"092 Individual: Swiss-System\n"                                                           \
	"102 Example Arbiter\n"                                                                    \
	"122 90 min + 30 sec/move\n"                                                               \
	"132                                                                                    "  \
	"    26/01/01  26/01/02\n"                                                                 \
	"001    1 m    Lund, Jörg Peter                  2104 SWE     1700002 1988/05/17  0.5   " \
	" 4     2 b =     4 w\n"                                                                   \
	"001    2 wWFM Berg, Ane                         2051 DEN     1400001 1999        1.0   "  \
	" 3     1 w =  0000 - H\n"                                                                 \
	"001    3 w CM Vik, Mia                          1987 NOR     1500003 2004        1.0   "  \
	" 1     4 b 1     5 w\n"                                                                   \
	"001    4 m    Okafor, Chidi                     1850 NGR                         0.0   "  \
	" 5     3 w 0     1 b\n"                                                                   \
	"001    5 w    Holm, Åse                         1700 DEN     1400055 1971/11/30  1.0   " \
	" 2  0000 - U     3 b\n"

static struct pairing_list list;
static struct pairing_fault fault;

static void end(void)
{
	pairing_list_clear(&list);
}

static int reading(const char *text, size_t len, const char *players, unsigned round)
{
	struct pairing_source source = {
		.text = {text, len}, .players = {players, strlen(players)}, .round = round};

	pairing_list_clear(&list);
	return pairing_read(&list, &source, &fault);
}

static void read_text(const char *text, unsigned round)
{
	int r = reading(text, strlen(text), "", round);

	ck_assert_msg(r == 0, "line %zu: %s", fault.line, fault.why);
}

static void expect(size_t i, unsigned board, const char *white, const char *black,
		   const char *result)
{
	ck_assert_uint_lt(i, list.count);
	ck_assert_uint_eq(list.pairings[i].board, board);
	ck_assert_str_eq(list.pairings[i].player[RULES_WHITE].name, white);
	ck_assert_str_eq(list.pairings[i].player[RULES_BLACK].name, black);
	ck_assert_str_eq(list.pairings[i].result, result);
}

static void expect_unused(size_t i, size_t line, const char *why)
{
	ck_assert_uint_lt(i, list.unused_kept);
	ck_assert_uint_eq(list.unused[i].line, line);
	ck_assert_msg(strstr(list.unused[i].why, why), "%s", list.unused[i].why);
}

static void expect_round_two(void)
{
	const struct game_player *vik = &list.pairings[0].player[RULES_WHITE];

	ck_assert_uint_eq(list.count, 2);
	expect(0, 1, "Vik, Mia", "Holm, Åse", "*");
	expect(1, 2, "Lund, Jörg Peter", "Okafor, Chidi", "*");
	ck_assert_uint_eq(list.pairings[0].round, 2);
	ck_assert_str_eq(vik->title, "CM");
	ck_assert_str_eq(vik->federation, "NOR");
	ck_assert_uint_eq(vik->elo, 1987);
	ck_assert_uint_eq(vik->fide, 1500003);
	ck_assert_uint_eq(list.pairings[1].player[RULES_BLACK].fide, 0);
	ck_assert(list.is_guessed);
	ck_assert_uint_eq(list.unused_count, 1);
	expect_unused(0, 12, "player 2 has no opponent");
}

/* A copy with other bytes in the place of some; to be freed. */
static char *with(const char *text, const char *was, const char *is)
{
	size_t room = 2 * strlen(text) + 1, len = 0;
	char *copy = malloc(room);

	while (*text != '\0') {
		bool is_here = strncmp(text, was, strlen(was)) == 0;

		len += (size_t)snprintf(copy + len, room - len, "%.*s", is_here ? 100 : 1,
					is_here ? is : text);
		text += is_here ? strlen(was) : 1;
	}
	copy[len] = '\0';
	return copy;
}

static void read_with(const char *was, const char *is)
{
	char *text = with(TRF, was, is);

	read_text(text, 2);
	free(text);
}

START_TEST(the_round_to_come_is_read)
{
	read_text(TRF, 2);
	expect_round_two();
	read_text(TRF, 0); /* the last */
	expect_round_two();
	ck_assert_int_eq(list.form, PAIRING_TRF);
}
END_TEST

START_TEST(a_round_that_was_played_has_results)
{
	read_text(TRF, 1);
	ck_assert_uint_eq(list.count, 2);
	expect(0, 1, "Berg, Ane", "Lund, Jörg Peter", "1/2-1/2");
	expect(1, 2, "Okafor, Chidi", "Vik, Mia", "0-1");
	expect_unused(0, 15, "player 5 has no opponent");
}
END_TEST

START_TEST(ends_of_lines_do_not_matter)
{
	char *text = with(TRF, "\n", "\r\n");

	read_text(text, 2);
	expect_round_two();
	free(text);
	text = with(TRF, "\n", "\r");
	read_text(text, 2);
	expect_round_two();
	free(text);
	ck_assert_int_eq(reading(TRF, strlen(TRF) - 1, "", 2), 0);
	expect_round_two();
}
END_TEST

START_TEST(a_file_in_another_code_is_read)
{
	char *once = with(TRF, "ö", "\xf6"), *text = with(once, "Å", "\xc5");

	read_text(text, 2);
	expect_round_two();
	free(text);
	free(once);
}
END_TEST

START_TEST(a_line_that_ends_early_is_a_player_without_rounds)
{
	char *text = with(TRF, "  1.0    1     4 b 1     5 w\n", "\n");

	read_text(text, 2);
	ck_assert_uint_eq(list.count, 1);
	expect(0, 1, "Lund, Jörg Peter", "Okafor, Chidi", "*");
	ck_assert_uint_eq(list.unused_count, 3);
	expect_unused(1, 13, "player 3 has no opponent");
	expect_unused(2, 15, "players 5 and 3 do not say the same");
	free(text);
}
END_TEST

START_TEST(titles_in_short_are_read)
{
	read_with("   3 w CM Vik", "   3 w  g Vik");
	ck_assert_str_eq(list.pairings[0].player[RULES_WHITE].title, "GM");
	read_with("   3 w CM Vik", "   3 w wf Vik");
	ck_assert_str_eq(list.pairings[0].player[RULES_WHITE].title, "WFM");
}
END_TEST

START_TEST(columns_count_characters)
{
	read_with("Vik, Mia                         ", "Ææøåéüñçßðþ Ææøåéüñçßðþ, Ææøåéüñç");
	ck_assert_str_eq(list.pairings[0].player[RULES_WHITE].name,
			 "Ææøåéüñçßðþ Ææøåéüñçßðþ, Ææøåéüñç");
	ck_assert_uint_eq(list.pairings[0].player[RULES_WHITE].elo, 1987);
	ck_assert_uint_eq(list.pairings[0].player[RULES_WHITE].fide, 1500003);
	ck_assert_uint_eq(list.pairings[0].board, 1);
}
END_TEST

START_TEST(fifteen_rounds_are_read)
{
	char text[2000] = "";
	size_t len = 0;

	for (int i = 1; i <= 2; i++) {
		len += (size_t)sprintf(text + len,
				       "001 %4d m    Player, %d                         "
				       "2000 DEN     1400001 1999        1.0    1",
				       i, i);
		for (int j = 1; j <= 15; j++)
			len += (size_t)sprintf(text + len, "  %4d %c %c", 3 - i,
					       (i + j) % 2 ? 'b' : 'w', j < 15 ? '=' : ' ');
		len += (size_t)sprintf(text + len, "\n");
	}
	for (unsigned round = 1; round <= 15; round++) {
		read_text(text, round);
		expect(0, 1, round % 2 ? "Player, 1" : "Player, 2",
		       round % 2 ? "Player, 2" : "Player, 1", round < 15 ? "1/2-1/2" : "*");
		ck_assert_uint_eq(list.pairings[0].round, round);
	}
	ck_assert_int_eq(reading(text, strlen(text), "", 16), -EINVAL);
	ck_assert_msg(strstr(fault.why, "only up to 15"), "%s", fault.why);
}
END_TEST

START_TEST(forfeits_and_contradictions)
{
	read_with("     5 w\n", "     5 w -\n");
	expect(0, 1, "Vik, Mia", "Holm, Åse", "0-1");
	ck_assert(list.pairings[0].is_forfeit);
	read_with("     5 w\n", "     5 b\n"); /* both say Black */
	ck_assert_uint_eq(list.count, 1);
	expect_unused(1, 13, "players 3 and 5 do not say the same");
	read_with("     5 w\n", "    77 w\n");
	expect_unused(1, 13, "player 3 meets 77, whom nobody knows");
	read_with("001    5 w", "001    4 w");
	expect_unused(2, 15, "player 4 is on line 14");
	read_with("092 Individual", "999 Individual");
	expect_unused(0, 7, "nothing of it is needed");
}
END_TEST

START_TEST(teams_of_both_versions)
{
	char text[2000];

	read_text(TRF "013 Havnen                             3    4\n", 2);
	ck_assert_str_eq(list.pairings[0].player[RULES_WHITE].team, "Havnen");
	ck_assert_str_eq(list.pairings[1].player[RULES_BLACK].team, "Havnen");
	ck_assert_str_eq(list.pairings[0].player[RULES_BLACK].team, "");
	snprintf(text, sizeof(text), "### TRF26\n310   1 %-32s%33s%4d %4d\n%s", "Skakklubben", "",
		 3, 5, TRF);
	read_text(text, 2);
	ck_assert_str_eq(list.pairings[0].player[RULES_WHITE].team, "Skakklubben");
	ck_assert_str_eq(list.pairings[0].player[RULES_BLACK].team, "Skakklubben");
}
END_TEST

START_TEST(the_list_of_an_engine_gives_the_boards)
{
	static const char pairs[] = "3\n1 4\n3 5\n2 0\n";

	ck_assert_int_eq(reading(pairs, strlen(pairs), TRF, 2), 0);
	ck_assert_uint_eq(list.count, 2);
	expect(0, 1, "Lund, Jörg Peter", "Okafor, Chidi", "*");
	expect(1, 2, "Vik, Mia", "Holm, Åse", "*");
	ck_assert_uint_eq(list.pairings[1].line, 3);
	ck_assert_uint_eq(list.pairings[1].round, 2);
	ck_assert_uint_eq(list.pairings[1].player[RULES_BLACK].elo, 1700);
	ck_assert(!list.is_guessed);
	ck_assert_uint_eq(list.unused_count, 1);
	expect_unused(0, 4, "player 2 has no opponent");
}
END_TEST

START_TEST(the_list_of_an_engine_may_be_wrong)
{
	static const struct {
		const char *pairs;
		size_t line;
		const char *why;
	} bad[] = {{"2\n1 4\n", 0, "promises 2 pairs, there are 1"},
		   {"1\n1 4\n3 5\n", 0, "promises 1 pairs, there are 2"},
		   {"2\n1 4\n3\n", 3, "not two numbers"},
		   {"1\n1 4 5\n", 2, "not two numbers"},
		   {"1\n1 77777\n", 2, "not two numbers"},
		   {"1\n1 99\n", 2, "no player 99"}};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		ck_assert_int_eq(reading(bad[i].pairs, strlen(bad[i].pairs), TRF, 2), -EINVAL);
		ck_assert_msg(strstr(fault.why, bad[i].why), "%s", fault.why);
		ck_assert_uint_eq(fault.line, bad[i].line);
	}
	ck_assert_int_eq(reading("2\n1 4\n3 99\n", 11, TRF, 2), 0);
	ck_assert_uint_eq(list.count, 1);
	expect_unused(0, 3, "no player 99 in the TRF");
}
END_TEST

START_TEST(twice_is_the_same)
{
	struct pairing_list first;

	read_text(TRF, 2);
	first = list;
	list = (struct pairing_list){0};
	read_text(TRF, 2);
	ck_assert_mem_eq(list.pairings, first.pairings, 2 * sizeof(*list.pairings));
	pairing_list_clear(&first);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: TRF");
	TCase *tests = tcase_create("TRF");

	tcase_set_timeout(tests, 60);
	tcase_add_checked_fixture(tests, NULL, end);
	tcase_add_test(tests, the_round_to_come_is_read);
	tcase_add_test(tests, a_round_that_was_played_has_results);
	tcase_add_test(tests, ends_of_lines_do_not_matter);
	tcase_add_test(tests, a_file_in_another_code_is_read);
	tcase_add_test(tests, a_line_that_ends_early_is_a_player_without_rounds);
	tcase_add_test(tests, titles_in_short_are_read);
	tcase_add_test(tests, columns_count_characters);
	tcase_add_test(tests, fifteen_rounds_are_read);
	tcase_add_test(tests, forfeits_and_contradictions);
	tcase_add_test(tests, teams_of_both_versions);
	tcase_add_test(tests, the_list_of_an_engine_gives_the_boards);
	tcase_add_test(tests, the_list_of_an_engine_may_be_wrong);
	tcase_add_test(tests, twice_is_the_same);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
