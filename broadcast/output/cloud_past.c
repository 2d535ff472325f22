/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/cloud_private.h"

struct cloud_past *cloud_past_new(void)
{
	return calloc(1, sizeof(struct cloud_past));
}

static void forget_all(struct cloud_past *past)
{
	for (size_t i = 0; i < past->count; i++)
		free(past->games[i]);
	past->count = 0;
}

void cloud_past_free(struct cloud_past *past)
{
	if (!past)
		return;
	forget_all(past);
	free(past->games);
	free(past);
}

/* --- finding --- */

static int order_of(const struct past_game *game, unsigned round, unsigned table)
{
	if (game->round != round)
		return game->round < round ? -1 : 1;
	return game->table == table ? 0 : game->table < table ? -1 : 1;
}

/* Where the first is that does not come before that table. */
static size_t place_of(const struct cloud_past *past, unsigned round, unsigned table)
{
	size_t low = 0, high = past->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (order_of(past->games[middle], round, table) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct past_game *past_find(const struct cloud_past *past, unsigned round, unsigned table)
{
	size_t place = past ? place_of(past, round, table) : 0;

	return past && place < past->count && order_of(past->games[place], round, table) == 0
		       ? past->games[place]
		       : NULL;
}

json_t *past_pairing(const struct past_game *game)
{
	return json_loads(game->text, 0, NULL);
}

json_t *past_moves(const struct past_game *game)
{
	return json_loads(game->text + strlen(game->text) + 1, 0, NULL);
}

/* --- keeping --- */

static char *text_of(json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	return text;
}

/* A game that was left is not live, whatever was said of it last. */
static struct past_game *past_game_new(const struct game *g, const struct cloud_options *options)
{
	struct game over = *g; /* the memory it points to still belongs to the game */
	struct past_game *kept = NULL;
	char *pairing, *moves;

	over.state = GAME_ENDED;
	pairing = text_of(cloud_pairing_of(&over));
	moves = text_of(cloud_file_of(&over, options, g->board));
	if (pairing && moves) {
		size_t first = strlen(pairing) + 1, second = strlen(moves) + 1;

		kept = malloc(sizeof(*kept) + first + second);
		if (kept) {
			*kept = (struct past_game){.round = g->round,
						   .table = g->table,
						   .first_seq = g->first_seq,
						   .started_ms = g->started_ms,
						   .is_chess960 = game_is_chess960(g),
						   .is_empty = g->ply_count == 0 &&
							       strcmp(g->result, "*") == 0,
						   .len = first + second};
			memcpy(kept->id, g->id, sizeof(kept->id));
			memcpy(kept->board, g->board, sizeof(kept->board));
			memcpy(kept->text, pairing, first);
			memcpy(kept->text + first, moves, second);
		}
	}
	free(pairing);
	free(moves);
	return kept;
}

/* Of one game what was told from its beginning; of several the last that was played. */
static bool is_better(const struct past_game *old, const char *id, uint64_t first_seq,
		      bool is_empty)
{
	if (strcmp(old->id, id) == 0)
		return first_seq <= old->first_seq;
	if (old->is_empty != is_empty)
		return old->is_empty;
	return first_seq > old->first_seq;
}

/* Is there a place for a game of this event? One that is younger drives out the other. */
static bool is_our_event(struct cloud_past *past, const char *event, uint64_t first_seq)
{
	if (past->count > 0 && strcmp(past->event, event) != 0) {
		for (size_t i = 0; i < past->count; i++)
			if (past->games[i]->first_seq > first_seq)
				return false;
		forget_all(past);
	}
	memmove(past->event, event, strlen(event) + 1);
	return true;
}

static void take_out(struct cloud_past *past, size_t place)
{
	free(past->games[place]);
	past->count--;
	memmove(past->games + place, past->games + place + 1,
		(past->count - place) * sizeof(struct past_game *));
}

/* Room for one more; at the limit the lowest round makes it. */
static int make_room(struct cloud_past *past)
{
	size_t room = past->room > 0 ? 2 * past->room : 64;
	struct past_game **games;

	if (past->count < past->room) {
		if (past->count >= CLOUD_PAST_MAX)
			take_out(past, 0);
		return 0;
	}
	games = realloc(past->games, room * sizeof(struct past_game *));
	if (!games)
		return -ENOMEM;
	past->games = games;
	past->room = room;
	return 0;
}

/* Takes the game; the one it replaces goes. */
static int insert(struct cloud_past *past, struct past_game *game)
{
	size_t place;
	int r = make_room(past);

	if (r < 0) {
		free(game);
		return r;
	}
	place = place_of(past, game->round, game->table);
	if (place < past->count && order_of(past->games[place], game->round, game->table) == 0)
		take_out(past, place);
	memmove(past->games + place + 1, past->games + place,
		(past->count - place) * sizeof(struct past_game *));
	past->games[place] = game;
	past->count++;
	return 1;
}

int cloud_past_put(struct cloud_past *past, const struct game *g,
		   const struct cloud_options *options)
{
	bool is_empty = g->ply_count == 0 && strcmp(g->result, "*") == 0;
	const struct past_game *old;
	struct past_game *game;

	if (g->id[0] == '\0' || g->base_count == 0 || g->round == 0 || g->table == 0 ||
	    game_is_copy(g) || g->table > CLOUD_TABLES_MAX ||
	    !is_our_event(past, g->event, g->first_seq))
		return 0;
	old = past_find(past, g->round, g->table);
	if (old && !is_better(old, g->id, g->first_seq, is_empty))
		return 0;
	game = past_game_new(g, options);
	return game ? insert(past, game) : -ENOMEM;
}

int cloud_past_add(struct cloud_past *past, const struct cloud_past *other)
{
	int r = 0;

	for (size_t i = 0; r >= 0 && i < other->count; i++) {
		const struct past_game *from = other->games[i], *old;
		struct past_game *game;

		if (!is_our_event(past, other->event, from->first_seq))
			continue;
		old = past_find(past, from->round, from->table);
		if (old && !is_better(old, from->id, from->first_seq, from->is_empty))
			continue;
		game = malloc(sizeof(*game) + from->len);
		if (!game)
			return -ENOMEM;
		memcpy(game, from, sizeof(*game) + from->len);
		r = insert(past, game);
	}
	return r < 0 ? r : 0;
}

size_t cloud_past_count(const struct cloud_past *past)
{
	return past->count;
}

size_t cloud_past_bytes(const struct cloud_past *past)
{
	size_t bytes = 0;

	for (size_t i = 0; i < past->count; i++)
		bytes += past->games[i]->len;
	return bytes;
}
