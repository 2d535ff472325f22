/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_ARRIVAL_H
#define BOARDD_LAW_ARRIVAL_H

#include "touchmove/law/work.h"

/* The default time (Art. 6.7). */

void touch_arrival_begin(struct work *w);
/* A clock that runs, or stands (TOUCH_BOTH), as it did not before. */
void touch_arrival_clock(struct touch_game *game, uint8_t running);
void touch_arrival(struct work *w, enum rules_color color);
uint64_t touch_arrival_at(const struct touch_game *game);
void touch_arrival_due(struct work *w);

#endif
