/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_MIRROR_H
#define BOARDD_DGT_MIRROR_H

#include "board-protocol/dgt/eeprom.h"
#include "board-protocol/dgt/message.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * What we believe stands on the board, and the last changes that led there.
 * Those changes are the bookmark in the board's event log: after a gap, what
 * follows them there is what we missed.
 */

#define DGT_TRAIL_MAX 64

/*
 * The board overwrites a tag when the same square changes again at once, so a
 * trail keeps only the last of several changes in a row of one square.
 */
struct dgt_trail {
	size_t count;
	struct dgt_field changes[DGT_TRAIL_MAX]; /* the oldest first */
};

void dgt_trail_add(struct dgt_trail *trail, struct dgt_field change);

/* How many changes, counted from the newest, are the same; skip of the newest are left out. */
size_t dgt_trail_common(const struct dgt_trail *a, const struct dgt_trail *b, size_t skip);

struct dgt_mirror {
	bool is_known;
	bool is_pressed; /* the clock was pressed since the last change */
	struct board_men board;
	struct dgt_trail trail;
};

/* Everything is as this board says; the way there is not known. */
void dgt_mirror_adopt(struct dgt_mirror *m, const struct board_men *board);

/*
 * One square changed. Returns true, and the event lifted, placed or replaced,
 * unless the mirror showed it so already. Only square, piece, was and type of
 * the event are set.
 */
bool dgt_mirror_apply(struct dgt_mirror *m, struct dgt_field change, struct board_event *ret_event);

/*
 * The tags of a log, replayed on a mirror: changes and presses become events.
 * After a power-up the board lists the pieces it finds: that is a position
 * and becomes a dump. The list may go on in the next packet of a bus.
 */
struct dgt_replay {
	size_t at; /* in the log */
	bool is_listing;
	bool power_was_lost;
	uint64_t listed; /* squares, one bit each */
	struct board_men list;
};

/* Where to begin; a list that was open is closed. */
void dgt_replay_init(struct dgt_replay *r, size_t at);

/*
 * Reads on until an event is out. Returns false at the end of the log: a list
 * that is still open then stays open for dgt_replay_finish().
 */
bool dgt_replay_next(struct dgt_replay *r, struct dgt_mirror *m, const uint8_t *log, size_t len,
		     struct board_event *ret_event);

/* Nothing follows. Returns true, and a dump, when a list was open. */
bool dgt_replay_finish(struct dgt_replay *r, struct dgt_mirror *m, struct board_event *ret_event);

/*
 * Where in a log the gap begins: behind what the mirror has seen already.
 * seen is the mirror when the board was lost, now a dump from after the gap
 * (NULL when there is none). Returns false when the log does not tell: it was
 * overwritten, or does not lead to what now stands on the board.
 */
bool dgt_gap_find(const uint8_t *log, size_t len, const struct dgt_mirror *seen,
		  const struct board_men *now, size_t *ret_at);

/*
 * Did men move between that place in the log and the changes told since? A man
 * lifted and put back has not moved. False also when the log does not tell:
 * the power was off, or its end is not what was told since.
 */
bool dgt_gap_has_moved(const uint8_t *log, size_t len, size_t at, const struct dgt_mirror *left,
		       const struct dgt_trail *since);

BOARDD_PUBLIC_END

#endif
