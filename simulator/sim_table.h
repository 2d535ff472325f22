/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_TABLE_H
#define BOARDD_SIM_TABLE_H

#include "simulator/board/sim_board.h"
#include "simulator/board/sim_fault.h"
#include "simulator/hands/sim_hands.h"
#include "simulator/hands/sim_script.h"
#include "simulator/sim_truth.h"

/*
 * One table of a hall: a board, a clock, two players or a script, a cable and
 * what happens to it. Time and the host's bytes go in; the board's bytes and
 * the truth come out. Plain data, no I/O, no allocation.
 *
 * How it is driven:
 *
 *	while (sim_table_step(t, now, &truth))
 *		...                                  write the truth down
 *	sim_table_hear(t, bytes, len)                what the host wrote, now
 *	while (sim_table_say(t, bytes, &at_us) > 0)
 *		...                                  send it
 *	wait for bytes, or until sim_table_deadline(t)
 *
 * What is not taken with sim_table_say() before a cable is pulled is lost with it.
 */

struct sim_table_config {
	struct sim_board_config board;
	struct sim_hands_config hands;
	struct sim_fault_config faults;
	bool is_rotated;      /* White sits with the socket at his right */
	bool is_self_powered; /* else the cable is its power too */
	bool is_patient;      /* play begins when a host has asked for updates */
	bool has_no_clock;    /* none is connected: nobody hears the presses */
};

/* A usual board on its own supply and usual hands, from one seed. */
struct sim_table_config sim_table_usual(uint64_t seed);

struct sim_table {
	struct sim_table_config config;
	struct sim_board board;
	struct sim_fault fault;
	uint64_t now_ms;
	struct rules_position pos; /* the game as it really stands */
	/* The rest is private to sim_table.c. */
	struct sim_hands hands;
	struct sim_script script;
	bool is_scripted, is_started;
	size_t opening;    /* squares of a script's position already set up, and beyond */
	uint64_t delay_ms; /* how long the players waited for a host */
	bool has_act;
	struct sim_act act; /* the next one */
	uint64_t lights;    /* as told last */
};

void sim_table_init(struct sim_table *t, struct sim_table_config config);

/* What is played: a game, when the one before is over, or a script, once. */
void sim_table_give_game(struct sim_table *t, const struct sim_game *game);
void sim_table_give_script(struct sim_table *t, const struct sim_script *script);

/* True when all is played and the acts are over. */
bool sim_table_is_over(struct sim_table *t);

/* True while the cable is in and the board could be opened. */
bool sim_table_is_plugged(const struct sim_table *t);

/*
 * Time passes, up to at_ms or the next thing that is worth telling. True: it
 * was told, and there may be more before at_ms.
 */
bool sim_table_step(struct sim_table *t, uint64_t at_ms, struct sim_truth *ret_truth);

/* When there is something to do. */
uint64_t sim_table_deadline(struct sim_table *t);

/* The host's bytes, at the time reached. */
void sim_table_hear(struct sim_table *t, const uint8_t *bytes, size_t len);

/*
 * What the host gets of the next byte the board has sent, and when: one or two
 * bytes. Returns how many, 0 when there is no more by now.
 */
size_t sim_table_say(struct sim_table *t, uint8_t ret_bytes[2], uint64_t *ret_us);

/* A chess square on the board's own side of the table, and the clock's. */
board_square sim_table_square(const struct sim_table *t, rules_square square);
enum board_side sim_table_side(const struct sim_table *t, enum rules_color color);

#endif
