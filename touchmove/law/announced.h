/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_ANNOUNCED_H
#define BOARDD_LAW_ANNOUNCED_H

#include "touchmove/law/work.h"

/* Moves that are announced (appendix D). */

void touch_announce(struct work *w, enum rules_color color, const char *text);

/* A move is completed: is it the one that was announced? */
void touch_announced_look(struct work *w, enum rules_color color, uint16_t ply, rules_move move);

/* Moves were taken back: they are announced anew. */
void touch_announced_forget(struct touch_game *game);

/* The other board of the game shows this as a half-move, from 1; SAN or UCI. */
void touch_other_board_shows(struct work *w, uint32_t ply, const char *text);

#endif
