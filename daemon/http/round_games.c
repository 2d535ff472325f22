/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/build_json.h"
#include "broadcast/output/scores.h"
#include "daemon/http/private.h"

/*
 * What a printed report of a round is made of: every game in one answer, because a
 * page that asks for three hundred one by one meets the rate that is allowed. A few
 * games at a time are made, when what was made before is sent: the loop never
 * stands still for a whole round.
 */

#define PIECE_BYTES 32768

/* The game of this round at the i-th table, as a line. NULL: it has none. */
static char *line_of(const struct visit *visit, size_t i)
{
	const struct server *server = visit->at->http->server;
	struct hall_view view = hall_view(server->hall, i);
	const struct game *game =
		scores_game(server->publish.record, (unsigned)visit->left, view.desk->number);
	json_t *object = game ? build_game(game, true, NULL) : NULL;
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

/* Puts a line behind what is to be sent, and takes it. False: there is no memory. */
static bool add_line(struct visit *visit, char *line)
{
	size_t len = strlen(line);
	char *out = realloc(visit->out, visit->out_len + len + 2);

	if (out) {
		memcpy(out + visit->out_len, line, len);
		out[visit->out_len + len] = '\n';
		visit->out = out;
		visit->out_len += len + 1;
	}
	free(line);
	return out != NULL;
}

/* since: the next table; left: the round. */
static void make_more(struct visit *visit)
{
	size_t count = hall_count(visit->at->http->server->hall);
	bool is_good = true;

	free(visit->out);
	visit->out = NULL;
	visit->out_len = visit->out_sent = 0;
	while (is_good && visit->since < count && visit->out_len < PIECE_BYTES) {
		char *line = line_of(visit, visit->since++);

		is_good = !line || add_line(visit, line);
	}
	visit->is_last = !is_good || visit->since >= count;
	http_hurry(visit, true);
	lws_callback_on_writable(visit->wsi);
}

void http_serve_round_games(struct visit *visit, unsigned round)
{
	visit->since = 0;
	visit->left = round;
	visit->status = 200;
	visit->type = "application/x-ndjson";
	visit->has_no_end = true;
	visit->more = make_more;
	make_more(visit);
}
