/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "broadcast/output/build_json.h"
#include "daemon/http/private.h"
#include "daemon/publish/snapshot.h"

/*
 * What the public page has to know beside the games: what is played, how much later it
 * is shown, and the clocks. It is made of the delayed snapshot, as all that is public.
 * Who asks again says which change was the last that he knows, and is told the tables
 * that have changed since, with their games: three hundred games every few seconds are
 * more than a telephone's line carries.
 */

#define GAMES_MAX 100        /* of tables that have changed; of more, all is told */
#define ALL_ELSE  UINT64_MAX /* no change was named: clocks, and no games */

/* A clock runs on where games are shown by their age; by plies nobody knows how far it has. */
static json_t *clock_of(const struct record_board *board, bool is_by_plies)
{
	json_t *clock = build_clock(&board->clock);

	if (is_by_plies && json_is_object(clock))
		json_object_set_new(clock, "running", json_null());
	return clock;
}

/* From which country a player is; null: not known. */
static const char *country_of(const struct game *game, unsigned color)
{
	const char *country = game->player[color].federation;

	return country[0] != '\0' ? country : NULL;
}

/* Is this the board that is shown at its table? */
static bool is_shown(const struct http_changes *changes, const struct record_board *board)
{
	return board->table > 0 && board->table <= CONFIG_TABLE_MAX &&
	       changes->tables[board->table].board == board;
}

static json_t *table_of(const struct record_board *board, bool is_by_plies)
{
	return json_pack("{s:i, s:o, s:s?, s:s?}", "table", (int)board->table, "clock",
			 clock_of(board, is_by_plies), "white",
			 country_of(board->game, RULES_WHITE), "black",
			 country_of(board->game, RULES_BLACK));
}

/* --- what has changed --- */

/* What is told of a table, as a number. */
static uint64_t what_of(const struct record_board *board, uint64_t manner)
{
	const struct game_clock *clock = &board->clock;
	uint64_t what = http_mix(manner, board->game->seq);

	what = http_mix(what, (uint64_t)clock->time_ms);
	what = http_mix(what, (uint64_t)clock->white_s);
	what = http_mix(what, (uint64_t)clock->black_s);
	return http_mix(what, clock->running);
}

static void note(struct http_told *told, uint64_t what, uint64_t change)
{
	if (told->what == what && told->change > 0)
		return;
	told->what = what;
	told->change = change;
}

/* Of several boards at a table, the one heard of last is shown there, if it has a game. */
static void find_boards(struct http_told *tables, const struct record *record)
{
	size_t count = record_count(record);

	for (size_t i = 0; i < count; i++)
		if (record_at(record, i)->table <= CONFIG_TABLE_MAX)
			tables[record_at(record, i)->table].board = NULL;
	for (size_t i = 0; i < count; i++) {
		const struct record_board *board = record_at(record, i);

		if (board->table <= CONFIG_TABLE_MAX &&
		    (!tables[board->table].board || board->seq > tables[board->table].board->seq))
			tables[board->table].board = board;
	}
	for (size_t i = 0; i < count; i++) {
		const struct record_board *board = record_at(record, i);

		if (board->table <= CONFIG_TABLE_MAX && tables[board->table].board == board &&
		    (!board->game || game_is_copy(board->game)))
			tables[board->table].board = NULL;
	}
}

/* Numbers of changes begin here: boardd that is started again goes on above those it gave before,
 * whatever time it tells. */
static uint64_t real_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Looks through all tables, if anything has changed since the last time. 0 or -ENOMEM. */
static int look(struct http_changes *changes, const struct snapshot_view *view)
{
	uint64_t all = view->manner, change;

	if (changes->last > 0 && changes->seen == view->version)
		return 0;
	if (!changes->tables)
		changes->tables = calloc(CONFIG_TABLE_MAX + 1, sizeof(*changes->tables));
	if (!changes->tables)
		return -ENOMEM;
	change = (changes->last > 0 ? changes->last : real_ms()) + 1;
	find_boards(changes->tables, view->record);
	for (size_t i = 0; i < record_count(view->record); i++) {
		const struct record_board *board = record_at(view->record, i);

		if (!is_shown(changes, board))
			continue;
		all = http_mix(all, board->table);
		note(&changes->tables[board->table], what_of(board, view->manner), change);
	}
	note(&changes->all, all, change);
	changes->last = change;
	changes->seen = view->version;
	return 0;
}

static size_t changed_since(const struct http_changes *changes, const struct record *record,
			    uint64_t since)
{
	size_t count = 0;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct record_board *board = record_at(record, i);

		count += is_shown(changes, board) && changes->tables[board->table].change > since;
	}
	return count;
}

/* --- the answer --- */

static void add_game(struct visit *visit, json_t *table, unsigned number)
{
	size_t len = 0;
	char *text = snapshot_table(visit->at->http->server->publish.snapshot, visit->at->is_public,
				    number, &len);

	if (text)
		json_object_set_new(table, "pgn", json_stringn(text, len));
	free(text);
}

static json_t *tables_of(struct visit *visit, const struct record *record, bool is_by_plies,
			 uint64_t since)
{
	const struct http_changes *changes = &visit->at->http->changes[visit->at->is_public];
	json_t *tables = json_array();

	for (size_t i = 0; i < record_count(record); i++) {
		const struct record_board *board = record_at(record, i);
		json_t *table;

		if (!is_shown(changes, board) ||
		    (since != ALL_ELSE && changes->tables[board->table].change <= since))
			continue;
		table = table_of(board, is_by_plies);
		if (since != ALL_ELSE)
			add_game(visit, table, board->table);
		json_array_append_new(tables, table);
	}
	return tables;
}

static json_t *info_of(struct visit *visit, const struct snapshot_view *view, uint64_t since)
{
	const struct publish *publish = &visit->at->http->server->publish;
	const struct config *config = &publish->config;
	uint64_t delay_ms = visit->at->is_public ? config->broadcast.delay_ms : 0;
	unsigned plies = visit->at->is_public ? config->broadcast.delay_plies : 0;
	uint64_t now_ms = moment_now(&publish->moment) + publish->moment.ahead_ms;
	json_t *info =
		json_pack("{s:s?, s:s?, s:I, s:i, s:I, s:o}", "event", config->broadcast.event,
			  "site", config->broadcast.site, "delay_s", (json_int_t)(delay_ms / 1000),
			  "delay_plies", (int)plies, "shown_ms", (json_int_t)(now_ms - delay_ms),
			  "tables", tables_of(visit, view->record, plies > 0, since));

	if (since != ALL_ELSE && info) {
		json_object_set_new(
			info, "change",
			json_integer(
				(json_int_t)visit->at->http->changes[visit->at->is_public].last));
		json_object_set_new(info, "whole", json_boolean(since == 0));
	}
	return info;
}

/* Everything, made at most a few times a second however many come at once: it has its own last
 * change. */
static void answer_whole(struct visit *visit, const struct snapshot_view *view)
{
	struct cached *whole = &visit->at->http->changes[visit->at->is_public].whole;
	size_t len = 0;
	char *text;

	if (!cached_is_fresh(whole)) {
		uint64_t begun = cached_begin();
		json_t *info = info_of(visit, view, 0);

		text = info ? json_dumps(info, JSON_COMPACT) : NULL;
		json_decref(info);
		cached_put(whole, begun, text, text ? strlen(text) : 0);
	}
	text = cached_copy(whole, &len);
	http_answer(visit, 200, "application/json", text, len);
}

void http_serve_public_info(struct visit *visit, const char *rest)
{
	const struct publish *publish = &visit->at->http->server->publish;
	struct http_changes *changes = &visit->at->http->changes[visit->at->is_public];
	struct snapshot_view view = snapshot_view(publish->snapshot, visit->at->is_public);
	uint64_t since = ALL_ELSE;

	(void)rest;
	if (!http_query_number(visit->query, "since", &since)) {
		http_answer_error(visit, 400, "\"since\" is the number of a change, or 0");
		return;
	}
	if (look(changes, &view) < 0)
		http_answer_error(visit, 503, "out of memory");
	else if (since == ALL_ELSE)
		http_answer_json(visit, 200, info_of(visit, &view, since));
	else if (since == 0 || since > changes->last || changes->all.change > since ||
		 changed_since(changes, view.record, since) > GAMES_MAX)
		answer_whole(visit, &view);
	else
		http_answer_json(visit, 200, info_of(visit, &view, since));
}

void http_clear_public_info(struct http *http)
{
	for (size_t i = 0; i < 2; i++) {
		free(http->changes[i].tables);
		cached_clear(&http->changes[i].whole);
	}
}
