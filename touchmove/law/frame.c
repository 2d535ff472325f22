/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/start.h"
#include "touchmove/law/frame.h"

#define NEARLY 6 /* so many squares may be wrong and it is still meant as the start */

static int count_wrong(const rules_piece board[64], const rules_piece start[64],
		       struct touch_setup *ret)
{
	int wrong = 0;

	for (rules_square square = 0; square < 64; square++) {
		if (board[square] == start[square])
			continue;
		if (wrong++ == 0) {
			ret->first_wrong = square;
			ret->is = board[square];
			ret->should_be = start[square];
		}
	}
	return wrong;
}

static void turn(const rules_piece board[64], rules_piece ret[64])
{
	for (rules_square square = 0; square < 64; square++)
		ret[square] = board[63 - square];
}

/* One of the two ways round: the usual start, a Chess960 one, or nearly the usual one. */
static struct touch_setup look_one_way(const rules_piece board[64], bool turned)
{
	struct touch_setup setup = {.kind = TOUCH_SETUP_NONE, .turned = turned, .number = -1};
	struct rules_position start, seen;

	rules_start(&start);
	setup.wrong = count_wrong(board, start.at, &setup);
	rules_position_clear(&seen);
	for (rules_square square = 0; square < 64; square++)
		rules_position_put(&seen, square, board[square]);
	setup.number = rules_chess960_number(&seen);
	if (setup.wrong == 0)
		setup.kind = TOUCH_SETUP_USUAL;
	else if (setup.number >= 0)
		setup.kind = TOUCH_SETUP_CHESS960;
	else if (setup.wrong <= NEARLY)
		setup.kind = TOUCH_SETUP_WRONG;
	return setup;
}

static bool is_quarter_turned(const rules_piece board[64])
{
	struct rules_position start;
	bool left = true, right = true;

	rules_start(&start);
	for (rules_square square = 0; square < 64; square++) {
		int file = rules_file_of(square), rank = rules_rank_of(square);

		left &= board[rules_square_at(rank, 7 - file)] == start.at[square];
		right &= board[rules_square_at(7 - rank, file)] == start.at[square];
	}
	return left || right;
}

struct touch_setup touch_setup_look(const rules_piece board[64])
{
	struct touch_setup upright = look_one_way(board, false), other;
	rules_piece turned[64];

	if (upright.kind <= TOUCH_SETUP_CHESS960)
		return upright;
	if (is_quarter_turned(board))
		return (struct touch_setup){.kind = TOUCH_SETUP_QUARTER, .number = -1};
	turn(board, turned);
	other = look_one_way(turned, true);
	if (other.kind <= TOUCH_SETUP_CHESS960 || upright.kind == TOUCH_SETUP_NONE)
		return other;
	return upright;
}

static const rules_square centre[] = {27, 28, 35, 36}; /* d4 e4 d5 e5 */

enum touch_kings touch_kings_in_centre(const rules_piece board[64])
{
	bool white = false, black = false;
	int light = 0;

	for (size_t i = 0; i < 4; i++) {
		rules_piece piece = board[centre[i]];

		if (piece == RULES_NO_PIECE || rules_kind_of(piece) != RULES_KING)
			continue;
		white |= rules_color_of(piece) == RULES_WHITE;
		black |= rules_color_of(piece) == RULES_BLACK;
		light += rules_is_light(centre[i]);
	}
	if (!white || !black)
		return TOUCH_KINGS_NONE;
	return light == 2 ? TOUCH_KINGS_WHITE : light == 0 ? TOUCH_KINGS_BLACK : TOUCH_KINGS_DRAW;
}
