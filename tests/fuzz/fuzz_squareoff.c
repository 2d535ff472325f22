/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/squareoff/message.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/talk.h"

/*
 * The same bytes in two cuts give the same messages; and whatever a device does, the
 * session goes on and asks nothing that could move a motor.
 */

struct heard {
	uint64_t bytes, messages, sum;
};

static size_t write_one(const struct squareoff_message *msg, uint8_t *bytes, size_t cap)
{
	return msg->type == SQUAREOFF_BOARD
		       ? squareoff_encode_board(&msg->men, bytes, cap)
		       : squareoff_encode_change(msg->square, msg->type == SQUAREOFF_LIFTED, bytes,
						 cap);
}

/* What is written as it was read is read so again. */
static void write_again(const struct squareoff_message *heard)
{
	uint8_t bytes[SQUAREOFF_FRAME_MAX];
	struct squareoff_parser parser;
	struct squareoff_message msg = {.type = SQUAREOFF_NONE};

	squareoff_parser_init(&parser);
	expect(write_one(heard, bytes, 4) == 0, "too long");
	(void)squareoff_parser_feed(&parser, bytes, write_one(heard, bytes, sizeof(bytes)), &msg);
	expect(msg.type == heard->type, "another message");
	expect(msg.type == SQUAREOFF_BOARD ? board_men_equal(&msg.men, &heard->men)
					   : msg.square == heard->square,
	       "another one");
}

static void hear(struct heard *heard, const struct squareoff_message *msg)
{
	if (msg->type == SQUAREOFF_BOARD || msg->type == SQUAREOFF_LIFTED ||
	    msg->type == SQUAREOFF_PLACED)
		write_again(msg);
	heard->bytes += msg->len;
	heard->messages++;
	heard->sum = heard->sum * 31 + msg->at + (uint64_t)msg->type;
}

static struct heard parse(const uint8_t *data, size_t size, size_t piece)
{
	struct heard heard = {0};
	struct squareoff_parser parser;
	struct squareoff_message msg;

	squareoff_parser_init(&parser);
	for (size_t at = 0; at < size; at += piece) {
		size_t part = size - at < piece ? size - at : piece, used = 0;

		while (used < part) {
			used += squareoff_parser_feed(&parser, data + at + used, part - used, &msg);
			expect(used <= part, "%zu of %zu", used, part);
			if (msg.type != SQUAREOFF_NONE)
				hear(&heard, &msg);
		}
	}
	while (squareoff_parser_end(&parser, &msg))
		hear(&heard, &msg);
	return heard;
}

static void check_written(const uint8_t *bytes, size_t len)
{
	static const char *const safe[] = {"30#R*", "14#1*", "4#*"};

	for (size_t at = 0; at < len;) {
		size_t i = 0;

		while (i < 3 && (strlen(safe[i]) > len - at ||
				 memcmp(bytes + at, safe[i], strlen(safe[i])) != 0))
			i++;
		expect(i < 3, "something else is written");
		at += strlen(safe[i]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct heard whole = parse(data, size, size > 0 ? size : 1), cut = parse(data, size, 3);

	expect(whole.bytes <= size, "%llu of %zu bytes", (unsigned long long)whole.bytes, size);
	expect(whole.sum == cut.sum && whole.messages == cut.messages, "another cut, other words");
	talk("squareoff", data, size, 670, check_written);
	return 0;
}
