/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/journal/queue.h"
#include "tests/support/words.h"

#define PATH state_path(JOURNAL_FILE)

/* --- opening and closing --- */

START_TEST(a_new_journal_is_ours_alone)
{
	struct stat s;

	rmdir(state);
	open_journal();
	ck_assert(opened.is_new && !opened.was_unclean);
	ck_assert_uint_eq(strlen(opened.uuid), 36);
	ck_assert_int_eq(opened.uuid[14], '4');
	ck_assert_uint_eq(opened.last_seq + opened.last_input + opened.last_ms, 0);
	ck_assert_str_eq(opened.put_aside, "");
	ck_assert_int_eq(stat(state, &s), 0);
	ck_assert_uint_eq(s.st_mode & 0777, 0700);
	ck_assert_int_eq(stat(PATH, &s), 0);
	ck_assert_uint_eq(s.st_mode & 0777, 0600);
	ck_assert_str_eq(sql_text(PATH, "PRAGMA journal_mode"), "wal");
}
END_TEST

START_TEST(a_journal_goes_on_where_it_ended)
{
	struct journal_opened first;

	open_journal();
	first = opened;
	put_reports(3);
	put_input_of(JOURNAL_INPUT_WALL, 0, 5000, "later");
	close_journal();
	ck_assert_int_ne(access(state_path(JOURNAL_FILE "-wal"), F_OK), 0);
	open_journal();
	ck_assert(!opened.is_new && !opened.was_unclean);
	ck_assert_str_eq(opened.uuid, first.uuid);
	ck_assert_uint_eq(opened.last_seq, 3);
	ck_assert_uint_eq(opened.last_input, 4);
	ck_assert_uint_eq(opened.last_ms, 5000);
	ck_assert_uint_eq(journal_durable(journal), 3);
	put_reports(1);
	wait_durable();
	has_all_reports(4);
}
END_TEST

START_TEST(a_directory_has_one_journal)
{
	open_journal();
	ck_assert_int_eq(is_refused("another boardd uses this state directory"), -EBUSY);
	close_journal();
	open_journal();
}
END_TEST

START_TEST(a_file_in_the_place_of_the_directory_is_named)
{
	sql_run(PATH, "CREATE TABLE x (y)");
	journal_setup.directory = PATH;
	ck_assert_int_eq(is_refused("cannot open the state directory"), -ENOTDIR);
}
END_TEST

START_TEST(a_journal_that_was_not_closed_is_looked_at)
{
	pid_t child = fork();

	if (child == 0) {
		open_journal();
		put_reports(5);
		wait_durable();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	open_journal();
	ck_assert(opened.was_unclean);
	ck_assert_uint_eq(opened.last_seq, 5);
	wait_note(JOURNAL_NOTE_WHOLE);
	close_journal();
	open_journal();
	ck_assert(!opened.was_unclean);
}
END_TEST

/* --- what is not ours --- */

static char *content_of(const char *path, size_t *ret_len)
{
	FILE *file = fopen(path, "rb");
	char *bytes;

	ck_assert_ptr_nonnull(file);
	fseek(file, 0, SEEK_END);
	*ret_len = (size_t)ftell(file);
	rewind(file);
	bytes = malloc(*ret_len + 1);
	ck_assert_uint_eq(fread(bytes, 1, *ret_len, file), *ret_len);
	fclose(file);
	return bytes;
}

static void is_refused_untouched(const char *words)
{
	size_t before_len, after_len;
	char *before = content_of(PATH, &before_len), *after;

	ck_assert_int_eq(is_refused(words), -EPROTO);
	after = content_of(PATH, &after_len);
	ck_assert_uint_eq(before_len, after_len);
	ck_assert_mem_eq(before, after, before_len);
	free(before);
	free(after);
}

START_TEST(a_newer_journal_is_left_alone)
{
	open_journal();
	close_journal();
	sql_run(PATH, "PRAGMA user_version = 99");
	is_refused_untouched("newer boardd (schema 99");
}
END_TEST

START_TEST(a_file_of_another_program_is_left_alone)
{
	sql_run(PATH, "CREATE TABLE x (y); PRAGMA user_version = 1");
	is_refused_untouched("is not a journal of boardd");
}
END_TEST

/* Version 1 as it was: without the table of games. */
static const char version_1[] =
	"CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
	"CREATE TABLE input (id INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,"
	" line TEXT, table_no INTEGER, author TEXT, data BLOB);"
	"CREATE INDEX input_settings ON input (table_no, id) WHERE kind = 'settings';"
	"CREATE TABLE report (seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, board TEXT,"
	" table_no INTEGER, game TEXT, event TEXT NOT NULL, input INTEGER NOT NULL,"
	" text TEXT NOT NULL);"
	"CREATE TABLE snapshot (table_no INTEGER PRIMARY KEY, after_input INTEGER NOT NULL,"
	" at_ms INTEGER NOT NULL, build TEXT NOT NULL, sha256 TEXT NOT NULL, data BLOB NOT NULL);"
	"CREATE TABLE login (id INTEGER PRIMARY KEY, name TEXT NOT NULL, token TEXT NOT NULL,"
	" at_ms INTEGER NOT NULL, until_ms INTEGER, revoked_ms INTEGER);"
	"INSERT INTO meta VALUES ('uuid', '01234567-89ab-4def-8123-456789abcdef');"
	"INSERT INTO input VALUES (1, 10, 'bytes', 'ttyUSB0', 1, NULL, x'8e0005');"
	"INSERT INTO report VALUES (1, 10, 'b', 1, 'e-r1-b1-1', 'move', 1, '{}');"
	"INSERT INTO report VALUES (2, 11, 'b', 2, 'e-r1-b2-1', 'move', 1, '{}');"
	"INSERT INTO report VALUES (3, 12, 'b', 1, 'e-r1-b1-1', 'result', 1, '{}');"
	"INSERT INTO report VALUES (4, 13, 'b', NULL, NULL, 'board', 1, '{}');"
	"PRAGMA application_id = 1650750052; PRAGMA user_version = 1;";

START_TEST(an_older_journal_is_brought_up_to_date)
{
	sql_run(PATH, version_1);
	open_journal();
	ck_assert(!opened.is_new);
	ck_assert_str_eq(opened.uuid, "01234567-89ab-4def-8123-456789abcdef");
	ck_assert_uint_eq(opened.last_seq, 4);
	ck_assert_uint_eq(opened.last_ms, 13);
	ck_assert_int_eq(sql_number(PATH, "PRAGMA user_version"), 4);
	ck_assert_str_eq(sql_text(PATH, "SELECT group_concat(id || ' ' || first_seq || '-' || "
					"last_seq || ' ' || is_over, ', ') FROM game"),
			 "e-r1-b1-1 1-3 1, e-r1-b2-1 2-2 0");
	put_reports(1);
	wait_durable();
	has_all_reports(5);
}
END_TEST

/* --- damage --- */

static void damage(const char *path, long at, size_t len)
{
	FILE *file = fopen(path, "r+b");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
	for (size_t i = 0; i < len; i++)
		fputc(0xa5, file);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(a_damaged_header_is_put_aside)
{
	char uuid[JOURNAL_UUID_MAX];

	open_journal();
	memcpy(uuid, opened.uuid, sizeof(uuid));
	put_reports(10);
	close_journal();
	damage(PATH, 0, 100);
	open_journal();
	ck_assert(opened.is_new);
	ck_assert_str_ne(opened.uuid, uuid);
	ck_assert_uint_eq(opened.last_seq, 0);
	ck_assert_msg(strstr(opened.put_aside, "/journal-damaged-2"), "%s", opened.put_aside);
	ck_assert_int_eq(access(opened.put_aside, F_OK), 0);
	ck_assert_str_eq(sql_text(PATH, "SELECT value FROM meta WHERE key = 'follows'"),
			 strrchr(opened.put_aside, '/') + 1);
	put_reports(1);
	wait_durable();
	has_all_reports(1);
}
END_TEST

START_TEST(text_that_is_no_database_is_put_aside)
{
	FILE *file = fopen(PATH, "w");

	ck_assert_ptr_nonnull(file);
	for (int i = 0; i < 1000; i++)
		fputs("This is not a journal.\n", file);
	fclose(file);
	open_journal();
	ck_assert(opened.is_new);
	ck_assert_str_ne(opened.put_aside, "");
}
END_TEST

START_TEST(a_journal_without_its_tables_is_put_aside)
{
	open_journal();
	close_journal();
	sql_run(PATH, "DROP TABLE report");
	open_journal();
	ck_assert(opened.is_new);
	ck_assert_str_ne(opened.put_aside, "");
}
END_TEST

/* Not found by opening, which reads only the ends. */
START_TEST(a_damaged_page_is_found_after_an_unclean_stop)
{
	struct journal_note note;
	char uuid[JOURNAL_UUID_MAX];
	long pages;

	open_journal();
	memcpy(uuid, opened.uuid, sizeof(uuid));
	put_reports(2000);
	close_journal();
	sql_run(PATH, "UPDATE meta SET value = 'running' WHERE key = 'stopped';"
		      "PRAGMA wal_checkpoint(TRUNCATE)");
	pages = (long)sql_number(PATH, "PRAGMA page_count");
	ck_assert_int_gt(pages, 40);
	damage(PATH, pages / 2 * 4096, 4096);
	open_journal();
	ck_assert(opened.was_unclean);
	ck_assert_uint_eq(opened.last_seq, 2000);
	note = wait_note(JOURNAL_NOTE_REPLACED);
	ck_assert_str_ne(note.uuid, uuid);
	ck_assert_msg(strstr(note.text, "journal-damaged-"), "%s", note.text);
	put_reports(3); /* the numbers go on */
	wait_durable();
	has_all_reports(2003);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM report"), 3);
}
END_TEST

/* Opening does not read the logins. */
START_TEST(damage_that_is_met_while_writing_loses_nothing_that_waits)
{
	struct journal_login login = {.name = "Anna", .token = "x", .at_ms = 1};
	long page;

	open_journal();
	put_reports(5);
	ck_assert_int_eq(journal_put_login(journal, &login), 0);
	close_journal();
	page = (long)sql_number(PATH, "SELECT rootpage FROM sqlite_schema WHERE name = 'login'");
	damage(PATH, (page - 1) * 4096, 4096);
	open_journal();
	ck_assert(!opened.was_unclean);
	put_reports(2);
	ck_assert_int_eq(journal_put_login(journal, &login), 0);
	put_reports(2);
	wait_note(JOURNAL_NOTE_REPLACED);
	wait_durable();
	has_all_reports(9);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM login"), 1);
}
END_TEST

/* --- what is put --- */

START_TEST(what_is_announced_is_on_the_disk)
{
	open_journal();
	for (uint64_t i = 1; i <= 50; i++) {
		put_reports(1);
		wait_durable();
		ck_assert_uint_eq(journal_released(journal), i);
		has_all_reports(i);
		ck_assert_int_eq(sql_number(PATH, "SELECT max(input) - max(id) FROM report, input"),
				 0);
	}
}
END_TEST

static void wait_for_inputs(long long count)
{
	while (sql_number(PATH, "SELECT count(*) FROM input") < count)
		pause_ms(10); /* the time limit of the test ends it */
}

START_TEST(inputs_wait_for_a_report)
{
	journal_setup.commit_ms = 24 * 3600 * 1000;
	open_journal();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1, "abc");
	put_input_of(JOURNAL_INPUT_OPEN, 1, 1, "abc");
	put_report_of(1, NULL, "board", 2, "{}");
	wait_durable();
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM input"), 2);
	ck_assert_str_eq(sql_text(PATH, "SELECT group_concat(typeof(data)) FROM input"),
			 "blob,text");
}
END_TEST

START_TEST(inputs_alone_are_written_in_time)
{
	journal_setup.commit_ms = 20;
	open_journal();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1, "abc");
	wait_for_inputs(1);
	close_journal();
	/* A day, ten million times faster. */
	journal_setup.commit_ms = 24 * 3600 * 1000;
	journal_setup.time_scale = 1e7;
	open_journal();
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1, "abc");
	wait_for_inputs(2);
}
END_TEST

START_TEST(somebody_who_writes_by_hand_is_waited_for)
{
	sqlite3 *db;

	open_journal();
	put_reports(1);
	wait_durable();
	ck_assert_int_eq(sqlite3_open(PATH, &db), SQLITE_OK);
	sqlite3_busy_timeout(db, 10000); /* the log may just be made longer */
	ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	put_reports(2);
	ck_assert_ptr_nonnull(strstr(wait_note(JOURNAL_NOTE_FAILED).text, "locked"));
	ck_assert_uint_eq(journal_durable(journal), 1);
	ck_assert_int_eq(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	wait_note(JOURNAL_NOTE_RECOVERED);
	wait_durable();
	has_all_reports(3);
}
END_TEST

/* Puts all of them, waiting only when the journal says that it is full. */
static void put_many(uint64_t count)
{
	static const char text[] = "{\"event\":\"sensed\",\"seq\":1,\"square\":\"e4\"}";

	for (uint64_t i = 0; i < count; i++) {
		struct journal_report report = {.seq = journal_last_seq(journal) + 1,
						.event = "sensed",
						.game = i % 2 ? "g-1" : "g-2",
						.table = 1 + i % 2,
						.text = text,
						.len = sizeof(text) - 1};
		int r;

		while ((r = journal_put_report(journal, &report)) == -ENOBUFS) {
			ck_assert(journal_is_full(journal));
			pause_ms(1);
		}
		ck_assert_int_eq(r, 0);
	}
}

START_TEST(two_hundred_thousand_reports)
{
	struct stat s;

	open_journal();
	put_many(200000);
	wait_durable();
	has_all_reports(200000);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM report"), 200000);
	ck_assert_int_eq(stat(state_path(JOURNAL_FILE "-wal"), &s), 0);
	ck_assert_int_lt(s.st_size, 24 << 20);
	close_journal();
	open_journal();
	ck_assert_uint_eq(opened.last_seq, 200000);
}
END_TEST

/* --- a process that is killed --- */

/* Writes, and tells every number that was announced, until the end. */
static void write_until_killed(int to)
{
	uint64_t told = 0;

	open_journal();
	for (;;) {
		uint64_t durable = journal_durable(journal);

		if (durable > told && write(to, &durable, sizeof(durable)) < 0)
			_exit(1);
		told = durable;
		if (journal_last_seq(journal) < durable + 20)
			put_reports(1 + durable % 7);
	}
}

static uint64_t last_told(int from)
{
	uint64_t number = 0;

	while (read(from, &number, sizeof(number)) == (ssize_t)sizeof(number))
		;
	return number;
}

START_TEST(what_was_announced_survives_a_kill)
{
	uint64_t total = 0, told;
	int ends[2];
	pid_t child;

	for (unsigned round = 0; round < 40; round++) {
		ck_assert_int_eq(pipe(ends), 0);
		child = fork();
		if (child == 0) {
			close(ends[0]);
			write_until_killed(ends[1]);
		}
		close(ends[1]);
		pause_ms(round * 37 % 60); /* each of these instants once */
		kill(child, SIGKILL);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		told = last_told(ends[0]);
		close(ends[0]);
		open_journal();
		ck_assert_uint_ge(opened.last_seq, told);
		ck_assert_uint_ge(opened.last_seq, total);
		total = opened.last_seq;
		if (total > 0)
			has_all_reports(total);
		close_journal();
	}
	ck_assert_uint_gt(total, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 250);
	tcase_add_checked_fixture(tests, make_state, clear_state);
	tcase_add_test(tests, a_new_journal_is_ours_alone);
	tcase_add_test(tests, a_journal_goes_on_where_it_ended);
	tcase_add_test(tests, a_directory_has_one_journal);
	tcase_add_test(tests, a_file_in_the_place_of_the_directory_is_named);
	tcase_add_test(tests, a_journal_that_was_not_closed_is_looked_at);
	tcase_add_test(tests, a_newer_journal_is_left_alone);
	tcase_add_test(tests, a_file_of_another_program_is_left_alone);
	tcase_add_test(tests, an_older_journal_is_brought_up_to_date);
	tcase_add_test(tests, a_damaged_header_is_put_aside);
	tcase_add_test(tests, text_that_is_no_database_is_put_aside);
	tcase_add_test(tests, a_journal_without_its_tables_is_put_aside);
	tcase_add_test(tests, a_damaged_page_is_found_after_an_unclean_stop);
	tcase_add_test(tests, damage_that_is_met_while_writing_loses_nothing_that_waits);
	tcase_add_test(tests, what_is_announced_is_on_the_disk);
	tcase_add_test(tests, inputs_wait_for_a_report);
	tcase_add_test(tests, inputs_alone_are_written_in_time);
	tcase_add_test(tests, somebody_who_writes_by_hand_is_waited_for);
	tcase_add_test(tests, two_hundred_thousand_reports);
	tcase_add_test(tests, what_was_announced_survives_a_kill);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
