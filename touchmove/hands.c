/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <string.h>

#include "touchmove/hands.h"

void touch_hands_set(struct touch_hands *hands, const struct rules_position *pos)
{
	memset(hands, 0, sizeof(*hands));
	for (rules_square square = 0; square < 64; square++) {
		hands->at[square] = pos->at[square];
		hands->who[square] = pos->at[square] == RULES_NO_PIECE ? TOUCH_NO_MAN : square;
	}
	hands->newest = hands->put[0] = hands->put[1] = RULES_NO_SQUARE;
}

static void note_put(struct touch_hands *hands, rules_square square, rules_piece piece,
		     uint64_t at_ms)
{
	hands->put[rules_color_of(piece)] = square;
	hands->put_ms[rules_color_of(piece)] = at_ms;
}

/* Since when a man has stood there, if that is known. */
static uint64_t put_there_ms(const struct touch_hands *hands, rules_square square, uint64_t at_ms)
{
	enum rules_color color = rules_color_of(hands->at[square]);

	return hands->put[color] == square ? hands->put_ms[color] : at_ms;
}

static void drop(struct touch_hands *hands, size_t i)
{
	memmove(&hands->air[i], &hands->air[i + 1], (hands->count - i - 1) * sizeof(hands->air[0]));
	hands->count--;
}

static void hold(struct touch_hands *hands, struct touch_lifted lifted)
{
	if (hands->count == TOUCH_AIR_MAX)
		drop(hands, 0);
	hands->air[hands->count++] = lifted;
}

/*
 * A board may show a man on its new square before the old one is seen empty. A man
 * that appears without a known lift is read as a new piece or as a captured one.
 */
bool touch_hands_seen_twice(const struct touch_hands *hands, rules_square square, uint64_t at_ms,
			    uint64_t twice_ms)
{
	rules_square newest = hands->newest;

	return hands->who[square] < TOUCH_MAN_NEW && newest != RULES_NO_SQUARE &&
	       hands->at[newest] == hands->at[square] && at_ms - hands->newest_ms <= twice_ms &&
	       (hands->who[newest] == TOUCH_MAN_STRAY || hands->who[newest] == TOUCH_MAN_NEW);
}

static void has_gone_there(struct touch_hands *hands, uint8_t man)
{
	rules_square square = hands->newest;

	if (hands->who[square] == TOUCH_MAN_STRAY) {
		hands->strays &= ~rules_set_of(square);
		hands->captured[hands->at[square]]++;
	}
	hands->who[square] = man;
	note_put(hands, square, hands->at[square], hands->newest_ms);
	hands->newest = RULES_NO_SQUARE;
}

uint8_t touch_hands_lift(struct touch_hands *hands, rules_square square, uint64_t at_ms,
			 uint64_t twice_ms)
{
	rules_piece piece = hands->at[square];
	uint8_t man = hands->who[square];
	bool is_twice = touch_hands_seen_twice(hands, square, at_ms, twice_ms);

	hands->at[square] = RULES_NO_PIECE;
	hands->who[square] = TOUCH_NO_MAN;
	hands->strays &= ~rules_set_of(square);
	if (man < TOUCH_MAN_NEW)
		hands->lifted |= rules_set_of(man);
	if (man == TOUCH_MAN_STRAY)
		hands->captured[piece]++;
	else if (is_twice)
		has_gone_there(hands, man);
	else
		hold(hands, (struct touch_lifted){
				    .piece = piece, .man = man, .from = square, .at_ms = at_ms});
	return man;
}

/* Which man in the air it is: the one that came from there, else the one lifted last. */
static int find_in_air(const struct touch_hands *hands, rules_square square, rules_piece piece)
{
	int best = -1;

	for (int i = hands->count - 1; i >= 0; i--) {
		const struct touch_lifted *lifted = &hands->air[i];

		if (lifted->piece != piece)
			continue;
		if (lifted->from == square || lifted->man == square)
			return i;
		if (best < 0 && !lifted->captured)
			best = i;
	}
	return best;
}

uint8_t touch_hands_who(const struct touch_hands *hands, rules_square square, rules_piece piece)
{
	int i = find_in_air(hands, square, piece);

	if (i >= 0)
		return hands->air[i].man;
	for (i = 0; i < hands->count; i++)
		if (hands->air[i].piece == piece)
			return TOUCH_MAN_STRAY;
	return hands->captured[piece] > 0 ? TOUCH_MAN_STRAY : TOUCH_MAN_NEW;
}

static void take_from_air(struct touch_hands *hands, rules_square square, rules_piece piece)
{
	int i = find_in_air(hands, square, piece);

	if (i >= 0)
		drop(hands, (size_t)i);
}

/* A captured man comes from the box, or from the hand that has just taken him. */
static void take_captured(struct touch_hands *hands, rules_piece piece)
{
	for (size_t i = 0; i < hands->count; i++) {
		if (hands->air[i].piece == piece && hands->air[i].captured) {
			drop(hands, i);
			return;
		}
	}
	if (hands->captured[piece] > 0)
		hands->captured[piece]--;
}

uint8_t touch_hands_place(struct touch_hands *hands, rules_square square, rules_piece piece,
			  uint64_t at_ms)
{
	uint8_t man = touch_hands_who(hands, square, piece);

	assert(square < 64);
	if (man == TOUCH_MAN_STRAY) {
		take_captured(hands, piece);
		hands->strays |= rules_set_of(square);
	} else {
		take_from_air(hands, square, piece);
	}
	if (man == TOUCH_MAN_NEW || man == TOUCH_MAN_STRAY) {
		hands->newest = square;
		hands->newest_ms = at_ms;
	} else if (man != square) {
		note_put(hands, square, piece, at_ms);
	}
	hands->at[square] = piece;
	hands->who[square] = man;
	return man;
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
		hands->newest_ms = put_there_ms(hands, stands, at_ms);
	}
	for (size_t i = 0; i < hands->count; i++)
		if (hands->air[i].man == victim)
			hands->air[i].captured = true;
}

void touch_hands_box(struct touch_hands *hands, uint8_t man)
{
	for (size_t i = hands->count; i-- > 0;) {
		if (hands->air[i].man != man || !hands->air[i].captured)
			continue;
		hands->captured[hands->air[i].piece]++;
		drop(hands, i);
	}
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
