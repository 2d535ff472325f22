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
	return result > 0 ? 0 : result;
}

int journal_read_game(struct journal_reader *r, const char *id, journal_game_taker *taker,
		      void *data)
{
	struct game_page page = {0};
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(r, GAME_COLUMNS "WHERE id = ?1", &statement);

	if (result < 0)
		return result;
	bind_text(statement, 1, id);
	result = read_page(r, statement, &page);
	return hand_out(&page, result, taker, data);
}

/* --- people --- */

int journal_has_logins(struct journal_reader *r)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(r, "SELECT 1 FROM login LIMIT 1", &statement);

	return result < 0 ? result : journal_reader_done(r, statement, sqlite3_step(statement));
}

int journal_read_logins(struct journal_reader *r, uint64_t at_ms, journal_login_taker *taker,
			void *data)
{
	struct journal_queue page = {0};
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(
		r,
		"SELECT name, token, at_ms, until_ms FROM login WHERE revoked_ms"
		" IS NULL AND (until_ms IS NULL OR until_ms > ?1) ORDER BY id",
		&statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, at_ms);
	while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
		struct journal_item *item;
		struct journal_login login = {text_of(statement, 0), text_of(statement, 1),
					      number_of(statement, 2), number_of(statement, 3)};

		if (!journal_reader_is_sound(r, statement, "login", "ttnN"))
			continue;
		item = journal_item_login(JOURNAL_ITEM_LOGIN, &login);
		if (!item) {
			result = SQLITE_NOMEM;
			break;
		}
		journal_queue_add(&page, item);
	}
	result = journal_reader_done(r, statement, result);
	for (struct journal_item *item = page.first; item && result == 0; item = item->next)
		result = taker(data, &item->login);
	journal_queue_drop_first(&page, SIZE_MAX);
	return result;
}
