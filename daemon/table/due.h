/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TABLE_DUE_H
#define BOARDD_TABLE_DUE_H

#include "daemon/table/table.h"

/*
 * What is still to be done at a table before its game can begin, in its first minutes, before an
 * adjourned game goes on, where clock or boards are evidently wrong, or where a claim waits: one
 * list, by the Laws, of what they show. It says what is so now; nothing of it is a report, and
 * nobody is accused.
 */

enum table_due_what {
	TABLE_DUE_SET_UP,   /* square, is, should_be; count: wrong squares in all */
	TABLE_DUE_TURNED,   /* the board lies a quarter turn wrong */
	TABLE_DUE_CHESS960, /* count: the number of the position, to be confirmed */
	TABLE_DUE_MODE,     /* count: enum touch_mode, what the time control makes of the game */
	TABLE_DUE_CLOCK,    /* none is connected */
	TABLE_DUE_CLOCK_SETTING, /* color, is_s, should_be_s */
	TABLE_DUE_CLOCK_BATTERY,
	TABLE_DUE_BOARD_BATTERY, /* count: percent */
	TABLE_DUE_CLOCK_STARTED, /* the arbiter has said start, and no clock runs */
	TABLE_DUE_ABSENT,        /* color; until_ms: when the default time is over */
	TABLE_DUE_POSITION,      /* of an adjourned game; as SET_UP */
	TABLE_DUE_TIMES,         /* of an adjourned game; as CLOCK_SETTING */
	TABLE_DUE_ENVELOPE,      /* of an adjourned game; color: who replies, and must be there */
	TABLE_DUE_CLOCK_DRIFT,   /* as CLOCK_SETTING: it is evidently off, or has jumped */
	TABLE_DUE_CLAIM,         /* color, claim: it waits for the arbiter's ruling */
	TABLE_DUE_POSTPONED,     /* the same; count: reports that are ruled on before it */
	TABLE_DUE_BOARDS_DIFFER, /* of a game on two boards; as SET_UP; color: whose move it was */
	TABLE_DUES,
};

struct table_due {
	enum table_due_what what;
	enum touch_law law;
	uint8_t color;
	rules_square square;
	rules_piece is, should_be;
	unsigned count;
	enum touch_claim claim;
	uint32_t is_s, should_be_s;
	uint64_t until_ms;
};

#define TABLE_DUE_MAX 16

/* Returns how many. */
size_t table_due(const struct table *t, struct table_due ret[TABLE_DUE_MAX]);

/* "set-up", "clock-setting": the words of the stream. */
const char *table_due_name(enum table_due_what what);

#endif
