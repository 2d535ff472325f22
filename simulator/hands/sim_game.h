/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_GAME_H
#define BOARDD_SIM_GAME_H

#include "rules-core/pgn.h"
#include "rules-core/position.h"
#include "simulator/board/sim_random.h"

/* A game to be played by hand: a start, legal moves, a result. Plain data. */

#define SIM_PLIES_MAX 1200

struct sim_game {
	struct rules_position start;
	size_t plies;
	enum rules_result result;
	rules_move moves[SIM_PLIES_MAX];
};

/*
 * A game of legal moves chosen by lot, a little like chess: players castle,
 * capture and promote when they can. At most max_plies long; one that is not
 * over then is agreed drawn or resigned.
 */
void sim_game_random(struct sim_random *random, size_t max_plies, struct sim_game *ret);

/* The same, and what has taken is taken back. */
void sim_game_sharp(struct sim_random *random, size_t max_plies, struct sim_game *ret);

/* The same from one of the 960 starts. */
void sim_game_random960(struct sim_random *random, size_t max_plies, struct sim_game *ret);

/* The same from where a game is: its moves stay, others follow. */
void sim_game_go_on(struct sim_random *random, size_t max_plies, struct sim_game *game);

/*
 * The next game of a PGN text. False at the end of the text, or when the game
 * is faulty: ret_item then has kind RULES_PGN_END, or why and line of the fault.
 */
bool sim_game_read(struct rules_pgn_reader *reader, struct sim_game *ret,
		   struct rules_pgn_item *ret_item);

#endif
