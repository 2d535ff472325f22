/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/due.h"
#include "tests/daemon/table/seat.h"

/* What is to be done before a game begins, and before an adjourned one goes on. */

/* The list as JSON, kept until the next call. */
static const char *due(void)
{
	static char text[4096];
	json_t *list = stream_due(desk_table(), 0);
	char *dump = json_dumps(list, JSON_COMPACT);

	snprintf(text, sizeof(text), "%s", dump);
	free(dump);
	json_decref(list);
	return text;
}

#define expect_due(words) ck_assert_msg(strstr(due(), words) != NULL, "%s", due())
#define expect_nothing()  ck_assert_str_eq(due(), "[]")

static void begin(enum touch_edition edition, unsigned white_s, unsigned black_s)
{
	desk_begin((struct desk_config){.edition = edition,
					.control = "40/5400+30:1800+30",
					.white_s = white_s,
					.black_s = black_s});
}

START_TEST(art_6_10_2_a_clock_is_set_as_the_time_control_asks)
{
	static const char *const articles[] = {"6.2a", "6.10b", "6.10.2"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[120];

		begin((enum touch_edition)edition, 5400, 5000);
		snprintf(words, sizeof(words),
			 "{\"what\":\"clock-setting\",\"article\":\"%s\",\"color\":\"black\","
			 "\"is_s\":5000,\"should_be_s\":5400}",
			 articles[edition]);
		expect_due(words);
		ck_assert_ptr_null(strstr(due(), "white"));
		desk_clock(5430, 5400); /* the first increment may be there, or not */
		expect_nothing();
	}
}
END_TEST

START_TEST(art_6_6_a_game_that_is_started_has_a_clock_that_runs)
{
	begin(TOUCH_LAWS_2023, 5400, 5400);
	expect_nothing();
	desk_act("start");
	expect_due("{\"what\":\"clock-started\",\"article\":\"6.6\"}");
	desk_start();
	expect_nothing();
}
END_TEST

START_TEST(art_6_5_a_clock_is_placed)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2009, .no_clock = true});
	expect_due("{\"what\":\"clock\",\"article\":\"6.4\"}");
	desk_plug_clock();
	expect_nothing();
}
END_TEST

START_TEST(art_7_2_1_men_stand_as_they_should)
{
	begin(TOUCH_LAWS_2023, 5400, 5400);
	desk_lift("d1");
	desk_lift("e1");
	desk_place("d1", 'K');
	desk_place("e1", 'Q');
	desk_wait(3);
	expect_due("{\"what\":\"set-up\",\"article\":\"7.2.1\",\"square\":\"d1\",\"is\":\"K\","
		   "\"should_be\":\"Q\",\"count\":2}");
}
END_TEST

START_TEST(guideline_ii_2_a_chess960_position_is_confirmed)
{
	desk_begin(
		(struct desk_config){.edition = TOUCH_LAWS_2023,
				     .men = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w - -"});
	expect_due("\"what\":\"chess960\",\"article\":\"II.2\"");
	desk_act("start");
	ck_assert_ptr_null(strstr(due(), "chess960"));
}
END_TEST

START_TEST(guideline_i_an_adjourned_game_goes_on_as_it_was)
{
	static const char *const restored[] = {"A5", "guideline-5", "I.5"};
	static const char *const times[] = {"A12", "guideline-12", "I.13"};
	static const char *const opened[] = {"A7", "guideline-7", "I.7"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[160];

		begin((enum touch_edition)edition, 5400, 5400);
		desk_start();
		desk_play("e2e4 e7e5");
		expect_nothing();
		desk_clock(3000, 2900);
		desk_act("seal white");
		desk_stop_clock();
		desk_act("pause");
		snprintf(words, sizeof(words),
			 "[{\"what\":\"envelope\",\"article\":\"%s\",\"color\":\"black\"}]",
			 opened[edition]);
		ck_assert_str_eq(due(), words);
		desk_lift("a2");
		desk_clock(3000, 2500);
		desk_stop_clock();
		snprintf(words, sizeof(words),
			 "{\"what\":\"position\",\"article\":\"%s\",\"square\":\"a2\"",
			 restored[edition]);
		expect_due(words);
		snprintf(words, sizeof(words),
			 "{\"what\":\"times\",\"article\":\"%s\",\"color\":\"black\","
			 "\"is_s\":2500,\"should_be_s\":2900}",
			 times[edition]);
		expect_due(words);
		desk_place("a2", 'P');
		desk_clock(3000, 2900);
		desk_stop_clock();
		desk_act("sealed white Nf3");
		desk_act("resume");
		expect_nothing();
	}
}
END_TEST

START_TEST(art_8_5_3_what_is_noted_before_a_reconstruction)
{
	begin(TOUCH_LAWS_2023, 5400, 5400);
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023,
					.control = "40/5400:1800",
					.white_s = 400,
					.black_s = 400});
	desk_start();
	desk_play("e2e4 e7e5");
	desk_clock(299, 400);
	desk_play("g1f3");
	desk_clock(290, 280);
	desk_play("b8c6");
	desk_act("reconstruct");
	expect_told("decision",
		    "\"args\":{\"article\":\"8.5.3\",\"because\":\"8.5.1\",\"fen\":"
		    "\"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"");
	expect_told("decision", "\"running\":\"white\",\"completed\":{\"white\":2,\"black\":2},"
				"\"unrecorded\":{\"white\":3,\"black\":4}}");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("due");
	TCase *tests = tcase_create("due");

	tcase_add_test(tests, art_6_10_2_a_clock_is_set_as_the_time_control_asks);
	tcase_add_test(tests, art_6_6_a_game_that_is_started_has_a_clock_that_runs);
	tcase_add_test(tests, art_6_5_a_clock_is_placed);
	tcase_add_test(tests, art_7_2_1_men_stand_as_they_should);
	tcase_add_test(tests, guideline_ii_2_a_chess960_position_is_confirmed);
	tcase_add_test(tests, guideline_i_an_adjourned_game_goes_on_as_it_was);
	tcase_add_test(tests, art_8_5_3_what_is_noted_before_a_reconstruction);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
