/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_BUS_H
#define BOARDD_DGT_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * Frames of a bus: many boards on one line, each with a 14-bit address,
 * each silent until asked, every frame closed by a checksum.
 */

#define DGT_BUS_ALL         0 /* the address of every board */
#define DGT_BUS_ADDRESS_MAX 0x3fff
#define DGT_BUS_REQUEST_LEN 4
#define DGT_BUS_OVERHEAD    6 /* id, length, address, checksum of a reply */

enum dgt_bus_command {
	DGT_BUS_SEND_TIME = 0x81,
	DGT_BUS_SEND_BOARD = 0x82,
	DGT_BUS_SEND_CHANGES = 0x83, /* consumes them: lost when the reply is */
	DGT_BUS_REPEAT_CHANGES = 0x84,
	DGT_BUS_START_GAME = 0x85,
	DGT_BUS_SEND_FROM_START = 0x86,
	DGT_BUS_PING = 0x87,
	DGT_BUS_END = 0x88,
	DGT_BUS_RESET = 0x89,
	DGT_BUS_IGNORE_NEXT_PING = 0x8a,
	DGT_BUS_SEND_VERSION = 0x8b,
	DGT_BUS_SEND_DARK_SQUARES = 0x8c,
	DGT_BUS_SEND_ALL = 0x8d, /* answered by changes, time and board */
	/* Newer boards; answered by 0xb0 and above. */
	DGT_BUS_SEND_SERIAL = 0x91,
	DGT_BUS_RANDOM_PING = 0x92,
	DGT_BUS_SEND_TRADEMARK = 0x97,
	DGT_BUS_SEND_BATTERY = 0x98,
	DGT_BUS_SEND_HARDWARE_VERSION = 0x9b,
};

/* The sum of the bytes, modulo 128. */
uint8_t dgt_bus_checksum(const uint8_t *bytes, size_t len);

/* A request to one board, or to DGT_BUS_ALL. */
void dgt_bus_request(enum dgt_bus_command command, uint16_t address,
		     uint8_t ret_bytes[DGT_BUS_REQUEST_LEN]);

/*
 * A reply, as a board sends it: id with its top bit, data below 0x80.
 * Returns its length, or 0 when cap is too small or len too great.
 */
size_t dgt_bus_reply(uint8_t id, uint16_t address, const uint8_t *data, size_t len,
		     uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
