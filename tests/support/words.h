/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_WORDS_H
#define BOARDD_TESTS_WORDS_H

#include <check.h>
#include <stdlib.h>

#include "rules-core/position.h"
#include "rules-core/text.h"

/*
 * The words of the tests: chess in a few letters. What cannot be read fails the
 * test that asked for it.
 */

struct rules_position position(const char *fen);

/* The legal move written in UCI. */
rules_move move(const struct rules_position *pos, const char *uci);

/* The position after some moves in UCI, blanks between them. */
struct rules_position after(const char *fen, const char *uci_moves);

/* The square of a name: on("e4"). */
rules_square on(const char *name);

/* Is the move written in UCI legal? */
bool is_legal(const struct rules_position *pos, const char *uci);

/* Text of a position or a move, good until the next call. */
const char *fen_of(const struct rules_position *pos);
const char *uci_of(const struct rules_position *pos, rules_move move);
const char *san_of(const struct rules_position *pos, rules_move move);

/* The same numbers on every machine. */
struct random {
	uint64_t state;
};

uint64_t random_next(struct random *random);
size_t random_below(struct random *random, size_t limit);

/*
 * A position from a game of random moves, at most plies long, from the usual
 * start or, every other time, one of Chess960's. Never one where the game is over.
 */
struct rules_position random_position(struct random *random, unsigned plies);

/*
 * Men strewn over the board so that the rules have an answer: one king each,
 * none to be taken. Rights and en passant as far as the men allow; the more
 * sliders, the more pins.
 */
struct rules_position random_strewn(struct random *random);

/* Any 64 squares, whatever they make. */
struct rules_position random_men(struct random *random);

/* An assertion for inner loops: Check writes a note to disk for each of its own. */
#define must_hold(what, ...)                       \
	do {                                       \
		if (!(what))                       \
			ck_abort_msg(__VA_ARGS__); \
	} while (0)

/* Runs one suite and returns what main() must. */
int run_suite(Suite *suite);

#endif
