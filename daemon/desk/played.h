/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DESK_PLAYED_H
#define BOARDD_DESK_PLAYED_H

#include <jansson.h>

#include "broadcast/fold/game.h"
#include "daemon/table/table.h"

/*
 * A game that another version of boardd has read so far: it goes on from its
 * published half-moves, which are never computed again. They stand in the settings
 * that it goes on with:
 *
 *	"played":{"fen":FEN,"ply":2,"moves":["e7e5","g1f3"],"clock":true,
 *	          "illegal_moves":[0,1],"owed_minutes":[2,0]}
 *
 * fen is the position that all moves lead from, after so many plies.
 */
struct desk_played {
	struct table_past table;
	rules_move move[TOUCH_PLIES_MAX];
};

/* Of a game as it was published; a new object, or NULL when there is no memory. */
json_t *played_write(const struct game *game);

/* False: there is none, or it cannot be played. */
bool played_read(struct desk_played *ret, const json_t *object);

#endif
