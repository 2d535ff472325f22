/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model.h"

#include "board-protocol/dgt/bus.h"
#include "board-protocol/dgt/encode.h"

#include <check.h>
#include <string.h>

static void send(struct model *m, const uint8_t *bytes, size_t len)
{
	if (m->is_mute || !m->is_powered)
		return;
	ck_assert_uint_le(m->out_len + len, sizeof(m->out));
	memcpy(m->out + m->out_len, bytes, len);
	m->out_len += len;
}

void model_log(struct model *m, const struct dgt_log_event *event)
{
	/* The oldest half goes when it is full; a real one goes byte by byte. */
	if (m->log_len + DGT_TAG_MAX > 7000) {
		m->log_len -= 3500;
		memmove(m->log, m->log + 3500, m->log_len);
		m->bus_sent = m->bus_sent > 3500 ? m->bus_sent - 3500 : 0;
		m->log_sent = m->log_sent > 3500 ? m->log_sent - 3500 : 0;
	}
	m->log_len += dgt_log_write(event, m->log + m->log_len);
}

static void log_tag(struct model *m, enum dgt_log_type type)
{
	model_log(m, &(struct dgt_log_event){.type = type});
}

static void log_pieces(struct model *m)
{
	for (uint8_t i = 0; i < BOARD_SQUARES; i++) {
		if (m->board.at[i] != BOARD_EMPTY)
			model_log(m, &(struct dgt_log_event){.type = DGT_LOG_CHANGE,
							     .square = i,
							     .piece = m->board.at[i]});
	}
}

static void log_start(struct model *m)
{
	struct board_men normal = board_men_start(false), rotated = board_men_start(true);

	if (board_men_equal(&m->board, &normal))
		log_tag(m, DGT_LOG_START);
	if (board_men_equal(&m->board, &rotated))
		log_tag(m, DGT_LOG_START_ROTATED);
}

void model_power_up(struct model *m)
{
	m->is_powered = true;
	m->mode = MODEL_BUS;
	m->packet_len = 0;
	for (int i = 0; i < 3; i++)
		log_tag(m, DGT_LOG_NOTHING);
	log_tag(m, DGT_LOG_POWER_UP);
	log_pieces(m);
	log_start(m);
}

void model_init(struct model *m, const char *serial, uint16_t address)
{
	memset(m, 0, sizeof(*m));
	m->serial = serial;
	m->address = address;
	m->board = board_men_start(false);
	model_power_up(m);
}

/* The same square again at once overwrites its tag, as the firmware does. */
static void log_change(struct model *m, board_square square, board_piece piece)
{
	struct dgt_log_event event = {.type = DGT_LOG_CHANGE, .square = square, .piece = piece};

	if (m->log_len >= m->bus_sent + 2 && m->log_len >= m->log_sent + 2 &&
	    m->log[m->log_len - 1] == dgt_number_of(square) &&
	    (m->log[m->log_len - 2] & 0xe0) == 0x40)
		m->log_len -= 2;
	model_log(m, &event);
}

void model_change(struct model *m, board_square square, board_piece piece)
{
	uint8_t bytes[8];

	m->board.at[square] = piece;
	if (!m->is_powered)
		return;
	log_change(m, square, piece);
	log_start(m);
	if (m->mode == MODEL_UPDATE)
		send(m, bytes,
		     dgt_encode_field((struct dgt_field){square, piece}, bytes, sizeof(bytes)));
}

static void send_time(struct model *m)
{
	uint8_t bytes[16];

	send(m, bytes, dgt_encode_time(&m->time, bytes, sizeof(bytes)));
}

void model_press(struct model *m, enum board_side side)
{
	const struct board_side_time *time = &m->time.side[side];

	m->time.to_move = board_side_opposite(side);
	m->time.running = true;
	if (!m->is_powered)
		return;
	model_log(m, &(struct dgt_log_event){.type = DGT_LOG_TIME,
					     .side = side,
					     .hours = time->hours,
					     .minutes = time->minutes,
					     .seconds = time->seconds});
	if (m->mode == MODEL_UPDATE)
		send_time(m);
}

static void send_log(struct model *m)
{
	static uint8_t payload[DGT_LOG_RING], bytes[DGT_FRAME_MAX];
	size_t from = m->sends_new_log ? m->log_sent : 0;
	size_t len = m->log_len - from;

	memset(payload, 0, sizeof(payload));
	memcpy(payload, m->log + from, len);
	payload[len++] = 0x6b;
	if (!m->sends_new_log)
		len = sizeof(payload);
	send(m, bytes, dgt_encode(DGT_MSG_LOG, payload, len, bytes, sizeof(bytes)));
	log_tag(m, DGT_LOG_DOWNLOADED);
	m->log_sent = m->log_len;
}

static void obey(struct model *m, uint8_t command)
{
	const struct board_version version = {.main = 1, .sub = 2};
	uint8_t bytes[128];

	if (m->mode == MODEL_BUS)
		m->mode = MODEL_IDLE;
	if (command == DGT_CMD_IDLE)
		m->mode = MODEL_IDLE;
	else if (command == DGT_CMD_UPDATE_NICE)
		m->mode = MODEL_UPDATE;
	else if (command == DGT_CMD_TO_BUS)
		m->mode = MODEL_BUS;
	else if (command == DGT_CMD_SEND_BOARD)
		send(m, bytes, dgt_encode_board(&m->board, bytes, sizeof(bytes)));
	else if (command == DGT_CMD_SEND_TIME)
		send_time(m);
	else if (command == DGT_CMD_SEND_SERIAL)
		send(m, bytes, dgt_encode_text(DGT_MSG_SERIAL, m->serial, bytes, sizeof(bytes)));
	else if (command == DGT_CMD_SEND_VERSION)
		send(m, bytes, dgt_encode_version(DGT_MSG_VERSION, version, bytes, sizeof(bytes)));
	else if (command == DGT_CMD_SEND_LOG)
		send_log(m);
	else if (!dgt_command_is_safe(command))
		m->harmful++;
}

static void reply(struct model *m, uint8_t id, const uint8_t *data, size_t len)
{
	uint8_t bytes[600];
	size_t total = dgt_bus_reply(id, m->address, data, len, bytes, sizeof(bytes));

	if (id == 0x85 && m->spoils > 0) {
		m->spoils--;
		bytes[total - 1] ^= 1;
	}
	send(m, bytes, total);
}

static void reply_changes(struct model *m)
{
	size_t len = m->log_len - m->bus_sent;

	if (len > sizeof(m->packet))
		len = sizeof(m->packet);
	memcpy(m->packet, m->log + m->bus_sent, len);
	m->packet_len = len;
	m->bus_sent += len;
	reply(m, 0x85, m->packet, len);
}

/* Everything behind the last start tag, as far as it has been sent. */
static void reply_from_start(struct model *m)
{
	size_t from = m->bus_sent;

	while (from > 0 && m->log[from] != 0x7b)
		from--;
	reply(m, 0x86, m->log + from, m->bus_sent - from < 512 ? m->bus_sent - from : 512);
}

static void obey_bus(struct model *m, const struct dgt_host_request *request)
{
	uint8_t data[BOARD_SQUARES];
	bool is_ping = request->command == DGT_BUS_PING;

	if (m->mode != MODEL_BUS) { /* swallowed */
		m->mode = MODEL_BUS;
		return;
	}
	if (request->address == DGT_BUS_ALL && is_ping && m->ignores_ping) {
		m->ignores_ping = false;
		return;
	}
	if (request->address != m->address && !(is_ping && request->address == DGT_BUS_ALL))
		return;
	m->ignores_ping = m->ignores_ping || request->command == DGT_BUS_IGNORE_NEXT_PING;
	if (is_ping || request->command == DGT_BUS_IGNORE_NEXT_PING) {
		reply(m, 0x87, NULL, 0);
	} else if (request->command == DGT_BUS_SEND_VERSION) {
		reply(m, 0x89, (const uint8_t[]){1, 2}, 2);
	} else if (request->command == DGT_BUS_SEND_CHANGES) {
		reply_changes(m);
	} else if (request->command == DGT_BUS_REPEAT_CHANGES) {
		reply(m, 0x85, m->packet, m->packet_len);
	} else if (request->command == DGT_BUS_SEND_FROM_START) {
		reply_from_start(m);
	} else if (request->command == DGT_BUS_SEND_BOARD) {
		dgt_board_write(&m->board, data);
		reply(m, 0x83, data, BOARD_SQUARES);
	} else if (request->command == DGT_BUS_SEND_TIME) {
		dgt_time_write(&m->time, data);
		reply(m, 0x84, data, DGT_CLOCK_BYTES);
	} else if (request->command == DGT_BUS_START_GAME) {
		log_tag(m, DGT_LOG_GAME_STARTED);
		log_pieces(m);
		reply(m, 0x88, NULL, 0);
	}
}

void model_hear(struct model *m, const uint8_t *bytes, size_t len)
{
	struct dgt_host_request request;

	if (!m->is_powered)
		return;
	while (len > 0) {
		size_t n = dgt_host_feed(&m->host, bytes, len, &request);

		bytes += n;
		len -= n;
		if (request.type == DGT_HOST_COMMAND)
			obey(m, request.command);
		else if (request.type == DGT_HOST_BUS)
			obey_bus(m, &request);
	}
}
