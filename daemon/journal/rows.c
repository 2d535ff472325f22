/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/reader_private.h"

#include <errno.h>
#include <string.h>

#include "daemon/journal/queue.h"

#define PAGE_SPAN  2000             /* numbers looked at in one go */
#define PAGE_BYTES (256UL << 10)    /* and their size */
#define MS_MAX     253402300799999U /* the end of the year 9999 */
#define TABLE_MAX  1000000

/* --- sound rows --- */

/* A time and a table as they can be; the columns are those of both kinds of rows. */
static bool is_placed(struct journal_reader *r, sqlite3_stmt *statement, const char *table,
		      int of_table)
{
	const char *what = NULL;

	if (number_of(statement, 1) > MS_MAX)
		what = "its time is none";
	else if (number_of(statement, of_table) > TABLE_MAX)
		what = "its table is none";
	if (what)
		journal_reader_damage(r, table, statement, what);
	return !what;
}

/* --- reports --- */

static bool is_report(struct journal_reader *r, sqlite3_stmt *statement)
{
	if (!journal_reader_is_sound(r, statement, "report", "nnTNTtnx") ||
	    !is_placed(r, statement, "report", 3))
		return false;
	if (number_of(statement, 8) == 1 && journal_reader_is_line(statement, 7))
		return true;
	journal_reader_damage(r, "report", statement, "its text is no JSON");
	return false;
}

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

/* What becomes of a row, and whether it is one. */
struct row {
	bool (*is_one)(struct journal_reader *r, sqlite3_stmt *statement);
	struct journal_item *(*copy)(sqlite3_stmt *statement);
};

/*
 * Rows up to the number to, or as many as a page holds, are copied, and the
 * statement ends, and with it what the writer would have to wait for.
 * *from is the number behind which the next page begins: a file whose numbers
 * do not rise is damaged, and must not be read for ever.
 */
static int read_page(struct journal_reader *r, sqlite3_stmt *statement, const struct row *row,
		     struct journal_queue *page, uint64_t *from, uint64_t to)
{
	uint64_t last = *from;
	int result;

	while ((result = sqlite3_step(statement)) == SQLITE_ROW && page->bytes < PAGE_BYTES) {
		struct journal_item *item;

		if (number_of(statement, 0) <= last) {
			result = SQLITE_CORRUPT;
			break;
		}
		last = number_of(statement, 0);
		if (!row->is_one(r, statement))
			continue;
		item = row->copy(statement);
		if (!item) {
			result = SQLITE_NOMEM;
			break;
		}
		journal_queue_add(page, item);
	}
	*from = result == SQLITE_DONE ? to : last;
	result = journal_reader_done(r, statement, result);
	if (result == -EFBIG && page->first)
		return 0; /* the next page begins before it */
	return result < 0 ? result : 0;
}

struct span {
	uint64_t from, to; /* from is not in it */
};

static uint64_t end_of_page(struct span span)
{
	return span.to - span.from > PAGE_SPAN ? span.from + PAGE_SPAN : span.to;
}

typedef int page_reader(struct journal_reader *r, const void *which, uint64_t to, struct span *span,
			struct journal_queue *page);

/*
 * SQLite does not say which row is longer than any may be: fewer and fewer rows are asked for,
 * until it is alone. Then it is named, and passed over.
 */
static int next_page(struct journal_reader *r, page_reader *read, const char *table,
		     const void *which, uint64_t to, struct span *span, struct journal_queue *page)
{
	int result;

	while ((result = read(r, which, to, span, page)) == -EFBIG && to > span->from + 1)
		to = span->from + (to - span->from) / 2;
	if (result != -EFBIG)
		return result;
	journal_reader_too_long(r, table, to, NULL);
	span->from = to;
	return 0;
}

/* Behind a page without rows the next one may be far away. */
static int skip_gap(struct journal_reader *r, const char *sql, const struct journal_queue *page,
		    struct span *span)
{
	sqlite3_stmt *statement;
	int result;

	if (page->first || span->from >= span->to)
		return 0;
	result = journal_reader_prepare(r, sql, &statement);
	if (result < 0)
		return result;
	bind_number(statement, 1, span->from);
	result = sqlite3_step(statement);
	if (result == SQLITE_ROW && number_of(statement, 0) > span->from)
		span->from = number_of(statement, 0) - 1;
	result = journal_reader_done(r, statement, result);
	return result < 0 ? result : 0;
}

static int reports_page(struct journal_reader *r, const void *data, uint64_t to, struct span *span,
			struct journal_queue *page)
{
	static const struct row row = {is_report, report_of};
	const struct journal_reports *which = data;
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(
		r,
		"SELECT seq, at_ms, board, table_no, game, event, input, text,"
		" CASE WHEN json_valid(text) THEN json_type(text) = 'object' END"
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
	return read_page(r, statement, &row, page, &span->from, to);
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
	int result = journal_reader_ask(r, "SELECT min(seq) FROM report", &first);

	if (result == 0)
		result = journal_reader_ask(r, "SELECT max(seq) FROM report", &last);
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

		result = next_page(r, reports_page, "report", which, end_of_page(span), &span,
				   &page);
		if (result == 0)
			result = skip_gap(r, "SELECT min(seq) FROM report WHERE seq > ?1", &page,
					  &span);
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

static bool is_input(struct journal_reader *r, sqlite3_stmt *statement)
{
	const char *word;

	if (!journal_reader_is_sound(r, statement, "input", "nntTNTD") ||
	    !is_placed(r, statement, "input", 4))
		return false;
	word = text_of(statement, 2);
	for (unsigned i = 0; i < JOURNAL_INPUT_KINDS; i++)
		if (strcmp(word, journal_input_words[i]) == 0)
			return true;
	journal_reader_damage(r, "input", statement, "its kind is none");
	return false;
}

static const struct row input_row = {is_input, input_of};

static int inputs_page(struct journal_reader *r, const void *table, uint64_t to, struct span *span,
		       struct journal_queue *page)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(
		r,
		"SELECT id, at_ms, kind, line, table_no, author, data FROM input"
		" WHERE id > ?1 AND id <= ?2 AND (?3 = 0 OR table_no = ?3"
		" OR (table_no IS NULL AND kind IN ('gap', 'wall')))"
		" ORDER BY id",
		&statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, span->from);
	bind_number(statement, 2, to);
	bind_number(statement, 3, *(const unsigned *)table);
	return read_page(r, statement, &input_row, page, &span->from, to);
}

int journal_read_inputs(struct journal_reader *r, unsigned table, uint64_t from, uint64_t to,
			journal_input_taker *taker, void *data)
{
	struct span span = {0};
	uint64_t first = 0, last = 0;
	int result = journal_reader_ask(r, "SELECT min(id) FROM input", &first);

	if (result == 0)
		result = journal_reader_ask(r, "SELECT max(id) FROM input", &last);
	span.from = from > first ? from - 1 : first - (first > 0);
	span.to = to > 0 && to < last ? to : last;
	while (result == 0 && span.from < span.to) {
		struct journal_queue page = {0};

		result =
			next_page(r, inputs_page, "input", &table, end_of_page(span), &span, &page);
		if (result == 0)
			result = skip_gap(r, "SELECT min(id) FROM input WHERE id > ?1", &page,
					  &span);
		for (struct journal_item *item = page.first; item && result == 0; item = item->next)
			result = taker(data, &item->input);
		journal_queue_drop_first(&page, SIZE_MAX);
	}
	return result;
}

static int rounds_page(struct journal_reader *r, const void *none, uint64_t to, struct span *span,
		       struct journal_queue *page)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(
		r,
		"SELECT id, at_ms, kind, line, table_no, author, data FROM input"
		" WHERE kind = 'round' AND id > ?1 AND id <= ?2 ORDER BY id",
		&statement);

	(void)none;
	if (result < 0)
		return result;
	bind_number(statement, 1, span->from);
	bind_number(statement, 2, to);
	return read_page(r, statement, &input_row, page, &span->from, to);
}

int journal_read_rounds(struct journal_reader *r, journal_input_taker *taker, void *data)
{
	struct span span = {0};
	int result =
		journal_reader_ask(r, "SELECT max(id) FROM input WHERE kind = 'round'", &span.to);

	while (result == 0 && span.from < span.to) {
		struct journal_queue page = {0};

		result = next_page(r, rounds_page, "input", NULL, span.to, &span, &page);
		for (struct journal_item *item = page.first; item && result == 0; item = item->next)
			result = taker(data, &item->input);
		journal_queue_drop_first(&page, SIZE_MAX);
	}
	return result;
}

int journal_read_base(struct journal_reader *r, unsigned table, uint64_t input, uint64_t *ret)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(
		r,
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
	result = journal_reader_done(r, statement, result);
	return result < 0 ? result : 0;
}

int journal_read_last_table(struct journal_reader *r, unsigned *ret)
{
	uint64_t number = 0;
	int result = journal_reader_ask(
		r, "SELECT max(table_no) FROM input WHERE kind = 'settings'", &number);

	if (result == 0)
		*ret = (unsigned)number;
	return result;
}

/* --- people --- */

static bool is_login(struct journal_reader *r, sqlite3_stmt *statement)
{
	return journal_reader_is_sound(r, statement, "login", "nttnN");
}

static struct journal_item *login_of(sqlite3_stmt *statement)
{
	struct journal_login login = {text_of(statement, 1), text_of(statement, 2),
				      number_of(statement, 3), number_of(statement, 4)};

	return journal_item_login(JOURNAL_ITEM_LOGIN, &login);
}

static int logins_page(struct journal_reader *r, const void *at_ms, uint64_t to, struct span *span,
		       struct journal_queue *page)
{
	static const struct row row = {is_login, login_of};
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(
		r,
		"SELECT id, name, token, at_ms, until_ms FROM login WHERE revoked_ms IS NULL"
		" AND (until_ms IS NULL OR until_ms > ?1) AND id > ?2 AND id <= ?3 ORDER BY id",
		&statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, *(const uint64_t *)at_ms);
	bind_number(statement, 2, span->from);
	bind_number(statement, 3, to);
	return read_page(r, statement, &row, page, &span->from, to);
}

int journal_read_logins(struct journal_reader *r, uint64_t at_ms, journal_login_taker *taker,
			void *data)
{
	struct span span = {0};
	int result = journal_reader_ask(r, "SELECT max(id) FROM login", &span.to);

	while (result == 0 && span.from < span.to) {
		struct journal_queue page = {0};

		result = next_page(r, logins_page, "login", &at_ms, span.to, &span, &page);
		for (struct journal_item *item = page.first; item && result == 0; item = item->next)
			result = taker(data, &item->login);
		journal_queue_drop_first(&page, SIZE_MAX);
	}
	return result;
}

int journal_has_logins(struct journal_reader *r)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(r, "SELECT 1 FROM login LIMIT 1", &statement);

	return result < 0 ? result : journal_reader_done(r, statement, sqlite3_step(statement));
}
