/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_OVER_H
#define BOARDD_LAW_OVER_H

#include "touchmove/law/work.h"

/* The game seems over. */

/* The men are put away: with this result, if the kings told one. */
void touch_say_over(struct work *w, enum rules_result result);

#endif
