/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"

/*
 * Tables made by the preprocessor. Each macro gives the value for square s as
 * a constant expression, and TABLE repeats it for a1 to h8.
 */
#define ROW(of, r)                                                                       \
	of(8 * (r)), of(8 * (r) + 1), of(8 * (r) + 2), of(8 * (r) + 3), of(8 * (r) + 4), \
		of(8 * (r) + 5), of(8 * (r) + 6), of(8 * (r) + 7)
#define TABLE(of)                                                                       \
	{                                                                               \
		ROW(of, 0), ROW(of, 1), ROW(of, 2), ROW(of, 3), ROW(of, 4), ROW(of, 5), \
			ROW(of, 6), ROW(of, 7)                                          \
	}

#define BIT(s)     (UINT64_C(1) << (s))
#define FILE_OF(s) ((s)&7)
#define RANK_OF(s) ((s) >> 3)

/* The long diagonals, moved along the ranks until they run through s. */
#define RISING_A1  UINT64_C(0x8040201008040201)
#define FALLING_H1 UINT64_C(0x0102040810204080)
#define UP(set, n) \
	((n) >= 0 ? (set) << (8 * ((n) >= 0 ? (n) : 0)) : (set) >> (8 * ((n) < 0 ? -(n) : 0)))

#define ALONG_FILE(s) (RULES_FILE_A << FILE_OF(s))
#define ALONG_RANK(s) (RULES_RANK_1 << (8 * RANK_OF(s)))
#define RISING(s)     UP(RISING_A1, RANK_OF(s) - FILE_OF(s))
#define FALLING(s)    UP(FALLING_H1, RANK_OF(s) + FILE_OF(s) - 7)

/* One and two steps sideways, without walking round the edge of the board. */
#define H1(set)       (((set) & ~RULES_FILE_H) << 1)
#define A1(set)       (((set) & ~RULES_FILE_A) >> 1)
#define H2(set)       H1(H1(set))
#define A2(set)       A1(A1(set))
#define BESIDE(s)     (H1(BIT(s)) | A1(BIT(s)))
#define TWO_BESIDE(s) (H2(BIT(s)) | A2(BIT(s)))
#define KING(s)       (BESIDE(s) | (BESIDE(s) | BIT(s)) << 8 | (BESIDE(s) | BIT(s)) >> 8)
#define KNIGHT(s)     (BESIDE(s) << 16 | BESIDE(s) >> 16 | TWO_BESIDE(s) << 8 | TWO_BESIDE(s) >> 8)

#define SIGHT(s)                                                                             \
	{                                                                                    \
		BIT(s) << 1, BIT((s) ^ 56) << 1,                                             \
			{ALONG_FILE(s) ^ BIT(s), ALONG_RANK(s) ^ BIT(s), RISING(s) ^ BIT(s), \
			 FALLING(s) ^ BIT(s)},                                               \
			KNIGHT(s), KING(s)                                                   \
	}

const struct rules_sight rules_sight[64] = TABLE(SIGHT);

/*
 * Along a rank, from file f, with men on the inner squares o: up to the lowest
 * man on the right, and down to the highest on the left.
 */
#define RIGHT(f, o) ((2 * (o)) & 0xff << ((f) + 1))
#define LEFT(f, o)  ((2 * (o)) & ((1 << (f)) - 1))
#define HIGHEST(n)  ((n)&64 ? 64 : (n)&32 ? 32 : (n)&16 ? 16 : (n)&8 ? 8 : (n)&4 ? 4 : (n)&2 ? 2 : 1)
#define SEEN(f, o)                                                        \
	(((RIGHT(f, o) ^ (RIGHT(f, o) - 1)) & 0xff << ((f) + 1) & 0xff) | \
	 (((1 << (f)) - 1) & -HIGHEST(LEFT(f, o))))
#define FROM_A(o) SEEN(0, o)
#define FROM_B(o) SEEN(1, o)
#define FROM_C(o) SEEN(2, o)
#define FROM_D(o) SEEN(3, o)
#define FROM_E(o) SEEN(4, o)
#define FROM_F(o) SEEN(5, o)
#define FROM_G(o) SEEN(6, o)
#define FROM_H(o) SEEN(7, o)

const uint8_t rules_seen_along_rank[8][64] = {TABLE(FROM_A), TABLE(FROM_B), TABLE(FROM_C),
					      TABLE(FROM_D), TABLE(FROM_E), TABLE(FROM_F),
					      TABLE(FROM_G), TABLE(FROM_H)};

rules_set rules_piece_attacks(enum rules_kind kind, rules_square square, rules_set men)
{
	switch (kind) {
	case RULES_KNIGHT: return rules_sight[square].knight;
	case RULES_BISHOP: return rules_bishop_attacks(square, men);
	case RULES_ROOK: return rules_rook_attacks(square, men);
	case RULES_QUEEN:
		return rules_rook_attacks(square, men) | rules_bishop_attacks(square, men);
	case RULES_KING: return rules_sight[square].king;
	case RULES_PAWN:
	case RULES_KINDS: break;
	}
	return 0;
}

rules_set rules_between(rules_square a, rules_square b)
{
	rules_set low = rules_set_of(a < b ? a : b), high = rules_set_of(a < b ? b : a);

	for (int line = 0; line < RULES_LINES; line++)
		if (rules_has(rules_sight[a].line[line], b))
			return rules_sight[a].line[line] & (high - 2 * low);
	return 0;
}
