/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <string.h>

#include "touchmove/law/hands.h"

void touch_hands_set(struct touch_hands *hands, const struct rules_position *pos)
{
	memset(hands, 0, sizeof(*hands));
	for (rules_square square = 0; square < 64; square++) {
		hands->at[square] = pos->at[square];
		hands->who[square] = pos->at[square] == RULES_NO_PIECE ? TOUCH_NO_MAN : square;
	}
	hands->newest = RULES_NO_SQUARE;
}

static void drop(struct touch_hands *hands, size_t i)
{
	memmove(&hands->air[i], &hands->air[i + 1], (hands->count - i - 1) * sizeof(hands->air[0]));
	hands->count--;
}

bool touch_hands_empty(const struct touch_hands *hands)
{
	return !touch_hands_hold_color(hands, RULES_WHITE) &&
	       !touch_hands_hold_color(hands, RULES_BLACK);
}

bool touch_hands_hold(const struct touch_hands *hands, uint8_t man)
{
	for (size_t i = 0; i < hands->count; i++)
		if (hands->air[i].man == man && !hands->air[i].captured)
			return true;
	return false;
}

bool touch_hands_hold_color(const struct touch_hands *hands, enum rules_color color)
{
	for (size_t i = 0; i < hands->count; i++)
		if (!hands->air[i].captured && hands->air[i].man != TOUCH_MAN_NEW &&
		    rules_color_of(hands->air[i].piece) == color)
			return true;
	return false;
}

rules_square touch_hands_find(const struct touch_hands *hands, uint8_t man)
{
	for (rules_square square = 0; square < 64; square++)
		if (hands->who[square] == man)
			return square;
	return RULES_NO_SQUARE;
}

void touch_hands_view(const struct touch_hands *hands, rules_piece ret_view[64])
{
	rules_set strays = hands->strays;

	memcpy(ret_view, hands->at, 64);
	while (strays)
		ret_view[rules_take(&strays)] = RULES_NO_PIECE;
}

void touch_hands_capture(struct touch_hands *hands, rules_square victim, uint64_t at_ms)
{
	rules_square stands = touch_hands_find(hands, victim);

	if (stands != RULES_NO_SQUARE) {
		hands->who[stands] = TOUCH_MAN_STRAY;
		hands->strays |= rules_set_of(stands);
		hands->newest = stands;
		hands->newest_ms = at_ms;
	}
	for (size_t i = 0; i < hands->count; i++)
		if (hands->air[i].man == victim)
			hands->air[i].captured = true;
}

void touch_hands_new(struct touch_hands *hands, rules_square square)
{
	hands->strays &= ~rules_set_of(square);
	hands->who[square] = TOUCH_MAN_NEW;
}

void touch_hands_arrived(struct touch_hands *hands, uint8_t man, rules_piece piece,
			 rules_square square)
{
	if (hands->at[square] != piece)
		return;
	for (size_t i = hands->count; i-- > 0;)
		if (hands->air[i].man == man)
			drop(hands, i);
	if (hands->who[square] == TOUCH_MAN_STRAY) { /* taken for the one captured there */
		hands->strays &= ~rules_set_of(square);
		hands->captured[piece]++;
	}
	hands->who[square] = man;
}

static uint8_t renamed(const uint8_t map[64], uint8_t man)
{
	return man < TOUCH_MAN_NEW ? map[man] : man;
}

void touch_hands_rename(struct touch_hands *hands, const uint8_t map[64])
{
	rules_set lifted = 0, was = hands->lifted;

	for (rules_square square = 0; square < 64; square++)
		if (hands->who[square] != TOUCH_NO_MAN)
			hands->who[square] = renamed(map, hands->who[square]);
	for (size_t i = 0; i < hands->count;) {
		struct touch_lifted *lift = &hands->air[i];

		lift->man = renamed(map, lift->man);
		if (lift->captured || lift->man == TOUCH_NO_MAN || lift->man == TOUCH_MAN_NEW) {
			hands->captured[lift->piece]++;
			drop(hands, i);
		} else {
			i++;
		}
	}
	while (was) {
		uint8_t man = map[rules_take(&was)];

		if (man < TOUCH_MAN_NEW)
			lifted |= rules_set_of(man);
	}
	hands->lifted = lifted;
}
