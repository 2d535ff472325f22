/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/words.h"

/* What a commit writes, and the log it is written to. */

#define PATH state_path(JOURNAL_FILE)

/* A commit into a log that is long enough is quicker: the file does not change its length. */
static void wait_for_log(off_t bytes)
{
	struct stat s = {0};

	while (stat(state_path(JOURNAL_FILE "-wal"), &s) != 0 || s.st_size < bytes)
		pause_ms(5); /* the time limit of the test ends it */
}

START_TEST(the_log_is_made_long_at_the_start)
{
	struct stat s;

	open_journal();
	wait_for_log(4 << 20);
	put_reports(50);
	wait_durable();
	ck_assert_int_eq(stat(state_path(JOURNAL_FILE "-wal"), &s), 0);
	ck_assert_int_eq(s.st_size, 4 << 20);
	has_all_reports(50);
	ck_assert_str_eq(sql_text(PATH, "PRAGMA integrity_check"), "ok");
	close_journal();
	ck_assert_int_ne(access(state_path(JOURNAL_FILE "-wal"), F_OK), 0);
	open_journal();
	ck_assert_uint_eq(opened.last_seq, 50);
}
END_TEST

/* As a power cut would leave it: the pages are in the log, which is half empty. */
START_TEST(a_log_with_nothing_behind_its_pages_is_read_to_its_end)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		open_journal();
		wait_for_log(4 << 20);
		put_reports(40);
		wait_durable();
		kill(getpid(), SIGKILL);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status));
	open_journal();
	ck_assert_uint_eq(opened.last_seq, 40);
	has_all_reports(40);
	wait_note(JOURNAL_NOTE_WHOLE);
}
END_TEST

/* Gathered, so that one transaction has them all. */
START_TEST(a_game_knows_its_reports)
{
	open_journal();
	journal_gather(journal);
	put_report_of(1, "g-1", "move", 10, "{}");
	put_report_of(1, "g-1", "result", 20, "{}");
	put_report_of(1, "g-1", "sensed", 15, "{}");
	put_report_of(2, "g-2", "move", 30, "{}");
	put_report_of(1, "g-1", "sensed", 40, "{}");
	put_report_of(2, "g-3", "game", 50, "{}");
	journal_let_go(journal);
	wait_durable();
	ck_assert_str_eq(sql_text(PATH, "SELECT group_concat(id || ' ' || first_seq || ' ' ||"
					" last_seq || ' ' || first_ms || ' ' || last_ms || ' ' ||"
					" is_over, '; ') FROM game"),
			 "g-1 1 5 10 40 1; g-2 4 4 30 30 1; g-3 6 6 50 50 0");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal's log");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, make_state, clear_state);
	tcase_add_test(tests, the_log_is_made_long_at_the_start);
	tcase_add_test(tests, a_log_with_nothing_behind_its_pages_is_read_to_its_end);
	tcase_add_test(tests, a_game_knows_its_reports);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
