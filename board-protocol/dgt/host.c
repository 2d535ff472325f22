/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/host.h"

#include <string.h>

void dgt_host_init(struct dgt_host *host)
{
	memset(host, 0, sizeof(*host));
}

static bool has_data(uint8_t byte)
{
	return byte == DGT_CMD_CLOCK || byte == DGT_CMD_I2C_CLOCK || byte == DGT_CMD_LEDS ||
	       byte == DGT_CMD_DEVELOPER_KEY;
}

/* How long the open request will be, as far as its bytes tell. */
static size_t need(const struct dgt_host *host)
{
	if (host->bytes[0] >= 0x80)
		return DGT_BUS_REQUEST_LEN;
	if (!has_data(host->bytes[0]))
		return 1;
	return host->have < 2 ? 2 : (size_t)host->bytes[1] + 2;
}

static void give(struct dgt_host *host, struct dgt_host_request *ret_request)
{
	const uint8_t *b = host->bytes;
	bool is_bus = b[0] >= 0x80;
	bool is_good = !is_bus || (host->have == DGT_BUS_REQUEST_LEN &&
				   dgt_bus_checksum(b, host->have - 1) == b[host->have - 1]);

	*ret_request = (struct dgt_host_request){.command = b[0]};
	if (!is_good) {
		ret_request->type = DGT_HOST_DAMAGED;
		ret_request->data = b;
		ret_request->len = host->have;
	} else if (is_bus) {
		ret_request->type = DGT_HOST_BUS;
		ret_request->address = (uint16_t)(b[1] << 7 | b[2]);
	} else if (has_data(b[0])) {
		ret_request->type = DGT_HOST_DATA;
		ret_request->data = b + 2;
		ret_request->len = host->have - 2;
	} else {
		ret_request->type = DGT_HOST_COMMAND;
	}
	host->have = 0;
}

size_t dgt_host_feed(struct dgt_host *host, const uint8_t *bytes, size_t len,
		     struct dgt_host_request *ret_request)
{
	size_t used = 0;

	*ret_request = (struct dgt_host_request){.type = DGT_HOST_NONE};
	while (used < len && ret_request->type == DGT_HOST_NONE) {
		/* A top bit begins anew; the count of a command with data has none. */
		if (bytes[used] >= 0x80 && host->have > 0 &&
		    (host->bytes[0] >= 0x80 || host->have == 1)) {
			if (host->bytes[0] >= 0x80)
				give(host, ret_request);
			host->have = 0;
			continue;
		}
		host->bytes[host->have++] = bytes[used++];
		if (host->have >= need(host))
			give(host, ret_request);
	}
	return used;
}
