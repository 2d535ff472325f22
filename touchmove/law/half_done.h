/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_HALF_DONE_H
#define BOARDD_LAW_HALF_DONE_H

#include "touchmove/law/work.h"

/* What castling and promotion look like half done. */

bool touch_castling_half_done(const struct touch_game *game, const rules_piece view[64]);
bool touch_castling_is_incomplete(const struct touch_game *game, const rules_piece view[64],
				  rules_move *ret);
bool touch_castling_release(const struct touch_game *game, const struct touch_released *released,
			    rules_move *ret_castling, bool *ret_illegal);
bool touch_promotion_pawn_left(const struct touch_game *game, const rules_piece view[64],
			       rules_move *ret);
bool touch_promotion_wrong_piece(const struct touch_game *game);
void touch_promotion_from_box(struct touch_game *game);

#endif
