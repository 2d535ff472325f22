/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_ROUND_SHOW_H
#define BOARDD_ROUND_SHOW_H

#include "daemon/control/server.h"

/*
 * A round as people see it: its tables with who sits there, how far they are,
 * what the result is and who says so; what nobody has confirmed, and where two
 * sources contradict each other.
 *
 * {round, state ("planned", "playing", "ended"), tables: [{
 *	table, board, game, state ("none", "ready", "started", "ended"), plies,
 *	white, black       who sits there: {name, title, elo, fide, team, federation}
 *	paired             {white, black}, if by the pairings it should be others; else null
 *	result             "*": none
 *	by                 "law", "arbiter", "kings", "forfeit", "file"; null with "*"
 *	absent             ["white", "black"]
 *	unconfirmed        of "table", "players", "result"
 *	conflicts          [{what, result}]: "kings" and "file" have another result,
 *	                   "file-reversed" the opposite one, "absent" players have moved,
 *	                   "colours-reversed"}],
 *  seq}
 */
json_t *round_show(const struct server *server, unsigned number);

/* The results of a round for its end: [{table, result, by}]. */
json_t *round_results(const struct server *server, unsigned number);

/* The tables where a game of this round is under way: their numbers. */
json_t *round_running(const struct server *server, unsigned number);

#endif
