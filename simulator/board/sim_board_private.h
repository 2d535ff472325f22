/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_BOARD_PRIVATE_H
#define BOARDD_SIM_BOARD_PRIVATE_H

#include "simulator/board/sim_board.h"

/* What sim_board.c, sim_single.c and sim_bus.c tell each other. Nobody else includes this. */

#define SIM_MESSAGE_MAX DGT_FRAME_MAX

/* The board says something now; len 0 says nothing. */
void sim_board_send(struct sim_board *b, const uint8_t *bytes, size_t len);
void sim_board_send_time(struct sim_board *b);

/* All that takes no time is done up to now; a mode begins. */
void sim_board_enter(struct sim_board *b, enum sim_mode mode);

/* What the board says of itself when asked for its trademark. Not DGT's own words. */
#define SIM_TRADEMARK "Simulated board\r\nfor tests of boardd\r\n"

/* A request in single-board mode, or in bus mode. */
void sim_single_obey(struct sim_board *b, uint8_t command);
void sim_single_clock(struct sim_board *b, const uint8_t *data, size_t len);
void sim_bus_obey(struct sim_board *b, uint8_t command, uint16_t address);

/* Whole boards: the power has come, the host says something, a report is due. */
void sim_whole_begin(struct sim_board *b);
void sim_whole_hear(struct sim_board *b, const uint8_t *bytes, size_t len);
void sim_whole_report(struct sim_board *b);

/* Boards that see no men: their report is due, the host says a byte, the sensor saw a change. */
void sim_blind_report(struct sim_board *b);
void sim_blind_hear(struct sim_board *b, uint8_t byte);
void sim_blind_notice(struct sim_board *b, struct dgt_field change);

/*
 * Orders to the lights. Of a whole one in heard[], or byte by byte; false: it is none.
 */
void sim_lights_certabo(struct sim_board *b, uint8_t byte);
bool sim_lights_chesslink(struct sim_board *b, uint8_t byte);
void sim_lights_chessnut(struct sim_board *b);
void sim_lights_pegasus(struct sim_board *b);
bool sim_lights_squareoff(struct sim_board *b);
void sim_lights_off(struct sim_board *b);

/* A man comes to a square, or leaves it. */
void sim_whole_put(struct sim_board *b, board_square square, board_piece piece);

/* A bus answer whose time has come. */
void sim_bus_answer(struct sim_board *b, uint8_t command);

#endif
