/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_H
#define BOARDD_STREAM_H

#include <jansson.h>

#include "broadcast/fold/game.h"
#include "daemon/table/table.h"

/*
 * The report stream: news of a table as the JSON objects that consumers read.
 * Building only; who sends them is not known here.
 */

struct stream_head {
	uint64_t seq;
	const char *board;  /* its ID */
	unsigned table;     /* its number */
	const char *event;  /* of which the games are, such as "local-19700101" */
	unsigned round;     /* from 1 */
	unsigned games;     /* of the round at this table, before those the table has counted */
	uint64_t before_ms; /* 1970 to the time the table counts from */
	const char *by;     /* whose decision it is; NULL: an arbiter's */
	const char *from;   /* whom the system knows to have asked: "uid:1000"; NULL: not known */
	const struct game_player *players; /* by enum rules_color; NULL or no name: not known */
};

#define STREAM_TIME_MAX 32
#define STREAM_GAME_MAX 128

/* "1970-01-01T00:00:00.000Z" */
void stream_time(uint64_t ms, char ret[STREAM_TIME_MAX]);

/* "EVENT-rR-bT-N", or empty while there is no game. */
void stream_game_id(const struct stream_head *head, const struct table *table, char *ret,
		    size_t size);

/* A new object, or NULL when there is no memory. */
json_t *stream_build(const struct stream_head *head, const struct table *table,
		     const struct table_news *news);

#endif
