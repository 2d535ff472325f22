/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DEMO_H
#define BOARDD_DEMO_H

#include "daemon/config/config.h"

/*
 * boardd --demo: boards of boardsim, on pseudo-terminals, played on by hands
 * that are human; at one table they break the Laws now and then, at another the
 * cable is bad. All the rest is as it is with real boards. What is recorded
 * goes to a folder that is removed in the end, unless one is given.
 */

struct demo;

/*
 * Starts the boards, and adds to the source what makes boardd use them; that
 * belongs to the demo. Returns 0 or a negative errno, after a line on standard error.
 */
int demo_new(struct demo **ret, double time_scale, struct config_source *source);

/* Stops the boards and removes the folder. Takes NULL. */
void demo_free(struct demo *demo);

#endif
