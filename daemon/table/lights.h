/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TABLE_LIGHTS_H
#define BOARDD_TABLE_LIGHTS_H

#include "daemon/table/table.h"

/*
 * The squares of the board, bit 0 for a1 as the board numbers them, where men are to be put:
 * those that stand wrongly before play, or since the arbiter stopped it. 0: none, or what
 * stands there is not known.
 *
 * shown: how a client that plays on this board wants it to look, as the players name the
 * squares; or NULL. Where little differs those squares count, too.
 *
 * Nothing of the table depends on it.
 */
uint64_t table_lights(const struct table *t, const rules_piece shown[64]);

/* The board is known to look as the client wants it. */
bool table_shows(const struct table *t, const rules_piece shown[64]);

#endif
