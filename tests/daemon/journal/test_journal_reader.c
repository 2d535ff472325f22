/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/journal/journal_support.h"

#include <check.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/sha256.h"
#include "tests/support/words.h"

#define PATH state_path(JOURNAL_FILE)

static struct journal_reader *reader;
static char heard[4096]; /* what was handed out, in short */

static void open_reader(const char *path)
{
	struct journal_fault fault = {0};
	int r = journal_reader_open(&reader, path, &fault);

	ck_assert_msg(r == 0, "%d: %s", r, fault.why);
	heard[0] = '\0';
}

static void start(void)
{
	make_state();
	open_journal();
	open_reader(PATH);
}

static void end(void)
{
	journal_reader_close(reader);
	clear_state();
}

static void hear(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void hear(const char *format, ...)
{
	size_t len = strlen(heard);
	va_list args;

	va_start(args, format);
	vsnprintf(heard + len, sizeof(heard) - len, format, args);
	va_end(args);
}

static int hear_report(void *data, const struct journal_report *report)
{
	(void)data;
	hear("%llu ", (unsigned long long)report->seq);
	return 0;
}

static int hear_input(void *data, const struct journal_input *input)
{
	(void)data;
	hear("%llu:%s:%.*s ", (unsigned long long)input->id, journal_input_words[input->kind],
	     (int)input->len, (const char *)input->data);
	return 0;
}

static int hear_game(void *data, const struct journal_game *game)
{
	(void)data;
	hear("%s@%u:%llu-%llu%s ", game->id, game->table, (unsigned long long)game->first_seq,
	     (unsigned long long)game->last_seq, game->is_over ? "!" : "");
	return 0;
}

static int hear_login(void *data, const struct journal_login *login)
{
	(void)data;
	hear("%s:%s ", login->name, login->token);
	return 0;
}

/* --- reports, inputs, games --- */

static void put_two_tables(void)
{
	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 1, "one");
	put_input_of(JOURNAL_INPUT_SETTINGS, 2, 1, "two");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 2, "a");
	put_report_of(1, "e-r1-b1-1", "move", 2, "{}"); /* 1 */
	put_input_of(JOURNAL_INPUT_BYTES, 2, 3, "b");
	put_report_of(2, "e-r1-b2-1", "move", 3, "{}"); /* 2 */
	put_input_of(JOURNAL_INPUT_WALL, 0, 4, "w");
	put_input_of(JOURNAL_INPUT_ACT, 1, 5, "result 1-0");
	put_report_of(1, "e-r1-b1-1", "result", 5, "{}"); /* 3 */
	put_report_of(2, NULL, "board", 5, "{}");         /* 4 */
	put_report_of(2, "e-r1-b2-2", "game", 6, "{}");   /* 5: and the other is over */
	put_report_of(2, "e-r1-b2-1", "decision", 6, "{}");
	wait_durable();
}

static void reads(struct journal_reports which, const char *numbers)
{
	heard[0] = '\0';
	ck_assert_int_eq(journal_read_reports(reader, &which, hear_report, NULL), 0);
	ck_assert_str_eq(heard, numbers);
}

START_TEST(what_was_said_of_rounds_is_found_among_all_else)
{
	put_two_tables();
	put_input_of(JOURNAL_INPUT_ROUND, 0, 7, "{\"start\":1}");
	put_input_of(JOURNAL_INPUT_PLAYERS, 1, 8, "{}");
	put_input_of(JOURNAL_INPUT_ROUND, 0, 9, "{\"swap\":3}");
	put_report_of(1, "e-r1-b1-1", "players", 9, "{}");
	wait_durable();
	heard[0] = '\0';
	ck_assert_int_eq(journal_read_rounds(reader, hear_input, NULL), 0);
	ck_assert_str_eq(heard, "7:round:{\"start\":1} 9:round:{\"swap\":3} ");
}
END_TEST

START_TEST(reports_are_chosen_by_number_board_and_game)
{
	put_two_tables();
	reads((struct journal_reports){0}, "1 2 3 4 5 6 ");
	reads((struct journal_reports){.since = 4}, "5 6 ");
	reads((struct journal_reports){.since = 6}, "");
	reads((struct journal_reports){.since = 99}, "");
	reads((struct journal_reports){.up_to = 2}, "1 2 ");
	reads((struct journal_reports){.limit = 2, .since = 1}, "2 3 ");
	reads((struct journal_reports){.board = "board-1"}, "1 3 ");
	reads((struct journal_reports){.board = "nobody"}, "");
	reads((struct journal_reports){.game = "e-r1-b2-1"}, "2 6 ");
	reads((struct journal_reports){.game = "e-r1-b2-1", .since = 2}, "6 ");
	reads((struct journal_reports){.game = "e-r1-b2-3"}, "");
}
END_TEST

static void reads_inputs(unsigned table, uint64_t from, uint64_t to, const char *words)
{
	heard[0] = '\0';
	ck_assert_int_eq(journal_read_inputs(reader, table, from, to, hear_input, NULL), 0);
	ck_assert_str_eq(heard, words);
}

START_TEST(inputs_are_those_of_a_table)
{
	uint64_t base;

	put_two_tables();
	reads_inputs(1, 0, 0, "1:settings:one 3:bytes:a 5:wall:w 6:act:result 1-0 ");
	reads_inputs(2, 2, 4, "2:settings:two 4:bytes:b ");
	reads_inputs(2, 3, 0, "4:bytes:b 5:wall:w ");
	reads_inputs(0, 4, 5, "4:bytes:b 5:wall:w ");
	reads_inputs(0, 7, 0, "");
	ck_assert_int_eq(journal_read_base(reader, 2, 99, &base), 0);
	ck_assert_uint_eq(base, 2);
	ck_assert_int_eq(journal_read_base(reader, 3, 99, &base), 0);
	ck_assert_uint_eq(base, 0);
}
END_TEST

START_TEST(games_are_known_by_their_reports)
{
	put_two_tables();
	ck_assert_int_eq(journal_read_games(reader, hear_game, NULL), 0);
	ck_assert_str_eq(heard, "e-r1-b1-1@1:1-3! e-r1-b2-1@2:2-6! e-r1-b2-2@2:5-5 ");
	heard[0] = '\0';
	ck_assert_int_eq(journal_read_game(reader, "e-r1-b2-2", hear_game, NULL), 1);
	ck_assert_str_eq(heard, "e-r1-b2-2@2:5-5 ");
	ck_assert_int_eq(journal_read_game(reader, "none", hear_game, NULL), 0);
}
END_TEST

START_TEST(many_games_are_read_in_pages)
{
	for (int i = 1; i <= 200; i++) {
		char game[32];

		snprintf(game, sizeof(game), "x-%d", i);
		put_report_of(1, game, "game", 1, "{}");
	}
	wait_durable();
	ck_assert_int_eq(journal_read_games(reader, hear_game, NULL), 0);
	ck_assert_ptr_nonnull(strstr(heard, "x-1@1:1-1! x-2@1:2-2! "));
	ck_assert_ptr_nonnull(strstr(heard, " x-128@1:128-128! x-129@1:"));
	ck_assert_ptr_nonnull(strstr(heard, " x-200@1:200-200 "));
}
END_TEST

static int count_and_write(void *data, const struct journal_report *report)
{
	uint64_t *count = data;

	ck_assert_uint_eq(report->seq, ++*count);
	if (*count % 10 == 0) {
		put_reports(20);
		wait_durable();
	}
	return 0;
}

/* The log is not kept for the sake of a reader that is half way through. */
START_TEST(a_slow_reader_does_not_make_the_log_grow)
{
	struct journal_reports which = {0};
	uint64_t count = 0;
	struct stat s;

	put_reports(10000);
	wait_durable();
	ck_assert_int_eq(journal_read_reports(reader, &which, count_and_write, &count), 0);
	ck_assert_uint_eq(count, 10000); /* those that were there when it began */
	ck_assert_uint_eq(journal_durable(journal), 30000);
	ck_assert_int_eq(stat(state_path(JOURNAL_FILE "-wal"), &s), 0);
	ck_assert_int_le(s.st_size, 17 << 20);
	has_all_reports(30000);
}
END_TEST

static int stop_at_once(void *data, const struct journal_report *report)
{
	(void)data;
	(void)report;
	return -ECANCELED;
}

START_TEST(a_taker_can_have_enough)
{
	struct journal_reports which = {0};

	put_two_tables();
	ck_assert_int_eq(journal_read_reports(reader, &which, stop_at_once, NULL), -ECANCELED);
}
END_TEST

/* --- what is no journal --- */

START_TEST(what_cannot_be_read_is_named)
{
	struct journal_fault fault = {0};
	struct journal_reader *none = NULL;

	ck_assert_int_eq(journal_reader_open(&none, state_path("x.sqlite"), &fault), -ENOENT);
	ck_assert_ptr_nonnull(strstr(fault.why, "x.sqlite: No such file"));
	sql_run(state_path("y.sqlite"), "CREATE TABLE x (y)");
	ck_assert_int_eq(journal_reader_open(&none, state_path("y.sqlite"), &fault), -EPROTO);
	ck_assert_ptr_nonnull(strstr(fault.why, "y.sqlite: is not a journal of boardd"));
	sql_run(state_path("y.sqlite"),
		"PRAGMA application_id = 1650750052; PRAGMA user_version = 1");
	ck_assert_int_eq(journal_reader_open(&none, state_path("y.sqlite"), &fault), -EPROTO);
	ck_assert_ptr_nonnull(strstr(fault.why, "by an older boardd (schema 1,"));
	ck_assert_ptr_null(none);
}
END_TEST

/* --- snapshots and people --- */

static void put_snapshot(const char *build, const char *text)
{
	struct journal_snapshot snapshot = {.table = 3,
					    .after_input = 17,
					    .at_ms = 5,
					    .build = build,
					    .data = text,
					    .len = strlen(text)};

	ck_assert_int_eq(journal_put_snapshot(journal, &snapshot), 0);
	put_reports(1);
	wait_durable();
}

START_TEST(a_snapshot_is_for_its_table_and_build)
{
	struct journal_snapshot got = {0};
	void *data = NULL;

	put_snapshot("build 1", "old");
	put_snapshot("build 1", "state");
	ck_assert_int_eq(journal_read_snapshot(reader, 3, "build 1", &got, &data), 1);
	ck_assert_uint_eq(got.after_input, 17);
	ck_assert_uint_eq(got.len, 5);
	ck_assert_mem_eq(data, "state", 5);
	free(data);
	ck_assert_int_eq(journal_read_snapshot(reader, 3, "build 2", &got, &data), 0);
	ck_assert_int_eq(journal_read_snapshot(reader, 2, "build 1", &got, &data), 0);
	ck_assert_int_eq(sql_number(PATH, "SELECT count(*) FROM snapshot"), 1);
	sql_run(PATH, "UPDATE snapshot SET data = x'7374617465ff'");
	ck_assert_int_eq(journal_read_snapshot(reader, 3, "build 1", &got, &data), 0);
}
END_TEST

static void log_in(const char *name, const char *token, uint64_t until_ms)
{
	struct journal_login login = {name, token, 1, until_ms};

	ck_assert_int_eq(journal_put_login(journal, &login), 0);
}

START_TEST(people_are_known_until_they_log_out)
{
	log_in("Anna", "t1", 0);
	log_in("Bo", "t2", 100);
	log_in("Anna", "t3", 0);
	log_in("Cy", "t4", 50);
	put_reports(1);
	wait_durable();
	ck_assert_int_eq(journal_read_logins(reader, 60, hear_login, NULL), 0);
	ck_assert_str_eq(heard, "Anna:t1 Bo:t2 Anna:t3 ");
	ck_assert_int_eq(journal_put_logout(journal, "Anna", 70), 0);
	put_reports(1);
	wait_durable();
	heard[0] = '\0';
	ck_assert_int_eq(journal_read_logins(reader, 60, hear_login, NULL), 0);
	ck_assert_str_eq(heard, "Bo:t2 ");
}
END_TEST

/* --- a game to take away --- */

/* The last line is the hash of those before it. */
static void has_its_hash(const char *text)
{
	const char *last = strstr(text, "{\"sha256\":\"");
	char hash[SHA256_TEXT_MAX];
	struct sha256 sum;

	ck_assert_ptr_nonnull(last);
	sha256_init(&sum);
	sha256_feed(&sum, text, (size_t)(last - text));
	sha256_finish_text(&sum, hash);
	ck_assert_int_eq(strncmp(last + strlen("{\"sha256\":\""), hash, 64), 0);
	ck_assert_str_eq(last + strlen("{\"sha256\":\"") + 64, "\"}\n");
}

static void has_in_order(const char *text, const char *const *parts)
{
	for (; *parts; parts++) {
		const char *found = strstr(text, *parts);

		ck_assert_msg(found, "%s is not in %s", *parts, text);
		text = found + strlen(*parts);
	}
}

START_TEST(an_export_needs_nothing_else)
{
	static const char *const parts[] = {
		"{\"export\":1,\"game\":\"e-r1-b1-1\",\"board\":\"board-1\",\"table\":1,",
		"\"over\":true,\"journal\":\"",
		"\",\"schema\":4,\"sqlite\":\"",
		"\",\"base\":2}\n",
		"{\"t\":1,\"input\":2,\"kind\":\"settings\",\"line\":\"ttyUSB0\",",
		"\"data\":\"{\\\"white\\\":\\\"A\\\\\\\\B\\\"}\\u000a\"}\n",
		"{\"t\":2,\"input\":4,\"kind\":\"bytes\",\"line\":\"ttyUSB0\",\"in\":\"8e0c01\"}\n",
		"{\"t\":3,\"input\":5,\"kind\":\"act\",\"line\":\"ttyUSB0\",",
		"\"by\":\"Anna\",\"arbiter\":\"result 1-0\"}\n",
		"{\"t\":2,\"report\":{\"event\":\"move\"}}\n",
		"{\"t\":3,\"report\":{\"event\":\"result\"}}\n{\"sha256\":",
		NULL};
	char *text = NULL;
	size_t len;
	FILE *to = open_memstream(&text, &len);

	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 1, "of an earlier game");
	put_input_of(JOURNAL_INPUT_SETTINGS, 1, 1, "{\"white\":\"A\\\\B\"}\n");
	put_input_of(JOURNAL_INPUT_BYTES, 2, 1, "another table");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 2, "\x8e\x0c\x01");
	put_report_of(1, "e-r1-b1-1", "move", 2, "{\"event\":\"move\"}");
	put_input_of(JOURNAL_INPUT_ACT, 1, 3, "result 1-0");
	put_report_of(1, "e-r1-b1-1", "result", 3, "{\"event\":\"result\"}");
	put_input_of(JOURNAL_INPUT_BYTES, 1, 4, "after it");
	wait_durable();
	ck_assert_int_eq(journal_export(reader, "e-r1-b1-1", to), 0);
	fclose(to);
	has_in_order(text, parts);
	ck_assert_ptr_null(strstr(text, "earlier"));
	ck_assert_uint_eq(strlen(text), len);
	has_its_hash(text);
	free(text);
}
END_TEST

START_TEST(a_game_that_is_not_there_cannot_be_exported)
{
	FILE *nowhere = fopen("/dev/null", "w");

	put_two_tables();
	ck_assert_int_eq(journal_export(reader, "e-r9-b1-1", nowhere), -ENOENT);
	ck_assert_ptr_nonnull(strstr(journal_reader_why(reader), "no game e-r9-b1-1"));
	fclose(nowhere);
	nowhere = fopen("/dev/full", "w");
	ck_assert_int_eq(journal_export(reader, "e-r1-b1-1", nowhere), -EIO);
	fclose(nowhere);
}
END_TEST

START_TEST(a_backup_is_a_journal)
{
	char path[128];

	snprintf(path, sizeof(path), "%s", state_path("copy.sqlite"));
	put_two_tables();
	put_reports(1000); /* it is written while others write */
	ck_assert_int_eq(journal_backup(reader, path), 0);
	wait_durable();
	ck_assert_int_ge(sql_number(path, "SELECT max(seq) FROM report"), 6);
	ck_assert_str_eq(sql_text(path, "PRAGMA journal_mode"), "delete");
	ck_assert_str_eq(sql_text(path, "PRAGMA integrity_check"), "ok");
	ck_assert_int_ne(access(state_path("copy.sqlite.part"), F_OK), 0);
	ck_assert_int_eq(journal_backup(reader, path), -EEXIST);
	ck_assert_int_eq(journal_backup(reader, "/no/such/folder/x"), -ENOENT);
	journal_reader_close(reader);
	open_reader(path);
	ck_assert_str_eq(journal_reader_uuid(reader), opened.uuid);
	reads((struct journal_reports){.limit = 3}, "1 2 3 ");
}
END_TEST

/* --- SHA-256 --- */

static void hashes_to(const char *text, size_t times, const char *expected)
{
	char hash[SHA256_TEXT_MAX];
	struct sha256 sum;

	sha256_init(&sum);
	for (size_t i = 0; i < times; i++)
		sha256_feed(&sum, text, strlen(text));
	sha256_finish_text(&sum, hash);
	ck_assert_str_eq(hash, expected);
}

START_TEST(sha256_agrees_with_the_standard)
{
	char text[130] = "";

	hashes_to("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	hashes_to("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	hashes_to("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	hashes_to("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	/* Every place in a block where a text may end gives what one piece gives. */
	for (size_t len = 1; len < 129; len++) {
		char once[SHA256_TEXT_MAX];
		struct sha256 sum;

		text[len - 1] = 'a';
		sha256_init(&sum);
		sha256_feed(&sum, text, len);
		sha256_finish_text(&sum, once);
		hashes_to("a", len, once);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("journal reader");
	TCase *tests = tcase_create("tests");

	tcase_set_timeout(tests, 250);
	tcase_add_checked_fixture(tests, start, end);
	tcase_add_test(tests, what_was_said_of_rounds_is_found_among_all_else);
	tcase_add_test(tests, reports_are_chosen_by_number_board_and_game);
	tcase_add_test(tests, inputs_are_those_of_a_table);
	tcase_add_test(tests, games_are_known_by_their_reports);
	tcase_add_test(tests, many_games_are_read_in_pages);
	tcase_add_test(tests, a_slow_reader_does_not_make_the_log_grow);
	tcase_add_test(tests, a_taker_can_have_enough);
	tcase_add_test(tests, what_cannot_be_read_is_named);
	tcase_add_test(tests, a_snapshot_is_for_its_table_and_build);
	tcase_add_test(tests, people_are_known_until_they_log_out);
	tcase_add_test(tests, an_export_needs_nothing_else);
	tcase_add_test(tests, a_game_that_is_not_there_cannot_be_exported);
	tcase_add_test(tests, a_backup_is_a_journal);
	tcase_add_test(tests, sha256_agrees_with_the_standard);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
