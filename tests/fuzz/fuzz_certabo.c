/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/certabo/message.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/talk.h"

/*
 * The same bytes in two cuts give the same messages; and whatever a device does, the
 * session goes on and writes nothing.
 */

struct heard {
	uint64_t bytes, messages, sum;
};

/* Tags that are written as they were read are read so again. */
static void write_again(const struct certabo_tag *tag)
{
	static uint8_t bytes[CERTABO_LINE_MAX];
	static struct certabo_parser parser;
	struct certabo_message msg;
	size_t len = certabo_encode(tag, bytes, sizeof(bytes));

	certabo_parser_init(&parser);
	expect(len > 0 && len <= sizeof(bytes), "%zu bytes", len);
	expect(certabo_encode(tag, bytes, CERTABO_LINE_MAX - 1) == 0, "too long");
	(void)certabo_parser_feed(&parser, bytes, len, &msg);
	expect(msg.type == CERTABO_TAGS, "no line");
	expect(memcmp(msg.tag, tag, BOARD_SQUARES * sizeof(*tag)) == 0, "other tags");
}

static void hear(struct heard *heard, const struct certabo_message *msg)
{
	if (msg->type == CERTABO_TAGS)
		write_again(msg->tag);
	heard->bytes += msg->len;
	heard->messages++;
	heard->sum = heard->sum * 31 + msg->at + (uint64_t)msg->type;
}

static struct heard parse(const uint8_t *data, size_t size, size_t piece)
{
	struct heard heard = {0};
	struct certabo_parser parser;
	struct certabo_message msg;

	certabo_parser_init(&parser);
	for (size_t at = 0; at < size; at += piece) {
		size_t part = size - at < piece ? size - at : piece, used = 0;

		while (used < part) {
			used += certabo_parser_feed(&parser, data + at + used, part - used, &msg);
			expect(used <= part, "%zu of %zu", used, part);
			if (msg.type != CERTABO_NONE)
				hear(&heard, &msg);
		}
	}
	while (certabo_parser_end(&parser, &msg))
		hear(&heard, &msg);
	return heard;
}

static void check_written(const uint8_t *bytes, size_t len)
{
	(void)bytes;
	expect(len == 0, "%zu bytes", len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct heard whole = parse(data, size, size > 0 ? size : 1), cut = parse(data, size, 3);

	expect(whole.bytes <= size, "%llu of %zu bytes", (unsigned long long)whole.bytes, size);
	expect(whole.sum == cut.sum && whole.messages == cut.messages, "another cut, other words");
	talk("certabo", data, size, 670, check_written);
	return 0;
}
