/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_SOUND_H
#define BOARDD_LAW_SOUND_H

#include "touchmove/law/work.h"

/* An event that can be taken in. */

/* An event that a machine can take: squares, men, colours and words that there are. */
bool touch_is_sound(const struct touch_event *event);

#endif
