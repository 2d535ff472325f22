/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/scores_good.h"

#include <stdlib.h>
#include <string.h>

#include "broadcast/output/pgn_check.h"

/* What is known of one table: the game there, as it was read last. */
struct good_text {
	char id[GAME_ID_MAX];
	uint64_t seq; /* of the game that was tried last; 0: make it anew */
	int utc_offset_minutes;
	char *text; /* NULL: none was good yet */
	size_t len;
};

struct scores_good {
	scores_refused *refused;
	void *data;
	size_t count;
	struct good_text *texts; /* by table */
};

struct scores_good *scores_good_new(scores_refused *refused, void *data)
{
	struct scores_good *good = calloc(1, sizeof(*good));

	if (good)
		*good = (struct scores_good){.refused = refused, .data = data};
	return good;
}

void scores_good_free(struct scores_good *good)
{
	for (size_t i = 0; good && i < good->count; i++)
		free(good->texts[i].text);
	if (good)
		free(good->texts);
	free(good);
}

void scores_good_renew(struct scores_good *good)
{
	for (size_t i = 0; i < good->count; i++)
		good->texts[i].seq = 0;
}

static struct good_text *text_of(struct scores_good *good, unsigned table)
{
	struct good_text *texts;
	size_t count = good->count;

	if (table >= count) {
		texts = realloc(good->texts, (table + 1) * sizeof(*texts));
		if (!texts)
			return NULL;
		memset(&texts[count], 0, (table + 1 - count) * sizeof(*texts));
		good->texts = texts;
		good->count = table + 1;
	}
	return &good->texts[table];
}

/* Takes the text if it can be read; false, and it is freed: it cannot. */
static bool take(struct good_text *to, char *text, size_t len, char why[PGN_WHY_MAX])
{
	if (!pgn_is_readable((struct rules_slice){text, len}, why)) {
		free(text);
		return false;
	}
	free(to->text);
	to->text = text;
	to->len = len;
	return true;
}

/* False: no memory. */
static bool make(struct scores_good *good, struct good_text *to, const struct game *game,
		 const struct pgn_options *options)
{
	struct game bare = *game;
	char why[PGN_WHY_MAX];
	size_t len = 0;
	char *text = scores_write_games(&game, 1, options, &len);

	if (!text)
		return false;
	if (take(to, text, len, why))
		return true;
	good->refused(good->data, game, why);
	if (to->text)
		return true;
	bare.ply_count = 0;
	bare.base_count = 1;
	text = scores_write_games((const struct game *[]){&bare}, 1, options, &len);
	if (text)
		(void)take(to, text, len, why);
	return text != NULL;
}

/* False: no memory. */
static bool freshen(struct scores_good *good, const struct game *game,
		    const struct pgn_options *options)
{
	struct good_text *to = text_of(good, game->table);
	bool is_other = to && strcmp(to->id, game->id) != 0;

	if (!to)
		return false;
	if (!is_other && to->seq == game->seq &&
	    to->utc_offset_minutes == options->utc_offset_minutes)
		return true;
	if (is_other) {
		free(to->text);
		to->text = NULL;
		to->len = 0;
	}
	memcpy(to->id, game->id, sizeof(to->id));
	to->seq = game->seq;
	to->utc_offset_minutes = options->utc_offset_minutes;
	return make(good, to, game, options);
}

char *scores_good_write(struct scores_good *good, const struct record *record, unsigned table,
			const struct pgn_options *options, size_t *ret_len)
{
	const struct game **games = calloc(record_count(record) + 1, sizeof(struct game *));
	size_t count = games ? scores_games(record, 0, table, games) : 0, len = 0;
	bool is_good = games != NULL;
	char *text = NULL;

	for (size_t i = 0; i < count && is_good; i++) {
		is_good = freshen(good, games[i], options);
		len += is_good ? good->texts[games[i]->table].len : 0;
	}
	if (is_good)
		text = malloc(len + 1);
	*ret_len = 0;
	for (size_t i = 0; i < count && text; i++) {
		const struct good_text *from = &good->texts[games[i]->table];

		if (from->text)
			memcpy(text + *ret_len, from->text, from->len);
		*ret_len += from->len;
	}
	if (text)
		text[*ret_len] = '\0';
	free(games);
	return text;
}
