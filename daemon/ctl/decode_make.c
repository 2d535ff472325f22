/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "daemon/ctl/decode_private.h"

/* What the session of any make of board makes of its bytes, as JSON: events, not messages. */

static void put_square(json_t *line, board_square square)
{
	const char name[] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};

	decode_put(line, "square", json_string(name));
}

static void put_piece(json_t *line, board_piece piece)
{
	const char name[] = {piece, '\0'};

	decode_put(line, "piece", json_string(name));
}

static void put_content(json_t *line, const struct board_event *event)
{
	switch (event->type) {
	case BOARD_EV_CONNECTED:
		if (event->identity.serial[0] != '\0')
			decode_put(line, "serial", json_string(event->identity.serial));
		break;
	case BOARD_EV_LIFTED: put_square(line, event->square); break;
	case BOARD_EV_PLACED:
	case BOARD_EV_REPLACED:
		put_square(line, event->square);
		put_piece(line, event->piece);
		break;
	case BOARD_EV_DUMP: decode_put(line, "board", decode_placement(&event->board)); break;
	case BOARD_EV_BATTERY:
		decode_put(line, "percent", json_integer(event->battery.percent));
		decode_put(line, "charging", json_boolean(event->battery.charging));
		break;
	case BOARD_EV_DAMAGED:
		decode_put(line, "bytes", json_integer(event->bytes));
		decode_put(line, "why", json_string(board_damage_name(event->damage)));
		break;
	case BOARD_EV_CLOCK:
	case BOARD_EV_PRESSED:
	case BOARD_EV_ACK:
	case BOARD_EV_LOST:
	case BOARD_EV_RESYNCED:
	case BOARD_EV_NONE: break;
	}
}

/* Bytes that were recorded are answers to questions that somebody else has asked. */
void decode_make_begin(struct decode_make *d, uint8_t make)
{
	const struct board_config config = {
		.wiring = BOARD_WIRING_SINGLE, .is_recorded = true, .make = make};

	*d = (struct decode_make){.at = 0};
	board_session_init(&d->session, &config);
	board_session_open(&d->session, 0);
}

static void print_events(struct decode_make *d)
{
	struct board_event event;
	uint8_t bytes[BOARD_OUT_MAX];

	while (board_session_next(&d->session, &event)) {
		json_t *line = json_object();

		decode_put(line, "at", json_integer((json_int_t)d->at));
		decode_put(line, "event", json_string(board_event_name(event.type)));
		put_content(line, &event);
		decode_print(line);
	}
	(void)board_session_take(&d->session, bytes, sizeof(bytes));
}

/* One by one, so that each event has its place. A file has no times: none passes. */
void decode_make_bytes(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	for (size_t used = 0; used < len;) {
		size_t took = board_session_feed(&d->session, 0, bytes + used, 1);

		used += took;
		d->at += took;
		print_events(d);
	}
}
