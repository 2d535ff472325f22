/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_PAPER_H
#define BOARDD_STREAM_PAPER_H

#include <jansson.h>

#include "daemon/table/table.h"

/* The times of a clock, and what an arbiter writes down with them: the envelope, the note. */

/* Seconds, as shown last; the second is null where no clock is connected. */
int stream_time_left(const struct table *t, enum rules_color color);
json_t *stream_seconds(const struct table *t, enum rules_color color);

/* "clock": both times, or null. */
void stream_set_clock(json_t *to, const struct table *t);

/* I.2: what is written on the envelope of who seals. */
void stream_envelope(json_t *args, const struct table *t, enum rules_color color,
		     uint32_t early_minutes);

/* 10.2, D1: on what a claim in a quickplay finish rests; is_absent: no arbiter was there. */
void stream_quickplay(json_t *args, const struct table *t, enum rules_color color,
		      enum touch_claim claim, bool is_absent);

/* 8.5: what is noted before the score is reconstructed. */
void stream_reconstruction(json_t *args, const struct table *t);

#endif
