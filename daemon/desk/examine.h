/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_EXAMINE_H
#define BOARDD_EXAMINE_H

#include "daemon/table/table.h"

/*
 * Can they still mate? A question that the game leaves open is looked at with all the effort there
 * is, which takes tens of milliseconds. The same question has the same answer on every machine.
 * On any thread; nothing is shared.
 */

/* By colour: unknown where it was not asked, too. The line is the helpmate of the first who can. */
void examine_sides(const struct touch_question *question, enum rules_winnable ret_can[2],
		   struct rules_helpmate *ret_line);

/* The words of the answer, to be freed; see table_answer(). NULL: there is no memory for them. */
char *examine(const struct touch_question *question);

#endif
