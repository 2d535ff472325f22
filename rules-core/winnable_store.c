/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/winnable_private.h"

/*
 * Positions found so far, each once. They are compared whole, never by their
 * hash alone: a proof must not rest on luck. The table of hashes grows with
 * the count, so that a short search touches little memory.
 */

#define FIRST_SLOTS 1024u

static uint32_t slots_for(uint32_t nodes)
{
	uint32_t slots = FIRST_SLOTS;

	while (slots / 2 < nodes && slots < UINT32_C(1) << 31)
		slots *= 2;
	return slots;
}

size_t winnable_store_room(uint32_t nodes)
{
	return ((size_t)nodes + 2) * sizeof(struct winnable_node) +
	       (size_t)slots_for(nodes + 2) * sizeof(struct winnable_slot);
}

static uint64_t hash_of(const struct winnable_node *n)
{
	uint64_t h = n->plane[0] * UINT64_C(0x9e3779b97f4a7c15);

	h = ((h ^ h >> 29) + n->plane[1]) * UINT64_C(0xbf58476d1ce4e5b9);
	h = ((h ^ h >> 32) + n->plane[2]) * UINT64_C(0x94d049bb133111eb);
	h = ((h ^ h >> 29) + n->plane[3]) * UINT64_C(0xd6e8feb86659fd93);
	h = ((h ^ h >> 32) + (n->state & WINNABLE_SAME) + ((uint64_t)n->passed << 8)) *
	    UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 31;
}

static bool is_same(const struct winnable_node *a, const struct winnable_node *b)
{
	return a->plane[0] == b->plane[0] && a->plane[1] == b->plane[1] &&
	       a->plane[2] == b->plane[2] && a->plane[3] == b->plane[3] && a->passed == b->passed &&
	       !((a->state ^ b->state) & WINNABLE_SAME);
}

/* The slot of a position, or the empty one where it belongs. */
static struct winnable_slot *slot_of(const struct winnable_store *store,
				     const struct winnable_node *node, uint64_t hash)
{
	uint32_t tag = (uint32_t)(hash >> 32);

	for (uint32_t i = (uint32_t)hash & store->mask;; i = (i + 1) & store->mask) {
		struct winnable_slot *slot = &store->slots[i];

		if (slot->node == 0 ||
		    (slot->tag == tag && is_same(&store->nodes[slot->node - 1], node)))
			return slot;
	}
}

static void enter(struct winnable_store *store, uint32_t node)
{
	uint64_t hash = hash_of(&store->nodes[node]);
	struct winnable_slot *slot = slot_of(store, &store->nodes[node], hash);

	*slot = (struct winnable_slot){.tag = (uint32_t)(hash >> 32), .node = node + 1};
}

static void enter_all(struct winnable_store *store, uint32_t slots)
{
	store->mask = slots - 1;
	memset(store->slots, 0, slots * sizeof(store->slots[0]));
	for (uint32_t i = 0; i < store->count; i++)
		enter(store, i);
}

void winnable_store_init(struct winnable_store *store, const struct rules_position *root,
			 void *memory, uint32_t nodes)
{
	struct winnable_node *first = memory;
	rules_set rights = root->castling;

	*store = (struct winnable_store){.nodes = memory, .count = 1};
	store->slots = (struct winnable_slot *)(void *)(store->nodes + nodes + 2);
	*first = (struct winnable_node){.parent = WINNABLE_NO_NODE, .passed = root->passed};
	for (unsigned kind = 0; kind < RULES_KINDS; kind++)
		for (unsigned bit = 0; bit < 3; bit++)
			if ((kind + 1) >> bit & 1)
				first->plane[bit] |= root->of_kind[kind];
	first->plane[3] = root->of_color[RULES_BLACK];
	while (rights && store->rights < 4)
		store->right[store->rights++] = rules_take(&rights);
	first->state = (uint8_t)(((1u << store->rights) - 1) << 4 | root->turn);
	enter_all(store, FIRST_SLOTS);
}

void winnable_store_view(const struct winnable_store *store, uint32_t node,
			 struct rules_position *ret_pos)
{
	const struct winnable_node *n = &store->nodes[node];
	rules_set a = n->plane[0], b = n->plane[1], c = n->plane[2];

	ret_pos->of_kind[RULES_PAWN] = a & ~b & ~c;
	ret_pos->of_kind[RULES_KNIGHT] = ~a & b & ~c;
	ret_pos->of_kind[RULES_BISHOP] = a & b;
	ret_pos->of_kind[RULES_ROOK] = ~a & ~b & c;
	ret_pos->of_kind[RULES_QUEEN] = a & ~b & c;
	ret_pos->of_kind[RULES_KING] = b & c;
	ret_pos->of_color[RULES_WHITE] = (a | b | c) & ~n->plane[3];
	ret_pos->of_color[RULES_BLACK] = n->plane[3];
	ret_pos->turn = n->state & WINNABLE_BLACK;
	ret_pos->passed = n->passed;
	ret_pos->castling = 0;
	for (unsigned i = 0; i < store->rights; i++)
		if (n->state >> (4 + i) & 1)
			ret_pos->castling |= rules_set_of(store->right[i]);
}

unsigned winnable_code_at(const struct winnable_node *n, rules_square square)
{
	return (unsigned)((n->plane[0] >> square & 1) | (n->plane[1] >> square & 1) << 1 |
			  (n->plane[2] >> square & 1) << 2 | (n->plane[3] >> square & 1) << 3);
}

void winnable_store_position(const struct winnable_store *store, uint32_t node,
			     struct rules_position *ret_pos)
{
	const struct winnable_node *n = &store->nodes[node];

	rules_position_clear(ret_pos);
	winnable_store_view(store, node, ret_pos);
	for (rules_set men = rules_all_men(ret_pos); men;) {
		rules_square square = rules_take(&men);
		unsigned code = winnable_code_at(n, square);

		ret_pos->at[square] = (rules_piece)((code & 8) | ((code & 7) - 1));
	}
}

static void put(struct winnable_node *n, rules_square square, unsigned code)
{
	for (unsigned bit = 0; bit < 4; bit++)
		n->plane[bit] = (n->plane[bit] & ~rules_set_of(square)) |
				(rules_set)(code >> bit & 1) << square;
}

/* A man leaves its square and stands, as what code says, on another. */
static void shift(struct winnable_node *n, rules_square from, rules_square to, unsigned code)
{
	rules_set others = ~(rules_set_of(from) | rules_set_of(to));

	for (unsigned bit = 0; bit < 4; bit++)
		n->plane[bit] = (n->plane[bit] & others) | (rules_set)(code >> bit & 1) << to;
}

static void castle(struct winnable_node *n, rules_move move)
{
	rules_square king = rules_from(move), rook = rules_to(move);
	enum rules_side side = rules_side_of(king, rook);
	unsigned king_code = winnable_code_at(n, king), rook_code = winnable_code_at(n, rook);

	put(n, king, 0);
	put(n, rook, 0);
	put(n, rules_castled_king(king, side), king_code);
	put(n, rules_castled_rook(king, side), rook_code);
}

static void lose_rights(const struct winnable_store *store, struct winnable_node *n,
			rules_move move, bool by_king)
{
	for (unsigned i = 0; i < store->rights; i++) {
		rules_square rook = store->right[i];

		if (rook == rules_from(move) || rook == rules_to(move) ||
		    (by_king && rules_rank_of(rook) == rules_rank_of(rules_from(move))))
			n->state &= (uint8_t) ~(1u << (4 + i));
	}
}

/* The square passed, if a pawn of the other side stands ready to take there. */
static uint8_t passed_by(const struct winnable_node *n, rules_move move, bool black)
{
	rules_square passed = (rules_square)((rules_from(move) + rules_to(move)) / 2);
	rules_set pawns = n->plane[0] & ~n->plane[1] & ~n->plane[2];
	rules_set theirs = pawns & (black ? ~n->plane[3] : n->plane[3]);
	enum rules_color us = black ? RULES_BLACK : RULES_WHITE;

	return rules_pawn_attacks(us, rules_set_of(passed)) & theirs ? passed : RULES_NO_SQUARE;
}

static void play(const struct winnable_store *store, struct winnable_node *n, rules_move move)
{
	rules_square from = rules_from(move), to = rules_to(move);
	unsigned special = rules_special_of(move), code = winnable_code_at(n, from);
	bool black = code >> 3;
	bool capture = rules_has(n->plane[0] | n->plane[1] | n->plane[2], to);

	n->passed = RULES_NO_SQUARE;
	n->state = (n->state & 0xf1) ^ WINNABLE_BLACK;
	if (n->state >> 4)
		lose_rights(store, n, move, (code & 7) == RULES_KING + 1);
	if (special == RULES_CASTLING) {
		castle(n, move);
		return;
	}
	if (capture || (code & 7) == RULES_PAWN + 1)
		n->state |= WINNABLE_PROGRESS;
	if (rules_is_promotion(move))
		code = (code & 8) | (special + 1);
	shift(n, from, to, code);
	if (special == RULES_EN_PASSANT)
		put(n, rules_square_at(rules_file_of(to), rules_rank_of(from)), 0);
	if (special == RULES_DOUBLE_STEP)
		n->passed = passed_by(n, move, black);
}

/*
 * A search is slow because it waits for memory: each position that it finds is looked up at a
 * place that has nothing to do with the last one's. So the places are named first, for several
 * moves at once, and read when they have had time to come.
 */
void winnable_store_play(const struct winnable_store *store, uint32_t parent,
			 const rules_move *moves, size_t count, struct winnable_brood *ret)
{
	ret->count = count;
	for (size_t i = 0; i < count; i++) {
		struct winnable_node *n = &ret->nodes[i];

		*n = store->nodes[parent];
		play(store, n, moves[i]);
		n->parent = parent;
		n->depth++;
		n->move = moves[i];
		ret->hash[i] = hash_of(n);
		__builtin_prefetch(&store->slots[(uint32_t)ret->hash[i] & store->mask]);
	}
	for (size_t i = 0; i < count; i++) {
		const struct winnable_slot *slot =
			&store->slots[(uint32_t)ret->hash[i] & store->mask];

		if (slot->node && slot->tag == (uint32_t)(ret->hash[i] >> 32))
			__builtin_prefetch(&store->nodes[slot->node - 1]);
	}
}

uint32_t winnable_store_add(struct winnable_store *store, const struct winnable_brood *brood,
			    size_t which)
{
	uint64_t hash = brood->hash[which];
	struct winnable_slot *slot = slot_of(store, &brood->nodes[which], hash);

	if (slot->node)
		return WINNABLE_NO_NODE;
	store->nodes[store->count] = brood->nodes[which];
	*slot = (struct winnable_slot){.tag = (uint32_t)(hash >> 32), .node = ++store->count};
	if (store->count > store->mask / 2)
		enter_all(store, 2 * (store->mask + 1));
	return store->count - 1;
}
