/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_HANDS_H
#define BOARDD_TOUCH_HANDS_H

#include "rules-core/position.h"

/*
 * What the sensors see, and which man that is. A board tells kinds, not men: a
 * knight put down is the one that came from there, else the one lifted last.
 * Men are named by their square in the position the turn began with.
 */
enum {
	TOUCH_MAN_NEW = 64,   /* was not in hand: a promotion, or a place seen before its lift */
	TOUCH_MAN_STRAY = 65, /* a captured man on its way off; not part of the board */
	TOUCH_MAN_LATE = 66, /* was in the air at an irregular press, belongs where it comes down */
	TOUCH_NO_MAN = 255,
};

/* Within this time events are one look of the board: their order is its own. */
static inline uint64_t touch_noise_ms(uint32_t scan_ms)
{
	return (uint64_t)scan_ms * 11 / 10;
}

/* Without a gap before the time: a game has three hands full of these. */
struct touch_lifted {
	rules_piece piece;
	uint8_t man;
	rules_square from; /* where it stood last */
	bool captured;     /* by the move that is made: no longer in hand */
	uint64_t at_ms;
} __attribute__((packed, aligned(4)));

#define TOUCH_AIR_MAX 40

struct touch_hands {
	rules_piece at[64]; /* as sensed */
	uint8_t who[64];
	rules_set strays;
	rules_set lifted;     /* men of this turn that have been off their square */
	uint8_t captured[16]; /* how many of each piece lie beside the board */
	uint8_t count;
	struct touch_lifted air[TOUCH_AIR_MAX]; /* oldest first */
	rules_square newest; /* of the men that were not in hand, and since when it stands */
	uint64_t newest_ms;
};

/* Every man of a position on its square. */
void touch_hands_set(struct touch_hands *hands, const struct rules_position *pos);

/* Men in the air that are not captured, those of a colour, or this one? */
bool touch_hands_empty(const struct touch_hands *hands);
bool touch_hands_hold(const struct touch_hands *hands, uint8_t man);
bool touch_hands_hold_color(const struct touch_hands *hands, enum rules_color color);

/* Where a man stands now, or RULES_NO_SQUARE. */
rules_square touch_hands_find(const struct touch_hands *hands, uint8_t man);

/* The sensed board without strays. */
void touch_hands_view(const struct touch_hands *hands, rules_piece ret_view[64]);

/* A captured man is no longer in hand; off the board he is counted, on it he is a stray. */
void touch_hands_capture(struct touch_hands *hands, rules_square victim, uint64_t at_ms);

/* The man on this square is a new one: not the captured man, nor any other it was taken for. */
void touch_hands_new(struct touch_hands *hands, rules_square square);

/*
 * A man seen on his new square is no longer in the air, whatever the order of
 * events was. Another piece there has captured him already: nothing changes.
 */
void touch_hands_arrived(struct touch_hands *hands, uint8_t man, rules_piece piece,
			 rules_square square);

/* Renames all men: map[man] is his new name, or TOUCH_NO_MAN: he is out of the game. */
void touch_hands_rename(struct touch_hands *hands, const uint8_t map[64]);

#endif
