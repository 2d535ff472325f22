/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_SENSOR_H
#define BOARDD_SIM_SENSOR_H

#include "board-protocol/dgt/board.h"
#include "board-protocol/dgt/message.h"

/*
 * What stands on the squares, and what the board has noticed of it.
 *
 * The squares are measured one after the other, in the board's own order, all
 * 64 in one scan. So a man gone for less than a scan may never be missed, a
 * man moved while the scan passes may be seen twice, and a change is noticed
 * up to one scan late. Nothing of this is drawn by lot: it follows from when
 * each square is measured.
 *
 * Men go in as they are put down and taken up, changes come out as they are
 * noticed. Plain data; time must not run backwards.
 */

#define SIM_NEVER UINT64_MAX

struct sim_sensor {
	uint32_t scan_ms;               /* 0: everything is noticed at once */
	uint32_t phase_ms;              /* when the first scan begins */
	struct board_men real;          /* what stands there */
	struct board_men seen;          /* what the board believes */
	uint64_t differs;               /* squares where the two are not the same, a bit each */
	uint64_t due_ms[BOARD_SQUARES]; /* when such a square is measured next */
};

/* An empty board that has been seen to be empty. */
void sim_sensor_init(struct sim_sensor *s, uint32_t scan_ms, uint32_t phase_ms);

/* From now on this stands on the square; BOARD_EMPTY: nothing. */
void sim_sensor_put(struct sim_sensor *s, uint64_t at_ms, board_square square, board_piece piece);

/* The board has misread a square: it believes this until it looks again. */
void sim_sensor_misread(struct sim_sensor *s, uint64_t at_ms, board_square square,
			board_piece piece);

/* All squares are looked at now, as when the power comes. */
void sim_sensor_look(struct sim_sensor *s);

/* When the next change will be noticed; SIM_NEVER when there is none. */
uint64_t sim_sensor_deadline(const struct sim_sensor *s);

/* The next change noticed up to at_ms. False: there is none. */
bool sim_sensor_next(struct sim_sensor *s, uint64_t at_ms, struct dgt_field *ret_change,
		     uint64_t *ret_ms);

#endif
