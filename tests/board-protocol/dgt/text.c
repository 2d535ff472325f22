/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text.h"

#include "board-protocol/dgt/clock_command.h"
#include "board-protocol/dgt/describe.h"

#include <check.h>
#include <stdarg.h>

void text_clear(struct text *t)
{
	t->len = 0;
	t->line[0] = '\0';
}

void text_add(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->line + t->len, sizeof(t->line) - t->len, format, args);
	va_end(args);
	/* Each ck_assert writes to a file; only a failure may. */
	if (n < 0 || (size_t)n >= sizeof(t->line) - t->len)
		ck_abort_msg("too much text");
	t->len += (size_t)n;
}

board_square square_named(const char *name)
{
	ck_assert(name[0] >= 'a' && name[0] <= 'h' && name[1] >= '1' && name[1] <= '8');
	return (board_square)((name[1] - '1') * 8 + name[0] - 'a');
}

const char *square_name(board_square square, char ret_name[3])
{
	ret_name[0] = (char)('a' + square % 8);
	ret_name[1] = (char)('1' + square / 8);
	ret_name[2] = '\0';
	return ret_name;
}

static void add_hex(struct text *t, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		text_add(t, "%02x", bytes[i]);
}

static void add_value(struct text *t, const struct dgt_value *value)
{
	char name[3];

	text_add(t, " %s=", value->name);
	switch (value->type) {
	case DGT_VALUE_NUMBER: text_add(t, "%lld", (long long)value->number); break;
	case DGT_VALUE_BOOL: text_add(t, "%s", value->number ? "yes" : "no"); break;
	case DGT_VALUE_WORD: text_add(t, "%s", value->word); break;
	case DGT_VALUE_TEXT:
		text_add(t, "\"%.*s\"", (int)value->len, (const char *)value->bytes);
		break;
	case DGT_VALUE_BYTES: add_hex(t, value->bytes, value->len); break;
	case DGT_VALUE_SQUARE:
		text_add(t, "%s", square_name((board_square)value->number, name));
		break;
	case DGT_VALUE_PIECE: text_add(t, "%c", (char)value->number); break;
	case DGT_VALUE_BOARD: text_add(t, "%.64s", value->board.at); break;
	case DGT_VALUE_LOG: break; /* its events follow as lines */
	}
}

void text_log(struct text *t, const uint8_t *bytes, size_t len, bool is_trusted)
{
	struct dgt_value values[DGT_VALUES_MAX];
	struct dgt_log_event event;
	struct dgt_log log;

	dgt_log_init(&log, bytes, len, is_trusted);
	while (dgt_log_next(&log, &event)) {
		size_t count = dgt_describe_log(&event, values);

		text_add(t, "- %s", dgt_log_name(event.type));
		for (size_t i = 0; i < count; i++)
			add_value(t, &values[i]);
		text_add(t, "\n");
	}
}

void text_message(struct text *t, const struct dgt_message *msg)
{
	struct dgt_value values[DGT_VALUES_MAX];
	size_t count = dgt_describe(msg, values);

	text_add(t, "%s", dgt_message_name(msg->type));
	for (size_t i = 0; i < count; i++) {
		if (values[i].type != DGT_VALUE_LOG)
			add_value(t, &values[i]);
	}
	text_add(t, "\n");
	for (size_t i = 0; i < count; i++) {
		if (values[i].type == DGT_VALUE_LOG)
			text_log(t, values[i].bytes, values[i].len, values[i].number != 0);
	}
}

void text_request(struct text *t, const struct dgt_host_request *request)
{
	const uint8_t *content;
	enum dgt_clock_order order;
	size_t len;

	switch (request->type) {
	case DGT_HOST_NONE: break;
	case DGT_HOST_COMMAND: text_add(t, "command %02x\n", request->command); break;
	case DGT_HOST_DATA:
		if (request->command == DGT_CMD_CLOCK &&
		    dgt_clock_command_read(request->data, request->len, &order, &content, &len)) {
			text_add(t, "clock order=%u content=", (unsigned)order);
			add_hex(t, content, len);
		} else {
			text_add(t, "data command=%02x data=", request->command);
			add_hex(t, request->data, request->len);
		}
		text_add(t, "\n");
		break;
	case DGT_HOST_BUS:
		text_add(t, "bus command=%02x address=%u\n", request->command, request->address);
		break;
	case DGT_HOST_DAMAGED:
		text_add(t, "damaged ");
		add_hex(t, request->data, request->len);
		text_add(t, "\n");
		break;
	}
}
