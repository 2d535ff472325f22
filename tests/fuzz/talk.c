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

/* What a daemon does besides: time passes, a board is asked for, a cable is pulled and put back. */
static void do_more(struct board_session *session, uint64_t *now_ms, uint8_t how,
		    void (*check)(const uint8_t *, size_t))
{
	uint64_t due = board_session_deadline(session);

	if (how % 64 == 1 && due != BOARD_NEVER) {
		*now_ms = due > *now_ms ? due : *now_ms;
		board_session_tick(session, *now_ms);
	} else if (how % 64 == 2) {
		board_session_ask_board(session, *now_ms);
	} else if (how == 0xff || how == '~') { /* in words too, where bytes are letters */
		board_session_close(session, *now_ms);
		take_all(session, check);
		board_session_open(session, *now_ms);
	}
	take_all(session, check);
	expect(board_session_agreed_ms(session) <= *now_ms, "agreed later than now");
}

/* The same bytes as another program's recording: what they say, and what a board would answer. */
static void look_at_recording(const struct board_config *config, const uint8_t *data, size_t size)
{
	static struct board_session session;
	const struct board_men start = board_men_start(false);
	const struct board_stand_in as = {.serial = "12345", .men = &start};
	uint8_t bytes[BOARD_OUT_MAX];
	struct board_event event;
	size_t used = 0;

	board_session_init(&session, config);
	while (used < size) {
		size_t part;

		expect(board_session_stand_in(&session, &as, data + used, size - used, &part, bytes,
					      sizeof(bytes)) <= sizeof(bytes),
		       "an answer");
		expect(part > 0 && part <= size - used, "%zu of a command", part);
		part = board_session_peek(&session, used, data + used, size - used, &event);
		expect(part > 0 && part <= size - used, "%zu of a recording", part);
		used += part;
	}
}

void talk(const char *make, const uint8_t *data, size_t size, size_t piece,
	  void (*check)(const uint8_t *bytes, size_t len))
{
	static struct board_session session;
	struct board_config config = {0};
	uint64_t now_ms = 0;
	size_t used = 0;

	expect(board_make_find(make, &config.make), "no such make");
	config.only_meet = size > 0 && data[0] % 8 == 7;
	board_session_init(&session, &config);
	board_session_open(&session, now_ms);
	take_all(&session, check);
	while (used < size) {
		size_t part = 1 + piece * (data[used] % 8) / 8;

		part = size - used < part ? size - used : part;
		now_ms += part > 1 ? data[used] : 0;
		do_more(&session, &now_ms, data[used], check);
		used += board_session_feed(&session, now_ms, data + used, part);
		take_all(&session, check);
	}
	board_session_close(&session, now_ms);
	take_all(&session, check);
	look_at_recording(&config, data, size);
}

void check_requests(const uint8_t *bytes, size_t len, uint8_t one, uint8_t other)
{
	expect(len % 3 == 0, "%zu bytes", len);
	for (size_t i = 0; i < len; i += 3)
		expect(bytes[i] == one || bytes[i] == other, "%02x", bytes[i]);
}
