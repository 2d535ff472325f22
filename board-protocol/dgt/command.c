/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/command.h"

#include <assert.h>

#define PATTERN_OFF   0
#define PATTERN_ON    1
#define PATTERN_FLAGS 2
#define FLAG_AUTO_OFF 0x01
#define FLAG_TURN     0x02
#define ALL_SQUARES   0x40

/* 0x4e, 0x51, 0x53 and 0x54 are missing on purpose, and 0x4f means nothing known. */
bool dgt_command_is_safe(uint8_t byte)
{
	if (byte == 0x4e || byte == 0x4f || byte == 0x51 || byte == 0x53 || byte == 0x54)
		return false;
	return byte >= DGT_CMD_IDLE && byte <= DGT_CMD_SEND_KEY_STATE;
}

static struct dgt_leds leds(uint8_t pattern, uint8_t from, uint8_t to)
{
	return (struct dgt_leds){{DGT_CMD_LEDS, DGT_LEDS_LEN - 2, pattern, from, to, 0}};
}

struct dgt_leds dgt_leds_on(board_square from, board_square to)
{
	assert(from < BOARD_SQUARES && to < BOARD_SQUARES);
	return leds(PATTERN_ON, dgt_number_of(from), dgt_number_of(to));
}

struct dgt_leds dgt_leds_off(board_square from, board_square to)
{
	assert(from < BOARD_SQUARES && to < BOARD_SQUARES);
	return leds(PATTERN_OFF, dgt_number_of(from), dgt_number_of(to));
}

struct dgt_leds dgt_leds_all_off(void)
{
	return leds(PATTERN_OFF, ALL_SQUARES, ALL_SQUARES);
}

struct dgt_leds dgt_leds_auto_off(bool enabled)
{
	return leds(PATTERN_FLAGS, FLAG_AUTO_OFF, enabled);
}

struct dgt_leds dgt_leds_auto_turn(bool enabled)
{
	return leds(PATTERN_FLAGS, FLAG_TURN, enabled);
}
