/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_ATTACKS_H
#define BOARDD_RULES_ATTACKS_H

#include "libboardd/public.h"
#include "rules-core/square.h"

BOARDD_PUBLIC_BEGIN

/*
 * Which squares a man attacks (Art. 3.1.2, 3.2 to 3.8), whoever stands there.
 *
 * A slider sees along the lines through its square: four at most. Taking twice
 * its own square away from the men of a line borrows up to the nearest man
 * above it; the same on the board turned upside down finds the nearest below.
 * A rank does not turn that way, so what is seen along it is looked up. The
 * tables are constants of 4.5 KiB: nothing is set up at run time.
 */

enum rules_line { RULES_ALONG_FILE, RULES_ALONG_RANK, RULES_RISING, RULES_FALLING, RULES_LINES };

/* All that is seen from one square of an empty board: one cache line. */
struct rules_sight {
	rules_set twice, twice_turned; /* the square itself, two times, and upside down */
	rules_set line[RULES_LINES];   /* without the square itself */
	rules_set knight, king;
};

extern const struct rules_sight rules_sight[64];
extern const uint8_t rules_seen_along_rank[8][64]; /* by file and the six squares b to g */

/* The squares seen along a line, up to and including the first man. */
static inline rules_set rules_line_attacks(enum rules_line line, rules_square square, rules_set men)
{
	const struct rules_sight *from = &rules_sight[square];
	rules_set above = men & from->line[line];
	rules_set below = __builtin_bswap64(above);

	above -= from->twice;
	below -= from->twice_turned;
	return (above ^ __builtin_bswap64(below)) & from->line[line];
}

static inline rules_set rules_rank_attacks(rules_square square, rules_set men)
{
	unsigned rank = square & 56;

	return (rules_set)rules_seen_along_rank[square & 7][men >> rank >> 1 & 63] << rank;
}

static inline rules_set rules_rook_attacks(rules_square square, rules_set men)
{
	return rules_line_attacks(RULES_ALONG_FILE, square, men) | rules_rank_attacks(square, men);
}

static inline rules_set rules_bishop_attacks(rules_square square, rules_set men)
{
	return rules_line_attacks(RULES_RISING, square, men) |
	       rules_line_attacks(RULES_FALLING, square, men);
}

/* One step of a whole set towards a side of the board; what falls off is gone. */
static inline rules_set rules_forward(enum rules_color color, rules_set set)
{
	return color == RULES_WHITE ? set << 8 : set >> 8;
}

static inline rules_set rules_towards_h(rules_set set)
{
	return (set & ~RULES_FILE_H) << 1;
}

static inline rules_set rules_towards_a(rules_set set)
{
	return (set & ~RULES_FILE_A) >> 1;
}

/* What all pawns of a set attack (Art. 3.7.3). */
static inline rules_set rules_pawn_attacks(enum rules_color color, rules_set pawns)
{
	rules_set ahead = rules_forward(color, pawns);

	return rules_towards_a(ahead) | rules_towards_h(ahead);
}

/* What one piece attacks from a square; for pawns see above. */
rules_set rules_piece_attacks(enum rules_kind kind, rules_square square, rules_set men);

/* The squares strictly between two squares of one line, else none. */
rules_set rules_between(rules_square a, rules_square b);

BOARDD_PUBLIC_END

#endif
