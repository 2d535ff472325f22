/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/sentio/message.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/talk.h"

/*
 * The same bytes in two cuts give the same messages; and whatever a device does, the
 * session goes on and says nothing: what is written could make it shine.
 */

struct heard {
	uint64_t bytes, messages, sum;
};

/* A board that is written as it was read is read so again. */
static void write_again(const struct board_men *men)
{
	uint8_t bytes[SENTIO_LINE_MAX];
	struct sentio_parser parser;
	struct sentio_message msg;
	size_t len = sentio_encode(men, bytes, sizeof(bytes));

	sentio_parser_init(&parser);
	expect(len > 0 && len <= sizeof(bytes), "%zu bytes", len);
	expect(sentio_encode(men, bytes, SENTIO_LINE_MAX - 1) == 0, "too long");
	(void)sentio_parser_feed(&parser, bytes, len, &msg);
	expect(msg.type == SENTIO_BOARD && board_men_equal(&msg.men, men), "another board");
}

static void hear(struct heard *heard, const struct sentio_message *msg)
{
	if (msg->type == SENTIO_BOARD)
		write_again(&msg->men);
	heard->bytes += msg->len;
	heard->messages++;
	heard->sum = heard->sum * 31 + msg->at + (uint64_t)msg->type;
}

static struct heard parse(const uint8_t *data, size_t size, size_t piece)
{
	struct heard heard = {0};
	struct sentio_parser parser;
	struct sentio_message msg;

	sentio_parser_init(&parser);
	for (size_t at = 0; at < size; at += piece) {
		size_t part = size - at < piece ? size - at : piece, used = 0;

		while (used < part) {
			used += sentio_parser_feed(&parser, data + at + used, part - used, &msg);
			expect(used <= part, "%zu of %zu", used, part);
			if (msg.type != SENTIO_NONE)
				hear(&heard, &msg);
		}
	}
	while (sentio_parser_end(&parser, &msg))
		hear(&heard, &msg);
	return heard;
}

/* A Sentio is only listened to. */
static void check_written(const uint8_t *bytes, size_t len)
{
	expect(len == 0, "%zu bytes, %02x first", len, bytes[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct heard whole = parse(data, size, size > 0 ? size : 1), cut = parse(data, size, 3);

	expect(whole.bytes <= size, "%llu of %zu bytes", (unsigned long long)whole.bytes, size);
	expect(whole.sum == cut.sum && whole.messages == cut.messages, "another cut, other words");
	talk("sentio", data, size, 670, check_written);
	return 0;
}
