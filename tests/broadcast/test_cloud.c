/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/cloud_past.h"

#include <stdio.h>
#include <string.h>

#include "rules-core/start.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

/* A round of two games in Aarhus, and what a viewer gets of it. */
static struct story told;
static struct record *record;
static struct cloud_options options;

static void begin(void)
{
	told = story_begin();
	record = record_new(NULL, NULL);
	options = (struct cloud_options){.id = "Harbour Open",
					 .name = "Harbour Open 2026",
					 .location = "Aarhus",
					 .country = "DK",
					 .time_control = "90 min + 30 sec/move",
					 .rounds = 2,
					 .base_s = 5400,
					 .increment_s = 30};
}

static void end(void)
{
	record_free(record);
	story_end(&told);
}

/* A report at a time of its own. */
static void tell(const char *time, const char *event, const char *more)
{
	struct game_fault fault = {0};
	json_t *report = story_tell(&told, event, more);

	if (time)
		json_object_set_new(report, "time", json_string(time));
	ck_assert_msg(record_apply(record, report, &fault) == 1, "%s: %s", more, fault.why);
}

static void at_table(const char *board, const char *game, int table)
{
	told.board = board;
	told.game = game;
	told.table = table;
}

/* A move, pressed: left is on the clock of who made it. */
static void play(const char *time, int ply, const char *uci, const char *certainty, int left)
{
	char more[200];

	snprintf(more, sizeof(more), "{'ply':%d,'uci':'%s','certainty':'%s','legal':true}", ply,
		 uci, certainty);
	tell(time, "move", more);
	snprintf(more, sizeof(more), "{'ply':%d,'clock':{'white':%d,'black':%d}}", ply, left, left);
	tell(time, "completed", more);
}

static void expect(json_t *object, const char *want)
{
	char *text = json_dumps(object, JSON_COMPACT);

	ck_assert_ptr_nonnull(text);
	ck_assert_str_eq(text, want);
	free(text);
	json_decref(object);
}

#define FIRST_PLAYERS                                                                           \
	"'white':{'name':'Berg, Ane','title':'WFM','federation':'DEN','fide':1400001},'black':" \
	"{'name':'Lund, Jörg Peter','federation':'SWE','fide':1700002}}"
#define SECOND_PLAYERS                                                                        \
	"'white':'Okafor','black':{'name':'Vik, Mia','title':'CM','federation':'NOR','fide':" \
	"1500003}}"

static void first_table(void)
{
	static const struct {
		const char *uci;
		int left;
	} moves[] = {{"e2e4", 5448}, {"e7e5", 5451}, {"g1f3", 5458}, {"b8c6", 5466},
		     {"f1b5", 5457}, {"a7a6", 5488}, {"b5a4", 5477}, {"g8f6", 5505},
		     {"e1g1", 5490}, {"f8e7", 5520}};

	at_table("3000140001", "hbr26-r1-b1-1", 1);
	tell(NULL, "game", "{'state':'ready','fen':'" RULES_START_FEN "'," FIRST_PLAYERS);
	for (int i = 0; i < 10; i++) /* the time used for a move that nobody saw is not known */
		play(i == 0 ? "2026-01-01T10:00:13.900Z" : "2026-01-01T10:05:00.000Z", i + 1,
		     moves[i].uci, i == 6 ? "inferred" : "observed", moves[i].left);
	tell(NULL, "result", "{'result':'1/2-1/2','reason':'agreement','by':'arbiter'}");
	tell(NULL, "game", "{'state':'ended','fen':'" RULES_START_FEN "'," FIRST_PLAYERS);
}

static void second_table(void)
{
	at_table("3000140002", "hbr26-r1-b2-1", 2);
	tell(NULL, "game", "{'state':'ready','fen':'" RULES_START_FEN "'," SECOND_PLAYERS);
	play("2026-01-01T10:00:40.000Z", 1, "d2d4", "observed", 5420);
	play("2026-01-01T10:01:05.000Z", 2, "g8f6", "observed", 5455);
	play("2026-01-01T10:01:45.000Z", 3, "c2c4", "observed", 5434);
	tell("2026-01-01T10:01:45.000Z", "clock",
	     "{'white':5434,'black':5455,'running':'black','state':'running'}");
	tell(NULL, "game", "{'state':'started','fen':'" RULES_START_FEN "'," SECOND_PLAYERS);
}

START_TEST(a_tournament_as_viewers_know_it)
{
	first_table();
	second_table();
	expect(cloud_meta("boards.example.org"),
	       "{\"host\":\"boards.example.org\",\"format\":\"1\"}");
	expect(cloud_tournament(record, &options),
	       "{\"id\":\"Harbour Open\",\"name\":\"Harbour Open 2026\",\"location\":\"Aarhus\","
	       "\"country\":\"DK\",\"website\":null,\"rules\":\"STANDARD\",\"chess960\":"
	       "\"STANDARD\","
	       "\"timecontrol\":\"90 min + 30 sec/move\",\"rounds\":[{\"count\":2,\"live\":1},"
	       "{\"count\":0,\"live\":0}],\"eboards\":[\"3000140001\",\"3000140002\"]}");
	expect(cloud_round(record, &options, 1),
	       "{\"date\":\"2026-01-01\",\"pairings\":["
	       "{\"white\":{\"fname\":\"Ane\",\"mname\":null,\"lname\":\"Berg\",\"title\":\"WFM\","
	       "\"federation\":\"DEN\",\"gender\":null,\"fideid\":1400001},"
	       "\"black\":{\"fname\":\"Jörg\",\"mname\":\"Peter\",\"lname\":\"Lund\",\"title\":"
	       "null,"
	       "\"federation\":\"SWE\",\"gender\":null,\"fideid\":1700002},"
	       "\"result\":\"1/2-1/2\",\"live\":false},"
	       "{\"white\":{\"fname\":null,\"mname\":null,\"lname\":\"Okafor\",\"title\":null,"
	       "\"federation\":null,\"gender\":null,\"fideid\":null},"
	       "\"black\":{\"fname\":\"Mia\",\"mname\":null,\"lname\":\"Vik\",\"title\":\"CM\","
	       "\"federation\":\"NOR\",\"gender\":null,\"fideid\":1500003},"
	       "\"result\":\"*\",\"live\":true}]}");
	expect(cloud_game(record, &options, 1, 1),
	       "{\"live\":false,\"serialNr\":\"3000140001\",\"firstMove\":1767261613900,"
	       "\"chess960\":518,\"result\":\"DRAW\",\"comment\":null,\"clock\":null,\"moves\":["
	       "\"e4 5448+12\",\"e5 5451+9\",\"Nf3 5458+20\",\"Nc6 5466+15\",\"Bb5 5457+31\","
	       "\"a6 5488+8\",\"Ba4 5477\",\"Nf6 5505+13\",\"O-O 5490+17\",\"Be7 5520+15\"]}");
	expect(cloud_game(record, &options, 1, 2),
	       "{\"live\":true,\"serialNr\":\"3000140002\",\"firstMove\":1767261640000,"
	       "\"chess960\":518,\"result\":null,\"comment\":null,\"clock\":{\"white\":5434,"
	       "\"black\":5455,\"run\":false,\"time\":1767261705000},\"moves\":[\"d4 5420+40\","
	       "\"Nf6 5455+5\",\"c4 5434+16\"]}");
}
END_TEST

START_TEST(a_game_that_has_not_begun)
{
	at_table("7", "hbr26-r1-b3-1", 3);
	tell(NULL, "game", "{'state':'ready','fen':'" RULES_START_FEN "'}");
	expect(cloud_game(record, &options, 1, 3),
	       "{\"live\":false,\"serialNr\":\"7\",\"firstMove\":null,\"chess960\":518,\"result\":"
	       "null,"
	       "\"comment\":null,\"clock\":null,\"moves\":[]}");
	/* tables 1 and 2 have none, and the third keeps its number */
	expect(cloud_round(record, &options, 1),
	       "{\"date\":null,\"pairings\":[{\"white\":null,\"black\":null,\"result\":\"*\","
	       "\"live\":false},{\"white\":null,\"black\":null,\"result\":\"*\",\"live\":false},"
	       "{\"white\":null,\"black\":null,\"result\":\"*\",\"live\":false}]}");
}
END_TEST

/* Appendix D: the game is at the table of the lower number, also when it is past. */
START_TEST(the_second_board_of_a_game_has_no_place)
{
	struct cloud_past *past = cloud_past_new();
	json_t *game;

	first_table();
	second_table();
	tell(NULL, "decision", "{'action':'second-board white 1','by':'Ida'}");
	game = cloud_game(record, &options, 1, 1);
	ck_assert_ptr_nonnull(game);
	json_decref(game);
	ck_assert_ptr_null(cloud_game(record, &options, 1, 2));
	ck_assert_int_eq(cloud_past_put(past, record_table(record, 2)->game, &options), 0);
	ck_assert_uint_eq(cloud_past_count(past), 0);
	ck_assert_int_eq(cloud_past_put(past, record_table(record, 1)->game, &options), 1);
	ck_assert_uint_eq(cloud_past_count(past), 1);
	cloud_past_free(past);
}
END_TEST

START_TEST(what_is_not_there)
{
	first_table();
	ck_assert_ptr_null(cloud_game(record, &options, 1, 2));
	ck_assert_ptr_null(cloud_game(record, &options, 2, 1));
	ck_assert_ptr_null(cloud_round(record, &options, 0));
	ck_assert_ptr_null(cloud_round(record, &options, 3));
	expect(cloud_round(record, &options, 2), "{\"date\":null,\"pairings\":[]}");
}
END_TEST

static void expect_moves(const char *want)
{
	json_t *object = cloud_game(record, &options, 1, 2);

	expect(json_incref(json_object_get(object, "moves")), want);
	json_decref(object);
}

START_TEST(a_takeback_makes_the_list_shorter)
{
	second_table();
	tell(NULL, "revised",
	     "{'ply':2,'was':'Nf6','san':null,'uci':null,'fen':'rnbqkbnr/pppppppp/8/8/3P4/8/"
	     "PPP1PPPP/"
	     "RNBQKBNR b KQkq d3 0 1'}");
	expect_moves("[\"d4 5420+40\"]");
}
END_TEST

START_TEST(moves_may_wait_for_the_press)
{
	second_table();
	tell(NULL, "move", "{'ply':4,'uci':'e7e6','certainty':'observed','legal':true}");
	expect_moves("[\"d4 5420+40\",\"Nf6 5455+5\",\"c4 5434+16\",\"e6\"]");
	options.completed_only = true;
	expect_moves("[\"d4 5420+40\",\"Nf6 5455+5\",\"c4 5434+16\"]");
}
END_TEST

START_TEST(moves_stop_before_an_illegal_one)
{
	second_table();
	tell(NULL, "move",
	     "{'ply':4,'uci':'e7e3','san':null,'fen':'rnbqkb1r/pppp1ppp/5n2/8/2PP4/4p3/PP2PPPP/"
	     "RNBQKBNR "
	     "w KQkq - 0 3','legal':false,'certainty':'observed'}");
	play(NULL, 5, "c1e3", "observed", 5400);
	expect_moves("[\"d4 5420+40\",\"Nf6 5455+5\",\"c4 5434+16\"]");
}
END_TEST

START_TEST(without_a_time_control_only_the_clock_is_told)
{
	options.base_s = options.increment_s = 0;
	second_table();
	expect_moves("[\"d4 5420\",\"Nf6 5455\",\"c4 5434\"]");
}
END_TEST

START_TEST(chess960_is_told_by_its_number)
{
	struct rules_position start;
	char more[200];
	json_t *object;

	ck_assert(rules_chess960_start(&start, 17));
	at_table("7", "hbr26-r1-b1-1", 1);
	snprintf(more, sizeof(more), "{'state':'ready','fen':'%s'}", fen_of(&start));
	tell(NULL, "game", more);
	object = cloud_game(record, &options, 1, 1);
	ck_assert_int_eq(json_integer_value(json_object_get(object, "chess960")), 17);
	json_decref(object);
	object = cloud_tournament(record, &options);
	ck_assert_str_eq(json_string_value(json_object_get(object, "chess960")), "ANY");
	json_decref(object);
}
END_TEST

/* --- earlier rounds --- */

static void keep(void *data, const struct record_board *board, const struct game *game)
{
	(void)board;
	ck_assert_int_ge(cloud_past_put(data, game, &options), 0);
}

static struct cloud_past *keep_past(void)
{
	struct cloud_past *past = cloud_past_new();

	ck_assert_ptr_nonnull(past);
	record_on_over(record, keep, past);
	options.past = past;
	return past;
}

static void begin_game(const char *board, const char *game, int table)
{
	at_table(board, game, table);
	tell(NULL, "game", "{'state':'ready','fen':'" RULES_START_FEN "'," SECOND_PLAYERS);
}

static char *text_of(json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

START_TEST(a_round_that_is_over_keeps_its_files)
{
	struct cloud_past *past = keep_past();
	char *round, *first, *now;

	first_table();
	second_table();
	tell(NULL, "result", "{'result':'0-1','reason':'resignation','by':'arbiter'}");
	round = text_of(cloud_round(record, &options, 1));
	first = text_of(cloud_game(record, &options, 1, 1));
	begin_game("3000140001", "hbr26-r2-b1-1", 1);
	ck_assert_uint_eq(cloud_past_count(past), 1);
	begin_game("3000140002", "hbr26-r2-b2-1", 2);
	ck_assert_uint_eq(cloud_past_count(past), 2);
	now = text_of(cloud_round(record, &options, 1));
	ck_assert_str_eq(now, round);
	free(now);
	now = text_of(cloud_game(record, &options, 1, 1));
	ck_assert_str_eq(now, first);
	free(now);
	now = text_of(cloud_tournament(record, &options));
	ck_assert_ptr_nonnull(
		strstr(now, "\"rounds\":[{\"count\":2,\"live\":0},{\"count\":2,\"live\":0}]"));
	free(now);
	free(round);
	free(first);
	/* the round that is played is the tables', and there is no third */
	now = text_of(cloud_game(record, &options, 2, 1));
	ck_assert_ptr_nonnull(strstr(now, "\"moves\":[]"));
	free(now);
	ck_assert_ptr_null(cloud_game(record, &options, 1, 3));
	ck_assert_ptr_null(cloud_round(record, &options, 3));
	cloud_past_free(past);
}
END_TEST

START_TEST(a_game_that_was_left_is_not_live)
{
	struct cloud_past *past = keep_past();
	char *now;

	second_table();
	begin_game("3000140002", "hbr26-r2-b2-1", 2);
	now = text_of(cloud_game(record, &options, 1, 2));
	ck_assert_str_eq(now, "{\"live\":false,\"serialNr\":\"3000140002\",\"firstMove\":"
			      "1767261640000,\"chess960\":518,\"result\":null,\"comment\":null,"
			      "\"clock\":null,\"moves\":[\"d4 5420+40\",\"Nf6 5455+5\","
			      "\"c4 5434+16\"]}");
	free(now);
	now = text_of(cloud_round(record, &options, 1));
	ck_assert_ptr_nonnull(strstr(now, "\"result\":\"*\",\"live\":false}]"));
	free(now);
	cloud_past_free(past);
}
END_TEST

START_TEST(of_a_table_the_last_game_that_was_played_is_kept)
{
	struct cloud_past *past = keep_past();
	json_t *object;

	first_table();
	begin_game("3000140001", "hbr26-r1-b1-2", 1); /* the men are set up again */
	begin_game("3000140001", "hbr26-r2-b1-1", 1);
	object = cloud_game(record, &options, 1, 1);
	ck_assert_str_eq(json_string_value(json_object_get(object, "result")), "DRAW");
	json_decref(object);
	begin_game("3000140001", "hbr26-r1-b1-3", 1); /* and this one is played */
	play(NULL, 1, "d2d4", "observed", 5420);
	begin_game("3000140001", "hbr26-r2-b1-2", 1);
	object = cloud_game(record, &options, 1, 1);
	ck_assert_uint_eq(json_array_size(json_object_get(object, "moves")), 1);
	json_decref(object);
	ck_assert_uint_eq(cloud_past_count(past), 2);
	cloud_past_free(past);
}
END_TEST

START_TEST(another_event_has_no_part_in_it)
{
	struct cloud_past *past = keep_past();

	first_table();
	begin_game("3000140001", "other-r1-b1-1", 1);
	options.rounds = 1;
	begin_game("3000140001", "other-r2-b1-1", 1);
	play(NULL, 1, "d2d4", "observed", 5420);
	ck_assert_uint_eq(cloud_past_count(past), 1); /* of the first event nothing */
	/* a table that is late with the event before */
	at_table("3000140009", "hbr26-r1-b9-1", 9);
	ck_assert_ptr_null(cloud_game(record, &options, 1, 9));
	begin_game("3000140001", "third-r2-b1-1", 1);
	ck_assert_ptr_null(cloud_game(record, &options, 1, 1));
	cloud_past_free(past);
}
END_TEST

START_TEST(pasts_are_put_together)
{
	struct cloud_past *past = keep_past(), *both = cloud_past_new();
	size_t bytes;

	first_table();
	second_table();
	begin_game("3000140001", "hbr26-r2-b1-1", 1);
	ck_assert_int_eq(cloud_past_add(both, past), 0);
	begin_game("3000140002", "hbr26-r2-b2-1", 2);
	ck_assert_int_eq(cloud_past_add(both, past), 0);
	bytes = cloud_past_bytes(both);
	ck_assert_uint_eq(bytes, cloud_past_bytes(past));
	ck_assert_int_eq(cloud_past_add(both, past), 0); /* twice is the same */
	ck_assert_uint_eq(cloud_past_count(both), 2);
	ck_assert_uint_eq(cloud_past_bytes(both), bytes);
	cloud_past_free(both);
	cloud_past_free(past);
}
END_TEST

START_TEST(at_the_limit_the_lowest_round_goes)
{
	struct cloud_past *past = keep_past();
	struct game game;
	char id[40];

	for (unsigned i = 0; i <= CLOUD_PAST_MAX; i++) {
		json_t *report;

		game_init(&game);
		snprintf(id, sizeof(id), "hbr26-r%u-b%u-1", i / 20 + 1, i % 20 + 1);
		at_table("7", id, (int)(i % 20 + 1));
		report = story_tell(&told, "game", "{'state':'ready','fen':'" RULES_START_FEN "'}");
		ck_assert_int_eq(game_apply(&game, report, NULL), 1);
		ck_assert_int_eq(cloud_past_put(past, &game, &options), 1);
		game_clear(&game);
	}
	ck_assert_uint_eq(cloud_past_count(past), CLOUD_PAST_MAX);
	ck_assert_ptr_null(cloud_game(record, &options, 1, 1));
	json_decref(cloud_game(record, &options, 2, 1));
	cloud_past_free(past);
}
END_TEST

START_TEST(names_of_all_kinds)
{
	at_table("7", "hbr26-r1-b1-1", 1);
	tell(NULL, "game",
	     "{'state':'ready','fen':'" RULES_START_FEN
	     "','white':{'name':'O\\u0027Brien,  Bob\\\\ "
	     "\\u0022X\\u0022','fide':0},'black':'\\ud83d\\ude00, '}");
	expect(cloud_round(record, &options, 1),
	       "{\"date\":null,\"pairings\":[{\"white\":{\"fname\":\"Bob\\\\\",\"mname\":"
	       "\"\\\"X\\\"\","
	       "\"lname\":\"O'Brien\",\"title\":null,\"federation\":null,\"gender\":null,"
	       "\"fideid\":null},"
	       "\"black\":{\"fname\":null,\"mname\":null,\"lname\":\"😀\",\"title\":null,"
	       "\"federation\":null,\"gender\":null,\"fideid\":null},\"result\":\"*\",\"live\":"
	       "false}]}");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: LiveChess Cloud");
	TCase *tc = tcase_create("files");

	tcase_add_checked_fixture(tc, begin, end);
	tcase_add_test(tc, a_tournament_as_viewers_know_it);
	tcase_add_test(tc, a_game_that_has_not_begun);
	tcase_add_test(tc, the_second_board_of_a_game_has_no_place);
	tcase_add_test(tc, what_is_not_there);
	tcase_add_test(tc, a_takeback_makes_the_list_shorter);
	tcase_add_test(tc, moves_may_wait_for_the_press);
	tcase_add_test(tc, moves_stop_before_an_illegal_one);
	tcase_add_test(tc, without_a_time_control_only_the_clock_is_told);
	tcase_add_test(tc, chess960_is_told_by_its_number);
	tcase_add_test(tc, a_round_that_is_over_keeps_its_files);
	tcase_add_test(tc, a_game_that_was_left_is_not_live);
	tcase_add_test(tc, of_a_table_the_last_game_that_was_played_is_kept);
	tcase_add_test(tc, another_event_has_no_part_in_it);
	tcase_add_test(tc, pasts_are_put_together);
	tcase_add_test(tc, at_the_limit_the_lowest_round_goes);
	tcase_add_test(tc, names_of_all_kinds);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
