/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_DOOR_H
#define BOARDD_HTTP_DOOR_H

#include "daemon/http/private.h"

/*
 * Where connections come in. The sockets are ours and not those of
 * libwebsockets, which binds to more than it is told, cannot say why it failed,
 * and answers what it does not understand with a page of its own. A connection
 * is handed on when the head of its first request is there and good. There is one
 * door for all: what comes by TLS is looked at in the same way when it is in clear.
 *
 * A connection that waits here costs a few hundred bytes: its request stays in
 * the kernel until it is handed on. By TLS it costs what OpenSSL takes, and the head.
 */

/*
 * Binds a listener to its host and the port. Returns 0 and fills in its fd, or a
 * negative errno. Port 0: any, which is written back.
 */
int http_door_bind(struct http_listener *at, uint16_t *port);

/* Lets people in; http->loop runs. Returns 0 or a negative errno. */
int http_door_open(struct http_listener *at);

/*
 * All is said: the client has a moment to read it, and what it still sends is thrown
 * away. Takes the descriptor and one hold of the seat.
 */
void http_door_farewell(int fd, struct http_seat *seat);

/* There is something whose time runs. */
void http_door_keep_time(struct http *http);

/* Sends away who waits here, and closes. The loop has to run on until that is done. */
void http_door_close(struct http *http);

#endif
