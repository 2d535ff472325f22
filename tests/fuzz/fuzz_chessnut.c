/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"
#include "board-protocol/chessnut/message.h"
#include "tests/fuzz/fuzz.h"

/*
 * The same bytes in two cuts give the same messages; and whatever a device does, the
 * session goes on and asks nothing but to be shown the board, and the battery.
 */

struct heard {
	uint64_t bytes, messages, sum;
};

static void hear(struct heard *heard, const struct chessnut_message *msg)
{
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

static void take_all(struct board_session *session)
{
	struct board_event event;
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len;

	while (board_session_next(session, &event))
		expect(event.square < BOARD_SQUARES, "%s", board_event_name(event.type));
	len = board_session_take(session, bytes, sizeof(bytes));
	expect(len % 3 == 0, "%zu bytes", len);
	for (size_t i = 0; i < len; i += 3)
		expect(bytes[i] == 0x21 || bytes[i] == 0x29, "%02x", bytes[i]);
}

static void talk(const uint8_t *data, size_t size)
{
	static struct board_session session;
	struct board_config config = {0};
	uint64_t now_ms = 0;
	size_t used = 0;

	expect(board_make_find("chessnut", &config.make), "no such make");
	board_session_init(&session, &config);
	board_session_open(&session, now_ms);
	take_all(&session);
	while (used < size) {
		size_t part = size - used < 670 ? size - used : 670;

		now_ms += data[used];
		used += board_session_feed(&session, now_ms, data + used, part);
		take_all(&session);
	}
	board_session_close(&session, now_ms);
	take_all(&session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct heard whole = parse(data, size, size > 0 ? size : 1), cut = parse(data, size, 3);

	expect(whole.bytes <= size, "%llu of %zu bytes", (unsigned long long)whole.bytes, size);
	expect(whole.sum == cut.sum && whole.messages == cut.messages, "another cut, other words");
	talk(data, size);
	return 0;
}
