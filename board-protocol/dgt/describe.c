/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/describe.h"

#include <assert.h>

struct list {
	struct dgt_value *values;
	size_t count;
};

static struct dgt_value *add(struct list *list, const char *name, enum dgt_value_type type)
{
	assert(list->count < DGT_VALUES_MAX);
	list->values[list->count] = (struct dgt_value){.name = name, .type = type};
	return &list->values[list->count++];
}

static void add_number(struct list *list, const char *name, enum dgt_value_type type,
		       int64_t number)
{
	add(list, name, type)->number = number;
}

static void add_bool(struct list *list, const char *name, bool is)
{
	add_number(list, name, DGT_VALUE_BOOL, is);
}

static void add_word(struct list *list, const char *name, const char *word)
{
	add(list, name, DGT_VALUE_WORD)->word = word;
}

static void add_bytes(struct list *list, const char *name, enum dgt_value_type type,
		      const uint8_t *bytes, size_t len)
{
	struct dgt_value *value = add(list, name, type);

	value->bytes = bytes;
	value->len = len;
}

static int64_t seconds_of(const struct board_side_time *side)
{
	return ((int64_t)side->hours * 60 + side->minutes) * 60 + side->seconds;
}

static const char *side_name(enum board_side side)
{
	return side == BOARD_LEFT ? "left" : "right";
}

/* "right" and "left" are seconds; flags are named only when they are up. */
static void tell_time(struct list *list, const struct board_time *time)
{
	const struct board_side_time *right = &time->side[BOARD_RIGHT],
				     *left = &time->side[BOARD_LEFT];

	add_number(list, "right_s", DGT_VALUE_NUMBER, seconds_of(right));
	add_number(list, "left_s", DGT_VALUE_NUMBER, seconds_of(left));
	add_bool(list, "running", time->running);
	add_word(list, "to_move", side_name(time->to_move));
	if (right->flag_blocked || right->flag_shown)
		add_word(list, "right_flag", right->flag_blocked ? "blocked" : "shown");
	if (left->flag_blocked || left->flag_shown)
		add_word(list, "left_flag", left->flag_blocked ? "blocked" : "shown");
	add_bool(list, "right_per_move", right->per_move);
	add_bool(list, "left_per_move", left->per_move);
	add_bool(list, "battery_low", time->battery_low);
}

static void tell_ack(struct list *list, const struct dgt_message *msg)
{
	struct dgt_ack ack = dgt_ack_read(msg->payload);
	static const char *const names[4] = {"ack0", "ack1", "ack2", "ack3"};

	add_word(list, "ack", dgt_ack_name(ack));
	add_bool(list, "good", dgt_ack_is_good(ack));
	for (size_t i = 0; i < 4; i++)
		add_number(list, names[i], DGT_VALUE_NUMBER, ack.codes[i]);
	if (ack.codes[1] == DGT_ACK_PRESSED)
		add_number(list, "buttons", DGT_VALUE_NUMBER, dgt_ack_buttons(ack));
	if (ack.codes[1] == DGT_ACK_VERSION) {
		add_number(list, "main", DGT_VALUE_NUMBER, ack.codes[2] >> 4);
		add_number(list, "sub", DGT_VALUE_NUMBER, ack.codes[2] & 0x0f);
	}
}

static void tell_clock(struct list *list, const struct dgt_message *msg)
{
	enum dgt_clock_kind kind = dgt_clock_kind(msg->payload);
	struct board_time time = dgt_time_read(msg->payload);

	if (kind == DGT_CLOCK_ACK)
		tell_ack(list, msg);
	else if (kind == DGT_CLOCK_EMPTY)
		add_bool(list, "empty", true);
	else if (kind == DGT_CLOCK_ABSENT)
		add_bool(list, "connected", false);
	else
		tell_time(list, &time);
}

static void tell_battery(struct list *list, const struct dgt_message *msg)
{
	struct board_battery battery = dgt_message_battery(msg);

	add_number(list, "percent", DGT_VALUE_NUMBER, battery.percent);
	if (battery.left_minutes >= 0)
		add_number(list, "left_minutes", DGT_VALUE_NUMBER, battery.left_minutes);
	add_number(list, "on_minutes", DGT_VALUE_NUMBER, battery.on_minutes);
	add_number(list, "standby_minutes", DGT_VALUE_NUMBER, battery.standby_minutes);
	add_bool(list, "charging", battery.charging);
	add_bool(list, "discharging", battery.discharging);
}

static void tell_board(struct list *list, const struct dgt_message *msg)
{
	struct board_men board;

	if (dgt_message_board(msg, &board))
		add(list, "board", DGT_VALUE_BOARD)->board = board;
	else
		add_bytes(list, "codes", DGT_VALUE_BYTES, msg->payload, msg->len);
}

static void tell_field(struct list *list, const struct dgt_message *msg)
{
	struct dgt_field field = dgt_message_field(msg);

	add_number(list, "square", DGT_VALUE_SQUARE, field.square);
	add_number(list, "piece", DGT_VALUE_PIECE, field.piece);
}

static void tell_serial(struct list *list, const struct dgt_message *msg)
{
	bool is_old = msg->type == DGT_MSG_SERIAL && msg->len == 9;

	add_bytes(list, "serial", DGT_VALUE_TEXT, msg->payload, is_old ? 5 : msg->len);
	if (is_old)
		add_bytes(list, "storage", DGT_VALUE_TEXT, msg->payload + 6, 3);
}

static void tell_version(struct list *list, const struct dgt_message *msg)
{
	struct board_version version = dgt_message_version(msg);

	if (msg->len < 2)
		return; /* a bus board older than 1.2 does not say */
	add_number(list, "main", DGT_VALUE_NUMBER, version.main);
	add_number(list, "sub", DGT_VALUE_NUMBER, version.sub);
}

static void tell_text(struct list *list, const struct dgt_message *msg)
{
	add_bytes(list, "text", DGT_VALUE_TEXT, msg->payload, msg->len);
}

static void tell_bytes(struct list *list, const struct dgt_message *msg)
{
	add_bytes(list, "bytes", DGT_VALUE_BYTES, msg->payload, msg->len);
}

static void tell_number(struct list *list, const struct dgt_message *msg)
{
	add_number(list, "number", DGT_VALUE_NUMBER, dgt_message_bus_address(msg));
}

static void tell_log(struct list *list, const struct dgt_message *msg)
{
	add_bytes(list, "events", DGT_VALUE_LOG, msg->payload, msg->len);
	list->values[list->count - 1].number = msg->type != DGT_MSG_LOG;
}

static void tell_nothing(struct list *list, const struct dgt_message *msg)
{
	(void)list;
	(void)msg;
}

static void tell_damage(struct list *list, const struct dgt_message *msg)
{
	add_bytes(list, "damaged", DGT_VALUE_BYTES, msg->frame, msg->frame_len);
	add_word(list, "why", board_damage_name(msg->damage));
}

size_t dgt_describe(const struct dgt_message *msg, struct dgt_value ret_values[DGT_VALUES_MAX])
{
	static const struct {
		enum dgt_message_type type;
		void (*tell)(struct list *list, const struct dgt_message *msg);
	} tellers[] = {
		{DGT_MSG_DAMAGED, tell_damage},
		{DGT_MSG_NONE, tell_nothing},
		{DGT_MSG_BOARD_DUMP, tell_board},
		{DGT_MSG_BUS_BOARD, tell_board},
		{DGT_MSG_TIME, tell_clock},
		{DGT_MSG_BUS_TIME, tell_clock},
		{DGT_MSG_FIELD_UPDATE, tell_field},
		{DGT_MSG_LOG, tell_log},
		{DGT_MSG_BUS_CHANGES, tell_log},
		{DGT_MSG_BUS_CHANGES_EVEN, tell_log},
		{DGT_MSG_BUS_FROM_START, tell_log},
		{DGT_MSG_BUS_ADDRESS, tell_number},
		{DGT_MSG_SERIAL, tell_serial},
		{DGT_MSG_LONG_SERIAL, tell_serial},
		{DGT_MSG_TRADEMARK, tell_text},
		{DGT_MSG_BUS_TRADEMARK, tell_text},
		{DGT_MSG_VERSION, tell_version},
		{DGT_MSG_HARDWARE_VERSION, tell_version},
		{DGT_MSG_BUS_VERSION, tell_version},
		{DGT_MSG_BUS_HARDWARE_VERSION, tell_version},
		{DGT_MSG_BATTERY, tell_battery},
		{DGT_MSG_BUS_PING, tell_nothing},
		{DGT_MSG_BUS_GAME_STARTED, tell_nothing},
	};
	struct list list = {.values = ret_values};

	if ((msg->type & DGT_BUS) != 0)
		add_number(&list, "address", DGT_VALUE_NUMBER, msg->address);
	for (size_t i = 0; i < sizeof(tellers) / sizeof(tellers[0]); i++) {
		if (tellers[i].type == msg->type) {
			tellers[i].tell(&list, msg);
			return list.count;
		}
	}
	tell_bytes(&list, msg); /* known by its id, of unknown layout */
	return list.count;
}

size_t dgt_describe_log(const struct dgt_log_event *event,
			struct dgt_value ret_values[DGT_VALUES_MAX])
{
	struct list list = {.values = ret_values};

	if (event->type == DGT_LOG_CHANGE) {
		add_number(&list, "square", DGT_VALUE_SQUARE, event->square);
		add_number(&list, "piece", DGT_VALUE_PIECE, event->piece);
		add_bool(&list, "quick", event->is_quick);
	} else if (event->type == DGT_LOG_TIME) {
		add_word(&list, "side", side_name(event->side));
		add_number(&list, "seconds", DGT_VALUE_NUMBER,
			   (event->hours * 60 + event->minutes) * 60 + event->seconds);
	} else if (event->type == DGT_LOG_SKIPPED || event->type == DGT_LOG_DAMAGED) {
		add_number(&list, "byte", DGT_VALUE_NUMBER, event->byte);
	}
	add_bool(&list, "trusted", event->is_trusted);
	return list.count;
}
