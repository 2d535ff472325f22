/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LICHESS_PUSH_H
#define BOARDD_LICHESS_PUSH_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

#include "daemon/base/secret.h"

/* One push over HTTP, and what came of it. Waits for the network. */

#define LICHESS_WHY_MAX (CURL_ERROR_SIZE + 80)

enum lichess_fate {
	LICHESS_ANSWERED, /* 200: the answer has an entry for each game */
	LICHESS_BAD,      /* 400, or an answer that is none: all games of it failed */
	LICHESS_REFUSED,  /* 401, 403, 404 and the like: trying again is of no use */
	LICHESS_TOO_LONG, /* 413 */
	LICHESS_TOO_MANY, /* 429 */
	LICHESS_FAILED,   /* the network, or the server: try again */
};

struct lichess_push {
	const char *url, *round; /* https://lichess.org, and the id */
	const char *token;
	const char *body;
	size_t len;
	long timeout_ms;
	bool (*is_over)(void *data); /* asked now and then: true gives up */
	void *data;
};

struct lichess_answer {
	enum lichess_fate fate;
	unsigned wait_s; /* LICHESS_TOO_MANY: as the server says; 0: it does not */
	char why[LICHESS_WHY_MAX];
	char *text; /* to be freed by the caller; may be NULL */
	size_t len;
};

/*
 * share: keeps the connection between two pushes. Each push has a handle of its own: libcurl before
 * 8.1 takes a folded first header for a part of one of the transfer before, which it has freed.
 */
void lichess_push(CURLSH *share, const struct lichess_push *push, struct lichess_answer *ret);

#endif
