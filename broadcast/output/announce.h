/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_ANNOUNCE_H
#define BOARDD_ANNOUNCE_H

#include "broadcast/fold/game.h"
#include "rules-core/text.h"

/*
 * Moves as they are said aloud to a player who cannot see the board (Appendix
 * D.2.1): files by names, since b, c, d and e sound alike, ranks by numbers,
 * pieces by their names, the piece of a promotion always named.
 *
 *	Knight Felix three, check
 *	Pawn Eva takes David eight, promotes to rook
 *
 * German has the words that the Laws give for all; Danish and Norwegian those
 * of their own editions; in English the Laws' names of the files go with the
 * words of the language, as the arbiter may allow. Pure.
 */

#define ANNOUNCE_MAX 128 /* room for any move, its zero included */

enum announce_language {
	ANNOUNCE_EN,
	ANNOUNCE_DA,
	ANNOUNCE_NO,
	ANNOUNCE_DE,
	ANNOUNCE_LANGUAGES,
};

/* "da", "da_DK.UTF-8"; "nb" and "nn" are Norwegian. ANNOUNCE_LANGUAGES: none of these. */
enum announce_language announce_language_of(const char *name);

/* "da" */
const char *announce_language_code(enum announce_language language);

/* The move, which must be legal in pos. */
void announce_move(struct rules_text *out, const struct rules_position *pos, rules_move move,
		   enum announce_language language);

/* Ply i of a game, from 0; one that is no legal move is said to be illegal, with its squares. */
void announce_ply(struct rules_text *out, const struct game *game, size_t i,
		  enum announce_language language);

/* Which move it is, by the position before it: "Move 12, White". */
void announce_turn(struct rules_text *out, const struct rules_position *before,
		   enum announce_language language);

/* A move was another, or was taken back; what comes before what is right now, and instead of it. */
enum announce_word { ANNOUNCE_CORRECTION, ANNOUNCE_TAKEN_BACK, ANNOUNCE_WORDS };

const char *announce_word(enum announce_word word, enum announce_language language);

/* "1-0" and the like: "White wins". NULL: it is none; "*": the game goes on. */
const char *announce_result(const char *result, enum announce_language language);

#endif
