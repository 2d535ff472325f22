/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/poll.h"
#include "board-protocol/squareoff/message.h"

/*
 * Square Off Pro: it tells what is lifted and placed, not what it is, and shows its board
 * when asked. It is told that a game begins only when it is met first: later that would
 * reset what it knows itself. Motors are never moved: those commands have no name here.
 */

#define ALIVE_MS   3000
#define PACE_MS    150
#define BEGIN_MS   700 /* one that has not shown itself by then waits to be told */
#define BATTERY_MS 60000
#define EMPTY_MV   3300
#define FULL_MV    4200

struct squareoff_session {
	struct board_poll poll; /* first: see board_poll_make_close() and others */
	struct squareoff_parser parser;
	bool was_met, has_asked_battery;
};

_Static_assert(sizeof(struct squareoff_session) <= BOARD_SESSION_MAX, "a session has its room");

static const struct board_words show = {5, {'3', '0', '#', 'R', '*'}};
static const struct board_words begin = {5, {'1', '4', '#', '1', '*'}};
static const struct board_words battery = {3, {'4', '#', '*'}};

#define NORDIC(n) "6e40000" n "-b5a3-f393-e0a9-e50e24dcca9e"

static const struct board_bluetooth bluetooth[] = {
	{.name_has = "square",
	 .service = "d804b643-6ce7-4e81-9f8a-ce0f699085eb",
	 .notify = NORDIC("3"),
	 .write = NORDIC("2"),
	 .pace_ms = PACE_MS},
};

static void init(void *s, const struct board_config *config)
{
	const struct board_questions questions = {
		.who = show, .board = show, .every_ms = ALIVE_MS, .pace_ms = PACE_MS};
	struct squareoff_session *session = s;

	board_poll_init(&session->poll, config, &questions);
	squareoff_parser_init(&session->parser);
	session->was_met = false;
}

static void open_it(void *s, uint64_t at_ms)
{
	struct squareoff_session *session = s;

	squareoff_parser_init(&session->parser);
	session->has_asked_battery = false;
	board_poll_open(&session->poll, at_ms);
	if (!session->was_met)
		board_poll_later(&session->poll, &begin,
				 session->poll.config.only_meet ? BEGIN_MS : PACE_MS);
}

static void show_board(struct squareoff_session *session, const struct board_men *men)
{
	static const struct board_identity nobody;

	session->was_met = true;
	board_poll_met(&session->poll, &nobody);
	board_poll_saw(&session->poll, men);
	if (!session->has_asked_battery && session->poll.state == BOARD_ST_RUNNING) {
		session->has_asked_battery = true;
		board_poll_later(&session->poll, &battery, ALIVE_MS / 2);
	}
}

/* What a cell of lithium gives by its voltage, roughly: it says no more. */
static void tell_battery(struct squareoff_session *session, unsigned millivolts)
{
	unsigned percent = millivolts <= EMPTY_MV ? 0
			   : millivolts >= FULL_MV
				   ? 100
				   : (millivolts - EMPTY_MV) * 100 / (FULL_MV - EMPTY_MV);

	board_poll_lives(&session->poll,
			 &(struct board_battery){.percent = (uint8_t)percent, .left_minutes = -1});
	board_poll_later(&session->poll, &battery, BATTERY_MS);
}

static void hear(struct squareoff_session *session, const struct squareoff_message *msg)
{
	struct board_poll *poll = &session->poll;

	switch (msg->type) {
	case SQUAREOFF_BOARD: show_board(session, &msg->men); break;
	case SQUAREOFF_LIFTED: board_poll_changed(poll, msg->square, BOARD_EMPTY); break;
	case SQUAREOFF_PLACED: board_poll_changed(poll, msg->square, BOARD_UNKNOWN); break;
	case SQUAREOFF_BATTERY: tell_battery(session, msg->millivolts); break;
	case SQUAREOFF_DAMAGED: board_poll_damaged(poll, msg->damage, (uint32_t)msg->len); break;
	case SQUAREOFF_OTHER:
	case SQUAREOFF_NONE: break;
	}
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct squareoff_session *session = s;
	struct squareoff_message msg;
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	while (used < len && board_poll_is_ready(&session->poll)) {
		used += squareoff_parser_feed(&session->parser, bytes + used, len - used, &msg);
		hear(session, &msg);
	}
	return used;
}

static size_t lights(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	(void)s;
	return squareoff_encode_lights(squares, ret_bytes, cap);
}

const struct board_make board_make_squareoff = {
	.name = "squareoff",
	.title = "Square Off Pro",
	.tells = BOARD_TELLS_EVENTS | BOARD_HAS_LIGHTS,
	.is_radio = true,
	.baud = 115200, /* of a line that is none */
	.lights_ms = PACE_MS,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.greeting = {5, {'3', '0', '#', 'R', '*'}},
	.session_size = sizeof(struct squareoff_session),
	.init = init,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
};
