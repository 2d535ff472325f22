/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http/frames.h"

#define FINAL      0x80
#define RESERVED   0x70
#define OPCODE     0x0f
#define IS_CONTROL 0x08
#define MASKED     0x80
#define LENGTH     0x7f
#define MASK_BYTES 4

/* How long a head is, as far as its first two bytes tell; without the mask. */
static size_t head_len(const uint8_t *head)
{
	switch (head[1] & LENGTH) {
	case 126: return 4;
	case 127: return 10;
	default: return 2;
	}
}

static bool is_allowed(const uint8_t *head)
{
	unsigned opcode = head[0] & OPCODE, len = head[1] & LENGTH;

	if ((head[0] & RESERVED) || !(head[1] & MASKED))
		return false;
	if (opcode & IS_CONTROL)
		return opcode <= 0x0a && (head[0] & FINAL) && len <= 125;
	return opcode <= 2;
}

static bool begins_message(const uint8_t *head)
{
	unsigned opcode = head[0] & OPCODE;

	return opcode != 0 && !(opcode & IS_CONTROL);
}

static uint64_t payload_of(const uint8_t *head)
{
	size_t len = head_len(head);
	uint64_t payload = 0;

	if (len == 2)
		return head[1] & LENGTH;
	for (size_t i = 2; i < len; i++)
		payload = payload << 8 | head[i];
	return payload;
}

static void take_head(struct http_frames *frames, uint8_t byte)
{
	uint64_t payload;

	frames->head[frames->have++] = byte;
	if (frames->have < 2)
		return;
	if (!is_allowed(frames->head)) {
		frames->is_bad = true;
		return;
	}
	if (frames->have < head_len(frames->head))
		return;
	payload = payload_of(frames->head);
	frames->is_bad = payload > INT64_MAX; /* the first bit of a long one is 0 */
	frames->left = MASK_BYTES + payload;
	frames->extra += begins_message(frames->head) ? 0 : 1;
	frames->have = 0;
}

bool http_frames_feed(struct http_frames *frames, const void *bytes, size_t len)
{
	const uint8_t *at = bytes;

	while (len > 0 && !frames->is_bad) {
		size_t skipped = frames->left < len ? (size_t)frames->left : len;

		/* How much of it is left tells where in it we are, for its length does not change.
		 */
		frames->extra += frames->left / HTTP_FRAME_SHORT -
				 (frames->left - skipped) / HTTP_FRAME_SHORT;
		frames->left -= skipped;
		at += skipped;
		len -= skipped;
		if (len > 0) {
			take_head(frames, *at++);
			len--;
		}
	}
	return !frames->is_bad;
}
