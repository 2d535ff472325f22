/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_START_H
#define BOARDD_RULES_START_H

#include "libboardd/public.h"
#include "rules-core/position.h"

BOARDD_PUBLIC_BEGIN

/* The initial position (Art. 2.3). */
void rules_start(struct rules_position *ret);

/*
 * The 960 initial positions of Guidelines II.2 and their usual numbers, 0 to
 * 959; 518 is the ordinary one.
 */
#define RULES_CHESS960_COUNT 960
#define RULES_CHESS960_USUAL 518

/* False, and ret untouched, unless the number is below 960. */
bool rules_chess960_start(struct rules_position *ret, unsigned number);

/*
 * The number of an initial position, or -1. Only the men are looked at, so a
 * board just set up can be recognised.
 */
int rules_chess960_number(const struct rules_position *pos);

BOARDD_PUBLIC_END

#endif
