/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TABLE_H
#define BOARDD_TABLE_H

#include "board-protocol/board.h"
#include "rules-core/uci.h"
#include "touchmove/law/law.h"
#include "touchmove/sense/waiting.h"

/*
 * One board, one game after the other: bytes of the board become events of its
 * session, those become touches, and the touch-move machine says what the Laws
 * make of them. Time and bytes go in; news comes out through one function, which
 * numbers it. No I/O, no clock, no allocation.
 *
 * How it is driven:
 *
 *	table_init(t, &config, tell, data);
 *	table_open(t, now);                  the port is open
 *	table_bytes(t, now, bytes, len);     or table_tick(t, now), or table_act(...)
 *	table_take(t, buffer, size);         write it to the board
 *	wait for bytes, or until table_deadline(t)
 *
 * Timers act at their own time and before bytes that came later: the same
 * inputs at the same times give the same news.
 *
 * Nobody is accused because a change was lost on the line: while the board is
 * not explained it is asked for a dump, and what is not certain is not told.
 */

enum table_news_kind {
	TABLE_NEWS_BOARD,     /* state */
	TABLE_NEWS_GAME,      /* state, result */
	TABLE_NEWS_SENSED,    /* square, piece */
	TABLE_NEWS_PRESS,     /* color */
	TABLE_NEWS_MUST,      /* must */
	TABLE_NEWS_MOVE,      /* ply, move, san; RULES_NO_MOVE: an illegal move that stands */
	TABLE_NEWS_REVISED,   /* the same, and was */
	TABLE_NEWS_CLOCK,     /* state */
	TABLE_NEWS_CLAIMABLE, /* claimable, state */
	TABLE_NEWS_WINNABLE,  /* state: asked, with question, or answered, with answer */
	TABLE_NEWS_DECISION,  /* text, action */
	TABLE_NEWS_PLAYERS,   /* others sit here, or are called otherwise */
	TABLE_NEWS_REPORT,    /* report: the rest of what the machine says */
};

struct table;

/* Can they still mate? What was found out about a position; the texts are borrowed. */
struct table_answer {
	uint16_t ply;
	bool is_asked[2];
	enum rules_winnable can[2];
	struct rules_slice fen;
	struct rules_slice line; /* UCI: the helpmate of the first who can; empty: nobody's */
	bool is_late;            /* the game has gone on meanwhile: it ends nothing */
};

/* Everything borrowed is gone when the function that was told returns. */
struct table_news {
	enum table_news_kind kind;
	uint64_t at_ms;
	const char *state; /* the word of the stream */
	rules_square square;
	rules_piece piece;
	uint8_t color;
	uint16_t ply;
	rules_move move;
	const char *san, *was;        /* NULL: none */
	struct rules_position before; /* a move, and after it */
	struct rules_position after;
	enum touch_certainty certainty;
	enum rules_result result;
	bool by_arbiter;
	struct rules_slice text;
	const struct touch_event *action; /* NULL: nothing for the machine */
	bool is_note;                     /* a decision: what is noted before a reconstruction */
	uint64_t undoes;                  /* 0: nothing */
	enum touch_claim what;
	const struct touch_claimable *claimable;
	const struct touch_question *question; /* NULL: it is no longer the one */
	const struct table_answer *answer;
	const struct touch_obligation *must;
	const struct touch_report *report;
	const struct touch_finding *finding; /* of an irregularity */
	size_t evidence_count;
	uint64_t evidence[TOUCH_EVIDENCE_MAX]; /* numbers of earlier news */
};

/* Takes the news and returns its number, from 1. */
typedef uint64_t table_tell(void *data, const struct table *table, const struct table_news *news);

/* Takes an event of a board of the bus whose talk this table carries on. */
typedef void table_route(void *data, const struct table *table, const struct board_event *event);

/* Is told when a man has come or gone, before that is news. */
typedef void table_saw(void *data, const struct table *table);

/* How the bytes of a board come where that is not Bluetooth, as far as it is known. */
enum table_cable { TABLE_CABLE, TABLE_CABLE_USB, TABLE_CABLE_SERIAL, TABLE_CABLE_NETWORK };
#define TABLE_CABLES 4
extern const char *const table_cable_words[TABLE_CABLES];

/* The other board of the same game (appendix D). */
struct table_pair {
	unsigned table;         /* 0: there is none */
	enum rules_color color; /* who plays there: his moves are only copied here */
};

/* What it showed last of the moves that were made here. */
struct table_there {
	uint16_t ply; /* 0: nothing */
	bool waits;   /* until this board has come so far */
	char uci[RULES_UCI_MAX];
	struct rules_position after;
};

/* The clock against our own time, while one side runs. */
struct table_drift {
	uint8_t falls; /* readings that fell, up to a few */
	uint8_t count; /* readings of which least_ms is the truest */
	bool has_first;
	int64_t first_ms, least_ms; /* what was shown and what had passed, together */
	bool is_found;              /* it is evidently off, or jumped: */
	uint8_t color;
	uint32_t is_s, should_be_s;
};

struct table_config {
	struct board_config board;
	enum table_cable cable; /* nothing depends on it */
	struct touch_rules rules;
	bool has_start; /* else it is recognised from the board */
	struct rules_position start;
};

#define TABLE_WORD_MAX 16  /* of a state */
#define TABLE_TRACES   256 /* events whose news can still be evidence */

/* What became of an order to the clock. */
enum table_clock_order {
	TABLE_CLOCK_NOT_ASKED,
	TABLE_CLOCK_SENT,
	TABLE_CLOCK_SET,     /* it has acknowledged it */
	TABLE_CLOCK_REFUSED, /* or not, or nobody knows */
};

struct table {
	struct table_config config;
	uint64_t now_ms;
	struct board_session session;
	struct board_identity identity;     /* of the board that is there */
	enum table_clock_order clock_order; /* the last one */
	bool has_battery;
	struct board_battery battery;
	bool is_turned; /* White sits where the sensors have Black */
	bool has_clock;
	bool is_reversed;       /* the clock stands the other way round: its sides are exchanged */
	uint8_t contradictions; /* presses in a row by the one who did not move */
	uint8_t agreements;     /* presses by the one who did */
	struct board_time clock;
	bool has_game;
	bool is_announced; /* one is to be played, and the men do not stand yet */
	bool is_confirmed; /* a Chess960 start is a guess until somebody says so */
	unsigned games;    /* the number of this one, from 1 */
	int chess960;      /* the number of its start, or -1 */
	bool is_drawn;     /* it was drawn by lot: the board is to show it, and no other */
	struct law law;
	/* The rest is private to the files of the table. */
	table_tell *tell;
	table_route *route; /* NULL: there is no bus, or nobody cares */
	table_saw *saw;     /* NULL: nobody looks */
	void *data;
	uint64_t last_seq; /* the number of the last news */
	uint64_t told_ms;  /* the time of the last news */
	uint64_t clock_ms; /* when it showed that */
	/* What it showed before the board said who it is; no pointer: a snapshot outlives us. */
	char clock_untold[TABLE_WORD_MAX];
	bool is_over;
	bool is_connected;    /* whose clock it is, is known */
	bool has_lost_clock;  /* since clock_ms: it may have been pressed */
	bool is_blind;        /* the board was lost, and is not known again yet */
	bool wants_board;     /* as asked last */
	bool acts;            /* what happens now is an arbiter's doing */
	bool is_bound;        /* as told last */
	rules_piece seen[64]; /* by the players' squares */
	rules_piece lifted;   /* last, where the board names no men */
	struct sense_waiting sensed;
	uint64_t traces[TABLE_TRACES];
	uint32_t events;    /* the id of the last one */
	uint16_t plies;     /* told so far */
	uint16_t start_ply; /* of the base as told */
	struct rules_position start;
	struct {
		rules_move move;
		char san[RULES_SAN_MAX];
	} told[TOUCH_PLIES_MAX];
	struct touch_obligation must; /* as told last */
	uint64_t claim_stamp;
	struct touch_claimable claimable[2]; /* the same: threefold, fifty */
	uint32_t asked;                      /* the same: the question's number and position */
	uint64_t asked_key;
	uint64_t decided;    /* the number of the last decision */
	bool must_record[2]; /* Art. 8.4, as told last */
	bool exempt[2];
	uint16_t exempt_ply[2]; /* the first half-move that the player need not write */
	uint8_t period[2];      /* of the time control */
	bool has_adjourned_s;   /* the times when the game was adjourned, by colour */
	uint32_t adjourned_s[2];
	uint32_t early_s[2]; /* adjourned before the end of the session: what counts as used (I.1.2)
			      */
	struct table_pair pair;
	struct table_there there;
	struct table_drift drift;
	struct touch_reports reports;
	uint64_t agreed_ms; /* the last dump that the law knows of */
};

void table_init(struct table *t, const struct table_config *config, table_tell *tell, void *data);

/* A table that was copied tells somebody else from now on. */
void table_adopt(struct table *t, table_tell *tell, table_route *route, void *data);

/* Somebody looks at the men as they are sensed; told with the data of the others. */
void table_watch(struct table *t, table_saw *saw);

/* Behind the port, which is closed, is a board of another make from now on; the game goes on. */
void table_change_make(struct table *t, uint8_t make);

/* The port was opened, or failed. */
void table_open(struct table *t, uint64_t at_ms);
void table_close(struct table *t, uint64_t at_ms);

void table_bytes(struct table *t, uint64_t at_ms, const uint8_t *bytes, size_t len);
void table_tick(struct table *t, uint64_t at_ms);

/* What a board of a bus did, when another table carries on the talk with the bus. */
void table_event(struct table *t, const struct board_event *event);

/* The recording is over: hands, machine and timers go on, the board says no more. */
void table_rest(struct table *t, uint64_t at_ms);

/* An arbiter's action. False: it is none, or none now; ret_fault says why, and nothing is done. */
bool table_act(struct table *t, uint64_t at_ms, struct rules_slice action,
	       struct rules_fault *ret_fault);

/* "chess960" without a number: the owner draws one, and acts with it. */
bool table_is_draw(struct rules_slice action);

/* Is it an action, in words that are understood? The game may still refuse it. */
bool table_knows_action(struct rules_slice action, struct rules_fault *ret_fault);

/* "undo SEQ": not for table_act() but for rerun_act(), which knows what was done. */
bool table_is_undo(struct rules_slice action, uint64_t *ret_seq);

/* "second-board black 2": is it that? Table 0: "second-board none". */
bool table_reads_pair(struct rules_slice action, struct table_pair *ret);

/* An action that is left out: only its time passes, and its event keeps its number. */
void table_skip_action(struct table *t, uint64_t at_ms);

/* A game that was published before goes on: nothing of it is told again. */
struct table_past {
	struct rules_position start; /* from which its last half-moves lead */
	bool has_clock;
	struct table_pair pair; /* its second board, if it has one */
	struct law_past law;
};

void table_go_on(struct table *t, uint64_t at_ms, const struct table_past *past);

/* The players of this table are known: the game has its number, and is told as ready. */
void table_announce(struct table *t, uint64_t at_ms);

/* The players have changed; who they are only the owner knows. Nothing without a game. */
void table_name_players(struct table *t, uint64_t at_ms);

/* --- can they still mate? --- */

/* What the game waits to be told, or would like to know; NULL: nothing. */
const struct touch_question *table_question(const struct table *t);

#define TABLE_ANSWER_MAX (RULES_HELPMATE_MAX * RULES_UCI_MAX + 200)

/* The answer as it is journalled: "ply 61 white no black no fen FEN line UCI...". */
void table_answer_write(struct rules_text *text, const struct touch_question *question,
			const enum rules_winnable can[2], const struct rules_helpmate *line);

/* Takes it; what is about another position than the question is only told. False: it is none. */
bool table_answer(struct table *t, uint64_t at_ms, struct rules_slice text,
		  struct rules_fault *ret_fault);

/* --- two boards of one game --- */

#define TABLE_COPIED_MAX (RULES_FEN_MAX + RULES_UCI_MAX + 20)

/* Is there a game that can have a second board? */
bool table_may_pair(const struct table *t);

/* What the other table is to hear: "ply 3 g1f3 fen FEN"; false: nothing. */
bool table_copied(const struct table *t, char ret[TABLE_COPIED_MAX]);

/* The other table has said that. False: it is none of it. */
bool table_other_board(struct table *t, uint64_t at_ms, struct rules_slice text,
		       struct rules_fault *ret_fault);

/* When table_tick() has something to do; UINT64_MAX: only bytes help. */
uint64_t table_deadline(const struct table *t);

/* Bytes for the board. Returns how many, at most cap. */
size_t table_take(struct table *t, uint8_t *ret_bytes, size_t cap);

/* The game as it stands on the board: after a move that is made. */
const struct rules_position *table_position(const struct table *t);

/* The clock was pressed, and what was moved is about to be told. */
bool table_is_judging(const struct table *t);

/* Is it known whether the players must still record their moves (Art. 8.4)? */
bool table_knows_recording(const struct table *t);

/* Who sits at a side of the clock, and back. */
enum rules_color table_color(const struct table *t, enum board_side side);
enum board_side table_side(const struct table *t, enum rules_color color);

#endif
