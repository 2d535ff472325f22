/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/certabo/message.h"
#include "board-protocol/chesslink/message.h"
#include "board-protocol/chessnut/message.h"
#include "simulator/board/sim_board_private.h"

/* What a host orders the lights to do: read as a board reads it, and obeyed. */

#define ORDER_MS 300 /* bytes of one order come so soon after another */

static uint64_t bit_of(unsigned square)
{
	return (uint64_t)1 << square;
}

static void shine(struct sim_board *b, uint64_t squares)
{
	b->lights = squares;
}

/* The rest of another order was lost. */
static void forget_cut(struct sim_board *b)
{
	if (b->now_ms > b->heard_ms + ORDER_MS)
		b->heard_len = 0;
	b->heard_ms = b->now_ms;
}

/* --- Certabo, Sentio: eight bytes without a head --- */

void sim_lights_certabo(struct sim_board *b, uint8_t byte)
{
	static const uint8_t kind[] = {'L', '\r', '\n'};
	uint64_t squares = 0;

	forget_cut(b);
	b->heard[b->heard_len++] = byte;
	if (b->heard_len < CERTABO_LIGHTS)
		return;
	b->heard_len = 0;
	for (unsigned rank = 0; rank < CERTABO_LIGHTS; rank++)
		squares |= (uint64_t)b->heard[7 - rank] << 8 * rank;
	shine(b, squares);
	sim_board_send(b, kind, sizeof(kind));
}

/* --- ChessLink: a light where squares meet --- */

#define LINES 9

static unsigned digit(uint8_t byte)
{
	unsigned sign = byte & 0x7f;

	return sign >= 'A' ? sign - 'A' + 10 : sign - '0';
}

static bool is_lit(const struct sim_board *b, unsigned light)
{
	return digit(b->heard[3 + 2 * light]) != 0 || digit(b->heard[4 + 2 * light]) != 0;
}

static bool has_good_check(const struct sim_board *b)
{
	char signs[CHESSLINK_ORDER_MAX] = "";
	uint8_t good[CHESSLINK_ORDER_MAX];

	for (size_t i = 0; i + 2 < CHESSLINK_ORDER_MAX; i++)
		signs[i] = (char)(b->heard[i] & 0x7f);
	return chesslink_encode(signs, good, sizeof(good)) == sizeof(good) &&
	       memcmp(good, b->heard, sizeof(good)) == 0;
}

bool sim_lights_chesslink(struct sim_board *b, uint8_t byte)
{
	uint8_t bytes[CHESSLINK_FRAME_MAX];
	uint64_t squares = 0;

	forget_cut(b);
	if (b->heard_len == 0 && (byte & 0x7f) != 'L')
		return false;
	b->heard[b->heard_len++] = byte;
	if (b->heard_len < CHESSLINK_ORDER_MAX)
		return true;
	b->heard_len = 0;
	if (!has_good_check(b))
		return true;
	for (unsigned square = 0; square < BOARD_SQUARES; square++) {
		unsigned light = LINES * (square % 8) + 7 - square / 8;

		if (is_lit(b, light) && is_lit(b, light + 1) && is_lit(b, light + LINES) &&
		    is_lit(b, light + LINES + 1))
			squares |= bit_of(square);
	}
	shine(b, squares);
	sim_board_send(b, bytes, chesslink_encode("l", bytes, sizeof(bytes)));
	return true;
}

void sim_lights_off(struct sim_board *b)
{
	shine(b, 0);
}

/* --- Chessnut --- */

void sim_lights_chessnut(struct sim_board *b)
{
	uint64_t squares = 0;

	for (unsigned square = 0; square < BOARD_SQUARES; square++)
		if ((b->heard[CHESSNUT_HEADER + 7 - square / 8] >> (7 - square % 8) & 1) != 0)
			squares |= bit_of(square);
	shine(b, squares);
}

/* --- Pegasus: 60, how many follow, 05, three bytes of how, squares, 0 --- */

#define PEGASUS_HEAD 6

void sim_lights_pegasus(struct sim_board *b)
{
	size_t end = 1u + b->heard[1]; /* of the last byte, which is 0 */
	uint64_t squares = 0;

	if (b->heard[2] == 5)
		for (size_t i = PEGASUS_HEAD; i < end; i++)
			squares |= bit_of(b->heard[i] % BOARD_SQUARES ^ 56);
	shine(b, squares);
}

/* --- Square Off: 25#e2e4* --- */

bool sim_lights_squareoff(struct sim_board *b)
{
	uint64_t squares = 0;

	if (b->heard_len < 4 || memcmp(b->heard, "25#", 3) != 0)
		return false;
	for (size_t i = 3; i + 2 < b->heard_len; i += 2)
		squares |= bit_of((unsigned)(b->heard[i] - 'a') % 8 +
				  8 * ((unsigned)(b->heard[i + 1] - '1') % 8));
	shine(b, squares);
	return true;
}
