/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALL_MIRROR_H
#define BOARDD_HALL_MIRROR_H

#include "broadcast/fold/game.h"
#include "daemon/hall/hall.h"

/*
 * Tables at other machines, as a hub knows them: what can be asked of a table here
 * (hall_view() and the like) can be asked of them as well. Nothing is computed for
 * them, and nothing journalled; who follows the other machine says what there is.
 */

#define HALL_NODE_MAX 33

/* The machine a table is at; NULL: nobody has told of it. */
const char *hall_mirror_node(const struct hall *hall, unsigned number);

/* At this table, which is at that machine, stands this board. */
void hall_mirror(struct hall *hall, unsigned number, const char *node, const char *board);

struct hall_mirror_info {
	const char *serial, *device; /* empty: not known */
	int battery;                 /* percent; below 0: none */
	bool is_turned;
};

/* The rest is nothing for a table that nobody has told of. */
void hall_mirror_info(struct hall *hall, unsigned number, const struct hall_mirror_info *info);
void hall_mirror_equipment(struct hall *hall, unsigned number, json_t *equipment); /* takes it */
/* Its clock is to be set: what became of an earlier order counts no longer. */
void hall_mirror_clock_ordered(struct hall *hall, unsigned number);
void hall_mirror_health(struct hall *hall, unsigned number, enum hall_health health);
void hall_mirror_men(struct hall *hall, unsigned number, const rules_piece men[64]);

/* The game there as published, after this report; NULL: none. */
void hall_mirror_game(struct hall *hall, unsigned number, const struct game *game, uint64_t seq);

#endif
