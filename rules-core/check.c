/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/check.h"

rules_set rules_attackers(const struct rules_position *pos, enum rules_color color,
			  rules_square square, rules_set occupied)
{
	rules_set here = rules_set_of(square);

	return (rules_pawn_attacks(rules_opponent(color), here) &
		rules_men(pos, color, RULES_PAWN)) |
	       (rules_sight[square].knight & rules_men(pos, color, RULES_KNIGHT)) |
	       (rules_sight[square].king & rules_men(pos, color, RULES_KING)) |
	       (rules_rook_attacks(square, occupied) &
		rules_sliders_on(pos, color, RULES_ALONG_FILE)) |
	       (rules_bishop_attacks(square, occupied) &
		rules_sliders_on(pos, color, RULES_RISING));
}

/* A set of sliders seen all at once in one direction: shift is left for up, right for down. */
#define FILL(name, shift, by, edge)                               \
	static rules_set name(rules_set sliders, rules_set empty) \
	{                                                         \
		empty &= ~(edge);                                 \
		sliders |= empty & (sliders shift(by));           \
		empty &= empty shift(by);                         \
		sliders |= empty & (sliders shift(2 * (by)));     \
		empty &= empty shift(2 * (by));                   \
		sliders |= empty & (sliders shift(4 * (by)));     \
		return (sliders shift(by)) & ~(edge);             \
	}

FILL(seen_up, <<, 8, UINT64_C(0))
FILL(seen_down, >>, 8, UINT64_C(0))
FILL(seen_to_h, <<, 1, RULES_FILE_A)
FILL(seen_to_a, >>, 1, RULES_FILE_H)
FILL(seen_up_h, <<, 9, RULES_FILE_A)
FILL(seen_up_a, <<, 7, RULES_FILE_H)
FILL(seen_down_h, >>, 7, RULES_FILE_A)
FILL(seen_down_a, >>, 9, RULES_FILE_H)

rules_set rules_attacked_by(const struct rules_position *pos, enum rules_color color,
			    rules_set occupied)
{
	rules_set straight = rules_sliders_on(pos, color, RULES_ALONG_FILE);
	rules_set diagonal = rules_sliders_on(pos, color, RULES_RISING);
	rules_set knights = rules_men(pos, color, RULES_KNIGHT);
	rules_set kings = rules_men(pos, color, RULES_KING);
	rules_set beside = rules_towards_a(knights) | rules_towards_h(knights);
	rules_set two_beside = rules_towards_a(rules_towards_a(knights)) |
			       rules_towards_h(rules_towards_h(knights));
	rules_set row = kings | rules_towards_a(kings) | rules_towards_h(kings);

	return seen_up(straight, ~occupied) | seen_down(straight, ~occupied) |
	       seen_to_h(straight, ~occupied) | seen_to_a(straight, ~occupied) |
	       seen_up_h(diagonal, ~occupied) | seen_up_a(diagonal, ~occupied) |
	       seen_down_h(diagonal, ~occupied) | seen_down_a(diagonal, ~occupied) | beside << 16 |
	       beside >> 16 | two_beside << 8 | two_beside >> 8 | row | row << 8 | row >> 8 |
	       rules_pawn_attacks(color, rules_men(pos, color, RULES_PAWN));
}

rules_set rules_checkers(const struct rules_position *pos)
{
	enum rules_color us = (enum rules_color)pos->turn;
	rules_square king = rules_king_square(pos, us);

	if (king == RULES_NO_SQUARE)
		return 0;
	return rules_attackers(pos, rules_opponent(us), king, rules_all_men(pos));
}

bool rules_gives_check(const struct rules_position *pos, rules_move move)
{
	enum rules_color us = (enum rules_color)pos->turn;
	rules_square king = rules_king_square(pos, rules_opponent(us));
	rules_square from = rules_from(move), to = rules_to(move);
	enum rules_kind kind = rules_kind_of(pos->at[from]);
	rules_set men = (rules_all_men(pos) & ~rules_set_of(from)) | rules_set_of(to);
	rules_set here = rules_set_of(to);

	if (king == RULES_NO_SQUARE)
		return false;
	if (rules_special_of(move) != RULES_ORDINARY) { /* men come, go or change: play it */
		struct rules_position next = *pos;

		rules_apply(&next, move, NULL);
		return rules_in_check(&next);
	}
	if (rules_attackers(pos, us, king, men) & ~rules_set_of(from))
		return true; /* a man behind the mover gives check, or one that did before */
	return rules_has(kind == RULES_PAWN ? rules_pawn_attacks(us, here)
					    : rules_piece_attacks(kind, to, men),
			 king);
}
