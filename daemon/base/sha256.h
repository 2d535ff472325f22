/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SHA256_H
#define BOARDD_SHA256_H

#include <stddef.h>
#include <stdint.h>

/*
 * SHA-256 (FIPS 180-4), for what people compare with sha256sum. Plain data: no
 * allocation, nothing to free.
 */

#define SHA256_SIZE     32
#define SHA256_TEXT_MAX (2 * SHA256_SIZE + 1)

struct sha256 {
	uint64_t len;
	uint32_t state[8];
	uint8_t block[64];
};

void sha256_init(struct sha256 *s);
void sha256_feed(struct sha256 *s, const void *bytes, size_t len);

/* Ends it: init again before the next. */
void sha256_finish(struct sha256 *s, uint8_t ret[SHA256_SIZE]);

/* The same in lower-case hexadecimal. */
void sha256_finish_text(struct sha256 *s, char ret[SHA256_TEXT_MAX]);

#endif
