/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/words.h"

/* Whatever a file contains, it is read to its end: damaged rows are named and passed over. */

#define PATH state_path(JOURNAL_FILE)

static struct journal_reader *reader;
static char heard[512], told[4096];

static void hear(const char *word)
{
	ck_assert_uint_lt(strlen(heard) + strlen(word) + 2, sizeof(heard));
	strcat(strcat(heard, word), " ");
}

static int hear_report(void *data, const struct journal_report *report)
{
	char word[32];

	(void)data;
	ck_assert(report->event && report->text && report->len > 0);
	snprintf(word, sizeof(word), "%llu", (unsigned long long)report->seq);
	hear(word);
	return 0;
}

static int hear_input(void *data, const struct journal_input *input)
{
	(void)data;
	hear(journal_input_words[input->kind]);
	return 0;
}

static int hear_game(void *data, const struct journal_game *game)
{
	(void)data;
	hear(game->id);
	return 0;
}

static int hear_login(void *data, const struct journal_login *login)
{
	(void)data;
	ck_assert(login->name && login->token);
	hear(login->name);
	return 0;
}

static void take_damage(void *data, const char *what)
{
	(void)data;
	if (strlen(told) + strlen(what) + 2 < sizeof(told))
		strcat(strcat(told, what), "\n");
}

/* Three reports and inputs, and then what a statement does to the file. */
static void damage(const char *sql)
{
	struct journal_login anna = {.name = "Anna", .token = "1"}, bo = {"Bo", "2", 0, 0};
	struct journal_fault fault = {0};

	open_journal();
	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 1000, "{}");
	put_report_of(1, "a", "move", 1000, "{\"event\":\"move\"}");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 1001, "x");
	put_report_of(1, "b", "move", 1001, "{\"event\":\"move\"}");
	put_input_of(JOURNAL_INPUT_ACT, 1, 1002, "draw");
	put_report_of(1, "c", "move", 1002, "{\"event\":\"move\"}");
	ck_assert_int_eq(journal_put_login(journal, &anna), 0);
	ck_assert_int_eq(journal_put_login(journal, &bo), 0);
	close_journal();
	sql_run(PATH, "PRAGMA writable_schema = ON;"
		      "UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '')");
	sql_run(PATH, sql);
	heard[0] = told[0] = '\0';
	ck_assert_msg(journal_reader_open(&reader, PATH, &fault) == 0, "%s", fault.why);
	journal_reader_on_damage(reader, take_damage, NULL);
}

static void reads(const char *words)
{
	struct journal_reports all = {0};

	ck_assert_int_eq(journal_read_reports(reader, &all, hear_report, NULL), 0);
	ck_assert_int_eq(journal_read_inputs(reader, 0, 0, 0, hear_input, NULL), 0);
	ck_assert_int_eq(journal_read_games(reader, hear_game, NULL), 0);
	ck_assert_int_eq(journal_read_logins(reader, 1, hear_login, NULL), 0);
	ck_assert_str_eq(heard, words);
}

static void end(void)
{
	journal_reader_close(reader);
	reader = NULL;
	clear_state();
}

static const struct {
	const char *sql, *reads, *says;
} rows[] = {
	{"UPDATE report SET event = NULL WHERE seq = 2", "1 3 settings bytes act a b c Anna Bo ",
	 "report 2 is damaged and passed over: its event is none"},
	{"UPDATE report SET text = NULL WHERE seq = 3", "1 2 settings bytes act a b c Anna Bo ",
	 "report 3 is damaged"},
	{"UPDATE report SET text = x'7b7d' WHERE seq = 1", "2 3 settings bytes act a b c Anna Bo ",
	 "report 1 is damaged and passed over: its text is none"},
	{"UPDATE report SET text = '{\"event\":' WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "its text is no JSON"},
	{"UPDATE report SET text = cast(x'7b2261223a22ff227d' AS TEXT) WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "its text is no JSON"},
	{"UPDATE report SET text = '{' || char(10) || '}' WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "its text is no JSON"},
	{"UPDATE report SET text = '-9223372036854775808' WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "its text is no JSON"},
	{"UPDATE report SET text = '[{}]' WHERE seq = 3", "1 2 settings bytes act a b c Anna Bo ",
	 "its text is no JSON"},
	{"UPDATE report SET at_ms = 'yesterday' WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "its at_ms is none"},
	{"UPDATE report SET at_ms = 1 << 62 WHERE seq = 1", "2 3 settings bytes act a b c Anna Bo ",
	 "its time is none"},
	{"UPDATE report SET table_no = -1 WHERE seq = 1", "2 3 settings bytes act a b c Anna Bo ",
	 "its table_no is none"},
	{"UPDATE input SET kind = 'bytfs' WHERE id = 2", "1 2 3 settings act a b c Anna Bo ",
	 "input 2 is damaged and passed over: its kind is none"},
	{"UPDATE input SET kind = NULL WHERE id = 2", "1 2 3 settings act a b c Anna Bo ",
	 "input 2 is damaged"},
	{"UPDATE input SET at_ms = NULL WHERE id = 2", "1 2 3 settings act a b c Anna Bo ",
	 "input 2 is damaged"},
	{"UPDATE input SET author = x'07' WHERE id = 3", "1 2 3 settings bytes a b c Anna Bo ",
	 "input 3 is damaged"},
	{"UPDATE game SET last_ms = 'x' WHERE id = 'b'", "1 2 3 settings bytes act a c Anna Bo ",
	 "game b is damaged"},
	{"UPDATE login SET name = NULL WHERE id = 1", "1 2 3 settings bytes act a b c Bo ",
	 "login 1 is damaged"},
	{"UPDATE login SET token = NULL WHERE id = 2", "1 2 3 settings bytes act a b c Anna ",
	 "login 2 is damaged"},
	/* What is no UTF-8 cannot be said in JSON, and what is no line has not been written by us.
	 */
	{"UPDATE report SET board = CAST(x'ff41' AS TEXT) WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "its board is none"},
	{"UPDATE report SET game = CAST(x'c1bf' AS TEXT) WHERE seq = 2",
	 "1 3 settings bytes act a b c Anna Bo ", "its game is none"},
	{"UPDATE report SET event = 'a' || char(0) || 'b' WHERE seq = 3",
	 "1 2 settings bytes act a b c Anna Bo ", "its event is none"},
	{"UPDATE input SET line = CAST(x'e282' AS TEXT) WHERE id = 1",
	 "1 2 3 bytes act a b c Anna Bo ", "its line is none"},
	{"UPDATE input SET author = CAST(x'eda080' AS TEXT) WHERE id = 3",
	 "1 2 3 settings bytes a b c Anna Bo ", "its author is none"},
	{"UPDATE game SET board = CAST(x'fffec080' AS TEXT) WHERE id = 'b'",
	 "1 2 3 settings bytes act a c Anna Bo ", "its board is none"},
	{"UPDATE game SET id = CAST(x'62fe' AS TEXT) WHERE id = 'b'",
	 "1 2 3 settings bytes act a c Anna Bo ", "game without a name is damaged"},
	{"UPDATE login SET name = CAST(x'f8888080' AS TEXT) WHERE id = 1",
	 "1 2 3 settings bytes act a b c Bo ", "its name is none"},
	{"UPDATE login SET token = 'a' || char(10) WHERE id = 2",
	 "1 2 3 settings bytes act a b c Anna ", "its token is none"},
	/* Longer than any may be: SQLite does not say which row it was. */
	{"UPDATE report SET text = CAST(zeroblob(17 << 20) AS TEXT) WHERE seq = 2",
	 "1 3 settings bytes act a b c Anna Bo ",
	 "report 2 is damaged and passed over: it is longer"},
	{"UPDATE report SET board = zeroblob(17 << 20), game = board WHERE seq = 1",
	 "2 3 settings bytes act a b c Anna Bo ", "report 1 is damaged"},
	{"UPDATE input SET data = zeroblob(17 << 20) WHERE id > 1", "1 2 3 settings a b c Anna Bo ",
	 "input 3 is damaged"},
	{"UPDATE game SET board = CAST(zeroblob(17 << 20) AS TEXT) WHERE id = 'b'",
	 "1 2 3 settings bytes act a c Anna Bo ", "game b is damaged"},
	{"UPDATE game SET id = CAST(zeroblob(17 << 20) AS TEXT) WHERE id = 'b'",
	 "1 2 3 settings bytes act a c Anna Bo ", "game with an ID without end is damaged"},
	{"UPDATE login SET name = CAST(zeroblob(17 << 20) AS TEXT) WHERE id = 1",
	 "1 2 3 settings bytes act a b c Bo ", "login 1 is damaged"},
	/* Far away is not damaged, and is found without counting so far. */
	{"UPDATE report SET seq = 1 << 60 WHERE seq = 3;"
	 "UPDATE input SET id = 1 << 60 WHERE id = 3",
	 "1 2 1152921504606846976 settings bytes act a b c Anna Bo ", ""},
};

START_TEST(a_damaged_row_is_named_and_the_others_are_read)
{
	damage(rows[_i].sql);
	reads(rows[_i].reads);
	ck_assert_msg(strstr(told, rows[_i].says), "told: %s", told);
}
END_TEST

/* --- files that were made to hurt --- */

static void is_no_journal(const char *sql, const char *why)
{
	struct journal_fault fault = {0};

	open_journal();
	put_reports(3);
	close_journal();
	sql_run(PATH, sql);
	ck_assert_int_lt(journal_reader_open(&reader, PATH, &fault), 0);
	ck_assert_msg(strstr(fault.why, why), "said: %s", fault.why);
}

START_TEST(a_view_in_the_place_of_a_table_is_refused)
{
	is_no_journal("DROP TABLE report; CREATE VIEW report AS WITH RECURSIVE n(i) AS (SELECT 1"
		      " UNION ALL SELECT i + 1 FROM n) SELECT i AS seq, 1 AS at_ms, 'b' AS board,"
		      " 1 AS table_no, 'g' AS game, 'x' AS event, 1 AS input, '{}' AS text FROM n",
		      "views, triggers");
}
END_TEST

START_TEST(a_trigger_is_refused)
{
	is_no_journal("CREATE TRIGGER t AFTER INSERT ON report BEGIN DELETE FROM report; END",
		      "views, triggers");
}
END_TEST

START_TEST(a_virtual_table_is_refused_however_it_is_written)
{
	is_no_journal("PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('table', 'v',"
		      " 'v', 0, 'CREATE\t/**/VIRTUAL TABLE v USING fts5(x)')",
		      "views, triggers");
}
END_TEST

/* What keeps reports out of the file, or readers from it, goes; the reports stay. */
START_TEST(a_journal_goes_on_without_triggers_and_views)
{
	open_journal();
	put_reports(3);
	close_journal();
	sql_run(PATH, "CREATE TRIGGER \"a \"\"trigger\"\"\" BEFORE INSERT ON report"
		      " BEGIN SELECT raise(IGNORE); END;"
		      "CREATE TRIGGER b AFTER INSERT ON input BEGIN DELETE FROM report; END;"
		      "CREATE VIEW v AS SELECT * FROM report");
	open_journal();
	ck_assert_uint_eq(opened.dropped, 3);
	ck_assert_str_eq(opened.put_aside, "");
	put_reports(3);
	wait_durable();
	close_journal();
	has_all_reports(6);
	open_journal();
	ck_assert_uint_eq(opened.dropped, 0);
	close_journal();
}
END_TEST

START_TEST(a_journal_with_a_virtual_table_is_put_aside)
{
	open_journal();
	put_reports(3);
	close_journal();
	sql_run(PATH, "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('table', 'v',"
		      " 'v', 0, 'CREATE VIRTUAL TABLE v USING fts5(x)')");
	open_journal();
	ck_assert_msg(strstr(opened.put_aside, "damaged"), "it is %s", opened.put_aside);
	ck_assert_uint_eq(opened.last_seq, 0);
	put_reports(1);
	wait_durable();
	close_journal();
}
END_TEST

/* Every byte of a small file is another one, once: whatever is read, it ends. */
START_TEST(no_byte_of_a_file_stops_the_reader)
{
	char *bytes;
	size_t len;
	FILE *file;

	open_journal();
	put_reports(20);
	close_journal();
	file = fopen(PATH, "rb");
	ck_assert_ptr_nonnull(file);
	fseek(file, 0, SEEK_END);
	len = (size_t)ftell(file);
	rewind(file);
	bytes = malloc(len);
	ck_assert_uint_eq(fread(bytes, 1, len, file), len);
	fclose(file);
	for (size_t i = (size_t)_i; i < len; i += 97) {
		struct journal_reports all = {0};
		struct journal_fault fault = {0};
		char was = bytes[i];

		bytes[i] ^= (char)(1 << (i % 8));
		file = fopen(PATH, "wb");
		ck_assert_uint_eq(fwrite(bytes, 1, len, file), len);
		fclose(file);
		heard[0] = told[0] = '\0';
		if (journal_reader_open(&reader, PATH, &fault) == 0) {
			(void)journal_read_reports(reader, &all, hear_report, NULL);
			heard[0] = '\0';
			(void)journal_read_inputs(reader, 0, 0, 0, hear_input, NULL);
			(void)journal_read_games(reader, hear_game, NULL);
			journal_reader_close(reader);
			reader = NULL;
		}
		bytes[i] = was;
	}
	free(bytes);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal damage");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 250);
	tcase_add_checked_fixture(tests, make_state, end);
	tcase_add_loop_test(tests, a_damaged_row_is_named_and_the_others_are_read, 0,
			    sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(tests, a_view_in_the_place_of_a_table_is_refused);
	tcase_add_test(tests, a_trigger_is_refused);
	tcase_add_test(tests, a_virtual_table_is_refused_however_it_is_written);
	tcase_add_test(tests, a_journal_goes_on_without_triggers_and_views);
	tcase_add_test(tests, a_journal_with_a_virtual_table_is_put_aside);
	tcase_add_loop_test(tests, no_byte_of_a_file_stops_the_reader, 0, 2);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
