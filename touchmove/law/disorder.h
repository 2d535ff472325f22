/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_DISORDER_H
#define BOARDD_LAW_DISORDER_H

#include "touchmove/law/work.h"

/* Men that stand wrong at a press (Art. 7.4.1). */

/* Whose men are out of order, the move being what the player did, or RULES_NO_MOVE. */
uint8_t touch_disorder_color(const struct touch_game *game, rules_move move);

/* Men carried off that stood on the board at the press, not reported yet. */
rules_set touch_disorder_carried_off(const struct touch_game *game);

/* There are such men; now they are reported. */
bool touch_disorder_of_strays(struct touch_game *game);

/* A man of the side that has moved stands wrong. */
bool touch_disorder_of_mover(const struct touch_game *game);

/* Further away than a knock: he has moved a second man, and not out of turn by the rules. */
bool touch_disorder_is_second_move(const struct touch_game *game);

/* A knocked man was not touched in order to move it. */
void touch_disorder_strike(struct touch_game *game, rules_move move);

#endif
