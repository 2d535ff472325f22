/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_READ_WORDS_H
#define BOARDD_TESTS_READ_WORDS_H

#include "tests/support/words.h"
#include "touchmove/read/explain.h"
#include "touchmove/read/read.h"

/*
 * The words of the reader's tests. A script is a list of events with their
 * times in ms: "1000 e2x, 1400 e4P, 2000 white, 9000 wait": a square becomes
 * empty (x) or shows a man (its FEN letter), a player presses, time passes.
 * "stop" is a stopped clock.
 */
struct reading {
	struct reader reader;
	uint64_t now_ms;
	uint32_t events;
	size_t told, withdrawn, unsure, over, presses, unexplained_presses, boards_wanted;
	uint8_t result;
	rules_set differs; /* of the last press */
	uint64_t told_ms[READ_PLIES_MAX];
	rules_move move[READ_PLIES_MAX];
	struct rules_position start;
	struct read_acts acts[READ_OPEN_MAX * 4]; /* of the first half-moves told */
	struct read_news last_unsure;
};

/* A game from a position, by cable, with a clock unless said otherwise. */
void reading_begin(struct reading *g, const char *fen);
void reading_begin_with(struct reading *g, const char *fen, const struct read_config *config);

void reading_events(struct reading *g, const char *script);

/* A whole board as this FEN shows it; a pulled cable; whose clock runs. */
void reading_board(struct reading *g, const char *fen);
void reading_gap(struct reading *g);
void reading_clock(struct reading *g, uint8_t running);

/* The half-moves that stand as told, "e4 e5 Nf3". Good until the next call. */
const char *reading_moves(const struct reading *g);

/* The act of this kind on this square before a half-move (from 1), or NULL. */
const struct read_act *reading_act(const struct reading *g, unsigned ply, enum read_act_kind kind,
				   const char *square);

/* Exactly these half-moves were told, and nothing was withdrawn or unsure. */
void expect_moves(const struct reading *g, const char *moves);

#endif
