/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_SEALED_H
#define BOARDD_LAW_SEALED_H

#include "touchmove/law/work.h"

/* The envelope of an adjourned game is opened. */

void touch_seal(struct touch_game *game, enum rules_color color);
/* A11b, I.12.2: nobody can establish the position; an annulled game is played anew. */
void touch_adjourned_lost(struct work *w, uint8_t color);
void touch_sealed_opened(struct work *w, enum rules_color color, const char *text);

#endif
