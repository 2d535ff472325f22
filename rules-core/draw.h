/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_DRAW_H
#define BOARDD_RULES_DRAW_H

#include "libboardd/public.h"
#include "rules-core/position.h"

BOARDD_PUBLIC_BEGIN

/*
 * The end of a game that the position and its history bring about: mate
 * (Art. 5.1.1), stalemate (5.2.1), the same position again (9.2, 9.6.1), moves
 * without progress (9.3, 9.6.2). Which of them end the game and which are only
 * a right to claim depends on the edition of the Laws; here they are counted.
 */

enum rules_state {
	RULES_IN_PLAY,
	RULES_CHECKMATE, /* the side to move has lost */
	RULES_STALEMATE,
};

enum rules_state rules_state_of(const struct rules_position *pos);

/*
 * What makes two positions the same (Art. 9.2.3): the same player has the
 * move, the same men stand on the same squares, and the same moves are possible
 * to both: castling rights held, and a pawn that can legally be taken en
 * passant. The comparison is of all of this, never of a hash alone.
 *
 * One definition serves all editions. The text of 2001 also counts a castling
 * right that is "temporarily" changed; but what bars castling for a time is
 * where the men stand, and that is compared already.
 */
struct rules_identity {
	uint64_t key; /* unequal keys: unequal positions */
	uint8_t men[32];
	rules_set castling;
	uint8_t turn;
	rules_square passed; /* only if the capture is legal */
};

struct rules_identity rules_identity_of(const struct rules_position *pos);
bool rules_is_same(const struct rules_identity *a, const struct rules_identity *b);
bool rules_same_position(const struct rules_position *a, const struct rules_position *b);

/*
 * How often the last position of a game has occurred in it: 1 for the first
 * time, 3 for Art. 9.2, 5 for Art. 9.6.1. The caller keeps the identity of
 * every position since the start, or since the last pawn move or capture.
 */
unsigned rules_occurrences(const struct rules_identity *game, size_t count);

/* How often, and how many half-moves without a pawn move or capture (Art. 9.2, 9.3, 9.6). */
#define RULES_THREEFOLD             3
#define RULES_FIVEFOLD              5
#define RULES_FIFTY_HALFMOVES       100
#define RULES_SEVENTYFIVE_HALFMOVES 150

/*
 * By its material alone this side can never give mate, whatever is played: a
 * bare king; a lone knight against king and queens; bishops all on squares of
 * one colour while nobody has a pawn, a knight or a bishop on the other colour.
 * False means: material does not rule it out.
 */
bool rules_material_cannot_mate(const struct rules_position *pos, enum rules_color color);

BOARDD_PUBLIC_END

#endif
