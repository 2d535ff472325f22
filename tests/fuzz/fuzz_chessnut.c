/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chessnut/message.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/talk.h"

/*
 * The same bytes in two cuts give the same messages; and whatever a device does, the
 * session goes on and asks nothing but to be shown the board, and the battery.
 */

struct heard {
	uint64_t bytes, messages, sum;
};

/* A board that is written as it was read is read so again. */
static void write_again(const struct board_men *men)
{
	uint8_t bytes[CHESSNUT_BOARD_BYTES];
	struct chessnut_parser parser;
	struct chessnut_message msg;
	size_t len = chessnut_encode_board(men, bytes, sizeof(bytes));

	chessnut_parser_init(&parser);
	expect(chessnut_encode_board(men, bytes, CHESSNUT_BOARD_BYTES - 1) == 0, "too long");
	(void)chessnut_parser_feed(&parser, bytes, len, &msg);
	expect(msg.type == CHESSNUT_BOARD && board_men_equal(&msg.men, men), "another board");
}

static void hear(struct heard *heard, const struct chessnut_message *msg)
{
	if (msg->type == CHESSNUT_BOARD)
		write_again(&msg->men);
	heard->bytes += msg->len;
	heard->messages++;
	heard->sum = heard->sum * 31 + msg->at + (uint64_t)msg->type;
}

static struct heard parse(const uint8_t *data, size_t size, size_t piece)
{
	struct heard heard = {0};
	struct chessnut_parser parser;
	struct chessnut_message msg;

	chessnut_parser_init(&parser);
	for (size_t at = 0; at < size; at += piece) {
		size_t part = size - at < piece ? size - at : piece, used = 0;

		while (used < part) {
			used += chessnut_parser_feed(&parser, data + at + used, part - used, &msg);
			expect(used <= part, "%zu of %zu", used, part);
			if (msg.type != CHESSNUT_NONE)
				hear(&heard, &msg);
		}
	}
	while (chessnut_parser_end(&parser, &msg))
		hear(&heard, &msg);
	return heard;
}

static void check_written(const uint8_t *bytes, size_t len)
{
	check_requests(bytes, len, 0x21, 0x29);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct heard whole = parse(data, size, size > 0 ? size : 1), cut = parse(data, size, 3);

	expect(whole.bytes <= size, "%llu of %zu bytes", (unsigned long long)whole.bytes, size);
	expect(whole.sum == cut.sum && whole.messages == cut.messages, "another cut, other words");
	talk("chessnut", data, size, 670, check_written);
	return 0;
}
