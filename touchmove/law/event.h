/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_EVENT_H
#define BOARDD_TOUCH_EVENT_H

#include "libboardd/public.h"
#include "rules-core/pgn.h"
#include "rules-core/san.h"

BOARDD_PUBLIC_BEGIN

/*
 * What goes into the machine: what a board or a clock showed, or what an
 * arbiter did, each with its time. Times never fall.
 */
enum touch_event_type {
	TOUCH_EV_TICK,     /* only time has passed */
	TOUCH_EV_LIFTED,   /* square; what stood there is known */
	TOUCH_EV_PLACED,   /* square, piece; another man on it was taken in the same scan */
	TOUCH_EV_PRESSED,  /* color */
	TOUCH_EV_CLOCK,    /* color whose clock runs; TOUCH_BOTH: none does, play has stopped */
	TOUCH_EV_FLAG,     /* color whose flag the clock shows fallen; detail: enum touch_flag */
	TOUCH_EV_ADJUSTED, /* color announced that he adjusts */
	TOUCH_EV_ARBITER,  /* action and what belongs to it */
};

/* The words of the arbiter (section 12 of the procedure). */
enum touch_action {
	TOUCH_ACT_START,
	TOUCH_ACT_REPORT, /* report, color or both */
	TOUCH_ACT_ACCIDENTAL,
	TOUCH_ACT_ATTRIBUTE, /* color */
	TOUCH_ACT_CLAIM,     /* claim, color, text: the announced move or empty */
	TOUCH_ACT_OFFER,     /* color */
	TOUCH_ACT_ACCEPT,    /* color */
	TOUCH_ACT_DECLINE,   /* color */
	TOUCH_ACT_RESIGN,    /* color */
	TOUCH_ACT_FLAG,      /* color; both: nobody can tell which fell first */
	TOUCH_ACT_COUNT,     /* color, number */
	TOUCH_ACT_UPHOLD,    /* number: a finding, or 0 for the newest; detail: enum touch_asked */
	TOUCH_ACT_DISMISS,   /* the same */
	TOUCH_ACT_PAUSE,
	TOUCH_ACT_RESUME,
	TOUCH_ACT_SEAL,     /* color; number: minutes before the end of the session, or 0 */
	TOUCH_ACT_SET_MOVE, /* number: the ply, from 1; text: UCI */
	TOUCH_ACT_TAKEBACK, /* number of plies */
	TOUCH_ACT_CHOOSE,   /* number: a line of the last unsure, from 1 */
	TOUCH_ACT_RESULT,   /* result; number: enum touch_reason, or 0 */
	TOUCH_ACT_PENALTY,  /* color; detail: enum touch_penalty; number: minutes */
	TOUCH_ACT_POSTPONE, /* the claim in a quickplay finish; number: minutes for the opponent */
	TOUCH_ACT_SEALED,   /* color; text: the move in the envelope, or "lost" */
	TOUCH_ACT_ARRIVED,  /* color */
	TOUCH_ACT_RECORD,   /* color: the player asked to see the arbiter's record */
	TOUCH_ACT_OTHER_BOARD, /* number: the half-move; text: what it is there (appendix D) */
	TOUCH_ACT_ANNOUNCE,    /* color; text: the move that was announced (appendix D) */
	TOUCH_ACTIONS,
};

/* What a clock does whose flag has fallen. */
enum touch_flag {
	TOUCH_FLAG_RUNS_ON, /* in the next period */
	TOUCH_FLAG_AT_ZERO,
	TOUCH_FLAG_BLOCKED, /* for good */
};

enum touch_claim {
	TOUCH_CLAIM_TOUCH_MOVE,
	TOUCH_CLAIM_ILLEGAL_MOVE,
	TOUCH_CLAIM_FLAG,
	TOUCH_CLAIM_THREEFOLD,
	TOUCH_CLAIM_FIFTY,
	TOUCH_CLAIM_QUICKPLAY, /* number 1: no arbiter is there, the claim ends play */
	TOUCH_CLAIM_INCREMENT, /* instead: five seconds more for each move, for both */
	TOUCH_CLAIMS,
};

/* An upheld illegal move: did the opponent claim it? Where one claimed decides, it must be said. */
enum touch_asked { TOUCH_ASKED_NOT_SAID, TOUCH_ASKED_CLAIMED, TOUCH_ASKED_UNCLAIMED };

/* What an arbiter saw that a board cannot. */
enum touch_seen {
	TOUCH_SEEN_TWO_HANDS,
	TOUCH_SEEN_COLOURS_REVERSED,
	TOUCH_SEEN_WRONG_START,
	TOUCH_SEEN_ORIENTATION,
	TOUCH_SEEN_POSITION_LOST, /* of an adjourned game: nobody can say how the men stood */
};

#define TOUCH_BOTH 2 /* instead of a colour */

struct touch_event {
	enum touch_event_type type;
	uint64_t at_ms;
	uint32_t id; /* the caller's; comes back as evidence */
	rules_square square;
	rules_piece piece;
	uint8_t color;  /* enum rules_color or TOUCH_BOTH */
	uint8_t action; /* enum touch_action */
	uint8_t detail; /* enum touch_claim, touch_seen, touch_flag, touch_penalty, rules_result */
	uint32_t number;
	char text[RULES_SAN_MAX];
};

BOARDD_PUBLIC_END

#endif
