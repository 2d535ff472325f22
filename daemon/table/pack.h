/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_PACK_H
#define BOARDD_PACK_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Memory without its long runs of zeros, for the same program to read again.
 * The state of a table is plain data, and most of its room is for games longer
 * and stranger than this one.
 */

/*
 * Zeros. What is zero already is only read: pages of new memory that were never
 * written to stay none of ours.
 */
void pack_clear(void *data, size_t len);

/* Returns how many bytes it takes; they are only written if they fit. ret may be NULL. */
size_t pack_put(const void *data, size_t len, void *ret, size_t cap);

/* False: it is no packing of so many bytes, and what is in ret means nothing. */
bool pack_get(const void *packed, size_t packed_len, void *ret, size_t len);

#endif
