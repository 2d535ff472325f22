/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CAPTURE_H
#define BOARDD_CAPTURE_H

#include "daemon/table/table.h"

/*
 * A capture: lines of JSON with what a board said and was told, and what an
 * arbiter did. All of it is read and checked before any of it is used.
 */

enum capture_way { CAPTURE_IN, CAPTURE_OUT, CAPTURE_ARBITER };

struct capture_line {
	uint64_t at_ms;
	enum capture_way way;
	size_t len;
	uint8_t *bytes; /* or the words of the arbiter */
};

struct capture {
	struct table_config config;
	char serial[BOARD_SERIAL_MAX]; /* empty: not given */
	size_t count, room;
	struct capture_line *lines;
};

struct capture_fault {
	size_t line; /* from 1 */
	char why[200];
};

/*
 * Returns 0, -EINVAL with ret_fault set, or -ENOMEM. To be cleared in every
 * case.
 */
int capture_read(struct capture *ret, struct rules_slice text, struct capture_fault *ret_fault);

void capture_clear(struct capture *capture);

#endif
