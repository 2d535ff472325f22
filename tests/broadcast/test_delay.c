/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <string.h>

#include "broadcast/fold/delay.h"
#include "broadcast/fold/record.h"
#include "broadcast/output/build_json.h"
#include "tests/broadcast/story.h"
#include "tests/support/words.h"

/* A hall: the live record, what is held, and the record that the public sees. */
static struct story story;
static struct delay *delay;
static struct record *live, *shown;
static uint64_t now;

static void begin(struct delay_rule rule)
{
	story = story_begin();
	delay = delay_new(rule);
	live = record_new(NULL, NULL);
	shown = record_new(NULL, NULL);
	now = 0;
	ck_assert(delay && live && shown);
}

static void end(void)
{
	delay_free(delay);
	record_free(live);
	record_free(shown);
	story_end(&story);
}

static void show(void *data, const json_t *report)
{
	struct game_fault fault;

	ck_assert_ptr_eq(data, shown);
	must_hold(record_apply(shown, report, &fault) >= 0, "%s", fault.why);
}

static long look(uint64_t at_ms)
{
	now = at_ms;
	return delay_due(delay, now, show, shown);
}

/* Publishes what was told: now is when it was. */
static void publish(void)
{
	struct game_fault fault;

	for (size_t i = 0; i < json_array_size(story.reports); i++) {
		json_t *report = json_array_get(story.reports, i);

		must_hold(record_apply(live, report, &fault) >= 0, "%s", fault.why);
		must_hold(delay_put(delay, now, report, &fault) >= 0, "%s", fault.why);
	}
	json_array_clear(story.reports);
}

static void tell(uint64_t at_ms, const char *event, const char *more)
{
	look(at_ms);
	story_tell(&story, event, more);
	publish();
	look(at_ms);
}

static void ready(uint64_t at_ms)
{
	look(at_ms);
	story_ready(&story);
	publish();
	look(at_ms);
}

static void move_at(uint64_t at_ms, int ply, const char *uci)
{
	look(at_ms);
	story_move(&story, ply, uci);
	publish();
	look(at_ms);
}

/* -1: no game is shown. */
static int plies_of(const struct record *record)
{
	const struct record_board *board = record_table(record, 1);

	return board && board->game ? (int)board->game->ply_count : -1;
}

static const struct game *shown_game(void)
{
	ck_assert_int_ge(plies_of(shown), 0);
	return record_table(shown, 1)->game;
}

/* --- by time --- */

static const char *white_shown(void)
{
	return shown_game()->player[RULES_WHITE].name;
}

#define OTHERS "{'white':'Vik, Mia','black':'Holm'}"

START_TEST(other_players_are_shown_with_the_moves_they_were_told_after)
{
	begin((struct delay_rule){.plies = 2});
	ready(0);
	tell(1000, "players", OTHERS);
	ck_assert_str_eq(white_shown(), "Vik, Mia"); /* nothing is played: at once */
	move_at(2000, 1, "e2e4");
	tell(3000, "players", "{'white':'Vik, Mia Marie','black':'Holm'}");
	ck_assert_str_eq(white_shown(), "Vik, Mia");
	move_at(4000, 2, "e7e5");
	move_at(5000, 3, "g1f3");
	ck_assert_int_eq(plies_of(shown), 1);
	ck_assert_str_eq(white_shown(), "Vik, Mia Marie");
}
END_TEST

START_TEST(other_players_are_as_late_as_all_else)
{
	begin((struct delay_rule){.after_ms = 60000});
	ready(0);
	look(60000);
	tell(70000, "players", OTHERS);
	ck_assert_str_ne(white_shown(), "Vik, Mia");
	look(129999);
	ck_assert_str_ne(white_shown(), "Vik, Mia");
	look(130000);
	ck_assert_str_eq(white_shown(), "Vik, Mia");
}
END_TEST

START_TEST(a_report_is_shown_when_it_is_old_enough)
{
	begin((struct delay_rule){.after_ms = 900000});
	ck_assert_uint_eq(delay_deadline(delay), UINT64_MAX);
	ready(1000);
	move_at(5000, 1, "e2e4");
	ck_assert_int_eq(plies_of(shown), -1);
	ck_assert_uint_eq(delay_deadline(delay), 901000);
	look(900999);
	ck_assert_int_eq(plies_of(shown), -1);
	look(901000);
	ck_assert_int_eq(plies_of(shown), 0);
	ck_assert_uint_eq(delay_deadline(delay), 905000);
	look(904999);
	ck_assert_int_eq(plies_of(shown), 0);
	look(905000);
	ck_assert_int_eq(plies_of(shown), 1);
	ck_assert_uint_eq(delay_held(delay), 0);
	end();
}
END_TEST

START_TEST(the_result_waits_too)
{
	begin((struct delay_rule){.after_ms = 1000});
	ready(0);
	move_at(10, 1, "e2e4");
	tell(20, "result", "{'result':'1-0','reason':'resignation'}");
	look(1019);
	ck_assert_str_eq(shown_game()->result, "*");
	look(1020);
	ck_assert_str_eq(shown_game()->result, "1-0");
	end();
}
END_TEST

START_TEST(without_a_delay_all_is_shown_at_once)
{
	begin((struct delay_rule){0});
	ready(0);
	move_at(10, 1, "e2e4");
	ck_assert_int_eq(plies_of(shown), 1);
	end();
}
END_TEST

START_TEST(a_clock_that_falls_back_shows_nothing_early)
{
	begin((struct delay_rule){.after_ms = 1000});
	ready(5000);
	move_at(3000, 1, "e2e4"); /* taken as 5000 */
	look(5999);
	ck_assert_int_eq(plies_of(shown), -1);
	look(6000);
	ck_assert_int_eq(plies_of(shown), 1);
	end();
}
END_TEST

START_TEST(hands_are_not_held)
{
	begin((struct delay_rule){.after_ms = 1000});
	tell(0, "sensed", "{'square':'e2','piece':null}");
	tell(0, "press", "{'color':'white'}");
	ck_assert_uint_eq(delay_held(delay), 0);
	ready(0);
	tell(0, "touch", "{'color':'white','square':'e2','piece':'P'}");
	tell(0, "must", "{'moves':['e2e4'],'article':'4.3.1'}");
	ck_assert_uint_eq(delay_held(delay), 1);
	end();
}
END_TEST

START_TEST(what_is_malformed_is_not_held)
{
	struct game_fault fault;

	begin((struct delay_rule){.plies = 2});
	ck_assert_int_eq(delay_put(delay, 0, story_tell(&story, "move", "{'uci':'e2e4'}"), &fault),
			 -EINVAL);
	ck_assert_str_eq(fault.why, "move: ply: not there");
	ck_assert_int_eq(delay_put(delay, 0, story.reports, NULL), -EINVAL);
	ck_assert_uint_eq(delay_held(delay), 0);
	end();
}
END_TEST

/* --- by plies --- */

START_TEST(a_ply_is_shown_when_n_more_are_made)
{
	begin((struct delay_rule){.plies = 2, .after_ms = 500});
	ready(0);
	ck_assert_int_eq(plies_of(shown), 0); /* a pairing is no secret */
	move_at(10, 1, "e2e4");
	move_at(20, 2, "e7e5");
	ck_assert_int_eq(plies_of(shown), 0);
	move_at(30, 3, "g1f3");
	ck_assert_int_eq(plies_of(shown), 1);
	ck_assert(shown_game()->plies[0].completed);
	ck_assert_uint_eq(delay_deadline(delay), UINT64_MAX);
	look(1000000);
	ck_assert_int_eq(plies_of(shown), 1); /* time alone shows nothing */
	move_at(1000001, 4, "b8c6");
	ck_assert_int_eq(plies_of(shown), 2);
	end();
}
END_TEST

/* Else a clock that changes sides would tell that a move has been made. */
START_TEST(what_belongs_to_a_turn_is_shown_with_its_ply)
{
	begin((struct delay_rule){.plies = 1});
	ready(0);
	move_at(10, 1, "e2e4");
	tell(15, "clock", "{'white':77,'black':78,'running':'white','state':'running'}");
	move_at(20, 2, "e7e5");
	ck_assert_int_eq(plies_of(shown), 1);
	ck_assert_int_eq(shown_game()->clock.white_s, GAME_NO_CLOCK);
	move_at(30, 3, "g1f3");
	ck_assert_int_eq(plies_of(shown), 2);
	ck_assert_int_eq(shown_game()->clock.white_s, 77);
	end();
}
END_TEST

START_TEST(the_tail_is_shown_after_the_result)
{
	begin((struct delay_rule){.plies = 2, .after_ms = 500});
	ready(0);
	for (int ply = 1; ply <= 4; ply++)
		move_at((uint64_t)ply, ply,
			(const char *[]){"e2e4", "e7e5", "g1f3", "b8c6"}[ply - 1]);
	tell(100, "result", "{'result':'1/2-1/2','reason':'agreement'}");
	tell(150, "decision", "{'action':'note handshake','by':'Ida'}");
	ck_assert_uint_eq(delay_deadline(delay), 600);
	look(599);
	ck_assert_int_eq(plies_of(shown), 2);
	look(600);
	ck_assert_int_eq(plies_of(shown), 4);
	ck_assert_str_eq(shown_game()->result, "1/2-1/2");
	ck_assert_uint_eq(shown_game()->decision_count, 0);
	look(650);
	ck_assert_uint_eq(shown_game()->decision_count, 1);
	end();
}
END_TEST

START_TEST(a_result_that_is_undone_shows_no_tail)
{
	begin((struct delay_rule){.plies = 2, .after_ms = 500});
	ready(0);
	move_at(1, 1, "e2e4");
	move_at(2, 2, "e7e5");
	move_at(3, 3, "g1f3");
	tell(100, "result", "{'result':'1-0','reason':'time'}");
	tell(200, "result", "{'result':'*','by':'arbiter'}");
	look(100000);
	ck_assert_int_eq(plies_of(shown), 1);
	ck_assert_str_eq(shown_game()->result, "*");
	move_at(100001, 4, "b8c6");
	ck_assert_int_eq(plies_of(shown), 2);
	move_at(100002, 5, "f1b5");
	move_at(100003, 6, "a7a6");
	ck_assert_int_eq(plies_of(shown), 4);
	ck_assert_str_eq(shown_game()->result, "*"); /* both were shown, and it is open */
	end();
}
END_TEST

START_TEST(the_next_game_shows_the_rest_of_the_last)
{
	begin((struct delay_rule){.plies = 2, .after_ms = 500});
	ready(0);
	move_at(1, 1, "e2e4");
	story.game = "ev-r2-b1-2";
	ready(100);
	ck_assert_str_eq(shown_game()->id, "ev-r2-b1-1");
	look(599);
	ck_assert_int_eq(plies_of(shown), 0);
	look(600);
	ck_assert_str_eq(shown_game()->id, "ev-r2-b1-2");
	end();
}
END_TEST

START_TEST(moves_taken_back_before_they_were_shown_never_are)
{
	begin((struct delay_rule){.plies = 2});
	ready(0);
	move_at(1, 1, "e2e4");
	move_at(2, 2, "e7e5");
	move_at(3, 3, "g1f3");
	tell(4, "revised", "{'ply':2,'uci':null}");
	move_at(5, 2, "c7c5");
	move_at(6, 3, "b1c3");
	ck_assert_int_eq(plies_of(shown), 1);
	move_at(7, 4, "b8c6");
	ck_assert_int_eq(plies_of(shown), 2);
	ck_assert_str_eq(shown_game()->plies[1].san, "c5");
	end();
}
END_TEST

START_TEST(a_misread_move_that_is_held_is_shown_right)
{
	begin((struct delay_rule){.plies = 1});
	ready(0);
	move_at(1, 1, "e2e4");
	tell(2, "decision", "{'action':'note x','by':'Ida'}"); /* of the next turn */
	tell(3, "revised", "{'ply':1,'uci':'d2d4'}");
	move_at(4, 2, "e7e5");
	ck_assert_int_eq(plies_of(shown), 0); /* rather late than wrong */
	move_at(5, 3, "g1f3");
	ck_assert_int_eq(plies_of(shown), 2);
	ck_assert_str_eq(shown_game()->plies[0].san, "d4");
	end();
}
END_TEST

START_TEST(boards_do_not_wait_for_each_other)
{
	begin((struct delay_rule){.plies = 1});
	ready(0);
	move_at(1, 1, "e2e4");
	story.board = "b2";
	story.table = 2;
	story.game = "ev-r2-b2-1";
	ready(2);
	move_at(3, 1, "e2e4");
	move_at(4, 2, "e7e5");
	ck_assert_int_eq(plies_of(shown), 0);
	ck_assert_uint_eq(record_table(shown, 2)->game->ply_count, 1);
	end();
}
END_TEST

/* --- never too early --- */

/* All that the public can be shown of a record. */
static char *all_of(const struct record *record)
{
	const struct record_board *board = record_table(record, 1);
	json_t *object = board && board->game ? build_game(board->game, false, NULL) : json_null();
	char *text = json_dumps(object, JSON_SORT_KEYS | JSON_ENCODE_ANY);

	json_decref(object);
	return text;
}

/* Looked at closely at every fifth report. */
static void expect_same(const struct record *a, const struct record *b, size_t step)
{
	static uint64_t seen;
	char *first, *second;

	must_hold(record_seq(a) == record_seq(b), "report %zu: shown up to %u, not %u", step,
		  (unsigned)record_seq(a), (unsigned)record_seq(b));
	if (record_seq(a) == seen || record_seq(a) % 5 != 0)
		return;
	seen = record_seq(a);
	first = all_of(a);
	second = all_of(b);
	must_hold(strcmp(first, second) == 0, "report %zu:\n%s\n%s", step, first, second);
	free(first);
	free(second);
}

static bool is_public(const json_t *report)
{
	const char *event = json_string_value(json_object_get(report, "event"));

	return strcmp(event, "sensed") != 0 && strcmp(event, "touch") != 0 &&
	       strcmp(event, "must") != 0;
}

/* At any instant it shows exactly what the game was so long ago. */
START_TEST(the_public_sees_what_was_so_long_ago)
{
	struct random random = {.state = (uint64_t)_i};
	struct record *past = record_new(NULL, NULL);
	uint64_t *at;
	size_t count, old = 0;

	begin((struct delay_rule){.after_ms = 20000});
	story_random(&story, (uint64_t)_i, _i % 2);
	count = json_array_size(story.reports);
	at = calloc(count, sizeof(*at));
	for (size_t i = 0; i < count + 20; i++) {
		look(now + random_below(&random, 4000));
		for (; old < count && old < i && at[old] + 20000 <= now; old++)
			if (is_public(json_array_get(story.reports, old)))
				record_apply(past, json_array_get(story.reports, old), NULL);
		expect_same(shown, past, i);
		if (i >= count)
			continue;
		at[i] = now;
		ck_assert_int_ge(delay_put(delay, now, json_array_get(story.reports, i), NULL), 0);
	}
	free(at);
	record_free(past);
	end();
}
END_TEST

/*
 * What is shown is the game as it once was, and a ply that is new there is at
 * least N plies old.
 */
START_TEST(the_public_is_always_n_plies_behind)
{
	const unsigned plies = 1 + (unsigned)_i % 5;
	struct record *past = record_new(NULL, NULL);
	size_t count, old = 0;
	int before = -1;

	begin((struct delay_rule){.plies = plies, .after_ms = 1000});
	story_random(&story, (uint64_t)_i, _i % 2);
	count = json_array_size(story.reports) - 2; /* its end is another test's */
	for (size_t i = 0; i < count; i++) {
		json_t *report = json_array_get(story.reports, i);

		look(now + 1);
		record_apply(live, report, NULL);
		ck_assert_int_ge(delay_put(delay, now, report, NULL), 0);
		look(now);
		must_hold(plies_of(shown) <= before || plies_of(shown) == 0 ||
				  plies_of(shown) + (int)plies <= plies_of(live),
			  "report %zu: %d plies of %d", i, plies_of(shown), plies_of(live));
		before = plies_of(shown);
		for (; old <= i && record_seq(past) < record_seq(shown); old++)
			if (is_public(json_array_get(story.reports, old)))
				record_apply(past, json_array_get(story.reports, old), NULL);
		expect_same(shown, past, i);
	}
	ck_assert_int_le(plies_of(live) - plies_of(shown), (int)plies + 3); /* and not far more */
	record_free(past);
	end();
}
END_TEST

static TCase *tests_of_rules(void)
{
	TCase *tc = tcase_create("rules");

	tcase_add_test(tc, other_players_are_shown_with_the_moves_they_were_told_after);
	tcase_add_test(tc, other_players_are_as_late_as_all_else);
	tcase_add_test(tc, a_report_is_shown_when_it_is_old_enough);
	tcase_add_test(tc, the_result_waits_too);
	tcase_add_test(tc, without_a_delay_all_is_shown_at_once);
	tcase_add_test(tc, a_clock_that_falls_back_shows_nothing_early);
	tcase_add_test(tc, hands_are_not_held);
	tcase_add_test(tc, what_is_malformed_is_not_held);
	tcase_add_test(tc, a_ply_is_shown_when_n_more_are_made);
	tcase_add_test(tc, what_belongs_to_a_turn_is_shown_with_its_ply);
	tcase_add_test(tc, the_tail_is_shown_after_the_result);
	tcase_add_test(tc, a_result_that_is_undone_shows_no_tail);
	tcase_add_test(tc, the_next_game_shows_the_rest_of_the_last);
	tcase_add_test(tc, moves_taken_back_before_they_were_shown_never_are);
	tcase_add_test(tc, a_misread_move_that_is_held_is_shown_right);
	tcase_add_test(tc, boards_do_not_wait_for_each_other);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: what the public sees, and when");
	TCase *games = tcase_create("games");

	tcase_set_timeout(games, 120);
	tcase_add_loop_test(games, the_public_sees_what_was_so_long_ago, 1, 5);
	tcase_add_loop_test(games, the_public_is_always_n_plies_behind, 1, 7);
	suite_add_tcase(suite, tests_of_rules());
	suite_add_tcase(suite, games);
	return run_suite(suite);
}
