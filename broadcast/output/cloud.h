/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CLOUD_H
#define BOARDD_CLOUD_H

#include <jansson.h>

#include "broadcast/fold/record.h"

/*
 * The files of LiveChess Cloud: a tournament, the pairings of a round, a game.
 * New objects that the caller owns; NULL when there is no memory, or no such
 * round or game.
 *
 * Game M of a round is the one at table M, so that it keeps its number whatever
 * happens at the others; a table without a game is a pairing without players.
 * The record has one game of each table; those of earlier rounds are in a past
 * (cloud_past.h). A game that the record has goes before one of the past.
 */

struct cloud_past;

struct cloud_options {
	const char *id, *name; /* a short title and the whole; NULL: the event of the games */
	const char *location, *country, *website; /* NULL: not known */
	const char *time_control;                 /* as people write it; NULL: not known */
	unsigned rounds;        /* announced; there are at least those of the games */
	int utc_offset_minutes; /* of the hall, for the day of a round */
	bool completed_only;    /* a move is not shown before the clock was pressed */
	/* Of a control of one period, to tell the time used for each move; 0 s: not known. */
	unsigned base_s, increment_s;
	const struct cloud_past *past; /* of the same record; NULL: nothing is known of it */
};

json_t *cloud_tournament(const struct record *record, const struct cloud_options *options);
json_t *cloud_round(const struct record *record, const struct cloud_options *options,
		    unsigned round);
json_t *cloud_game(const struct record *record, const struct cloud_options *options, unsigned round,
		   unsigned game);

/* The same files in a folder have less: no day, boards, places, nor who a player is beyond a name.
 */
json_t *cloud_folder_tournament(const struct record *record, const struct cloud_options *options);
json_t *cloud_folder_round(const struct record *record, const struct cloud_options *options,
			   unsigned round);

/* The board whose game the file has, if it is not one of the past; NULL: there is none. */
const struct record_board *cloud_board(const struct record *record, unsigned round, unsigned game);
const char *cloud_serial(const struct record_board *board);

/* Where the tournament is: a host, with its port if it has one. */
json_t *cloud_meta(const char *host);

#endif
