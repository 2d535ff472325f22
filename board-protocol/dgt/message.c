/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/message.h"

#include "board-protocol/dgt/clock.h"

#include <string.h>

/* How long a message may be, header included: from least to most, or exactly other. */
struct shape {
	const char *name;
	uint16_t least, most, other;
};

/* Both tables by id without its top bit. */
static const struct shape single_shapes[128] = {
	[0x06] = {"board_dump", 67, 67, 103},   [0x0d] = {"time", 10, 10, 0},
	[0x0e] = {"field_update", 5, 5, 0},     [0x0f] = {"log", 4, DGT_FRAME_MAX, 0},
	[0x10] = {"bus_address", 5, 5, 0},      [0x11] = {"serial", 8, 8, 12},
	[0x12] = {"trademark", 3, 300, 0},      [0x13] = {"version", 5, 5, 0},
	[0x14] = {"dark_squares", 53, 53, 0},   [0x15] = {"light_squares", 53, 53, 0},
	[0x16] = {"hardware_version", 5, 5, 0}, [0x20] = {"battery", 12, 12, 0},
	[0x22] = {"long_serial", 13, 13, 0},    [0x23] = {"i2c_clock", 3, 300, 0},
	[0x24] = {"lock_state", 4, 4, 0},       [0x25] = {"key_state", 4, 4, 0},
};

static const struct shape bus_shapes[128] = {
	[0x03] = {"bus_board", 70, 70, 106},
	[0x04] = {"bus_time", 13, 13, 0},
	[0x05] = {"bus_changes", 6, DGT_FRAME_MAX, 0},
	[0x06] = {"bus_from_start", 6, DGT_FRAME_MAX, 0},
	[0x07] = {"bus_ping", 6, 6, 0},
	[0x08] = {"bus_game_started", 6, 6, 0},
	[0x09] = {"bus_version", 8, 8, 6},
	[0x0a] = {"bus_dark_squares", 56, 56, 0},
	[0x0b] = {"bus_changes_even", 6, DGT_FRAME_MAX, 0},
	[0x0c] = {"bus_hardware_version", 8, 8, 0},
	[0x30] = {"bus_serial", 6, 300, 0},
	[0x31] = {"bus_i2c_clock", 6, 300, 0},
	[0x32] = {"bus_statistics", 6, 300, 0},
	[0x33] = {"bus_config", 6, 300, 0},
	[0x34] = {"bus_trademark", 6, 300, 0},
	[0x35] = {"bus_battery", 6, 300, 0},
};

static const struct shape *shape_of(enum dgt_mode mode, uint8_t id)
{
	return &(mode == DGT_MODE_BUS ? bus_shapes : single_shapes)[id & 0x7f];
}

bool dgt_message_is_known(enum dgt_mode mode, uint8_t id)
{
	return id >= 0x80 && shape_of(mode, id)->name != NULL;
}

bool dgt_message_fits(enum dgt_mode mode, uint8_t id, size_t len)
{
	const struct shape *shape = shape_of(mode, id);

	if (!dgt_message_is_known(mode, id))
		return false;
	return (len >= shape->least && len <= shape->most) || (len == shape->other && len != 0);
}

/* A serial number goes into names and logs, so it must be printable. */
static bool is_text(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (bytes[i] < 0x20 || bytes[i] > 0x7e)
			return false;
	}
	return true;
}

bool dgt_message_is_valid(const struct dgt_message *msg)
{
	if (msg->type == DGT_MSG_FIELD_UPDATE)
		return msg->payload[0] < BOARD_SQUARES && msg->payload[1] <= 0x0f;
	if (msg->type == DGT_MSG_TIME || msg->type == DGT_MSG_BUS_TIME)
		return dgt_clock_kind(msg->payload) != DGT_CLOCK_INVALID;
	if (msg->type == DGT_MSG_SERIAL || msg->type == DGT_MSG_LONG_SERIAL)
		return is_text(msg->payload, msg->len);
	return true;
}

bool dgt_message_board(const struct dgt_message *msg, struct board_men *ret_board)
{
	if (msg->len != BOARD_SQUARES)
		return false;
	dgt_board_read(ret_board, msg->payload);
	return true;
}

struct dgt_field dgt_message_field(const struct dgt_message *msg)
{
	return (struct dgt_field){.square = dgt_square_of(msg->payload[0]),
				  .piece = dgt_piece_of(msg->payload[1])};
}

struct board_version dgt_message_version(const struct dgt_message *msg)
{
	if (msg->len < 2)
		return (struct board_version){0};
	return (struct board_version){.main = msg->payload[0], .sub = msg->payload[1]};
}

struct dgt_serial dgt_message_serial(const struct dgt_message *msg)
{
	struct dgt_serial serial = {0};
	bool is_old = msg->type == DGT_MSG_SERIAL && msg->len == 9;
	size_t len = is_old ? 5 : msg->len;

	memcpy(serial.number, msg->payload,
	       len < BOARD_SERIAL_MAX - 1 ? len : (size_t)BOARD_SERIAL_MAX - 1);
	if (is_old)
		memcpy(serial.storage, msg->payload + 6, 3);
	return serial;
}

uint16_t dgt_message_bus_address(const struct dgt_message *msg)
{
	return (uint16_t)(msg->payload[0] << 7 | msg->payload[1]);
}

struct board_battery dgt_message_battery(const struct dgt_message *msg)
{
	const uint8_t *b = msg->payload;
	bool is_timed = b[1] != 0x7f && b[2] != 0x7f;

	return (struct board_battery){
		.percent = b[0],
		.left_minutes = is_timed ? (int16_t)(b[1] * 60 + b[2]) : (int16_t)-1,
		.on_minutes = (uint16_t)(b[3] * 60 + b[4]),
		.standby_minutes = (uint32_t)((b[5] * 24 + b[6]) * 60 + b[7]),
		.charging = (b[8] & 1) != 0,
		.discharging = (b[8] & 2) != 0,
	};
}

const char *dgt_message_name(enum dgt_message_type type)
{
	const char *name;

	if (type == DGT_MSG_NONE)
		return "none";
	if (type == DGT_MSG_DAMAGED)
		return "damaged";
	name = shape_of((type & DGT_BUS) != 0 ? DGT_MODE_BUS : DGT_MODE_SINGLE, (uint8_t)type)
		       ->name;
	return name ? name : "unknown";
}
