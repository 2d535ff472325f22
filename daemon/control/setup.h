/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SETUP_H
#define BOARDD_SETUP_H

#include "daemon/control/server.h"

/*
 * Setting up without a terminal. What a person sets on the page is written into one file,
 * conf.d/50-page.conf in the state directory, which boardd reads before all others: what
 * /etc or an option says holds, and is shown as fixed. Each change is an input of the journal.
 */

#define SETUP_FILE    "50-page.conf"
#define SETUP_WHY_MAX 400

/*
 * {"keys":[{section, key, value, from, where, when, words}], "token", "restart", "file"}:
 * from is default, page or fixed. A new object; NULL: no memory.
 */
json_t *setup_show(const struct server *server);

/*
 * {"set":{"laws.edition":"2009","players.1.white":null}}: null takes a key back. {"token":"..."},
 * or null: that of Lichess, which is never shown again. All of it or nothing. Returns 0, or with a
 * sentence in ret_why -EINVAL (it makes no sense, or may not be set here) or -EIO (it cannot be
 * written).
 */
int setup_change(struct server *server, const json_t *wanted, const char *author,
		 char ret_why[SETUP_WHY_MAX]);

#endif
