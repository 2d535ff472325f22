/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_REPLAY_H
#define BOARDD_REPLAY_H

#include "daemon/desk/capture.h"
#include "daemon/table/rerun.h"

/*
 * A capture, played through a table as if its board were there. A recording of
 * our own session holds the board's answers; one by another program holds
 * answers to other questions, so a stand-in says what its board would have
 * said to ours. Its times count, unless they are put in. No I/O, no clock.
 */

/* What a stand-in has said, each once; it says few different things. */
#define REPLAY_SAID_MAX 8

/* Times between messages that are told apart. */
#define REPLAY_LENGTHS_MAX 256

struct replay_said {
	size_t len;
	uint8_t bytes[256];
};

/* An action that the game refuses: the line of the capture, its words, and why. */
typedef void replay_refused(void *data, size_t line, struct rules_slice words, const char *why);

struct replay {
	const struct capture *capture;
	struct table table;
	/* The rest is private to replay.c. */
	struct table from, scratch;
	size_t count, room; /* of inputs, for an undo */
	struct rerun_input *inputs;
	struct board_session peeked; /* the recording, read without a talk: first all of it, */
	struct board_session parted; /* then message by message */
	size_t said_count;
	struct replay_said said[REPLAY_SAID_MAX];
	struct board_men men; /* that a board shows which the recording does not show */
	table_tell *tell;
	replay_refused *refused;
	void *data;
	bool has_failed;  /* no memory */
	bool is_silent;   /* only to see whether board and session talk */
	bool is_met;      /* the session knew the board when it was first shown */
	bool is_paced;    /* its times mean nothing: the table gets others */
	uint64_t lead_ms; /* a stand-in has greeted us before the first line; 0: none is needed */
	uint64_t noted_ms[2]; /* of the last message and the one before: as the recording has it, */
	uint64_t paced_ms[2]; /* and as the table gets it */
	size_t steps, lengths; /* times before a change, and how many different ones */
	uint64_t length_ms[REPLAY_LENGTHS_MAX];
	char serial[BOARD_SERIAL_MAX]; /* that the board tells in the recording; empty: it does not
					*/
	size_t dump_line;              /* where the board is first shown; SIZE_MAX: nowhere */
	uint64_t lifted;               /* squares that a man was lifted from */
	bool is_oriented, is_turned;   /* which way the board lies, by the first man put down */
};

/*
 * Plays all of it, and a while longer, and tells the news with the capture's
 * times; refused may be NULL. False: there was no memory for an undo.
 */
bool replay_run(struct replay *r, const struct capture *capture, table_tell *tell,
		replay_refused *refused, void *data);

#endif
