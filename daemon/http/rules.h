/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_RULES_H
#define BOARDD_HTTP_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/config/config.h"

/*
 * Who is let in over HTTP: what a request says about where it comes from, and
 * how much of it there is. Pure: texts and times in, answers out.
 */

/*
 * Is it a name or an address and perhaps a port, with nothing else? Everything
 * that reads a Host then reads the same.
 */
bool http_host_is_plain(const char *host, size_t len);

/* No control characters, DEL among them. */
bool http_text_is_plain(const char *text);

/*
 * A browser can be led to us under a foreign name (DNS rebinding); then its
 * pages could read what we answer. So only these names are ours: localhost, a
 * loopback address, the address of the listener, and what the configuration adds.
 */
bool http_host_is_ours(const char *host, const char *listener, const struct config_list *names);

/*
 * May a page of this origin use us? host: what the same request says; origins:
 * others that may. NULL or empty: no browser; then only a loopback may.
 */
bool http_origin_is_allowed(const char *origin, const char *host, bool is_tls, bool is_loopback,
			    const struct config_list *origins);

/* "127.0.0.1", "::1" and the like, as a peer's or a listener's address. */
bool http_is_loopback(const char *address);

/* A cookie by its name; false: it is not there, or does not fit. */
bool http_cookie(const char *header, const char *name, char *ret, size_t size);

/* A number of a query ("since=5&limit=3"); false: there is one, and it is no number. */
bool http_query_number(const char *query, const char *name, uint64_t *ret);

/* A text of a query, with %xx decoded; false: it is not there, or does not fit. */
bool http_query_text(const char *query, const char *name, char *ret, size_t size);

/* Only these parameters, and each but once; names ends with NULL. */
bool http_query_is_known(const char *query, const char *const names[]);

/* Puts what is decoded already into a query again; false: it does not fit. */
bool http_query_add(char *query, size_t size, const char *part);

/* Is this ETag, or "*", in a list ("\"a\", W/\"b\"")? */
bool http_tag_matches(const char *list, const char *tag);

/* "application/json", perhaps with parameters. */
bool http_type_is_json(const char *type);

/* --- how much --- */

#define HTTP_PEERS_MAX 4096
#define HTTP_PEER_MAX  48

struct http_peer {
	char address[HTTP_PEER_MAX];
	unsigned connections;
	double tokens; /* requests it may still make */
	uint64_t at_ms;
};

struct http_peers {
	size_t count;
	struct http_peer peers[HTTP_PEERS_MAX];
};

/* Counts a connection; false: that address has too many, or there are too many addresses. */
bool http_peer_comes(struct http_peers *peers, const char *address, unsigned max, uint64_t now_ms);
void http_peer_goes(struct http_peers *peers, const char *address);

/* Counts a request; false: too many in a second. Short bursts are let through. */
bool http_peer_asks(struct http_peers *peers, const char *address, unsigned rate, uint64_t now_ms);

#endif
