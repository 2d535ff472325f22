/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/decode_private.h"

#include <stdio.h>

/* What a Millennium ChessLink sent, as JSON. */

static void put_content(json_t *line, const struct chesslink_message *msg)
{
	char firmware[16];

	switch (msg->type) {
	case CHESSLINK_BOARD: decode_put(line, "board", decode_placement(&msg->men)); break;
	case CHESSLINK_VERSION:
		snprintf(firmware, sizeof(firmware), "%u.%02u", msg->firmware.main,
			 msg->firmware.sub);
		decode_put(line, "firmware", json_string(firmware));
		break;
	case CHESSLINK_READ:
	case CHESSLINK_WRITTEN:
		decode_put(line, "address", json_integer(msg->address));
		decode_put(line, "value", json_integer(msg->value));
		break;
	case CHESSLINK_DAMAGED:
		decode_put(line, "damaged", decode_hex(msg->bytes, msg->len));
		decode_put(line, "why", json_string(board_damage_name(msg->damage)));
		break;
	case CHESSLINK_LEDS:
	case CHESSLINK_LEDS_OFF:
	case CHESSLINK_NONE: break;
	}
}

static void print_message(const struct chesslink_message *msg)
{
	json_t *line = json_object();

	decode_put(line, "at", json_integer((json_int_t)msg->at));
	if (msg->type != CHESSLINK_DAMAGED)
		decode_put(line, "message", json_string(chesslink_message_name(msg->type)));
	put_content(line, msg);
	decode_print(line);
}

void decode_chesslink_bytes(struct chesslink_parser *parser, const uint8_t *bytes, size_t len)
{
	struct chesslink_message msg;
	size_t used = 0;

	do {
		used += chesslink_parser_feed(parser, bytes + used, len - used, &msg);
		if (msg.type != CHESSLINK_NONE)
			print_message(&msg);
	} while (used < len || msg.type != CHESSLINK_NONE);
}

void decode_chesslink_end(struct chesslink_parser *parser)
{
	struct chesslink_message msg;

	while (chesslink_parser_end(parser, &msg))
		print_message(&msg);
}
