/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_RELAY_H
#define BOARDD_HTTP_RELAY_H

#include "daemon/http/private.h"

/*
 * A connection that the door has let in and that libwebsockets does not get as it is:
 * one by TLS, or one that will be a WebSocket, whose frames are looked at. What it says
 * goes on in clear, through a pair of sockets, and what is answered goes back.
 * Neither side is read faster than the other takes it.
 */

struct http_tls_link;

/*
 * Takes the descriptor, the link (NULL: it is in clear) and one hold of the seat.
 * Returns the end for libwebsockets, or a negative errno: then all is still the
 * caller's.
 */
struct http_relayed {
	struct http_seat *seat;
	int fd;
	struct http_tls_link *tls;
	const char *first; /* what the client has said already and nobody will say again */
	size_t len;
	size_t head_len; /* what comes before frames; 0: there will be none */
};

int http_relay_begin(const struct http_relayed *from);

/* Drops those whose client has not read for [http] timeout. */
void http_relays_look(struct http *http, uint64_t now_ms);

/* Ends all of them at once. The loop has to run on until that is done. */
void http_relays_close(struct http *http);

#endif
