/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_H
#define BOARDD_LAW_H

#include "libboardd/public.h"
#include "touchmove/law/game.h"
#include "touchmove/read/keep.h"

BOARDD_PUBLIC_BEGIN

/*
 * One game between two players at a board that sees men and no hands: events go in, what the
 * Laws say about them comes out as reports. Where the game stands is game.h; half-moves, acts
 * and presses are read by touchmove/read and judged here.
 *
 *	law_begin(&law, &rules, &start, 0);
 *	law_step(&law, &event, &reports);
 *
 * No I/O, no allocation, no clock. The law is plain data: copy it by assignment.
 */
#define LAW_SIZE_MAX (48 * 1024) /* of struct law */

/*
 * Which reader and which law: another number where the same events may give other
 * half-moves or findings. 1 was the machine that decided each event at once.
 */
#define LAW_VERSION 3

#define LAW_INPUTS_MAX 32
#define LAW_SAID_MAX   8

/* What the board or the clock told after a press: it may have to be read a second time. */
struct law_input {
	uint64_t at_ms;
	uint32_t id;
	bool is_press;
	uint8_t color;
	rules_square square;
	rules_piece piece; /* RULES_NO_PIECE: lifted */
};

/* The oldest press not judged yet, and all since: a press is judged by the board it found. */
struct law_pressed {
	bool is;
	bool is_judged;
	uint8_t color;
	uint64_t at_ms;
	struct read_kept reader; /* when it had been taken in */
	size_t count;
	struct law_input input[LAW_INPUTS_MAX];
};

/* The half-move that the reader has told in this turn, and how it came about. */
struct law_told {
	uint16_t ply; /* its number; 0: none */
	rules_move move;
	uint64_t rest_ms; /* when its men came to rest */
	bool is_forced;   /* it was made, whatever else the board shows */
	bool is_guessed;  /* nobody saw it, but nothing else leads to the board */
	struct read_acts acts;
};

/* Moves said in one turn: a made move may be taken back and another made. */
struct law_said {
	uint16_t plies; /* before the turn */
	uint8_t count;
	rules_move move[LAW_SAID_MAX];
};

/* Acts of a turn that the reader does not tell any more: play has stopped since, or the turn passed
 * by a press that came before the move. */
struct law_kept {
	uint16_t plies;
	uint64_t key; /* of the position the turn began with */
	uint32_t events;
	struct read_acts acts;
};

/* An adjust window (Art. 4.2.1). */
struct law_window {
	bool is;
	bool in_turn;
	uint8_t color;
	uint64_t from_ms, until_ms;
};

/* What a press waits for. */
enum law_hold {
	LAW_HOLD_NOT,
	LAW_HOLD_ANSWER, /* came before it and is said first */
	LAW_HOLD_SCAN,   /* the last square of the move may be seen after the lever */
	LAW_HOLD_MEN,    /* missing ones may come home, or the opponent captures them */
};

struct law {
	struct touch_game game;
	struct reader reader;
	struct law_pressed pressed;
	struct law_told told;
	struct law_said said;
	struct law_kept kept;
	struct law_window window;
	struct touch_unsure asked;
	enum law_hold hold; /* a press waits */
	struct read_news held;
	uint64_t held_until_ms;
	bool is_looking;    /* what lies on the board is judged: was somebody out of turn? */
	bool is_disorderly; /* at the press that is judged men of the opponent stood elsewhere */
	bool wants_board;   /* the reader has asked for one */
	bool is_asked;      /* the arbiter may choose among the lines of asked */
	bool is_given_back; /* the press that waits is answered by another: it is judged now */
	bool is_stopping;   /* the clocks stand; what was played before is still being read */
	bool is_stale;      /* what the reader told was read again meanwhile */
	uint32_t followed;  /* boards that the reader adopted, and law with it */
	rules_square last_placed; /* by the last input, or RULES_NO_SQUARE */
	rules_piece last_lifted;
	uint64_t changed_ms; /* the last board event */
	uint64_t noise_ms;   /* when a man lifted last is surely gone, or the told one let go */
	uint64_t look_ms;    /* when the board has been at rest; UINT64_MAX: it was looked at */
	uint64_t acted_ms;   /* the last act of an arbiter, plus 1 */
	uint64_t press_ms[2];
	uint64_t completed_ms; /* the last press that completed a move at once */
	uint64_t known_ms;     /* a man missing since then was told of, or nobody saw how he went */
};

void law_begin(struct law *law, const struct touch_rules *rules, const struct rules_position *start,
	       uint64_t at_ms);

/* Of a game that is known from elsewhere: where it stands, and what was ruled. */
struct law_past {
	uint16_t ply; /* played before the position it was begun from */
	size_t count;
	const rules_move *move; /* from there on, each legal */
	uint8_t illegal_count[2];
	uint16_t owed_minutes[2];
};

/* After law_begin(): these half-moves were published before; nobody saw the board since. */
void law_go_on(struct law *law, const struct law_past *past);

/* A clock is there and stands: until it runs, or is pressed, nobody waits for a press. */
void law_await_clock(struct law *law);
void law_use_clock(struct law *law);

/* One event; ret_reports is emptied first. */
void law_step(struct law *law, const struct touch_event *event, struct touch_reports *ret_reports);

/* The whole board as a dump shows it. What we had: nothing happens. */
void law_board(struct law *law, const rules_piece dump[64], uint64_t at_ms,
	       struct touch_reports *ret_reports);

/* Something was lost. is_blind: nothing is seen from here to the next law_board(). */
void law_gap(struct law *law, bool is_blind, uint64_t at_ms, struct touch_reports *ret_reports);

/* What was missed is told from here on, in order: the board has a record of its own. */
void law_recall(struct law *law);

/*
 * The board's record shows that men moved while nobody looked and came back to where they
 * stood, and play has gone on since: half-moves are missing, nobody knows which.
 */
void law_missed(struct law *law, uint64_t at_ms, struct touch_reports *ret_reports);

/* The arbiter sets another position; play goes on when the board shows it. */
void law_set_position(struct law *law, const struct rules_position *pos, uint64_t at_ms,
		      struct touch_reports *ret_reports);

/*
 * The answer to the open question, by colour; who was not asked about is unknown. A dead position
 * ends the game if it is still on the board; unknown counts as "can". Nothing without a question.
 */
void law_answer(struct law *law, const enum rules_winnable can[2], uint64_t at_ms,
		struct touch_reports *ret_reports);

/* The other board of the game shows this as a half-move, from 1; no word of anybody at this one. */
void law_other_board(struct law *law, uint16_t ply, const char *uci, uint64_t at_ms,
		     struct touch_reports *ret_reports);

/* What the arbiter was asked last and has not answered, or NULL. Play may have gone on since. */
const struct touch_unsure *law_unsure_of(const struct law *law);

/* Who has moved last and not pressed yet, by the best reading; TOUCH_BOTH: nobody. */
uint8_t law_press_due(const struct law *law);

/* The last thing that happened is that a man of this colour was put down. */
bool law_has_put(const struct law *law, enum rules_color color);

/* No press waits to be judged and no half-move to be told: what is due can be said. */
bool law_is_settled(const struct law *law);

/* A press is out, and the half-move that it belongs to is not told yet. */
bool law_is_judging(const struct law *law);

/* A whole board would help now; asked once for each need. */
bool law_wants_board(const struct law *law);

/* When it wants a TOUCH_EV_TICK if nothing else happens; UINT64_MAX: never. */
uint64_t law_deadline(const struct law *law);

BOARDD_PUBLIC_END

#endif
