/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_BEGUN_H
#define BOARDD_LAW_BEGUN_H

#include "touchmove/law/work.h"

/* An answer begun before the press (section 3). */

/* A legal move and such an answer explain the board: it is made and completed. */
bool touch_answer_begun(struct work *w, const rules_piece view[64], enum touch_certainty certainty);

/* A man was in the air when the turn began, and still is. */
bool touch_answer_left_men(const struct touch_game *game);

#endif
