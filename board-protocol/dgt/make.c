/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"
#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/encode.h"
#include "board-protocol/dgt/session.h"

#include <string.h>

/* Boards of DGT, with a cable of their own, on a bus, or by Bluetooth classic. */

_Static_assert(sizeof(struct dgt_session) <= BOARD_SESSION_MAX, "a session has its room");

static const struct board_usb usb[] = {
	{.maker = "DGT", .product_name = "DGT Chessboard", .name = "DGT board"},
	{.vendor = 0x045b, .product = 0x8111, .name = "DGT board with USB-C"},
	{.vendor = 0x0403, .product = 0x6001, .name = "DGT board (FTDI chip)", .is_generic = true},
	{.vendor = 0x04d8, .product = 0x000a, .name = "DGT board (Microchip)", .is_generic = true},
};

static const struct board_bluetooth bluetooth[] = {
	{.name_has = "DGT_BT_", .pin = "0000"},
	{.name_has = "PCS-REVII-", .pin = "1234"},
};

static void init(void *s, const struct board_config *config)
{
	dgt_session_init(s, *config);
}

static void open_it(void *s, uint64_t at_ms)
{
	dgt_session_open(s, at_ms);
}

static void close_it(void *s, uint64_t at_ms)
{
	dgt_session_close(s, at_ms);
}

static size_t feed(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	return dgt_session_feed(s, at_ms, bytes, len);
}

static void tick(void *s, uint64_t at_ms)
{
	dgt_session_tick(s, at_ms);
}

static uint64_t deadline(const void *s)
{
	return dgt_session_deadline(s);
}

static bool next(void *s, struct board_event *ret_event)
{
	return dgt_session_next(s, ret_event);
}

static size_t take(void *s, uint8_t *ret_bytes, size_t cap)
{
	return dgt_session_take(s, ret_bytes, cap);
}

static enum board_state state(const void *s)
{
	const struct dgt_session *session = s;

	switch (session->state) {
	case DGT_ST_CLOSED: break;
	case DGT_ST_GREETING:
	case DGT_ST_IDENTIFYING: return BOARD_ST_MEETING;
	case DGT_ST_STARTING: return BOARD_ST_STARTING;
	case DGT_ST_RUNNING: return BOARD_ST_RUNNING;
	case DGT_ST_FETCHING: return BOARD_ST_FETCHING;
	case DGT_ST_BUS_ENTERING:
	case DGT_ST_BUS_FINDING:
	case DGT_ST_BUS_RUNNING: return BOARD_ST_BUS;
	case DGT_ST_LOST: return BOARD_ST_LOST;
	}
	return BOARD_ST_CLOSED;
}

static uint64_t now_ms(const void *s)
{
	return ((const struct dgt_session *)s)->now_ms;
}

static const struct board_men *men(const void *s, uint16_t address)
{
	return dgt_session_board(s, address);
}

static void ask_board(void *s, uint64_t at_ms)
{
	dgt_session_ask_board(s, at_ms);
}

static uint64_t agreed_ms(const void *s)
{
	return dgt_session_agreed_ms(s);
}

static struct dgt_clock_setting setting_of(uint32_t seconds)
{
	return (struct dgt_clock_setting){.hours = (uint8_t)(seconds / 3600),
					  .minutes = (uint8_t)(seconds / 60 % 60),
					  .seconds = (uint8_t)(seconds % 60)};
}

/* The clock has one digit for hours. */
static bool set_clock(void *s, const struct board_clock_setting *setting)
{
	unsigned run = DGT_RUN_PAUSE;
	struct dgt_clock_command command;

	if (setting->left_s >= 36000 || setting->right_s >= 36000)
		return false;
	if (setting->is_running)
		run = setting->running == BOARD_LEFT ? DGT_RUN_LEFT : DGT_RUN_RIGHT;
	command = dgt_clock_set(setting_of(setting->left_s), setting_of(setting->right_s),
				run | DGT_RUN_LEVER);
	return dgt_session_clock(s, &command);
}

static bool is_here(const void *s, uint16_t address, uint64_t *ret_heard_ms)
{
	return dgt_session_is_here(s, address, ret_heard_ms);
}

static void meet(void *s, uint16_t address)
{
	dgt_session_meet(s, address);
}

/* --- recordings --- */

static struct board_event event_of_field(struct dgt_field field)
{
	return (struct board_event){.type = field.piece == BOARD_EMPTY ? BOARD_EV_LIFTED
								       : BOARD_EV_PLACED,
				    .square = field.square,
				    .piece = field.piece,
				    .was = BOARD_UNKNOWN};
}

static size_t peek(void *s, uint64_t at_ms, const uint8_t *bytes, size_t len,
		   struct board_event *ret_event)
{
	struct dgt_session *session = s;
	struct dgt_message msg;
	size_t used = dgt_parser_feed(&session->parser, DGT_MODE_SINGLE, at_ms, bytes, len, &msg);

	if (msg.type == DGT_MSG_FIELD_UPDATE && dgt_message_is_valid(&msg))
		*ret_event = event_of_field(dgt_message_field(&msg));
	if (msg.type == DGT_MSG_BOARD_DUMP)
		ret_event->type = BOARD_EV_DUMP;
	if (msg.type == DGT_MSG_SERIAL) {
		ret_event->type = BOARD_EV_CONNECTED;
		memcpy(ret_event->identity.serial, dgt_message_serial(&msg).number,
		       sizeof(ret_event->identity.serial));
	}
	return used;
}

static size_t stand_in(const void *s, const struct board_stand_in *as, const uint8_t *asked,
		       size_t len, size_t *ret_used, uint8_t *ret_bytes, size_t cap)
{
	const struct dgt_session *session = s;
	uint8_t command = len > 0 ? asked[0] : 0;

	*ret_used = len > 0 ? 1 : 0;
	if (dgt_parser_deadline(&session->parser) != UINT64_MAX)
		return 0;
	if (command == DGT_CMD_SEND_VERSION)
		return dgt_encode_version(DGT_MSG_VERSION, (struct board_version){1, 0}, ret_bytes,
					  cap);
	if (command == DGT_CMD_SEND_SERIAL)
		return dgt_encode_text(DGT_MSG_SERIAL, as->serial, ret_bytes, cap);
	if (command == DGT_CMD_SEND_BOARD && as->men)
		return dgt_encode_board(as->men, ret_bytes, cap);
	return 0;
}

const struct board_make board_make_dgt = {
	.name = "dgt",
	.title = "DGT",
	.tells = BOARD_TELLS_MEN | BOARD_TELLS_EVENTS | BOARD_TELLS_CLOCK | BOARD_TELLS_LOG |
		 BOARD_TELLS_BUS | BOARD_SETS_CLOCK,
	.baud = 9600,
	.usb_count = sizeof(usb) / sizeof(usb[0]),
	.usb = usb,
	.bluetooth_count = sizeof(bluetooth) / sizeof(bluetooth[0]),
	.bluetooth = bluetooth,
	.greeting = {3, {DGT_CMD_IDLE, DGT_CMD_SEND_VERSION, DGT_CMD_SEND_SERIAL}},
	.ask_battery = {1, {DGT_CMD_SEND_BATTERY}},
	.session_size = sizeof(struct dgt_session),
	.init = init,
	.open = open_it,
	.close = close_it,
	.feed = feed,
	.tick = tick,
	.deadline = deadline,
	.next = next,
	.take = take,
	.state = state,
	.now_ms = now_ms,
	.men = men,
	.ask_board = ask_board,
	.agreed_ms = agreed_ms,
	.set_clock = set_clock,
	.is_here = is_here,
	.meet = meet,
	.peek = peek,
	.stand_in = stand_in,
};
