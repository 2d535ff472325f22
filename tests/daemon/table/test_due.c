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

START_TEST(art_a_1_a_mode_is_that_of_the_time_control)
{
	static const char *const articles[] = {"B1", "A1", "A.1"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[80];

		desk_begin((struct desk_config){.edition = (enum touch_edition)edition,
						.control = "1500",
						.white_s = 1500,
						.black_s = 1500});
		snprintf(words, sizeof(words),
			 "[{\"what\":\"mode\",\"article\":\"%s\",\"mode\":\"rapid\"}]",
			 articles[edition]);
		ck_assert_str_eq(due(), words);
		desk_begin((struct desk_config){.edition = (enum touch_edition)edition,
						.mode = TOUCH_RAPID,
						.control = "1500",
						.white_s = 1500,
						.black_s = 1500});
		expect_nothing();
		desk_begin((struct desk_config){.edition = (enum touch_edition)edition,
						.mode = TOUCH_BLITZ,
						.control = "5400",
						.white_s = 5400,
						.black_s = 5400});
		expect_due("\"mode\":\"standard\"");
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

START_TEST(art_6_7_1_the_clock_begins_the_default_time)
{
	static const char *const articles[] = {"6.7", "6.6a", "6.7.1"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[160];

		desk_begin((struct desk_config){.edition = (enum touch_edition)edition,
						.white_s = 5400,
						.black_s = 5400,
						.default_minutes = 5});
		desk_wait(600);
		expect_untold("irregularity", "default-time");
		desk_start();
		snprintf(words, sizeof(words), "{\"what\":\"absent\",\"article\":\"%s\"",
			 articles[edition]);
		expect_due(words);
		desk_act("arrived white");
		desk_wait(140);
		desk_unplug(20); /* nobody has stopped it */
		desk_wait(120);
		expect_untold("irregularity", "default-time");
		desk_wait(40);
		snprintf(words, sizeof(words), "\"kind\":\"default-time\",\"article\":\"%s\"",
			 articles[edition]);
		expect_told("irregularity", words);
		expect_told("irregularity", "\"color\":\"black\"");
		expect_told("irregularity", "\"waited_minutes\":5,\"waited_from\":\"clock\"");
	}
}
END_TEST

START_TEST(art_6_7_1_a_clock_that_was_only_tried_begins_nothing)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .default_minutes = 5});
	desk_start();
	desk_wait(5);
	desk_stop_clock();
	desk_wait(600);
	expect_untold("irregularity", "default-time");
	desk_act("start");
	desk_wait(320);
	ck_assert_uint_eq(desk_count("irregularity", "\"waited_from\":\"start\""), 2);
}
END_TEST

START_TEST(art_6_7_1_the_arbiters_word_counts_before_the_clock)
{
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .default_minutes = 5});
	desk_act("start");
	desk_act("arrived black");
	desk_wait(250);
	desk_start();
	desk_wait(80);
	expect_told("irregularity", "\"waited_from\":\"start\"");
	desk_begin((struct desk_config){.edition = TOUCH_LAWS_2023, .default_minutes = 5});
	desk_start();
	desk_wait(250);
	desk_act("start"); /* later: then it is that */
	desk_wait(80);
	expect_untold("irregularity", "default-time");
	desk_wait(250);
	ck_assert_uint_eq(desk_count("irregularity", "\"waited_from\":\"start\""), 2);
}
END_TEST

START_TEST(art_6_7_1_no_default_time_waits_for_the_arbiters_word)
{
	desk_begin((struct desk_config){
		.edition = TOUCH_LAWS_2009, .has_default = true, .default_minutes = 0});
	desk_start();
	desk_wait(600);
	expect_untold("irregularity", "default-time");
	desk_act("arrived black");
	desk_act("start");
	expect_told("irregularity", "\"article\":\"6.6a\"");
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

START_TEST(guideline_i_1_2_who_adjourns_early_has_used_the_time_to_the_end_of_the_session)
{
	static const char *const early[] = {"A1b", "guideline-1b", "I.1.2"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[80];

		begin((enum touch_edition)edition, 5400, 5400);
		desk_start();
		desk_play("e2e4 e7e5");
		desk_clock(1800, 2900);
		ck_assert_uint_eq(desk_act("seal white 31"), 0);
		ck_assert_uint_eq(desk_act("seal white 601"), 0);
		desk_act("seal white 20");
		snprintf(words, sizeof(words), "\"early_minutes\":20,\"because\":\"%s\"",
			 early[edition]);
		expect_told("decision", words);
		expect_told("decision", "\"clock\":{\"white\":600,\"black\":2900}");
		desk_clock(1790, 2900);
		desk_stop_clock();
		desk_act("pause"); /* the player thought for ten seconds more */
		expect_told("decision", "\"clock\":{\"white\":590,\"black\":2900}");
		expect_due("\"color\":\"white\",\"is_s\":1790,\"should_be_s\":590}");
		desk_clock(590, 2900);
		desk_stop_clock();
		ck_assert_ptr_null(strstr(due(), "times"));
	}
}
END_TEST

START_TEST(guideline_i_9_3_a_reply_is_sealed_while_who_sealed_is_absent)
{
	static const char *const articles[] = {"A9c", "guideline-9c", "I.9.3"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[80];

		begin((enum touch_edition)edition, 5400, 5400);
		desk_start();
		desk_play("e2e4 e7e5");
		desk_act("seal white");
		desk_stop_clock();
		desk_act("pause");
		desk_act("start");
		desk_act("arrived black");
		desk_act("sealed white Nf3");
		desk_lift("g1");
		desk_place("f3", 'N');
		desk_wait(2);
		desk_act("resume");
		desk_forget();
		desk_act("seal black");
		snprintf(words, sizeof(words), "\"offer_by\":null,\"article\":\"%s\"",
			 articles[edition]);
		expect_told("decision", words);
	}
}
END_TEST

#define READING_MS 1300 /* a second's wait, and events are 0.3 s apart */

/* The time of White as his clock shows it, reading after reading; what it shows at the end. */
static unsigned run_down(unsigned from_s, unsigned readings, unsigned percent)
{
	unsigned shown_s = from_s;

	for (unsigned i = 1; i <= readings; i++) {
		desk_wait(1);
		shown_s = from_s - i * READING_MS * percent / 100000;
		desk_clock(shown_s, 5400);
	}
	return shown_s;
}

START_TEST(art_6_10_1_a_clock_that_is_evidently_defective_is_named)
{
	static const char *const articles[] = {"6.11", "6.10a", "6.10.1"};

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		char words[80];
		unsigned left_s;

		begin((enum touch_edition)edition, 5400, 5400);
		desk_start();
		desk_play("e2e4 e7e5");
		left_s = run_down(5400, 60, 100);
		expect_nothing();
		run_down(left_s, 60, edition == TOUCH_LAWS_2001 ? 115 : 85);
		snprintf(words, sizeof(words),
			 "[{\"what\":\"clock-drift\",\"article\":\"%s\",\"color\":\"white\"",
			 articles[edition]);
		expect_due(words);
	}
}
END_TEST

START_TEST(art_6_10_1_a_clock_that_jumps_while_it_runs_is_named)
{
	begin(TOUCH_LAWS_2023, 5400, 5400);
	desk_start();
	desk_play("e2e4 e7e5");
	ck_assert_uint_eq(run_down(5400, 10, 100), 5387);
	desk_wait(1);
	desk_clock(5000, 5400);
	expect_due("\"is_s\":5000,\"should_be_s\":5387}");
}
END_TEST

START_TEST(art_6_10_1_what_comes_late_is_no_defect)
{
	unsigned left_s;

	begin(TOUCH_LAWS_2023, 5400, 5400);
	desk_start();
	desk_play("e2e4 e7e5");
	left_s = run_down(5400, 20, 100);
	desk_wait(7); /* the machine stood still, and what came meanwhile comes at once */
	for (unsigned i = 1; i <= 7; i++)
		desk_clock(left_s - i, 5400);
	left_s = run_down(left_s - 9, 60, 100);
	desk_play("g1f3 b8c6");
	desk_clock(left_s + 30, 5400); /* an increment */
	run_down(left_s + 30, 60, 100);
	expect_nothing();
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
	tcase_add_test(tests, art_a_1_a_mode_is_that_of_the_time_control);
	tcase_add_test(tests, art_6_6_a_game_that_is_started_has_a_clock_that_runs);
	tcase_add_test(tests, art_6_7_1_the_clock_begins_the_default_time);
	tcase_add_test(tests, art_6_7_1_a_clock_that_was_only_tried_begins_nothing);
	tcase_add_test(tests, art_6_7_1_the_arbiters_word_counts_before_the_clock);
	tcase_add_test(tests, art_6_7_1_no_default_time_waits_for_the_arbiters_word);
	tcase_add_test(tests, art_6_5_a_clock_is_placed);
	tcase_add_test(tests, art_7_2_1_men_stand_as_they_should);
	tcase_add_test(tests, guideline_ii_2_a_chess960_position_is_confirmed);
	tcase_add_test(
		tests,
		guideline_i_1_2_who_adjourns_early_has_used_the_time_to_the_end_of_the_session);
	tcase_add_test(tests, guideline_i_9_3_a_reply_is_sealed_while_who_sealed_is_absent);
	tcase_add_test(tests, art_6_10_1_a_clock_that_is_evidently_defective_is_named);
	tcase_add_test(tests, art_6_10_1_a_clock_that_jumps_while_it_runs_is_named);
	tcase_add_test(tests, art_6_10_1_what_comes_late_is_no_defect);
	tcase_add_test(tests, guideline_i_an_adjourned_game_goes_on_as_it_was);
	tcase_add_test(tests, art_8_5_3_what_is_noted_before_a_reconstruction);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
