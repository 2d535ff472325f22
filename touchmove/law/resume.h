/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_RESUME_H
#define BOARDD_LAW_RESUME_H

#include "touchmove/law/work.h"

/* Play stops and goes on (section 12). */

void touch_pause(struct work *w);
void touch_resume(struct work *w);

/* Nobody knows what was played: play goes on from this position. */
void touch_begin_from(struct work *w, const struct rules_position *pos);

/* A report is upheld: back to where the offence began, until play goes on. */
void touch_restore(struct work *w, const struct touch_finding *finding);

#endif
