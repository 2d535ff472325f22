/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_NOTICE_H
#define BOARDD_NOTICE_H

#include <jansson.h>

#include "daemon/config/config.h"

/*
 * What the arbiter is told when the page is not open: which table, what, under
 * which article. Never a move: notices leave the hall, and a game may be shown
 * to the world only with a delay. Building only.
 */

#define NOTICE_TEXT_MAX 200

/* Does the configuration want a notice of this report? */
bool notice_is_wanted(const struct config *config, const json_t *report);

/* "Table 5: touch-move, Art. 4.3.1, white", for people. */
void notice_text(const json_t *report, char ret[NOTICE_TEXT_MAX]);

/* The same for programs. A new object, or NULL. */
json_t *notice_object(const json_t *report);

#endif
