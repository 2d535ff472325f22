/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/obligation.h"

/* One turn's question: which of these moves are left? */
struct asked {
	const struct rules_position *base;
	const struct touch_set *legal;
	const struct touch_list *touches;
	const struct touch_homes *homes;
	uint32_t scan_ms;
	rules_set barred; /* rooks that castling is no longer allowed with (Art. 4.4.2) */
};

rules_square touch_victim_of(const struct rules_position *base, rules_move move)
{
	rules_square to = rules_to(move);

	if (rules_is_castling(move))
		return RULES_NO_SQUARE;
	if (rules_special_of(move) == RULES_EN_PASSANT)
		return rules_square_at(rules_file_of(to), rules_rank_of(rules_from(move)));
	return base->at[to] == RULES_NO_PIECE ? RULES_NO_SQUARE : to;
}

bool touch_list_has(const struct touch_list *touches, rules_square man)
{
	for (size_t i = 0; i < touches->count; i++)
		if (touches->touch[i].man == man)
			return true;
	return false;
}

static bool is_own(const struct asked *a, rules_square man)
{
	return rules_has(a->base->of_color[a->base->turn], man);
}

/* Within one scan the board, not the player, decides the order. */
static bool is_unclear(const struct asked *a, const struct touch_touch *x,
		       const struct touch_touch *y)
{
	uint64_t apart = x->at_ms > y->at_ms ? x->at_ms - y->at_ms : y->at_ms - x->at_ms;

	return apart <= a->scan_ms;
}

static bool is_barred(const struct asked *a, rules_move move)
{
	return rules_is_castling(move) && rules_has(a->barred, rules_to(move));
}

/* moves(x) of an own man, captures(y) of one of the opponent's; true if there is any. */
static bool answers_to(const struct asked *a, rules_square man, struct touch_set *ret)
{
	touch_set_clear(ret);
	for (size_t i = 0; i < a->legal->count; i++) {
		rules_move move = a->legal->move[i];
		bool fits = is_own(a, man) ? rules_from(move) == man
					   : touch_victim_of(a->base, move) == man;

		if (fits && !is_barred(a, move))
			touch_set_add(ret, move);
	}
	return ret->count > 0;
}

static bool capture_with(const struct asked *a, rules_square own, rules_square enemy,
			 struct touch_set *ret)
{
	touch_set_clear(ret);
	for (size_t i = 0; i < a->legal->count; i++)
		if (rules_from(a->legal->move[i]) == own &&
		    touch_victim_of(a->base, a->legal->move[i]) == enemy)
			touch_set_add(ret, a->legal->move[i]);
	return ret->count > 0;
}

static void free_choice(const struct asked *a, struct touch_obligation *ret)
{
	touch_set_copy(&ret->set, a->legal);
	ret->law = TOUCH_LAW_FREE;
}

static bool is_home_king(const struct asked *a, rules_square man)
{
	return man == a->homes->king[a->base->turn] &&
	       a->base->at[man] == rules_piece_of(a->base->turn, RULES_KING);
}

static bool is_home_rook(const struct asked *a, rules_square man)
{
	return rules_has(a->homes->rooks[a->base->turn], man) &&
	       a->base->at[man] == rules_piece_of(a->base->turn, RULES_ROOK);
}

/* The first touched man of a colour, or NULL. */
static const struct touch_touch *first_of(const struct asked *a, bool own)
{
	for (size_t i = 0; i < a->touches->count; i++)
		if (is_own(a, a->touches->touch[i].man) == own)
			return &a->touches->touch[i];
	return NULL;
}

/* Art. 4.3.1, 4.3.2: the first that can be moved, or captured. */
static void first_that_can(const struct asked *a, enum touch_law law, struct touch_obligation *ret)
{
	ret->law = law;
	for (size_t i = 0; i < a->touches->count; i++)
		if (answers_to(a, a->touches->touch[i].man, &ret->set))
			return;
	free_choice(a, ret);
}

/* --- men of both colours (Art. 4.3.3) --- */

/* Where the order of two is unclear: the own man before the opponent's, king before rook. */
static bool goes_first(const struct asked *a, rules_square man, rules_square before)
{
	if (is_own(a, before))
		return is_home_king(a, man) && is_home_rook(a, before);
	return is_own(a, man);
}

static void put_in_order(const struct asked *a, struct touch_list *ret)
{
	*ret = *a->touches;
	for (size_t i = 1; i < ret->count; i++) {
		for (size_t k = i; k > 0; k--) {
			struct touch_touch *before = &ret->touch[k - 1], *here = &ret->touch[k];
			struct touch_touch held = *here;

			if (!goes_first(a, here->man, before->man) || !is_unclear(a, before, here))
				break;
			*here = *before;
			*before = held;
		}
	}
}

static void both_colours(const struct asked *a, struct touch_obligation *ret)
{
	struct asked ordered = *a;
	struct touch_list list;

	put_in_order(a, &list);
	ordered.touches = &list;
	ret->law = TOUCH_LAW_BOTH;
	if (!capture_with(a, first_of(&ordered, true)->man, first_of(&ordered, false)->man,
			  &ret->set))
		first_that_can(&ordered, TOUCH_LAW_BOTH, ret);
}

/* --- king and rook (Art. 4.4) --- */

struct pair {
	const struct touch_touch *king, *rook; /* the king, and the first rook */
	bool bound_before; /* a man touched before both can move, and binds by itself */
};

static bool find_pair(const struct asked *a, struct pair *ret)
{
	struct touch_set moves;

	*ret = (struct pair){0};
	for (size_t i = 0; i < a->touches->count; i++) {
		const struct touch_touch *touch = &a->touches->touch[i];

		if (is_home_king(a, touch->man))
			ret->king = touch;
		else if (is_home_rook(a, touch->man))
			ret->rook = ret->rook ? ret->rook : touch;
		else if (!ret->king && !ret->rook && answers_to(a, touch->man, &moves))
			ret->bound_before = true;
	}
	return ret->king && ret->rook;
}

/* Every rook clearly touched before the king. */
static rules_set rooks_before(const struct asked *a, const struct touch_touch *king)
{
	rules_set rooks = 0;

	for (size_t i = 0; i < a->touches->count; i++) {
		const struct touch_touch *touch = &a->touches->touch[i];

		if (touch == king)
			break;
		if (is_home_rook(a, touch->man) && !is_unclear(a, touch, king))
			rooks |= rules_set_of(touch->man);
	}
	return rooks;
}

/* Art. 4.4.1 and 4.4.3: castle there, else move the king, else be free. */
static void king_then_rook(const struct asked *a, const struct pair *pair,
			   struct touch_obligation *ret)
{
	rules_move castling = rules_move_of(pair->king->man, pair->rook->man, RULES_CASTLING);

	touch_set_clear(&ret->set);
	if (touch_set_has(a->legal, castling)) {
		touch_set_add(&ret->set, castling);
		ret->law = TOUCH_LAW_CASTLING_DUE;
	} else if (answers_to(a, pair->king->man, &ret->set)) {
		ret->law = TOUCH_LAW_KING_DUE;
	} else {
		free_choice(a, ret);
	}
}

static void own_only(struct asked *a, struct touch_obligation *ret)
{
	struct pair pair;

	if (find_pair(a, &pair)) {
		a->barred = rooks_before(a, pair.king);
		if (!a->barred && !pair.bound_before) {
			king_then_rook(a, &pair, ret);
			return;
		}
	}
	first_that_can(a, TOUCH_LAW_OWN, ret);
}

void touch_obligation_of(struct touch_obligation *ret, const struct rules_position *base,
			 const struct touch_set *legal, const struct touch_list *touches,
			 const struct touch_homes *homes, uint32_t scan_ms)
{
	struct asked a = {base, legal, touches, homes, scan_ms, 0};
	bool own = first_of(&a, true) != NULL, enemy = first_of(&a, false) != NULL;

	if (own && enemy)
		both_colours(&a, ret);
	else if (own)
		own_only(&a, ret);
	else if (enemy)
		first_that_can(&a, TOUCH_LAW_ENEMY, ret);
	else
		free_choice(&a, ret);
}

bool touch_rook_was_first(const struct rules_position *base, rules_move castling,
			  const struct touch_list *touches, uint32_t scan_ms)
{
	struct asked a = {.base = base, .touches = touches, .scan_ms = scan_ms};
	const struct touch_touch *king = NULL, *rook = NULL;

	for (size_t i = 0; i < touches->count; i++) {
		if (touches->touch[i].man == rules_from(castling))
			king = &touches->touch[i];
		if (touches->touch[i].man == rules_to(castling))
			rook = &touches->touch[i];
	}
	return king && rook && rook < king && !is_unclear(&a, rook, king);
}
