/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/cached.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PARTS  10                 /* of the time: one part may go into making the text */
#define AGE_NS (250 * 1000000ull) /* no client gets a text older than this */

static uint64_t ns_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool cached_is_fresh(const struct cached *cached)
{
	uint64_t age_ns = cached->took_ns * PARTS;

	return cached->text &&
	       ns_of(CLOCK_MONOTONIC) < cached->made_ns + (age_ns < AGE_NS ? age_ns : AGE_NS);
}

/* Processor time of this thread: what other programs use is not counted. */
uint64_t cached_begin(void)
{
	return ns_of(CLOCK_THREAD_CPUTIME_ID);
}

void cached_put(struct cached *cached, uint64_t begun, char *text, size_t len)
{
	free(cached->text);
	*cached = (struct cached){.text = text,
				  .len = len,
				  .made_ns = ns_of(CLOCK_MONOTONIC),
				  .took_ns = ns_of(CLOCK_THREAD_CPUTIME_ID) - begun};
}

char *cached_copy(const struct cached *cached, size_t *ret_len)
{
	char *copy = cached->text ? malloc(cached->len + 1) : NULL;

	if (copy)
		memcpy(copy, cached->text, cached->len + 1);
	*ret_len = copy ? cached->len : 0;
	return copy;
}

void cached_clear(struct cached *cached)
{
	free(cached->text);
	*cached = (struct cached){0};
}
