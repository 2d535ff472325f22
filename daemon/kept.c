/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/kept.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PARTS  10                 /* one of them may go into making it */
#define AGE_NS (250 * 1000000ull) /* nobody gets an older one */

static uint64_t ns_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

bool kept_is_fresh(const struct kept *kept)
{
	uint64_t age_ns = kept->took_ns * PARTS;

	return kept->text &&
	       ns_of(CLOCK_MONOTONIC) < kept->made_ns + (age_ns < AGE_NS ? age_ns : AGE_NS);
}

/* Our own time: another program's turn on the processor is not work of ours. */
uint64_t kept_begin(void)
{
	return ns_of(CLOCK_THREAD_CPUTIME_ID);
}

void kept_put(struct kept *kept, uint64_t begun, char *text, size_t len)
{
	free(kept->text);
	*kept = (struct kept){.text = text,
			      .len = len,
			      .made_ns = ns_of(CLOCK_MONOTONIC),
			      .took_ns = ns_of(CLOCK_THREAD_CPUTIME_ID) - begun};
}

char *kept_copy(const struct kept *kept, size_t *ret_len)
{
	char *copy = kept->text ? malloc(kept->len + 1) : NULL;

	if (copy)
		memcpy(copy, kept->text, kept->len + 1);
	*ret_len = copy ? kept->len : 0;
	return copy;
}

void kept_clear(struct kept *kept)
{
	free(kept->text);
	*kept = (struct kept){0};
}
