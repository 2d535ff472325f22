/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_FUZZ_TALK_H
#define BOARDD_TESTS_FUZZ_TALK_H

#include <stddef.h>
#include <stdint.h>

/*
 * A session with a board of a make whose device says any bytes, in pieces: it goes on, tells of
 * squares that exist, and check() sees all that it writes to the device.
 */
void talk(const char *make, const uint8_t *data, size_t size, size_t piece,
	  void (*check)(const uint8_t *bytes, size_t len));

/* In threes, the first of each one of two. */
void check_requests(const uint8_t *bytes, size_t len, uint8_t one, uint8_t other);

#endif
