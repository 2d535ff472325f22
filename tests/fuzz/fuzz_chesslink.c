/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chesslink/message.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/talk.h"

#include <string.h>

/*
 * The same bytes in two cuts give the same messages, and none is lost; and
 * whatever a device does, the session goes on and asks nothing but who is there
 * and what stands there.
 */

struct heard {
	uint64_t bytes, messages, sum;
};

static void hear(struct heard *heard, const struct chesslink_message *msg)
{
	struct board_men men;
	uint8_t bytes[CHESSLINK_FRAME_MAX];

	expect(strcmp(chesslink_message_name(msg->type), "none") != 0, "it has no name");
	if (msg->type == CHESSLINK_BOARD) { /* it is sent as it was read, but for the top bits */
		men = msg->men;
		expect(chesslink_encode_board(&men, bytes, sizeof(bytes)) == msg->len, "length");
		for (size_t i = 0; i < msg->len; i++)
			expect((bytes[i] & 0x7f) == (msg->bytes[i] & 0x7f), "byte %zu", i);
	}
	heard->bytes += msg->len;
	heard->messages += msg->type != CHESSLINK_NONE;
	heard->sum = heard->sum * 31 + msg->at + (uint64_t)msg->type;
}

static struct heard parse(const uint8_t *data, size_t size, size_t piece)
{
	struct heard heard = {0};
	struct chesslink_parser parser;
	struct chesslink_message msg;

	chesslink_parser_init(&parser);
	for (size_t at = 0; at < size; at += piece) {
		size_t part = size - at < piece ? size - at : piece, used = 0;

		do {
			used += chesslink_parser_feed(&parser, data + at + used, part - used, &msg);
			expect(used <= part, "%zu of %zu", used, part);
			if (msg.type != CHESSLINK_NONE)
				hear(&heard, &msg);
		} while (used < part || msg.type != CHESSLINK_NONE);
	}
	while (chesslink_parser_end(&parser, &msg))
		hear(&heard, &msg);
	return heard;
}

static void check_written(const uint8_t *bytes, size_t len)
{
	check_requests(bytes, len, 0xd6, 0xd3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct heard whole = parse(data, size, size > 0 ? size : 1), cut = parse(data, size, 3);

	expect(whole.bytes == size, "%llu of %zu bytes", (unsigned long long)whole.bytes, size);
	expect(whole.sum == cut.sum && whole.messages == cut.messages, "another cut, other words");
	talk("chesslink", data, size, 67, check_written);
	return 0;
}
