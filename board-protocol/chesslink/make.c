/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/chesslink/message.h"
#include "board-protocol/poll.h"

/*
 * Boards of Millennium with a ChessLink module, and the eONE. By default they
 * show the whole board after every scan of 41 ms; others were told to be silent,
 * so a board that is not heard for a while is asked. What the module keeps in
 * its EEPROM is never changed.
 */

#define POLL_MS 100 /* the module wants so much between two messages */

struct chesslink_session {
	struct board_poll poll; /* first: see board_poll_make_close() and others */
	struct chesslink_parser parser;
	bool sees_no_men; /* an eONE */
};

_Static_assert(sizeof(struct chesslink_session) <= BOARD_SESSION_MAX, "a session has its room");

/* V56 and S53, with their top bits. */
static const struct board_words ask_version = {3, {0xd6, 0xb5, 0xb6}};
static const struct board_words ask_state = {3, {0xd3, 0xb5, 0xb3}};

/* The module has the chip of half the adapters in the world; so has an old DGT board. */
static const struct board_usb usb[] = {
	{.vendor = 0x0403,
	 .product = 0x6001,
	 .name = "Millennium ChessLink, or another adapter of FTDI",
	 .is_generic = true},
};

static const struct board_bluetooth bluetooth[] = {
	{.name_has = "MILLENNIUM CHESS",
	 .name_lacks = "eONE",
	 .notify = "49535343-1e4d-4bd9-ba61-23c647249616",
	 .write = "49535343-8841-43f4-a8d4-ecbe34729bb3",
	 .pace_ms = 100},
	/* The maker of the radio sells it to many. */
	{.name_lacks = "eONE",
	 .service = "49535343-fe7d-4ae5-8fa9-9fafd205e455",
	 .notify = "49535343-1e4d-4bd9-ba61-23c647249616",
	 .write = "49535343-8841-43f4-a8d4-ecbe34729bb3",
	 .pace_ms = 100,
	 .is_generic = true},
};

static const struct board_bluetooth eone_bluetooth[] = {
	{.name_has = "eONE",
	 .notify = "49535343-1e4d-4bd9-ba61-23c647249616",
	 .write = "49535343-8841-43f4-a8d4-ecbe34729bb3",
	 .pace_ms = 100},
};

static void init(void *s, const struct board_config *config)
{
	const struct board_questions questions = {
		.who = ask_version, .board = ask_state, .every_ms = POLL_MS};
	struct chesslink_session *session = s;

	board_poll_init(&session->poll, config, &questions);
	chesslink_parser_init(&session->parser);
	session->sees_no_men = false;
}

static void init_eone(void *s, const struct board_config *config)
{
	init(s, config);
	((struct chesslink_session *)s)->sees_no_men = true;
}

static void open_it(void *s, uint64_t at_ms)
{
	struct chesslink_session *session = s;

	chesslink_parser_init(&session->parser);
	board_poll_open(&session->poll, at_ms);
}

/* An eONE names men, but guesses them from where something stands: we can do that better. */
static void show_board(struct chesslink_session *session, struct board_men men)
{
	for (unsigned i = 0; i < BOARD_SQUARES && session->sees_no_men; i++)
		if (men.at[i] != BOARD_EMPTY)
			men.at[i] = BOARD_UNKNOWN;
	board_poll_saw(&session->poll, &men);
}

static void hear(struct chesslink_session *session, const struct chesslink_message *msg)
{
	switch (msg->type) {
	case CHESSLINK_VERSION:
		board_poll_met(&session->poll, &(struct board_identity){.firmware = msg->firmware});
		break;
	case CHESSLINK_BOARD: show_board(session, msg->men); break;
	case CHESSLINK_DAMAGED:
		board_poll_damaged(&session->poll, msg->damage, (uint32_t)msg->len);
		break;
	case CHESSLINK_LEDS:
	case CHESSLINK_LEDS_OFF:
	case CHESSLINK_READ:
	case CHESSLINK_WRITTEN:
	case CHESSLINK_NONE: break;
	}
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct chesslink_session *session = s;
	struct chesslink_message msg;
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	do {
		if (!board_poll_is_ready(&session->poll))
			return used;
		used += chesslink_parser_feed(&session->parser, bytes + used, len - used, &msg);
		hear(session, &msg);
	} while (used < len || msg.type != CHESSLINK_NONE);
	return used;
}

static void ask_board(void *s, uint64_t at_ms)
{
	board_poll_ask_board(&((struct chesslink_session *)s)->poll, at_ms);
}

static uint64_t agreed_ms(const void *s)
{
	return board_poll_agreed_ms(&((const struct chesslink_session *)s)->poll);
}

static size_t lights(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	(void)s;
	return chesslink_encode_lights(squares, ret_bytes, cap);
}

/* --- recordings --- */

static size_t peek(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len,
		   struct board_event *ret_event)
{
	struct chesslink_session *session = s;
	struct chesslink_message msg;
	size_t used;

	(void)at_ms;
	do { /* one that came out of bytes before these is followed by another look */
		used = chesslink_parser_feed(&session->parser, bytes, len, &msg);
		if (msg.type == CHESSLINK_BOARD)
			*ret_event = (struct board_event){.type = BOARD_EV_DUMP, .board = msg.men};
	} while (used == 0 && msg.type != CHESSLINK_NONE);
	return used;
}

static size_t stand_in(const void *s, const struct board_stand_in *as, const uint8_t *asked,
		       size_t len, size_t *ret_used, uint8_t *ret_bytes, size_t cap)
{
	const struct chesslink_session *session = s;
	uint8_t letter = len > 0 ? asked[0] & 0x7f : 0;

	*ret_used = len < ask_version.len ? len : ask_version.len;
	if (session->parser.have > 0)
		return 0;
	if (letter == 'V')
		return chesslink_encode("v0100", ret_bytes, cap);
	return letter == 'S' && as->men ? chesslink_encode_board(as->men, ret_bytes, cap) : 0;
}

const struct board_make board_make_chesslink = {
	.name = "chesslink",
	.title = "Millennium ChessLink",
	.tells = BOARD_TELLS_MEN | BOARD_HAS_LIGHTS,
	.baud = 38400,
	.lines_low = true,
	.lights_ms = 100,
	.usb_count = sizeof(usb) / sizeof(usb[0]),
	.usb = usb,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.greeting = {3, {0xd6, 0xb5, 0xb6}},
	.session_size = sizeof(struct chesslink_session),
	.init = init,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
	.ask_board = ask_board,
	.agreed_ms = agreed_ms,
	.peek = peek,
	.stand_in = stand_in,
};

/* By cable it is a ChessLink to everybody: on Bluetooth its name tells. */
const struct board_make board_make_eone = {
	.name = "eone",
	.title = "Millennium eONE",
	.tells = BOARD_HAS_LIGHTS,
	.baud = 38400,
	.lines_low = true,
	.lights_ms = 100,
	.bluetooth_count = sizeof(eone_bluetooth) / sizeof(eone_bluetooth[0]),
	.bluetooth = eone_bluetooth,
	.greeting = {3, {0xd6, 0xb5, 0xb6}},
	.session_size = sizeof(struct chesslink_session),
	.init = init_eone,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
	.ask_board = ask_board,
	.agreed_ms = agreed_ms,
	.peek = peek,
	.stand_in = stand_in,
};
