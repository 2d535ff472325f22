/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DGT_SESSION_H
#define BOARDD_DGT_SESSION_H

#include "board-protocol/board.h"
#include "board-protocol/dgt/bus.h"
#include "board-protocol/dgt/clock_command.h"
#include "board-protocol/dgt/mirror.h"
#include "board-protocol/dgt/parser.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * The talk with what is at the other end of a port: one board, or a bus of
 * them. Time and bytes go in; bytes to write and events come out. No I/O, no
 * clock, no allocation; the struct is plain data, copied by assignment.
 *
 * How it is driven:
 *
 *	dgt_session_open(s, now);                       the port is open and flushed
 *	for (;;) {
 *		dgt_session_feed(s, now, bytes, len);   or dgt_session_tick(s, now)
 *		while (dgt_session_next(s, &event))     take what happened
 *			...
 *		dgt_session_take(s, buffer, size);      write it
 *		wait for bytes, or until dgt_session_deadline(s)
 *	}
 *
 * Events are taken after every call, dgt_session_open() and _close() included.
 * Timers act as if at their own deadline, and before bytes that came later:
 * the same bytes at the same times give the same events, however late the
 * caller wakes up.
 *
 * What follows what:
 *
 * CLOSED       opened                   -> GREETING     writes 40
 * GREETING     the line has settled     -> IDENTIFYING  writes 4d, three times at most
 * IDENTIFYING  version                  -> STARTING     writes 45 55, then 4b, then 42;
 *                                          BUS_ENTERING to check that it is alone
 * IDENTIFYING  no answer                -> LOST, or BUS_ENTERING when the wiring is not known
 * STARTING     dump                     -> RUNNING      connected
 * RUNNING      changes, times           -> RUNNING      lifted placed replaced clock pressed
 * RUNNING      two dumps contradict us  -> RUNNING      dump, resynced; square by square
 *              the same after a gap     -> FETCHING     writes 40 49
 *              a gap changed nothing, and hands are still -> FETCHING     the same
 * FETCHING     log                      -> RUNNING      what was missed; then 4b 42
 * any          5 s of silence           -> LOST
 * RUNNING      5 s of nothing but damage -> LOST        next time a bus is tried first
 * any          closed                   -> CLOSED       lost
 *
 * BUS_ENTERING the line has settled     -> BUS_FINDING  writes 4a
 * BUS_FINDING  a round brings no news   -> BUS_RUNNING  connected, for each
 *              one board, which answered alone too -> GREETING, and now it is known
 * BUS_RUNNING  each board in its turn   -> BUS_RUNNING
 * BUS_RUNNING  now and then             -> BUS_FINDING
 *
 * After LOST the caller closes the port and opens it again when it likes.
 */

#define DGT_EVENTS_MAX  28
#define DGT_WRITES_MAX  16
#define DGT_PENDING_MAX 8

enum dgt_session_state {
	DGT_ST_CLOSED,
	DGT_ST_GREETING,
	DGT_ST_IDENTIFYING,
	DGT_ST_STARTING,
	DGT_ST_RUNNING,
	DGT_ST_FETCHING,
	DGT_ST_BUS_ENTERING,
	DGT_ST_BUS_FINDING,
	DGT_ST_BUS_RUNNING,
	DGT_ST_LOST,
};

enum dgt_timer {
	DGT_TIMER_WRITE,   /* the next command may go out */
	DGT_TIMER_PARSER,  /* an open frame has waited too long */
	DGT_TIMER_SILENCE, /* nothing answers: lost */
	DGT_TIMER_PHASE,   /* of the state we are in */
	DGT_TIMER_DUMP,    /* ask for the whole board */
	DGT_TIMER_ALIVE,   /* ask for anything */
	DGT_TIMER_ORDER,   /* the clock has not acknowledged */
	DGT_TIMER_DAMAGE,  /* tell of damage, gathered */
	DGT_TIMER_FIND,    /* look for new boards of a bus */
	DGT_TIMERS,
};

struct dgt_write {
	uint8_t len;
	uint8_t bytes[DGT_CLOCK_COMMAND_MAX];
};

/* A change or a press that came before the gap was explained. */
struct dgt_pending {
	bool is_press;
	enum board_side side;
	struct dgt_field change;
};

/*
 * After a gap everything stands as before, and yet men may have gone and come
 * back. The log tells; it is read when nobody's hand is at work.
 */
struct dgt_unread {
	bool is_owed;           /* the log is still to be read */
	bool has_gone_on;       /* a change or a press was told since the gap */
	bool is_long;           /* more changes since than fit */
	uint64_t owed_ms;       /* since when */
	struct dgt_mirror left; /* as it was known when the gap began */
	struct dgt_trail since; /* changes told after it */
};

/* One board on a cable of its own. */
struct dgt_single {
	struct dgt_mirror mirror;
	struct board_identity identity, told; /* of this connection, and of the one before */
	char heard_serial[BOARD_SERIAL_MAX];  /* once; believed when heard twice in a row */
	uint64_t first_ms;                    /* when it first said who it is; 0: it has not */
	unsigned tries;                       /* of what the state waits for */
	unsigned fetches;                     /* of the log, since the gap */
	bool has_gap;                         /* what happened meanwhile is not known yet */
	bool is_unexplained;                  /* the log did not help */
	bool has_suspect;
	struct board_men suspect; /* a dump that contradicts the mirror, to be confirmed */
	uint64_t doubted;         /* squares where it does, and nothing was heard of since */
	uint64_t agreed_ms;       /* when the last dump was asked for that we agree with */
	bool is_mute;             /* a dump was asked for twice, and none came */
	bool is_asked;            /* somebody waits for a dump: it is not put off */
	size_t pending_count;     /* changes since the gap, kept until it is explained */
	struct dgt_pending pending[DGT_PENDING_MAX];
	bool pending_overflow;
	struct dgt_replay replay;
	size_t replay_len; /* of the log in the parser's frame; 0: none */
	struct dgt_unread unread;
	uint64_t heard_ms, gap_ms; /* the last message of any kind, and when the gap began */
	uint64_t dumped_ms, dump_asked_ms, fetch_until_ms, time_asked_ms, battery_asked_ms;
};

/* What the clock of one board last said. */
struct dgt_clock_view {
	bool is_known; /* times, lever and all */
	struct board_time time;
	bool has_stopped; /* said so once */
	bool has_doubt;   /* the lever went over in one message only, */
	uint64_t over_ms; /* at this time */
	bool has_ack;
	struct dgt_ack ack;
	uint64_t ack_ms;
};

/* One board of a bus. */
struct dgt_bus_board {
	uint16_t address;
	bool is_here; /* answers */
	bool has_version, has_emptied, has_gap;
	bool has_recovered; /* something was told of the gap */
	bool owes_changes;  /* a packet may have been lost: it must be repeated */
	bool wants_board, wants_clock, wants_start;
	bool has_packet, has_suspect;
	bool was_late;   /* what it answers may be an answer to an earlier question */
	uint32_t packet; /* fingerprint of the last changes: a repeat is not news */
	uint64_t heard_ms, poll_ms, board_ms, clock_ms;
	struct board_version firmware;
	struct dgt_mirror mirror;
	struct dgt_replay replay;
	struct board_men suspect;
	struct dgt_clock_view clock;
};

struct dgt_bus_line {
	size_t count;
	struct dgt_bus_board boards[BOARD_BUS_MAX];
	enum dgt_bus_command asked; /* 0: nothing */
	size_t whom;                /* index of the board asked, or next in turn */
	unsigned tries, rounds;
	bool has_news, has_damage; /* in this round of finding */
	bool wants_find;
	bool is_check; /* a single board has answered: is it alone? */
	size_t replay_len;
};

struct dgt_session {
	enum dgt_session_state state;
	uint64_t dropped_bytes; /* all that was ever lost on the line */
	/* The rest is private to the session. */
	struct board_config config;
	enum board_wiring wiring; /* what answered last */
	uint64_t now_ms;
	uint64_t timers[DGT_TIMERS];
	struct dgt_parser parser;
	struct dgt_clock_view clock;
	struct dgt_single single;
	struct dgt_bus_line bus;
	/* An order to the clock, until it is acknowledged. */
	struct dgt_clock_command order;
	unsigned order_tries;
	uint64_t damaged_bytes, damage_told_ms; /* not told yet, and when last told */
	enum board_damage damage;
	unsigned damage_count; /* told in a row */
	size_t event_first, event_count;
	struct board_event events[DGT_EVENTS_MAX];
	uint64_t write_ms; /* when the next command may go out */
	size_t write_first, write_count;
	struct dgt_write writes[DGT_WRITES_MAX];
	size_t out_len;
	uint8_t out[BOARD_OUT_MAX];
};

void dgt_session_init(struct dgt_session *s, struct board_config config);

/* The port is open, set to 9600 8N1 and flushed. May follow a loss, or an open port. */
void dgt_session_open(struct dgt_session *s, uint64_t at_ms);

/* The port failed, hung up or was closed. What was known is kept for the next open. */
void dgt_session_close(struct dgt_session *s, uint64_t at_ms);

/*
 * Bytes from the port. Returns how many were taken: fewer than len when
 * events wait to be taken first; then take them all and feed the rest.
 */
size_t dgt_session_feed(struct dgt_session *s, uint64_t at_ms, const uint8_t *bytes, size_t len);

/* Time has passed. */
void dgt_session_tick(struct dgt_session *s, uint64_t at_ms);

/* When dgt_session_tick has something to do, at the latest; BOARD_NEVER when only bytes help. */
uint64_t dgt_session_deadline(const struct dgt_session *s);

/* The next event. Returns false when there is none. */
bool dgt_session_next(struct dgt_session *s, struct board_event *ret_event);

/* Bytes to write now. Returns how many, at most cap. */
size_t dgt_session_take(struct dgt_session *s, uint8_t *ret_bytes, size_t cap);

/*
 * What we believe stands on the board with this address (0: the single one).
 * Returns NULL while that is not known, also during a gap. Borrowed.
 */
const struct board_men *dgt_session_board(const struct dgt_session *s, uint16_t address);

/*
 * A dump of a single board is wanted now, whatever the hands do. The answer is
 * an event only if it contradicts us; dgt_session_agreed_ms() tells the rest.
 */
void dgt_session_ask_board(struct dgt_session *s, uint64_t at_ms);

/* When the last dump of a single board was asked for that showed what we believe; 0: never. */
uint64_t dgt_session_agreed_ms(const struct dgt_session *s);

/* Is a board of a bus there, and when did it last say anything? */
bool dgt_session_is_here(const struct dgt_session *s, uint16_t address, uint64_t *ret_heard_ms);

/* Somebody else listens to this board of a bus: it is asked anew who it is and what stands there.
 */
void dgt_session_meet(struct dgt_session *s, uint16_t address);

/* A round begins on this board of a bus: its log gets a mark. False: no such board. */
bool dgt_session_start_game(struct dgt_session *s, uint16_t address);

/*
 * An order to the clock of a single board. Sent at once and again, every two
 * seconds and three times at most, until it is acknowledged; the answer is an
 * event. Returns false while the one before is open, or no board is there.
 */
bool dgt_session_clock(struct dgt_session *s, const struct dgt_clock_command *order);

BOARDD_PUBLIC_END

#endif
