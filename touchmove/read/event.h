/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_READ_EVENT_H
#define BOARDD_READ_EVENT_H

#include "touchmove/sense/sense.h"

/* The last changes of the board, for the acts between two half-moves. */
struct read_event {
	uint32_t at_ms;
	uint32_t since_ms; /* how long the square had shown what it was */
	uint32_t id;       /* the caller's */
	rules_square square;
	rules_piece was, is;
	bool is_of_dump; /* first seen in a whole board: when it happened is not known */
};

#define READ_EVENTS_MAX 192

struct read_events {
	uint32_t count; /* of all there were; the last READ_EVENTS_MAX are kept */
	struct read_event event[READ_EVENTS_MAX];
};

static inline void read_events_add(struct read_events *events, const struct read_event *event)
{
	events->event[events->count++ % READ_EVENTS_MAX] = *event;
}

static inline const struct read_event *read_events_at(const struct read_events *events, uint32_t i)
{
	return &events->event[i % READ_EVENTS_MAX];
}

/* The first that is still kept. */
static inline uint32_t read_events_first(const struct read_events *events)
{
	return events->count > READ_EVENTS_MAX ? events->count - READ_EVENTS_MAX : 0;
}

/* When a square was last seen to become empty; false: not among those kept. */
bool read_events_lifted(const struct read_events *events, rules_square square, uint32_t *ret_ms);

#endif
