/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SUMMARY_H
#define BOARDD_SUMMARY_H

#include "touchmove/law/game.h"

/* What was seen, in one English sentence for the arbiter. Stable; readers translate by kind. */
const char *summary_of(enum touch_kind kind);

/* What the Laws provide, in a word; NULL: nothing. */
const char *summary_of_remedy(enum touch_remedy remedy);

#endif
