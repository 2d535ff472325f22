/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BOARD_H
#define BOARDD_BOARD_H

#include <stdalign.h>

#include "board-protocol/event.h"
#include "libboardd/public.h"

BOARDD_PUBLIC_BEGIN

/*
 * What a make of board is, and the talk with what is at the other end of a
 * port, whoever made it. A make is one folder and one line in makes.c; nothing
 * outside names it. docs/writing-a-board.md tells how to add one.
 *
 * A session: time and bytes go in; bytes to write and events come out. No I/O,
 * no clock, no allocation; the struct is plain data, copied by assignment.
 *
 * How it is driven:
 *
 *	board_session_init(s, &config);
 *	board_session_open(s, now);                       the port is open and flushed
 *	for (;;) {
 *		board_session_feed(s, now, bytes, len);   or board_session_tick(s, now)
 *		while (board_session_next(s, &event))     take what happened
 *			...
 *		board_session_take(s, buffer, size);      write it
 *		wait for bytes, or until board_session_deadline(s)
 *	}
 *
 * Events are taken after every call, board_session_open() and _close() included.
 * Timers act as if at their own deadline, and before bytes that came later: the
 * same bytes at the same times give the same events, however late the caller
 * wakes up. After LOST the caller closes the port and opens it again when it likes.
 */

#define BOARD_NEVER       UINT64_MAX
#define BOARD_OUT_MAX     256   /* bytes that board_session_take() may give at once */
#define BOARD_BUS_MAX     32    /* boards on one bus */
#define BOARD_SESSION_MAX 28672 /* bytes of the longest session */
#define BOARD_WORDS_MAX   8
#define BOARD_KEY         6    /* bytes of what a maker lets programs in with */
#define BOARD_MEET_MS     8000 /* who has not said by then who it is, is of another make */

/* --- what a make is --- */

/* What boards of a make can tell, or do. */
enum board_tells {
	BOARD_TELLS_MEN = 1 << 0,    /* which man stands where; else only whether one does */
	BOARD_TELLS_EVENTS = 1 << 1, /* each change as it happens; else only whole boards */
	BOARD_TELLS_CLOCK = 1 << 2,
	BOARD_TELLS_LOG = 1 << 3, /* what happened while nobody listened */
	BOARD_TELLS_BUS = 1 << 4, /* many boards on one line */
	BOARD_HAS_LIGHTS = 1 << 5,
	BOARD_SETS_CLOCK = 1 << 6,
};

/* What a board calls itself on USB. */
struct board_usb {
	const char *maker, *product_name; /* as the device spells them; NULL: any */
	const char *name;                 /* for people */
	uint16_t vendor, product;         /* 0, 0: any */
	uint16_t product_last;            /* of several, from product on; 0: it is one */
	bool is_generic;                  /* others sell things with the same numbers */
};

/*
 * What a board calls itself on Bluetooth, and where its bytes go. Low energy: a service
 * with characteristics, UUIDs in small letters. Classic: the serial port profile.
 */
struct board_bluetooth {
	const char *name_has;         /* a part of its name, in letters of any size; or NULL */
	const char *name_lacks;       /* and no part of it: then it is another of ours; or NULL */
	const char *service;          /* the UUID of a service that it shows; or NULL */
	const char *notify, *answers; /* what the board says comes from these; answers or NULL */
	const char *write;            /* what we say goes there; NULL: it is classic */
	const char *pin;              /* of a classic one, unless the user knows another */
	uint16_t pace_ms;             /* between two messages to it */
	bool is_generic;              /* others show the same service, or have the same name */
	bool wants_both;              /* neither name nor service is enough alone */
};

/* The service that a classic one offers. */
#define BOARD_SERIAL_PORT "00001101-0000-1000-8000-00805f9b34fb"

/* A few bytes that are known beforehand. */
struct board_words {
	uint8_t len;
	uint8_t bytes[BOARD_WORDS_MAX];
};

enum board_wiring {
	BOARD_WIRING_UNKNOWN, /* one board is tried first, then a bus */
	BOARD_WIRING_SINGLE,
	BOARD_WIRING_BUS,
};

struct board_config {
	enum board_wiring wiring;
	bool is_bluetooth; /* scans at half speed, and has a battery */
	bool skip_log;     /* after a gap do not fetch the log (8 s, blind) */
	/*
	 * Find out who is there and, with unknown wiring, whether it is alone (2 s);
	 * then say `connected`, and no more, and be lost when nobody asks on. On the
	 * board nothing begins by that.
	 */
	bool only_meet;
	bool is_recorded; /* by another program: what comes is no answer to what we ask */
	uint8_t make;     /* its number in makes.c; no pointer, for a snapshot outlives us */
};

enum board_state {
	BOARD_ST_CLOSED,
	BOARD_ST_MEETING,  /* who is there? */
	BOARD_ST_STARTING, /* known, and not seen yet */
	BOARD_ST_RUNNING,
	BOARD_ST_FETCHING, /* the log, and blind meanwhile */
	BOARD_ST_BUS,      /* a bus, at whatever stage */
	BOARD_ST_LOST,
};

/* To be shown by the clock of a board. */
struct board_clock_setting {
	uint32_t left_s, right_s;
	bool is_running;
	enum board_side running;
};

/* For a recording by another program: what a board says that was not asked as we ask. */
struct board_stand_in {
	const char *serial;
	const struct board_men *men; /* NULL: the recording shows them itself */
};

/* The functions get the make's own session. Those below "optional" may be NULL. */
struct board_make {
	const char *name;   /* one word: of a capture, and of options */
	const char *title;  /* for people */
	unsigned tells;     /* a set of enum board_tells */
	bool is_hid;        /* on USB it is no serial port, but a HID device */
	bool is_radio;      /* it has no cable: a serial port is none of this make */
	uint32_t baud;      /* of a serial port, 8N1 */
	bool lines_low;     /* and it wants DTR and RTS low */
	uint32_t scan_ms;   /* a change is told so late, at most; 0: as is usual */
	uint32_t lights_ms; /* so long between two orders to the lights */
	size_t usb_count;
	const struct board_usb *usb; /* most telling first */
	struct board_usb
		adapter; /* a chip that all kinds of things have: its port has to be named */
	size_t bluetooth_count;
	const struct board_bluetooth *bluetooth;
	struct board_words greeting; /* a session begins with these; so does its recording */
	struct board_words ask_battery;
	size_t session_size; /* at most BOARD_SESSION_MAX */

	void (*init)(void *s, const struct board_config *config);
	void (*open)(void *s, uint64_t at_ms);
	void (*close)(void *s, uint64_t at_ms);
	size_t (*feed)(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len);
	void (*tick)(void *s, uint64_t at_ms);
	uint64_t (*deadline)(const void *s);
	bool (*next)(void *s, struct board_event *ret_event);
	size_t (*take)(void *s, uint8_t *ret_bytes, size_t cap);
	enum board_state (*state)(const void *s);
	uint64_t (*now_ms)(const void *s);
	const struct board_men *(*men)(const void *s, uint16_t address);

	/* optional: see the functions of the same name below */
	size_t (*unlock)(const uint8_t key[BOARD_KEY], uint8_t *ret_bytes, size_t cap);
	size_t (*lights)(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap);
	void (*ask_board)(void *s, uint64_t at_ms);
	uint64_t (*agreed_ms)(const void *s);
	bool (*set_clock)(void *s, const struct board_clock_setting *setting);
	bool (*is_here)(const void *s, uint16_t address, uint64_t *ret_heard_ms);
	void (*meet)(void *s, uint16_t address);
	size_t (*peek)(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len,
		       struct board_event *ret_event);
	size_t (*stand_in)(const void *s, const struct board_stand_in *as, const uint8_t *asked,
			   size_t len, size_t *ret_used, uint8_t *ret_bytes, size_t cap);
};

/* All makes, in the order in which they are tried; *ret_count is how many. */
const struct board_make *const *board_makes(size_t *ret_count);

/* The make with this number. A number that no make has is a mistake of the caller. */
const struct board_make *board_make_at(uint8_t number);

/* The number of the make with this name. Returns false when there is none. */
bool board_make_find(const char *name, uint8_t *ret_number);

/*
 * What a board is told to be let in with the key that its maker gave; its length, at most
 * cap. Returns 0 where there is no such thing.
 */
size_t board_make_unlock(const struct board_make *make, const uint8_t key[BOARD_KEY],
			 uint8_t *ret_bytes, size_t cap);

/* --- the talk with a board --- */

struct board_session {
	/* Private to session.c. */
	uint8_t make;
	alignas(uint64_t) unsigned char own[BOARD_SESSION_MAX];
};

void board_session_init(struct board_session *s, const struct board_config *config);

/* The port is open, set as the make wants it, and flushed. May follow a loss, or an open port. */
void board_session_open(struct board_session *s, uint64_t at_ms);

/* The port failed, hung up or was closed. What was known is kept for the next open. */
void board_session_close(struct board_session *s, uint64_t at_ms);

/*
 * Bytes from the port. Returns how many were taken: fewer than len when
 * events wait to be taken first; then take them all and feed the rest.
 */
size_t board_session_feed(struct board_session *s, uint64_t at_ms, const uint8_t *bytes,
			  size_t len);

/* Time has passed. */
void board_session_tick(struct board_session *s, uint64_t at_ms);

/* When board_session_tick has something to do, at the latest; BOARD_NEVER: only bytes help. */
uint64_t board_session_deadline(const struct board_session *s);

/* The next event. Returns false when there is none. */
bool board_session_next(struct board_session *s, struct board_event *ret_event);

/* Bytes to write now. Returns how many, at most cap. */
size_t board_session_take(struct board_session *s, uint8_t *ret_bytes, size_t cap);

const struct board_make *board_session_make(const struct board_session *s);
enum board_state board_session_state(const struct board_session *s);

/* The time of the last thing that happened in it. */
uint64_t board_session_now(const struct board_session *s);

/*
 * What we believe stands on the board with this address (0: the single one).
 * Returns NULL while that is not known, also during a gap. Borrowed.
 */
const struct board_men *board_session_men(const struct board_session *s, uint16_t address);

/*
 * A dump of a single board is wanted now, whatever the hands do. The answer is
 * an event only if it contradicts us; board_session_agreed_ms() tells the rest.
 */
void board_session_ask_board(struct board_session *s, uint64_t at_ms);

/* When the last dump of a single board was asked for that showed what we believe; 0: never. */
uint64_t board_session_agreed_ms(const struct board_session *s);

/*
 * The clock of a single board is to show this. Sent once: a second time would give back
 * what has run since. The answer is an event; so is that there was none. Returns false when it
 * cannot be sent, or not now.
 */
bool board_session_set_clock(struct board_session *s, const struct board_clock_setting *setting);

/*
 * The order by which these squares shine, bit 0 for a1, and no others; its length, at most cap.
 * Nothing of the session depends on it, and no board tells surely that it has obeyed. Returns 0
 * where there are no lights. A board that takes few squares at once gets the first of them.
 */
size_t board_session_lights(const struct board_session *s, uint64_t squares, uint8_t *ret_bytes,
			    size_t cap);

/* Is a board of a bus there, and when did it last say anything? */
bool board_session_is_here(const struct board_session *s, uint16_t address, uint64_t *ret_heard_ms);

/* Somebody else listens to this board of a bus: it is asked anew who it is and what stands there.
 */
void board_session_meet(struct board_session *s, uint16_t address);

/* --- recordings --- */

/*
 * Reads a recording without a talk: what each message says, asked for or not. For a
 * session that is used for nothing else. Returns how many bytes were read, at least
 * 1 when len > 0; ret_event is connected (serial only), lifted, placed, dump or none.
 */
size_t board_session_peek(struct board_session *s, uint64_t at_ms, const uint8_t *bytes, size_t len,
			  struct board_event *ret_event);

/*
 * Answers one of the commands that the session wrote. Returns the length of the
 * answer, 0 when there is none, or none now: never into the middle of a message.
 * *ret_used is the length of the command, at least 1 when len > 0.
 */
size_t board_session_stand_in(const struct board_session *s, const struct board_stand_in *as,
			      const uint8_t *asked, size_t len, size_t *ret_used,
			      uint8_t *ret_bytes, size_t cap);

BOARDD_PUBLIC_END

#endif
