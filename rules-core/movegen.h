/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_MOVEGEN_H
#define BOARDD_RULES_MOVEGEN_H

#include "libboardd/public.h"
#include "rules-core/check.h"
#include "rules-core/position.h"

BOARDD_PUBLIC_BEGIN

/*
 * Legal moves (Art. 3.10.1): all of them, or whether one is among them.
 *
 * A side without exactly one king cannot be in check, so nothing restrains it;
 * its kings move like any other man. That is no chess, but it is an answer. A
 * king is never captured, even where it could be (Art. 1.4.1).
 */

/* All legal moves of the side to move, in an order that depends on pos alone. */
void rules_legal_moves(const struct rules_position *pos, struct rules_moves *ret_moves);

/*
 * Only those by men that stand on from and end on to; castling is a move of the
 * king, whatever to is. Much cheaper than all of them.
 */
void rules_legal_moves_between(const struct rules_position *pos, rules_set from, rules_set to,
			       struct rules_moves *ret_moves);

/* Can the pawn that just made a double step be taken en passant, legally (Art. 3.7.4)? */
bool rules_can_take_passing(const struct rules_position *pos);

bool rules_has_legal_move(const struct rules_position *pos);

/* Is this move, special part included, one of the legal moves? */
bool rules_is_legal(const struct rules_position *pos, rules_move move);

/* The number of legal move sequences of a length; leaves are counted lists. */
uint64_t rules_perft(const struct rules_position *pos, unsigned depth);

BOARDD_PUBLIC_END

#endif
