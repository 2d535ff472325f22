/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_TABLE_CHANGE_H
#define BOARDD_HTTP_TABLE_CHANGE_H

#include <jansson.h>

/*
 * What has changed in the state of a table, for who knows the last one: its number and
 * the fields that are new. `game` and `whole` are told in the same way as long as they are the same
 * game, and of the list of moves only what follows those that stayed: {"from":N,"rest":[...]}.
 * A new object; NULL: there is no memory. before may be NULL: then it is all of it.
 */
json_t *table_change(const json_t *before, json_t *after);

/* The same of a game: NULL where nothing has changed. */
json_t *table_change_of_game(const json_t *before, json_t *after);

#endif
