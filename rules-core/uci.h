/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_UCI_H
#define BOARDD_RULES_UCI_H

#include "libboardd/public.h"
#include "rules-core/position.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Moves as engines write them: e2e4, e7e8q. Castling is e1g1; in a Chess960
 * position it is the king onto its rook, e1h1. Both are read in both.
 */
#define RULES_UCI_MAX 6 /* room for a move, its zero included */

void rules_uci_write(struct rules_text *out, const struct rules_position *pos, rules_move move);

/* The legal move, or RULES_NO_MOVE if the text is no move or not a legal one. */
rules_move rules_uci_read(const struct rules_position *pos, struct rules_slice text);

BOARDD_PUBLIC_END

#endif
