/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_HOST_H
#define BOARDD_DGT_HOST_H

#include "board-protocol/dgt/bus.h"
#include "board-protocol/dgt/command.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * The other end of the cable: what a host writes, read as a board reads it.
 * The simulator and the tests listen with this. Plain data, chunks of any size.
 *
 * Harmful commands are understood here, so that a test can see that nobody
 * sends them.
 */

#define DGT_HOST_DATA_MAX 128

enum dgt_host_type {
	DGT_HOST_NONE,    /* not complete yet */
	DGT_HOST_COMMAND, /* one byte */
	DGT_HOST_DATA,    /* a byte, a count, and that many bytes */
	DGT_HOST_BUS,     /* a bus request with a good checksum */
	DGT_HOST_DAMAGED, /* a bus request that is none */
};

struct dgt_host_request {
	enum dgt_host_type type;
	uint8_t command; /* its first byte */
	uint16_t address;
	size_t len;
	const uint8_t *data; /* borrowed: what follows the count; all bytes of a damaged one */
};

struct dgt_host {
	/* Private to host.c. */
	size_t have;
	uint8_t bytes[DGT_HOST_DATA_MAX + 2];
};

void dgt_host_init(struct dgt_host *host);

/*
 * Feeds bytes until one request is complete or they run out. Returns how many
 * were consumed, at least 1 when len > 0 unless a damaged request came out.
 */
size_t dgt_host_feed(struct dgt_host *host, const uint8_t *bytes, size_t len,
		     struct dgt_host_request *ret_request);

BOARDD_PUBLIC_END

#endif
