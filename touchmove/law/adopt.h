/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_ADOPT_H
#define BOARDD_LAW_ADOPT_H

#include "touchmove/law/work.h"

/* The board is taken as it is. */

/* The board as the game knows it: after a move that is made. */
const struct rules_position *touch_position_now(const struct touch_game *game);
void touch_adopt_forget(struct touch_game *game);
void touch_adopt_names(struct touch_game *game);
void touch_adopt_board(struct touch_game *game);

/* The squares on which a man is missing, if nothing else differs and hands can hold them. */
bool touch_adopt_misses(const struct rules_position *pos, const rules_piece board[64],
			rules_set *ret);

#endif
