/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/chain.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "daemon/journal/personal.h"

#define SALT_SIZE 16
#define DAY_MS    (24 * 3600 * 1000)

/* --- names --- */

int journal_sum_open(struct journal_sum *ret, sqlite3 *db, bool is_writer)
{
	int result;

	*ret = (struct journal_sum){.db = db};
	result = sqlite3_prepare_v3(db, "SELECT hash, salt, used_ms FROM name WHERE text = ?1", -1,
				    SQLITE_PREPARE_PERSISTENT, &ret->find_name, NULL);
	if (result == SQLITE_OK && is_writer)
		result = sqlite3_prepare_v3(db,
					    "INSERT INTO name (text, salt, hash, used_ms)"
					    " VALUES (?1, ?2, ?3, ?4)",
					    -1, SQLITE_PREPARE_PERSISTENT, &ret->add_name, NULL);
	if (result == SQLITE_OK && is_writer)
		result = sqlite3_prepare_v3(db, "UPDATE name SET used_ms = ?2 WHERE text = ?1", -1,
					    SQLITE_PREPARE_PERSISTENT, &ret->use_name, NULL);
	return result;
}

void journal_sum_close(struct journal_sum *sum)
{
	sqlite3_finalize(sum->find_name);
	sqlite3_finalize(sum->add_name);
	sqlite3_finalize(sum->use_name);
	*sum = (struct journal_sum){0};
}

static void hash_name(const void *salt, size_t salt_len, const char *text, size_t len,
		      uint8_t ret[SHA256_SIZE])
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_feed(&hash, salt, salt_len);
	sha256_feed(&hash, text, len);
	sha256_finish(&hash, ret);
}

static void run(struct journal_sum *sum, sqlite3_stmt *statement)
{
	int result = sqlite3_step(statement);

	if (result != SQLITE_DONE)
		sum->result = result;
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
}

/* A name that is new gets a salt of its own. */
static void add_name(struct journal_sum *sum, const char *key, int len, uint8_t ret[SHA256_SIZE])
{
	uint8_t salt[SALT_SIZE];

	if (!sum->add_name) {
		sum->unknown = "a name is not in the table of names";
		return;
	}
	if (getrandom(salt, sizeof(salt), 0) != (ssize_t)sizeof(salt))
		sqlite3_randomness(sizeof(salt), salt);
	hash_name(salt, sizeof(salt), key, (size_t)len, ret);
	sqlite3_bind_text(sum->add_name, 1, key, len, SQLITE_STATIC);
	sqlite3_bind_blob(sum->add_name, 2, salt, sizeof(salt), SQLITE_STATIC);
	sqlite3_bind_blob(sum->add_name, 3, ret, SHA256_SIZE, SQLITE_STATIC);
	sqlite3_bind_int64(sum->add_name, 4, (sqlite3_int64)sum->at_ms);
	run(sum, sum->add_name);
}

/* When it was used last, to the day: so that the table can be tidied up. */
static void use_name(struct journal_sum *sum, const char *key, int len, sqlite3_int64 used_ms)
{
	if (!sum->use_name || (sqlite3_int64)sum->at_ms < used_ms + DAY_MS)
		return;
	sqlite3_bind_text(sum->use_name, 1, key, len, SQLITE_STATIC);
	sqlite3_bind_int64(sum->use_name, 2, (sqlite3_int64)sum->at_ms);
	run(sum, sum->use_name);
}

/* A name that is not forgotten must be the one that was hashed. */
static bool is_right(sqlite3_stmt *found, const char *key, int len)
{
	const void *salt = sqlite3_column_blob(found, 1);
	uint8_t hash[SHA256_SIZE];

	if (sqlite3_column_bytes(found, 0) != SHA256_SIZE)
		return false;
	if (!salt)
		return true;
	hash_name(salt, (size_t)sqlite3_column_bytes(found, 1), key, (size_t)len, hash);
	return memcmp(hash, sqlite3_column_blob(found, 0), sizeof(hash)) == 0;
}

static void find_name(struct journal_sum *sum, const char *key, int len, uint8_t ret[SHA256_SIZE])
{
	sqlite3_int64 used_ms = 0;
	bool is_found;
	int result;

	sqlite3_bind_text(sum->find_name, 1, key, len, SQLITE_STATIC);
	result = sqlite3_step(sum->find_name);
	is_found = result == SQLITE_ROW;
	if (is_found && !is_right(sum->find_name, key, len))
		sum->unknown = "a name is another one than was written";
	else if (is_found)
		memcpy(ret, sqlite3_column_blob(sum->find_name, 0), SHA256_SIZE);
	if (is_found)
		used_ms = sqlite3_column_int64(sum->find_name, 2);
	else if (result != SQLITE_DONE)
		sum->result = result;
	sqlite3_reset(sum->find_name);
	if (is_found)
		use_name(sum, key, len, used_ms);
	else if (result == SQLITE_DONE)
		add_name(sum, key, len, ret);
}

/* A FIDE number is not covered: no salt would keep so few digits from being guessed. */
static void take_person(void *data, const struct personal *what)
{
	struct journal_sum *sum = data;
	uint8_t hash[SHA256_SIZE] = {0};

	if (what->kind == PERSONAL_FIDE || sum->result != SQLITE_OK)
		return;
	find_name(sum, what->at, (int)what->len, hash);
	sha256_feed(sum->to, hash, sizeof(hash));
}

static void take_rest(void *data, const char *bytes, size_t len)
{
	struct journal_sum *sum = data;

	sha256_feed(sum->to, bytes, len);
}

/* --- rows --- */

static void add_number(struct journal_sum *sum, uint64_t number)
{
	char text[24];
	int len = snprintf(text, sizeof(text), "%llu ", (unsigned long long)number);

	sha256_feed(sum->to, text, (size_t)len);
}

/* The length of a field goes before it, so that no two rows can be written alike. */
static void add_text(struct journal_sum *sum, const char *text)
{
	char head[24];
	int len = text ? snprintf(head, sizeof(head), "%zu:", strlen(text))
		       : snprintf(head, sizeof(head), "-:");

	sha256_feed(sum->to, head, (size_t)len);
	if (text)
		sha256_feed(sum->to, text, strlen(text));
}

static void add_person(struct journal_sum *sum, const char *name)
{
	struct personal what = {PERSONAL_TEXT, name, name ? strlen(name) : 0, false};

	if (what.len > 0)
		take_person(sum, &what);
	else
		add_text(sum, name);
}

void journal_sum_begin(struct journal_sum *sum, const struct journal_link *before)
{
	sha256_init(&sum->inputs);
	sha256_init(&sum->reports);
	sum->last_seq = before->seq;
	sum->last_input = before->input;
	sum->has_any = false;
	sum->result = SQLITE_OK;
	sum->unknown = NULL;
}

void journal_sum_input(struct journal_sum *sum, const struct journal_input *input)
{
	struct personal_taker taker = {take_rest, take_person, sum};
	const char *data = input->data ? input->data : "";

	sum->to = &sum->inputs;
	sum->at_ms = input->at_ms;
	take_rest(sum, "I ", 2);
	add_number(sum, input->id);
	add_number(sum, input->at_ms);
	add_number(sum, input->table);
	add_text(sum, journal_input_words[input->kind]);
	add_text(sum, input->line);
	add_person(sum, input->author);
	if (input->kind == JOURNAL_INPUT_BYTES)
		take_rest(sum, data, input->len);
	else if (input->kind == JOURNAL_INPUT_ACT)
		personal_walk_action(data, input->len, &taker);
	else
		personal_walk_json(data, input->len, &taker);
	take_rest(sum, "\n", 1);
	sum->last_input = input->id;
	sum->has_any = true;
}

void journal_sum_report(struct journal_sum *sum, const struct journal_report *report)
{
	struct personal_taker taker = {take_rest, take_person, sum};

	sum->to = &sum->reports;
	sum->at_ms = report->at_ms;
	take_rest(sum, "R ", 2);
	add_number(sum, report->seq);
	add_number(sum, report->at_ms);
	add_number(sum, report->table);
	add_number(sum, report->input);
	add_text(sum, report->board);
	add_text(sum, report->game);
	add_text(sum, report->event);
	personal_walk_json(report->text, report->len, &taker);
	take_rest(sum, "\n", 1);
	sum->last_seq = report->seq;
	sum->has_any = true;
}

void journal_sum_end(struct journal_sum *sum, const struct journal_link *before,
		     struct journal_link *ret)
{
	ret->id = before->id + 1;
	ret->seq = sum->last_seq;
	ret->input = sum->last_input;
	sha256_finish(&sum->inputs, ret->inputs);
	sha256_finish(&sum->reports, ret->reports);
	journal_link_head(before, ret, ret->head);
}

/* --- links --- */

void journal_link_head(const struct journal_link *before, const struct journal_link *link,
		       uint8_t ret[SHA256_SIZE])
{
	struct sha256 hash;

	sha256_init(&hash);
	sha256_feed(&hash, before->head, SHA256_SIZE);
	sha256_feed(&hash, link->inputs, SHA256_SIZE);
	sha256_feed(&hash, link->reports, SHA256_SIZE);
	sha256_finish(&hash, ret);
}

/* What is no sum stays zero, and proves nothing. */
static void take_sum(sqlite3_stmt *statement, int at, uint8_t ret[SHA256_SIZE])
{
	if (sqlite3_column_bytes(statement, at) == SHA256_SIZE)
		memcpy(ret, sqlite3_column_blob(statement, at), SHA256_SIZE);
}

void journal_link_of_row(sqlite3_stmt *statement, struct journal_link *ret)
{
	*ret = (struct journal_link){.id = (uint64_t)sqlite3_column_int64(statement, 0),
				     .seq = (uint64_t)sqlite3_column_int64(statement, 1),
				     .input = (uint64_t)sqlite3_column_int64(statement, 2)};
	take_sum(statement, 3, ret->inputs);
	take_sum(statement, 4, ret->reports);
	take_sum(statement, 5, ret->head);
}

static int read_link(sqlite3 *db, const char *sql, uint64_t id, struct journal_link *ret)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	sqlite3_bind_int64(statement, 1, (sqlite3_int64)id);
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW) {
		journal_link_of_row(statement, ret);
		result = SQLITE_OK;
	}
	sqlite3_finalize(statement);
	return result;
}

#define LINK "SELECT " JOURNAL_LINK_COLUMNS " FROM chain "

int journal_link_last(sqlite3 *db, struct journal_link *ret)
{
	return read_link(db, LINK "ORDER BY id DESC LIMIT 1", 0, ret);
}

int journal_link_first(sqlite3 *db, struct journal_link *ret)
{
	return read_link(db, LINK "ORDER BY id LIMIT 1", 0, ret);
}

int journal_link_next(sqlite3 *db, uint64_t id, struct journal_link *ret)
{
	return read_link(db, LINK "WHERE id > ?1 ORDER BY id LIMIT 1", id, ret);
}

int journal_link_before(sqlite3 *db, uint64_t seq, uint64_t input, struct journal_link *ret,
			bool *ret_is_any)
{
	struct journal_link low = {0}, high = {0}, middle = {0};
	int result = journal_link_first(db, &low);

	if (result == SQLITE_OK)
		result = journal_link_last(db, &high);
	if (result != SQLITE_OK)
		return result;
	*ret_is_any = low.seq < seq && low.input < input;
	*ret = low;
	/* Numbers of reports and inputs grow with those of the links. */
	while (result == SQLITE_OK && *ret_is_any && ret->id < high.id) {
		uint64_t id = ret->id + (high.id - ret->id + 1) / 2;

		result = read_link(db, LINK "WHERE id <= ?1 ORDER BY id DESC LIMIT 1", id, &middle);
		if (result != SQLITE_OK || middle.id <= ret->id)
			break;
		if (middle.seq < seq && middle.input < input)
			*ret = middle;
		else
			high.id = middle.id - 1;
	}
	return result;
}

/* Runs one statement with two numbers. */
static int run_with(sqlite3 *db, const char *sql, uint64_t a, uint64_t b)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	sqlite3_bind_int64(statement, 1, (sqlite3_int64)a);
	sqlite3_bind_int64(statement, 2, (sqlite3_int64)b);
	result = sqlite3_step(statement);
	sqlite3_finalize(statement);
	return result == SQLITE_DONE ? SQLITE_OK : result;
}

int journal_swept_read(sqlite3 *db, struct journal_swept *ret)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(
		db,
		"SELECT ifnull(max(iif(key = 'swept-report', value + 0, 0)), 0),"
		" ifnull(max(iif(key = 'swept-input', value + 0, 0)), 0) FROM meta",
		-1, &statement, NULL);

	if (result != SQLITE_OK)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW) {
		ret->seq = (uint64_t)sqlite3_column_int64(statement, 0);
		ret->input = (uint64_t)sqlite3_column_int64(statement, 1);
		result = SQLITE_OK;
	}
	sqlite3_finalize(statement);
	return result;
}

/* Names that were used last before the first row that is left; a day is how exact that is. */
#define DELETE_NAMES                                                                 \
	"DELETE FROM name WHERE used_ms + 2 * 86400000 < min("                       \
	"ifnull((SELECT at_ms FROM report WHERE seq > ?1 ORDER BY seq LIMIT 1), 0)," \
	" ifnull((SELECT at_ms FROM input WHERE id > ?2 ORDER BY id LIMIT 1), 0))"

int journal_link_cut(sqlite3 *db, uint64_t seq, uint64_t input)
{
	struct journal_swept swept = {0};
	struct journal_link base = {0};
	bool is_any = false;
	int result = journal_swept_read(db, &swept);

	swept.seq = seq > swept.seq ? seq : swept.seq;
	swept.input = input > swept.input ? input : swept.input;
	if (result == SQLITE_OK)
		result = run_with(db,
				  "INSERT OR REPLACE INTO meta VALUES ('swept-report', ?1),"
				  " ('swept-input', ?2)",
				  swept.seq, swept.input);
	if (result == SQLITE_OK)
		result = journal_link_before(db, swept.seq + 1, swept.input + 1, &base, &is_any);
	if (result == SQLITE_OK && is_any)
		result = run_with(db, "DELETE FROM chain WHERE id < ?1", base.id, 0);
	if (result == SQLITE_OK)
		result = run_with(db, DELETE_NAMES, swept.seq, swept.input);
	return result == SQLITE_DONE ? SQLITE_OK : result;
}
