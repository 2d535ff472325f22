/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/certabo/tags.h"
#include "board-protocol/poll.h"

/*
 * Boards of Certabo, with a cable or with the box for Bluetooth. They say all they know some times
 * in a second, and are never asked anything: what a host writes are lights. The chip is the one of
 * any adapter (10c4:ea60), so a board is looked for only at a port that was named.
 */

/* The box is a small computer that kept the name such computers have; a Sentio may hang on it. */
static const struct board_bluetooth bluetooth[] = {
	{.name_has = "certabo", .service = BOARD_SERIAL_PORT, .pin = "0000", .wants_both = true},
	{.name_has = "raspberrypi",
	 .service = BOARD_SERIAL_PORT,
	 .pin = "0000",
	 .is_generic = true,
	 .wants_both = true},
};

struct certabo_session {
	struct board_poll poll; /* first: see board_poll_make_close() and others */
	struct certabo_parser parser;
	struct certabo_tags tags;
};

_Static_assert(sizeof(struct certabo_session) <= BOARD_SESSION_MAX, "a session has its room");

static void init(void *s, const struct board_config *config)
{
	static const struct board_questions none;
	struct certabo_session *session = s;

	board_poll_init(&session->poll, config, &none);
	certabo_parser_init(&session->parser);
	certabo_tags_init(&session->tags);
}

static void open_it(void *s, uint64_t at_ms)
{
	struct certabo_session *session = s;

	certabo_parser_init(&session->parser);
	certabo_tags_open(&session->tags);
	board_poll_open(&session->poll, at_ms);
}

/* The port may have been opened in the middle of a line: that is no damage. */
static void hear(struct certabo_session *session, const struct certabo_message *msg)
{
	struct board_men men;

	if (msg->type == CERTABO_DAMAGED && msg->at > 0)
		board_poll_damaged(&session->poll, msg->damage, (uint32_t)msg->len);
	if (msg->type == CERTABO_TAGS && certabo_tags_take(&session->tags, msg->tag, &men))
		board_poll_saw(&session->poll, &men);
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct certabo_session *session = s;
	struct certabo_message msg;
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	while (used < len && board_poll_is_ready(&session->poll)) {
		used += certabo_parser_feed(&session->parser, bytes + used, len - used, &msg);
		hear(session, &msg);
	}
	return used;
}

/* What kind it has, it says only when it was told to shine: the first order may be in vain. */
static size_t lights(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	const struct certabo_session *session = s;

	return session->parser.lights == 'D' ? certabo_encode_coloured(squares, ret_bytes, cap)
					     : certabo_encode_lights(squares, ret_bytes, cap);
}

const struct board_make board_make_certabo = {
	.name = "certabo",
	.title = "Certabo",
	.tells = BOARD_TELLS_MEN | BOARD_HAS_LIGHTS,
	.adapter = {.vendor = 0x10c4, .product = 0xea60},
	.baud = 38400,
	.scan_ms = 1000,
	.lights_ms = 600,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.session_size = sizeof(struct certabo_session),
	.init = init,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
};
