/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_board.h"

#include <assert.h>
#include <string.h>

#include "board-protocol/dgt/encode.h"
#include "simulator/board/sim_board_private.h"

#define PROMPT_POLL_MS 250  /* of a clock that is asked at once when it changes */
#define TIME_EVERY_MS  1000 /* in mode UPDATE, changed or not */
#define EMPTY_TIME     (SIM_MILLION / 4)

struct sim_board_config sim_board_usual(uint64_t seed)
{
	return (struct sim_board_config){
		.seed = seed,
		.serial = "01025",
		.long_serial = "",
		.version = {1, 8},
		.address = 1025,
		.scan_ms = 250,
		.poll_ms = 400,
		.byte_us = SIM_WIRE_BYTE_US,
	};
}

struct sim_board_config sim_board_bluetooth(uint64_t seed)
{
	struct sim_board_config config = sim_board_usual(seed);

	config.version = (struct board_version){3, 1};
	config.scan_ms = 500;
	config.is_bluetooth = true;
	memcpy(config.long_serial, "3000001025", sizeof(config.long_serial));
	return config;
}

void sim_board_init(struct sim_board *b, struct sim_board_config config)
{
	memset(b, 0, sizeof(*b));
	b->config = config;
	b->random = sim_random_of(config.seed, 1);
	sim_sensor_init(&b->sensor, config.scan_ms,
			config.scan_ms ? sim_random_below(&b->random, config.scan_ms) : 0);
	sim_log_init(&b->log);
	sim_clock_init(&b->clock);
	b->clock.is_remote = config.has_remote_clock;
	sim_wire_init(&b->wire, config.byte_us);
	dgt_host_init(&b->host);
	b->poll_at_ms = config.poll_ms ? sim_random_below(&b->random, config.poll_ms) : 0;
	b->report_at_ms = SIM_NEVER;
	if (config.make != SIM_DGT)
		b->poll_at_ms = SIM_NEVER; /* they have no socket for a clock */
}

/* --- what it says --- */

void sim_board_send(struct sim_board *b, const uint8_t *bytes, size_t len)
{
	if (len > 0)
		sim_wire_push(&b->wire, b->now_ms, bytes, len);
}

void sim_board_send_time(struct sim_board *b)
{
	uint8_t bytes[DGT_HEADER + DGT_CLOCK_BYTES];

	b->has_sent_time = true;
	b->sent_time = b->polled;
	b->sent_time_ms = b->now_ms;
	sim_board_send(b, bytes, dgt_encode_time(&b->polled, bytes, sizeof(bytes)));
}

static bool updates_clock(const struct sim_board *b)
{
	return b->mode == SIM_MODE_UPDATE || b->mode == SIM_MODE_UPDATE_NICE;
}

static void send_field(struct sim_board *b, struct dgt_field change)
{
	uint8_t bytes[DGT_HEADER + 2];
	size_t len = dgt_encode_field(change, bytes, sizeof(bytes));

	if (change.piece == BOARD_UNKNOWN) /* a code that is no piece at all */
		bytes[DGT_HEADER + 1] = (uint8_t)sim_random_between(&b->random, 0x10, 0x7f);
	if (updates_clock(b) || b->mode == SIM_MODE_UPDATE_BOARD)
		sim_board_send(b, bytes, len);
}

/* --- what it does by itself --- */

/* Some sensors now and then take one man for another, until they look again. */
static board_piece wrong_piece(struct sim_board *b, board_piece right)
{
	static const char codes[] = "PRNBKQprnbkq=+-?";
	board_piece wrong = right;

	while (wrong == right)
		wrong = codes[sim_random_below(&b->random, sizeof(codes) - 1)];
	return wrong;
}

static void notice(struct sim_board *b, struct dgt_field change)
{
	if (sim_random_chance(&b->random, b->config.wrong_code)) {
		change.piece = wrong_piece(b, change.piece);
		sim_sensor_misread(&b->sensor, b->now_ms, change.square, change.piece);
	}
	if (b->config.make != SIM_DGT) {
		b->has_changed = true; /* the next report shows it */
		sim_blind_notice(b, change);
		return;
	}
	sim_log_change(&b->log, b->now_ms, change);
	sim_log_recognise(&b->log, &b->sensor.seen);
	send_field(b, change);
}

static void poll_clock(struct sim_board *b)
{
	struct board_time time = sim_clock_read(&b->clock, b->now_ms);
	enum board_side stopped = b->polled.to_move;
	bool is_over = time.connected && b->polled.connected && time.to_move != stopped;
	bool is_due;

	b->poll_at_ms = b->now_ms + (b->config.poll_ms ? b->config.poll_ms : PROMPT_POLL_MS);
	b->polled = time;
	if (is_over)
		sim_log_time(&b->log, stopped, time.side[stopped]);
	if (!updates_clock(b))
		return;
	is_due = !b->has_sent_time || !board_time_equal(&time, &b->sent_time) ||
		 (b->mode == SIM_MODE_UPDATE && b->now_ms - b->sent_time_ms >= TIME_EVERY_MS);
	if (is_due)
		sim_board_send_time(b);
}

static void send_ack(struct sim_board *b)
{
	static const uint8_t nothing[DGT_CLOCK_BYTES];
	uint8_t bytes[DGT_HEADER + DGT_CLOCK_BYTES];
	struct dgt_ack ack = b->acks[0].ack;

	b->ack_count--;
	memmove(&b->acks[0], &b->acks[1], b->ack_count * sizeof(b->acks[0]));
	if (!updates_clock(b))
		return;
	sim_board_send(b, bytes, dgt_encode_ack(ack, bytes, sizeof(bytes)));
	/* Bluetooth firmware sometimes adds a message that says nothing. */
	if (b->config.is_bluetooth && sim_random_chance(&b->random, EMPTY_TIME))
		sim_board_send(
			b, bytes,
			dgt_encode(DGT_MSG_TIME, nothing, sizeof(nothing), bytes, sizeof(bytes)));
}

static size_t soonest_later(const struct sim_board *b)
{
	size_t found = 0;

	for (size_t i = 1; i < b->later_count; i++)
		if (b->later[i].at_ms < b->later[found].at_ms)
			found = i;
	return found;
}

static void answer_later(struct sim_board *b)
{
	size_t i = soonest_later(b);
	uint8_t command = b->later[i].command;

	b->later[i] = b->later[--b->later_count];
	sim_bus_answer(b, command);
}

uint64_t sim_board_deadline(const struct sim_board *b)
{
	uint64_t at = sim_sensor_deadline(&b->sensor);
	uint64_t byte_us = sim_wire_deadline_us(&b->wire);

	if (b->mode == SIM_MODE_OFF)
		return SIM_NEVER;
	if (b->poll_at_ms < at)
		at = b->poll_at_ms;
	if (b->report_at_ms < at)
		at = b->report_at_ms;
	if (b->ack_count > 0 && b->acks[0].at_ms < at)
		at = b->acks[0].at_ms;
	if (b->later_count > 0 && b->later[soonest_later(b)].at_ms < at)
		at = b->later[soonest_later(b)].at_ms;
	if (byte_us != UINT64_MAX && (byte_us + 999) / 1000 < at)
		at = (byte_us + 999) / 1000;
	return at;
}

/* One thing that was due by at_ms. False: nothing was. */
static bool step(struct sim_board *b, uint64_t at_ms)
{
	uint64_t sensor_ms = sim_sensor_deadline(&b->sensor);
	uint64_t ack_ms = b->ack_count > 0 ? b->acks[0].at_ms : SIM_NEVER;
	uint64_t later_ms = b->later_count > 0 ? b->later[soonest_later(b)].at_ms : SIM_NEVER;
	uint64_t due = sensor_ms < b->poll_at_ms ? sensor_ms : b->poll_at_ms;
	struct dgt_field change;

	due = ack_ms < due ? ack_ms : due;
	due = later_ms < due ? later_ms : due;
	due = b->report_at_ms < due ? b->report_at_ms : due;
	if (due > at_ms)
		return false;
	if (due > b->now_ms)
		b->now_ms = due;
	if (sensor_ms == due && sim_sensor_next(&b->sensor, due, &change, &due))
		notice(b, change);
	else if (ack_ms == due)
		send_ack(b);
	else if (later_ms == due)
		answer_later(b);
	else if (b->report_at_ms == due)
		sim_whole_report(b);
	else
		poll_clock(b);
	return true;
}

void sim_board_tick(struct sim_board *b, uint64_t at_ms)
{
	assert(at_ms >= b->now_ms);
	while (b->mode != SIM_MODE_OFF && step(b, at_ms))
		;
	b->now_ms = at_ms;
}

bool sim_board_say(struct sim_board *b, uint8_t *ret_byte, uint64_t *ret_us)
{
	return sim_wire_pop(&b->wire, b->now_ms * 1000, ret_byte, ret_us);
}

/* --- what is done to it --- */

void sim_board_enter(struct sim_board *b, enum sim_mode mode)
{
	if (b->mode != mode)
		b->has_sent_time = false;
	b->mode = mode;
}

void sim_board_power(struct sim_board *b, uint64_t at_ms, bool is_on)
{
	sim_board_tick(b, at_ms);
	if (is_on == (b->mode != SIM_MODE_OFF))
		return;
	sim_wire_clear(&b->wire);
	dgt_host_init(&b->host);
	b->ack_count = 0;
	b->later_count = 0;
	b->ignores_ping = false;
	if (!is_on) {
		sim_board_enter(b, SIM_MODE_OFF);
		return;
	}
	sim_board_enter(b, SIM_MODE_BUS);
	sim_sensor_look(&b->sensor);
	if (b->config.make != SIM_DGT) {
		sim_whole_begin(b);
		return;
	}
	sim_log_power_up(&b->log, at_ms, &b->sensor.seen);
	b->polled = sim_clock_read(&b->clock, at_ms);
	b->poll_at_ms = at_ms + (b->config.poll_ms ? b->config.poll_ms : PROMPT_POLL_MS);
}

void sim_board_put(struct sim_board *b, uint64_t at_ms, board_square square, board_piece piece)
{
	sim_board_tick(b, at_ms);
	sim_whole_put(b, square, piece);
	sim_sensor_put(&b->sensor, at_ms, square, piece);
}

/* A clock without a poll time is asked as soon as something happens to it. */
static void clock_changed(struct sim_board *b)
{
	if (b->config.poll_ms == 0 && b->mode != SIM_MODE_OFF && b->config.make == SIM_DGT)
		poll_clock(b);
}

void sim_board_set_clock(struct sim_board *b, uint64_t at_ms, uint32_t time_ms,
			 uint32_t increment_ms, enum board_side first)
{
	sim_board_tick(b, at_ms);
	sim_clock_set(&b->clock, at_ms, time_ms, increment_ms, first);
	clock_changed(b);
}

void sim_board_run_clock(struct sim_board *b, uint64_t at_ms, bool is_running)
{
	sim_board_tick(b, at_ms);
	sim_clock_run(&b->clock, at_ms, is_running);
	clock_changed(b);
}

bool sim_board_press(struct sim_board *b, uint64_t at_ms, enum board_side side)
{
	bool has_moved;

	sim_board_tick(b, at_ms);
	has_moved = sim_clock_press(&b->clock, at_ms, side);
	clock_changed(b);
	return has_moved;
}

void sim_board_fall_to_bus(struct sim_board *b, uint64_t at_ms)
{
	sim_board_tick(b, at_ms);
	if (b->mode != SIM_MODE_OFF && b->config.make == SIM_DGT)
		sim_board_enter(b, SIM_MODE_BUS);
}

static void obey(struct sim_board *b, const struct dgt_host_request *request)
{
	bool is_bus = b->mode == SIM_MODE_BUS;

	switch (request->type) {
	case DGT_HOST_NONE: break;
	case DGT_HOST_COMMAND: sim_single_obey(b, request->command); break;
	case DGT_HOST_DATA:
		if (is_bus)
			sim_board_enter(b, SIM_MODE_IDLE);
		if (request->command == DGT_CMD_CLOCK)
			sim_single_clock(b, request->data, request->len);
		break;
	case DGT_HOST_BUS:
		if (is_bus)
			sim_bus_obey(b, request->command, request->address);
		else
			sim_board_enter(b, SIM_MODE_BUS); /* the request itself is swallowed */
		break;
	case DGT_HOST_DAMAGED:
		/* Out of bus mode only the first byte is lost: what follows are commands. */
		sim_board_enter(b, SIM_MODE_BUS);
		for (size_t i = 1; !is_bus && i < request->len; i++)
			sim_single_obey(b, request->data[i]);
		break;
	}
}

void sim_board_hear(struct sim_board *b, uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	struct dgt_host_request request;
	size_t used = 0;

	sim_board_tick(b, at_ms);
	if (b->config.make != SIM_DGT && b->mode != SIM_MODE_OFF)
		sim_whole_hear(b, bytes, len);
	while (b->config.make == SIM_DGT && b->mode != SIM_MODE_OFF && used < len) {
		used += dgt_host_feed(&b->host, bytes + used, len - used, &request);
		obey(b, &request);
	}
}
