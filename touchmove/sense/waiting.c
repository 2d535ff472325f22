/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/sense/waiting.h"

#include <string.h>

static uint64_t noise_ms(uint32_t scan_ms)
{
	return (uint64_t)scan_ms * 11 / 10;
}

static void drop(struct sense_waiting *w, size_t i)
{
	memmove(&w->update[i], &w->update[i + 1], (w->count - i - 1) * sizeof(w->update[0]));
	w->count--;
}

/* The lift that this man's coming back makes noise, or -1. */
static int noisy_lift(const struct sense_waiting *w, const struct sense_update *placed,
		      uint32_t scan_ms)
{
	int i = w->count - 1;

	while (i >= 0 && w->update[i].square != placed->square)
		i--;
	if (i < 0 || !w->update[i].is_lift || w->update[i].is_sure ||
	    w->update[i].piece != placed->piece ||
	    placed->at_ms - w->update[i].at_ms > noise_ms(scan_ms))
		return -1;
	return i;
}

/* A man seen on another square has been lifted; only one such lift can be meant. */
static void confirm_lift_of(struct sense_waiting *w, const struct sense_update *placed)
{
	int found = -1;

	for (int i = 0; i < w->count; i++) {
		if (!w->update[i].is_lift || w->update[i].is_sure ||
		    w->update[i].piece != placed->piece)
			continue;
		if (found >= 0)
			return;
		found = i;
	}
	if (found >= 0)
		w->update[found].is_sure = true;
}

bool sense_waiting_add(struct sense_waiting *w, const struct sense_update *update, uint32_t scan_ms)
{
	int lift = update->is_lift ? -1 : noisy_lift(w, update, scan_ms);

	if (lift >= 0) {
		drop(w, (size_t)lift);
		return true;
	}
	if (w->count == SENSE_WAITING_MAX)
		return false;
	if (!update->is_lift)
		confirm_lift_of(w, update);
	w->update[w->count++] = *update;
	return true;
}

uint64_t sense_waiting_deadline(const struct sense_waiting *w, uint32_t scan_ms)
{
	const struct sense_update *oldest = &w->update[0];

	if (w->count == 0)
		return UINT64_MAX;
	return oldest->is_lift && !oldest->is_sure ? oldest->at_ms + noise_ms(scan_ms)
						   : oldest->at_ms;
}

bool sense_waiting_take(struct sense_waiting *w, uint64_t now_ms, bool forced, uint32_t scan_ms,
			struct sense_update *ret)
{
	if (w->count == 0 || (!forced && sense_waiting_deadline(w, scan_ms) > now_ms))
		return false;
	*ret = w->update[0];
	drop(w, 0);
	return true;
}
