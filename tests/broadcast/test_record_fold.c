/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <malloc.h>
#include <string.h>

#include "broadcast/fold/record.h"
#include "broadcast/output/build_json.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

static struct story story;
static struct record *record;
static struct game_fault fault;
static size_t over_count;
static char over_game[GAME_ID_MAX];
static size_t over_plies;

static void on_over(void *data, const struct record_board *board, const struct game *game)
{
	ck_assert_ptr_eq(data, &over_count);
	ck_assert_str_eq(board->id, game->board);
	over_count++;
	strcpy(over_game, game->id);
	over_plies = game->ply_count;
}

static void setup(void)
{
	story = story_begin();
	over_count = 0;
	record = record_new(on_over, &over_count);
	ck_assert(record);
}

static void teardown(void)
{
	record_free(record);
	story_end(&story);
}

/* Takes all that was told and not taken yet. */
static void take(void)
{
	for (size_t i = 0; i < json_array_size(story.reports); i++) {
		int r = record_apply(record, json_array_get(story.reports, i), &fault);

		must_hold(r >= 0, "%s", fault.why);
	}
	json_array_clear(story.reports);
}

static int tell(const char *event, const char *more)
{
	int r;

	take();
	r = record_apply(record, story_tell(&story, event, more), &fault);
	json_array_clear(story.reports);
	return r;
}

static const struct record_board *b(const char *id)
{
	const struct record_board *board = record_board(record, id);

	ck_assert_msg(board, "no board %s", id);
	return board;
}

/* --- boards --- */

START_TEST(a_board_tells_of_itself)
{
	story.game = NULL;
	tell("board", "{'state':'connected','serial':'01025','transport':'cable','battery':null,"
		      "'firmware':'1.8'}");
	ck_assert_uint_eq(record_count(record), 1);
	ck_assert_int_eq(b("b1")->link, RECORD_CONNECTED);
	ck_assert_str_eq(b("b1")->serial, "01025");
	ck_assert_str_eq(b("b1")->firmware, "1.8");
	ck_assert_int_eq(b("b1")->battery, -1);
	ck_assert_ptr_null(b("b1")->game);
	tell("board", "{'state':'rotated','battery':84}");
	ck_assert(b("b1")->rotated);
	ck_assert_int_eq(b("b1")->battery, 84);
	ck_assert_int_eq(b("b1")->link, RECORD_CONNECTED);
	tell("board", "{'state':'lost'}");
	ck_assert_int_eq(b("b1")->link, RECORD_LOST);
	ck_assert(b("b1")->rotated);
	tell("board", "{'state':'resynced','rotated':false}");
	ck_assert_int_eq(b("b1")->link, RECORD_CONNECTED);
	ck_assert(!b("b1")->rotated);
	tell("board", "{'state':'damaged','square':'e4'}");
	ck_assert_int_eq(b("b1")->link, RECORD_CONNECTED);
	tell("board", "{'state':'damaged'}");
	ck_assert_int_eq(b("b1")->link, RECORD_DAMAGED);
	tell("board", "{'state':'rotated'}");
	ck_assert_int_eq(b("b1")->link, RECORD_DAMAGED);
	tell("sensed", "{'square':'e2','piece':null}");
	ck_assert_int_eq(b("b1")->link, RECORD_CONNECTED);
}
END_TEST

START_TEST(a_board_knows_its_clock_and_what_was_sensed_last)
{
	story.game = NULL;
	tell("clock", "{'white':5400,'black':5400,'running':null,'state':'stopped'}");
	ck_assert_int_eq(b("b1")->clock.white_s, 5400);
	tell("sensed", "{'square':'e2','piece':null}");
	ck_assert_uint_eq(b("b1")->sensed_square, on("e2"));
	ck_assert_uint_eq(b("b1")->sensed_piece, RULES_NO_PIECE);
	ck_assert_int_eq(tell("press", "{'color':'white'}"), 1);
	ck_assert_uint_eq(b("b1")->seq, 3);
	ck_assert_uint_eq(record_seq(record), 3);
}
END_TEST

START_TEST(a_game_is_found_by_board_table_and_name)
{
	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
	take();
	story.board = "a9";
	story.table = 2;
	story.game = "ev-r2-b2-1";
	story_ready(&story);
	take();
	ck_assert_uint_eq(record_count(record), 2);
	ck_assert_str_eq(record_at(record, 0)->id, "a9"); /* in order */
	ck_assert_ptr_null(record_at(record, 2));
	ck_assert_str_eq(record_table(record, 1)->id, "b1");
	ck_assert_uint_eq(record_table(record, 1)->game->ply_count, 2);
	ck_assert_str_eq(record_game(record, "ev-r2-b2-1")->id, "a9");
	ck_assert_ptr_null(record_table(record, 3));
	ck_assert_ptr_null(record_board(record, "b3"));
	ck_assert_ptr_null(record_game(record, "ev-r2-b2-2"));
}
END_TEST

/* --- games come and go --- */

START_TEST(the_next_game_hands_over_the_last)
{
	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
	tell("result", "{'result':'1-0','reason':'resignation','by':'arbiter'}");
	ck_assert_uint_eq(over_count, 0); /* it stays until there is another */
	story.game = "ev-r2-b1-2";
	story_ready(&story);
	take();
	ck_assert_uint_eq(over_count, 1);
	ck_assert_str_eq(over_game, "ev-r2-b1-1");
	ck_assert_uint_eq(over_plies, 2);
	ck_assert_str_eq(b("b1")->game->id, "ev-r2-b1-2");
	ck_assert_uint_eq(b("b1")->game->ply_count, 0);
}
END_TEST

START_TEST(what_is_told_of_an_older_game_is_not_of_this_one)
{
	story.game = "ev-r2-b1-2";
	story_ready(&story);
	take();
	story.game = "ev-r2-b1-1";
	ck_assert_int_eq(tell("decision", "{'action':'note x','by':'Ida'}"), -ENOENT);
	ck_assert_int_eq(tell("game", "{'state':'ended','fen':'" RULES_START_FEN "'}"), -ENOENT);
	ck_assert_str_eq(b("b1")->game->id, "ev-r2-b1-2");
	ck_assert_uint_eq(over_count, 0);
	ck_assert_int_eq(tell("clock", "{'white':7,'black':7,'state':'running'}"), 1);
	ck_assert_int_eq(b("b1")->clock.white_s, 7); /* the clock is the board's */
	ck_assert_int_eq(b("b1")->game->clock.white_s, GAME_NO_CLOCK);
}
END_TEST

START_TEST(a_game_goes_on_on_another_board)
{
	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
	take();
	story.board = "spare";
	story_move(&story, 3, "g1f3");
	take();
	ck_assert_ptr_null(b("b1")->game);
	ck_assert_uint_eq(b("spare")->game->ply_count, 3);
	ck_assert_str_eq(record_table(record, 1)->id, "spare");
	ck_assert_uint_eq(over_count, 0);
}
END_TEST

START_TEST(a_game_stays_at_its_table_when_its_board_goes)
{
	static const char connected[] = "{'state':'connected'}";

	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
	take();
	story.table = 9;
	ck_assert_int_eq(tell("board", "{'state':'connected','game':null}"), 1);
	ck_assert_ptr_null(b("b1")->game);
	ck_assert_uint_eq(b("b1")->table, 9);
	ck_assert_uint_eq(b("dev-1")->game->ply_count, 2);
	ck_assert_uint_eq(b("dev-1")->table, 1);
	ck_assert_int_eq(b("dev-1")->link, RECORD_LOST);
	story.board = "spare"; /* which comes in its place, and has the game before a move */
	story.table = 1;
	ck_assert_int_eq(tell("board", connected), 1);
	ck_assert_uint_eq(b("spare")->game->ply_count, 2);
	ck_assert_ptr_null(record_board(record, "dev-1"));
	ck_assert_str_eq(record_table(record, 1)->id, "spare");
	ck_assert_uint_eq(over_count, 0);
}
END_TEST

/* --- what is not taken --- */

START_TEST(a_report_told_twice_counts_once)
{
	json_t *report;

	story_ready(&story);
	take();
	report = story_tell(&story, "decision", "{'action':'note x','by':'Ida'}");
	ck_assert_int_eq(record_apply(record, report, NULL), 1);
	ck_assert_int_eq(record_apply(record, report, NULL), 0);
	ck_assert_uint_eq(b("b1")->game->decision_count, 1);
}
END_TEST

START_TEST(a_malformed_report_makes_no_board)
{
	ck_assert_int_eq(tell("board", "{'serial':'1'}"), -EINVAL);
	ck_assert_str_eq(fault.why, "board: state: not there");
	ck_assert_int_eq(tell("game", "{'state':'ready','fen':'x'}"), -EINVAL);
	ck_assert_int_eq(tell("sensed", "{'square':'x'}"), -EINVAL);
	ck_assert_int_eq(tell("clock", "{'white':'x'}"), -EINVAL);
	ck_assert_int_eq(tell("weather", "{}"), 0);
	ck_assert_int_eq(tell("move", "{'ply':1,'uci':'e2e4'}"), -ENOENT);
	ck_assert_uint_eq(record_count(record), 0);
	ck_assert_uint_eq(record_seq(record), 0);
}
END_TEST

START_TEST(hello_is_not_about_a_board)
{
	static const char hello[] = "{\"event\":\"hello\",\"stream\":1,\"last\":4}";
	static const char broken[] = "{\"event\":";

	ck_assert_int_eq(record_apply_text(record, hello, strlen(hello), &fault), 0);
	ck_assert_int_eq(record_apply_text(record, broken, strlen(broken), &fault), -EINVAL);
	ck_assert_msg(strncmp(fault.why, "column 9: ", 10) == 0, "%s", fault.why);
	ck_assert_int_eq(record_apply_text(record, broken, strlen(broken), NULL), -EINVAL);
}
END_TEST

START_TEST(a_broken_beginning_leaves_the_game_before_it)
{
	story_ready(&story);
	take();
	story.game = "ev-r2-b1-2";
	ck_assert_int_eq(tell("game", "{'state':'ready','fen':'x'}"), -EINVAL);
	ck_assert_str_eq(b("b1")->game->id, "ev-r2-b1-1");
	ck_assert_uint_eq(over_count, 0);
}
END_TEST

/* --- answers --- */

static json_t *at(json_t *object, const char *list, size_t i)
{
	return json_array_get(json_object_get(object, list), i);
}

static void expect_text(json_t *object, const char *key, const char *text)
{
	const char *is = json_string_value(json_object_get(object, key));

	ck_assert_msg(is && strcmp(is, text) == 0, "%s: %s, not %s", key, is ? is : "null", text);
}

START_TEST(boards_are_listed_by_table)
{
	static const char *const ids[] = {"c", "a", "b", "d"};
	static const int tables[] = {2, 10, 0, 1};
	json_t *object, *games;

	for (int i = 0; i < 4; i++) {
		story.board = ids[i];
		story.table = tables[i];
		story.game = NULL;
		tell("board", "{'state':'connected'}");
	}
	story.game = "ev-r2-b1-1";
	story.board = "d";
	story.table = 1;
	story_ready(&story);
	take();
	object = build_boards(record);
	expect_text(at(object, "boards", 0), "board", "d");
	expect_text(at(object, "boards", 1), "board", "c");
	expect_text(at(object, "boards", 2), "board", "a");
	expect_text(at(object, "boards", 3), "board", "b");
	ck_assert(json_is_null(json_object_get(at(object, "boards", 3), "table")));
	expect_text(json_object_get(at(object, "boards", 0), "game"), "game", "ev-r2-b1-1");
	ck_assert_int_eq(json_integer_value(json_object_get(object, "seq")), 5);
	games = build_games(record);
	ck_assert_uint_eq(json_array_size(json_object_get(games, "games")), 1);
	json_decref(object);
	json_decref(games);
}
END_TEST

START_TEST(a_board_is_told_with_all_its_fields)
{
	static const char expected[] =
		"{\"board\":\"b1\",\"table\":1,\"state\":\"connected\",\"rotated\":false,"
		"\"serial\":\"7\",\"transport\":\"cable\",\"firmware\":null,\"battery\":50,"
		"\"seq\":3,\"time\":\"2026-01-31T12:00:02.000Z\",\"clock\":{\"white\":60,"
		"\"black\":null,\"running\":\"white\",\"state\":\"running\","
		"\"time\":\"2026-01-31T12:00:01.000Z\"},\"sensed\":{\"square\":\"e4\","
		"\"piece\":\"P\",\"time\":\"2026-01-31T12:00:02.000Z\"},\"game\":null}";
	json_t *object;
	char *text;

	story.game = NULL;
	tell("board", "{'state':'connected','serial':'7','transport':'cable','battery':50}");
	tell("clock", "{'white':60,'black':null,'running':'white','state':'running'}");
	tell("sensed", "{'square':'e4','piece':'P'}");
	object = build_board(b("b1"));
	text = json_dumps(object, JSON_COMPACT);
	ck_assert_str_eq(text, expected);
	free(text);
	json_decref(object);
}
END_TEST

START_TEST(a_game_is_told_with_all_its_fields)
{
	static const char expected[] =
		"{\"game\":\"ev-r2-b1-1\",\"event\":\"ev\",\"round\":2,\"board\":\"b1\","
		"\"table\":1,\"state\":\"started\",\"white\":{\"name\":\"Berg, Ane\","
		"\"title\":\"WFM\",\"elo\":2051,\"fide\":1400001,\"team\":null,"
		"\"federation\":null},\"black\":{\"name\":\"Lund, Jörg Peter\",\"title\":null,"
		"\"elo\":null,\"fide\":null,\"team\":null,\"federation\":null},"
		"\"result\":\"*\",\"reason\":null,\"plies\":1,\"completed\":1,\"san\":\"e4\","
		"\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\","
		"\"turn\":\"black\",\"unsure\":{\"ply\":2,\"candidates\":[[\"e7e5\"]]},"
		"\"irregularities\":[],\"seq\":6,\"time\":\"2026-01-31T12:00:05.000Z\","
		"\"laws\":\"2023\",\"mode\":\"standard\",\"supervised\":true,"
		"\"penalty_minutes\":2,\"illegal_moves\":{\"white\":0,\"black\":0},"
		"\"owed_minutes\":{\"white\":0,\"black\":0},\"variant\":\"standard\","
		"\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
		"\"started\":\"2026-01-31T12:00:01.000Z\",\"ended\":null,\"article\":null,"
		"\"by\":null,\"clock\":null,\"moves\":[{\"ply\":1,\"san\":\"e4\","
		"\"uci\":\"e2e4\",\"clock\":{\"white\":5429,\"black\":5329},"
		"\"time\":\"2026-01-31T12:00:01.000Z\",\"seq\":2,\"certainty\":\"observed\","
		"\"legal\":true,\"completed\":true,\"revised\":false,"
		"\"fen\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"}],"
		"\"bases\":[],\"decisions\":[],\"claimable\":[],\"winnable\":null,"
		"\"must\":{\"moves\":[\"e7e5\"],\"article\":\"4.3.1\"},"
		"\"touched\":[{\"square\":\"e7\",\"piece\":\"p\",\"color\":\"black\","
		"\"certainty\":\"observed\",\"seq\":4}]}";
	json_t *object;
	char *text;

	story_ready(&story);
	story_play(&story, "e2e4");
	tell("touch", "{'color':'black','square':'e7','piece':'p','certainty':'observed'}");
	tell("must", "{'moves':['e7e5'],'article':'4.3.1'}");
	tell("unsure", "{'ply':2,'candidates':[['e7e5']]}");
	object = build_game(b("b1")->game, true, NULL);
	text = json_dumps(object, JSON_COMPACT);
	ck_assert_str_eq(text, expected);
	free(text);
	json_decref(object);
}
END_TEST

/* --- a hall --- */

static void sit_down(unsigned table)
{
	char board[16], game[32];

	snprintf(board, sizeof(board), "b%u", table);
	snprintf(game, sizeof(game), "ev-r1-b%u-1", table);
	for (size_t i = 0; i < json_array_size(story.reports); i++) {
		json_t *report = json_array_get(story.reports, i);

		json_object_set_new(report, "board", json_string(board));
		json_object_set_new(report, "game", json_string(game));
		json_object_set_new(report, "table", json_integer(table));
		must_hold(record_apply(record, report, &fault) == 1, "%s", fault.why);
	}
}

/* 1,000 boards, each with a game of 200 plies: knights go out and home. */
START_TEST(a_thousand_boards_take_little_memory)
{
	static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
	size_t before, bytes;

	story_ready(&story);
	for (int ply = 0; ply < 200; ply++)
		story_move(&story, ply + 1, moves[ply % 4]);
	before = mallinfo2().uordblks;
	for (unsigned table = 1; table <= 1000; table++)
		sit_down(table);
	bytes = mallinfo2().uordblks - before;
	ck_assert_uint_eq(record_count(record), 1000);
	ck_assert_uint_eq(b("b999")->game->ply_count, 200);
	ck_assert_msg(bytes < 20u << 20, "%zu bytes", bytes); /* a sanitizer's malloc says 0 */
}
END_TEST

static TCase *tests_of_boards(void)
{
	TCase *tc = tcase_create("boards");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_board_tells_of_itself);
	tcase_add_test(tc, a_board_knows_its_clock_and_what_was_sensed_last);
	tcase_add_test(tc, a_game_is_found_by_board_table_and_name);
	tcase_add_test(tc, the_next_game_hands_over_the_last);
	tcase_add_test(tc, what_is_told_of_an_older_game_is_not_of_this_one);
	tcase_add_test(tc, a_game_goes_on_on_another_board);
	tcase_add_test(tc, a_game_stays_at_its_table_when_its_board_goes);
	tcase_add_test(tc, a_report_told_twice_counts_once);
	tcase_add_test(tc, a_malformed_report_makes_no_board);
	tcase_add_test(tc, hello_is_not_about_a_board);
	tcase_add_test(tc, a_broken_beginning_leaves_the_game_before_it);
	tcase_add_test(tc, boards_are_listed_by_table);
	tcase_add_test(tc, a_board_is_told_with_all_its_fields);
	tcase_add_test(tc, a_game_is_told_with_all_its_fields);
	return tc;
}

static TCase *tests_of_halls(void)
{
	TCase *tc = tcase_create("halls");

	tcase_set_timeout(tc, 240);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_thousand_boards_take_little_memory);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: all boards from the stream");

	suite_add_tcase(suite, tests_of_boards());
	suite_add_tcase(suite, tests_of_halls());
	return run_suite(suite);
}
