/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_DGT_STORY_H
#define BOARDD_TESTS_DGT_STORY_H

#include "model.h"
#include "text.h"

#include "board-protocol/dgt/session.h"

/*
 * The words of the session's tests. One session, the boards at its port, and
 * what the session told since it was last asked.
 */

#define STORY_BOARDS_MAX 4
#define STORY_HEARD_MAX  262144

/* What reached the session, and when: a byte, or the port. */
enum { HEARD_OPEN = 0x100, HEARD_CLOSE };

struct heard {
	uint64_t at_ms;
	uint16_t what;
};

/*
 * Changes in order. Several of one square in a row count as the last, and
 * none when it left the square as it was: more a log does not tell.
 */
struct path {
	size_t count;
	struct dgt_field changes[4096];
	board_piece before[4096];
};

struct story {
	struct dgt_session session;
	struct model boards[STORY_BOARDS_MAX];
	size_t board_count;
	uint64_t now_ms;
	bool is_plugged;
	/* Faults on the way from the boards, in per mille of the bytes. */
	uint32_t seed;
	unsigned drop, flip, twice;
	size_t written_len;
	uint8_t written[65536]; /* all the session wrote */
	size_t heard_count;
	struct heard heard[STORY_HEARD_MAX];
	struct text told;
	struct path true_path, told_path; /* of the first board */
};

extern struct story story;

uint32_t story_random(uint32_t limit);

/* A new session, and boards at its port: nothing has happened yet. */
void story_begin(struct board_config config, size_t boards);

#define CABLE ((struct board_config){.wiring = BOARD_WIRING_SINGLE})

/* A single board in the start position, recognised; without a clock, and with one at 3:00. */
void connected(void);
void connected_with_clock(void);

/* The port is opened, closed. */
void plug(void);
void unplug(void);

/* Time passes; everyone says what he has to. */
void pass(uint64_t ms);

/* On the first board, seen at once: "e2", and "P" or "." */
void put(const char *square, char piece);
void carry(const char *from, const char *to);
void on_board(size_t index, const char *square, char piece);
void press(enum board_side side);

/* Bytes out of nowhere, in hex. */
void noise(const char *hex);

/* What was told since the last time, line by line, without clock and dump of the start. */
void expect(const char *lines);
/* The same, but any number of other lines may stand around it. */
void expect_among(const char *line);
void expect_nothing(void);
void forget(void);

/* The same bytes at the same times, with nobody to tick, give the same story. */
void expect_same_when_replayed(void);

/* All that happened on the first board was told, in order, and nothing twice. */
void expect_whole_path(void);

/* The session and the first board agree. */
void expect_agreement(void);

#endif
