/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/fen.h"
#include "tests/touchmove/read/read_words.h"

/* The readings in words, for us and as evidence for an arbiter. */

static struct reader reader;
static struct read_list list;
static char words[8192];

static const char *explained(const struct read_news *news)
{
	struct rules_text text = rules_text_in(words, sizeof(words));

	if (news)
		read_explain_news(&reader, news, &text);
	else
		read_explain(&reader, &text);
	return words;
}

static void begin(const char *fen)
{
	struct read_config config = read_config_of(SENSE_CABLE, true, true);
	struct rules_position start = position(fen);

	read_begin(&reader, &config, &start, 0);
}

static void show(const char *square, rules_piece piece, uint64_t at_ms)
{
	read_square(&reader, on(square), piece, at_ms, 0, &list);
}

static const struct read_news *told(enum read_news_type type)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.news[i].type == type)
			return &list.news[i];
	return NULL;
}

static void expect_words(const char *text, const char *wanted)
{
	ck_assert_msg(strstr(text, wanted) != NULL, "no \"%s\" in:\n%s", wanted, text);
}

START_TEST(readings_are_named_with_their_bills)
{
	begin(RULES_START_FEN);
	show("e2", RULES_NO_PIECE, 1000);
	show("e4", rules_fen_piece('P'), 1400);
	explained(NULL);
	expect_words(words, "1. 0.0: e4\n");
	expect_words(words, "own man in the air e2 0.1");
	expect_words(words, "own man on its way e4 2.6");
}
END_TEST

START_TEST(why_a_move_was_told_when_it_was)
{
	const struct read_news *move;

	begin(RULES_START_FEN);
	show("e2", RULES_NO_PIECE, 1000);
	show("e4", rules_fen_piece('P'), 1400);
	read_press(&reader, RULES_WHITE, 2000, 1, &list);
	while (!(move = told(READ_NEWS_MOVE)) && read_deadline(&reader) < 4000)
		read_tick(&reader, read_deadline(&reader), &list);
	ck_assert_ptr_nonnull(move);
	explained(move);
	expect_words(words, "1. e4, told 0.");
	expect_words(words, "seen; pressed; the nearest reading without it costs ");
	expect_words(words, "6.0 would do");
}
END_TEST

START_TEST(what_else_is_told_has_words_too)
{
	static const struct {
		enum read_news_type type;
		const char *words;
	} cases[] = {{READ_NEWS_REVISED, "taken back from half-move 3"},
		     {READ_NEWS_PRESS, "black pressed, for half-move 3"},
		     {READ_NEWS_UNSURE, "unsure of half-move 3: e2e4 or d2d4"},
		     {READ_NEWS_SURE, "sure again"},
		     {READ_NEWS_OVER, "the game is over"},
		     {READ_NEWS_SET_UP, "set up anew"},
		     {READ_NEWS_WANT_BOARD, "a whole board would help"}};
	struct rules_position start = position(RULES_START_FEN);
	struct read_news news = {.ply = 3,
				 .color = RULES_BLACK,
				 .candidate_count = 2,
				 .candidate = {move(&start, "e2e4"), move(&start, "d2d4")}};

	begin(RULES_START_FEN);
	news.type = cases[_i].type;
	expect_words(explained(&news), cases[_i].words);
}
END_TEST

START_TEST(a_press_without_a_move_is_said_so)
{
	struct read_news news = {.type = READ_NEWS_PRESS, .color = RULES_WHITE};

	begin(RULES_START_FEN);
	expect_words(explained(&news), "white pressed, and no move explains it");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("explain");
	TCase *tests = tcase_create("words");

	tcase_add_test(tests, readings_are_named_with_their_bills);
	tcase_add_test(tests, why_a_move_was_told_when_it_was);
	tcase_add_loop_test(tests, what_else_is_told_has_words_too, 0, 7);
	tcase_add_test(tests, a_press_without_a_move_is_said_so);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
