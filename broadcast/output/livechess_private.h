/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LIVECHESS_PRIVATE_H
#define BOARDD_LIVECHESS_PRIVATE_H

#include "broadcast/output/livechess.h"

/* What the files of the LiveChess API share; nothing of it is for callers. */

#define LIVECHESS_SERIAL_MAX 64

/* A subscription. */
struct livechess_feed {
	struct livechess_feed *next;
	json_int_t id;
	char serial[LIVECHESS_SERIAL_MAX];
	bool is_gone; /* the board is not there: silence until it is */
	bool has_flip, is_flipped;
	rules_piece men[64]; /* as told last */
	bool has_clock;      /* the same */
	struct game_clock clock;
	/* since a setup */
	char *fen; /* as given; NULL: there was none */
	struct rules_position start, after;
	json_t *san;            /* all moves since */
	char game[GAME_ID_MAX]; /* of which they are; empty: of none yet */
	size_t anchor;          /* how many plies it had at the start */
	uint64_t seq;           /* of the game, when it was looked at last */
};

/* NULL: no memory. */
struct livechess_feed *livechess_feed_new(json_int_t id, const char *serial);
void livechess_feed_free(struct livechess_feed *feed);

/* From now on moves count from here. False: no memory. */
bool livechess_feed_setup(struct livechess_feed *feed, const char *fen,
			  const struct rules_position *start);

enum livechess_parts { LIVECHESS_MEN = 1, LIVECHESS_CLOCK = 2 };

/*
 * The payload of a message: these parts, and what has changed besides. With
 * must false it is NULL when nothing has. NULL too while the board is gone.
 */
json_t *livechess_feed_tell(struct livechess_feed *feed, const struct livechess_board *board,
			    unsigned parts, bool must);

/* Values of an eboard that a feed shows too. */
json_t *livechess_men(const rules_piece *men);
json_t *livechess_clock(const struct game_clock *clock);

#endif
