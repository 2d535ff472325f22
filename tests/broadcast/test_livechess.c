/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "tests/broadcast/client.h"

/* --- the session --- */

static FILE *session;

static void next_line(char sign, char *ret, size_t size)
{
	do
		ck_assert_ptr_nonnull(fgets(ret, (int)size, session));
	while (ret[0] == '#');
	ret[strcspn(ret, "\n")] = '\0';
	ck_assert_int_eq(ret[0], sign);
}

/* The client's next line, and the answers, each at its time. */
static void converse(int64_t at, int answers)
{
	char line[2048];

	now = at;
	next_line('>', line, sizeof(line));
	for (int i = 0; i < answers; i++) {
		if (i == 0)
			say(line + 2);
		next_line('<', line, sizeof(line));
		/* the answers come at once here, a millisecond apart there */
		strcpy(strrchr(line, ',') + 1, "\"time\":");
		ck_assert_msg(strncmp(next_of(&client), line + 2, strlen(line + 2)) == 0, "%s",
			      line);
	}
	expect_silence();
}

static void expect_line(int64_t at)
{
	char line[2048];

	now = at;
	look();
	next_line('<', line, sizeof(line));
	ck_assert_str_eq(next_of(&client), line + 2);
	expect_silence();
}

static void place(const char *placement)
{
	ck_assert(rules_placement_read(&seen, rules_slice_of(placement), NULL));
}

START_TEST(a_session_as_clients_know_it)
{
	const int64_t t = INT64_C(1767261600000);

	session = fopen(BOARDD_TEST_DATA "/livechess-session.txt", "r");
	ck_assert_ptr_nonnull(session);
	begin("");
	converse(t, 1);
	converse(t + 10, 2);
	converse(t + 50, 2);
	set_clock(5400, RULES_WHITE, t + 1900);
	expect_line(t + 1905);
	place("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
	expect_line(t + 12300);
	place("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	expect_line(t + 13100);
	set_clock(5388, RULES_BLACK, t + 13900);
	story_move(&story, 1, "e2e4");
	take();
	expect_line(t + 13905);
	place("rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	expect_line(t + 20400);
	place("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
	expect_line(t + 21000);
	story_move(&story, 2, "e7e5");
	take();
	expect_line(t + 22000);
	converse(t + 100000, 1);
	converse(t + 101000, 1);
	ck_assert_int_eq(fgetc(session), EOF);
	fclose(session);
}
END_TEST

/* --- calls --- */

START_TEST(eboards_in_every_form)
{
	static const char *const forms[] = {
		"{\"id\":%s,\"call\":\"eboards\"}",
		"{\"id\":%s,\"call\":\"eboards\",\"param\":null}",
		"{\"id\":%s,\"call\":\"eboards\",\"param\":{}}\n",
		"{\n  \"call\": \"eboards\",\n  \"id\": %s\n}\n \t",
	};
	static const char *const ids[] = {"0", "1", "36", "2147483647"};
	char text[200], start[200];

	for (size_t i = 0; i < 4; i++) {
		for (size_t j = 0; j < 4; j++) {
			snprintf(text, sizeof(text), forms[i], ids[j]); // NOLINT
			say(text);
			snprintf(start, sizeof(start),
				 "{\"response\":\"call\",\"id\":%s,\"param\":[{\"serialnr\":"
				 "\"3000140001\"",
				 ids[j]);
			ck_assert(strncmp(next_of(&client), start, strlen(start)) == 0);
			expect_silence();
		}
	}
}
END_TEST

static void expect_serials(struct client *c, const char *serials)
{
	json_t *message, *one;
	char text[200] = "";
	size_t i;

	say_to(c, "{\"id\":1,\"call\":\"eboards\"}");
	message = json_loads(next_of(c), 0, NULL);
	json_array_foreach(json_object_get(message, "param"), i, one)
	{
		strcat(text, i > 0 ? " " : "");
		strcat(text, json_string_value(json_object_get(one, "serialnr")));
	}
	ck_assert_str_eq(text, serials);
	json_decref(message);
}

START_TEST(the_first_board_is_one_that_lives)
{
	boards[0].state = LIVECHESS_ABSENT;
	boards[0].men = NULL;
	expect_serials(&client, "3000140001");
	add_board("2", LIVECHESS_SILENT);
	add_board("3", LIVECHESS_ACTIVE);
	expect_serials(&client, "3 2");
	boards[2].state = LIVECHESS_DELAYED;
	expect_serials(&client, "3000140001 2 3");
	board_count = 0;
	expect_serials(&client, "");
}
END_TEST

START_TEST(the_address_may_choose_a_board)
{
	add_board("2", LIVECHESS_ACTIVE);
	disconnect(&second);
	connect_to(&second, "2");
	expect_serials(&second, "2");
	boards[1].state = LIVECHESS_ABSENT;
	expect_serials(&second, "2");
	expect_serials(&client, "3000140001");
}
END_TEST

START_TEST(what_is_not_there_is_null)
{
	boards[0].state = LIVECHESS_ABSENT;
	boards[0].men = NULL;
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect("{\"response\":\"call\",\"id\":1,\"param\":[{\"serialnr\":\"3000140001\",\"source\":"
	       "null,"
	       "\"state\":null,\"battery\":null,\"comment\":null,\"board\":null,\"flipped\":false,"
	       "\"clock\":null}]");
	boards[0].state = LIVECHESS_SILENT;
	boards[0].battery = 84;
	boards[0].device = "tcp:10.0.0.7:4000";
	boards[0].is_flipped = true;
	snprintf(board_clock.state, sizeof(board_clock.state), "absent");
	say("{\"id\":1,\"call\":\"eboards\"}");
	expect("{\"response\":\"call\",\"id\":1,\"param\":[{\"serialnr\":\"3000140001\",\"source\":"
	       "\"tcp:10.0.0.7:4000\",\"state\":\"NOTRESPONDING\",\"battery\":\"84%\",\"comment\":"
	       "null,"
	       "\"board\":null,\"flipped\":true,\"clock\":null}]");
}
END_TEST

START_TEST(sources_are_told_once)
{
	add_board("2", LIVECHESS_ACTIVE);
	say("{\"id\":1,\"call\":\"sources\",\"param\":null}");
	expect("{\"response\":\"call\",\"id\":1,\"param\":[{\"type\":\"SERIAL\",\"device\":"
	       "\"ttyACM0\","
	       "\"name\":null,\"present\":true,\"active\":true,\"status\":null}]");
}
END_TEST

START_TEST(errors_say_what_is_wrong)
{
	say("{\"id\":5,\"call\":\"games\"}");
	expect_error(5, "unknown call \\\"games\\\"");
	say("{\"id\":5}");
	expect_error(5, "unknown call \\\"\\\"");
	say("{\"id\":5,\"call\":7}");
	expect_error(5, "unknown call \\\"\\\"");
	say("{\"id\":5,\"call\":");
	expect_error(-1, "not JSON");
	say("");
	expect_error(-1, "not JSON");
	say("[1,2]");
	expect_error(-1, "the id of a call is a whole number");
	say("{\"id\":\"5\",\"call\":\"eboards\"}");
	expect_error(-1, "the id of a call is a whole number");
	say("{\"id\":6,\"call\":\"subscribe\",\"param\":{\"feed\":\"liveviewer\",\"id\":1}}");
	expect_error(6, "unknown feed \\\"liveviewer\\\"");
	say("{\"id\":6,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\"}}");
	expect_error(6, "the id of a feed is missing");
	say("{\"id\":6,\"call\":\"subscribe\",\"param\":{\"feed\":\"eboardevent\",\"id\":1,"
	    "\"param\":{\"serialnr\":\"9\"}}}");
	expect_error(6, "no such board \\\"9\\\"");
	say("{\"id\":7,\"call\":\"unsubscribe\",\"param\":{\"id\":5}}");
	expect_error(7, "no such feed 5");
	subscribe();
	say("{\"id\":8,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"light\"}}");
	expect_error(8, "unknown method \\\"light\\\"");
	say("{\"id\":8,\"call\":\"call\",\"param\":{\"id\":1,\"method\":\"setup\",\"param\":{}}}");
	expect_error(8, "setup: there is no fen");
	expect_silence();
}
END_TEST

/* A word is cut between characters: what is sent stays UTF-8. */
START_TEST(long_words_are_cut)
{
	char text[400] = "{\"id\":1,\"call\":\"x", want[200] = "unknown call \\\"x";

	for (int i = 0; i < 100; i++)
		strcat(text, "ø");
	for (int i = 0; i < 29; i++)
		strcat(want, "ø");
	strcat(text, "\"}");
	strcat(want, "\\\"");
	say(text);
	expect_error(1, want);
}
END_TEST

static TCase *tests_of_calls(void)
{
	TCase *tc = tcase_create("calls");

	tcase_add_checked_fixture(tc, begin_hall, end_hall);
	tcase_add_test(tc, a_session_as_clients_know_it);
	tcase_add_test(tc, eboards_in_every_form);
	tcase_add_test(tc, the_first_board_is_one_that_lives);
	tcase_add_test(tc, the_address_may_choose_a_board);
	tcase_add_test(tc, what_is_not_there_is_null);
	tcase_add_test(tc, sources_are_told_once);
	tcase_add_test(tc, errors_say_what_is_wrong);
	tcase_add_test(tc, long_words_are_cut);
	return tc;
}

int main(void)
{
	Suite *suite = suite_create("broadcast: LiveChess API, calls");

	suite_add_tcase(suite, tests_of_calls());
	return run_suite(suite);
}
