/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_LOOK_H
#define BOARDD_HUB_LOOK_H

#include "daemon/hub/hub.h"
#include "daemon/hub/member.h"

/*
 * The ways between the machines of an event, tried by HTTPS: from a hub to each node that has
 * joined, from a node to each of its hubs. For whoever looks for what is in the way.
 */

/* The ways of this machine, for look_run(). A new array; hub or member may be NULL. */
json_t *look_ways(const struct hub *hub, const struct member *member);

/*
 * On a thread: tries them one after the other. Of each is left {name, address, good}, at a hub
 * also "state", as the broker tells it, and "why" where it is not good.
 */
void look_run(json_t *ways);

#endif
