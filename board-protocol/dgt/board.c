/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/board.h"

#include <string.h>

/* In the order of the codes: king before queen, then the result markers. */
static const char pieces[] = ".PRNBKQprnbkq=+-";

dgt_piece dgt_piece_of(uint8_t code)
{
	return code <= 0x0f ? pieces[code] : DGT_UNKNOWN;
}

uint8_t dgt_code_of(dgt_piece piece)
{
	const char *found = piece != '\0' ? strchr(pieces, piece) : NULL;

	return found ? (uint8_t)(found - pieces) : 0;
}

void dgt_board_read(struct dgt_board *board, const uint8_t codes[DGT_SQUARES])
{
	for (uint8_t n = 0; n < DGT_SQUARES; n++)
		board->at[dgt_square_of(n)] = dgt_piece_of(codes[n] & 0x0f);
}

void dgt_board_write(const struct dgt_board *board, uint8_t codes[DGT_SQUARES])
{
	for (uint8_t n = 0; n < DGT_SQUARES; n++)
		codes[n] = dgt_code_of(board->at[dgt_square_of(n)]);
}

bool dgt_board_equal(const struct dgt_board *a, const struct dgt_board *b)
{
	return memcmp(a->at, b->at, sizeof(a->at)) == 0;
}

struct dgt_board dgt_board_of(dgt_piece piece)
{
	struct dgt_board board;

	memset(board.at, piece, sizeof(board.at));
	return board;
}

struct dgt_board dgt_board_start(bool rotated)
{
	static const char normal[] = "RNBQKBNRPPPPPPPP"
				     "................................"
				     "pppppppprnbqkbnr";
	struct dgt_board board;

	for (unsigned i = 0; i < DGT_SQUARES; i++)
		board.at[i] = normal[rotated ? 63 - i : i];
	return board;
}
