/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct board_make board_make_skeleton;

#define MAKE board_make_skeleton

static _Alignas(uint64_t) unsigned char session[BOARD_SESSION_MAX];
static char story[4096]; /* what was told since last asked */

/* --- the words of these tests --- */

static void tell(const struct board_event *event)
{
	size_t len = strlen(story);
	char square[3] = {(char)('a' + event->square % 8), (char)('1' + event->square / 8), 0};
	bool is_lift = event->type == BOARD_EV_LIFTED;
	bool is_change =
		is_lift || event->type == BOARD_EV_PLACED || event->type == BOARD_EV_REPLACED;

	len += (size_t)snprintf(story + len, sizeof(story) - len, "%s%s", len > 0 ? ", " : "",
				board_event_name(event->type));
	if (is_change)
		snprintf(story + len, sizeof(story) - len, " %s %c", square,
			 is_lift ? event->was : event->piece);
	if (event->type == BOARD_EV_RESYNCED)
		snprintf(story + len, sizeof(story) - len, " %s", board_resync_name(event->resync));
	if (event->type == BOARD_EV_LOST)
		snprintf(story + len, sizeof(story) - len, " %s", board_lost_name(event->lost));
}

static void take_events(void)
{
	struct board_event event;

	while (MAKE.next(session, &event))
		tell(&event);
}

static void says(uint64_t at_ms, const char *text, size_t piece)
{
	size_t len = strlen(text), used = 0;

	while (used < len) {
		size_t part = len - used < piece ? len - used : piece;

		used += MAKE.feed(session, at_ms, (const uint8_t *)text + used, part);
		take_events();
	}
}

static void shows(uint64_t at_ms, const char *signs)
{
	char line[80];

	snprintf(line, sizeof(line), "b%s\n", signs);
	says(at_ms, line, sizeof(line));
}

static void passes(uint64_t at_ms)
{
	MAKE.tick(session, at_ms);
	take_events();
}

static void expect_told(const char *wanted)
{
	ck_assert_str_eq(story, wanted);
	story[0] = '\0';
}

static void expect_asked(const char *wanted)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len = MAKE.take(session, bytes, sizeof(bytes));

	ck_assert_uint_eq(len, strlen(wanted));
	ck_assert_mem_eq(bytes, wanted, len);
}

#define START   "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr"
#define E2_UP   "RNBQKBNRPPPP.PPP................................pppppppprnbqkbnr"
#define AFTER   "RNBQKBNRPPPP.PPP............P...................pppppppprnbqkbnr"
#define CAPTURE "RNBQKBNRPPP..PPP............................P...pppppppprnbqkbnr"

static void begin(bool only_meet)
{
	struct board_config config = {.only_meet = only_meet};

	story[0] = '\0';
	MAKE.init(session, &config);
	MAKE.open(session, 1000);
	expect_asked("i\n");
}

static void play(void)
{
	begin(false);
	says(1010, "iS123\n", 6);
	expect_asked("b\n");
	shows(1020, START);
	expect_told("connected, dump");
	ck_assert_int_eq(MAKE.state(session), BOARD_ST_RUNNING);
}

/* --- tests --- */

START_TEST(what_differs_becomes_lifts_and_places)
{
	play();
	shows(1100, START);
	expect_told("");
	shows(1200, E2_UP);
	shows(1300, AFTER);
	expect_told("lifted e2 P, placed e4 P");
	ck_assert_int_eq(MAKE.men(session, 0)->at[28], 'P');
	ck_assert_ptr_null(MAKE.men(session, 1));
}
END_TEST

/* Between two reports the order is not known: a place never comes before a lift. */
START_TEST(several_changes_at_once_are_lifts_first)
{
	play();
	shows(1100, CAPTURE);
	expect_told("lifted d2 P, lifted e2 P, placed e6 P");
}
END_TEST

START_TEST(a_line_may_come_in_pieces)
{
	for (size_t piece = 1; piece < 70; piece++) {
		begin(false);
		says(1010, "iS123\nb" START "\nb" AFTER "\n", piece);
		expect_told("connected, dump, lifted e2 P, placed e4 P");
	}
}
END_TEST

START_TEST(who_only_meets_hears_no_more)
{
	begin(true);
	says(1010, "iS123\nb" START "\n", 100);
	expect_told("connected");
	passes(9000);
	expect_told("lost silent");
}
END_TEST

START_TEST(nothing_answers)
{
	begin(false);
	passes(60000);
	expect_asked("i\ni\n");
	expect_told("lost no_answer");
	ck_assert_int_eq(MAKE.state(session), BOARD_ST_LOST);
	ck_assert_uint_eq(MAKE.deadline(session), BOARD_NEVER);
}
END_TEST

START_TEST(a_silent_board_is_asked_and_then_lost)
{
	play();
	passes(2020);
	expect_asked("b\n");
	passes(60000);
	expect_told("lost silent");
	ck_assert_ptr_null(MAKE.men(session, 0));
}
END_TEST

START_TEST(a_gap_is_told)
{
	play();
	MAKE.close(session, 2000);
	take_events();
	expect_told("lost closed");
	MAKE.open(session, 3000);
	says(3010, "iS123\nb" START "\n", 100);
	expect_told("connected, dump, resynced unchanged");
	MAKE.close(session, 4000);
	MAKE.open(session, 5000);
	says(5010, "iS123\nb" AFTER "\n", 100);
	expect_told("lost closed, connected, dump, resynced unknown");
	MAKE.close(session, 6000);
	MAKE.open(session, 7000);
	says(7010, "iOTHER\nb" START "\n", 100);
	expect_told("lost closed, connected, dump");
}
END_TEST

START_TEST(noise_is_told_once_in_a_while)
{
	play();
	says(3000, "b........\nxyz\n\n", 100);
	passes(3000);
	expect_told("damaged");
	says(3100, "nonsense\n", 100);
	passes(3500);
	expect_told("");
	passes(4000);
	expect_told("damaged");
}
END_TEST

START_TEST(a_dump_that_is_asked_for_agrees)
{
	play();
	MAKE.ask_board(session, 1500);
	expect_asked("b\n");
	ck_assert_uint_lt(MAKE.agreed_ms(session), 1500);
	shows(1510, START);
	ck_assert_uint_eq(MAKE.agreed_ms(session), 1500);
	MAKE.ask_board(session, 1600);
	passes(2200);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("skeleton");
	TCase *tcase = tcase_create("skeleton");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(tcase, what_differs_becomes_lifts_and_places);
	tcase_add_test(tcase, several_changes_at_once_are_lifts_first);
	tcase_add_test(tcase, a_line_may_come_in_pieces);
	tcase_add_test(tcase, who_only_meets_hears_no_more);
	tcase_add_test(tcase, nothing_answers);
	tcase_add_test(tcase, a_silent_board_is_asked_and_then_lost);
	tcase_add_test(tcase, a_gap_is_told);
	tcase_add_test(tcase, noise_is_told_once_in_a_while);
	tcase_add_test(tcase, a_dump_that_is_asked_for_agrees);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
