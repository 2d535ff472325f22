/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_STATE_H
#define BOARDD_HUB_STATE_H

#include <jansson.h>

#include "daemon/hall/hall.h"

/*
 * Round, pairings, delay and hidden names of an event as they should be. A hub tells them to its
 *nodes, and a hub that does not have them is told by a node:
 *
 *	{"event": ID, "stamp": N, "by": NAME, "round": 2, "ended": false, "pairings": [...],
 *"results": [...], "delay_s": 900, "delay_plies": 0, "hidden": "Berg, Ane", "abandon": [4],
 *"others": [{"round": 1, ...}, ...]}
 *
 * "others" are the rounds that are not played now; without it nothing is said of them.
 */

/* A new object, without "abandon". */
json_t *state_new(const struct hall *hall, const struct config *config, bool is_whole);

/* What differs is said here in the name of that person. Returns 0, or a negative errno with a
 * sentence. */
int state_follow(struct hall *hall, const json_t *state, const char *by, const char *from,
		 char ret_why[HALL_WHY_MAX]);

/* Which of two states of one event is later: the greater number. 0: nobody has said anything. */
uint64_t state_stamp(const json_t *state);

/* Are both of this event? */
bool state_is_of(const json_t *state, const char *event);

#endif
