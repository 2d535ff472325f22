/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_TLS_H
#define BOARDD_HTTP_TLS_H

#include <stddef.h>
#include <sys/types.h>

/*
 * TLS, by OpenSSL, on sockets that do not block. It is done here and not by
 * libwebsockets so that the door sees what was sent, whichever way it came.
 *
 * TLS 1.3, or 1.2 with a key of its own for each connection and a cipher that
 * also authenticates: no CBC, no RSA key exchange, no renegotiation.
 */

struct http_tls;      /* a certificate, its key, and what is allowed */
struct http_tls_link; /* one connection */

/*
 * Reads the certificate and its key. Returns 0, or -EINVAL with a sentence in ret_why;
 * then *tls stays as it was, so that a bad file does not end what a good one began.
 * *tls may be NULL before. Connections that are open keep what they have.
 */
int http_tls_load(struct http_tls **tls, const char *certificate, const char *key, char *ret_why,
		  size_t size);
void http_tls_free(struct http_tls *tls); /* takes NULL */

/* A connection that was accepted; it does not own the descriptor. NULL: no memory. */
struct http_tls_link *http_tls_begin(struct http_tls *tls, int fd);
void http_tls_end(struct http_tls_link *link); /* takes NULL */

/* Returns 0 when the two know each other, -EAGAIN when more has to come, else -EPROTO. */
int http_tls_greet(struct http_tls_link *link);

/* Returns the bytes, 0 at the end, -EAGAIN when there are none yet, -EPROTO when it is over. */
ssize_t http_tls_read(struct http_tls_link *link, void *bytes, size_t len);
ssize_t http_tls_write(struct http_tls_link *link, const void *bytes, size_t len);

/* After -EAGAIN: does it wait until the socket can take more? */
int http_tls_wants_to_write(const struct http_tls_link *link);

/* Says goodbye, if the socket takes it. */
void http_tls_say_goodbye(struct http_tls_link *link);

#endif
