/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PGN_CHECK_H
#define BOARDD_PGN_CHECK_H

#include <stdbool.h>

#include "rules-core/text.h"

/*
 * Is a PGN text one that every reader takes? The strictest we know is Lichess: it
 * cuts games at an empty line before a bracket, knows only letters in the names of
 * tags and two escapes in their values, wants a move behind each number, and of a
 * file with one bad game it takes none. Moves must be legal and a marker must end
 * each game, or other readers drop it.
 */

#define PGN_WHY_MAX 256

/* False: ret_why says what is wrong, and where. An empty text has no games, and is read. */
bool pgn_is_readable(struct rules_slice text, char ret_why[PGN_WHY_MAX]);

#endif
