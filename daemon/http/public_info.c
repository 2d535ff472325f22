/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/build_json.h"
#include "daemon/http/private.h"
#include "daemon/publish/snapshot.h"

/*
 * What the public page has to know beside the games: what is played, how much later it
 * is shown, and the clocks. It is made of the delayed snapshot, as all that is public.
 */

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

static json_t *tables_of(const struct record *record, bool is_by_plies)
{
	json_t *tables = json_array();

	for (size_t i = 0; i < record_count(record); i++) {
		const struct record_board *board = record_at(record, i);

		if (board->table > 0 && board->game && !game_is_copy(board->game) &&
		    record_table(record, board->table) == board)
			json_array_append_new(
				tables,
				json_pack("{s:i, s:o, s:s?, s:s?}", "table", (int)board->table,
					  "clock", clock_of(board, is_by_plies), "white",
					  country_of(board->game, RULES_WHITE), "black",
					  country_of(board->game, RULES_BLACK)));
	}
	return tables;
}

void http_serve_public_info(struct visit *visit, const char *rest)
{
	const struct publish *publish = &visit->at->http->server->publish;
	const struct config *config = &publish->config;
	struct snapshot_view view = snapshot_view(publish->snapshot, visit->at->is_public);
	uint64_t delay_ms = visit->at->is_public ? config->broadcast.delay_ms : 0;
	unsigned plies = visit->at->is_public ? config->broadcast.delay_plies : 0;
	uint64_t now_ms = moment_now(&publish->moment) + publish->moment.ahead_ms;

	(void)rest;
	http_answer_json(visit, 200,
			 json_pack("{s:s?, s:s?, s:I, s:i, s:I, s:o}", "event",
				   config->broadcast.event, "site", config->broadcast.site,
				   "delay_s", (json_int_t)(delay_ms / 1000), "delay_plies",
				   (int)plies, "shown_ms", (json_int_t)(now_ms - delay_ms),
				   "tables", tables_of(view.record, plies > 0)));
}
