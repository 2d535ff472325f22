/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/scores.h"
#include "daemon/http/private.h"
#include "daemon/publish/snapshot.h"

/* Games for viewers and broadcasters, who ask for them every few seconds. */

static void nothing_there(struct visit *visit)
{
	http_answer_error(visit, 404, "there is nothing at %s", visit->path);
}

static struct snapshot_view view_of(const struct visit *visit)
{
	return snapshot_view(visit->at->http->server->publish.snapshot, visit->at->is_public);
}

/* "board-12.pgn": a number between two texts, from 1, without zeros before it. 0: it is not. */
static unsigned number_in(const char *text, const char *before, const char *behind)
{
	size_t len = strlen(before);
	unsigned number = 0;

	if (strncmp(text, before, len) != 0)
		return 0;
	text += len;
	if (*text == '0')
		return 0;
	for (; *text >= '0' && *text <= '9' && number <= CONFIG_TABLE_MAX; text++)
		number = 10 * number + (unsigned)(*text - '0');
	return strcmp(text, behind) == 0 && number <= CONFIG_TABLE_MAX ? number : 0;
}

/* --- what has changed --- */

/* Of all that the view has. */
static struct http_version version_of(const struct snapshot_view *view)
{
	return (struct http_version){view->version, view->changed_ms};
}

/*
 * Of one game: while its neighbours move, its file stays the same. The file also
 * has the board's number, and the day of the hall.
 */
static struct http_version version_of_game(const struct snapshot_view *view,
					   const struct game *game, const char *serial,
					   int utc_offset_minutes)
{
	uint64_t number = http_mix(http_mix(view->manner, game->seq), (uint64_t)utc_offset_minutes);

	for (; *serial != '\0'; serial++)
		number = http_mix(number, (unsigned char)*serial);
	return (struct http_version){number, view->changed_ms};
}

/* --- PGN --- */

#define PGN_TYPE "text/plain; charset=utf-8"

static void serve_games(struct visit *visit)
{
	struct snapshot *shown = visit->at->http->server->publish.snapshot;
	bool is_public = visit->at->is_public;
	struct http_version version;
	size_t len = 0;
	char *text;

	version.number = snapshot_games(shown, is_public, &version.changed_ms);
	if (http_answer_unchanged(visit, PGN_TYPE, version))
		return;
	text = snapshot_games_copy(shown, is_public, &len);
	http_answer_cached(visit, PGN_TYPE, text, len, version);
}

static void serve_table(struct visit *visit, const struct game *game)
{
	struct snapshot_view view = view_of(visit);
	struct snapshot_options options;
	struct http_version version;
	size_t len = 0;
	char *text;

	snapshot_options(&visit->at->http->server->publish, &options);
	version = version_of_game(&view, game, "", options.pgn.utc_offset_minutes);
	if (http_answer_unchanged(visit, PGN_TYPE, version))
		return;
	text = snapshot_table(visit->at->http->server->publish.snapshot, visit->at->is_public,
			      game->table, &len);
	http_answer_cached(visit, PGN_TYPE, text, len, version);
}

void http_serve_pgn(struct visit *visit, const char *rest)
{
	unsigned table = number_in(rest, "board-", ".pgn");
	const struct game *game = table > 0 ? scores_game(view_of(visit).record, 0, table) : NULL;

	if (strcmp(rest, "games.pgn") == 0)
		serve_games(visit);
	else if (game)
		serve_table(visit, game);
	else
		nothing_there(visit);
}

/* --- LiveChess Cloud --- */

/* What is behind the tournament's UUID and a slash; NULL: it is not ours. */
static const char *behind_id(const struct visit *visit, const char *rest)
{
	const char *id = snapshot_cloud_id(&visit->at->http->server->publish);
	size_t len = strlen(id);

	if (strncmp(rest, id, len) != 0)
		return NULL;
	return rest[len] == '/' || rest[len] == '\0' ? rest + len : NULL;
}

#define CLOUD_TYPE "application/json; charset=utf-8"

enum cloud_kind { CLOUD_NOTHING, CLOUD_TOURNAMENT, CLOUD_ROUND, CLOUD_GAME };

struct cloud_file {
	enum cloud_kind kind;
	unsigned round, game;
};

/* "/round-2/game-7.json" */
static struct cloud_file file_of(const char *path)
{
	const char *slash = path && path[0] == '/' ? strchr(path + 1, '/') : NULL;
	struct cloud_file file = {CLOUD_NOTHING, 0, 0};
	char folder[24];

	if (path && strcmp(path, "/tournament.json") == 0)
		file.kind = CLOUD_TOURNAMENT;
	if (!slash || (size_t)(slash - path) > sizeof(folder))
		return file;
	snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path - 1), path + 1);
	file.round = number_in(folder, "round-", "");
	file.game = number_in(slash, "/game-", ".json");
	if (file.round > 0 && strcmp(slash, "/index.json") == 0)
		file.kind = CLOUD_ROUND;
	else if (file.round > 0 && file.game > 0)
		file.kind = CLOUD_GAME;
	return file;
}

static struct http_version version_of_file(const struct snapshot_view *view, struct cloud_file file,
					   const struct cloud_options *options)
{
	const struct record_board *board =
		file.kind == CLOUD_GAME ? cloud_board(view->record, file.round, file.game) : NULL;

	return board ? version_of_game(view, board->game, cloud_serial(board),
				       options->utc_offset_minutes)
		     : version_of(view);
}

static json_t *make_file(const struct record *record, struct cloud_file file,
			 const struct cloud_options *options)
{
	switch (file.kind) {
	case CLOUD_NOTHING: return NULL;
	case CLOUD_TOURNAMENT: return cloud_tournament(record, options);
	case CLOUD_ROUND: return cloud_round(record, options, file.round);
	case CLOUD_GAME: return cloud_game(record, options, file.round, file.game);
	}
	return NULL;
}

void http_serve_cloud(struct visit *visit, const char *rest)
{
	struct cloud_file file = file_of(behind_id(visit, rest));
	struct snapshot_view view = view_of(visit);
	struct snapshot_options options;
	struct http_version version;
	json_t *object;
	char *text;

	snapshot_options(&visit->at->http->server->publish, &options);
	options.cloud.past = view.past;
	version = version_of_file(&view, file, &options.cloud);
	if (file.kind != CLOUD_NOTHING && http_answer_unchanged(visit, CLOUD_TYPE, version))
		return;
	object = make_file(view.record, file, &options.cloud);
	if (!object) {
		nothing_there(visit);
		return;
	}
	text = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	http_answer_cached(visit, CLOUD_TYPE, text, text ? strlen(text) : 0, version);
}

void http_serve_meta(struct visit *visit, const char *rest)
{
	const char *path = behind_id(visit, rest);

	json_t *object = path && path[0] == '\0' ? cloud_meta(visit->host) : NULL;
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	if (object)
		http_answer(visit, 200, CLOUD_TYPE, text, text ? strlen(text) : 0);
	else
		nothing_there(visit);
	json_decref(object);
}
