/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_LAW_WORDS_H
#define BOARDD_TESTS_LAW_WORDS_H

#include "tests/support/words.h"
#include "touchmove/law/action.h"
#include "touchmove/law/law.h"

/*
 * The words of these tests: one game as law plays it, and what it has said. A word is done 300 ms
 * after the last one; after a press a second passes, so that what it completes is told.
 */
extern struct law law;
extern uint64_t now_ms;

void begin(const char *fen); /* the Laws of 2023, standard chess */
void begin_by(const struct touch_rules *rules, const char *fen);
void step(struct touch_event event);
void lift(const char *square);
void place(const char *square, char piece);
void press(enum rules_color color);
void play(const char *from, const char *to, char piece); /* and its player presses */
void let_pass(uint64_t ms);
void rest(void); /* until a board at rest is understood or asked about */
void clock_runs_for(uint8_t color);

/* The answer to the open question: who can still mate? */
void answer(const enum rules_winnable can[2]);

/* "choose 2"; false: it was refused. */
bool act(const char *words);

/* A whole board shows the position after these moves, or this one. */
void see_after(const char *moves);
void see(const char *fen);

/* Something was lost; or nothing is seen until the next whole board. */
void gap(bool is_blind);

/* What was said since the game began, or was last forgotten. */
void forget(void);
size_t said(enum touch_report_type type);
size_t said_in_all(void);

/* The newest of a kind: there has to be one. */
const struct touch_report *last(enum touch_report_type type);

/* Of the move that was made or revised last; "" if there was none. */
const char *last_san(void);

#endif
