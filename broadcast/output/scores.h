/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SCORES_H
#define BOARDD_SCORES_H

#include "broadcast/fold/record.h"
#include "broadcast/output/pgn.h"

/*
 * The games of a record as one PGN text, by table: of each table the game that
 * was heard of last. A table keeps its place, and a game its GameId, however
 * often the text is made.
 */

/* The game of a table, of that round (0: of any); NULL: it has none. */
const struct game *scores_game(const struct record *record, unsigned round, unsigned table);

/*
 * A new text of ret_len bytes, ended with a zero, or NULL when there is no
 * memory. table 0: all tables; round 0: whatever round their games are of. Empty
 * when there is no game.
 */
char *scores_write(const struct record *record, unsigned round, unsigned table,
		   const struct pgn_options *options, size_t *ret_len);

/* The games that scores_write() would write; ret has room for all boards. Returns how many. */
size_t scores_games(const struct record *record, unsigned round, unsigned table,
		    const struct game **ret);

/* The same for games that somebody chose. */
char *scores_write_games(const struct game **games, size_t count, const struct pgn_options *options,
			 size_t *ret_len);

#endif
