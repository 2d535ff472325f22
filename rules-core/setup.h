/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_SETUP_H
#define BOARDD_RULES_SETUP_H

#include "libboardd/public.h"
#include "rules-core/position.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Can a game be played from this position, and if not, why not?
 * A game cannot go on from the first four faults. The others are
 * positions that no game can lead to (Art. 3.10.3), though moves can be made.
 */
enum rules_setup_fault {
	RULES_SETUP_GOOD,
	RULES_SETUP_NO_KING,           /* color */
	RULES_SETUP_KINGS,             /* color, count: more than one */
	RULES_SETUP_KING_CAN_BE_TAKEN, /* square of the king whose side has moved */
	RULES_SETUP_PAWN_ON_LAST_RANK, /* color, square; the first rank too */
	RULES_SETUP_PAWNS,             /* color, count: more than eight */
	RULES_SETUP_MEN,               /* color, count: more than sixteen */
	RULES_SETUP_PROMOTED,          /* color, count: more new pieces than pawns gone */
	RULES_SETUP_CHECKS,            /* count: more than two men give check */
	RULES_SETUP_CASTLING,          /* color, square: that rook or its king is not at home */
	RULES_SETUP_PASSED,            /* square: no pawn can just have passed it */
};

struct rules_setup {
	enum rules_setup_fault fault; /* the first one found; White is looked at before Black */
	enum rules_color color;
	rules_square square;
	int count;
};

struct rules_setup rules_setup_check(const struct rules_position *pos);

/* One king each, none that can be taken at once, and no pawn where none can be. */
static inline bool rules_setup_is_playable(struct rules_setup setup)
{
	return setup.fault == RULES_SETUP_GOOD || setup.fault > RULES_SETUP_PAWN_ON_LAST_RANK;
}

/* One king each. What an illegal move that stands has left may be played on from, if nothing else.
 */
static inline bool rules_setup_has_kings(struct rules_setup setup)
{
	return setup.fault != RULES_SETUP_NO_KING && setup.fault != RULES_SETUP_KINGS;
}

/* In words: "White has no king". */
void rules_setup_explain(struct rules_text *out, struct rules_setup setup);

BOARDD_PUBLIC_END

#endif
