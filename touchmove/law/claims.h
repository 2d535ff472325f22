/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_CLAIMS_H
#define BOARDD_LAW_CLAIMS_H

#include "touchmove/law/work.h"

/* Claims, offers and flags. */

bool touch_claim_is_lost(const struct touch_game *game, enum rules_color color);
void touch_claim_made(struct work *w, const struct touch_event *event);
/* A ruling on the claim that waits; false: none does, or it is about a finding. */
bool touch_claim_upheld(struct work *w);
bool touch_claim_dismissed(struct work *w);
void touch_claim_is_offer(struct touch_game *game, uint8_t color);

/* Both flags are down, and nobody can tell which fell first (6.12, 10.3 / 6.11 / III.3). */
void touch_both_flags(struct work *w);
bool touch_is_in_last_period(const struct touch_game *game, enum rules_color color);
void touch_lose_on_time(struct work *w, enum rules_color loser, enum touch_law law);
void touch_lose_by_flag(struct work *w);
void touch_offer(struct work *w, const struct touch_event *event);
void touch_flag(struct work *w, enum rules_color color);
void touch_clock_flag(struct work *w, enum rules_color color, enum touch_flag how);

#endif
