/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_RELAY_H
#define BOARDD_HTTP_RELAY_H

#include "daemon/http/private.h"

/*
 * A TLS connection that the door has let in: what it says goes on in clear to
 * libwebsockets, through a pair of sockets, and what that answers goes back.
 * Neither side is read faster than the other takes it.
 */

struct http_tls_link;

/*
 * Takes the descriptor, the link and one hold of the seat; first is what the client
 * has said already. Returns the end for libwebsockets, or a negative errno: then all is
 * still the caller's.
 */
int http_relay_begin(struct http_seat *seat, int fd, struct http_tls_link *link, const char *first,
		     size_t len);

/* Drops those whose client has not read for [http] timeout. */
void http_relays_look(struct http *http, uint64_t now_ms);

/* Ends all of them at once. The loop has to run on until that is done. */
void http_relays_close(struct http *http);

#endif
