/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_MESSAGE_H
#define BOARDD_DGT_MESSAGE_H

#include "board-protocol/dgt/board.h"
#include "libboardd/public.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

BOARDD_PUBLIC_BEGIN

/*
 * What a board says: the kinds of message, the shape each must have, and
 * what its payload means. The clock's messages are read in clock.h, the
 * event log in eeprom.h.
 *
 * A message borrows its bytes. A dgt_parser only gives out messages whose
 * content is valid, so the functions that read one cannot fail.
 */

/* One board alone on its cable, or one of many that speak only when asked. */
enum dgt_mode { DGT_MODE_SINGLE, DGT_MODE_BUS };

#define DGT_FRAME_MAX 8192 /* the event log is the longest */
#define DGT_HEADER    3    /* id and length, before the payload */

/* Id 0x86 means two things: the replies of a bus are told apart by 0x100. */
#define DGT_BUS 0x100

enum dgt_message_type {
	DGT_MSG_NONE = 0,    /* no complete message yet */
	DGT_MSG_DAMAGED = 1, /* bytes that are no message, and why */

	DGT_MSG_BOARD_DUMP = 0x86,
	DGT_MSG_TIME = 0x8d,
	DGT_MSG_FIELD_UPDATE = 0x8e,
	DGT_MSG_LOG = 0x8f,
	DGT_MSG_BUS_ADDRESS = 0x90,
	DGT_MSG_SERIAL = 0x91,
	DGT_MSG_TRADEMARK = 0x92,
	DGT_MSG_VERSION = 0x93,
	DGT_MSG_DARK_SQUARES = 0x94, /* draughts boards */
	DGT_MSG_LIGHT_SQUARES = 0x95,
	DGT_MSG_HARDWARE_VERSION = 0x96,
	DGT_MSG_BATTERY = 0xa0,
	DGT_MSG_LONG_SERIAL = 0xa2,
	DGT_MSG_I2C_CLOCK = 0xa3,  /* layout not public */
	DGT_MSG_LOCK_STATE = 0xa4, /* Pegasus */
	DGT_MSG_KEY_STATE = 0xa5,  /* Pegasus */

	DGT_MSG_BUS_BOARD = DGT_BUS | 0x83,
	DGT_MSG_BUS_TIME = DGT_BUS | 0x84,
	DGT_MSG_BUS_CHANGES = DGT_BUS | 0x85,
	DGT_MSG_BUS_FROM_START = DGT_BUS | 0x86,
	DGT_MSG_BUS_PING = DGT_BUS | 0x87,
	DGT_MSG_BUS_GAME_STARTED = DGT_BUS | 0x88,
	DGT_MSG_BUS_VERSION = DGT_BUS | 0x89,
	DGT_MSG_BUS_DARK_SQUARES = DGT_BUS | 0x8a,
	DGT_MSG_BUS_CHANGES_EVEN = DGT_BUS | 0x8b, /* newer firmware alternates with 0x85 */
	DGT_MSG_BUS_HARDWARE_VERSION = DGT_BUS | 0x8c,
	DGT_MSG_BUS_SERIAL = DGT_BUS | 0xb0,
	DGT_MSG_BUS_I2C_CLOCK = DGT_BUS | 0xb1,
	DGT_MSG_BUS_STATISTICS = DGT_BUS | 0xb2,
	DGT_MSG_BUS_CONFIG = DGT_BUS | 0xb3,
	DGT_MSG_BUS_TRADEMARK = DGT_BUS | 0xb4,
	DGT_MSG_BUS_BATTERY = DGT_BUS | 0xb5,
};

struct dgt_message {
	enum dgt_message_type type;
	enum board_damage damage; /* of DGT_MSG_DAMAGED */
	uint64_t at;              /* where its first byte stood in the stream */
	uint16_t address;         /* which board of a bus; 0 in single-board mode */
	size_t len;               /* of the payload, without address and checksum */
	const uint8_t *payload;   /* borrowed: valid until the next feed */
	size_t frame_len;         /* all its bytes, or all the damaged ones */
	const uint8_t *frame;
};

struct dgt_field {
	board_square square;
	board_piece piece;
};

struct dgt_serial {
	char number[BOARD_SERIAL_MAX];
	char storage[4]; /* firmware of 1998 appends a version, "1.0"; else empty */
};

/* True when a message with this id may be len bytes long in all. */
bool dgt_message_fits(enum dgt_mode mode, uint8_t id, size_t len);
bool dgt_message_is_known(enum dgt_mode mode, uint8_t id);

/* True when the payload can be believed: squares, pieces, digits in range. */
bool dgt_message_is_valid(const struct dgt_message *msg);

/* BOARD_DUMP and BUS_BOARD; false for a 10x10 draughts board, which is no chess board. */
bool dgt_message_board(const struct dgt_message *msg, struct board_men *ret_board);
/* FIELD_UPDATE */
struct dgt_field dgt_message_field(const struct dgt_message *msg);
/* VERSION, HARDWARE_VERSION and their bus kin; 0.0 from a bus board older than 1.2. */
struct board_version dgt_message_version(const struct dgt_message *msg);
/* SERIAL and LONG_SERIAL */
struct dgt_serial dgt_message_serial(const struct dgt_message *msg);
/* BUS_ADDRESS */
uint16_t dgt_message_bus_address(const struct dgt_message *msg);
/* BATTERY */
struct board_battery dgt_message_battery(const struct dgt_message *msg);

/* The stable word for a kind of message, such as "field_update". */
const char *dgt_message_name(enum dgt_message_type type);

BOARDD_PUBLIC_END

#endif
