/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/scores.h"

#include <stdlib.h>
#include <string.h>

static bool is_shown(const struct game *g, unsigned round)
{
	return g && g->id[0] != '\0' && g->base_count > 0 && !game_is_copy(g) &&
	       (round == 0 || g->round == round);
}

const struct game *scores_game(const struct record *record, unsigned round, unsigned table)
{
	const struct game *last = NULL;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (is_shown(g, round) && g->table == table && (!last || g->seq > last->seq))
			last = g;
	}
	return last;
}

/* By table, and of one table the game heard of last before the others. */
static int order(const void *a, const void *b)
{
	const struct game *x = *(const struct game *const *)a, *y = *(const struct game *const *)b;

	if (x->table != y->table)
		return x->table < y->table ? -1 : 1;
	return x->seq > y->seq ? -1 : x->seq < y->seq;
}

size_t scores_games(const struct record *record, unsigned round, unsigned table,
		    const struct game **ret)
{
	size_t count = 0, kept = 0;

	for (size_t i = 0; i < record_count(record); i++) {
		const struct game *g = record_at(record, i)->game;

		if (is_shown(g, round) && (table == 0 || g->table == table))
			ret[count++] = g;
	}
	qsort(ret, count, sizeof(struct game *), order);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || ret[kept - 1]->table != ret[i]->table)
			ret[kept++] = ret[i];
	return kept;
}

static size_t write_all(struct rules_text *out, const struct game **games, size_t count,
			const struct pgn_options *options)
{
	for (size_t i = 0; i < count; i++)
		pgn_write(out, games[i], options);
	return out->len;
}

char *scores_write_games(const struct game **games, size_t count, const struct pgn_options *options,
			 size_t *ret_len)
{
	size_t room = 1;
	struct rules_text out;
	char *text = NULL;

	for (size_t i = 0; i < count; i++)
		room += 1500 + games[i]->ply_count * 48; /* most fit: %clk is the longest of it */
	for (int try = 0; try < 2; try++) {
		free(text);
		text = malloc(room);
		if (!text)
			break;
		out = rules_text_in(text, room);
		*ret_len = write_all(&out, games, count, options);
		if (*ret_len < room)
			break;
		room = *ret_len + 1;
	}
	return text;
}

char *scores_write(const struct record *record, unsigned round, unsigned table,
		   const struct pgn_options *options, size_t *ret_len)
{
	const struct game **games = calloc(record_count(record) + 1, sizeof(struct game *));
	size_t count = games ? scores_games(record, round, table, games) : 0;
	char *text = games ? scores_write_games(games, count, options, ret_len) : NULL;

	free(games);
	return text;
}
