/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "broadcast/fold/record.h"
#include "tests/broadcast/client.h"
#include "tests/broadcast/streamed.h"

/* --- feeds --- */

START_TEST(the_answer_comes_before_the_feed)
{
	boards[0].is_behind = true;
	say(SUBSCRIBE);
	look();
	expect("{\"response\":\"call\",\"id\":2,\"param\":null");
	ck_assert_ptr_nonnull(strstr(next_of(&client), "\"response\":\"feed\",\"id\":1"));
	expect_silence();
}
END_TEST

START_TEST(a_feed_of_the_same_number_replaces_the_other)
{
	add_board("2", LIVECHESS_ACTIVE);
	follow();
	say("{\"id\":9,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,"
	    "\"param\":"
	    "{\"serialnr\":\"2\"},\"board\":true,\"clock\":true}}");
	forget_all();
	sense("8/8/8/8/8/8/8/8");
	expect("{\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"2\",\"flipped\":false,"
	       "\"board\":\"8/8/8/8/8/8/8/8\"}");
	expect_silence();
}
END_TEST

START_TEST(unsubscribed_is_silent)
{
	subscribe();
	say("{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"unsubscribe\"}}");
	expect("{\"response\":\"call\",\"id\":4,\"param\":null");
	sense("8/8/8/8/8/8/8/8");
	expect_silence();
}
END_TEST

START_TEST(before_a_setup_there_are_no_moves)
{
	begin("");
	subscribe();
	play(1, "e2e4");
	ck_assert_ptr_null(strstr(next_of(&client), "san"));
	expect_silence();
}
END_TEST

START_TEST(what_is_not_published_waits_the_men_do_not)
{
	begin("");
	follow();
	boards[0].is_behind = true;
	set_clock(5388, RULES_BLACK, now);
	play(1, "e2e4");
	expect_san("", false);
	expect_silence();
	look();
	expect_silence();
	boards[0].is_behind = false;
	look();
	expect("{\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"3000140001\",\"flipped\":"
	       "false,"
	       "\"clock\":{\"white\":5388,\"black\":5400,\"run\":false,\"time\":1767261600000},"
	       "\"start\":\"" RULES_START_FEN "\",\"san\":[\"e4\"],\"match\":true}");
	expect_silence();
}
END_TEST

START_TEST(two_feeds_have_their_own_starts)
{
	begin("");
	follow();
	play(1, "e2e4");
	forget_all();
	say("{\"id\":5,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":2,"
	    "\"param\":"
	    "{\"serialnr\":\"3000140001\"}}}");
	say("{\"id\":6,\"call\":\"call\",\"param\":{\"id\":2,\"method\":\"setup\",\"param\":{"
	    "\"fen\":"
	    "\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b QKqk - 0 1\"}}}");
	forget_all();
	play(2, "e7e5");
	expect_san_of(&client, 2, "e5", true);
	expect_san_of(&client, 1, "e4 e5", true);
	expect_silence();
}
END_TEST

START_TEST(two_clients_have_their_own_starts)
{
	begin("");
	follow();
	say_to(&second, SUBSCRIBE);
	forget_all();
	play(1, "e2e4");
	expect_san("e4", true);
	ck_assert_ptr_null(strstr(next_of(&second), "san"));
	expect_silence();
}
END_TEST

START_TEST(a_client_that_comes_later_gets_the_moves_since_its_start)
{
	begin("e2e4 e7e5 g1f3");
	memcpy(seen.at, game.pos.at, sizeof(seen.at));
	subscribe();
	say("{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{"
	    "\"fen\":"
	    "\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w QKqk - 0 2\"}}}");
	expect("{\"response\":\"call\",\"id\":3,\"param\":null");
	expect_san("Nf3", true);
}
END_TEST

static void setup_fen(const char *fen)
{
	char text[400];

	snprintf(text, sizeof(text),
		 "{\"id\":3,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":"
		 "{\"fen\":\"%s\"}}}",
		 fen);
	say(text);
}

START_TEST(starts_as_clients_write_them)
{
	static const char *const good[] = {
		"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w QKqk - 2 3",
		"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b HAha - 2 3",
		"4k3/8/8/8/8/8/8/4K3 b - - 0 1",
	};
	static const char *const bad[] = {"w KQkq", "", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"};

	subscribe();
	for (size_t i = 0; i < 3; i++) {
		setup_fen(good[i]);
		expect("{\"response\":\"call\",\"id\":3,\"param\":null");
		ck_assert_ptr_nonnull(strstr(next_of(&client), good[i]));
	}
	for (size_t i = 0; i < 3; i++) {
		setup_fen(bad[i]);
		ck_assert_ptr_nonnull(strstr(
			next_of(&client), "{\"response\":\"error\",\"id\":3,\"param\":{\"message\":"
					  "\"setup: not a FEN, character "));
	}
	expect_silence();
}
END_TEST

START_TEST(a_start_that_is_not_on_the_board_waits_for_it)
{
	begin("");
	sense("8/8/8/8/8/8/8/8");
	subscribe();
	setup_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
	expect("{\"response\":\"call\",\"id\":3,\"param\":null");
	expect_san("", false);
	play(1, "e2e4");
	expect_san("", true);
	play(2, "e7e5");
	expect_san("e5", true);
}
END_TEST

START_TEST(flip_in_every_form)
{
	static const char *const forms[] = {
		"\"method\":\"flip\",\"param\":{\"flip\":true}",
		"\"method\":\"flip\",\"param\":{\"fen\":true}",
		"\"method\":\"setup\",\"param\":{\"flip\":true}",
	};
	char text[200];

	for (size_t i = 0; i < 3; i++) {
		subscribe();
		snprintf(text, sizeof(text), "{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,%s}}",
			 forms[i]);
		say(text);
		expect("{\"response\":\"call\",\"id\":4,\"param\":null");
		expect("{\"response\":\"feed\",\"id\":1,\"param\":{\"serialnr\":\"3000140001\","
		       "\"flipped\":true,\"board\":\"" START_PLACEMENT "\"}");
	}
	say("{\"id\":4,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"flip\"}}");
	expect_error(4, "flip: neither true nor false");
}
END_TEST

START_TEST(a_board_that_goes_keeps_its_feed)
{
	subscribe();
	boards[0].men = NULL;
	boards[0].state = LIVECHESS_ABSENT;
	set_clock(5000, GAME_NOBODY, now);
	look();
	expect_silence();
	say("{\"id\":5,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":2,"
	    "\"param\":"
	    "{\"serialnr\":\"3000140001\"}}}");
	expect("{\"response\":\"call\",\"id\":5,\"param\":null");
	expect_silence();
	boards[0].men = seen.at;
	boards[0].state = LIVECHESS_ACTIVE;
	look();
	for (int i = 0; i < 2; i++) {
		const char *text = next_of(&client);

		ck_assert_ptr_nonnull(
			strstr(text, "\"board\":\"" START_PLACEMENT "\",\"clock\":{"));
	}
	expect_silence();
}
END_TEST

/* --- moves that change --- */

START_TEST(a_revision_is_told_honestly)
{
	begin("");
	follow();
	play(1, "e2e4");
	forget_all();
	story_tell(&story, "revised",
		   "{'ply':1,'was':'e4','san':'e3','uci':'e2e3','fen':'rnbqkbnr/pppppppp/8/8/8/4P3/"
		   "PPPP1PPP/RNBQKBNR b KQkq - 0 1','why':'','certainty':'observed'}");
	take();
	look();
	expect_san("e3", false);
	story_tell(&story, "revised",
		   "{'ply':1,'was':'e3','san':null,'uci':null,'fen':'" RULES_START_FEN "'}");
	take();
	look();
	expect_san("", false);
	expect_silence();
}
END_TEST

START_TEST(an_illegal_move_ends_the_list)
{
	begin("");
	follow();
	play(1, "e2e4");
	story_tell(&story, "move",
		   "{'ply':2,'uci':'e7e3','san':null,'fen':'rnbqkbnr/pppp1ppp/8/8/4P3/4p3/PPPP1PPP/"
		   "RNBQKBNR w KQkq - 0 2','legal':false,'certainty':'observed'}");
	forget_all();
	play(3, "d2e3");
	expect_san("e4", false);
	expect_silence();
}
END_TEST

/* The page takes nothing back: the list waits for the next setup. */
START_TEST(the_next_game_needs_another_setup)
{
	static struct game another;

	begin("");
	follow();
	play(1, "e2e4");
	forget_all();
	game_init(&another);
	boards[0].game = &another;
	story.game = "ev-r2-b1-2";
	story_ready(&story);
	ck_assert_int_eq(game_apply(&another, json_array_get(story.reports, 0), NULL), 1);
	sense(START_PLACEMENT);
	expect_san("e4", false);
	say(SETUP);
	expect("{\"response\":\"call\",\"id\":3,\"param\":null");
	expect_san("", true);
	expect_silence();
	game_clear(&another);
}
END_TEST

START_TEST(a_game_that_is_over_is_not_played_again)
{
	begin("e2e4 e7e5");
	story_tell(&story, "result", "{'result':'1-0','reason':'resignation','by':'arbiter'}");
	story_tell(&story, "game", "{'state':'ended','fen':'" RULES_START_FEN "'}");
	take();
	subscribe();
	say(SETUP);
	expect("{\"response\":\"call\",\"id\":3,\"param\":null");
	expect_san("", true);
}
END_TEST

/* --- the page of lichess.org --- */

struct page {
	size_t len;
	char last[16];
	bool is_lost; /* it got a list that it cannot follow */
};

static void page_hears(void *data, const char *text, size_t len)
{
	struct page *page = data;
	json_t *message = json_loadb(text, len, 0, NULL);
	json_t *san = json_object_get(json_object_get(message, "param"), "san");
	size_t count = json_array_size(san);
	const char *last = count > 0 ? json_string_value(json_array_get(san, count - 1)) : "";

	if (san &&
	    (count < page->len ||
	     (count == page->len && count > 0 && strcmp(last, page->last) != 0) ||
	     (page->len > 0 && count > page->len &&
	      strcmp(json_string_value(json_array_get(san, page->len - 1)), page->last) != 0)))
		page->is_lost = true;
	if (san) {
		page->len = count;
		snprintf(page->last, sizeof(page->last), "%s", last);
	}
	json_decref(message);
}

static bool has_revision(const json_t *reports)
{
	size_t i;
	json_t *report;

	json_array_foreach((json_t *)reports, i, report)
	{
		if (strcmp(json_string_value(json_object_get(report, "event")), "revised") == 0)
			return true;
	}
	return false;
}

/*
 * Whole games with hands that put men back, slide, castle and capture in every
 * order and promote in every manner: unless the machine corrects itself, which it
 * then says, no list is shorter than the one before or has another last move.
 */
START_TEST(the_page_can_follow_all_ordinary_handling)
{
	json_t *reports = streamed_run(
		(struct contest){.seed = 500 + (uint64_t)_i, .is_lively = _i % 2 != 0});
	struct record *record = record_new(NULL, NULL);
	struct page page = {0};
	struct livechess *l = livechess_new(NULL, page_hears, &page);
	const struct record_board *board;
	size_t i;
	json_t *report;

	json_array_foreach(reports, i, report)
	{
		must_hold(record_apply(record, report, &fault) >= 0, "%zu: %s", i, fault.why);
		board = record_board(record, "b7");
		boards[0].game = board ? board->game : NULL;
		boards[0].clock = board ? &board->clock : NULL;
		if (i == 3) {
			livechess_hear(l, now, boards, 1, SUBSCRIBE, strlen(SUBSCRIBE));
			livechess_hear(l, now, boards, 1, SETUP, strlen(SETUP));
		}
		livechess_look(l, now, &boards[0]);
	}
	ck_assert_uint_gt(page.len, 20);
	ck_assert_msg(!page.is_lost || has_revision(reports), "seed %d", 500 + _i);
	livechess_free(l);
	record_free(record);
	json_decref(reports);
}
END_TEST

static TCase *tests_of_feeds(void)
{
	TCase *tc = tcase_create("feeds");

	tcase_add_checked_fixture(tc, begin_hall, end_hall);
	tcase_add_test(tc, the_answer_comes_before_the_feed);
	tcase_add_test(tc, a_feed_of_the_same_number_replaces_the_other);
	tcase_add_test(tc, unsubscribed_is_silent);
	tcase_add_test(tc, before_a_setup_there_are_no_moves);
	tcase_add_test(tc, what_is_not_published_waits_the_men_do_not);
	tcase_add_test(tc, two_feeds_have_their_own_starts);
	tcase_add_test(tc, two_clients_have_their_own_starts);
	tcase_add_test(tc, a_client_that_comes_later_gets_the_moves_since_its_start);
	tcase_add_test(tc, starts_as_clients_write_them);
	tcase_add_test(tc, a_start_that_is_not_on_the_board_waits_for_it);
	tcase_add_test(tc, flip_in_every_form);
	tcase_add_test(tc, a_board_that_goes_keeps_its_feed);
	tcase_add_test(tc, a_revision_is_told_honestly);
	tcase_add_test(tc, an_illegal_move_ends_the_list);
	tcase_add_test(tc, the_next_game_needs_another_setup);
	tcase_add_test(tc, a_game_that_is_over_is_not_played_again);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: LiveChess API, feeds");
	TCase *games = tcase_create("games");

	tcase_set_timeout(games, 240);
	tcase_add_checked_fixture(games, begin_hall, end_hall);
	tcase_add_loop_test(games, the_page_can_follow_all_ordinary_handling, 0, 20);
	suite_add_tcase(suite, tests_of_feeds());
	suite_add_tcase(suite, games);
	return run_suite(suite);
}
