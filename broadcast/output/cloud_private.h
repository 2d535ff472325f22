/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CLOUD_PRIVATE_H
#define BOARDD_CLOUD_PRIVATE_H

#include "broadcast/output/cloud_past.h"

#define CLOUD_TABLES_MAX 9999

/* A game of the past. Those of a past are in the order of their rounds and tables. */
struct past_game {
	char id[GAME_ID_MAX], board[GAME_BY_MAX];
	unsigned round, table;
	uint64_t first_seq;
	int64_t started_ms; /* or WHEN_NEVER */
	bool is_chess960, is_empty;
	size_t len;  /* of both texts */
	char text[]; /* its pairing and, behind a zero, its game */
};

struct cloud_past {
	char event[GAME_ID_MAX];
	struct past_game **games;
	size_t count, room;
};

const struct past_game *past_find(const struct cloud_past *past, unsigned round, unsigned table);

/* What was put; the files need not be made again. NULL: no memory. */
json_t *past_pairing(const struct past_game *game);
json_t *past_moves(const struct past_game *game);

/* Made of a game, in cloud.c. */
json_t *cloud_pairing_of(const struct game *game);
json_t *cloud_file_of(const struct game *game, const struct cloud_options *options,
		      const char *serial);

#endif
