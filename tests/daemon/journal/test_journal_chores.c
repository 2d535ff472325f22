/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/journal/private.h"
#include "tests/support/words.h"

#define PATH state_path(JOURNAL_FILE)
#define DAY  (24ULL * 3600 * 1000)

/* --- what is too old --- */

/* Until a statement gives this number; the time limit of the test ends it. */
static void wait_until(const char *sql, long long number)
{
	while (sql_number(PATH, sql) != number)
		pause_ms(10);
}

static void put_old_games(void)
{
	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 1 * DAY, "{}");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1 * DAY, "old");
	put_report_of(1, "over", "move", 1 * DAY, "{}"); /* 1 */
	put_report_of(1, "over", "result", 1 * DAY, "{}");
	wait_durable();                                         /* commits are deleted whole */
	put_input_of(JOURNAL_INPUT_SETTINGS, 2, 2 * DAY, "{}"); /* 3: the base of the next */
	put_input_of(JOURNAL_INPUT_BYTES, 2, 2 * DAY, "adjourned");
	put_report_of(2, "adjourned", "move", 2 * DAY, "{}"); /* 3 */
	wait_durable();
	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 3 * DAY, "{}"); /* 5 */
	put_report_of(1, "later", "move", 3 * DAY, "{}");       /* 4 */
	put_report_of(1, "later", "result", 3 * DAY, "{}");
	wait_durable();
}

/* Names go with the games; that it is round 2 does not. */
START_TEST(the_round_stays_and_its_pairings_do_not)
{
	journal_setup.keep_ms = 10 * DAY;
	open_journal();
	put_input_of(JOURNAL_INPUT_ROUND, 0, 1 * DAY, "{\"start\":1}");
	put_input_of(JOURNAL_INPUT_ROUND, 0, 2 * DAY, "{\"pairings\":[]}");
	put_input_of(JOURNAL_INPUT_ROUND, 0, 2 * DAY, "{\"start\":2}");
	put_input_of(JOURNAL_INPUT_ROUND, 0, 2 * DAY, "{\"swap\":3}");
	put_report_of(1, "over", "result", 2 * DAY, "{}");
	wait_durable();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 60 * DAY, "new");
	put_report_of(1, "now", "move", 60 * DAY, "{}");
	wait_durable();
	wait_until("SELECT count(*) FROM input", 2);
	ck_assert_str_eq(sql_text(PATH, "SELECT data FROM input WHERE kind = 'round'"),
			 "{\"start\":2}");
}
END_TEST

START_TEST(a_game_is_deleted_when_it_is_over_and_old)
{
	journal_setup.keep_ms = 10 * DAY;
	open_journal();
	put_old_games();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 20 * DAY, "new");
	put_report_of(1, "now", "move", 20 * DAY, "{}"); /* 6 */
	wait_durable();
	wait_until("SELECT min(seq) FROM report", 3);
	wait_until("SELECT min(id) FROM input", 3);
	/* The game without a result is kept, and all after it, so that there is no gap. */
	has_all_reports(6);
	ck_assert_str_eq(sql_text(PATH, "SELECT group_concat(id) FROM game"),
			 "adjourned,later,now");
	/* A month later it is given up, and the settings of its table stay. */
	put_report_of(1, "now", "move", 50 * DAY, "{}");
	wait_durable();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 50 * DAY, "new");
	put_report_of(1, "now", "move", 50 * DAY, "{}"); /* 8 */
	wait_until("SELECT min(seq) FROM report", 6);
	ck_assert_str_eq(sql_text(PATH, "SELECT group_concat(id) FROM game"), "now");
	wait_until("SELECT count(*) FROM input WHERE kind = 'bytes' AND id < 5", 0);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM input WHERE kind = 'settings'"), 2);
	has_all_reports(8);
}
END_TEST

START_TEST(the_last_stays_so_that_numbers_go_on)
{
	journal_setup.keep_ms = 1;
	open_journal();
	put_old_games();
	put_report_of(1, NULL, "board", 400 * DAY, "{}");
	wait_durable();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 400 * DAY, "x");
	put_report_of(1, NULL, "board", 400 * DAY, "{}");
	wait_durable();
	put_input_of(JOURNAL_INPUT_WALL, 0, 500 * DAY, "x");
	put_report_of(1, NULL, "board", 500 * DAY, "{}");
	wait_until("SELECT count(*) FROM report", 1);
	wait_until("SELECT count(*) FROM input WHERE kind <> 'settings'", 1);
	close_journal();
	open_journal();
	ck_assert_uint_eq(opened.last_seq, 8);
	ck_assert_uint_eq(opened.last_input, 7);
}
END_TEST

START_TEST(what_was_deleted_gives_its_room_back)
{
	journal_setup.keep_ms = DAY;
	open_journal();
	put_reports(20000); /* at the first second of 1970 */
	wait_durable();
	put_input_of(JOURNAL_INPUT_WALL, 0, 40 * DAY, "x");
	put_report_of(1, NULL, "board", 40 * DAY, "{}");
	wait_until("SELECT count(*) FROM report", 1);
	wait_until("SELECT page_count < 100 FROM pragma_page_count", 1);
	ck_assert_str_eq(sql_text(PATH, "PRAGMA integrity_check"), "ok");
}
END_TEST

START_TEST(a_clock_that_is_wrong_does_not_delete)
{
	uint64_t now = (uint64_t)time(NULL) * 1000;

	journal_setup.keep_ms = 10 * DAY;
	open_journal();
	put_report_of(1, "g", "move", now, "{}");
	put_report_of(1, "g", "result", now, "{}");
	put_report_of(1, NULL, "board", now + 400 * 365 * DAY, "{}");
	wait_durable();
	for (int looks = 0; looks < 30; looks++)
		pause_ms(50);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM report"), 3);
}
END_TEST

/* --- names --- */

static void becomes(const char *text, const char *name, const char *expected)
{
	char *result = journal_replace(text, strlen(text), name, "N.N.");

	if (expected)
		ck_assert_str_eq(result, expected);
	else
		ck_assert_ptr_null(result);
	free(result);
}

START_TEST(a_name_is_a_word_of_its_own)
{
	becomes("", "Carl", NULL);
	becomes("Carl", "Carl", "N.N.");
	becomes("Carlsen", "Carl", NULL);
	becomes("Jean-Carl", "Carl", "Jean-N.N.");
	becomes("\"Carl\",\"Carlsen\",\"Carl\"", "Carl", "\"N.N.\",\"Carlsen\",\"N.N.\"");
	becomes("CarlCarl Carl", "Carl", "CarlCarl N.N.");
	becomes("Åse Carl", "se Carl", NULL);
	becomes("said Åse.", "Åse", "said N.N..");
}
END_TEST

/* A file has these bytes somewhere. */
static bool has_bytes(const char *path, const char *text)
{
	char bytes[1 << 16];
	FILE *file = fopen(path, "rb");
	bool is_found = false;
	size_t kept = 0, len;

	if (!file)
		return false;
	while ((len = fread(bytes + kept, 1, sizeof(bytes) - kept, file)) > 0) {
		len += kept;
		is_found = is_found || memmem(bytes, len, text, strlen(text));
		kept = len < 64 ? len : 64;
		memmove(bytes, bytes + len - kept, kept);
	}
	fclose(file);
	return is_found;
}

static void is_nowhere(const char *text)
{
	ck_assert(!has_bytes(PATH, text));
	ck_assert(!has_bytes(state_path(JOURNAL_FILE "-wal"), text));
}

START_TEST(a_name_can_be_forgotten)
{
	struct journal_snapshot snapshot = {
		.table = 1, .build = "b", .data = "of Magda Q", .len = 10};

	open_journal();
	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 1, "{\"white\":\"Magda Q\",\"black\":\"Magda\"}");
	put_input_of(JOURNAL_INPUT_ACT, 1, 1, "note Magda Q was late");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1, "bytes, not Magda\xff");
	put_report_of(1, "g", "game", 1, "{\"white\":\"Magda Q\",\"black\":\"Magda\"}");
	for (int i = 0; i < 2000; i++)
		put_report_of(1, "g", "game", 1, "{\"event\":\"game\",\"white\":\"Magda Q\"}");
	ck_assert_int_eq(journal_put_snapshot(journal, &snapshot), 0);
	wait_durable();
	ck_assert(has_bytes(PATH, "Magda Q") ||
		  has_bytes(state_path(JOURNAL_FILE "-wal"), "Magda Q"));
	ck_assert_int_eq(journal_put_forget(journal, "Magda Q", "N.N."), 0);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	is_nowhere("Magda Q");
	ck_assert_str_eq(sql_text(PATH, "SELECT data FROM input WHERE id = 1"),
			 "{\"white\":\"N.N.\",\"black\":\"Magda\"}");
	ck_assert_str_eq(sql_text(PATH, "SELECT data FROM input WHERE id = 2"),
			 "note N.N. was late");
	ck_assert_str_eq(sql_text(PATH, "SELECT text FROM report WHERE seq = 1"),
			 "{\"white\":\"N.N.\",\"black\":\"Magda\"}");
	ck_assert_int_eq(
		sql_number(PATH, "SELECT count(*) FROM report WHERE text LIKE '%\"N.N.\"%'"), 2001);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM snapshot"), 0);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM meta WHERE key LIKE 'forget%'"), 0);
}
END_TEST

START_TEST(an_author_and_bytes_are_told_apart)
{
	open_journal();
	put_input_of(JOURNAL_INPUT_ACT, 1, 1, "result 1-0"); /* by Anna */
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1, "Anna");
	put_report_of(1, "g", "decision", 1, "{\"by\":\"Anna\",\"white\":\"O\\\"A \\\\ Bo\"}");
	ck_assert_int_eq(journal_put_forget(journal, "Anna", "nobody"), 0);
	ck_assert_int_eq(journal_put_forget(journal, "O\"A \\ Bo", "X"), 0);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	ck_assert_str_eq(sql_text(PATH, "SELECT author FROM input WHERE id = 1"), "nobody");
	ck_assert_str_eq(sql_text(PATH, "SELECT data FROM input WHERE id = 2"), "Anna");
	ck_assert_str_eq(sql_text(PATH, "SELECT text FROM report"),
			 "{\"by\":\"nobody\",\"white\":\"X\"}");
}
END_TEST

/* The wish is in the journal, and is fulfilled by whoever opens it next. */
START_TEST(a_name_is_forgotten_after_a_restart_too)
{
	open_journal();
	put_report_of(1, "g", "game", 1, "{\"white\":\"Magda Q\"}");
	close_journal();
	sql_run(PATH, "INSERT INTO meta VALUES ('forget:Magda Q', 'N.N.')");
	open_journal();
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	is_nowhere("Magda Q");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal chores");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 250);
	tcase_add_checked_fixture(tests, make_state, clear_state);
	tcase_add_test(tests, a_game_is_deleted_when_it_is_over_and_old);
	tcase_add_test(tests, the_round_stays_and_its_pairings_do_not);
	tcase_add_test(tests, the_last_stays_so_that_numbers_go_on);
	tcase_add_test(tests, what_was_deleted_gives_its_room_back);
	tcase_add_test(tests, a_clock_that_is_wrong_does_not_delete);
	tcase_add_test(tests, a_name_is_a_word_of_its_own);
	tcase_add_test(tests, a_name_can_be_forgotten);
	tcase_add_test(tests, an_author_and_bytes_are_told_apart);
	tcase_add_test(tests, a_name_is_forgotten_after_a_restart_too);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
