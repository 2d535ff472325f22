/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SHA256_H
#define BOARDD_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* OpenSSL's SHA-256 without an allocation: its older names, which it keeps. */
#define OPENSSL_API_COMPAT 10101
#include <openssl/sha.h>

/*
 * SHA-256 (FIPS 180-4), for what people compare with sha256sum. Plain data: no
 * allocation, nothing to free.
 */

#define SHA256_SIZE     32
#define SHA256_TEXT_MAX (2 * SHA256_SIZE + 1)

struct sha256 {
	SHA256_CTX state;
};

void sha256_init(struct sha256 *s);
void sha256_feed(struct sha256 *s, const void *bytes, size_t len);

/* Ends it: init again before the next. */
void sha256_finish(struct sha256 *s, uint8_t ret[SHA256_SIZE]);

/* The same in lower-case hexadecimal. */
void sha256_finish_text(struct sha256 *s, char ret[SHA256_TEXT_MAX]);

/* A sum in hexadecimal. */
void sha256_write(const uint8_t sum[SHA256_SIZE], char ret[SHA256_TEXT_MAX]);

#endif
