/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/board.h"
#include "board-protocol/dgt/command.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/talk.h"

/* Whatever a device says, the session of a Pegasus goes on and sends only what it may. */
static void check_written(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		expect(bytes[i] == DGT_CMD_SEND_SERIAL || bytes[i] == DGT_CMD_SEND_BOARD ||
			       bytes[i] == DGT_CMD_UPDATE_BOARD || bytes[i] == DGT_CMD_SEND_BATTERY,
		       "%02x", bytes[i]);
}

/* A key of any bytes is sent whole, or not at all. */
static void check_unlock(const uint8_t key[BOARD_KEY])
{
	uint8_t bytes[BOARD_KEY + 3], number = 0;

	expect(board_make_find("pegasus", &number), "no such make");
	for (size_t cap = 0; cap <= sizeof(bytes); cap++)
		expect(board_make_unlock(board_make_at(number), key, bytes, cap) ==
			       (cap < sizeof(bytes) ? 0 : sizeof(bytes)),
		       "room for %zu", cap);
	expect(memcmp(bytes + 2, key, BOARD_KEY) == 0, "another key");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size >= BOARD_KEY)
		check_unlock(data);
	talk("pegasus", data, size, 67, check_written);
	return 0;
}
