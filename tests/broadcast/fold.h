/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_FOLD_H
#define BOARDD_TESTS_FOLD_H

#include "broadcast/fold/game.h"
#include "tests/broadcast/story.h"

/* One game, made from what a test tells. */

extern struct story story;
extern struct game game;
extern struct game_fault fault;

void setup(void);
void teardown(void);

/* Takes all that was told and not taken yet; none of it is malformed. */
void take(void);

/* Takes all, then one more; returns what became of that. */
int tell(const char *event, const char *more);

/* The usual game, and some moves in UCI. */
void begin(const char *moves);

/* All that is known, as text that the caller frees. */
char *all_of(const struct game *g);

/* The moves in SAN, -- for one that has none. */
void expect_moves(const char *san);
void expect_fen(const char *fen);

/* A report that is refused for this reason, and then nothing has changed. */
void expect_refused(const char *event, const char *more, const char *why);

#endif
