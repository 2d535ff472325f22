/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_EEPROM_H
#define BOARDD_DGT_EEPROM_H

#include "board-protocol/dgt/board.h"
#include "board-protocol/dgt/clock.h"
#include "libboardd/public.h"

#include <stddef.h>

BOARDD_PUBLIC_BEGIN

/*
 * The event log a board keeps in its EEPROM, and the changes a bus board
 * sends: one stream of tags, one event at a time out of it.
 *
 * The log is a ring: its oldest event may be half overwritten, and the
 * minutes of a cut time look like a piece. So nothing is trusted before the
 * first tag that cannot be part of another event.
 */

#define DGT_LOG_RING 0x1f00 /* bytes the board remembers */
#define DGT_TAG_MAX  3

enum dgt_log_type {
	DGT_LOG_CHANGE,
	DGT_LOG_TIME,     /* the side that was just stopped */
	DGT_LOG_POWER_UP, /* a list of the pieces found follows: a position, not moves */
	DGT_LOG_FOUR_ROWS,
	DGT_LOG_BOARD_EMPTY,
	DGT_LOG_DOWNLOADED,
	DGT_LOG_START,
	DGT_LOG_START_ROTATED,
	DGT_LOG_GAME_STARTED, /* by a bus command; the whole position follows */
	DGT_LOG_WATCHDOG,     /* a power-up follows */
	DGT_LOG_CLOCK_STATE,  /* newer firmware, content unknown */
	DGT_LOG_BUS_ADDRESS,  /* newer firmware, content unknown */
	DGT_LOG_NOTHING,
	DGT_LOG_SKIPPED, /* a byte without a known meaning; newer firmware: pauses */
	DGT_LOG_DAMAGED, /* the tag cannot be what it says */
	DGT_LOG_END,
};

struct dgt_log_event {
	enum dgt_log_type type;
	bool is_trusted;
	size_t at; /* of its tag in the log */
	/* CHANGE */
	board_square square;
	board_piece piece; /* BOARD_EMPTY: removed */
	bool is_quick;     /* less than about 250 ms after the change before */
	/* TIME */
	enum board_side side;
	uint8_t hours, minutes, seconds;
	/* SKIPPED, DAMAGED */
	uint8_t byte;
};

struct dgt_log {
	const uint8_t *bytes; /* borrowed */
	size_t len;
	size_t at;
	bool is_trusted;
	unsigned nothings; /* three in a row begin a power-up */
};

/* A whole log begins untrusted; the changes of a bus begin with a whole tag. */
void dgt_log_init(struct dgt_log *log, const uint8_t *bytes, size_t len, bool is_trusted);

/*
 * The next event. Returns false, and type DGT_LOG_END, at the end tag or when
 * the bytes run out; what stands behind an end tag is stale and not read.
 */
bool dgt_log_next(struct dgt_log *log, struct dgt_log_event *ret_event);

/* Writes an event as the board does. Returns its length, 0 for SKIPPED and DAMAGED. */
size_t dgt_log_write(const struct dgt_log_event *event, uint8_t ret_bytes[DGT_TAG_MAX]);

/* The stable word for a kind of event, such as "power_up". */
const char *dgt_log_name(enum dgt_log_type type);

BOARDD_PUBLIC_END

#endif
