/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chessnut/message.h"
#include "board-protocol/poll.h"

/*
 * Chessnut Air, Air+, Pro and Go. They show the whole board when it changes, once they
 * were told to; how full the battery is they are asked now and then, because a board
 * on which nobody moves says nothing else.
 */

#define ALIVE_MS 2000
#define PACE_MS  250 /* between two of our messages; the maker wants 200 */

struct chessnut_session {
	struct board_poll poll; /* first: see board_poll_make_close() and others */
	struct chessnut_parser parser;
};

_Static_assert(sizeof(struct chessnut_session) <= BOARD_SESSION_MAX, "a session has its room");

/* Real time: the board shows itself. And: how full is the battery? */
static const struct board_words show = {3, {0x21, 0x01, 0x00}};
static const struct board_words ask_battery = {3, {0x29, 0x01, 0x00}};

static const struct board_usb usb[] = {
	{.vendor = 0x2d80, .product = 0x8000, .product_last = 0x86ff, .name = "Chessnut board"},
};

static const struct board_bluetooth bluetooth[] = {
	{.name_has = "chessnut",
	 .service = "1b7e8261-2877-41c3-b46e-cf057c562023",
	 .notify = "1b7e8262-2877-41c3-b46e-cf057c562023",
	 .answers = "1b7e8273-2877-41c3-b46e-cf057c562023",
	 .write = "1b7e8272-2877-41c3-b46e-cf057c562023",
	 .pace_ms = 200},
};

static void init(void *s, const struct board_config *config)
{
	const struct board_questions questions = {
		.who = show, .board = ask_battery, .every_ms = ALIVE_MS, .pace_ms = PACE_MS};
	struct chessnut_session *session = s;

	board_poll_init(&session->poll, config, &questions);
	chessnut_parser_init(&session->parser);
}

static void open_it(void *s, uint64_t at_ms)
{
	struct chessnut_session *session = s;

	chessnut_parser_init(&session->parser);
	board_poll_open(&session->poll, at_ms);
}

/* A Chessnut board cannot say who it is: that it shows its men is enough. */
static void hear(struct chessnut_session *session, const struct chessnut_message *msg)
{
	static const struct board_identity nobody;

	switch (msg->type) {
	case CHESSNUT_BOARD:
		board_poll_met(&session->poll, &nobody);
		board_poll_saw(&session->poll, &msg->men);
		break;
	case CHESSNUT_BATTERY: board_poll_lives(&session->poll, &msg->battery); break;
	case CHESSNUT_DAMAGED:
		board_poll_damaged(&session->poll, msg->damage, (uint32_t)msg->len);
		break;
	case CHESSNUT_OTHER:
	case CHESSNUT_NONE: break;
	}
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct chessnut_session *session = s;
	struct chessnut_message msg;
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	while (used < len && board_poll_is_ready(&session->poll)) {
		used += chessnut_parser_feed(&session->parser, bytes + used, len - used, &msg);
		hear(session, &msg);
	}
	return used;
}

static size_t lights(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	(void)s;
	return chessnut_encode_lights(squares, ret_bytes, cap);
}

const struct board_make board_make_chessnut = {
	.name = "chessnut",
	.title = "Chessnut",
	.tells = BOARD_TELLS_MEN | BOARD_HAS_LIGHTS,
	.is_hid = true,
	.baud = 115200, /* of a line that is none: so fast is USB at least */
	.lights_ms = PACE_MS,
	.usb_count = sizeof(usb) / sizeof(usb[0]),
	.usb = usb,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.greeting = {3, {0x21, 0x01, 0x00}},
	.session_size = sizeof(struct chessnut_session),
	.init = init,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
};
