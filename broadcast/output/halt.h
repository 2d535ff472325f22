/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HALT_H
#define BOARDD_HALT_H

#include "broadcast/fold/game.h"
#include "broadcast/output/pgn.h"

/*
 * Where a game leaves what notation can hold: an illegal move that stands, or a
 * position that the moves before do not lead to. Most consumers stop there and
 * never say so; whoever runs the broadcast has to know which. Pure.
 */

enum halt_output {                 /* each stops at it, as it is */
		   HALT_LIVECHESS, /* the list of a client ends there, until its next setup */
		   HALT_CLOUD,
		   HALT_PGN, /* with PGN_STOP; with PGN_FEN another game begins behind it */
		   HALT_FOLDER,
		   HALT_LICHESS,
		   HALT_OUTPUTS,
};

extern const char *const halt_output_words[HALT_OUTPUTS];

struct halt {
	size_t ply;      /* the first, from 1, that consumers do not get */
	bool is_illegal; /* an illegal move that stands; false: another position */
	bool pgn_stops;  /* PGN, and what is made of it: the folder, Lichess */
};

/* The first of them in the game; false: there is none. */
bool halt_find(const struct game *game, enum pgn_policy policy, struct halt *ret);

#endif
