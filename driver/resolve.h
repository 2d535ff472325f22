/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_RESOLVE_H
#define BOARDD_DRIVER_RESOLVE_H

#include <netdb.h>

/*
 * The addresses of a name. getaddrinfo() blocks for as long as a name server
 * keeps silent, so it has a thread of its own, which may outlive the question.
 */

struct driver_resolve;

/* Asks. Numbers are answered at once. Returns 0, or negative errno. */
int driver_resolve_new(struct driver_resolve **ret, const char *host, const char *port);

/* Readable when the answer is there. */
int driver_resolve_fd(const struct driver_resolve *resolve);

/*
 * Returns 1, and the addresses, to be freed by the caller; 0 when there is no
 * answer yet; -EHOSTUNREACH when there is no such host.
 */
int driver_resolve_take(struct driver_resolve *resolve, struct addrinfo **ret);

/* Takes NULL. */
void driver_resolve_free(struct driver_resolve *resolve);

#endif
