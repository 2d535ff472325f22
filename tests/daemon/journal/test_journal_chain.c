/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/words.h"

/* Each commit hangs on the one before: what was written can be proved, and changes are found. */

#define PATH state_path(JOURNAL_FILE)
#define DAY  (24ULL * 3600 * 1000)

static struct journal_verdict verdict;

static void look(const char *path, const char *head)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault = {0};

	ck_assert_msg(journal_reader_open(&reader, path, &fault) == 0, "%s", fault.why);
	ck_assert_msg(journal_verify(reader, head, &verdict) == 0, "%s",
		      journal_reader_why(reader));
	journal_reader_close(reader);
}

static void is_consistent(void)
{
	look(PATH, NULL);
	ck_assert_msg(verdict.bad_count == 0, "%s", verdict.where);
}

static void is_changed(const char *where)
{
	look(PATH, NULL);
	ck_assert_uint_gt(verdict.bad_count, 0);
	ck_assert_msg(strstr(verdict.where, where), "%s", verdict.where);
}

/* One commit: somebody decides something about Magda. */
static void put_commit(uint64_t at_ms)
{
	journal_gather(journal);
	put_input_of(JOURNAL_INPUT_BYTES, 1, at_ms, "\x8e bytes");
	put_input_of(JOURNAL_INPUT_PLAYERS, 1, at_ms,
		     "{\"white\":{\"name\":\"Magda Q\",\"fide\":1503014},\"black\":null}");
	put_input_of(JOURNAL_INPUT_ACT, 1, at_ms, "note Magda Q was late");
	put_report_of(
		1, "g", "decision", at_ms,
		"{\"event\":\"decision\",\"action\":\"note Magda Q was late\",\"by\":\"Anna\"}");
	put_report_of(1, "g", "players", at_ms,
		      "{\"white\":{\"name\":\"Magda Q\",\"fide\":1503014},\"black\":null}");
	journal_let_go(journal);
	wait_durable();
}

static void write_some(unsigned count)
{
	open_journal();
	for (unsigned i = 0; i < count; i++)
		put_commit(1000 + i);
}

static void head_of(char ret[JOURNAL_HEAD_MAX])
{
	memcpy(ret, journal_stats(journal).head, JOURNAL_HEAD_MAX);
}

START_TEST(what_was_written_is_consistent)
{
	open_journal();
	is_consistent();
	ck_assert_uint_eq(verdict.links, 0);
	put_commit(1000);
	put_commit(1001);
	is_consistent();
	ck_assert_uint_ge(verdict.links, 2);
	ck_assert_uint_eq(verdict.first_seq, 1);
	ck_assert_uint_eq(verdict.last_seq, 4);
	close_journal();
	open_journal();
	put_commit(1002);
	is_consistent();
	ck_assert_uint_eq(verdict.last_seq, 6);
}
END_TEST

START_TEST(a_head_that_was_noted_proves_all_before_it)
{
	char noted[JOURNAL_HEAD_MAX], last[JOURNAL_HEAD_MAX];

	write_some(2);
	head_of(noted);
	put_commit(2000);
	head_of(last);
	close_journal();
	look(PATH, noted);
	ck_assert(verdict.has_head && verdict.is_unchanged);
	ck_assert_uint_eq(verdict.head_seq, 4);
	ck_assert_str_eq(verdict.head, last);
	/* What came later may be as it is; what came before may not. */
	sql_run(PATH, "UPDATE report SET text = '{}' WHERE seq = 5");
	look(PATH, noted);
	ck_assert(verdict.is_unchanged && verdict.bad_count == 1);
	sql_run(PATH, "UPDATE report SET text = '{}' WHERE seq = 2");
	look(PATH, noted);
	ck_assert(verdict.has_head && !verdict.is_unchanged);
	noted[0] = noted[0] == '0' ? '1' : '0';
	look(PATH, noted);
	ck_assert(!verdict.has_head);
}
END_TEST

static const struct {
	const char *sql, *where;
} changes[] = {
	{"UPDATE report SET text = replace(text, 'late', 'soon') WHERE seq = 1", "reports 1 to 2"},
	{"UPDATE report SET text = replace(text, 'Magda Q', 'Magda R') WHERE seq = 4",
	 "reports 3 to 4"},
	{"UPDATE report SET at_ms = at_ms + 1 WHERE seq = 3", "reports 3 to 4"},
	{"UPDATE report SET board = 'x' WHERE seq = 3", "reports 3 to 4"},
	{"UPDATE report SET input = 1 WHERE seq = 6", "reports 5 to 6"},
	{"DELETE FROM report WHERE seq = 3", "reports 3 to 4"},
	{"UPDATE input SET data = x'8e' WHERE id = 1", "inputs 1 to 3"},
	{"UPDATE input SET author = 'Bo' WHERE id = 3", "inputs 1 to 3"},
	{"UPDATE input SET kind = 'answer' WHERE id = 6", "inputs 4 to 6"},
	{"DELETE FROM input WHERE id = 4", "inputs 4 to 6"},
	{"UPDATE name SET text = 'Magda R' WHERE text = 'Magda Q'", "a name is not in the table"},
	{"UPDATE name SET hash = zeroblob(32) WHERE text = 'Anna'", "a name is another one"},
	{"UPDATE chain SET head = zeroblob(32) WHERE id = 2", "commit 2"},
	{"UPDATE chain SET reports = zeroblob(32) WHERE id = 2; DELETE FROM report WHERE seq = 4",
	 "reports 3 to 4"},
	{"DELETE FROM chain WHERE id = 2", "commits before it are missing"},
	{"DELETE FROM chain WHERE id = 3", "no commit has them"},
	{"UPDATE game SET first_seq = 2, last_seq = 9", "games: their first or last report"},
	{"DELETE FROM chain", "there is no chain"},
};

START_TEST(every_change_is_found)
{
	write_some(3);
	close_journal();
	is_consistent();
	ck_assert_uint_eq(verdict.links, 3);
	sql_run(PATH, changes[_i].sql);
	is_changed(changes[_i].where);
}
END_TEST

/* --- forgetting --- */

START_TEST(forgetting_breaks_nothing)
{
	char noted[JOURNAL_HEAD_MAX];

	write_some(3);
	head_of(noted);
	ck_assert_int_eq(journal_put_forget(journal, "Magda Q", "N.N. 1"), 0);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	look(PATH, noted);
	ck_assert_msg(verdict.bad_count == 0 && verdict.is_unchanged, "%s", verdict.where);
	ck_assert_str_eq(
		sql_text(PATH, "SELECT text FROM report WHERE seq = 1"),
		"{\"event\":\"decision\",\"action\":\"note N.N. 1 was late\",\"by\":\"Anna\"}");
	ck_assert_str_eq(sql_text(PATH, "SELECT text FROM report WHERE seq = 2"),
			 "{\"white\":{\"name\":\"N.N. 1\",\"fide\":1},\"black\":null}");
	ck_assert_str_eq(sql_text(PATH, "SELECT data FROM input WHERE id = 2"),
			 "{\"white\":{\"name\":\"N.N. 1\",\"fide\":1},\"black\":null}");
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM name WHERE text LIKE '%Magda%'"),
			 0);
	ck_assert_int_eq(
		sql_number(PATH,
			   "SELECT count(*) FROM name WHERE salt IS NULL AND text LIKE '%1%'"),
		2);
	put_commit(5000); /* he comes back */
	is_consistent();
	ck_assert_int_eq(journal_put_forget(journal, "Magda Q", "N.N. 2"), 0);
	ck_assert_int_eq(journal_put_forget(journal, "Anna", "N.N. 3"), 0);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	look(PATH, noted);
	ck_assert_msg(verdict.bad_count == 0 && verdict.is_unchanged, "%s", verdict.where);
}
END_TEST

/* Words that are no names stay, whatever they look like. */
START_TEST(only_names_are_forgotten)
{
	static const char text[] = "{\"event\":\"move\",\"ply\":1,\"1\":\"1\",\"san\":\"e4\","
				   "\"white\":\"1\",\"team\":\"e4\"}";

	open_journal();
	put_report_of(1, "g", "move", 1, text);
	ck_assert_int_eq(journal_put_forget(journal, "1", "X"), 0);
	ck_assert_int_eq(journal_put_forget(journal, "e4", "Y"), 0);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	ck_assert_str_eq(sql_text(PATH, "SELECT text FROM report"),
			 "{\"event\":\"move\",\"ply\":1,\"1\":\"1\",\"san\":\"e4\",\"white\":\"X\","
			 "\"team\":\"e4\"}");
	is_consistent();
}
END_TEST

/* --- keeping --- */

START_TEST(what_is_deleted_leaves_its_head)
{
	char noted[JOURNAL_HEAD_MAX];

	journal_setup.keep_ms = 10 * DAY;
	write_some(3);
	head_of(noted);
	put_report_of(1, "g", "result", 2000, "{\"event\":\"result\"}");
	wait_durable();
	put_report_of(2, "now", "move", 60 * DAY, "{\"event\":\"move\",\"by\":\"Bo\"}");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 60 * DAY, "new");
	wait_durable();
	put_report_of(2, "now", "move", 60 * DAY, "{\"event\":\"move\",\"by\":\"Bo\"}");
	wait_durable();
	while (sql_number(PATH, "SELECT min(seq) FROM report") < 8)
		pause_ms(10);
	is_consistent();
	ck_assert_uint_eq(verdict.first_seq, 8);
	ck_assert_uint_eq(verdict.last_seq, 9);
	look(PATH, noted);
	ck_assert(verdict.is_unchanged); /* its inputs are still needed by the next game */
}
END_TEST

/* --- files of 0.1 --- */

static void copy_old(void)
{
	char command[1024];

	snprintf(command, sizeof(command), "cp %s/journal-v3.sqlite %s && chmod 600 %s",
		 BOARDD_TEST_DATA, PATH, PATH);
	/* NOLINTNEXTLINE(cert-env33-c): a test, with paths of its own */
	ck_assert_int_eq(system(command), 0);
}

START_TEST(a_journal_of_the_version_before_goes_on)
{
	copy_old();
	ck_assert_int_eq(sql_number(PATH, "PRAGMA user_version"), 3);
	open_journal();
	ck_assert_uint_eq(opened.last_seq, 46);
	ck_assert(!opened.was_unclean);
	ck_assert_int_eq(sql_number(PATH, "PRAGMA user_version"), 4);
	is_consistent();
	ck_assert_uint_eq(verdict.first_seq, 47); /* what is older is not covered */
	put_commit((uint64_t)sql_number(PATH, "SELECT max(at_ms) FROM report") + 1);
	is_consistent();
	ck_assert_uint_eq(verdict.last_seq, 48);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM report"), 48);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM login WHERE revoked_ms IS NULL"),
			 1);
	/* And it can forget who was in it. */
	ck_assert_int_eq(journal_put_forget(journal, "Holm, Magda", "N.N. 1"), 0);
	wait_note(JOURNAL_NOTE_FORGOTTEN);
	ck_assert_int_eq(
		sql_number(PATH, "SELECT count(*) FROM input WHERE data LIKE '%Holm, Magda%'"), 0);
	ck_assert_int_eq(
		sql_number(PATH, "SELECT count(*) FROM report WHERE text LIKE '%Holm, Magda%'"), 0);
	is_consistent();
}
END_TEST

/* --- the daemon looks by itself --- */

START_TEST(a_change_is_told_by_the_journal_itself)
{
	journal_setup.verify_ms = 50;
	write_some(2);
	sql_run(PATH, "UPDATE report SET text = '{}' WHERE seq = 2");
	ck_assert_ptr_nonnull(strstr(wait_note(JOURNAL_NOTE_CHANGED).text, "reports 1 to 2"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal chain");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 250);
	tcase_add_checked_fixture(tests, make_state, clear_state);
	tcase_add_test(tests, what_was_written_is_consistent);
	tcase_add_test(tests, a_head_that_was_noted_proves_all_before_it);
	tcase_add_loop_test(tests, every_change_is_found, 0, sizeof(changes) / sizeof(changes[0]));
	tcase_add_test(tests, forgetting_breaks_nothing);
	tcase_add_test(tests, only_names_are_forgotten);
	tcase_add_test(tests, what_is_deleted_leaves_its_head);
	tcase_add_test(tests, a_journal_of_the_version_before_goes_on);
	tcase_add_test(tests, a_change_is_told_by_the_journal_itself);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
