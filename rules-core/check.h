/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_CHECK_H
#define BOARDD_RULES_CHECK_H

#include "libboardd/public.h"
#include "rules-core/attacks.h"
#include "rules-core/position.h"

BOARDD_PUBLIC_BEGIN

/*
 * Who attacks what in a position, and check (Art. 3.1.2, 3.9). A man attacks
 * even when it is pinned and could not move there (Art. 3.1.3). The squares
 * taken as occupied are an argument, so that one can ask about a board on which
 * some man has already moved.
 */

/* The men of a colour that attack a square. */
rules_set rules_attackers(const struct rules_position *pos, enum rules_color color,
			  rules_square square, rules_set occupied);

/* All squares that the men of a colour attack. */
rules_set rules_attacked_by(const struct rules_position *pos, enum rules_color color,
			    rules_set occupied);

/* The men giving check to the side to move (Art. 3.9.1). */
rules_set rules_checkers(const struct rules_position *pos);

static inline bool rules_in_check(const struct rules_position *pos)
{
	return rules_checkers(pos) != 0;
}

/* Does a legal move give check? Cheaper than playing it and looking. */
bool rules_gives_check(const struct rules_position *pos, rules_move move);

/* Queens, and rooks or bishops: the men of a colour that move along such lines. */
static inline rules_set rules_sliders_on(const struct rules_position *pos, enum rules_color color,
					 enum rules_line line)
{
	enum rules_kind kind = line <= RULES_ALONG_RANK ? RULES_ROOK : RULES_BISHOP;

	return pos->of_color[color] & (pos->of_kind[RULES_QUEEN] | pos->of_kind[kind]);
}

BOARDD_PUBLIC_END

#endif
