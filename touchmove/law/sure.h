/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_SURE_H
#define BOARDD_LAW_SURE_H

#include "touchmove/law/work.h"

/* Whose hand it was (section 3). */

enum touch_certainty touch_sure_of_breach(const struct touch_game *game,
					  const struct touch_list *list, bool with_moved);

#endif
