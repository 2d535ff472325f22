/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_CORRECT_H
#define BOARDD_LAW_CORRECT_H

#include "touchmove/law/work.h"

/* The arbiter corrects the game. */

/* The position so many plies back, a made move counting; false: it is not known. */
bool touch_position_back(const struct touch_game *game, unsigned back, struct rules_position *ret);

void touch_go_on(struct work *w);
void touch_record_made(struct touch_game *game);
void touch_takeback(struct work *w, uint32_t count);

/* The board shows an earlier position of the game, after so many plies. */
void touch_take_back_to(struct work *w, uint16_t plies, const struct rules_position *pos);
void touch_set_move(struct work *w, uint32_t ply, const char *uci);
void touch_set_line(struct work *w, uint32_t ply, const struct touch_line *line);
void touch_take_position(struct work *w, const struct rules_position *pos);

#endif
