/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/poll.h"
#include "board-protocol/sentio/message.h"

/*
 * Tabutronic Sentio: it speaks unasked and is never asked anything. It sees where
 * something stands, not what. A line has no check, so a board is believed when two lines
 * in a row show it. Its chip is that of any adapter, as Certabo's: its port has to be named.
 */

/* The same box as Certabo's. */
static const struct board_bluetooth bluetooth[] = {
	{.name_has = "raspberrypi",
	 .service = BOARD_SERIAL_PORT,
	 .pin = "0000",
	 .is_generic = true,
	 .wants_both = true},
};

struct sentio_session {
	struct board_poll poll; /* first: see board_poll_make_close() and others */
	struct sentio_parser parser;
	bool has_last;
	struct board_men last;
};

_Static_assert(sizeof(struct sentio_session) <= BOARD_SESSION_MAX, "a session has its room");

static void init(void *s, const struct board_config *config)
{
	static const struct board_questions nothing;
	struct sentio_session *session = s;

	board_poll_init(&session->poll, config, &nothing);
	sentio_parser_init(&session->parser);
	session->has_last = false;
}

static void open_it(void *s, uint64_t at_ms)
{
	struct sentio_session *session = s;

	sentio_parser_init(&session->parser);
	session->has_last = false;
	board_poll_open(&session->poll, at_ms);
}

/* The port may have been opened in the middle of a line: that is no damage. */
static void hear(struct sentio_session *session, const struct sentio_message *msg)
{
	if (msg->type == SENTIO_DAMAGED && msg->at > 0)
		board_poll_damaged(&session->poll, msg->damage, (uint32_t)msg->len);
	if (msg->type != SENTIO_BOARD)
		return;
	if (session->has_last && board_men_equal(&session->last, &msg->men))
		board_poll_saw(&session->poll, &msg->men);
	session->last = msg->men;
	session->has_last = true;
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct sentio_session *session = s;
	struct sentio_message msg;
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	while (used < len && board_poll_is_ready(&session->poll)) {
		used += sentio_parser_feed(&session->parser, bytes + used, len - used, &msg);
		hear(session, &msg);
	}
	return used;
}

static size_t lights(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	(void)s;
	return sentio_encode_lights(squares, ret_bytes, cap);
}

const struct board_make board_make_sentio = {
	.name = "sentio",
	.title = "Tabutronic Sentio",
	.tells = BOARD_HAS_LIGHTS,
	.adapter = {.vendor = 0x10c4, .product = 0xea60},
	.baud = 38400,
	.scan_ms = 700,
	.lights_ms = 600,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.session_size = sizeof(struct sentio_session),
	.init = init,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
};
