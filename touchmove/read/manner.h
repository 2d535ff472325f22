/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_MANNER_H
#define BOARDD_READ_MANNER_H

#include <stdint.h>

/*
 * The manners of hands and boards: each thing that can make the sensed board
 * differ from the position, with its price. A price is -ln(probability) in
 * sixteenths, so prices add up and replay is exact on every machine. Some grow
 * with the time a thing lasts: what is usual for a moment is not for a minute.
 */
enum read_manner {
	/* a man seen where the position has none, or another one */
	READ_PASSING,
	READ_PASSING_ON,
	READ_OFF_PATH,
	READ_MISPLACED,
	READ_BEFORE_LIFT,
	READ_TRAIL,
	READ_ON_THE_LINE,
	READ_BESIDE_GOAL,
	READ_SLID,
	READ_OVERSHOT,
	READ_TRIED,
	READ_BRUSHED,
	READ_DRAGGED,
	READ_HALF_DONE,
	READ_NEW_PIECE_FIRST,
	READ_NEW_PIECE_HELD,
	READ_ENEMY_ELSEWHERE,
	READ_ALIEN,
	/* a man of the position that is not seen */
	READ_OWN_OFF,
	READ_OWN_OFF_STUCK,
	READ_FURTHER_OFF,
	READ_PREY_OFF,
	READ_LAST_MOVER_OFF,
	READ_ENEMY_OFF,
	READ_ENEMY_KING_OFF,
	READ_LONG_GONE,
	READ_KNOCKED,
	/* a man back on his square */
	READ_BACK_NOISE,
	READ_BACK_OWN,
	READ_BACK_LAST_MOVER,
	READ_BACK_ENEMY,
	READ_BACK_KNOCKED,
	/* a half-move */
	READ_OUT_OF_ORDER,
	READ_AT_ONCE,
	READ_MOVED_AGAIN,
	READ_ROOK_FIRST,
	READ_NEVER_SEEN,
	READ_PASSED_UNSEEN,
	READ_UPDATE_LOST,
	READ_SWAPPED_UNSEEN,
	READ_INFERRED,
	READ_PLAYED_OVER_GAP,
	READ_PLAYED_OVER_MAN,
	READ_PLAYED_OVER_LINE,
	READ_ANSWERED_EARLY,
	READ_NEVER_PRESSED,
	/* a press */
	READ_PRESS_LATE,
	READ_PRESS_EARLY,
	READ_PRESS_FOR_NOTHING,
	READ_PRESS_BY_OTHER,
	READ_PRESS_BACK,
	/* the end of the game */
	READ_GAME_OVER,
	READ_GAME_OVER_NO_CLOCK,
	READ_GAME_OVER_STOPPED,
	READ_EVENT_AFTER_END,
	READ_PRESS_AFTER_END,
	READ_MANNERS,
};

#define READ_NAT 16 /* one natural unit of cost */

struct read_manner_row {
	const char *name;    /* "own man passing" */
	int16_t cost;        /* sixteenths of -ln p */
	uint8_t free_scan16; /* sixteenths of a scan before it grows */
	int16_t per_s;       /* growth a second from then on */
	int16_t most;        /* of growth; 0: no end */
	const char *reason;
};

const struct read_manner_row *read_manner_row(enum read_manner manner);

/* The price of something that has lasted so long. */
int32_t read_manner_cost(enum read_manner manner, uint32_t ms, uint32_t scan_ms);

/* What a man adds to its price as it stays on a square where it does not stop. */
int32_t read_passing_growth(uint32_t ms, uint32_t scan_ms);

#endif
