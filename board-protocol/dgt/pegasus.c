/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/parser.h"
#include "board-protocol/poll.h"

/*
 * DGT Pegasus: the messages of a DGT board, over Bluetooth low energy. It sees where
 * something stands, not what: whatever code it sends, but 0, is a man. It has no clock
 * and no log, and takes fewer commands; one too many at once, and it drops some.
 */

#define ALIVE_MS   2000
#define PACE_MS    150
#define BATTERY_MS 60000
#define KEY        6

struct pegasus_session {
	struct board_poll poll; /* first: see board_poll_make_close() and others */
	struct dgt_parser parser;
	bool has_begun; /* it was told to send changes */
};

_Static_assert(sizeof(struct pegasus_session) <= BOARD_SESSION_MAX, "a session has its room");

static const struct board_words ask_serial = {1, {DGT_CMD_SEND_SERIAL}};
static const struct board_words ask_dump = {1, {DGT_CMD_SEND_BOARD}};
static const struct board_words update = {1, {DGT_CMD_UPDATE_BOARD}};
static const struct board_words ask_battery = {1, {DGT_CMD_SEND_BATTERY}};

#define NORDIC(n) "6e40000" n "-b5a3-f393-e0a9-e50e24dcca9e"

/* The owner may have renamed a board; the service is that of many gadgets. */
static const struct board_bluetooth bluetooth[] = {
	{.name_has = "DGT_Pegasus",
	 .service = NULL,
	 .notify = NORDIC("3"),
	 .write = NORDIC("2"),
	 .pace_ms = PACE_MS},
	{.service = NORDIC("1"),
	 .notify = NORDIC("3"),
	 .write = NORDIC("2"),
	 .pace_ms = PACE_MS,
	 .is_generic = true},
};

static void init(void *s, const struct board_config *config)
{
	const struct board_questions questions = {
		.who = ask_serial, .board = ask_dump, .every_ms = ALIVE_MS, .pace_ms = PACE_MS};
	struct pegasus_session *session = s;

	board_poll_init(&session->poll, config, &questions);
	dgt_parser_init(&session->parser);
}

static void open_it(void *s, uint64_t at_ms)
{
	struct pegasus_session *session = s;

	dgt_parser_init(&session->parser);
	session->has_begun = false;
	board_poll_open(&session->poll, at_ms);
}

static void meet(struct pegasus_session *session, const struct dgt_message *msg)
{
	struct dgt_serial serial = dgt_message_serial(msg);
	struct board_identity identity = {0};

	memcpy(identity.serial, serial.number, sizeof(identity.serial));
	board_poll_met(&session->poll, &identity);
}

static void show_board(struct pegasus_session *session, const struct dgt_message *msg)
{
	struct board_men men;

	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		men.at[dgt_square_of((uint8_t)i)] =
			msg->payload[i] == 0 ? BOARD_EMPTY : BOARD_UNKNOWN;
	board_poll_saw(&session->poll, &men);
	if (session->has_begun || session->poll.state != BOARD_ST_RUNNING)
		return;
	session->has_begun = true;
	board_poll_later(&session->poll, &update, PACE_MS);
	board_poll_later(&session->poll, &ask_battery, ALIVE_MS / 2);
}

static void change(struct pegasus_session *session, const uint8_t *payload)
{
	board_poll_changed(&session->poll, dgt_square_of(payload[0]),
			   payload[1] == 0 ? BOARD_EMPTY : BOARD_UNKNOWN);
}

static void tell_battery(struct pegasus_session *session, const struct dgt_message *msg)
{
	struct board_battery battery = dgt_message_battery(msg);

	board_poll_lives(&session->poll, &battery);
	board_poll_later(&session->poll, &ask_battery, BATTERY_MS);
}

/* A code that stands for no man of a DGT board is a man all the same. */
static bool is_change(const struct dgt_message *msg)
{
	return msg->damage == BOARD_DAMAGE_CONTENT && msg->frame_len == DGT_HEADER + 2 &&
	       msg->frame[0] == DGT_MSG_FIELD_UPDATE && msg->frame[DGT_HEADER] < BOARD_SQUARES;
}

static void hear(struct pegasus_session *session, const struct dgt_message *msg)
{
	if (msg->type == DGT_MSG_SERIAL)
		meet(session, msg);
	else if (msg->type == DGT_MSG_BOARD_DUMP && msg->len == BOARD_SQUARES)
		show_board(session, msg);
	else if (msg->type == DGT_MSG_FIELD_UPDATE)
		change(session, msg->payload);
	else if (msg->type == DGT_MSG_BATTERY)
		tell_battery(session, msg);
	else if (msg->type == DGT_MSG_DAMAGED && is_change(msg))
		change(session, msg->frame + DGT_HEADER);
	else if (msg->type == DGT_MSG_DAMAGED)
		board_poll_damaged(&session->poll, msg->damage, (uint32_t)msg->frame_len);
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct pegasus_session *session = s;
	struct dgt_message msg = {.type = DGT_MSG_NONE};
	size_t used = 0;

	board_poll_tick(&session->poll, at_ms);
	if (dgt_parser_expire(&session->parser, at_ms, &msg))
		hear(session, &msg);
	do {
		if (!board_poll_is_ready(&session->poll))
			return used;
		used += dgt_parser_feed(&session->parser, DGT_MODE_SINGLE, at_ms, bytes + used,
					len - used, &msg);
		hear(session, &msg);
	} while (used < len || msg.type != DGT_MSG_NONE);
	return used;
}

static size_t unlock(const uint8_t key[BOARD_KEY], uint8_t *ret_bytes, size_t cap)
{
	_Static_assert(BOARD_KEY == KEY, "a key of this length");

	if (cap < KEY + 3)
		return 0;
	ret_bytes[0] = DGT_CMD_DEVELOPER_KEY;
	ret_bytes[1] = KEY + 1;
	memcpy(ret_bytes + 2, key, KEY);
	ret_bytes[KEY + 2] = 0;
	return KEY + 3;
}

/* Seen to be answered so: the speed, for ever, and how bright. */
#define LEDS_ON       5
#define LEDS_SPEED    7
#define LEDS_FOR_EVER 0
#define LEDS_BRIGHT   1
#define LEDS_HEAD     6
#define LEDS_PACKET   20 /* of a radio message: no order is longer */
#define LEDS_MAX      (LEDS_PACKET - LEDS_HEAD - 1)

static size_t leds_off(uint8_t *ret_bytes)
{
	static const uint8_t off[] = {DGT_CMD_LEDS, 2, 0, 0};

	memcpy(ret_bytes, off, sizeof(off));
	return sizeof(off);
}

static size_t lights(const void *s, uint64_t squares, uint8_t *ret_bytes, size_t cap)
{
	size_t len = LEDS_HEAD;

	(void)s;
	if (cap < LEDS_PACKET)
		return 0;
	if (squares == 0)
		return leds_off(ret_bytes);
	ret_bytes[0] = DGT_CMD_LEDS;
	ret_bytes[2] = LEDS_ON;
	ret_bytes[3] = LEDS_SPEED;
	ret_bytes[4] = LEDS_FOR_EVER;
	ret_bytes[5] = LEDS_BRIGHT;
	for (board_square square = 0; square < BOARD_SQUARES && len < LEDS_HEAD + LEDS_MAX;
	     square++)
		if ((squares >> square & 1) != 0)
			ret_bytes[len++] = dgt_number_of(square);
	ret_bytes[len++] = 0;
	ret_bytes[1] = (uint8_t)(len - 2); /* it counts what follows it */
	return len;
}

const struct board_make board_make_pegasus = {
	.name = "pegasus",
	.title = "DGT Pegasus",
	.tells = BOARD_TELLS_EVENTS | BOARD_HAS_LIGHTS,
	.is_radio = true,
	.baud = 115200, /* of a line that is none */
	.lights_ms = PACE_MS,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.greeting = {1, {DGT_CMD_SEND_SERIAL}},
	.ask_battery = {1, {DGT_CMD_SEND_BATTERY}},
	.session_size = sizeof(struct pegasus_session),
	.init = init,
	.open = open_it,
	.feed = feed,
	BOARD_POLL_MAKE,
	.lights = lights,
	.unlock = unlock,
};
