/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_READ_PLAY_H
#define BOARDD_TESTS_READ_PLAY_H

#include "simulator/board/sim_sensor.h"
#include "simulator/hands/sim_hands.h"
#include "touchmove/read/read.h"

/*
 * A simulated game in memory: hands move men over a sensor, and a reader reads
 * what the sensor notices. Kept side by side: what was done, what was told.
 */
struct read_play_config {
	uint64_t seed;
	struct sim_hands_config hands;
	uint32_t scan_ms;
	bool is_bluetooth; /* changes of a scan come together at its end */
	bool has_no_clock;
	bool is_sharp;      /* games with many recaptures */
	uint32_t lose;      /* millionths of updates that never arrive; dumps every three seconds */
	uint32_t gap_after; /* events before the line is cut, 0: never */
	uint32_t gap_ms;    /* for so long */
	size_t plies;       /* of the game, at most */
};

struct read_play {
	struct reader reader;
	struct sim_hands hands;
	struct sim_sensor sensor;
	struct sim_game game;
	size_t made, told, right;
	size_t withdrawn, unsure, early_ends;
	bool is_wrong;   /* something told is not what was made, at the end */
	bool was_unsure; /* said so */
	uint64_t events, slow_ms, late_sum_ms, late_count;
	uint64_t made_ms[SIM_PLIES_MAX], rest_ms[SIM_PLIES_MAX], told_ms[SIM_PLIES_MAX],
		pressed_ms[SIM_PLIES_MAX];
	rules_move read[SIM_PLIES_MAX];
	bool shows; /* print what happens */
	/* The rest is private. */
	struct read_play_config config;
	struct sim_random random;
	uint64_t now_ms, dump_ms, gap_until_ms, cut_ms;
	bool is_cut, has_result, was_cut;
	uint8_t running;
	struct read_list list;
	size_t held_count;
	struct dgt_field held[64];
	uint64_t held_until_ms;
};

/* Plays one game to its end. */
void read_play_run(struct read_play *p, const struct read_play_config *config);

#endif
