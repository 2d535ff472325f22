/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SETTINGS_H
#define BOARDD_SETTINGS_H

#include <jansson.h>

#include "broadcast/fold/game.h"
#include "daemon/table/table.h"

/*
 * What is in force at a table from a certain moment on: the Laws, the times, the
 * round, the players. It is fixed before a game starts, stands in the journal,
 * and from it and the inputs that follow every report can be computed again.
 */

#define SETTINGS_EVENT_MAX 64

struct settings {
	struct table_config table;
	char event[SETTINGS_EVENT_MAX]; /* of which the games are, such as "local-20260131" */
	unsigned round;                 /* from 1 */
	unsigned games;                 /* at this table in this round before */
	struct game_player player[2];   /* by enum rules_color; without a name: not known */
	uint64_t ahead_ms;              /* what is shown is this much later than our time */
	unsigned reader;                /* the version of the law that reads it: LAW_VERSION */
	bool is_announced;              /* the two are paired: the game is told before it stands */
};

/* Boards of some makes tell what they see later than others: the times are at least theirs. */
void settings_slow_down(struct table_config *config);

/* A new object, or NULL when there is no memory. */
json_t *settings_write(const struct settings *settings);

/* False: something is missing or wrong, and ret is untouched. */
bool settings_read(struct settings *ret, const json_t *object);

/* Two players: {"white":{"name":"Vik, Mia","title":"CM",...},"black":null}. As above. */
json_t *settings_players_write(const struct game_player player[2]);
bool settings_players_read(struct game_player ret[2], const json_t *object);

bool settings_is_player(const struct game_player *a, const struct game_player *b);

#endif
