/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_LAPSE_H
#define BOARDD_LAW_LAPSE_H

#include "touchmove/law/work.h"

/* When a player can no longer claim what the opponent did (Art. 4.8). */

void touch_lapse_by(struct work *w, enum rules_color claimant, enum touch_lapse moment);
void touch_lapse_flush(struct work *w);
void touch_lapse_undo(struct work *w, uint32_t event);

#endif
