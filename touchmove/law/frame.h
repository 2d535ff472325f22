/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_FRAME_H
#define BOARDD_TOUCH_FRAME_H

#include "libboardd/public.h"
#include "rules-core/position.h"

BOARDD_PUBLIC_BEGIN

/*
 * Before the first move: is this board set up for a game (Art. 2.2, 2.3, 7.2)?
 * A board of 64 squares goes in as its sensors are numbered; which start it
 * shows, and which way round it lies, comes out.
 */
enum touch_setup_kind {
	TOUCH_SETUP_USUAL,
	TOUCH_SETUP_CHESS960, /* number says which; to be confirmed */
	TOUCH_SETUP_QUARTER,  /* turned by 90 degrees: Art. 7.2.2 */
	TOUCH_SETUP_WRONG,    /* nearly the usual one: first_wrong says where */
	TOUCH_SETUP_NONE,     /* no game begins here */
};

struct touch_setup {
	enum touch_setup_kind kind;
	bool turned; /* White sits where the sensors have Black: read it with touch_turn_square() */
	int number;  /* of a Chess960 start */
	int wrong;   /* how many squares are */
	rules_square first_wrong; /* as read after turning */
	rules_piece is, should_be;
};

struct touch_setup touch_setup_look(const rules_piece board[64]);

/* The square as the players name it. */
static inline rules_square touch_turn_square(rules_square square, bool turned)
{
	return turned ? (rules_square)(63 - square) : square;
}

/* The result two kings in the centre stand for, by the custom of the makers of boards. */
enum touch_kings { TOUCH_KINGS_NONE, TOUCH_KINGS_WHITE, TOUCH_KINGS_BLACK, TOUCH_KINGS_DRAW };

enum touch_kings touch_kings_in_centre(const rules_piece board[64]);

BOARDD_PUBLIC_END

#endif
