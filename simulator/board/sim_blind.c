/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/encode.h"
#include "board-protocol/sentio/message.h"
#include "board-protocol/squareoff/message.h"
#include "simulator/board/sim_board_private.h"

/*
 * Boards that see where something stands, not what: one that shows it again and again,
 * and two that tell of each change and show all when asked.
 */

#define PATIENT_MS 10000

/* --- Tabutronic Sentio --- */

static void sentio_show(struct sim_board *b)
{
	uint8_t bytes[SENTIO_LINE_MAX];

	if (b->now_ms >= PATIENT_MS) /* nobody can know who listens */
		sim_board_met(b);
	sim_board_send(b, bytes, sentio_encode(&b->sensor.seen, bytes, sizeof(bytes)));
}

/* --- DGT Pegasus --- */

/* One code for any man. */
static struct board_men blind(const struct board_men *men)
{
	struct board_men all = *men;

	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		if (all.at[i] != BOARD_EMPTY)
			all.at[i] = 'P';
	return all;
}

static void pegasus_answer(struct sim_board *b, uint8_t command)
{
	const struct board_battery battery = {.percent = 88, .discharging = true};
	struct board_men men = blind(&b->sensor.seen);
	uint8_t bytes[DGT_HEADER + BOARD_SQUARES];
	size_t len = 0;

	switch (command) {
	case DGT_CMD_IDLE: b->is_shown = false; break;
	case DGT_CMD_SEND_BOARD: len = dgt_encode_board(&men, bytes, sizeof(bytes)); break;
	case DGT_CMD_UPDATE_BOARD: b->is_shown = b->was_asked = true; break;
	case DGT_CMD_SEND_SERIAL:
		len = dgt_encode_text(DGT_MSG_SERIAL, b->config.serial, bytes, sizeof(bytes));
		break;
	case DGT_CMD_SEND_VERSION:
		len = dgt_encode_version(DGT_MSG_VERSION, b->config.version, bytes, sizeof(bytes));
		break;
	case DGT_CMD_SEND_BATTERY: len = dgt_encode_battery(&battery, bytes, sizeof(bytes)); break;
	default: b->harmful++; break;
	}
	sim_board_send(b, bytes, len);
}

/* A board's key and its lights have messages of their own: a byte, how many follow, and those. */
static void pegasus_hear(struct sim_board *b, uint8_t byte)
{
	if (b->heard_len == 0 && byte != DGT_CMD_DEVELOPER_KEY && byte != DGT_CMD_LEDS) {
		pegasus_answer(b, byte);
		return;
	}
	if (b->heard_len < SIM_HEARD_MAX)
		b->heard[b->heard_len] = byte;
	b->heard_len++;
	if (b->heard_len < 2 || b->heard_len < 2u + b->heard[1])
		return;
	if (b->heard[0] == DGT_CMD_LEDS && b->heard_len <= SIM_HEARD_MAX)
		sim_lights_pegasus(b);
	b->heard_len = 0;
}

/* --- Square Off Pro --- */

static void squareoff_say(struct sim_board *b, const char *text)
{
	sim_board_send(b, (const uint8_t *)text, strlen(text));
}

static bool is_heard(const struct sim_board *b, const char *text)
{
	return b->heard_len == strlen(text) && memcmp(b->heard, text, b->heard_len) == 0;
}

static void squareoff_hear(struct sim_board *b, uint8_t byte)
{
	uint8_t bytes[SQUAREOFF_FRAME_MAX];

	if (b->heard_len == SIM_HEARD_MAX)
		b->heard_len = 0;
	b->heard[b->heard_len++] = byte;
	if (byte != '*')
		return;
	if (is_heard(b, "30#R*")) {
		b->was_asked = b->is_shown = true;
		sim_board_send(b, bytes,
			       squareoff_encode_board(&b->sensor.seen, bytes, sizeof(bytes)));
	} else if (is_heard(b, "14#1*")) {
		squareoff_say(b, "14#GO*");
	} else if (is_heard(b, "4#*")) {
		squareoff_say(b, "22#3.75*");
	} else if (!sim_lights_squareoff(b)) {
		b->harmful++; /* motors */
	}
	b->heard_len = 0;
}

/* --- all of them --- */

void sim_blind_report(struct sim_board *b)
{
	if (b->config.make == SIM_SENTIO)
		sentio_show(b);
}

void sim_blind_hear(struct sim_board *b, uint8_t byte)
{
	if (b->config.make == SIM_PEGASUS)
		pegasus_hear(b, byte);
	else if (b->config.make == SIM_SQUAREOFF)
		squareoff_hear(b, byte);
	else
		sim_lights_certabo(b, byte);
}

void sim_blind_notice(struct sim_board *b, struct dgt_field change)
{
	uint8_t bytes[16];
	bool is_lift = change.piece == BOARD_EMPTY;

	if (!b->is_shown)
		return;
	if (b->config.make == SIM_SQUAREOFF)
		sim_board_send(
			b, bytes,
			squareoff_encode_change(change.square, is_lift, bytes, sizeof(bytes)));
	if (b->config.make == SIM_PEGASUS && !is_lift)
		change.piece = 'P';
	if (b->config.make == SIM_PEGASUS)
		sim_board_send(b, bytes, dgt_encode_field(change, bytes, sizeof(bytes)));
}
