/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HTTP_HEAD_H
#define BOARDD_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Is this the head of a request that we understand? It is asked before anything
 * else looks at the bytes, so that what is wrong with them gets an answer that
 * says so. Pure: bytes in, a verdict out.
 *
 * Only what everybody reads in the same way passes: one Host that is a name and
 * perhaps a port, at most one of each header that decides something, no other way
 * than a length to say where the body ends, no lines that go on in the next, and no
 * control characters however they are written: libwebsockets decodes %0a in a path
 * and takes it for the end of a line.
 */

#define HTTP_HEAD_MAX   8192
#define HTTP_TARGET_MAX 1000 /* path and query */

struct http_verdict {
	unsigned status; /* 0: not all of it is there yet; 200: good; else: the refusal */
	const char *why; /* static; NULL when there is nothing to refuse */
	/* When all is good. What the library makes of the Host has to be the same. */
	const char *host, *target; /* borrowed from the bytes */
	size_t host_len, target_len;
	size_t len;      /* of the head */
	bool is_upgrade; /* the connection wants to become a WebSocket */
};

/* body_max: the longest body that is taken. */
struct http_verdict http_head_check(const char *bytes, size_t len, uint64_t body_max);

#endif
