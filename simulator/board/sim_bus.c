/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "simulator/board/sim_board_private.h"

/* Requests in bus mode. A board speaks only when it is asked, and asked by its address. */

#define PING_WITHIN_MS 1100 /* so that not all answer a broadcast at once */
#define START_GAME_MS  70   /* the EEPROM is written first */

static void reply(struct sim_board *b, enum dgt_message_type type, const uint8_t *data, size_t len)
{
	uint8_t bytes[SIM_MESSAGE_MAX];

	sim_board_send(
		b, bytes,
		dgt_bus_reply((uint8_t)type, b->config.address, data, len, bytes, sizeof(bytes)));
}

static void reply_board(struct sim_board *b)
{
	uint8_t codes[BOARD_SQUARES];

	dgt_board_write(&b->sensor.seen, codes);
	reply(b, DGT_MSG_BUS_BOARD, codes, sizeof(codes));
}

static void reply_time(struct sim_board *b)
{
	uint8_t bytes[DGT_CLOCK_BYTES];

	dgt_time_write(&b->polled, bytes);
	reply(b, DGT_MSG_BUS_TIME, bytes, sizeof(bytes));
}

static void reply_changes(struct sim_board *b)
{
	uint8_t changes[DGT_LOG_RING];
	size_t len = sim_log_changes(&b->log, changes);

	b->was_asked = true;
	reply(b, DGT_MSG_BUS_CHANGES, changes, len);
}

static void reply_log(struct sim_board *b, uint8_t command)
{
	uint8_t bytes[DGT_LOG_RING];

	if (command == DGT_BUS_REPEAT_CHANGES)
		reply(b, DGT_MSG_BUS_CHANGES, bytes, sim_log_repeat(&b->log, bytes));
	else
		reply(b, DGT_MSG_BUS_FROM_START, bytes, sim_log_from_start(&b->log, bytes));
}

static void reply_version(struct sim_board *b)
{
	const uint8_t version[] = {b->config.version.main, b->config.version.sub};

	reply(b, DGT_MSG_BUS_VERSION, version, sizeof(version));
}

static void wait(struct sim_board *b, uint32_t late_ms, uint8_t command)
{
	if (b->later_count == SIM_LATER_MAX)
		return;
	b->later[b->later_count].at_ms = b->now_ms + late_ms;
	b->later[b->later_count++].command = command;
}

void sim_bus_answer(struct sim_board *b, uint8_t command)
{
	if (b->mode != SIM_MODE_BUS)
		return;
	if (command == DGT_BUS_START_GAME)
		reply(b, DGT_MSG_BUS_GAME_STARTED, NULL, 0);
	else
		reply(b, DGT_MSG_BUS_PING, NULL, 0);
}

static void ping(struct sim_board *b, bool is_for_all)
{
	if (!is_for_all) {
		sim_bus_answer(b, DGT_BUS_PING);
	} else if (b->ignores_ping) {
		b->ignores_ping = false;
	} else {
		wait(b, sim_random_below(&b->random, PING_WITHIN_MS), DGT_BUS_PING);
	}
}

/* The few requests that may be meant for every board. */
static bool obey_any(struct sim_board *b, uint8_t command, bool is_for_all)
{
	switch (command) {
	case DGT_BUS_PING:
	case DGT_BUS_RANDOM_PING: ping(b, is_for_all); return true;
	case DGT_BUS_END: sim_board_enter(b, SIM_MODE_IDLE); return true;
	case DGT_BUS_RESET:
		sim_sensor_look(&b->sensor);
		sim_log_power_up(&b->log, b->now_ms, &b->sensor.seen);
		return true;
	case DGT_BUS_SEND_VERSION: reply_version(b); return true;
	default: return false;
	}
}

static void obey_own(struct sim_board *b, uint8_t command)
{
	switch (command) {
	case DGT_BUS_SEND_TIME: reply_time(b); break;
	case DGT_BUS_SEND_BOARD: reply_board(b); break;
	case DGT_BUS_SEND_CHANGES: reply_changes(b); break;
	case DGT_BUS_REPEAT_CHANGES:
	case DGT_BUS_SEND_FROM_START: reply_log(b, command); break;
	case DGT_BUS_START_GAME:
		sim_log_game_started(&b->log, b->now_ms, &b->sensor.seen);
		wait(b, START_GAME_MS, DGT_BUS_START_GAME);
		break;
	case DGT_BUS_IGNORE_NEXT_PING:
		b->ignores_ping = true;
		sim_bus_answer(b, DGT_BUS_PING);
		break;
	case DGT_BUS_SEND_ALL:
		reply_changes(b);
		reply_time(b);
		reply_board(b);
		break;
	case DGT_BUS_SEND_SERIAL:
		reply(b, DGT_MSG_BUS_SERIAL, (const uint8_t *)b->config.serial,
		      strlen(b->config.serial));
		break;
	default: break; /* what a board does not know it does not answer */
	}
}

void sim_bus_obey(struct sim_board *b, uint8_t command, uint16_t address)
{
	bool is_for_all = address == DGT_BUS_ALL;

	if (!is_for_all && address != b->config.address)
		return;
	if (!obey_any(b, command, is_for_all) && !is_for_all)
		obey_own(b, command);
}
