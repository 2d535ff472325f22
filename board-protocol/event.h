/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BOARD_EVENT_H
#define BOARDD_BOARD_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * What every board tells, whoever made it: men that come and go, its clock,
 * its battery, who it is, and what went wrong on the line.
 *
 * A square is a1 = 0, b1 = 1, ... h8 = 63, a piece is its FEN letter. A board's
 * own numbers stay in the folder of its make. A board laid the wrong way round
 * is not turned here.
 */

/* --- men --- */

#define BOARD_SQUARES 64

typedef uint8_t board_square;

/* A FEN letter, or one of these. */
typedef char board_piece;
#define BOARD_EMPTY      '.'
#define BOARD_DRAW       '=' /* extra pieces that announce a result */
#define BOARD_WHITE_WINS '+'
#define BOARD_BLACK_WINS '-'
#define BOARD_UNKNOWN    '?' /* something stands there; the board did not say what */

struct board_men {
	board_piece at[BOARD_SQUARES];
};

bool board_men_equal(const struct board_men *a, const struct board_men *b);

/* All squares the same, usually BOARD_EMPTY or BOARD_UNKNOWN. */
struct board_men board_men_of(board_piece piece);

/* The start position, as seen from White's side or, rotated, from Black's. */
struct board_men board_men_start(bool rotated);

/* --- the clock --- */

/* The clock's sides seen from its front; who sits there is not known here. */
enum board_side { BOARD_RIGHT, BOARD_LEFT };

static inline enum board_side board_side_opposite(enum board_side side)
{
	return side == BOARD_LEFT ? BOARD_RIGHT : BOARD_LEFT;
}

struct board_side_time {
	uint8_t hours, minutes, seconds;
	bool is_known;     /* a log may tell of one side at a time */
	bool flag_blocked; /* fallen, and the clock stands at zero */
	bool flag_shown;   /* fallen, perhaps counting on in the next period */
	bool per_move;     /* the indicator of increment or delay */
};

struct board_time {
	struct board_side_time side[2]; /* by enum board_side */
	enum board_side to_move;        /* whose lever is up; the opponent has pressed */
	bool running;
	bool connected; /* false: all else is the past */
	bool battery_low;
	bool right_turn, left_turn; /* signs on the display, only for showing */
};

bool board_time_equal(const struct board_time *a, const struct board_time *b);

/* What a clock answered to an order, or said unasked. */
struct board_ack {
	bool is_good;     /* it did as told */
	bool is_answer;   /* to an order; else a button, or the like */
	uint8_t codes[4]; /* the make's own, for showing */
};

/* --- the board itself --- */

#define BOARD_SERIAL_MAX 11 /* ten characters and the end */

struct board_version {
	uint8_t main, sub; /* 0, 0: the board did not say */
};

struct board_identity {
	char serial[BOARD_SERIAL_MAX];      /* empty when the board did not say */
	char long_serial[BOARD_SERIAL_MAX]; /* newer boards */
	struct board_version firmware;
};

struct board_battery {
	uint8_t percent;
	bool charging, discharging;
	int16_t left_minutes; /* until empty or full; -1 when the board cannot tell */
	uint16_t on_minutes;
	uint32_t standby_minutes;
};

/* Why bytes were not taken for a message. */
enum board_damage {
	BOARD_DAMAGE_NONE,
	BOARD_DAMAGE_STRAY,      /* no message was open */
	BOARD_DAMAGE_CUT,        /* the next message began inside this one */
	BOARD_DAMAGE_LENGTH,     /* a length this kind of message cannot have */
	BOARD_DAMAGE_UNKNOWN_ID, /* no such message, or not on such a line */
	BOARD_DAMAGE_CHECKSUM,
	BOARD_DAMAGE_CONTENT, /* well formed, but no such square, piece or time */
	BOARD_DAMAGE_TIMEOUT, /* the rest did not come */
	BOARD_DAMAGE_END,     /* the stream ended inside a message */
};

enum board_lost {
	BOARD_LOST_CLOSED,    /* the port failed or was unplugged */
	BOARD_LOST_SILENT,    /* open, but nothing answers any more */
	BOARD_LOST_NO_ANSWER, /* nothing there ever answered */
};

enum board_resync {
	BOARD_RESYNC_UNCHANGED,  /* everything stands as before; a touch cannot be excluded */
	BOARD_RESYNC_RECOVERED,  /* what happened has been told from the log, in order */
	BOARD_RESYNC_POWER_LOST, /* the same, but the board itself was off for a while */
	BOARD_RESYNC_LOST,       /* changes were lost on the line: only their result is known */
	BOARD_RESYNC_UNKNOWN,    /* the log did not explain it: only the result is known */
	BOARD_RESYNC_MISSED,     /* the log, read later: men moved in a gap that seemed unchanged */
};

/* --- events --- */

enum board_event_type {
	BOARD_EV_NONE,
	BOARD_EV_CONNECTED, /* identity; is_other when the board is not the one before */
	BOARD_EV_LIFTED,    /* square, was */
	BOARD_EV_PLACED,    /* square, piece */
	BOARD_EV_REPLACED,  /* square, piece, was: seen without an empty square between */
	BOARD_EV_DUMP,      /* board: where everything stands, from here on */
	BOARD_EV_CLOCK,     /* time: it changed, or the clock came or went */
	BOARD_EV_PRESSED,   /* side, and time when the press showed it */
	BOARD_EV_ACK,       /* ack: of the clock, buttons included */
	BOARD_EV_BATTERY,   /* battery */
	BOARD_EV_DAMAGED,   /* damage, bytes: changes may have been lost; a dump is asked for */
	BOARD_EV_LOST,      /* lost: nothing is known from here on; address 0: the whole port */
	BOARD_EV_RESYNCED,  /* resync: known again; how, and how well the gap is known */
	BOARD_EV_READING,   /* it sends what it has written down: nothing is seen until a dump */
};

/* Seen as it happened, or read later from what the board had written down. */
enum board_source { BOARD_LIVE, BOARD_FROM_LOG };

struct board_event {
	enum board_event_type type;
	enum board_source source;
	uint64_t at_ms;   /* when we learned of it */
	uint16_t address; /* which board of a bus; 0 for a board of its own */
	board_square square;
	board_piece piece, was;
	bool is_quick; /* from the log: within about 250 ms of the change before */
	bool is_other;
	bool is_back;         /* a clock: its lever did not go over as the message before said */
	enum board_side side; /* who pressed */
	union {
		struct board_men board;
		struct board_time time;
		struct board_identity identity;
		struct board_battery battery;
		struct board_ack ack;
		enum board_lost lost;
		enum board_resync resync;
		struct {
			enum board_damage damage;
			uint32_t bytes;
		};
	};
};

/* The stable word for a kind of event, such as "lifted". */
const char *board_event_name(enum board_event_type type);
const char *board_lost_name(enum board_lost lost);
const char *board_resync_name(enum board_resync resync);
const char *board_damage_name(enum board_damage damage);

BOARDD_PUBLIC_END

#endif
