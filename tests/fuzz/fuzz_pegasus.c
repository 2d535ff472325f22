/* SPDX-License-Identifier: GPL-3.0-or-later */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	talk("pegasus", data, size, 67, check_written);
	return 0;
}
