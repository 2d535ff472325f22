/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/movegen.h"

enum rules_state rules_state_of(const struct rules_position *pos)
{
	if (rules_has_legal_move(pos))
		return RULES_IN_PLAY;
	return rules_in_check(pos) ? RULES_CHECKMATE : RULES_STALEMATE;
}

/* The key with the en passant square left out: that is compared by itself, if legal. */
static uint64_t key_without_passed(const struct rules_position *pos)
{
	struct rules_position plain;

	if (pos->passed == RULES_NO_SQUARE)
		return pos->key;
	plain = *pos;
	plain.passed = RULES_NO_SQUARE;
	return rules_position_key(&plain);
}

struct rules_identity rules_identity_of(const struct rules_position *pos)
{
	struct rules_identity id = {.key = key_without_passed(pos),
				    .castling = pos->castling,
				    .turn = pos->turn,
				    /* Art. 9.2.3.1: only a legal capture counts */
				    .passed = rules_can_take_passing(pos) ? pos->passed
									  : RULES_NO_SQUARE};

	for (int i = 0; i < 32; i++)
		id.men[i] = (uint8_t)(pos->at[2 * i] << 4 | pos->at[2 * i + 1]);
	return id;
}

bool rules_is_same(const struct rules_identity *a, const struct rules_identity *b)
{
	return a->key == b->key && a->turn == b->turn && a->castling == b->castling &&
	       a->passed == b->passed && memcmp(a->men, b->men, sizeof(a->men)) == 0;
}

bool rules_same_position(const struct rules_position *a, const struct rules_position *b)
{
	struct rules_identity ia = rules_identity_of(a), ib = rules_identity_of(b);

	return rules_is_same(&ia, &ib);
}

unsigned rules_occurrences(const struct rules_identity *game, size_t count)
{
	unsigned times = 0;

	for (size_t i = count; i-- > 0;)
		if (rules_is_same(&game[i], &game[count - 1]))
			times++;
	return times;
}

static bool has_only(const struct rules_position *pos, enum rules_color color, rules_set men)
{
	return (pos->of_color[color] & ~men) == 0;
}

bool rules_material_cannot_mate(const struct rules_position *pos, enum rules_color color)
{
	rules_set kings = pos->of_kind[RULES_KING], bishops = pos->of_kind[RULES_BISHOP];
	rules_set knights = rules_men(pos, color, RULES_KNIGHT);
	bool one_shade = !(bishops & RULES_LIGHT) || !(bishops & ~RULES_LIGHT);

	if (has_only(pos, color, kings))
		return true;
	if (has_only(pos, color, kings | knights) && rules_is_single(knights))
		return has_only(pos, rules_opponent(color), kings | pos->of_kind[RULES_QUEEN]);
	return has_only(pos, color, kings | bishops) && one_shade && !pos->of_kind[RULES_PAWN] &&
	       !pos->of_kind[RULES_KNIGHT];
}
