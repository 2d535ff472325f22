/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RECORD_H
#define BOARDD_RECORD_H

#include "broadcast/fold/game.h"

/*
 * All boards and the game on each, made from the report stream and from nothing
 * else. A game stays until the next begins on its board; then it is handed to
 * whoever asked, and forgotten. Older games are made again by folding their
 * stored reports with game_apply(): the same reports, the same game.
 *
 * Reports are borrowed while record_apply() runs. Boards and games belong to the
 * record; what record_board() and the like give is borrowed until the next
 * record_apply(). No I/O, no clock. One thread at a time.
 *
 * Cost: 1,000 boards with games of 200 plies take 15 MB (a board and its game
 * about 3 KB, a ply 48 bytes, room growing by doubling); a report 1 to 2 µs.
 */

#define RECORD_BOARDS_MAX 10000

enum record_link { RECORD_UNKNOWN, RECORD_CONNECTED, RECORD_LOST, RECORD_DAMAGED };

struct record_board {
	char id[GAME_BY_MAX];
	unsigned table; /* 0: none */
	enum record_link link;
	bool rotated; /* White sits where the sensors have Black */
	char serial[GAME_WORD_MAX], transport[GAME_WORD_MAX], firmware[GAME_WORD_MAX];
	int battery;     /* percent, or -1 */
	uint64_t seq;    /* of the last report of this board */
	int64_t time_ms; /* and its time */
	struct game_clock clock;
	rules_square sensed_square; /* RULES_NO_SQUARE: nothing sensed yet */
	rules_piece sensed_piece;   /* RULES_NO_PIECE: lifted */
	int64_t sensed_ms;
	const struct game *game; /* NULL: none yet */
};

struct record;

/* A game that is about to be forgotten, because another begins on the board. */
typedef void record_over(void *data, const struct record_board *board, const struct game *game);

/* NULL: no memory. over may be NULL. */
struct record *record_new(record_over *over, void *data);
void record_free(struct record *record);

/* From now on this one is told, or, with NULL, nobody. */
void record_on_over(struct record *record, record_over *over, void *data);

/*
 * Takes one report. Returns
 *	1        it was taken
 *	0        it says nothing here, its kind is not known, or it was taken before (its seq
 *	         is not above the board's last): feeding a report twice does no harm
 *	-EINVAL  it is malformed or does not follow: ret_fault (may be NULL) says why
 *	-ENOENT  it is about a game that is not the board's: an earlier one, to be made again
 *	         from the journal, or one whose beginning was never told
 *	-ENOMEM
 * and in all cases but the first nothing has changed. A `game` report with a new
 * GID begins that game, unless its state is `ended`. A game that comes back on
 * another board, because the board was exchanged, goes on there; until then it
 * stays at its table, as that of a board "dev-N" that is lost.
 */
int record_apply(struct record *record, const json_t *report, struct game_fault *ret_fault);

/* The same for a line of text; a line that is no JSON is -EINVAL. */
int record_apply_text(struct record *record, const char *text, size_t len,
		      struct game_fault *ret_fault);

/* The highest seq taken; 0: none. */
uint64_t record_seq(const struct record *record);

/* Boards in the order of their IDs. */
size_t record_count(const struct record *record);
const struct record_board *record_at(const struct record *record, size_t i);

/* NULL: there is none. Of several boards at a table, the one heard of last. */
const struct record_board *record_board(const struct record *record, const char *id);
const struct record_board *record_table(const struct record *record, unsigned table);

/*
 * Was a board ever there? Else only its table is known, which was announced before
 * one came, or has none: then its ID is "dev-N", and it is nothing but a place.
 */
bool record_is_met(const struct record_board *board);

/* The board on which the game is; NULL: it is on none. */
const struct record_board *record_game(const struct record *record, const char *gid);

#endif
