/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_H
#define BOARDD_HTTP_H

#include "daemon/control/server.h"

/*
 * The HTTP and WebSocket listeners, by libwebsockets on the loop of the server:
 * the arbiter's, with everything, and the public one, with what is delayed.
 * docs/openapi.yaml says what is served.
 */

struct http;

/*
 * Opens the listeners the configuration names and fills in server->address.
 * Returns 0 or a negative errno, after saying on the log what is wrong.
 */
int http_new(struct http **ret, struct server *server);

/* The configuration was read again: so is the certificate, for connections to come. Takes NULL. */
void http_reload(struct http *http);

/* Closes everything; the loop has to run on until that is done. Takes NULL. */
void http_close(struct http *http);

/* After that. Takes NULL. */
void http_free(struct http *http);

#endif
