/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/start.h"

/* The nth file, from the a-file, that is still free. */
static int free_file(const uint8_t back[8], unsigned n)
{
	int file = 0;

	while (back[file] != RULES_NO_PIECE || n-- > 0)
		file++;
	return file;
}

/* Where the two knights go among the five files left: 0 1, 0 2, 0 3, 0 4, 1 2, ... */
static void place_knights(uint8_t back[8], unsigned n)
{
	unsigned first = 0, left = 4;

	while (n >= left) {
		n -= left--;
		first++;
	}
	back[free_file(back, first + n + 1)] =
		RULES_KNIGHT; /* the second one first: it counts files */
	back[free_file(back, first)] = RULES_KNIGHT;
}

/* Bishops on both colours, the king between the rooks (Guidelines II.2.1, II.2.2). */
static void back_rank(uint8_t back[8], unsigned number)
{
	memset(back, RULES_NO_PIECE, 8);
	back[number % 4 * 2 + 1] = RULES_BISHOP;
	back[number / 4 % 4 * 2] = RULES_BISHOP;
	back[free_file(back, number / 16 % 6)] = RULES_QUEEN;
	place_knights(back, number / 96);
	back[free_file(back, 0)] = RULES_ROOK;
	back[free_file(back, 0)] = RULES_KING;
	back[free_file(back, 0)] = RULES_ROOK;
}

bool rules_chess960_start(struct rules_position *ret, unsigned number)
{
	uint8_t back[8];

	if (number >= RULES_CHESS960_COUNT)
		return false;
	back_rank(back, number);
	rules_position_clear(ret);
	for (int file = 0; file < 8; file++) {
		enum rules_kind kind = (enum rules_kind)back[file];

		rules_position_put(ret, rules_square_at(file, 0),
				   rules_piece_of(RULES_WHITE, kind));
		rules_position_put(ret, rules_square_at(file, 1),
				   rules_piece_of(RULES_WHITE, RULES_PAWN));
		rules_position_put(ret, rules_square_at(file, 6),
				   rules_piece_of(RULES_BLACK, RULES_PAWN));
		rules_position_put(ret, rules_square_at(file, 7),
				   rules_piece_of(RULES_BLACK, kind));
	}
	ret->castling = ret->of_kind[RULES_ROOK];
	ret->chess960 = true;
	ret->key = rules_position_key(ret);
	return true;
}

void rules_start(struct rules_position *ret)
{
	rules_chess960_start(ret, RULES_CHESS960_USUAL);
	ret->chess960 = false;
}

/* The men on their two ranks each, pawns in front: asked of every board, and hardly ever so. */
static bool stands_in_rows(const struct rules_position *pos)
{
	return pos->of_color[RULES_WHITE] == (rules_rank_set(0) | rules_rank_set(1)) &&
	       pos->of_color[RULES_BLACK] == (rules_rank_set(6) | rules_rank_set(7)) &&
	       pos->of_kind[RULES_PAWN] == (rules_rank_set(1) | rules_rank_set(6));
}

int rules_chess960_number(const struct rules_position *pos)
{
	if (!stands_in_rows(pos))
		return -1;
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position start;
		uint8_t back[8];
		int file = 0;

		back_rank(back, number);
		while (file < 8 &&
		       pos->at[file] == rules_piece_of(RULES_WHITE, (enum rules_kind)back[file]))
			file++;
		if (file < 8)
			continue;
		rules_chess960_start(&start, number);
		return memcmp(pos->at, start.at, sizeof(start.at)) == 0 ? (int)number : -1;
	}
	return -1;
}
