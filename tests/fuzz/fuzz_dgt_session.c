/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/session.h"
#include "tests/fuzz/fuzz.h"

/*
 * A script of what happens at a port: the first byte is the configuration,
 * then one byte says what comes next. Whatever a device does, the session
 * must go on, stay within bounds and write nothing that could harm a board.
 */

static struct dgt_session session;
static uint64_t now_ms;

static void check_written(void)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len = dgt_session_take(&session, bytes, sizeof(bytes));

	for (size_t i = 0; i < len; i++) {
		if (bytes[i] == DGT_CMD_CLOCK)
			i += (size_t)bytes[i + 1] + 1;
		else if (bytes[i] >= 0x80)
			i += DGT_BUS_REQUEST_LEN - 1;
		else
			expect(dgt_command_is_safe(bytes[i]), "%02x", bytes[i]);
		expect(i < len, "a command is cut");
	}
}

static void check_event(const struct board_event *event)
{
	expect(event->type != BOARD_EV_NONE, "no event");
	expect(event->square < BOARD_SQUARES, "%s", board_event_name(event->type));
}

static void take_all(void)
{
	struct board_event event;
	size_t events = 0;

	while (dgt_session_next(&session, &event)) {
		check_event(&event);
		expect(++events <= (size_t)2 * DGT_FRAME_MAX, "%zu events", events);
	}
	check_written();
}

static void feed(const uint8_t *bytes, size_t len)
{
	while (len > 0) {
		size_t n = dgt_session_feed(&session, now_ms, bytes, len);

		take_all();
		bytes += n;
		len -= n;
	}
}

/* Time passes in the steps the session asks for, or in one. */
static void pass(uint64_t ms, bool in_steps)
{
	uint64_t end = now_ms + ms;

	while (in_steps && dgt_session_deadline(&session) < end) {
		uint64_t next = dgt_session_deadline(&session);

		now_ms = next > now_ms ? next : now_ms;
		dgt_session_tick(&session, now_ms);
		take_all();
	}
	now_ms = end;
	dgt_session_tick(&session, now_ms);
	take_all();
}

static size_t act(const uint8_t *data, size_t size)
{
	struct dgt_clock_command order = dgt_clock_ask(DGT_CLOCK_VERSION);
	size_t len = 1 + (size_t)(data[0] >> 3);

	switch (data[0] & 7) {
	case 0:
	case 1:
	case 2:
		len = len < size - 1 ? len : size - 1;
		feed(data + 1, len);
		return 1 + len;
	case 3: pass((uint64_t)(data[0] >> 3) * 50, true); break;
	case 4: pass((uint64_t)(data[0] >> 3) * 1000, (data[0] & 8) != 0); break;
	case 5: dgt_session_open(&session, now_ms); break;
	case 6:
		if ((data[0] & 8) != 0)
			dgt_session_close(&session, now_ms);
		else
			(void)dgt_session_start_game(&session, 1025);
		break;
	default: (void)dgt_session_clock(&session, &order); break;
	}
	take_all();
	return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct board_config config;

	if (size < 1)
		return 0;
	config = (struct board_config){.wiring = (enum board_wiring)(data[0] % 3),
				       .is_bluetooth = (data[0] & 16) != 0,
				       .skip_log = (data[0] & 32) != 0};
	now_ms = 0;
	dgt_session_init(&session, config);
	dgt_session_open(&session, now_ms);
	take_all();
	for (size_t at = 1; at < size;)
		at += act(data + at, size - at);
	return 0;
}
