/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_QUICKPLAY_H
#define BOARDD_LAW_QUICKPLAY_H

#include "touchmove/law/work.h"

/* A draw claimed with less than two minutes left. */

void touch_quickplay_claimed(struct work *w, const struct touch_event *event);
void touch_increment_asked(struct work *w, const struct touch_event *event);
void touch_increment_granted(struct work *w, const struct touch_waiting_claim *claim);
void touch_quickplay_upheld(struct work *w, const struct touch_waiting_claim *claim, bool later);
void touch_quickplay_rejected(struct work *w, struct touch_waiting_claim claim);
void touch_quickplay_postponed(struct work *w, uint32_t minutes);

/* A postponed claim is what a ruling without a number means now. */
bool touch_quickplay_is_due(const struct touch_game *game);
void touch_quickplay_ruled(struct work *w, bool upheld);

#endif
