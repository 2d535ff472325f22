/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/bus.h"

#include "board-protocol/dgt/message.h"

#include <assert.h>
#include <string.h>

uint8_t dgt_bus_checksum(const uint8_t *bytes, size_t len)
{
	unsigned sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += bytes[i];
	return sum & 0x7f;
}

void dgt_bus_request(enum dgt_bus_command command, uint16_t address,
		     uint8_t ret_bytes[DGT_BUS_REQUEST_LEN])
{
	assert(address <= DGT_BUS_ADDRESS_MAX);
	ret_bytes[0] = (uint8_t)command;
	ret_bytes[1] = (uint8_t)(address >> 7);
	ret_bytes[2] = address & 0x7f;
	ret_bytes[3] = dgt_bus_checksum(ret_bytes, 3);
}

size_t dgt_bus_reply(uint8_t id, uint16_t address, const uint8_t *data, size_t len,
		     uint8_t *ret_bytes, size_t cap)
{
	size_t total = len + DGT_BUS_OVERHEAD;

	assert(address <= DGT_BUS_ADDRESS_MAX);
	if (total > cap || total > DGT_FRAME_MAX)
		return 0;
	ret_bytes[0] = id;
	ret_bytes[1] = (uint8_t)(total >> 7);
	ret_bytes[2] = total & 0x7f;
	ret_bytes[3] = (uint8_t)(address >> 7);
	ret_bytes[4] = address & 0x7f;
	if (len > 0)
		memcpy(ret_bytes + 5, data, len);
	ret_bytes[total - 1] = dgt_bus_checksum(ret_bytes, total - 1);
	return total;
}
