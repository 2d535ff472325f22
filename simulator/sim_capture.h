/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SIM_CAPTURE_H
#define BOARDD_SIM_CAPTURE_H

#include "simulator/sim_hall.h"

/*
 * Plays everything at once, with a session of board-protocol as the host, and
 * writes down what both said, as boardctl record would. False: the file could
 * not be written, and one line has said so.
 */
bool sim_capture_write(struct sim_hall *hall, const char *name);

#endif
