/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_CONTROL_H
#define BOARDD_TOUCH_CONTROL_H

#include "libboardd/public.h"
#include "rules-core/fen.h"

BOARDD_PUBLIC_BEGIN

/*
 * The time control of a game (Art. 6.3): periods with a number of moves, the
 * last one for all the rest, each with its time and what is added for a move.
 * Written as PGN writes it: "40/5400+30:1800+30".
 */
#define TOUCH_PERIODS_MAX 5 /* as many as the clocks have */

struct touch_period {
	uint16_t moves; /* 0: all that remain */
	uint16_t increment_s;
	uint32_t time_s;
};

struct touch_control {
	uint8_t count; /* 0: not known */
	struct touch_period period[TOUCH_PERIODS_MAX];
};

/* False: this is no time control, ret_fault says where and why, and ret is untouched. */
bool touch_control_read(struct touch_control *ret, struct rules_slice text,
			struct rules_fault *ret_fault);

/* Writes it as it is read; nothing where it is not known. */
void touch_control_write(struct rules_text *text, const struct touch_control *control);

/* The period a player is in who has completed so many moves, from 0. */
unsigned touch_control_period(const struct touch_control *control, unsigned completed);

/* The moves a player must have completed by the end of a period; 0: it has no number. */
unsigned touch_control_moves(const struct touch_control *control, unsigned period);

BOARDD_PUBLIC_END

#endif
