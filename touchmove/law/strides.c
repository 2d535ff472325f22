/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/walk_private.h"

/* The strides of a turn: who left which square when, and who stood there. */

static void add_stride(struct law_walk *k, uint64_t at_ms, size_t act, bool is_off)
{
	size_t i = k->count++;

	while (i > 0 && k->stride[i - 1].at_ms > at_ms) {
		k->stride[i] = k->stride[i - 1];
		i--;
	}
	k->stride[i] = (struct law_stride){.at_ms = at_ms, .act = (uint8_t)act, .is_off = is_off};
}

void law_list_strides(struct law_walk *k)
{
	for (size_t i = 0; i < k->acts->count; i++) {
		const struct read_act *act = &k->acts->act[i];
		bool is_home = law_is_home_act(act);

		add_stride(k, act->at_ms, i, is_home);
		if (act->until_ms != UINT64_MAX)
			add_stride(k, act->until_ms, i, !is_home);
	}
}

/* After the man came down, and not in the scan in which he left: within one no order is known. */
static bool is_between(const struct law_walk *k, const struct read_act *act, uint64_t at_ms)
{
	return at_ms > act->at_ms &&
	       at_ms + touch_noise_ms(k->w->game->rules.scan_ms) < act->until_ms;
}

bool law_is_released(const struct law_walk *k, size_t n)
{
	const struct touch_game *game = k->w->game;
	const struct read_act *act = &k->acts->act[n];
	uint64_t until = act->until_ms;
	enum rules_color color = rules_color_of(act->piece);

	if (until == UINT64_MAX && (k->how == LAW_FIRM || k->made_count < k->law->said.count))
		return true;
	if ((until == UINT64_MAX ? game->now_ms : until) - act->at_ms >= game->rules.settle_ms)
		return true;
	if (is_between(k, act, k->law->press_ms[color]) ||
	    is_between(k, act, k->law->acted_ms)) /* nobody acts in the middle of a scan */
		return true;
	for (size_t i = 0; i < k->count; i++) {
		const struct law_stride *stride = &k->stride[i];
		const struct read_act *other = &k->acts->act[stride->act];

		if (stride->act != n && is_between(k, act, stride->at_ms) &&
		    other->from != act->from && /* he slides on */
		    other->kind != READ_ACT_CARRIED_OFF && rules_color_of(other->piece) == color)
			return true;
	}
	return false;
}

/* A man is home again: released there, or only slid over his square and lifted on? */
bool law_stays_home(const struct law_walk *k, const struct law_stride *stride)
{
	const struct read_act *act = &k->acts->act[stride->act];

	for (size_t i = 0; i < k->count; i++) {
		const struct law_stride *next = &k->stride[i];
		const struct read_act *other = &k->acts->act[next->act];

		if (next->at_ms < stride->at_ms || next == stride)
			continue;
		if (law_is_home_act(other) && other->from == act->from && next->is_off)
			return next->at_ms - stride->at_ms >= k->w->game->rules.settle_ms;
		if (next->at_ms > stride->at_ms && other->from != act->from &&
		    rules_color_of(other->piece) == rules_color_of(act->piece))
			return true;
	}
	return true;
}

void law_take_up(struct touch_hands *hands, uint8_t man, rules_square square, uint64_t at_ms)
{
	rules_piece piece = hands->at[square];

	if (piece == RULES_NO_PIECE)
		return;
	hands->at[square] = RULES_NO_PIECE;
	hands->who[square] = TOUCH_NO_MAN;
	hands->strays &= ~rules_set_of(square);
	if (man >= TOUCH_MAN_NEW)
		return;
	hands->lifted |= rules_set_of(man);
	if (hands->count < TOUCH_AIR_MAX)
		hands->air[hands->count++] = (struct touch_lifted){
			.piece = piece, .man = man, .from = square, .at_ms = at_ms};
}

void law_put_down(struct touch_hands *hands, uint8_t man, rules_square square, rules_piece piece,
		  uint64_t at_ms)
{
	for (uint8_t i = 0; i < hands->count; i++)
		if (hands->air[i].man == man && man < TOUCH_MAN_NEW) {
			memmove(&hands->air[i], &hands->air[i + 1],
				(size_t)(hands->count - i - 1) * sizeof(hands->air[0]));
			hands->count--;
			break;
		}
	hands->at[square] = piece;
	hands->who[square] = man;
	if (man == TOUCH_MAN_STRAY)
		hands->strays |= rules_set_of(square);
	if (man >= TOUCH_MAN_NEW) {
		hands->newest = square;
		hands->newest_ms = at_ms;
	}
}
