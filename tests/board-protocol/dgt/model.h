/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_DGT_MODEL_H
#define BOARDD_TESTS_DGT_MODEL_H

#include "board-protocol/dgt/clock.h"
#include "board-protocol/dgt/eeprom.h"
#include "board-protocol/dgt/host.h"

/*
 * A board for the tests: answers commands at once, keeps a log, forgets
 * nothing but what its power takes away.
 */

#define MODEL_LOG_MAX 8000

enum model_mode { MODEL_BUS, MODEL_IDLE, MODEL_UPDATE };

struct model {
	enum model_mode mode;
	struct board_men board;
	const char *serial; /* five digits */
	uint16_t address;
	struct board_time time;
	bool is_mute; /* answers nothing */
	bool is_powered;
	bool sends_new_log; /* newer firmware: only what was not asked for before */
	bool ignores_ping;
	unsigned spoils; /* so many packets of changes go out with a wrong checksum */
	size_t log_len, log_sent, bus_sent;
	uint8_t log[MODEL_LOG_MAX];
	size_t packet_len;
	uint8_t packet[512]; /* the last changes sent on the bus */
	struct dgt_host host;
	unsigned harmful; /* commands nobody may send */
	/* What it has to say. */
	size_t out_len;
	uint8_t out[65536];
};

void model_init(struct model *m, const char *serial, uint16_t address);
void model_power_up(struct model *m);
void model_hear(struct model *m, const uint8_t *bytes, size_t len);
void model_change(struct model *m, board_square square, board_piece piece);
/* The player on this side presses. */
void model_press(struct model *m, enum board_side side);
void model_log(struct model *m, const struct dgt_log_event *event);

#endif
