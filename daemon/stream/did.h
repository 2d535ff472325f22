/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_DID_H
#define BOARDD_STREAM_DID_H

#include <jansson.h>

#include "touchmove/law/game.h"

/*
 * What hands have done to a position, for people: the men that stand elsewhere, each
 * with where it came from and where it went (null: it is gone, or came from nowhere);
 * the move it is (SAN), or why one man's way is no legal move. As of `did` in
 * boardd-stream(5). NULL where nothing, or more than DID_MEN_MAX men, are elsewhere, or
 * when there is no memory. Pure but for memory.
 */
#define DID_MEN_MAX 4

json_t *did_of(const struct rules_position *before, const rules_piece seen[64]);

/*
 * The same of an irregularity: what was played where that is known, else what the
 * sensors see; and the man whose touch or release it is about.
 */
json_t *did_of_finding(const struct touch_game *game, const struct touch_finding *finding,
		       const rules_piece seen[64]);

#endif
