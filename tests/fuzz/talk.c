/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/talk.h"

#include "board-protocol/board.h"
#include "tests/fuzz/fuzz.h"

static void take_all(struct board_session *session, void (*check)(const uint8_t *, size_t))
{
	struct board_event event;
	uint8_t bytes[BOARD_OUT_MAX];

	expect(board_session_lights(session, board_session_now(session), bytes, sizeof(bytes)) <=
		       sizeof(bytes),
	       "lights");
	while (board_session_next(session, &event))
		expect(event.square < BOARD_SQUARES, "%s", board_event_name(event.type));
	check(bytes, board_session_take(session, bytes, sizeof(bytes)));
}

void talk(const char *make, const uint8_t *data, size_t size, size_t piece,
	  void (*check)(const uint8_t *bytes, size_t len))
{
	static struct board_session session;
	struct board_config config = {0};
	uint64_t now_ms = 0;
	size_t used = 0;

	expect(board_make_find(make, &config.make), "no such make");
	board_session_init(&session, &config);
	board_session_open(&session, now_ms);
	take_all(&session, check);
	while (used < size) {
		size_t part = size - used < piece ? size - used : piece;

		now_ms += data[used];
		used += board_session_feed(&session, now_ms, data + used, part);
		take_all(&session, check);
	}
	board_session_close(&session, now_ms);
	take_all(&session, check);
}

void check_requests(const uint8_t *bytes, size_t len, uint8_t one, uint8_t other)
{
	expect(len % 3 == 0, "%zu bytes", len);
	for (size_t i = 0; i < len; i += 3)
		expect(bytes[i] == one || bytes[i] == other, "%02x", bytes[i]);
}
