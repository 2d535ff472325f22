/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_COMMITMENT_H
#define BOARDD_LAW_COMMITMENT_H

#include "touchmove/law/work.h"

/* What a release binds to (Art. 4.7). */

void touch_commit_release(struct work *w, const struct touch_released *released,
			  enum touch_certainty certainty);
void touch_commit_made(struct work *w);
void touch_commit_new_piece(struct work *w, rules_square square, rules_piece piece,
			    enum touch_certainty certainty);

#endif
