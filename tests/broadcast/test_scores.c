/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/scores.h"

#include <stdio.h>
#include <string.h>

#include "tests/broadcast/story.h"
#include "tests/support/words.h"

static struct story told;
static struct record *record;
static struct pgn_options options;

static void begin(void)
{
	told = story_begin();
	record = record_new(NULL, NULL);
}

static void end(void)
{
	record_free(record);
	story_end(&told);
}

static void play(const char *board, const char *game, int table, const char *moves)
{
	story_game(&told, record, board, game, table, moves);
}

/* The games of the text, by their GameIds. */
static void expect_games(unsigned round, unsigned table, const char *want)
{
	size_t len = 12345;
	char *text = scores_write(record, round, table, &options, &len), ids[400] = "";

	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(strlen(text), len);
	for (char *at = text; (at = strstr(at, "[GameId \"")) != NULL; at++) {
		char id[100];

		ck_assert_int_eq(sscanf(at, "[GameId \"%99[^\"]", id), 1);
		strcat(ids, ids[0] != '\0' ? " " : "");
		strcat(ids, id);
	}
	ck_assert_str_eq(ids, want);
	free(text);
}

START_TEST(games_come_by_table)
{
	expect_games(0, 0, "");
	play("a", "ev-r1-b12-1", 12, "e2e4");
	play("z", "ev-r1-b2-1", 2, "e2e4 e7e5");
	play("m", "ev-r1-b3-1", 3, "");
	expect_games(0, 0, "ev-r1-b2-1 ev-r1-b3-1 ev-r1-b12-1");
	expect_games(0, 3, "ev-r1-b3-1");
	expect_games(0, 4, "");
	ck_assert_ptr_null(scores_game(record, 0, 4));
	ck_assert_str_eq(scores_game(record, 0, 12)->id, "ev-r1-b12-1");
}
END_TEST

START_TEST(of_a_table_the_game_that_was_heard_of_last)
{
	play("a", "ev-r1-b1-1", 1, "e2e4");
	play("b", "ev-r1-b1-2", 1, "d2d4");
	expect_games(0, 0, "ev-r1-b1-2");
	ck_assert_str_eq(scores_game(record, 0, 1)->id, "ev-r1-b1-2");
}
END_TEST

START_TEST(a_round_by_itself)
{
	play("a", "ev-r1-b1-1", 1, "e2e4");
	play("b", "ev-r2-b2-1", 2, "d2d4");
	expect_games(0, 0, "ev-r1-b1-1 ev-r2-b2-1");
	expect_games(1, 0, "ev-r1-b1-1");
	expect_games(2, 0, "ev-r2-b2-1");
	expect_games(2, 1, "");
}
END_TEST

/* Comments make it longer than is thought at first. */
START_TEST(a_long_text_fits)
{
	static char moves[10000];
	char site[4000];

	for (int i = 0; i < 100; i++)
		strcat(moves, "g1f3 g8f6 f3g1 f6g8 ");
	memset(site, 'x', sizeof(site) - 1);
	site[sizeof(site) - 1] = '\0';
	options.site = site;
	play("a", "ev-r1-b1-1", 1, moves);
	play("b", "ev-r1-b2-1", 2, "e2e4");
	expect_games(0, 0, "ev-r1-b1-1 ev-r1-b2-1");
}
END_TEST

static void decide(const char *decision)
{
	story_tell(&told, "decision", decision);
	story_take(&told, record);
}

/* Appendix D: the game is that of the table of the lower number. */
START_TEST(the_second_board_of_a_game_is_no_other_game)
{
	play("a", "ev-r1-b1-1", 1, "e2e4");
	decide("{'action':'second-board black 2','by':'Ida'}");
	expect_games(0, 0, "ev-r1-b1-1");
	play("b", "ev-r1-b2-1", 2, "e2e4");
	expect_games(0, 0, "ev-r1-b1-1 ev-r1-b2-1");
	decide("{'action':'second-board white 1','by':'Ida'}");
	expect_games(0, 0, "ev-r1-b1-1");
	expect_games(1, 2, "");
	ck_assert_ptr_null(scores_game(record, 0, 2));
	decide("{'action':'second-board none','by':'Ida'}");
	expect_games(0, 2, "ev-r1-b2-1");
}
END_TEST

START_TEST(an_undone_pair_is_two_games)
{
	char undo[80];

	play("b", "ev-r1-b2-1", 2, "e2e4");
	decide("{'action':'second-board white 1','by':'Ida'}");
	expect_games(0, 0, "");
	snprintf(undo, sizeof(undo), "{'action':'undo','by':'Ida','undoes':%d}", (int)told.seq);
	decide(undo);
	expect_games(0, 0, "ev-r1-b2-1");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: PGN of all games");
	TCase *tc = tcase_create("scores");

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, games_come_by_table);
	tcase_add_test(tc, of_a_table_the_game_that_was_heard_of_last);
	tcase_add_test(tc, a_round_by_itself);
	tcase_add_test(tc, a_long_text_fits);
	tcase_add_test(tc, the_second_board_of_a_game_is_no_other_game);
	tcase_add_test(tc, an_undone_pair_is_two_games);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
