/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CACHED_H
#define BOARDD_CACHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * An answer that many ask for, and that takes time to make: in a hall of a
 * thousand boards, tens of milliseconds of the loop that reads those boards. So
 * it is made again at most as often as leaves nine tenths of the time for
 * everything else. With a few boards that is every millisecond.
 */
struct cached {
	char *text; /* NULL: no text was made yet */
	size_t len;
	uint64_t made_ns, took_ns;
};

/* May the text be handed out although something has changed since? */
bool cached_is_fresh(const struct cached *cached);

/* Call before making a new text. Returns a time for cached_put(). */
uint64_t cached_begin(void);

/* Takes ownership of the new text; NULL when there was no memory for one. */
void cached_put(struct cached *cached, uint64_t begun, char *text, size_t len);

/* A copy that ends with a zero byte, or NULL when there is no memory. */
char *cached_copy(const struct cached *cached, size_t *ret_len);

void cached_clear(struct cached *cached);

#endif
