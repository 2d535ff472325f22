/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_DESK_H
#define BOARDD_TESTS_DESK_H

#include "daemon/stream/stream.h"
#include "tests/support/words.h"

/*
 * A table with a board and a clock that do what the test says, in a few words;
 * what the table tells is kept as the lines consumers read. Events are 0.3 s
 * apart. White sits at the left of the clock.
 */
struct desk_config {
	enum touch_edition edition;
	enum touch_mode mode;
	bool unsupervised;
	const char *fen;           /* given to the table, and set up */
	const char *men;           /* set up, but not given */
	const char *control;       /* "40/5400+30:1800+30" */
	unsigned white_s, black_s; /* on the clock; 0: ten minutes */
	bool no_clock;
	bool has_default;         /* arrivals are watched, also with no minutes */
	unsigned default_minutes; /* the default time; 0: arrivals are not watched */
};

/* Connects and sets up; the clock stands until desk_start(). */
void desk_begin(struct desk_config config);

/* White's clock is started, or that of the side to move. */
void desk_start(void);

void desk_lift(const char *square);
void desk_place(const char *square, char piece);
void desk_press(enum rules_color color);
void desk_wait(unsigned seconds);

/* The clock shows these times from now on. */
void desk_clock(unsigned white_s, unsigned black_s);
void desk_stop_clock(void);

/* The cable is pulled for so long; the clock runs on, or stands, as it did. */
void desk_unplug(unsigned seconds);

/* A board without a clock gets one. */
void desk_plug_clock(void);

/* The flag of a player falls: the clock blocks at zero, or goes on with so many seconds. */
void desk_flag(enum rules_color color, bool blocks, unsigned goes_on_s);

/* Moves in UCI, blanks between them, each with its press. */
void desk_play(const char *moves);

/* What was found out about a question; false: it is no answer. */
bool desk_answer(const char *words);

/* An arbiter's action; the number of the decision, or 0 when it was refused. */
uint64_t desk_act(const char *action);
const char *desk_refusal(void);

/*
 * Lines since the last desk_forget() with this event and these words in them:
 * how many, and the last one ("" if there is none).
 */
size_t desk_count(const char *event, const char *words);
const char *desk_told(const char *event, const char *words);
void desk_forget(void);

const struct table *desk_table(void);

#define expect_told(event, words)                                                                \
	ck_assert_msg(desk_count(event, words) == 1, "%s %s: %zu times; last: %s", event, words, \
		      desk_count(event, words), desk_told(event, ""))
#define expect_untold(event, words) \
	ck_assert_msg(desk_count(event, words) == 0, "%s", desk_told(event, words))

#endif
