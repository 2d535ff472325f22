/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_SAID_H
#define BOARDD_LAW_SAID_H

#include "touchmove/law/work.h"

/* A move that a player has said or written, in the letters of a language. */

enum rules_san_result touch_said_read(const struct rules_position *pos, const char *text,
				      rules_move *ret);

#endif
