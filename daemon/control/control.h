/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONTROL_H
#define BOARDD_CONTROL_H

#include "daemon/control/server.h"

/*
 * The control socket: lines of JSON from programs on this machine, boardctl
 * among them. Who may open it decides who may act: it belongs to a group.
 *
 *	{"id":1,"call":"watch","param":{"since":0}}
 *	{"id":1,"result":{"since":0}}            or {"id":1,"error":"..."}
 *
 * After a watch the reports follow. A line is at most 64 KiB long; a client that
 * sends anything else is told so and let go, and one that does not read what it
 * asked for is let go after half a minute.
 */

struct control;

/*
 * Listens on a path; what a daemon that died has left there is removed, a
 * daemon that lives is not. group: who may open it besides us (NULL: nobody).
 * Returns 0 or a negative errno: -EADDRINUSE when another daemon listens there.
 */
int control_new(struct control **ret, struct server *server, const char *path, const char *group);

/* Closes everything; memory is freed when the loop has run on. Takes NULL. */
void control_free(struct control *control);

#endif
