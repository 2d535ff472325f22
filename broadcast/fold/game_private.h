/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_GAME_PRIVATE_H
#define BOARDD_GAME_PRIVATE_H

#include "broadcast/fold/fields_private.h"
#include "broadcast/fold/game.h"

/* Changing a game's moves. Room is made first, so that what follows cannot fail. */

/* Room for one more ply and base, or irregularity and decision. -ENOMEM, or -E2BIG at the limits.
 */
int game_reserve_moves(struct game *g);
int game_reserve_notes(struct game *g);

/* Only that many plies are left, and the bases among them. */
void game_cut(struct game *g, size_t plies);

/* Play goes on from here. Takes the place of a base at the same ply. */
void game_rebase(struct game *g, const struct rules_position *pos);

/* Adds a ply; if its move is RULES_NO_MOVE, after is the base behind it. Fills in uci and san. */
void game_add(struct game *g, struct game_ply ply, const struct rules_position *after);

/* Puts another move in the place of one; what followed stays as far as it is legal. */
void game_replace(struct game *g, struct game_ply ply, size_t at);

/* Frees what the new value replaces. */
void game_keep_text(char **at, char *text);

/* --- reports --- */

/* What all reports have. */
struct game_head {
	uint64_t seq;
	int64_t time_ms;
	unsigned table;
	char board[GAME_BY_MAX];
	char game[GAME_ID_MAX]; /* empty: none */
};

void game_read_head(struct fields *f, struct game_head *ret);

/* Takes one kind of report; returns as game_apply() does. */
typedef int game_taker(struct game *g, struct fields *f, const struct game_head *head);

/* Is it a kind of report that tells of a game? */
bool game_knows(const char *event);

game_taker game_take_finding, game_take_irregularity, game_take_decision;

/* At the limits it is the stream's fault, otherwise ours. */
int game_no_room(struct fields *f, int r);

/* NULL: no memory. */
char *game_dump(const json_t *value);

#endif
