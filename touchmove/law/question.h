/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_QUESTION_H
#define BOARDD_LAW_QUESTION_H

#include "touchmove/law/work.h"

/* Can they still mate? What a try leaves open is asked. */

/* Is the position on the board dead? True: proven; what stays open is asked. */
bool touch_ask_dead(struct work *w, const struct rules_position *pos);

/* Can he still mate? What stays open is asked, and play stops until it is answered. */
enum rules_winnable touch_ask_against(struct work *w, const struct touch_question *question);
void touch_ask_nothing(struct touch_game *game);
void touch_take_answer(struct work *w, const enum rules_winnable can[2]);

#endif
