/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LIVECHESS_H
#define BOARDD_LIVECHESS_H

#include <jansson.h>

#include "broadcast/fold/game.h"

/*
 * The API of DGT LiveChess 2, for programs written for it: what a client says
 * goes in, whole messages come out. No I/O, no clock: who has the socket says
 * what time it is and how the boards stand.
 *
 *	livechess_hear(l, now, boards, count, text, len);   a message came
 *	livechess_look(l, now, board);                      a board has changed
 *
 * What the sensors see is told at once. Moves and clock are those that have
 * been published, and are told when all that was reported of the board has been:
 * a press brings its clock and its move in one message.
 */

enum livechess_state {
	LIVECHESS_ABSENT, /* known from before: null */
	LIVECHESS_ACTIVE,
	LIVECHESS_SILENT,  /* there, but it does not answer: NOTRESPONDING */
	LIVECHESS_DELAYED, /* its memory is being read: what it shows lags behind */
};

/* All of it is borrowed. */
struct livechess_board {
	const char *serial;
	const char *device; /* its address; NULL: none */
	enum livechess_state state;
	int battery; /* percent, or -1 */
	bool is_flipped;
	const rules_piece *men;         /* the 64 squares as sensed now; NULL: not known */
	const struct game_clock *clock; /* as published; NULL: none */
	const struct game *game;        /* the same */
	bool is_behind;                 /* something was reported and is not published yet */
};

/* A new array of eboards, which the caller owns, or NULL; serial: that one only (NULL: all). */
json_t *livechess_eboards(const struct livechess_board *boards, size_t count, const char *serial);

/* The ports and sockets that they are on. NULL: no memory. */
json_t *livechess_sources(const struct livechess_board *boards, size_t count);

struct livechess;

/* One whole message; borrowed. */
typedef void livechess_say(void *data, const char *text, size_t len);

/* A connection. serial: it is shown that board only (NULL: all). NULL: no memory. */
struct livechess *livechess_new(const char *serial, livechess_say *say, void *data);
void livechess_free(struct livechess *l); /* takes NULL */

/* A client wants the board with this number to look so: the position that it has set up. */
typedef void livechess_wants(void *data, const char *serial, const struct rules_position *pos);

/* Is told so while it hears, with the data of livechess_new(). */
void livechess_watch(struct livechess *l, livechess_wants *wants);

/* All boards there are, by table. Answers at once, also to what is no call. */
void livechess_hear(struct livechess *l, int64_t now_ms, const struct livechess_board *boards,
		    size_t count, const char *text, size_t len);

/* Tells the feeds of this board what has changed, if anything has. */
void livechess_look(struct livechess *l, int64_t now_ms, const struct livechess_board *board);

#endif
