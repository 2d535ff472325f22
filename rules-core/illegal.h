/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_ILLEGAL_H
#define BOARDD_RULES_ILLEGAL_H

#include "libboardd/public.h"
#include "rules-core/position.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Why a move is illegal, in the words of an arbiter. The reason is a value, so
 * that others can say it in their own language. Several may hold; one is given:
 * what is wrong with the man before what is wrong with its way, and that before
 * what happens to the king.
 */
enum rules_reason_kind {
	RULES_REASON_NONE,              /* the move is legal */
	RULES_REASON_NO_MAN,            /* the square is empty */
	RULES_REASON_NOT_YOURS,         /* the man on square is the opponent's (Art. 1.2) */
	RULES_REASON_NOT_MOVED,         /* the man was put back on its square */
	RULES_REASON_OWN_MAN,           /* an own man stands on square (Art. 3.1) */
	RULES_REASON_KING_TAKEN,        /* the king cannot be captured (Art. 1.4.1) */
	RULES_REASON_NOT_SO,            /* such a man does not move so (Art. 3.2 to 3.8) */
	RULES_REASON_BLOCKED,           /* man on square is in the way (Art. 3.5, 3.7.2) */
	RULES_REASON_PAWN_BLOCKED,      /* a pawn captures diagonally only (Art. 3.7.1, 3.7.3) */
	RULES_REASON_PAWN_NO_VICTIM,    /* nothing to capture on square (Art. 3.7.3) */
	RULES_REASON_NOT_PASSED,        /* en passant: no double step just before (Art. 3.7.4.2) */
	RULES_REASON_PROMOTION_MISSING, /* the pawn must be exchanged (Art. 3.7.5.1) */
	RULES_REASON_PROMOTION_WRONG,   /* only for queen, rook, bishop, knight (Art. 3.7.5.1) */
	RULES_REASON_NO_PROMOTION,      /* no pawn on its last rank: nothing is exchanged */
	RULES_REASON_NO_ROOK,           /* castling: no own rook on square */
	RULES_REASON_KING_HAS_MOVED,    /* Art. 3.8.2.1.1 */
	RULES_REASON_ROOK_HAS_MOVED,    /* the one on square; Art. 3.8.2.1.2 */
	RULES_REASON_CASTLING_LOST,     /* king or rook has moved: which, the rights do not tell */
	RULES_REASON_CASTLING_BLOCKED,  /* man on square stands between (Art. 3.8.2.2.2) */
	RULES_REASON_CASTLING_IN_CHECK, /* attacked by the man on square (Art. 3.8.2.2.1) */
	RULES_REASON_CASTLING_PASSES,   /* passes over square, which is attacked */
	RULES_REASON_CASTLING_ENDS,     /* ends on square, which is attacked */
	RULES_REASON_INTO_CHECK,        /* the king goes where the man on square attacks (3.9.2) */
	RULES_REASON_LEFT_IN_CHECK,     /* the man on square gives check, now or by this move */
};

struct rules_reason {
	enum rules_reason_kind kind;
	rules_square square; /* the one the list speaks of, or RULES_NO_SQUARE */
	rules_piece piece;   /* who stands there, or who was to move */
};

/* What a hand did: a man from here to there, exchanged for promotion if not RULES_PAWN. */
struct rules_try {
	rules_square from, to;
	enum rules_kind promotion;
};

/*
 * The move a try means, RULES_NO_MOVE if it is illegal; ret_reason (may be
 * NULL) says why. Castling is the king going onto its rook, or to its square in
 * castling where it has no ordinary move. Both squares must be on the board.
 */
rules_move rules_try_move(const struct rules_position *pos, struct rules_try attempt,
			  struct rules_reason *ret_reason);

/* Why castling to a side is illegal for the side to move; RULES_REASON_NONE if it is not. */
struct rules_reason rules_why_not_castling(const struct rules_position *pos, enum rules_side side);

/* In English: "own king left in check by the bishop on b4". */
void rules_reason_explain(struct rules_text *out, struct rules_reason reason);

/* "bishop" */
const char *rules_kind_name(enum rules_kind kind);

BOARDD_PUBLIC_END

#endif
