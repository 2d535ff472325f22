/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/winnable_private.h"

/* Two proofs from the bounds of winnable_reach.c: for ever, and capture by capture. */

#define MEN_A_NODE   4 /* grown once cost about as much as a node */
#define CAPTURES_MAX 12

struct proof {
	enum rules_color winner;
	uint32_t spent, limit;
};

static rules_set squares_of(const struct winnable_man *man)
{
	return man->as_pawn | man->as_piece;
}

static bool is_proven(struct proof *s, struct winnable_reach *r)
{
	s->spent += (winnable_reach_grow(r) + 1) * (1 + r->count / MEN_A_NODE);
	winnable_reach_attacks(r);
	return !winnable_has_picture(r, s->winner);
}

bool winnable_is_locked(const struct rules_position *pos, enum rules_color color, uint32_t *spent)
{
	struct proof p = {.winner = color};
	struct winnable_reach reach;
	bool proven = winnable_reach_init(&reach, pos, color) && is_proven(&p, &reach);

	*spent += p.spent;
	return proven;
}

/*
 * Capture by capture: until the next one nobody is lost, so many more men are fixed
 * than for ever. If these bounds show no picture of mate, a mate comes only after a
 * capture, and each pair of men that could make it is looked at by itself: the
 * captured man is gone, the other stands where that can have happened, all others
 * where the bounds let them be. There the proof for ever is tried, then this one.
 */

static void begin_anew(struct winnable_reach *r)
{
	for (unsigned i = 0; i < r->count; i++) {
		r->man[i].origin = squares_of(&r->man[i]);
		r->man[i].capturable = false;
	}
}

static void remove_man(struct winnable_reach *r, unsigned man)
{
	for (unsigned i = man; i + 1 < r->count; i++)
		r->man[i] = r->man[i + 1];
	r->count--;
	r->king[0] -= r->king[0] > man;
	r->king[1] -= r->king[1] > man;
}

/* The squares where a man of color that does not move captures, whoever else stands where. */
static rules_set captured_for_sure(const struct winnable_reach *r, enum rules_color color)
{
	rules_set sure = 0;

	for (unsigned i = 0; i < r->count; i++) {
		const struct winnable_man *man = &r->man[i];
		rules_square square = rules_lowest(man->origin);

		if (man->color != color || !winnable_is_fixed(man))
			continue;
		if (man->kind == RULES_PAWN)
			sure |= rules_pawn_attacks(color, man->origin);
		else if (man->kind == RULES_KING)
			sure |= rules_sight[square].king &
				~winnable_king_steps(
					r->man[r->king[rules_opponent(color)]].as_piece);
		else
			sure |= rules_piece_attacks(man->kind, square, RULES_ALL_SQUARES);
	}
	return sure;
}

static bool is_only_man(const struct winnable_reach *r, unsigned man)
{
	for (unsigned i = 0; i < r->count; i++)
		if (i != man && r->man[i].color == r->man[man].color &&
		    r->man[i].kind != RULES_KING)
			return false;
	return true;
}

/*
 * The winner's only man besides the king gives check to a king that has no step, from
 * next to it or as a knight: it must be captured, and then nothing is left to mate with.
 * As it is alone it pins nobody, so whoever attacks its square can capture it.
 */
static rules_set lost_at_once(const struct winnable_reach *r, unsigned by)
{
	const struct winnable_man *man = &r->man[by];
	enum rules_color loser = rules_opponent(man->color);
	const struct winnable_man *king = &r->man[r->king[loser]];

	if (man->color != r->winner || man->kind == RULES_PAWN || man->kind == RULES_KING ||
	    winnable_is_fixed(man) || !winnable_is_fixed(king) || !is_only_man(r, by))
		return 0;
	return rules_piece_attacks(man->kind, rules_lowest(king->origin), RULES_ALL_SQUARES) &
	       captured_for_sure(r, loser);
}

/* What is left after by captured victim; false if it cannot, or is then lost itself. */
static bool after_capture(const struct winnable_reach *r, unsigned by, unsigned victim,
			  struct winnable_reach *ret)
{
	const struct winnable_man *man = &r->man[by];
	rules_set last = rules_rank_set(man->color == RULES_WHITE ? 7 : 0);
	rules_set squares = squares_of(&r->man[victim]);
	rules_set as_pawn = rules_pawn_attacks(man->color, man->as_pawn) & squares;
	rules_set as_piece = winnable_piece_attacks(man, r->fixed[0] | r->fixed[1]) & squares;

	if (man->kind == RULES_KING)
		as_piece &= ~r->guarded[rules_opponent(man->color)];
	as_piece &= ~lost_at_once(r, by);
	as_piece |= as_pawn & last;
	as_pawn &= ~last;
	if (!as_pawn && !as_piece)
		return false;
	*ret = *r;
	ret->man[by].as_pawn = as_pawn;
	ret->man[by].as_piece = as_piece;
	ret->man[by].strayed = true;
	remove_man(ret, victim);
	begin_anew(ret);
	return true;
}

static bool prove(struct proof *s, const struct winnable_reach *from, unsigned captures);

static bool prove_after_captures(struct proof *s, const struct winnable_reach *quiet,
				 unsigned captures)
{
	struct winnable_reach next;

	for (unsigned by = 0; by < quiet->count; by++)
		for (unsigned victim = 0; victim < quiet->count; victim++) {
			if (quiet->man[by].color == quiet->man[victim].color ||
			    quiet->man[victim].kind == RULES_KING ||
			    !after_capture(quiet, by, victim, &next))
				continue;
			if (!prove(s, &next, captures + 1))
				return false;
		}
	return true;
}

static bool prove(struct proof *s, const struct winnable_reach *from, unsigned captures)
{
	struct winnable_reach reach = *from;

	reach.quiet = false;
	if (is_proven(s, &reach))
		return true;
	if (captures >= CAPTURES_MAX || s->spent >= s->limit)
		return false;
	reach = *from;
	reach.quiet = true;
	return is_proven(s, &reach) && prove_after_captures(s, &reach, captures);
}

bool winnable_is_locked_by_captures(const struct rules_position *pos, enum rules_color color,
				    uint32_t limit, uint32_t *spent)
{
	struct proof s = {.winner = color, .limit = limit};
	struct winnable_reach reach;
	bool proven = winnable_reach_init(&reach, pos, color) && prove(&s, &reach, 0);

	*spent += s.spent;
	return proven;
}
