/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/encode.h"
#include "simulator/board/sim_board_private.h"

/* Commands in single-board mode: one byte each, and those meant for the clock. */

#define HARMFUL_BOOT_LOADER 0x4e
#define HARMFUL_SCAN_DARK   0x51
#define HARMFUL_SCAN_LIGHT  0x53
#define HARMFUL_SCAN_ALL    0x54

static void send_board(struct sim_board *b)
{
	uint8_t bytes[DGT_HEADER + BOARD_SQUARES];

	sim_board_send(b, bytes, dgt_encode_board(&b->sensor.seen, bytes, sizeof(bytes)));
}

static void send_text(struct sim_board *b, enum dgt_message_type type, const char *text)
{
	uint8_t bytes[256];

	sim_board_send(b, bytes, dgt_encode_text(type, text, bytes, sizeof(bytes)));
}

static void send_version(struct sim_board *b, enum dgt_message_type type,
			 struct board_version version)
{
	uint8_t bytes[DGT_HEADER + 2];

	sim_board_send(b, bytes, dgt_encode_version(type, version, bytes, sizeof(bytes)));
}

static void send_address(struct sim_board *b)
{
	uint8_t bytes[DGT_HEADER + 2];

	sim_board_send(b, bytes, dgt_encode_bus_address(b->config.address, bytes, sizeof(bytes)));
}

/* What a cabled board answers is not known: nothing, then. */
static void send_battery(struct sim_board *b)
{
	static const struct board_battery battery = {
		.percent = 88, .discharging = true, .left_minutes = 600};
	uint8_t bytes[32];

	if (b->config.is_bluetooth)
		sim_board_send(b, bytes, dgt_encode_battery(&battery, bytes, sizeof(bytes)));
}

static void send_log(struct sim_board *b)
{
	uint8_t log[DGT_LOG_RING], bytes[SIM_MESSAGE_MAX];
	size_t len = sim_log_download(&b->log, b->config.log_is_new_only, log);

	sim_board_send(b, bytes, dgt_encode(DGT_MSG_LOG, log, len, bytes, sizeof(bytes)));
}

static void enter_update(struct sim_board *b, enum sim_mode mode)
{
	b->was_asked = true;
	sim_board_enter(b, mode);
}

static bool is_harmful(uint8_t command)
{
	return command == HARMFUL_BOOT_LOADER || command == HARMFUL_SCAN_DARK ||
	       command == HARMFUL_SCAN_LIGHT || command == HARMFUL_SCAN_ALL;
}

void sim_single_obey(struct sim_board *b, uint8_t command)
{
	b->harmful += is_harmful(command);
	if (!dgt_command_is_safe(command))
		return;
	if (b->mode == SIM_MODE_BUS)
		sim_board_enter(b, SIM_MODE_IDLE);
	switch ((enum dgt_command)command) {
	case DGT_CMD_IDLE: sim_board_enter(b, SIM_MODE_IDLE); break;
	case DGT_CMD_TO_BUS: sim_board_enter(b, SIM_MODE_BUS); break;
	case DGT_CMD_UPDATE: enter_update(b, SIM_MODE_UPDATE); break;
	case DGT_CMD_UPDATE_BOARD: enter_update(b, SIM_MODE_UPDATE_BOARD); break;
	case DGT_CMD_UPDATE_NICE: enter_update(b, SIM_MODE_UPDATE_NICE); break;
	case DGT_CMD_SEND_TIME: sim_board_send_time(b); break;
	case DGT_CMD_SEND_BOARD: send_board(b); break;
	case DGT_CMD_SEND_SERIAL: send_text(b, DGT_MSG_SERIAL, b->config.serial); break;
	case DGT_CMD_SEND_BUS_ADDRESS: send_address(b); break;
	case DGT_CMD_SEND_TRADEMARK: send_text(b, DGT_MSG_TRADEMARK, SIM_TRADEMARK); break;
	case DGT_CMD_SEND_HARDWARE_VERSION:
		send_version(b, DGT_MSG_HARDWARE_VERSION, (struct board_version){1, 0});
		break;
	case DGT_CMD_SEND_LOG: send_log(b); break;
	case DGT_CMD_SEND_BATTERY: send_battery(b); break;
	case DGT_CMD_SEND_VERSION: send_version(b, DGT_MSG_VERSION, b->config.version); break;
	case DGT_CMD_SEND_LONG_SERIAL:
		if (b->config.long_serial[0] != '\0')
			send_text(b, DGT_MSG_LONG_SERIAL, b->config.long_serial);
		break;
	case DGT_CMD_SEND_DARK_SQUARES: /* this is no draughts board */
	case DGT_CMD_SEND_LIGHT_SQUARES:
	case DGT_CMD_SEND_I2C_CLOCK: /* nor is a clock on its other socket */
	case DGT_CMD_UPDATE_I2C:
	case DGT_CMD_UPDATE_I2C_NICE:
	case DGT_CMD_SEND_LOCK_STATE: /* nor is it a Pegasus */
	case DGT_CMD_SEND_KEY_STATE: break;
	}
}

/* The clock acts at once; its answer comes through the board, late. */
void sim_single_clock(struct sim_board *b, const uint8_t *data, size_t len)
{
	enum dgt_clock_order order;
	const uint8_t *content;
	uint32_t late_ms;
	size_t content_len;

	if (!b->clock.is_connected || b->ack_count == SIM_ACKS_MAX ||
	    !dgt_clock_command_read(data, len, &order, &content, &content_len))
		return;
	late_ms = b->config.is_bluetooth ? sim_random_between(&b->random, 50, 300)
					 : sim_random_between(&b->random, 100, 1500);
	b->acks[b->ack_count].ack = sim_clock_obey(&b->clock, b->now_ms, order, content);
	b->acks[b->ack_count].at_ms = b->now_ms + late_ms;
	if (b->ack_count > 0 && b->acks[b->ack_count - 1].at_ms > b->acks[b->ack_count].at_ms)
		b->acks[b->ack_count].at_ms = b->acks[b->ack_count - 1].at_ms;
	b->ack_count++;
}
