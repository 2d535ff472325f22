/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_OUTOFTURN_H
#define BOARDD_LAW_OUTOFTURN_H

#include "touchmove/law/work.h"

/* A man of the player who does not have the move was put elsewhere (Art. 1.2). */

/* A man of this colour, who stood there, has been put down where he may not go now. */
void touch_find_out_of_turn(struct work *w, const struct touch_released *released,
			    const struct rules_position *pos, rules_square stood,
			    enum rules_color color);

/* A man of the completed move goes on long after its press: true, and it waits to be said. */
bool touch_moves_on(struct work *w, const struct touch_released *released);
void touch_say_moved_on(struct work *w);
uint64_t touch_moved_on_at(const struct touch_game *game);

#endif
