/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_BOARD_H
#define BOARDD_SIM_BOARD_H

#include "board-protocol/dgt/host.h"
#include "board-protocol/dgt/message.h"
#include "simulator/board/sim_clock.h"
#include "simulator/board/sim_log.h"
#include "simulator/board/sim_random.h"
#include "simulator/board/sim_sensor.h"
#include "simulator/board/sim_wire.h"

/*
 * An electronic board with its clock: men, presses and the host's bytes go
 * in, the board's bytes come out, each at its time. No I/O, no allocation;
 * everything follows from the configuration, the seed and what goes in.
 * Plain data; time must not run backwards.
 *
 * Modes:
 *
 * OFF           power              -> BUS           the log tells of it
 * BUS           a bus request      -> BUS           answered
 * BUS           any other command  -> IDLE          and obeyed
 * IDLE, UPDATE* 43 44 4b 40        -> that mode
 * IDLE, UPDATE* a byte above 7f    -> BUS           that request is swallowed
 * any           power lost         -> OFF
 */

enum sim_mode {
	SIM_MODE_OFF,
	SIM_MODE_BUS,
	SIM_MODE_IDLE,
	SIM_MODE_UPDATE,
	SIM_MODE_UPDATE_BOARD,
	SIM_MODE_UPDATE_NICE,
};

/* Whose board it is. All but the first show whole boards, and have no clock. */
enum sim_make {
	SIM_DGT,
	SIM_CERTABO,
	SIM_CHESSLINK,
	SIM_CHESSNUT,
	SIM_SENTIO,
	SIM_EONE,
	SIM_PEGASUS,
	SIM_SQUAREOFF,
	SIM_MAKES
};

struct sim_board_config {
	uint64_t seed;
	enum sim_make make;
	char serial[6];       /* five digits */
	char long_serial[11]; /* ten characters; empty: an old board that has none */
	struct board_version version;
	uint16_t address;   /* on a bus */
	uint32_t scan_ms;   /* of the sensors and, for the clock, of the cable; 0: at once */
	uint32_t report_ms; /* so often a whole board is shown; 0: when it has changed */
	uint32_t poll_ms;
	uint32_t byte_us;      /* pace of the line; 0: none */
	bool is_bluetooth;     /* has a battery, and answers clock commands sooner */
	bool log_is_new_only;  /* newer firmware sends what was not asked for before */
	uint32_t wrong_code;   /* millionths of changes that are misread */
	bool has_remote_clock; /* in mode 23: the host may set it */
};

/* A cabled board as most are. */
struct sim_board_config sim_board_usual(uint64_t seed);

/* A board of this make as it usually is. */
struct sim_board_config sim_board_of(enum sim_make make, uint64_t seed);

const char *sim_make_name(enum sim_make make);

/* The make with this name. Returns false when there is none. */
bool sim_make_of(const char *name, enum sim_make *ret);

/* The same over Bluetooth: half as fast, with a battery. */
struct sim_board_config sim_board_bluetooth(uint64_t seed);

#define SIM_ACKS_MAX  4
#define SIM_LATER_MAX 4
#define SIM_HEARD_MAX 256 /* of one command */

struct sim_board {
	struct sim_board_config config;
	enum sim_mode mode;
	struct sim_sensor sensor;
	struct sim_log log;
	struct sim_clock clock;
	struct sim_wire wire;
	uint64_t lights; /* the squares that shine, bit 0 for a1; of a board that takes orders to */
	unsigned harmful; /* commands heard that could harm a real board */
	bool was_asked;   /* a host has asked for updates, or for changes on a bus */
	/* The rest is private to the board. */
	uint64_t now_ms;
	struct sim_random random;
	struct dgt_host host;
	/* Of whole boards: when the next is due, and what of a command was heard. */
	uint64_t report_at_ms;
	bool is_shown, has_changed; /* a host wants reports; something is new since the last */
	uint64_t met_ms;            /* when a host was there first; of those who only speak */
	uint8_t man[BOARD_SQUARES]; /* which of its kind stands there, from 1; 0: none */
	size_t heard_len;
	uint64_t heard_ms; /* the last byte of it */
	uint8_t heard[SIM_HEARD_MAX];
	uint64_t poll_at_ms;      /* when the clock is asked next */
	struct board_time polled; /* what it said */
	bool has_sent_time;       /* since this mode began, and what and when */
	struct board_time sent_time;
	uint64_t sent_time_ms;
	bool ignores_ping;
	size_t ack_count;
	struct {
		uint64_t at_ms;
		struct dgt_ack ack;
	} acks[SIM_ACKS_MAX]; /* to come, the first one first */
	size_t later_count;
	struct {
		uint64_t at_ms;
		uint8_t command;
	} later[SIM_LATER_MAX]; /* bus answers to come */
};

/* Without power, nothing on it. */
void sim_board_init(struct sim_board *b, struct sim_board_config config);

void sim_board_power(struct sim_board *b, uint64_t at_ms, bool is_on);

/* A host has opened the line. Those who are never asked anything know it by that. */
void sim_board_met(struct sim_board *b);

/* Will a host listen for a while before it knows the board? */
bool sim_board_is_listened_to(const struct sim_board *b);

/* What stands on a square from now on; BOARD_EMPTY: nothing. */
void sim_board_put(struct sim_board *b, uint64_t at_ms, board_square square, board_piece piece);

/* The clock is set, started, stopped, pressed. A press returns whether the lever moved. */
void sim_board_set_clock(struct sim_board *b, uint64_t at_ms, uint32_t time_ms,
			 uint32_t increment_ms, enum board_side first);
void sim_board_run_clock(struct sim_board *b, uint64_t at_ms, bool is_running);
bool sim_board_press(struct sim_board *b, uint64_t at_ms, enum board_side side);

/* Noise on the line that looks like a bus request: the board falls silent. */
void sim_board_fall_to_bus(struct sim_board *b, uint64_t at_ms);

/* Bytes from the host. */
void sim_board_hear(struct sim_board *b, uint64_t at_ms, const uint8_t *bytes, size_t len);

/* Time has passed. */
void sim_board_tick(struct sim_board *b, uint64_t at_ms);

/* When the board has something to do by itself; SIM_NEVER while it has no power. */
uint64_t sim_board_deadline(const struct sim_board *b);

/* The next byte that has left the board by now_ms. False: there is none. */
bool sim_board_say(struct sim_board *b, uint8_t *ret_byte, uint64_t *ret_us);

#endif
