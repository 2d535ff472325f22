/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/lichess.h"
#include "broadcast/output/scores.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static struct story story;
static struct record *record;

static void setup(void)
{
	story = story_begin();
	record = record_new(NULL, NULL);
}

static void teardown(void)
{
	record_free(record);
	story_end(&story);
}

static const struct game *game(void)
{
	story_take(&story, record);
	return record_board(record, story.board)->game;
}

/* --- what is sent --- */

static void expect_control(unsigned base_s, unsigned increment_s, const char *wanted)
{
	char text[LICHESS_CLOCK_MAX] = "";

	ck_assert_int_eq(lichess_time_control(base_s, increment_s, text), wanted != NULL);
	ck_assert_str_eq(text, wanted ? wanted : "");
}

START_TEST(a_time_control_is_not_taken_for_hours)
{
	expect_control(5400, 30, "5400+30");
	expect_control(300, 3, "300+3");
	expect_control(181, 0, "181+0");
	expect_control(180, 2, "3 min + 2 sec");
	expect_control(60, 0, "1 min + 0 sec");
	expect_control(90, 1, NULL);
	expect_control(0, 0, NULL);
}
END_TEST

START_TEST(plies_are_counted_in_the_text)
{
	ck_assert_uint_eq(lichess_plies(""), 0);
	ck_assert_uint_eq(lichess_plies("[White \"1. e4 e5\"]"), 0);
	ck_assert_uint_eq(lichess_plies("[White \"A\"]\n[Result \"*\"]\n\n*\n\n"), 0);
	ck_assert_uint_eq(lichess_plies("[White \"A\"]\n\n1. e4 {[%clk 1:30:48]} 1... e5\n"
					"{[%clk 1:30:51]} 2. O-O-O 1/2-1/2\n\n"),
			  3);
	ck_assert_uint_eq(lichess_plies("[A \"B\"]\n\n1. e4 {no end"), 1);
}
END_TEST

START_TEST(as_many_as_the_game_has)
{
	const struct pgn_options options = {.event = "Open", .mark_doubtful = true};
	size_t len;
	char *text;

	story_random(&story, (uint64_t)_i, _i % 2 == 0);
	for (size_t i = 0; i < game()->ply_count; i++)
		if (!game()->plies[i].legal)
			return; /* the text stops before it */
	text = scores_write(record, 0, 0, &options, &len);
	ck_assert_uint_eq(lichess_plies(text), game()->ply_count);
	free(text);
}
END_TEST

START_TEST(a_game_without_names_is_dropped)
{
	story_tell(&story, "game", "{'state':'ready','fen':'" START "'}");
	ck_assert_str_eq(lichess_drops(game()), "not shown: White has no name");
	story.game = "ev-r2-b1-2";
	story_tell(&story, "game",
		   "{'state':'ready','fen':'" START "','white':{'name':'Berg, Ane'},"
		   "'black':{'name':'L'}}");
	ck_assert_str_eq(lichess_drops(game()), "not shown: Black has no name");
	story.game = "ev-r2-b1-3";
	story_tell(&story, "game",
		   "{'state':'ready','fen':'" START "','white':{'name':'Berg, Ane'},"
		   "'black':{'name':'Li'}}");
	ck_assert_ptr_null(lichess_drops(game()));
}
END_TEST

START_TEST(a_hundred_long_games_are_sent_in_parts)
{
	size_t lengths[150], sent = 0, parts = 0;

	for (size_t i = 0; i < 150; i++)
		lengths[i] = 7000 + 37 * i;
	while (sent < 150) {
		size_t taken = lichess_part(lengths + sent, 150 - sent, LICHESS_BODY_MAX);
		size_t bytes = 0;

		ck_assert_uint_ge(taken, 1);
		for (size_t i = 0; i < taken; i++)
			bytes += lengths[sent + i];
		ck_assert_uint_le(bytes, LICHESS_BODY_MAX);
		sent += taken;
		parts++;
	}
	ck_assert_uint_eq(sent, 150);
	ck_assert_uint_ge(parts, 5);
	for (size_t i = 0; i < 150; i++)
		lengths[i] = 10;
	ck_assert_uint_eq(lichess_part(lengths, 150, LICHESS_BODY_MAX), LICHESS_GAMES_MAX);
	lengths[0] = LICHESS_BODY_MAX + 1;
	ck_assert_uint_eq(lichess_part(lengths, 150, LICHESS_BODY_MAX), 1);
	ck_assert_uint_eq(lichess_part(lengths, 0, LICHESS_BODY_MAX), 0);
}
END_TEST

/* --- what is answered --- */

static struct lichess_entry entries[4];

static bool answer(const char *text, size_t count)
{
	return lichess_answer_read(text, strlen(text), entries, count);
}

static void expect_judged(size_t i, size_t plies, const char *wanted)
{
	char problem[LICHESS_ERROR_MAX];

	lichess_judge(&entries[i], plies, false, problem);
	ck_assert_str_eq(problem, wanted);
}

START_TEST(an_answer_is_compared_with_what_was_sent)
{
	ck_assert(answer("{\"games\":[{\"tags\":{},\"moves\":10},{\"tags\":{},\"error\":\"bad "
			 "char\\nat line 14\"},{\"tags\":{},\"moves\":3}]}",
			 3));
	expect_judged(0, 10, "");
	expect_judged(0, 9, "");
	expect_judged(1, 10, "bad char at line 14");
	expect_judged(2, 8, "cut at ply 4: 3 of 8 plies were understood");
}
END_TEST

START_TEST(one_error_for_all_is_that_of_each)
{
	ck_assert(answer("{\"games\":[{\"tags\":{},\"error\":\"upstream\"}]}", 3));
	for (size_t i = 0; i < 3; i++)
		expect_judged(i, 0, "upstream");
}
END_TEST

START_TEST(what_is_not_answered_is_a_problem)
{
	ck_assert(answer("{\"games\":[]}", 2));
	expect_judged(1, 0, "nothing about this game in the answer");
	ck_assert(answer("{\"games\":[{\"moves\":1},{},7]}", 4));
	expect_judged(0, 1, "");
	expect_judged(1, 0, "no number of moves in the answer");
	expect_judged(2, 0, "no number of moves in the answer");
	expect_judged(3, 0, "nothing about this game in the answer");
}
END_TEST

START_TEST(what_is_no_answer_is_none)
{
	static const char *const texts[] = {"", "<html>", "[]", "{}", "{\"games\":7}", "null"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		ck_assert_msg(!answer(texts[i], 1), "%s", texts[i]);
}
END_TEST

START_TEST(a_long_error_ends_with_a_whole_character)
{
	char text[600] = "{\"games\":[{\"error\":\"x";

	for (int i = 0; i < 200; i++)
		strcat(text, "ø");
	strcat(text, "\"}]}");
	ck_assert(answer(text, 1));
	ck_assert_uint_eq(strlen(entries[0].error), 159);
	ck_assert_str_eq(entries[0].error + 157, "ø");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: Lichess");
	TCase *tc = tcase_create("lichess");

	tcase_set_timeout(tc, 120);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_time_control_is_not_taken_for_hours);
	tcase_add_test(tc, plies_are_counted_in_the_text);
	tcase_add_loop_test(tc, as_many_as_the_game_has, 1, 30);
	tcase_add_test(tc, a_game_without_names_is_dropped);
	tcase_add_test(tc, a_hundred_long_games_are_sent_in_parts);
	tcase_add_test(tc, an_answer_is_compared_with_what_was_sent);
	tcase_add_test(tc, one_error_for_all_is_that_of_each);
	tcase_add_test(tc, what_is_not_answered_is_a_problem);
	tcase_add_test(tc, what_is_no_answer_is_none);
	tcase_add_test(tc, a_long_error_ends_with_a_whole_character);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
