/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_WORK_H
#define BOARDD_LAW_WORK_H

#include "touchmove/law/game.h"

/* One event is worked on: the game, and what is said of it. Nothing of this is for callers. */
struct work {
	struct touch_game *game;
	struct touch_reports *out;
	rules_move said; /* in this turn already, before its press could be judged */
};

#endif
