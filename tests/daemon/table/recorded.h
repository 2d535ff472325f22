/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_RECORDED_H
#define BOARDD_TESTS_RECORDED_H

#include "daemon/desk/replay.h"
#include "tests/daemon/table/played.h"

/*
 * A simulated game as a recording that another program made: it asked the
 * board its own questions, and it noted the bytes but not when they came. The
 * times were put in later, between those the clock tells. All that is right in
 * such a recording is the order.
 */

/* When a message is said to have come. */
enum recorded_times {
	RECORDED_TRUE,   /* as it did */
	RECORDED_SPREAD, /* evenly between two messages of the clock */
	RECORDED_EARLY,  /* as soon as can be after the one before */
	RECORDED_LATE,   /* as late as can be before the next one */
	RECORDED_DIGITS, /* evenly, and the clock's own by the seconds it shows */
	RECORDED_PACKED, /* each as soon as can be after the one before */
	RECORDED_TIMES,
};

/* What the other program asks. */
enum recorded_host {
	RECORDED_PLAIN,    /* the board, the clock, changes */
	RECORDED_CURIOUS,  /* all there is, and the board again after every change */
	RECORDED_UPDATING, /* number and version first; the clock's time every second */
	RECORDED_BLIND,    /* changes of the board only: no clock */
	RECORDED_HOSTS,
};

/* How the bytes are laid on lines. */
enum recorded_lines {
	RECORDED_WHOLE, /* a message each */
	RECORDED_JOINED,
	RECORDED_BROKEN, /* wherever a read ended */
	RECORDED_LINES,
};

struct recorded_config {
	struct contest played;
	enum recorded_times times;
	enum recorded_host host;
	enum recorded_lines lines;
	const char *serial; /* in the first line; NULL: none */
	bool has_start;
	bool has_outs;    /* what the board was asked is there too */
	bool begins_late; /* with the last bytes of a message */
};

#define RECORDED_MAX 20000 /* messages */

struct recorded_message {
	uint64_t at_ms;
	bool is_out;
	size_t at, len; /* in the bytes */
};

struct recorded {
	struct played played;
	struct replay replay;
	size_t count;
	struct recorded_message messages[RECORDED_MAX];
	size_t byte_count;
	uint8_t bytes[1 << 20];
	size_t text_len;
	char text[1 << 22];
	/* The rest is private. */
	struct recorded_config config;
	struct sim_random random;
	uint64_t ask_ms; /* when the host asks for the board */
};

/* Plays a game, writes its recording into text, and has that replayed. */
void recorded_run(struct recorded *r, struct recorded_config config);

#endif
