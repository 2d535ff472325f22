/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/private.h"

/*
 * The readings of a clock hold unless it is evidently defective (6.11 / 6.10a / 6.10.1). So the
 * time of the player whose clock runs is held against our own: it falls by a second a second, and
 * rises at no press. A message may come late and never early, so that the least of some readings
 * is the truest; after a silence it is begun anew. In delay mode time stands at first: only what
 * falls is looked at.
 */

#define READINGS     8    /* of which the truest counts */
#define OFF_BY_MS    3000 /* a display shows whole seconds, and a message takes part of one */
#define SILENCE_MS   3000
#define STEP_S       2 /* more than that at once: it shows no seconds, or was set */
#define FALLS_BEFORE 3 /* readings that fell: the increment is there by then */

static uint32_t shown_s(const struct board_time *time)
{
	const struct board_side_time *side = &time->side[time->to_move];

	return side->hours * 3600u + side->minutes * 60u + side->seconds;
}

static void find(struct table *t, uint32_t is_s, int64_t off_by_ms)
{
	t->drift.is_found = true;
	t->drift.color = (uint8_t)table_color(t, t->clock.to_move);
	t->drift.is_s = is_s;
	t->drift.should_be_s = (uint32_t)((int64_t)is_s - off_by_ms / 1000);
}

/* The clock that should show less shows more by so much; READINGS of them have been taken. */
static void compare(struct table *t, uint32_t is_s)
{
	struct table_drift *drift = &t->drift;
	int64_t off_by_ms = drift->least_ms - drift->first_ms;

	drift->count = 0;
	if (!drift->has_first) {
		drift->has_first = true;
		drift->first_ms = drift->least_ms;
		return;
	}
	if (off_by_ms >= OFF_BY_MS || off_by_ms <= -OFF_BY_MS)
		find(t, is_s, off_by_ms);
}

static void take_reading(struct table *t, uint32_t is_s)
{
	struct table_drift *drift = &t->drift;
	int64_t sum_ms =
		1000 * (int64_t)is_s + (int64_t)t->now_ms; /* of a good clock: always the same */

	if (drift->count == 0 || sum_ms < drift->least_ms)
		drift->least_ms = sum_ms;
	if (++drift->count == READINGS)
		compare(t, is_s);
}

static void begin(struct table_drift *drift)
{
	drift->falls = drift->count = 0;
	drift->has_first = false;
}

void table_look_at_drift(struct table *t, const struct board_time *was, uint64_t was_ms)
{
	struct table_drift *drift = &t->drift;
	uint32_t is_s = shown_s(&t->clock), was_s = shown_s(was);
	uint64_t passed_ms = t->now_ms - was_ms;

	if (!t->clock.connected || !was->connected)
		drift->is_found = false; /* another one, perhaps */
	if (!t->clock.connected || !t->clock.running || !was->running ||
	    t->clock.to_move != was->to_move || passed_ms > SILENCE_MS) {
		begin(drift);
		return;
	}
	if (is_s == was_s)
		return;
	if (is_s > was_s || was_s - is_s > STEP_S + passed_ms / 1000) {
		/* At zero a clock may go on in the next period. */
		if (drift->falls >= FALLS_BEFORE && was_s > 1)
			find(t, is_s, 1000 * ((int64_t)is_s - (int64_t)was_s));
		begin(drift);
		return;
	}
	if (drift->falls < FALLS_BEFORE)
		drift->falls++;
	else
		take_reading(t, is_s);
}
