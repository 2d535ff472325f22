/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_ARBITER_H
#define BOARDD_LAW_ARBITER_H

#include "touchmove/law/work.h"

/* What an arbiter does (section 12). */

void touch_arbiter(struct work *w, const struct touch_event *event);

#endif
