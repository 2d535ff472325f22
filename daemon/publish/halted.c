/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/halted.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/halt.h"
#include "daemon/base/log.h"

/* What was said last of the game at a table. */
struct said {
	char gid[GAME_ID_MAX];
	size_t ply; /* the ply at which outputs stop; 0: none does */
};

struct halted_games {
	struct publish *publish;
	struct said *said; /* by table */
};

static bool find(const struct publish *publish, const struct game *g, struct halt *ret)
{
	enum pgn_policy policy =
		publish->config.broadcast.illegal == CONFIG_ILLEGAL_FEN ? PGN_FEN : PGN_STOP;

	return g && g->base_count > 0 && halt_find(g, policy, ret);
}

/* The outputs that are configured. */
static bool is_stopped(const struct publish *publish, const struct game *g, const struct halt *halt,
		       enum halt_output output)
{
	const struct config *config = &publish->config;

	switch (output) {
	case HALT_LIVECHESS:
	case HALT_CLOUD: return true;
	case HALT_PGN: return halt->pgn_stops;
	case HALT_FOLDER: return halt->pgn_stops && config->broadcast.folder;
	case HALT_LICHESS: return halt->pgn_stops && config_lichess_round(config, g->round);
	case HALT_OUTPUTS: break;
	}
	return false;
}

static json_t *outputs_of(const struct publish *publish, const struct game *g,
			  const struct halt *halt)
{
	json_t *list = json_array();

	for (size_t i = 0; i < HALT_OUTPUTS; i++)
		if (is_stopped(publish, g, halt, (enum halt_output)i))
			json_array_append_new(list, json_string(halt_output_words[i]));
	return list;
}

json_t *halted_games_status(const struct publish *publish)
{
	json_t *list = json_array();

	for (size_t i = 0; i < record_count(publish->record); i++) {
		const struct game *g = record_at(publish->record, i)->game;
		struct halt halt;

		if (find(publish, g, &halt))
			json_array_append_new(list,
					      json_pack("{s:s, s:i, s:i, s:b, s:o}", "game", g->id,
							"table", (int)g->table, "ply",
							(int)halt.ply, "illegal", halt.is_illegal,
							"outputs", outputs_of(publish, g, &halt)));
	}
	return list;
}

/* --- the log --- */

static void warn(const struct publish *publish, const struct game *g, const struct halt *halt)
{
	static const char *const names[HALT_OUTPUTS] = {"the LiveChess API", "LiveChess Cloud",
							"PGN", "the folder", "Lichess"};
	char text[120];
	size_t len = 0;

	for (size_t i = 0; i < HALT_OUTPUTS && len < sizeof(text); i++)
		if (is_stopped(publish, g, halt, (enum halt_output)i))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
						len > 0 ? ", " : "", names[i]);
	log_table(LOG_LEVEL_WARNING, g->table, NULL,
		  "%s: ply %zu is %s: these stop before it: %s%s", g->id, halt->ply,
		  halt->is_illegal ? "an illegal move that stands"
				   : "not what the moves before lead to",
		  text, halt->pgn_stops ? "" : "; PGN goes on from the position as another game");
}

static void hear(void *data, const struct feed_entry *entry)
{
	struct halted_games *h = data;
	const struct record_board *board = record_board(h->publish->record, entry->board);
	const struct game *g = board ? board->game : NULL;
	struct halt halt;
	struct said *said;
	bool is_there;

	if (!g || g->table == 0 || g->table > CONFIG_TABLE_MAX)
		return;
	said = &h->said[g->table];
	is_there = find(h->publish, g, &halt);
	if (strcmp(said->gid, g->id) != 0) {
		memcpy(said->gid, g->id, sizeof(said->gid));
		said->ply = 0;
	}
	if (is_there && halt.ply != said->ply)
		warn(h->publish, g, &halt);
	else if (!is_there && said->ply > 0)
		log_table(LOG_LEVEL_NOTICE, g->table, NULL, "%s: nothing stops any more", g->id);
	said->ply = is_there ? halt.ply : 0;
}

int halted_games_new(struct halted_games **ret, struct publish *publish)
{
	struct halted_games *h = calloc(1, sizeof(*h));

	if (!h)
		return -ENOMEM;
	*ret = h;
	h->publish = publish;
	h->said = calloc(CONFIG_TABLE_MAX + 1, sizeof(*h->said));
	return h->said ? feed_listen(publish->feed, hear, h) : -ENOMEM;
}

void halted_games_free(struct halted_games *h)
{
	if (h)
		free(h->said);
	free(h);
}
