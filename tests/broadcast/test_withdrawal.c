/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "broadcast/output/cloud.h"
#include "broadcast/output/halt.h"
#include "broadcast/output/lichess.h"
#include "broadcast/output/mqtt.h"
#include "broadcast/output/pgn.h"
#include "tests/broadcast/client.h"

/*
 * What was published and is so no more, in every output: a move is taken back,
 * was another, or is illegal and stands.
 */

static struct record *record;

static void begin_all(void)
{
	begin_hall();
	record = record_new(NULL, NULL);
	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
}

static void end_all(void)
{
	record_free(record);
	end_hall();
}

/* The game and the record of it. */
static void take_all(void)
{
	for (size_t i = 0; i < json_array_size(story.reports); i++)
		must_hold(record_apply(record, json_array_get(story.reports, i), &fault) >= 0, "%s",
			  fault.why);
	take();
}

static void take_back(int ply)
{
	char more[200];

	snprintf(more, sizeof(more),
		 "{'ply':%d,'was':'x','san':null,'uci':null,'fen':'" RULES_START_FEN "'}", ply);
	story_tell(&story, "revised", more);
}

static void was_another(void)
{
	story_tell(&story, "revised",
		   "{'ply':2,'was':'e5','san':'e6','uci':'e7e6','certainty':'observed','why':'',"
		   "'fen':'rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'}");
}

/* Black to move behind it, and he does. */
static void play_illegal(void)
{
	story_tell(&story, "move",
		   "{'ply':3,'san':null,'uci':'f1f5','legal':false,'certainty':'observed',"
		   "'fen':'rnbqkbnr/pppp1ppp/8/4pB2/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2'}");
	story_tell(&story, "move", "{'ply':4,'san':'Nc6','uci':'b8c6','certainty':'observed'}");
}

/* --- what each says --- */

static const char *pgn(enum pgn_policy policy)
{
	static char bytes[4000];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	pgn_write(&text, &game, &(struct pgn_options){.policy = policy, .last_only = true});
	ck_assert(rules_text_fits(&text));
	return bytes;
}

static void expect_pgn(enum pgn_policy policy, const char *gid, const char *moves, size_t plies)
{
	const char *text = pgn(policy);
	char tag[100], bare[400] = "";
	size_t len = 0;
	bool is_comment = false;

	for (const char *at = strstr(text, "\n\n") + 2; *at != '\0'; at++) {
		is_comment |= *at == '{';
		if (!is_comment && !(*at == ' ' && len > 0 && bare[len - 1] == ' '))
			bare[len++] = *at == '\n' ? ' ' : *at;
		is_comment &= *at != '}';
	}
	bare[len > 2 ? len - 2 : 0] = '\0';
	snprintf(tag, sizeof(tag), "[GameId \"%s\"]\n", gid);
	ck_assert_msg(strstr(text, tag), "%s in\n%s", tag, text);
	ck_assert_str_eq(bare, moves);
	ck_assert_uint_eq(lichess_plies(text), plies);
}

static void expect_list(json_t *object, const char *key, const char *wanted)
{
	json_t *list = json_object_get(object, key);
	char *text = json_dumps(list, JSON_COMPACT);

	ck_assert_str_eq(text, wanted);
	free(text);
	json_decref(object);
}

static void expect_cloud(const char *moves)
{
	struct cloud_options options = {0};

	expect_list(cloud_game(record, &options, 2, 1), "moves", moves);
}

static void expect_mqtt(const char *san)
{
	expect_list(mqtt_game(&game, false), "san", san);
}

static void expect_halt(enum pgn_policy policy, size_t ply, bool is_illegal, bool pgn_stops)
{
	struct halt halt = {0};

	ck_assert_int_eq(halt_find(&game, policy, &halt), ply > 0);
	ck_assert_uint_eq(halt.ply, ply);
	ck_assert_int_eq(halt.is_illegal, is_illegal);
	ck_assert_int_eq(halt.pgn_stops, pgn_stops);
}

/* --- cases --- */

START_TEST(a_move_is_taken_back)
{
	take_all();
	follow();
	forget_all();
	take_back(2);
	take_all();
	look();
	expect_san("e4", false);
	expect_pgn(PGN_STOP, "ev-r2-b1-1", "1. e4 *", 1);
	expect_pgn(PGN_FEN, "ev-r2-b1-1", "1. e4 *", 1);
	expect_cloud("[\"e4 5429\"]");
	expect_mqtt("[\"e4\"]");
	expect_halt(PGN_STOP, 0, false, false);
}
END_TEST

START_TEST(a_move_was_another)
{
	take_all();
	follow();
	forget_all();
	was_another();
	take_all();
	look();
	expect_san("e4 e6", false);
	expect_pgn(PGN_STOP, "ev-r2-b1-1", "1. e4 1... e6 *", 2);
	expect_cloud("[\"e4 5429\",\"e6 5328\"]");
	expect_mqtt("[\"e4\",\"e6\"]");
	expect_halt(PGN_STOP, 0, false, false);
}
END_TEST

/* Lichess keeps moves when it is sent none, and does not say so. */
START_TEST(all_moves_are_taken_back)
{
	struct lichess_entry entry = {.moves = 0};
	char problem[LICHESS_ERROR_MAX];

	take_all();
	follow();
	forget_all();
	take_back(1);
	take_all();
	look();
	expect_san("", true);
	expect_pgn(PGN_STOP, "ev-r2-b1-1", "*", 0);
	expect_cloud("[]");
	expect_mqtt("[]");
	lichess_judge(&entry, 0, false, problem);
	ck_assert_str_eq(problem, "");
	lichess_judge(&entry, 0, true, problem);
	ck_assert_str_eq(problem,
			 "all moves were taken back, but are shown still: reset the round there");
}
END_TEST

START_TEST(an_illegal_move_stands)
{
	take_all();
	follow();
	forget_all();
	play_illegal();
	take_all();
	look();
	expect_silence(); /* nothing that the page could follow */
	expect_pgn(PGN_STOP, "ev-r2-b1-1", "1. e4 1... e5 *", 2);
	expect_pgn(PGN_FEN, "ev-r2-b1-1-p3", "2... Nc6 *", 1);
	ck_assert_msg(strstr(pgn(PGN_FEN), "4pB2/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2\"]\n"), "%s",
		      pgn(PGN_FEN));
	expect_cloud("[\"e4 5429\",\"e5 5328\"]");
	expect_mqtt("[\"e4\",\"e5\",null,\"Nc6\"]");
	expect_halt(PGN_STOP, 3, true, true);
	expect_halt(PGN_FEN, 3, true, false);
	/* and the arbiter takes it back after all */
	take_back(3);
	take_all();
	expect_pgn(PGN_FEN, "ev-r2-b1-1", "1. e4 1... e5 *", 2);
	expect_halt(PGN_STOP, 0, false, false);
}
END_TEST

/* Who reads all of it has both: what was shown stays, and has no result. */
START_TEST(with_fen_the_first_part_stays)
{
	char bytes[4000];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	const char *later;

	play_illegal();
	story_tell(&story, "result", "{'result':'1-0','reason':'time'}");
	take_all();
	pgn_write(&text, &game, &(struct pgn_options){.policy = PGN_FEN});
	later = strstr(bytes, "\n\n[Event ");
	ck_assert_msg(later, "%s", bytes);
	ck_assert_msg(strstr(bytes, "[Result \"*\"]\n") < later, "%s", bytes);
	ck_assert_msg(strstr(bytes, "[GameId \"ev-r2-b1-1\"]\n") < later, "%s", bytes);
	ck_assert_msg(strstr(bytes, "1... e5 {[%clk 1:28:48]} *\n") < later, "%s", bytes);
	ck_assert_msg(strstr(later, "[GameId \"ev-r2-b1-1-p3\"]\n"), "%s", bytes);
	ck_assert_msg(strstr(later, "\n2... Nc6 1-0\n"), "%s", bytes);
	ck_assert_msg(strstr(bytes, "[Termination \"time forfeit\"]\n") > later, "%s", bytes);
}
END_TEST

/* Two of them: PGN goes on behind the last. */
START_TEST(two_illegal_moves_stand)
{
	play_illegal();
	story_tell(&story, "move",
		   "{'ply':5,'san':null,'uci':'a1a3','legal':false,'certainty':'observed','fen':"
		   "'r1bqkbnr/pppp1ppp/2n5/4pB2/4P3/R7/PPPP1PPP/1NBQK1NR b Kkq - 3 3'}");
	take_all();
	expect_pgn(PGN_STOP, "ev-r2-b1-1", "1. e4 1... e5 *", 2);
	expect_pgn(PGN_FEN, "ev-r2-b1-1-p5", "*", 0);
	expect_halt(PGN_STOP, 3, true, true);
	expect_halt(PGN_FEN, 3, true, false);
}
END_TEST

/* A king that can be taken: no reader takes that position, so PGN stops with either policy. */
START_TEST(behind_an_illegal_move_no_game_can_begin)
{
	story_tell(&story, "move",
		   "{'ply':3,'san':null,'uci':'e1e7','legal':false,'certainty':'observed',"
		   "'fen':'rnbqkbnr/ppppKppp/8/4p3/4P3/8/PPPP1PPP/RNBQ1BNR b kq - 1 2'}");
	take_all();
	expect_pgn(PGN_FEN, "ev-r2-b1-1", "1. e4 1... e5 *", 2);
	expect_halt(PGN_FEN, 3, true, true);
}
END_TEST

START_TEST(the_arbiter_gives_another_position)
{
	story_tell(&story, "game", "{'state':'position','fen':'4k3/8/8/8/8/8/4P3/4K3 w - - 0 9'}");
	story_tell(&story, "move", "{'ply':3,'uci':'e2e4'}");
	take_all();
	expect_pgn(PGN_STOP, "ev-r2-b1-1", "1. e4 1... e5 *", 2);
	expect_pgn(PGN_FEN, "ev-r2-b1-1-p2", "9. e4 *", 1);
	expect_cloud("[\"e4 5429\",\"e5 5328\"]");
	expect_halt(PGN_STOP, 3, false, true);
	expect_halt(PGN_FEN, 3, false, false);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("broadcast: what is withdrawn");
	TCase *tc = tcase_create("outputs");

	tcase_add_checked_fixture(tc, begin_all, end_all);
	tcase_add_test(tc, a_move_is_taken_back);
	tcase_add_test(tc, a_move_was_another);
	tcase_add_test(tc, all_moves_are_taken_back);
	tcase_add_test(tc, an_illegal_move_stands);
	tcase_add_test(tc, with_fen_the_first_part_stays);
	tcase_add_test(tc, two_illegal_moves_stand);
	tcase_add_test(tc, behind_an_illegal_move_no_game_can_begin);
	tcase_add_test(tc, the_arbiter_gives_another_position);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
