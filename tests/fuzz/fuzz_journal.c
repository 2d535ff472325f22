/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <errno.h>
#include <sqlite3.h>
#include <string.h>

#include "daemon/hall/hall.h"
#include "daemon/journal/reader.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/fuzz.h"

/*
 * A journal of a real game is changed, byte by byte or value by value, and then read, verified,
 * exported, and taken up again as boardd does when it starts: whatever it contains, that ends, and
 * what is then written can be read.
 *
 * The first byte says how: with an even one three bytes are a place in the file and one what is
 * put there; with an odd one a byte each is a column, a row, a kind of value and its length, and
 * the value follows.
 */

#define EDITS_MAX 40
#define STATE     "state"
#define FILE_NAME STATE "/" JOURNAL_FILE

int LLVMFuzzerInitialize(int *argc, char ***argv);

static uint8_t *base; /* the file */
static size_t base_len;
static struct config config;

static const struct {
	const char *table, *column;
} columns[] = {
	{"report", "at_ms"},      {"report", "board"},     {"report", "table_no"},
	{"report", "game"},       {"report", "event"},     {"report", "input"},
	{"report", "text"},       {"report", "seq"},       {"input", "at_ms"},
	{"input", "kind"},        {"input", "line"},       {"input", "table_no"},
	{"input", "author"},      {"input", "data"},       {"input", "id"},
	{"game", "id"},           {"game", "board"},       {"game", "table_no"},
	{"game", "first_seq"},    {"game", "last_ms"},     {"game", "is_over"},
	{"snapshot", "table_no"}, {"snapshot", "at_ms"},   {"snapshot", "build"},
	{"snapshot", "sha256"},   {"snapshot", "data"},    {"snapshot", "after_input"},
	{"login", "name"},        {"login", "token"},      {"login", "until_ms"},
	{"meta", "value"},        {"chain", "head"},       {"chain", "seq"},
	{"chain", "input"},       {"chain", "reports"},    {"name", "hash"},
	{"name", "salt"},         {"game", "first_input"}, {"game", "last_seq"},
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

/* --- the file --- */

static struct journal *open_journal(struct journal_opened *ret)
{
	struct journal_config setup = journal_config_for(folder_path(STATE));
	struct journal_fault fault = {0};
	struct journal *journal = NULL;
	int r;

	setup.ballast = 0;
	setup.version = "0";
	r = journal_open(&journal, &setup, ret, &fault);
	expect((r < 0) == (fault.why[0] != '\0' && !journal), "%d: %s", r, fault.why);
	return journal;
}

static void run_sql(const char *sql)
{
	sqlite3 *db = NULL;

	if (sqlite3_open(folder_path(FILE_NAME), &db) == SQLITE_OK)
		(void)sqlite3_exec(db, sql, NULL, NULL, NULL);
	sqlite3_close(db);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char text[] = "[boards]\ndevice = unix:/nonexistent\n";
	struct config_faults faults = {0};
	struct journal_opened opened;
	uint8_t *old;
	size_t len;

	(void)argc;
	(void)argv;
	expect(config_load_text(&config, "f", text, sizeof(text) - 1, &faults) == 0, "config");
	old = folder_read(FUZZ_DATA "/journal-v3.sqlite", &len);
	folder_empty(STATE);
	folder_write(FILE_NAME, old, len);
	free(old);
	expect(journal_close(open_journal(&opened)) == 0, "the journal cannot be begun");
	run_sql("PRAGMA writable_schema = ON;"
		"UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '');"
		"PRAGMA journal_mode = DELETE");
	base = folder_read(folder_path(FILE_NAME), &base_len);
	return 0;
}

/* --- changing it --- */

static void patch(const uint8_t *bytes, size_t len)
{
	uint8_t *file = malloc(base_len);

	expect(file, "no memory");
	memcpy(file, base, base_len);
	for (size_t i = 0; i + 4 <= len && i < 4 * EDITS_MAX; i += 4) {
		size_t at = (size_t)bytes[i] << 16 | (size_t)bytes[i + 1] << 8 | bytes[i + 2];

		file[at % base_len] = bytes[i + 3];
	}
	folder_write(FILE_NAME, file, base_len);
	free(file);
}

static void bind_value(sqlite3_stmt *statement, unsigned kind, const uint8_t *value, size_t len)
{
	sqlite3_int64 number = 0;

	for (size_t i = 0; i < len && i < 8; i++)
		number = (sqlite3_int64)((uint64_t)number << 8 | value[i]);
	switch (kind % 5) {
	case 0: sqlite3_bind_null(statement, 1); break;
	case 1: sqlite3_bind_int64(statement, 1, number); break;
	case 2: sqlite3_bind_double(statement, 1, (double)number * 1e30); break;
	case 3:
		sqlite3_bind_text(statement, 1, (const char *)value, (int)len, SQLITE_STATIC);
		break;
	case 4: sqlite3_bind_blob(statement, 1, value, (int)len, SQLITE_STATIC); break;
	}
}

/* Of tables that have no other. */
static const char *key_of(const char *table)
{
	if (strcmp(table, "meta") == 0)
		return "key";
	if (strcmp(table, "game") == 0)
		return "id";
	return strcmp(table, "name") == 0 ? "text" : "rowid";
}

/* Returns how many bytes it took. */
static size_t edit(sqlite3 *db, const uint8_t *bytes, size_t len)
{
	const char *table = columns[bytes[0] % COLUMNS].table;
	size_t value_len = bytes[3] < len - 4 ? bytes[3] : len - 4;
	sqlite3_stmt *statement = NULL;
	char sql[256];

	snprintf(sql, sizeof(sql),
		 "UPDATE OR IGNORE %s SET %s = ?1 WHERE %s = (SELECT %s FROM %s LIMIT 1 "
		 "OFFSET %u)",
		 table, columns[bytes[0] % COLUMNS].column, key_of(table), key_of(table), table,
		 bytes[1]);
	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
		bind_value(statement, bytes[2], bytes + 4, value_len);
		(void)sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
	return 4 + value_len;
}

static void edit_all(const uint8_t *bytes, size_t len)
{
	sqlite3 *db = NULL;

	folder_write(FILE_NAME, base, base_len);
	if (sqlite3_open(folder_path(FILE_NAME), &db) == SQLITE_OK) {
		sqlite3_exec(db, "PRAGMA synchronous = OFF; BEGIN", NULL, NULL, NULL);
		for (size_t i = 0, at = 0; i < EDITS_MAX && at + 4 < len; i++)
			at += edit(db, bytes + at, len - at);
		sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	}
	sqlite3_close(db);
}

/* --- reading it --- */

static int take_report(void *data, const struct journal_report *report)
{
	(void)data;
	expect(report->event && report->text && report->len > 0, "report %llu",
	       (unsigned long long)report->seq);
	return 0;
}

static int take_input(void *data, const struct journal_input *input)
{
	(void)data;
	expect(input->kind < JOURNAL_INPUT_KINDS && (input->data || input->len == 0), "input %llu",
	       (unsigned long long)input->id);
	return 0;
}

static int take_game(void *data, const struct journal_game *game)
{
	expect(game->id && strlen(game->id) > 0, "table %u", game->table);
	snprintf(data, 256, "%s", game->id);
	return 0;
}

static int take_login(void *data, const struct journal_login *login)
{
	(void)data;
	expect(login->name && login->token, "a login without a name");
	return 0;
}

static void read_all(struct journal_reader *r)
{
	const struct journal_reports all = {0};
	struct journal_verdict verdict;
	struct journal_person person;
	struct journal_snapshot snapshot;
	char game[256] = "";
	void *data = NULL;
	FILE *null = fopen("/dev/null", "we");

	(void)journal_read_reports(r, &all, take_report, NULL);
	(void)journal_read_inputs(r, 0, 0, 0, take_input, NULL);
	(void)journal_read_inputs(r, 1, 1, 50, take_input, NULL);
	(void)journal_read_rounds(r, take_input, NULL);
	(void)journal_read_games(r, take_game, game);
	(void)journal_read_logins(r, 0, take_login, NULL);
	(void)journal_find_player(r, "Holm, Magda", &person);
	if (journal_read_snapshot(r, 1, "build", &snapshot, &data) > 0)
		free(data);
	if (null && game[0] != '\0')
		(void)journal_export(r, game, null);
	(void)journal_verify(r, NULL, &verdict);
	if (null)
		fclose(null);
}

static void look(void)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault = {0};

	if (journal_reader_open(&reader, folder_path(FILE_NAME), &fault) < 0)
		expect(fault.why[0] != '\0', "refused without a word");
	else
		read_all(reader);
	journal_reader_close(reader);
}

/* --- going on with it --- */

static void go_on(void)
{
	struct journal_opened opened = {0};
	struct moment moment;
	struct hall *hall = NULL;
	char path[256];
	struct hall_parts parts = {.config = &config, .moment = &moment, .journal_path = path};
	uint64_t seq = 0;
	char why[HALL_WHY_MAX];

	parts.journal = open_journal(&opened);
	if (!parts.journal)
		return;
	snprintf(path, sizeof(path), "%s", folder_path(FILE_NAME));
	moment_begin(&moment, 1, opened.last_ms + 1);
	expect(feed_new(&parts.feed, opened.last_seq, 1 << 16) == 0, "no memory");
	if (hall_new(&hall, &parts) == 0) {
		hall_step(hall);
		(void)hall_act(hall, "1", "note on we go", "Anna", NULL, &seq, why);
		feed_release(parts.feed, journal_released(parts.journal));
	}
	hall_free(hall);
	(void)journal_close(parts.journal);
	feed_free(parts.feed);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	if (len < 5 || len > 4096)
		return 0;
	folder_empty(STATE);
	if (bytes[0] % 2 == 0)
		patch(bytes + 1, len - 1);
	else
		edit_all(bytes + 1, len - 1);
	look();
	go_on();
	look();
	return 0;
}
