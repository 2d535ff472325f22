/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_COMMAND_H
#define BOARDD_DGT_COMMAND_H

#include "board-protocol/dgt/board.h"
#include "libboardd/public.h"

#include <stddef.h>

BOARDD_PUBLIC_BEGIN

/*
 * What may be said to a single board: one byte each, but for the LEDs.
 *
 * The commands that can harm a board have no name here and cannot be made:
 * 0x4e starts the boot loader, 0x51, 0x53 and 0x54 rewrite in EEPROM which
 * squares are scanned.
 */

enum dgt_command {
	DGT_CMD_IDLE = 0x40, /* stops all automatic messages; not a reboot */
	DGT_CMD_SEND_TIME = 0x41,
	DGT_CMD_SEND_BOARD = 0x42,
	DGT_CMD_UPDATE = 0x43,       /* changes at once, time every second */
	DGT_CMD_UPDATE_BOARD = 0x44, /* changes only, and no acks of the clock */
	DGT_CMD_SEND_SERIAL = 0x45,
	DGT_CMD_SEND_BUS_ADDRESS = 0x46,
	DGT_CMD_SEND_TRADEMARK = 0x47,
	DGT_CMD_SEND_HARDWARE_VERSION = 0x48,
	DGT_CMD_SEND_LOG = 0x49,
	DGT_CMD_TO_BUS = 0x4a,
	DGT_CMD_UPDATE_NICE = 0x4b, /* changes at once, time when it changed */
	DGT_CMD_SEND_BATTERY = 0x4c,
	DGT_CMD_SEND_VERSION = 0x4d,
	DGT_CMD_SEND_DARK_SQUARES = 0x50,
	DGT_CMD_SEND_LIGHT_SQUARES = 0x52,
	DGT_CMD_SEND_LONG_SERIAL = 0x55,
	DGT_CMD_SEND_I2C_CLOCK = 0x56,
	DGT_CMD_UPDATE_I2C = 0x57,
	DGT_CMD_UPDATE_I2C_NICE = 0x58,
	DGT_CMD_SEND_LOCK_STATE = 0x59, /* Pegasus */
	DGT_CMD_SEND_KEY_STATE = 0x5a,  /* Pegasus */
};

/* The first bytes of commands with data: the count of what follows comes next. */
#define DGT_CMD_CLOCK         0x2b
#define DGT_CMD_I2C_CLOCK     0x2c
#define DGT_CMD_LEDS          0x60
#define DGT_CMD_DEVELOPER_KEY 0x63

/* True for the bytes of enum dgt_command: what we would ever send by itself. */
bool dgt_command_is_safe(uint8_t byte);

/* Lights of the Revelation II. */
#define DGT_LEDS_LEN 6

struct dgt_leds {
	uint8_t bytes[DGT_LEDS_LEN];
};

struct dgt_leds dgt_leds_on(board_square from, board_square to);
struct dgt_leds dgt_leds_off(board_square from, board_square to);
struct dgt_leds dgt_leds_all_off(void); /* firmware above 3.21 */
/* Firmware above 3.21; both are on by default. */
struct dgt_leds dgt_leds_auto_off(bool enabled);
struct dgt_leds dgt_leds_auto_turn(bool enabled);

BOARDD_PUBLIC_END

#endif
