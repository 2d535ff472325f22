/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_COMPLETE_H
#define BOARDD_LAW_COMPLETE_H

#include "touchmove/law/work.h"

/* A press completes a move that is made, and waits where the board is not clear (section 7). */

void touch_press(struct work *w, enum rules_color color);
void touch_press_judge(struct work *w);
void touch_leave_to_reader(struct touch_game *game);
void touch_press_due(struct work *w);
uint64_t touch_press_at(const struct touch_game *game); /* when it is judged, or UINT64_MAX */
void touch_complete_if_made(struct work *w);
void touch_complete_unseen(struct work *w);
void touch_look_for_illegal_position(struct work *w, const struct rules_position *pos);
void touch_press_open(struct work *w, enum touch_certainty certainty);

/* A press of a made move: what it leaves in disorder, whose that is, and the turn passes. */
void touch_complete(struct work *w);
void touch_complete_told(struct work *w, uint64_t at_ms, bool has_strays);
void touch_complete_in_disorder(struct work *w, uint64_t at_ms);

/* Art. 6.2.2: a player may press after the answer too; false: nothing is to be completed. */
bool touch_complete_earlier(struct work *w, enum rules_color color);
void touch_say_turn_completed(struct work *w);

#endif
