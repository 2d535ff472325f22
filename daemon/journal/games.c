/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/reader_private.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/sha256.h"
#include "daemon/journal/queue.h"

#define GAMES 64

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
	int outcome = 0,
	    result = journal_reader_prepare(r,
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
	result = journal_reader_done(r, statement, result);
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

/* One page of games, as they are handed out when its statement is over. */
struct game_page {
	struct game_row rows[GAMES];
	int count;
	int passed;    /* rows that were read, sound or not */
	uint64_t last; /* the first report of the last of them */
};

/* Finalises the statement. */
static int read_page(struct journal_reader *r, sqlite3_stmt *statement, struct game_page *page)
{
	int result = SQLITE_DONE;

	while (page->passed < GAMES && (result = sqlite3_step(statement)) == SQLITE_ROW) {
		struct game_row *row = &page->rows[page->count];

		page->passed++;
		page->last = number_of(statement, 3);
		if (!journal_reader_is_sound(r, statement, "game", "tTNnnnnnnn"))
			continue;
		copy_game(statement, row);
		page->count++;
		if (!row->id) {
			result = SQLITE_NOMEM;
			break;
		}
	}
	if (page->passed == GAMES && result == SQLITE_ROW)
		result = SQLITE_DONE;
	return journal_reader_done(r, statement, result);
}

/* Returns how many, or what the taker returned. */
static int hand_out(struct game_page *page, int result, journal_game_taker *taker, void *data)
{
	int taken = 0;

	for (int i = 0; i < page->count; i++) {
		if (result == 0)
			result = taker(data, &page->rows[i].game);
		if (result == 0)
			taken++;
		free(page->rows[i].id);
		free(page->rows[i].board);
	}
	return result != 0 ? result : taken;
}

/* --- when one of them is longer than any may be --- */

struct game_list {
	struct game_row *rows; /* of some only the ID */
	size_t count, room;
};

/* Returns false when there is no memory; then what is in the row is freed. */
static bool add_game(struct game_list *list, struct game_row row)
{
	size_t room = list->room > 0 ? 2 * list->room : GAMES;
	struct game_row *rows = list->rows;

	if (list->count == list->room) {
		rows = realloc(rows, room * sizeof(*rows));
		if (rows) {
			list->rows = rows;
			list->room = room;
		}
	}
	if (rows && row.id) {
		rows[list->count++] = row;
		return true;
	}
	free(row.id);
	free(row.board);
	return false;
}

/* Up to an ID that is too long itself. */
static int read_ids(struct journal_reader *r, const char *sql, struct game_list *list)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(r, sql, &statement);

	if (result < 0)
		return result;
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *id = text_of(statement, 0);

		if (id && !add_game(list, (struct game_row){.id = strdup(id)})) {
			result = SQLITE_NOMEM;
			break;
		}
	}
	return journal_reader_done(r, statement, result);
}

static int read_all_ids(struct journal_reader *r, struct game_list *list)
{
	int result = read_ids(r, "SELECT id FROM game ORDER BY id", list);

	if (result != -EFBIG)
		return result;
	journal_reader_too_long(r, "game", 0, "with an ID without end");
	result = read_ids(r, "SELECT id FROM game ORDER BY id DESC", list);
	return result == -EFBIG ? 0 : result;
}

static int is_earlier(const void *a, const void *b)
{
	const struct game_row *first = a, *second = b;

	return first->game.first_seq < second->game.first_seq   ? -1
	       : first->game.first_seq > second->game.first_seq ? 1
								: 0;
}

/* One page of one game. */
static int read_one(struct journal_reader *r, const char *id, struct game_page *page)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(r, GAME_COLUMNS "WHERE id = ?1", &statement);

	if (result < 0)
		return result;
	bind_text(statement, 1, id);
	return read_page(r, statement, page);
}

static int read_one_by_one(struct journal_reader *r, struct game_list *ids, struct game_list *games)
{
	int result = read_all_ids(r, ids);

	for (size_t i = 0; i < ids->count && result >= 0; i++) {
		struct game_page page = {0};

		result = read_one(r, ids->rows[i].id, &page);
		if (result == -EFBIG) {
			journal_reader_too_long(r, "game", 0, ids->rows[i].id);
			result = 0;
		}
		if (page.count > 0 && !add_game(games, page.rows[0]))
			result = -ENOMEM;
	}
	return result < 0 ? result : 0;
}

static void free_list(struct game_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->rows[i].id);
		free(list->rows[i].board);
	}
	free(list->rows);
}

/* As journal_read_games(). */
static int read_short_games(struct journal_reader *r, journal_game_taker *taker, void *data)
{
	struct game_list ids = {0}, games = {0};
	int result = read_one_by_one(r, &ids, &games);

	if (games.count > 0)
		qsort(games.rows, games.count, sizeof(*games.rows), is_earlier);
	for (size_t i = 0; i < games.count && result == 0; i++)
		result = taker(data, &games.rows[i].game);
	free_list(&ids);
	free_list(&games);
	return result;
}

/* --- all of them, and one --- */

int journal_read_games(struct journal_reader *r, journal_game_taker *taker, void *data)
{
	struct game_page page = {0};
	int result;

	do {
		sqlite3_stmt *statement;

		result = journal_reader_prepare(
			r, GAME_COLUMNS "WHERE first_seq > ?1 ORDER BY first_seq LIMIT 64",
			&statement);
		if (result < 0)
			return result;
		bind_number(statement, 1, page.last);
		page = (struct game_page){.last = page.last};
		result = read_page(r, statement, &page);
		result = hand_out(&page, result, taker, data);
	} while (result >= 0 && page.passed == GAMES);
	/* Games are sorted before the first is told. */
	if (result == -EFBIG)
		return read_short_games(r, taker, data);
	return result > 0 ? 0 : result;
}

int journal_read_game(struct journal_reader *r, const char *id, journal_game_taker *taker,
		      void *data)
{
	struct game_page page = {0};
	int result = read_one(r, id, &page);

	return hand_out(&page, result, taker, data);
}
