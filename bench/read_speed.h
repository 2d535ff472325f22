/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BENCH_READ_SPEED_H
#define BOARDD_BENCH_READ_SPEED_H

#include "bench/read_game.h"

/*
 * How fast touchmove/read is by itself: the inputs of simulated games are kept
 * and given to it again, nothing else. Prints events a second of one core, the
 * dearest single input and the size of a game. False: a budget is missed.
 */
bool read_speed(const char *name, const struct read_setting *setting, unsigned long games);

#endif
