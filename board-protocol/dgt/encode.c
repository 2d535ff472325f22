/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/encode.h"

#include <string.h>

#define NOT_AVAILABLE 0x7f
#define TEXT_MAX      297 /* what the parser accepts of a trademark */

size_t dgt_encode(enum dgt_message_type type, const uint8_t *payload, size_t len,
		  uint8_t *ret_bytes, size_t cap)
{
	size_t total = len + DGT_HEADER;

	if (total > cap || total > DGT_FRAME_MAX)
		return 0;
	ret_bytes[0] = (uint8_t)type;
	ret_bytes[1] = (uint8_t)(total >> 7);
	ret_bytes[2] = total & 0x7f;
	if (len > 0)
		memcpy(ret_bytes + DGT_HEADER, payload, len);
	return total;
}

size_t dgt_encode_board(const struct board_men *board, uint8_t *ret_bytes, size_t cap)
{
	uint8_t codes[BOARD_SQUARES];

	dgt_board_write(board, codes);
	return dgt_encode(DGT_MSG_BOARD_DUMP, codes, sizeof(codes), ret_bytes, cap);
}

size_t dgt_encode_field(struct dgt_field field, uint8_t *ret_bytes, size_t cap)
{
	const uint8_t payload[] = {dgt_number_of(field.square), dgt_code_of(field.piece)};

	return dgt_encode(DGT_MSG_FIELD_UPDATE, payload, sizeof(payload), ret_bytes, cap);
}

size_t dgt_encode_time(const struct board_time *time, uint8_t *ret_bytes, size_t cap)
{
	uint8_t payload[DGT_CLOCK_BYTES];

	dgt_time_write(time, payload);
	return dgt_encode(DGT_MSG_TIME, payload, sizeof(payload), ret_bytes, cap);
}

size_t dgt_encode_ack(struct dgt_ack ack, uint8_t *ret_bytes, size_t cap)
{
	uint8_t payload[DGT_CLOCK_BYTES];

	dgt_ack_write(ack, payload);
	return dgt_encode(DGT_MSG_TIME, payload, sizeof(payload), ret_bytes, cap);
}

size_t dgt_encode_version(enum dgt_message_type type, struct board_version version,
			  uint8_t *ret_bytes, size_t cap)
{
	const uint8_t payload[] = {version.main & 0x7f, version.sub & 0x7f};

	return dgt_encode(type, payload, sizeof(payload), ret_bytes, cap);
}

size_t dgt_encode_bus_address(uint16_t address, uint8_t *ret_bytes, size_t cap)
{
	const uint8_t payload[] = {(uint8_t)(address >> 7 & 0x7f), address & 0x7f};

	return dgt_encode(DGT_MSG_BUS_ADDRESS, payload, sizeof(payload), ret_bytes, cap);
}

size_t dgt_encode_text(enum dgt_message_type type, const char *text, uint8_t *ret_bytes, size_t cap)
{
	uint8_t payload[TEXT_MAX];
	size_t len = 0;

	for (; len < sizeof(payload) && text[len] != '\0'; len++)
		payload[len] = (uint8_t)text[len] < 0x80 ? (uint8_t)text[len] : (uint8_t)'?';
	return dgt_encode(type, payload, len, ret_bytes, cap);
}

size_t dgt_encode_battery(const struct board_battery *battery, uint8_t *ret_bytes, size_t cap)
{
	const struct board_battery *b = battery;
	bool is_timed = b->left_minutes >= 0;
	const uint8_t payload[] = {
		b->percent & 0x7f,
		is_timed ? (uint8_t)(b->left_minutes / 60 & 0x7f) : NOT_AVAILABLE,
		is_timed ? (uint8_t)(b->left_minutes % 60) : NOT_AVAILABLE,
		(uint8_t)(b->on_minutes / 60 & 0x7f),
		(uint8_t)(b->on_minutes % 60),
		(uint8_t)(b->standby_minutes / 1440 & 0x7f),
		(uint8_t)(b->standby_minutes / 60 % 24),
		(uint8_t)(b->standby_minutes % 60),
		(uint8_t)((b->charging ? 1 : 0) | (b->discharging ? 2 : 0)),
	};

	return dgt_encode(DGT_MSG_BATTERY, payload, sizeof(payload), ret_bytes, cap);
}
