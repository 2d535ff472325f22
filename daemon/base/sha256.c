/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/sha256.h"

#include <stdio.h>

void sha256_init(struct sha256 *s)
{
	SHA256_Init(&s->state);
}

void sha256_feed(struct sha256 *s, const void *bytes, size_t len)
{
	if (len > 0)
		SHA256_Update(&s->state, bytes, len);
}

void sha256_finish(struct sha256 *s, uint8_t ret[SHA256_SIZE])
{
	SHA256_Final(ret, &s->state);
}

void sha256_write(const uint8_t sum[SHA256_SIZE], char ret[SHA256_TEXT_MAX])
{
	for (size_t i = 0; i < SHA256_SIZE; i++)
		snprintf(ret + 2 * i, 3, "%02x", sum[i]);
}

void sha256_finish_text(struct sha256 *s, char ret[SHA256_TEXT_MAX])
{
	uint8_t sum[SHA256_SIZE];

	sha256_finish(s, sum);
	sha256_write(sum, ret);
}
