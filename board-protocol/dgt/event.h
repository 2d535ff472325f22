/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_EVENT_H
#define BOARDD_DGT_EVENT_H

#include "board-protocol/dgt/clock.h"
#include "board-protocol/dgt/message.h"

/*
 * What a session tells: what happened on a board, at its clock and on its
 * line. Squares are a1 = 0 ... h8 = 63 of the unturned board.
 */

enum dgt_event_type {
	DGT_EV_NONE,
	DGT_EV_CONNECTED, /* identity; is_other when the board is not the one before */
	DGT_EV_LIFTED,    /* square, was */
	DGT_EV_PLACED,    /* square, piece */
	DGT_EV_REPLACED,  /* square, piece, was: seen without an empty square between */
	DGT_EV_DUMP,      /* board: where everything stands, from here on */
	DGT_EV_CLOCK,     /* time: it changed, or the clock came or went */
	DGT_EV_PRESSED,   /* side, and time when the press showed it */
	DGT_EV_ACK,       /* ack: of the clock, buttons included */
	DGT_EV_BATTERY,   /* battery */
	DGT_EV_DAMAGED,   /* damage, bytes: changes may have been lost; a dump is asked for */
	DGT_EV_LOST,      /* lost: nothing is known from here on; address 0: the whole port */
	DGT_EV_RESYNCED,  /* resync: known again; how, and how well the gap is known */
};

/* Seen as it happened, or read later from what the board had written down. */
enum dgt_source { DGT_LIVE, DGT_FROM_LOG };

enum dgt_lost {
	DGT_LOST_CLOSED,    /* the port failed or was unplugged */
	DGT_LOST_SILENT,    /* open, but nothing answers any more */
	DGT_LOST_NO_ANSWER, /* nothing there ever answered */
};

enum dgt_resync {
	DGT_RESYNC_UNCHANGED,  /* everything stands as before; a touch cannot be excluded */
	DGT_RESYNC_RECOVERED,  /* what happened has been told from the log, in order */
	DGT_RESYNC_POWER_LOST, /* the same, but the board itself was off for a while */
	DGT_RESYNC_LOST,       /* changes were lost on the line: only their result is known */
	DGT_RESYNC_UNKNOWN,    /* the log did not explain it: only the result is known */
};

struct dgt_identity {
	char serial[DGT_SERIAL_MAX];      /* empty when the board did not say */
	char long_serial[DGT_SERIAL_MAX]; /* newer boards */
	struct dgt_version firmware;
};

struct dgt_event {
	enum dgt_event_type type;
	enum dgt_source source;
	uint64_t at_ms;   /* when we learned of it */
	uint16_t address; /* which board of a bus; 0 for a board of its own */
	dgt_square square;
	dgt_piece piece, was;
	bool is_quick; /* from the log: within about 250 ms of the change before */
	bool is_other;
	bool is_back;       /* a clock: its lever did not go over as the message before said */
	enum dgt_side side; /* who pressed */
	union {
		struct dgt_board board;
		struct dgt_time time;
		struct dgt_identity identity;
		struct dgt_battery battery;
		struct dgt_ack ack;
		enum dgt_lost lost;
		enum dgt_resync resync;
		struct {
			enum dgt_damage damage;
			uint32_t bytes;
		};
	};
};

/* The stable word for a kind of event, such as "lifted". */
const char *dgt_event_name(enum dgt_event_type type);
const char *dgt_lost_name(enum dgt_lost lost);
const char *dgt_resync_name(enum dgt_resync resync);

#endif
