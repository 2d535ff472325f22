/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LICHESS_H
#define BOARDD_LICHESS_H

#include <stdbool.h>
#include <stddef.h>

#include "broadcast/fold/game.h"

/*
 * What a broadcast on Lichess is sent, and what it answers. A push is the PGN of
 * one game or more; the answer has an entry for each, in the order sent. It says
 * what was understood, so it is compared with what was meant. Pure.
 */

#define LICHESS_BODY_MAX  ((size_t)256 * 1024) /* the server takes twice that */
#define LICHESS_GAMES_MAX ((size_t)100)        /* Lichess drops the rest */
#define LICHESS_CLOCK_MAX 48
#define LICHESS_ERROR_MAX 160

/*
 * A TimeControl that is read as meant: up to 180 a number is taken for minutes,
 * so these are written in words. False: there is none, and the tag is left out.
 */
bool lichess_time_control(unsigned base_s, unsigned increment_s, char ret[LICHESS_CLOCK_MAX]);

/* The plies in a text of broadcast/output/pgn.h with one game. */
size_t lichess_plies(const char *pgn);

/* Why the game would be dropped without a word, or NULL: a side has no name. */
const char *lichess_drops(const struct game *game);

/* How many of the games, of these lengths, go into one push: at least one, if there is one. */
size_t lichess_part(const size_t *lengths, size_t count, size_t body_max);

struct lichess_entry {
	long moves;                    /* plies understood; -1: it did not say */
	char error[LICHESS_ERROR_MAX]; /* empty: none */
};

/*
 * Reads an answer to a push of count games. Every entry is filled: one that is
 * not there is an error, and a single error for many games is that of all.
 * False: it is no such answer.
 */
bool lichess_answer_read(const char *text, size_t len, struct lichess_entry *ret, size_t count);

/*
 * What the operator has to be told about a game, in ret; empty: all is well. had_moves: it has
 * understood moves of this game before, which it keeps when it is sent none.
 */
void lichess_judge(const struct lichess_entry *entry, size_t plies, bool had_moves,
		   char ret[LICHESS_ERROR_MAX]);

#endif
