/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/reader_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/sha256.h"
#include "daemon/journal/queue.h"
#include "daemon/journal/store.h"

#define BUSY_MS    1000
#define PAGE_SPAN  2000          /* numbers looked at in one go */
#define PAGE_BYTES (256UL << 10) /* and their size */
#define GAMES      64

/* --- statements --- */

int journal_reader_fail(struct journal_reader *r, int result)
{
	snprintf(r->fault.why, sizeof(r->fault.why), "%s: %s", r->path, sqlite3_errmsg(r->db));
	return result == SQLITE_NOMEM ? -ENOMEM : -EIO;
}

static int prepare(struct journal_reader *r, const char *sql, sqlite3_stmt **ret)
{
	int result = sqlite3_prepare_v2(r->db, sql, -1, ret, NULL);

	return result == SQLITE_OK ? 0 : journal_reader_fail(r, result);
}

/* Finalises it. Returns 1 when the last step gave a row, 0 when there was none. */
static int done(struct journal_reader *r, sqlite3_stmt *statement, int result)
{
	int outcome = 0;

	if (result == SQLITE_ROW)
		outcome = 1;
	else if (result != SQLITE_DONE)
		outcome = journal_reader_fail(r, result);
	sqlite3_finalize(statement);
	return outcome;
}

static int ask(struct journal_reader *r, const char *sql, uint64_t *ret)
{
	sqlite3_int64 number;
	int result = journal_number(r->db, sql, 0, &number);

	if (result != SQLITE_OK)
		return journal_reader_fail(r, result);
	*ret = (uint64_t)number;
	return 0;
}

static void bind_number(sqlite3_stmt *statement, int at, uint64_t number)
{
	sqlite3_bind_int64(statement, at, (sqlite3_int64)number);
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
	sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static uint64_t number_of(sqlite3_stmt *statement, int at)
{
	return (uint64_t)sqlite3_column_int64(statement, at);
}

static const char *text_of(sqlite3_stmt *statement, int at)
{
	return (const char *)sqlite3_column_text(statement, at);
}

/* --- opening --- */

static int read_uuid(struct journal_reader *r)
{
	sqlite3_stmt *statement;
	int result = prepare(r, "SELECT value FROM meta WHERE key = 'uuid'", &statement);

	if (result < 0)
		return result;
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW && text_of(statement, 0))
		snprintf(r->uuid, sizeof(r->uuid), "%s", text_of(statement, 0));
	return done(r, statement, result);
}

static int check_header(struct journal_reader *r)
{
	uint64_t application = 0, version = 0;
	int result = ask(r, "PRAGMA application_id", &application);

	if (result == 0)
		result = ask(r, "PRAGMA user_version", &version);
	if (result < 0)
		return result;
	if (application != JOURNAL_APPLICATION) {
		snprintf(r->fault.why, sizeof(r->fault.why), "%s: is not a journal of boardd",
			 r->path);
		return -EPROTO;
	}
	if (version != JOURNAL_SCHEMA) {
		snprintf(r->fault.why, sizeof(r->fault.why),
			 "%s: was written by %s boardd (schema %llu, this one reads %d)", r->path,
			 version > JOURNAL_SCHEMA ? "a newer" : "an older",
			 (unsigned long long)version, JOURNAL_SCHEMA);
		return -EPROTO;
	}
	return 0;
}

static int open_file(struct journal_reader *r, const char *path)
{
	int result;

	if (strlen(path) >= sizeof(r->path))
		result = -ENAMETOOLONG;
	else
		result = access(path, R_OK) < 0 ? -errno : 0;
	if (result < 0) {
		snprintf(r->fault.why, sizeof(r->fault.why), "%s: %s", path, strerror(-result));
		return result;
	}
	memcpy(r->path, path, strlen(path) + 1);
	result = sqlite3_open_v2(path, &r->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
	if (result != SQLITE_OK)
		return journal_reader_fail(r, result);
	sqlite3_busy_timeout(r->db, BUSY_MS);
	result = sqlite3_exec(r->db, "PRAGMA cache_size = -256; PRAGMA mmap_size = 0", NULL, NULL,
			      NULL);
	if (result != SQLITE_OK)
		return journal_reader_fail(r, result);
	result = check_header(r);
	return result < 0 ? result : read_uuid(r);
}

int journal_reader_open(struct journal_reader **ret, const char *path,
			struct journal_fault *ret_fault)
{
	struct journal_reader *r = calloc(1, sizeof(*r));
	int result;

	if (!r) {
		snprintf(ret_fault->why, sizeof(ret_fault->why), "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	result = open_file(r, path);
	if (result < 0) {
		*ret_fault = r->fault;
		journal_reader_close(r);
		return result;
	}
	*ret = r;
	return 0;
}

void journal_reader_close(struct journal_reader *r)
{
	if (!r)
		return;
	sqlite3_close(r->db);
	free(r);
}

const char *journal_reader_uuid(const struct journal_reader *r)
{
	return r->uuid;
}

const char *journal_reader_why(const struct journal_reader *r)
{
	return r->fault.why;
}

/* --- reports --- */

static struct journal_item *report_of(sqlite3_stmt *statement)
{
	struct journal_report report = {
		.seq = number_of(statement, 0),
		.at_ms = number_of(statement, 1),
		.board = text_of(statement, 2),
		.table = (unsigned)number_of(statement, 3),
		.game = text_of(statement, 4),
		.event = text_of(statement, 5),
		.input = number_of(statement, 6),
		.text = text_of(statement, 7),
		.len = (size_t)sqlite3_column_bytes(statement, 7),
	};

	return journal_item_report(&report);
}

typedef struct journal_item *row_taker(sqlite3_stmt *statement);

/*
 * Rows up to the number to, or as many as a page holds, are copied, and the
 * statement ends, and with it what the writer would have to wait for.
 * *from is the number behind which the next page begins.
 */
static int read_page(struct journal_reader *r, sqlite3_stmt *statement, row_taker *take,
		     struct journal_queue *page, uint64_t *from, uint64_t to)
{
	uint64_t last = *from;
	int result;

	while ((result = sqlite3_step(statement)) == SQLITE_ROW && page->bytes < PAGE_BYTES) {
		struct journal_item *item = take(statement);

		if (!item) {
			result = SQLITE_NOMEM;
			break;
		}
		journal_queue_add(page, item);
		last = number_of(statement, 0);
	}
	*from = result == SQLITE_DONE ? to : last;
	result = done(r, statement, result);
	return result < 0 ? result : 0;
}

struct span {
	uint64_t from, to; /* from is not in it */
};

static uint64_t end_of_page(struct span span)
{
	return span.to - span.from > PAGE_SPAN ? span.from + PAGE_SPAN : span.to;
}

static int reports_page(struct journal_reader *r, const struct journal_reports *which,
			struct span *span, struct journal_queue *page)
{
	uint64_t to = end_of_page(*span);
	sqlite3_stmt *statement;
	int result = prepare(r,
			     "SELECT seq, at_ms, board, table_no, game, event, input, text"
			     " FROM report WHERE seq > ?1 AND seq <= ?2"
			     " AND (?3 IS NULL OR board = ?3) AND (?4 IS NULL OR game = ?4)"
			     " ORDER BY seq",
			     &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, span->from);
	bind_number(statement, 2, to);
	bind_text(statement, 3, which->board);
	bind_text(statement, 4, which->game);
	return read_page(r, statement, report_of, page, &span->from, to);
}

static int narrow(void *data, const struct journal_game *game)
{
	struct span *span = data;

	if (game->first_seq > span->from + 1)
		span->from = game->first_seq - 1;
	if (game->last_seq < span->to)
		span->to = game->last_seq;
	return 0;
}

/* Only numbers that exist, and only while the game lasted. */
static int span_of_reports(struct journal_reader *r, const struct journal_reports *which,
			   struct span *ret)
{
	uint64_t first = 0, last = 0;
	int result = ask(r, "SELECT min(seq) FROM report", &first);

	if (result == 0)
		result = ask(r, "SELECT max(seq) FROM report", &last);
	if (result < 0)
		return result;
	*ret = (struct span){which->since, last};
	if (which->up_to > 0 && which->up_to < last)
		ret->to = which->up_to;
	if (first > 0 && ret->from < first - 1)
		ret->from = first - 1;
	if (which->game) {
		result = journal_read_game(r, which->game, narrow, ret);
		if (result == 0)
			ret->to = 0;
	}
	return result < 0 ? result : 0;
}

int journal_read_reports(struct journal_reader *r, const struct journal_reports *which,
			 journal_report_taker *taker, void *data)
{
	uint64_t left = which->limit > 0 ? which->limit : UINT64_MAX;
	struct span span = {0};
	int result = span_of_reports(r, which, &span);

	while (result == 0 && span.from < span.to && left > 0) {
		struct journal_queue page = {0};

		result = reports_page(r, which, &span, &page);
		for (struct journal_item *item = page.first; item && result == 0 && left > 0;
		     item = item->next, left--)
			result = taker(data, &item->report);
		journal_queue_drop_first(&page, SIZE_MAX);
	}
	return result;
}

/* --- inputs --- */

static struct journal_item *input_of(sqlite3_stmt *statement)
{
	const char *word = text_of(statement, 2);
	struct journal_input input = {
		.id = number_of(statement, 0),
		.at_ms = number_of(statement, 1),
		.line = text_of(statement, 3),
		.table = (unsigned)number_of(statement, 4),
		.author = text_of(statement, 5),
		.data = sqlite3_column_blob(statement, 6),
		.len = (size_t)sqlite3_column_bytes(statement, 6),
	};

	for (unsigned i = 0; word && i < JOURNAL_INPUT_KINDS; i++)
		if (strcmp(word, journal_input_words[i]) == 0)
			input.kind = (enum journal_input_kind)i;
	return journal_item_input(&input);
}

static int inputs_page(struct journal_reader *r, unsigned table, struct span *span,
		       struct journal_queue *page)
{
	uint64_t to = end_of_page(*span);
	sqlite3_stmt *statement;
	int result = prepare(r,
			     "SELECT id, at_ms, kind, line, table_no, author, data FROM input"
			     " WHERE id > ?1 AND id <= ?2 AND (?3 = 0 OR table_no = ?3"
			     " OR (table_no IS NULL AND kind IN ('gap', 'wall')))"
			     " ORDER BY id",
			     &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, span->from);
	bind_number(statement, 2, to);
	bind_number(statement, 3, table);
	return read_page(r, statement, input_of, page, &span->from, to);
}

int journal_read_inputs(struct journal_reader *r, unsigned table, uint64_t from, uint64_t to,
			journal_input_taker *taker, void *data)
{
	struct span span = {0};
	uint64_t first = 0, last = 0;
	int result = ask(r, "SELECT min(id) FROM input", &first);

	if (result == 0)
		result = ask(r, "SELECT max(id) FROM input", &last);
	span.from = from > first ? from - 1 : first - (first > 0);
	span.to = to > 0 && to < last ? to : last;
	while (result == 0 && span.from < span.to) {
		struct journal_queue page = {0};

		result = inputs_page(r, table, &span, &page);
		for (struct journal_item *item = page.first; item && result == 0; item = item->next)
			result = taker(data, &item->input);
		journal_queue_drop_first(&page, SIZE_MAX);
	}
	return result;
}

static int rounds_page(struct journal_reader *r, struct span *span, struct journal_queue *page)
{
	sqlite3_stmt *statement;
	int result = prepare(r,
			     "SELECT id, at_ms, kind, line, table_no, author, data FROM input"
			     " WHERE kind = 'round' AND id > ?1 ORDER BY id",
			     &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, span->from);
	return read_page(r, statement, input_of, page, &span->from, span->to);
}

int journal_read_rounds(struct journal_reader *r, journal_input_taker *taker, void *data)
{
	struct span span = {0};
	int result = ask(r, "SELECT max(id) FROM input WHERE kind = 'round'", &span.to);

	while (result == 0 && span.from < span.to) {
		struct journal_queue page = {0};

		result = rounds_page(r, &span, &page);
		for (struct journal_item *item = page.first; item && result == 0; item = item->next)
			result = taker(data, &item->input);
		journal_queue_drop_first(&page, SIZE_MAX);
	}
	return result;
}

int journal_read_base(struct journal_reader *r, unsigned table, uint64_t input, uint64_t *ret)
{
	sqlite3_stmt *statement;
	int result = prepare(r,
			     "SELECT max(id) FROM input WHERE kind = 'settings' AND table_no = ?1"
			     " AND id <= ?2",
			     &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, table);
	bind_number(statement, 2, input);
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW)
		*ret = number_of(statement, 0);
	result = done(r, statement, result);
	return result < 0 ? result : 0;
}

int journal_read_last_table(struct journal_reader *r, unsigned *ret)
{
	uint64_t number = 0;
	int result = ask(r, "SELECT max(table_no) FROM input WHERE kind = 'settings'", &number);

	if (result == 0)
		*ret = (unsigned)number;
	return result;
}

/* --- snapshots --- */

static bool is_whole(const void *data, size_t len, const char *text)
{
	char real[SHA256_TEXT_MAX];
	struct sha256 hash;

	sha256_init(&hash);
	sha256_feed(&hash, data, len);
	sha256_finish_text(&hash, real);
	return text && strcmp(real, text) == 0;
}

static int copy_snapshot(sqlite3_stmt *statement, struct journal_snapshot *ret, void **ret_data)
{
	const void *data = sqlite3_column_blob(statement, 3);
	size_t len = (size_t)sqlite3_column_bytes(statement, 3);
	void *copy;

	if (!is_whole(data, len, text_of(statement, 2)))
		return 0;
	copy = malloc(len > 0 ? len : 1);
	if (!copy)
		return -ENOMEM;
	if (len > 0)
		memcpy(copy, data, len);
	ret->after_input = number_of(statement, 0);
	ret->at_ms = number_of(statement, 1);
	ret->data = *ret_data = copy;
	ret->len = len;
	return 1;
}

int journal_read_snapshot(struct journal_reader *r, unsigned table, const char *build,
			  struct journal_snapshot *ret, void **ret_data)
{
	sqlite3_stmt *statement;
	int outcome = 0, result = prepare(r,
					  "SELECT after_input, at_ms, sha256, data FROM snapshot"
					  " WHERE table_no = ?1 AND build = ?2",
					  &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, table);
	bind_text(statement, 2, build);
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW) {
		outcome = copy_snapshot(statement, ret, ret_data);
		if (outcome == 1) {
			ret->table = table;
			ret->build = build;
		}
	}
	result = done(r, statement, result);
	return result < 0 ? result : outcome;
}

/* --- games --- */

struct game_row {
	struct journal_game game;
	char *id, *board;
};

static char *copy_of(const char *text)
{
	return text ? strdup(text) : NULL;
}

static void copy_game(sqlite3_stmt *statement, struct game_row *ret)
{
	ret->id = copy_of(text_of(statement, 0));
	ret->board = copy_of(text_of(statement, 1));
	ret->game = (struct journal_game){
		.id = ret->id,
		.board = ret->board,
		.table = (unsigned)number_of(statement, 2),
		.first_seq = number_of(statement, 3),
		.last_seq = number_of(statement, 4),
		.first_input = number_of(statement, 5),
		.last_input = number_of(statement, 6),
		.first_ms = number_of(statement, 7),
		.last_ms = number_of(statement, 8),
		.is_over = number_of(statement, 9) != 0,
	};
}

#define GAME_COLUMNS                                                                          \
	"SELECT id, board, table_no, first_seq, last_seq, first_input, last_input, first_ms," \
	" last_ms, is_over FROM game "

/* Finalises the statement, then hands out. Returns how many, or what the taker returned. */
static int hand_out(struct journal_reader *r, sqlite3_stmt *statement, journal_game_taker *taker,
		    void *data, uint64_t *ret_last)
{
	struct game_row rows[GAMES];
	int count = 0, taken = 0, result;

	while (count < GAMES && (result = sqlite3_step(statement)) == SQLITE_ROW)
		copy_game(statement, &rows[count++]);
	if (count == GAMES)
		result = SQLITE_DONE;
	result = done(r, statement, result);
	for (int i = 0; i < count; i++) {
		if (result == 0 && !rows[i].id)
			result = -ENOMEM;
		if (result == 0)
			result = taker(data, &rows[i].game);
		if (result == 0)
			taken++;
		*ret_last = rows[i].game.first_seq;
		free(rows[i].id);
		free(rows[i].board);
	}
	return result != 0 ? result : taken;
}

int journal_read_games(struct journal_reader *r, journal_game_taker *taker, void *data)
{
	uint64_t last = 0;
	int result;

	do {
		sqlite3_stmt *statement;

		result = prepare(r, GAME_COLUMNS "WHERE first_seq > ?1 ORDER BY first_seq LIMIT 64",
				 &statement);
		if (result < 0)
			return result;
		bind_number(statement, 1, last);
		result = hand_out(r, statement, taker, data, &last);
	} while (result == GAMES);
	return result > 0 && result < GAMES ? 0 : result;
}

int journal_read_game(struct journal_reader *r, const char *id, journal_game_taker *taker,
		      void *data)
{
	uint64_t last;
	sqlite3_stmt *statement;
	int result = prepare(r, GAME_COLUMNS "WHERE id = ?1", &statement);

	if (result < 0)
		return result;
	bind_text(statement, 1, id);
	return hand_out(r, statement, taker, data, &last);
}

int journal_read_last_game(struct journal_reader *r, const char *prefix, unsigned *ret)
{
	sqlite3_stmt *statement;
	unsigned last = 0;
	int result = prepare(r,
			     "SELECT substr(id, length(?1) + 1) FROM game WHERE id >= ?1"
			     " AND substr(id, 1, length(?1)) = ?1",
			     &statement);

	if (result < 0)
		return result;
	bind_text(statement, 1, prefix);
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *text = text_of(statement, 0);
		char *end;
		unsigned long number = text ? strtoul(text, &end, 10) : 0;

		if (text && *end == '\0' && number > last && number < UINT32_MAX)
			last = (unsigned)number;
	}
	result = done(r, statement, result);
	if (result == 0)
		*ret = last;
	return result;
}

/* --- people --- */

int journal_read_logins(struct journal_reader *r, uint64_t at_ms, journal_login_taker *taker,
			void *data)
{
	struct journal_queue page = {0};
	sqlite3_stmt *statement;
	int result = prepare(r,
			     "SELECT name, token, at_ms, until_ms FROM login WHERE revoked_ms"
			     " IS NULL AND (until_ms IS NULL OR until_ms > ?1) ORDER BY id",
			     &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, at_ms);
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		struct journal_login login = {text_of(statement, 0), text_of(statement, 1),
					      number_of(statement, 2), number_of(statement, 3)};
		struct journal_item *item = journal_item_login(JOURNAL_ITEM_LOGIN, &login);

		if (!item) {
			result = SQLITE_NOMEM;
			break;
		}
		journal_queue_add(&page, item);
	}
	result = done(r, statement, result);
	for (struct journal_item *item = page.first; item && result == 0; item = item->next)
		result = taker(data, &item->login);
	journal_queue_drop_first(&page, SIZE_MAX);
	return result;
}
