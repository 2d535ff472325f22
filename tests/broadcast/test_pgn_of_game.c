/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "broadcast/fold/record.h"
#include "broadcast/output/pgn.h"
#include "rules-core/pgn.h"
#include "tests/broadcast/story.h"
#include "tests/support/peer.h"
#include "tests/support/words.h"

#define TEXT_MAX (1 << 16)

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
	return record_table(record, (unsigned)story.table)->game;
}

static const char *pgn_of(const struct game *g, struct pgn_options options)
{
	static char bytes[TEXT_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	pgn_write(&text, g, &options);
	must_hold(rules_text_fits(&text), "%zu bytes", text.len);
	return bytes;
}

static const struct pgn_options harbour = {.event = "Harbour Open 2026",
					   .site = "Aarhus DEN",
					   .date = "2026.01.01",
					   .time_control = "5400+30"};

static void expect_line(const char *pgn, const char *line)
{
	ck_assert_msg(strstr(pgn, line), "no %s in\n%s", line, pgn);
}

static void expect_no(const char *pgn, const char *text)
{
	ck_assert_msg(!strstr(pgn, text), "%s in\n%s", text, pgn);
}

/* --- texts byte for byte --- */

static void play_with_clocks(const char *const moves[][2], int count, const int *seconds)
{
	for (int i = 0; i < 2 * count; i++) {
		char more[200];

		snprintf(more, sizeof(more), "{'ply':%d,'uci':'%s','clock':{'%s':%d,'%s':1}}",
			 i + 1, moves[i / 2][i % 2], i % 2 ? "black" : "white", seconds[i],
			 i % 2 ? "white" : "black");
		story_tell(&story, "move", more);
	}
}

START_TEST(a_drawn_game)
{
	static const char *const moves[][2] = {{"e2e4", "e7e5"},
					       {"g1f3", "b8c6"},
					       {"f1b5", "a7a6"},
					       {"b5a4", "g8f6"},
					       {"e1g1", "f8e7"}};
	static const int seconds[] = {5448, 5451, 5458, 5466, 5457, 5488, 5477, 5505, 5490, 5520};

	story.game = "hbr26-r1-b1-1";
	story_tell(&story, "game",
		   "{'state':'ready','fen':'" RULES_START_FEN "'," STORY_PLAYERS "}");
	play_with_clocks(moves, 5, seconds);
	story_tell(&story, "result", "{'result':'1/2-1/2','reason':'agreement'}");
	ck_assert_str_eq(
		pgn_of(game(), harbour),
		"[Event \"Harbour Open 2026\"]\n"
		"[Site \"Aarhus DEN\"]\n"
		"[Date \"2026.01.01\"]\n"
		"[Round \"1.1\"]\n"
		"[White \"Berg, Ane\"]\n"
		"[Black \"Lund, Jörg Peter\"]\n"
		"[Result \"1/2-1/2\"]\n"
		"[BlackElo \"2104\"]\n"
		"[BlackFideId \"1700002\"]\n"
		"[Board \"1\"]\n"
		"[GameId \"hbr26-r1-b1-1\"]\n"
		"[TimeControl \"5400+30\"]\n"
		"[WhiteElo \"2051\"]\n"
		"[WhiteFideId \"1400001\"]\n"
		"[WhiteTitle \"WFM\"]\n"
		"\n"
		"1. e4 {[%clk 1:30:48]} 1... e5 {[%clk 1:30:51]} 2. Nf3 {[%clk 1:30:58]} 2...\n"
		"Nc6 {[%clk 1:31:06]} 3. Bb5 {[%clk 1:30:57]} 3... a6 {[%clk 1:31:28]} 4. Ba4\n"
		"{[%clk 1:31:17]} 4... Nf6 {[%clk 1:31:45]} 5. O-O {[%clk 1:31:30]} 5... Be7\n"
		"{[%clk 1:32:00]} 1/2-1/2\n"
		"\n");
}
END_TEST

START_TEST(a_game_in_play)
{
	static const char *const moves[] = {"d2d4", "g8f6", "c2c4"};
	static const int seconds[] = {5420, 5455, 5434};
	char more[200];

	story.game = "hbr26-r1-b2-1";
	story.table = 2;
	story_tell(&story, "game",
		   "{'state':'ready','fen':'" RULES_START_FEN "','white':'Okafor, Chidi',"
		   "'black':{'name':'Vik, Mia','title':'CM','fide':1500003}}");
	for (int i = 0; i < 3; i++) {
		snprintf(more, sizeof(more), "{'ply':%d,'uci':'%s','clock':{'%s':%d,'%s':1}}",
			 i + 1, moves[i], i % 2 ? "black" : "white", seconds[i],
			 i % 2 ? "white" : "black");
		story_tell(&story, "move", more);
	}
	ck_assert_str_eq(
		pgn_of(game(), harbour),
		"[Event \"Harbour Open 2026\"]\n"
		"[Site \"Aarhus DEN\"]\n"
		"[Date \"2026.01.01\"]\n"
		"[Round \"1.2\"]\n"
		"[White \"Okafor, Chidi\"]\n"
		"[Black \"Vik, Mia\"]\n"
		"[Result \"*\"]\n"
		"[BlackFideId \"1500003\"]\n"
		"[BlackTitle \"CM\"]\n"
		"[Board \"2\"]\n"
		"[GameId \"hbr26-r1-b2-1\"]\n"
		"[TimeControl \"5400+30\"]\n"
		"\n"
		"1. d4 {[%clk 1:30:20]} 1... Nf6 {[%clk 1:30:55]} 2. c4 {[%clk 1:30:34]} *\n"
		"\n");
}
END_TEST

START_TEST(a_chess960_game_in_play)
{
	static const char *const moves[] = {"e2e4", "e7e5", "f1c4", "a8b6", "c4b3", "d8e6",
					    "d1e3", "e6d4", "g1f1", "c8b8", "c1b1"};
	char more[200];

	story.game = "hbr960-r1-b1-1";
	story_tell(&story, "game",
		   "{'state':'ready','white':'Berg, Ane','black':'Vik, Mia',"
		   "'fen':'nrknbbqr/pppppppp/8/8/8/8/PPPPPPPP/NRKNBBQR w HBhb - 0 1'}");
	for (int i = 0; i < 11; i++) {
		snprintf(more, sizeof(more), "{'ply':%d,'uci':'%s'}", i + 1, moves[i]);
		story_tell(&story, "move", more);
	}
	ck_assert_str_eq(pgn_of(game(), (struct pgn_options){.event = "Harbour 960",
							     .site = "Aarhus DEN",
							     .date = "2026.01.02",
							     .time_control = "1500+10"}),
			 "[Event \"Harbour 960\"]\n"
			 "[Site \"Aarhus DEN\"]\n"
			 "[Date \"2026.01.02\"]\n"
			 "[Round \"1.1\"]\n"
			 "[White \"Berg, Ane\"]\n"
			 "[Black \"Vik, Mia\"]\n"
			 "[Result \"*\"]\n"
			 "[Board \"1\"]\n"
			 "[FEN \"nrknbbqr/pppppppp/8/8/8/8/PPPPPPPP/NRKNBBQR w HBhb - 0 1\"]\n"
			 "[GameId \"hbr960-r1-b1-1\"]\n"
			 "[SetUp \"1\"]\n"
			 "[TimeControl \"1500+10\"]\n"
			 "[Variant \"Chess960\"]\n"
			 "\n"
			 "1. e4 e5 2. Bc4 Nb6 3. Bb3 Ne6 4. Ne3 Nd4 5. Qf1 O-O-O 6. O-O-O *\n"
			 "\n");
}
END_TEST

START_TEST(a_pairing_before_the_start)
{
	story_tell(&story, "game", "{'state':'ready','fen':'" RULES_START_FEN "'}");
	ck_assert_str_eq(pgn_of(game(), (struct pgn_options){0}), "[Event \"ev\"]\n"
								  "[Site \"?\"]\n"
								  "[Date \"????.\?\?.\?\?\"]\n"
								  "[Round \"2.1\"]\n"
								  "[White \"?\"]\n"
								  "[Black \"?\"]\n"
								  "[Result \"*\"]\n"
								  "[Board \"1\"]\n"
								  "[GameId \"ev-r2-b1-1\"]\n"
								  "\n"
								  "*\n"
								  "\n");
}
END_TEST

/* --- tags --- */

START_TEST(the_usual_position_of_chess960_is_named)
{
	const char *pgn;

	story_tell(&story, "game",
		   "{'state':'ready','fen':'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 "
		   "1'}");
	pgn = pgn_of(game(), harbour);
	expect_line(pgn, "\n[Variant \"Chess960\"]\n");
	expect_line(pgn, "\n[SetUp \"1\"]\n");
	expect_line(pgn, "RNBQKBNR w HAha - 0 1\"]\n");
}
END_TEST

START_TEST(names_need_no_escapes)
{
	story_tell(
		&story, "game",
		"{'state':'ready','fen':'" RULES_START_FEN
		"','white':'O\\u0027Brien, \\\"Bob\\\" \\\\ Ærø','black':{'name':'','team':'A'}}");
	expect_line(pgn_of(game(), harbour), "\n[White \"O'Brien, 'Bob'  Ærø\"]\n");
	expect_line(pgn_of(game(), harbour), "\n[Black \"?\"]\n");
	expect_line(pgn_of(game(), harbour), "\n[BlackTeam \"A\"]\n");
}
END_TEST

START_TEST(names_may_go_without_accents)
{
	struct pgn_options options = harbour;

	options.ascii = true;
	options.site = "Århus DEN";
	story_tell(&story, "game",
		   "{'state':'ready','fen':'" RULES_START_FEN
		   "','white':'Lund, Jörg Peter','black':{'name':'Ærø, Åse','team':'Ø'}}");
	expect_line(pgn_of(game(), options), "\n[White \"Lund, Jorg Peter\"]\n");
	expect_line(pgn_of(game(), options), "\n[Black \"AEro, Ase\"]\n");
	expect_line(pgn_of(game(), options), "\n[BlackTeam \"O\"]\n");
	expect_line(pgn_of(game(), options), "\n[Site \"Arhus DEN\"]\n");
}
END_TEST

START_TEST(the_day_is_the_halls)
{
	story_ready(&story);
	story.ms = 11 * 3600 * 1000; /* 23:00 UTC */
	story_play(&story, "e2e4");
	expect_line(pgn_of(game(), (struct pgn_options){0}), "\n[Date \"2026.01.31\"]\n");
	expect_line(pgn_of(game(), (struct pgn_options){.utc_offset_minutes = 60}),
		    "\n[Date \"2026.02.01\"]\n");
}
END_TEST

START_TEST(a_game_without_moves_has_the_day_of_its_result)
{
	struct pgn_options options = {0};

	story_ready(&story);
	expect_line(pgn_of(game(), options), "\n[Date \"????.\?\?.\?\?\"]\n");
	story_tell(&story, "result", "{'result':'1-0','reason':'forfeit'}");
	expect_line(pgn_of(game(), options), "\n[Date \"2026.01.31\"]\n");
}
END_TEST

START_TEST(ends_that_are_not_normal_are_named)
{
	static const char *const reasons[][2] = {{"time", "time forfeit"},
						 {"illegal-moves", "rules infraction"},
						 {"arbiter", "adjudication"},
						 {"checkmate", NULL}};
	char text[100];

	story_ready(&story);
	story_tell(&story, "result", "{'result':'1-0','reason':'arbiter'}");
	expect_no(pgn_of(game(), harbour), "Termination"); /* nobody knows how it came */
	story_play(&story, "e2e4");
	for (int i = 0; i < 4; i++) {
		snprintf(text, sizeof(text), "{'result':'0-1','reason':'%s'}", reasons[i][0]);
		story_tell(&story, "result", text);
		snprintf(text, sizeof(text), "\n[Termination \"%s\"]\n", reasons[i][1]);
		if (reasons[i][1])
			expect_line(pgn_of(game(), harbour), text);
		else
			expect_no(pgn_of(game(), harbour), "Termination");
	}
}
END_TEST

START_TEST(both_lost_is_told_only_to_who_knows_it)
{
	struct pgn_options options = harbour;

	story_ready(&story);
	story_tell(&story, "result", "{'result':'0-0','reason':'arbiter'}");
	expect_line(pgn_of(game(), options), "\n[Result \"*\"]\n");
	options.both_lost = true;
	expect_line(pgn_of(game(), options), "\n[Result \"0-0\"]\n");
	expect_line(pgn_of(game(), options), "\n\n*\n\n");
}
END_TEST

/* --- moves --- */

START_TEST(clocks_are_written_for_people)
{
	static const struct {
		int seconds;
		const char *text;
	} times[] = {{0, "{[%clk 0:00:00]}"},    {59, "{[%clk 0:00:59]}"},
		     {60, "{[%clk 0:01:00]}"},   {3599, "{[%clk 0:59:59]}"},
		     {3600, "{[%clk 1:00:00]}"}, {36000, "{[%clk 10:00:00]}"}};
	char more[100];

	story_ready(&story);
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		snprintf(more, sizeof(more),
			 "{'ply':1,'uci':'e2e4','clock':{'white':%d,'black':9}}", times[i].seconds);
		story_tell(&story, "move", more);
		expect_line(pgn_of(game(), harbour), times[i].text);
	}
	story_tell(&story, "move", "{'ply':1,'uci':'e2e4','clock':null}");
	expect_no(pgn_of(game(), harbour), "{");
}
END_TEST

START_TEST(doubtful_moves_are_marked_when_asked_for)
{
	struct pgn_options options = harbour;

	story_ready(&story);
	story_tell(&story, "move",
		   "{'ply':1,'uci':'e2e4','certainty':'inferred',"
		   "'clock':{'white':60,'black':60}}");
	story_tell(&story, "move", "{'ply':2,'uci':'e7e5','certainty':'inferred'}");
	expect_line(pgn_of(game(), options), "1. e4 {[%clk 0:01:00]} 1... e5 *\n");
	options.mark_doubtful = true;
	expect_line(pgn_of(game(), options),
		    "1. e4 {[%clk 0:01:00] inferred} 1... e5 {inferred} *\n");
}
END_TEST

START_TEST(moves_may_wait_for_the_press)
{
	struct pgn_options options = {.completed_only = true};

	story_ready(&story);
	story_play(&story, "e2e4");
	story_tell(&story, "move", "{'ply':2,'uci':'e7e5'}");
	expect_line(pgn_of(game(), options), "1. e4 {[%clk 1:30:29]} *\n");
	story_tell(&story, "result", "{'result':'1-0','reason':'resignation'}");
	expect_line(pgn_of(game(), options), "1... e5 1-0\n");
}
END_TEST

static void play_an_illegal_move(void)
{
	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
	story_tell(&story, "move",
		   "{'ply':3,'san':null,'uci':null,'legal':false,"
		   "'fen':'rnbqkbnr/pppp1ppp/8/4p3/4P3/3P4/PPP2PPP/RNBQKBNR b KQkq - 0 2'}");
}

START_TEST(moves_stop_before_an_illegal_one)
{
	play_an_illegal_move();
	story_move(&story, 4, "b8c6");
	expect_line(pgn_of(game(), harbour), "1. e4 {[%clk 1:30:29]} 1... e5 {[%clk 1:28:48]} *\n");
	expect_line(pgn_of(game(), harbour), "\n[GameId \"ev-r2-b1-1\"]\n");
}
END_TEST

START_TEST(or_another_game_begins_after_it)
{
	struct pgn_options options = harbour;
	const char *pgn;

	options.policy = PGN_FEN;
	play_an_illegal_move();
	pgn = pgn_of(game(), options);
	expect_line(pgn, "3P4/PPP2PPP/RNBQKBNR b KQkq - 0 2\"]\n");
	expect_line(pgn, "\n[GameId \"ev-r2-b1-1-p3\"]\n");
	expect_line(pgn, "\n\n*\n\n");
	story_move(&story, 4, "b8c6");
	expect_line(pgn_of(game(), options), "\n2... Nc6 {");
}
END_TEST

/* Two results would be two games in every table of scores. */
START_TEST(the_result_is_told_once)
{
	struct pgn_options options = harbour;
	const char *pgn, *second;

	options.policy = PGN_FEN;
	play_an_illegal_move();
	story_tell(&story, "result", "{'result':'0-1','reason':'time'}");
	pgn = pgn_of(game(), options);
	second = strstr(pgn, "\n\n[Event ");
	ck_assert_ptr_nonnull(second);
	expect_line(pgn, "\n[Result \"*\"]\n");
	expect_line(pgn, "\n[Termination \"unterminated\"]\n");
	ck_assert_ptr_null(strstr(second, "unterminated"));
	expect_line(second, "\n[Result \"0-1\"]\n");
	expect_line(second, "\n[Termination \"time forfeit\"]\n");
	expect_line(second, "\n\n0-1\n\n");
}
END_TEST

START_TEST(a_position_given_by_the_arbiter_is_the_same)
{
	struct pgn_options options = harbour;

	story_ready(&story);
	story_play(&story, "e2e4 e7e5");
	story_tell(&story, "game", "{'state':'position','fen':'4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'}");
	story_tell(&story, "move", "{'ply':3,'uci':'e2e4'}");
	expect_line(pgn_of(game(), options), "1... e5 {[%clk 1:28:48]} *\n");
	options.policy = PGN_FEN;
	expect_line(pgn_of(game(), options), "\n\n1. e4 *\n\n");
	expect_line(pgn_of(game(), options), "\n[GameId \"ev-r2-b1-1-p2\"]\n");
}
END_TEST

/* White has left his king in check, and Black did not take it. */
START_TEST(no_text_begins_where_a_king_can_be_taken)
{
	struct pgn_options options = {.policy = PGN_FEN};
	const char *pgn;

	story_tell(&story, "game", "{'state':'ready','fen':'4k3/8/8/8/8/4r3/8/4K3 w - - 0 1'}");
	story_tell(&story, "move",
		   "{'ply':1,'uci':null,'legal':false,"
		   "'fen':'4k3/8/8/8/8/4r3/4K3/8 b - - 1 1'}");
	pgn = pgn_of(game(), options);
	expect_line(pgn, "\n[GameId \"ev-r2-b1-1\"]\n");
	expect_line(pgn, "\n[FEN \"4k3/8/8/8/8/4r3/8/4K3 w - - 0 1\"]\n");
	story_tell(&story, "move", "{'ply':2,'uci':'e3d3'}");
	pgn = pgn_of(game(), options);
	expect_line(pgn, "\n[GameId \"ev-r2-b1-1-p2\"]\n");
	expect_line(pgn, "\n[FEN \"4k3/8/8/8/8/3r4/4K3/8 w - - 2 2\"]\n");
}
END_TEST

START_TEST(a_game_from_nowhere_has_tags_only)
{
	story_tell(&story, "game", "{'state':'ready','fen':'8/8/8/8/8/8/8/8 w - - 0 1'}");
	expect_no(pgn_of(game(), harbour), "FEN");
	expect_line(pgn_of(game(), harbour), "\n\n*\n\n");
}
END_TEST

/* --- every prefix of many games --- */

/* Our own reader finds the same moves and clocks. */
static void read_again(const char *pgn, const struct game *g)
{
	static struct rules_pgn_reader reader;
	struct rules_pgn_item item;
	size_t plies = 0;

	rules_pgn_open(&reader, rules_slice_of(pgn), RULES_EN);
	while (rules_pgn_next(&reader, &item) != RULES_PGN_END) {
		const struct game_ply *ply = plies > 0 ? &g->plies[plies - 1] : NULL;
		struct rules_slice clock;
		unsigned long seconds = 0;

		must_hold(item.kind != RULES_PGN_FAULT, "line %zu: %s\n%s", item.line, item.why,
			  pgn);
		if (item.kind == RULES_PGN_MOVE)
			must_hold(item.move == g->plies[plies++].move, "ply %zu of\n%s", plies,
				  pgn);
		else if (item.kind == RULES_PGN_COMMENT &&
			 rules_pgn_command(item.text, "clk", &clock))
			must_hold(ply && rules_pgn_seconds(clock, &seconds) &&
					  (long)seconds == (reader.before.turn == RULES_WHITE
								    ? ply->white_s
								    : ply->black_s),
				  "clock of ply %zu of\n%s", plies, pgn);
		else if (item.kind == RULES_PGN_RESULT)
			must_hold(strcmp(rules_result_text(item.result), g->result) == 0, "%s",
				  pgn);
	}
	must_hold(plies == g->ply_count, "%zu plies of\n%s", plies, pgn);
	must_hold(memcmp(&reader.pos, &g->pos, sizeof(g->pos.at)) == 0, "%s", pgn);
}

/* As protocol says: short lines, none that looks like something else. */
static void check_lines(const char *pgn)
{
	const char *moves = strstr(pgn, "\n\n");

	must_hold(moves && moves == strstr(pgn, "]\n\n") + 1, "%s", pgn);
	for (const char *line = moves + 2; *line != '\0'; line += strcspn(line, "\n") + 1)
		must_hold(strcspn(line, "\n") <= 79 && line[0] != '%' && line[0] != '[', "%s", pgn);
}

START_TEST(every_prefix_is_a_game_to_all_readers)
{
	const char *const argv[] = {BOARDD_PGN_EXTRACT, "-s", NULL};
	struct pgn_options options = harbour;
	struct peer peer = peer_begin();
	json_t *reports = story.reports;
	static char last[TEXT_MAX];

	options.mark_doubtful = true;
	story_random(&story, (uint64_t)_i, _i % 2);
	for (size_t i = 0; i < json_array_size(reports); i++) {
		const struct game *g;
		const char *pgn;

		record_apply(record, json_array_get(reports, i), NULL);
		g = record_table(record, 1)->game;
		pgn = pgn_of(g, options);
		if (strcmp(pgn, last) == 0)
			continue;
		strcpy(last, pgn);
		read_again(pgn, g);
		check_lines(pgn);
		fputs(pgn, peer.in);
	}
	peer_run(&peer, argv);
	peer_is_content(&peer);
	peer_end(&peer);
}
END_TEST

static TCase *tests_of_texts(void)
{
	TCase *tc = tcase_create("texts");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_drawn_game);
	tcase_add_test(tc, a_game_in_play);
	tcase_add_test(tc, a_chess960_game_in_play);
	tcase_add_test(tc, a_pairing_before_the_start);
	tcase_add_test(tc, the_usual_position_of_chess960_is_named);
	tcase_add_test(tc, names_need_no_escapes);
	tcase_add_test(tc, names_may_go_without_accents);
	tcase_add_test(tc, the_day_is_the_halls);
	tcase_add_test(tc, a_game_without_moves_has_the_day_of_its_result);
	tcase_add_test(tc, ends_that_are_not_normal_are_named);
	tcase_add_test(tc, both_lost_is_told_only_to_who_knows_it);
	tcase_add_test(tc, clocks_are_written_for_people);
	tcase_add_test(tc, doubtful_moves_are_marked_when_asked_for);
	tcase_add_test(tc, moves_may_wait_for_the_press);
	tcase_add_test(tc, moves_stop_before_an_illegal_one);
	tcase_add_test(tc, or_another_game_begins_after_it);
	tcase_add_test(tc, the_result_is_told_once);
	tcase_add_test(tc, a_position_given_by_the_arbiter_is_the_same);
	tcase_add_test(tc, no_text_begins_where_a_king_can_be_taken);
	tcase_add_test(tc, a_game_from_nowhere_has_tags_only);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: PGN of a game");
	TCase *games = tcase_create("games");

	tcase_set_timeout(games, 240);
	tcase_add_checked_fixture(games, setup, teardown);
	tcase_add_loop_test(games, every_prefix_is_a_game_to_all_readers, 1, 13);
	suite_add_tcase(suite, tests_of_texts());
	suite_add_tcase(suite, games);
	return run_suite(suite);
}
