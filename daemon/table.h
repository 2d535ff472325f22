/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TABLE_H
#define BOARDD_TABLE_H

#include "board-protocol/dgt_session.h"
#include "touchmove/touchmove.h"

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
 */

enum table_news_kind {
	TABLE_NEWS_BOARD,    /* state */
	TABLE_NEWS_GAME,     /* state, result */
	TABLE_NEWS_SENSED,   /* square, piece */
	TABLE_NEWS_PRESS,    /* color */
	TABLE_NEWS_MUST,     /* must */
	TABLE_NEWS_MOVE,     /* ply, move, san; RULES_NO_MOVE: an illegal move that stands */
	TABLE_NEWS_REVISED,  /* the same, and was */
	TABLE_NEWS_CLOCK,    /* state */
	TABLE_NEWS_DECISION, /* text */
	TABLE_NEWS_REPORT,   /* report: the rest of what the machine says */
};

struct table;

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
	const struct touch_obligation *must;
	const struct touch_report *report;
	const struct touch_finding *finding; /* of an irregularity */
	size_t evidence_count;
	uint64_t evidence[TOUCH_EVIDENCE_MAX]; /* numbers of earlier news */
};

/* Takes the news and returns its number, from 1. */
typedef uint64_t table_tell(void *data, const struct table *table, const struct table_news *news);

struct table_config {
	struct dgt_config board;
	struct touch_rules rules;
	bool has_start; /* else it is recognised from the board */
	struct rules_position start;
};

#define TABLE_TRACES 256 /* events whose news can still be evidence */

struct table {
	struct table_config config;
	uint64_t now_ms;
	struct dgt_session session;
	struct dgt_identity identity; /* of the board that is there */
	bool has_battery;
	struct dgt_battery battery;
	bool is_turned; /* White sits where the sensors have Black */
	bool has_clock;
	struct dgt_time clock;
	bool has_game;
	unsigned games; /* the number of this one, from 1 */
	struct touch_game game;
	/* The rest is private to table.c. */
	table_tell *tell;
	void *data;
	uint64_t told_ms;  /* the time of the last news */
	uint64_t clock_ms; /* when it showed that */
	bool is_over;
	bool acts;            /* what happens now is an arbiter's doing */
	rules_piece seen[64]; /* by the players' squares */
	struct touch_settle settle;
	uint32_t events; /* the id of the last one */
	uint64_t traces[TABLE_TRACES];
	uint16_t plies; /* told so far */
	struct {
		rules_move move;
		char san[RULES_SAN_MAX];
	} told[TOUCH_PLIES_MAX];
	bool is_bound;
	struct touch_obligation must; /* as told last */
	struct touch_reports reports;
};

void table_init(struct table *t, const struct table_config *config, table_tell *tell, void *data);

/* The port was opened, or failed. */
void table_open(struct table *t, uint64_t at_ms);
void table_close(struct table *t, uint64_t at_ms);

void table_bytes(struct table *t, uint64_t at_ms, const uint8_t *bytes, size_t len);
void table_tick(struct table *t, uint64_t at_ms);

/* The recording is over: hands, machine and timers go on, the board says no more. */
void table_rest(struct table *t, uint64_t at_ms);

/* An arbiter's action. False: it is none, ret_fault says why, and nothing has happened. */
bool table_act(struct table *t, uint64_t at_ms, struct rules_slice action,
	       struct rules_fault *ret_fault);

/* Would table_act() take it? */
bool table_knows_action(struct rules_slice action, struct rules_fault *ret_fault);

/* When table_tick() has something to do; UINT64_MAX: only bytes help. */
uint64_t table_deadline(const struct table *t);

/* Bytes for the board. Returns how many, at most cap. */
size_t table_take(struct table *t, uint8_t *ret_bytes, size_t cap);

/* The game as it stands on the board: after a move that is made. */
const struct rules_position *table_position(const struct table *t);

/* Who sits at a side of the clock, and back. */
enum rules_color table_color(const struct table *t, enum dgt_side side);
enum dgt_side table_side(const struct table *t, enum rules_color color);

#endif
