/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/board.h"

#include <string.h>

/* In the order of the codes: king before queen, then the result markers. */
static const char pieces[] = ".PRNBKQprnbkq=+-";

board_piece dgt_piece_of(uint8_t code)
{
	return code <= 0x0f ? pieces[code] : BOARD_UNKNOWN;
}

uint8_t dgt_code_of(board_piece piece)
{
	const char *found = piece != '\0' ? strchr(pieces, piece) : NULL;

	return found ? (uint8_t)(found - pieces) : 0;
}

void dgt_board_read(struct board_men *board, const uint8_t codes[BOARD_SQUARES])
{
	for (uint8_t n = 0; n < BOARD_SQUARES; n++)
		board->at[dgt_square_of(n)] = dgt_piece_of(codes[n] & 0x0f);
}

void dgt_board_write(const struct board_men *board, uint8_t codes[BOARD_SQUARES])
{
	for (uint8_t n = 0; n < BOARD_SQUARES; n++)
		codes[n] = dgt_code_of(board->at[dgt_square_of(n)]);
}
