/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_BREACH_H
#define BOARDD_LAW_BREACH_H

#include "touchmove/law/work.h"

/* A move is made, and was it allowed? */

void touch_make(struct work *w, rules_move move, enum touch_certainty certainty, bool unchecked);

/* The same, but the game has not ended with it yet: more is to be reported first. */
void touch_make_only(struct work *w, rules_move move, enum touch_certainty certainty,
		     bool unchecked);

/* The men of the made move are known to stand where it put them; its victim is nobody's any more.
 */
void touch_place_men(struct touch_game *game);

/* The move it was about is no longer on the board: put right, or worse came after it. */
void touch_close_reported(struct work *w, enum touch_finding_state state);

#endif
