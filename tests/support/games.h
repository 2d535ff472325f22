/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_GAMES_H
#define BOARDD_TESTS_GAMES_H

#include "rules-core/pgn.h"
#include "tests/support/words.h"

/* Games of random legal moves: strange chess, but every rule comes up in them. */

#define GAME_PLIES_MAX 240

struct game {
	struct rules_position start, end;
	size_t plies;
	rules_move moves[GAME_PLIES_MAX];
	enum rules_result result;
};

/* Ends by mate, stalemate, or at a random length as undecided. */
void random_game(struct random *random, bool chess960, struct game *ret);

/* As PGN, with the seven tags and those a start position needs. */
void write_game(struct rules_text *out, const struct game *game, size_t number);

#endif
