/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/scores_good.h"

#include <stdio.h>
#include <string.h>

#include "broadcast/output/pgn_check.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

/* --- what can be read --- */

#define TAGS "[Event \"x\"]\n[Result \"*\"]\n\n"

static void expect_read(const char *text)
{
	char why[PGN_WHY_MAX] = "";

	ck_assert_msg(pgn_is_readable(rules_slice_of(text), why), "%s\n%s", why, text);
}

static void expect_refused(const char *text, const char *part)
{
	char why[PGN_WHY_MAX] = "";

	ck_assert_msg(!pgn_is_readable(rules_slice_of(text), why), "it was read:\n%s", text);
	ck_assert_msg(strstr(why, part), "\"%s\" is not about \"%s\"", why, part);
}

START_TEST(what_every_reader_takes)
{
	expect_read("");
	expect_read(TAGS "*\n\n");
	expect_read(TAGS "1. e4 {[%clk 1:30:00]} 1... e5 2. Nf3 *\n\n" TAGS "1. d4 *\n\n");
	expect_read("[Event \"a \\\"b\\\" \\\\ c\"]\n\n1-0\n\n");
}
END_TEST

START_TEST(what_some_reader_refuses)
{
	expect_refused(TAGS "1. e4 e5 2. Ke3 *\n\n", "line 4: ");
	expect_refused(TAGS "1. e4 e5 2.\n\n", "marker");
	expect_refused(TAGS "1. e4 e5\n\n" TAGS "*\n\n", "line 6: no marker");
	expect_refused(TAGS "1. e4 -- *\n\n", "line 4: ");
	expect_refused(TAGS "1. e4 (1. d4) 1... e5 *\n\n", "variation");
	expect_refused("[Event_2 \"x\"]\n\n*\n\n", "letters");
	expect_refused("[Event \"a\\b\"]\n\n*\n\n", "backslash");
	expect_refused("[Event \"x\"]\n\n[Result \"*\"]\n\n*\n\n", "cut into 2");
}
END_TEST

/* --- the last good text --- */

static struct story told;
static struct record *record;
static struct scores_good *good;
static struct pgn_options options;
static char refused[500];

static void note(void *data, const struct game *game, const char *why)
{
	(void)data;
	snprintf(refused, sizeof(refused), "%s: %s", game->id, why);
}

static void begin(void)
{
	told = story_begin();
	record = record_new(NULL, NULL);
	good = scores_good_new(note, NULL);
	refused[0] = '\0';
}

static void end(void)
{
	scores_good_free(good);
	record_free(record);
	story_end(&told);
}

static void play(const char *board, const char *game, int table, const char *moves)
{
	story_game(&told, record, board, game, table, moves);
}

static void go_on(int ply, const char *uci)
{
	story_move(&told, ply, uci);
	story_take(&told, record);
}

/* No report can do that; only a mistake of ours. */
static void spoil(const char *gid, size_t ply)
{
	struct game *game = (struct game *)record_game(record, gid)->game;

	game->plies[ply - 1].move = rules_move_of(rules_square_at(0, 0), rules_square_at(0, 7), 0);
}

static void expect_text(unsigned table, const char *want)
{
	size_t len = 0;
	char *text = scores_good_write(good, record, table, &options, &len);
	char why[PGN_WHY_MAX];

	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(strlen(text), len);
	ck_assert_msg(strstr(text, want), "no %s in\n%s", want, text);
	ck_assert_msg(pgn_is_readable(rules_slice_of(text), why), "%s\n%s", why, text);
	free(text);
}

START_TEST(a_good_text_is_that_of_the_scores)
{
	size_t len, good_len;
	char *all, *same;

	play("a", "ev-r1-b1-1", 1, "e2e4 e7e5");
	play("b", "ev-r1-b2-1", 2, "d2d4");
	for (int i = 0; i < 2; i++) {
		all = scores_write(record, 0, 0, &options, &len);
		same = scores_good_write(good, record, 0, &options, &good_len);
		ck_assert_str_eq(all, same);
		ck_assert_uint_eq(len, good_len);
		free(all);
		free(same);
		go_on(2, "d7d5");
	}
	expect_text(2, "1. d4");
	ck_assert_str_eq(refused, "");
}
END_TEST

START_TEST(a_bad_game_is_replaced_by_its_last_good_text)
{
	play("a", "ev-r1-b1-1", 1, "e2e4");
	play("b", "ev-r1-b2-1", 2, "d2d4 d7d5");
	expect_text(0, "1. d4");
	go_on(3, "c2c4");
	spoil("ev-r1-b2-1", 2);
	expect_text(0, "1... d5");
	expect_text(0, "1. e4"); /* and the others are there */
	ck_assert_ptr_nonnull(strstr(refused, "ev-r1-b2-1: line "));
	refused[0] = '\0';
	expect_text(0, "1... d5");
	ck_assert_str_eq(refused, ""); /* it is said once */
}
END_TEST

START_TEST(or_by_its_tags_if_it_never_was_good)
{
	play("a", "ev-r1-b1-1", 1, "e2e4 e7e5");
	spoil("ev-r1-b1-1", 1);
	expect_text(0, "[GameId \"ev-r1-b1-1\"]\n");
	expect_text(0, "\n\n*\n\n");
	/* the next game at the table has nothing to do with it */
	play("a", "ev-r1-b1-2", 1, "d2d4");
	expect_text(0, "[GameId \"ev-r1-b1-2\"]\n");
	expect_text(0, "\n\n1. d4");
}
END_TEST

START_TEST(another_manner_is_another_text)
{
	play("a", "ev-r1-b1-1", 1, "e2e4");
	expect_text(0, "[Site \"?\"]");
	options.site = "Aarhus DEN";
	scores_good_renew(good);
	expect_text(0, "[Site \"Aarhus DEN\"]");
	options.site = NULL;
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: PGN that can be read");
	TCase *checks = tcase_create("checks"), *games = tcase_create("games");

	tcase_add_test(checks, what_every_reader_takes);
	tcase_add_test(checks, what_some_reader_refuses);
	tcase_add_checked_fixture(games, begin, end);
	tcase_add_test(games, a_good_text_is_that_of_the_scores);
	tcase_add_test(games, a_bad_game_is_replaced_by_its_last_good_text);
	tcase_add_test(games, or_by_its_tags_if_it_never_was_good);
	tcase_add_test(games, another_manner_is_another_text);
	suite_add_tcase(suite, checks);
	suite_add_tcase(suite, games);
	return run_suite(suite);
}
