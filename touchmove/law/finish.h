/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_FINISH_H
#define BOARDD_LAW_FINISH_H

#include "touchmove/law/work.h"

/* Results. */

void touch_finish_by_move(struct work *w);
void touch_finish(struct work *w, enum rules_result result, enum touch_reason reason,
		  enum touch_law law);
void touch_finish_held(struct work *w);

/* The position that the arbiter's correction leads to may be an end by itself. */
void touch_finish_by_position(struct work *w);

/* The arbiter gives a result, also another one than before; undecided: play goes on. */
void touch_finish_by_arbiter(struct work *w, enum rules_result result, enum touch_reason reason);
void touch_finish_withdraw(struct work *w);
void touch_finish_against(struct work *w, enum rules_color loser, enum touch_reason reason,
			  enum touch_law law, bool may_be_drawn, const struct rules_position *pos);

void touch_finish_answered(struct work *w, const struct touch_question *question,
			   enum rules_winnable can);

/* A move that may have broken Article 4 ends nothing before that is ruled on (5.1.1, 5.2). */
void touch_finish_dead(struct work *w);

#endif
