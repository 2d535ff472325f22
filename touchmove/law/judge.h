/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_JUDGE_H
#define BOARDD_LAW_JUDGE_H

#include "touchmove/law/work.h"

/* What is on the board at a press is judged (Art. 7.4, 7.5). */

void touch_judge_board(struct work *w, enum touch_certainty certainty);

/* Men are missing, nothing is new and nothing stands elsewhere. */
bool touch_only_misses_men(const struct touch_game *game, const rules_piece view[64]);
bool touch_enemy_stands_elsewhere(const struct touch_game *game);

/* What an illegal move leads to besides its report. */
void touch_illegal_offence(struct work *w, enum rules_color color, bool both_kings);

#endif
