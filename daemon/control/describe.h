/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DESCRIBE_H
#define BOARDD_DESCRIBE_H

#include "daemon/control/server.h"

/* A table in JSON, made from what has been published. New objects; NULL: there is no memory. */

/* A table's board, and its game in short: an entry of /v1/boards. */
json_t *describe_table(const struct server *server, const struct hall_view *view);

/* The same, and what waits for a person or for the player to move: of /v1/tables. */
json_t *describe_state(const struct server *server, const struct hall_view *view);

/* A table's game with every move, as /v1/games tells it; null: there is none. */
json_t *describe_game(const struct server *server, const struct hall_view *view);

#endif
