/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_STORY_H
#define BOARDD_TESTS_STORY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct record;

/*
 * A report stream that a test tells: numbers and times come by themselves, a
 * second after each other.
 */
struct story {
	json_t *reports; /* a list */
	uint64_t seq, ms;
	const char *board, *game; /* game NULL: none */
	int table;
};

/* Board b1 at table 1, game ev-r2-b1-1, at 2026-01-31T12:00:00.000Z. */
struct story story_begin(void);
void story_end(struct story *s);

/* Adds a report; more is a JSON object written with ' for ". Borrowed. */
json_t *story_tell(struct story *s, const char *event, const char *more);

/* What was told goes into the record, and is forgotten here; none of it is malformed. */
void story_take(struct story *s, struct record *record);

/* The usual game at this table, with these moves, goes into the record. */
void story_game(struct story *s, struct record *record, const char *board, const char *game,
		int table, const char *moves);

/* Two of them, for a report that begins a game. */
#define STORY_PLAYERS                                                           \
	"'white':{'name':'Berg, Ane','title':'WFM','elo':2051,'fide':1400001}," \
	"'black':{'name':'Lund, Jörg Peter','elo':2104,'fide':1700002}"

/* The usual game is ready; then one move after the other, from start, as UCI, pressed or not. */
void story_ready(struct story *s);
void story_move(struct story *s, int ply, const char *uci);
void story_play(struct story *s, const char *moves);

/*
 * A game of random moves, with clocks, touches, moves read wrongly and revised,
 * takebacks and a result: what a stream can bring. The same seed, the same game.
 */
void story_random(struct story *s, uint64_t seed, bool chess960);

#endif
