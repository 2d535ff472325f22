/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/pack.h"

#include <stdint.h>
#include <string.h>

#define RUN_MIN 16 /* of zeros; shorter ones are cheaper as they are */
#define PART    4096

/* So many zeros, then so many bytes, which follow. */
struct piece {
	uint32_t zeros, bytes;
};

static size_t zeros_at(const uint8_t *data, size_t len)
{
	size_t count = 0;
	uint64_t word = 0;

	while (len - count >= sizeof(word)) {
		memcpy(&word, data + count, sizeof(word));
		if (word != 0)
			break;
		count += sizeof(word);
	}
	while (count < len && data[count] == 0)
		count++;
	return count;
}

/* Up to the next long run, or the end. */
static size_t bytes_at(const uint8_t *data, size_t len)
{
	size_t at = 0;

	while (at < len) {
		size_t zeros = zeros_at(data + at, len - at);

		if (zeros >= RUN_MIN || at + zeros == len)
			return at;
		at += zeros + 1;
	}
	return len;
}

void pack_clear(void *data, size_t len)
{
	uint8_t *at = data;

	while (len > 0) {
		size_t part = len < PART ? len : PART;

		if (zeros_at(at, part) < part)
			memset(at, 0, part);
		at += part;
		len -= part;
	}
}

size_t pack_put(const void *data, size_t len, void *ret, size_t cap)
{
	const uint8_t *from = data;
	uint8_t *to = ret;
	size_t size = 0, at = 0;

	while (at < len) {
		size_t zeros = zeros_at(from + at, len - at);
		size_t bytes = bytes_at(from + at + zeros, len - at - zeros);
		struct piece piece = {(uint32_t)zeros, (uint32_t)bytes};

		if (to && size + sizeof(piece) + bytes <= cap) {
			memcpy(to + size, &piece, sizeof(piece));
			memcpy(to + size + sizeof(piece), from + at + zeros, bytes);
		}
		size += sizeof(piece) + bytes;
		at += zeros + bytes;
	}
	return size;
}

bool pack_get(const void *packed, size_t packed_len, void *ret, size_t len)
{
	const uint8_t *from = packed;
	uint8_t *to = ret;
	size_t at = 0;

	while (packed_len > 0) {
		struct piece piece;

		if (packed_len < sizeof(piece))
			return false;
		memcpy(&piece, from, sizeof(piece));
		from += sizeof(piece);
		packed_len -= sizeof(piece);
		if (piece.bytes > packed_len || piece.zeros > len - at ||
		    piece.bytes > len - at - piece.zeros)
			return false;
		pack_clear(to + at, piece.zeros);
		memcpy(to + at + piece.zeros, from, piece.bytes);
		at += (size_t)piece.zeros + piece.bytes;
		from += piece.bytes;
		packed_len -= piece.bytes;
	}
	return at == len;
}
