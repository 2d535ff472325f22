/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/scores.h"
#include "daemon/http_private.h"
#include "daemon/shown.h"

/* Games for viewers and broadcasters, who ask for them every few seconds. */

static void nothing_there(struct visit *visit)
{
	http_answer_error(visit, 404, "there is nothing at %s", visit->path);
}

static struct shown_view view_of(const struct visit *visit)
{
	return shown_view(visit->at->http->house->shown, visit->at->is_public);
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

/* --- PGN --- */

static char *table_of(const struct visit *visit, const struct record *record, unsigned table,
		      size_t *ret_len)
{
	struct shown_options options;

	shown_options(visit->at->http->house, &options);
	return scores_write(record, 0, table, &options.pgn, ret_len);
}

void http_serve_pgn(struct visit *visit, const char *rest)
{
	struct shown *shown = visit->at->http->house->shown;
	struct shown_view view = view_of(visit);
	unsigned table = number_in(rest, "board-", ".pgn");
	uint64_t changed_ms = view.changed_ms;
	size_t len = 0;
	char *text;

	if (strcmp(rest, "games.pgn") == 0) {
		text = shown_games(shown, visit->at->is_public, &len, &changed_ms);
	} else if (table > 0 && scores_game(view.record, 0, table)) {
		text = table_of(visit, view.record, table, &len);
	} else {
		nothing_there(visit);
		return;
	}
	http_answer_cached(visit, "text/plain; charset=utf-8", text, len, changed_ms);
}

/* --- LiveChess Cloud --- */

/* What is behind the tournament's UUID and a slash; NULL: it is not ours. */
static const char *behind_id(const struct visit *visit, const char *rest)
{
	const char *id = shown_cloud_id(visit->at->http->house);
	size_t len = strlen(id);

	if (strncmp(rest, id, len) != 0)
		return NULL;
	return rest[len] == '/' || rest[len] == '\0' ? rest + len : NULL;
}

/* "/round-2/game-7.json" */
static json_t *in_round(const struct record *record, const struct cloud_options *options,
			const char *path)
{
	const char *slash = path[0] == '/' ? strchr(path + 1, '/') : NULL;
	unsigned round, game;
	char folder[24];

	if (!slash || (size_t)(slash - path) > sizeof(folder))
		return NULL;
	snprintf(folder, sizeof(folder), "%.*s", (int)(slash - path - 1), path + 1);
	round = number_in(folder, "round-", "");
	game = number_in(slash, "/game-", ".json");
	if (round > 0 && strcmp(slash, "/index.json") == 0)
		return cloud_round(record, options, round);
	return round > 0 && game > 0 ? cloud_game(record, options, round, game) : NULL;
}

void http_serve_cloud(struct visit *visit, const char *rest)
{
	const char *path = behind_id(visit, rest);
	struct shown_view view = view_of(visit);
	struct shown_options options;
	json_t *object = NULL;

	shown_options(visit->at->http->house, &options);
	options.cloud.past = view.past;
	if (path && strcmp(path, "/tournament.json") == 0)
		object = cloud_tournament(view.record, &options.cloud);
	else if (path)
		object = in_round(view.record, &options.cloud, path);
	if (object)
		http_answer_cached_json(visit, object, view.changed_ms);
	else
		nothing_there(visit);
}

void http_serve_meta(struct visit *visit, const char *rest)
{
	const char *path = behind_id(visit, rest);

	if (path && path[0] == '\0')
		http_answer_json(visit, 200, cloud_meta(visit->host));
	else
		nothing_there(visit);
}
