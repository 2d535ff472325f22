/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_ROUND_H
#define BOARDD_ROUND_H

#include <jansson.h>

#include "broadcast/pairing/pairing.h"

/*
 * The rounds of a tournament: who plays whom at which table, who did not come,
 * and what came of it. All of it follows from words that people have said, which
 * stand in the journal, and from nothing else: after a stop the same words give
 * the same rounds.
 *
 * The words are objects of JSON, each of one kind:
 *
 *	{"start":2,"before":1,"ended":true,"abandon":[4]}  a round begins; the one before, which
 *	                  ended with it, and the tables whose games go no further: all but the
 *	                  first may be missing. "stay":true: games of that round stay, and those
 *	                  under way of another until the men are set up anew
 *	{"back":2,"keep":[1]}                             it had not begun: the one before goes on;
 *	                  tables whose game there is over stay as they are
 *	{"pairings":[{"table":1,"white":{...},...}],"round":2}   all of a round, anew;
 *	                  "hash" is that of the file, if it is the configured one; "again":
 *	                  although the round is over, because it begins once more
 *	{"swap":3,"round":2}                              the other way round
 *	{"absent":3,"color":"white","round":2}            did not come
 *	{"present":3,"round":2}                           both came after all
 *	{"confirm":3,"round":2}                           the table is right; 0: all are
 *	{"end":2,"results":[{"table":1,"result":"1-0","by":"law"}]}
 *	{"stamp":1893456000000,"by":"Ane"}                what a hub says, which others may have as
 *	                  well: the later has the greater number. Any words may have it besides
 *
 * No I/O, no clock. Memory grows with the pairings; rounds_clear() gives it back.
 */

#define ROUND_WHY_MAX 160

struct round_pairing {
	unsigned table;
	struct game_player player[2]; /* by enum rules_color */
	char result[8];               /* as the file has it; "*": not */
	bool is_forfeit;              /* somebody did not come */
	bool is_guessed;              /* at this table by the usual order; not confirmed */
	bool is_absent[2];
	char final[8]; /* when the round ended; "*": none */
	char by[16];   /* who said so */
};

struct round {
	unsigned number;
	bool is_ended;
	size_t count;
	struct round_pairing *pairings; /* by table */
};

struct rounds {
	unsigned current;   /* 0: none was begun */
	unsigned before;    /* the one that was played until it began; 0: not known */
	bool ended_before;  /* the round before ended as this one began */
	unsigned withdrawn; /* the one that was begun last and had not begun; 0: none */
	size_t count;
	struct round *list;   /* by number */
	char hash[80];        /* of the file that is configured, as it was taken; empty: never */
	uint64_t stamp;       /* of what a hub said last; 0: nothing */
	char by[GAME_BY_MAX]; /* who said that there */
};

void rounds_clear(struct rounds *rounds);

/*
 * Takes words. Returns 0, or -EINVAL with a sentence in ret_why, or -ENOMEM, and
 * then nothing has changed.
 */
int rounds_apply(struct rounds *rounds, const json_t *words, char ret_why[ROUND_WHY_MAX]);

/* NULL: nothing is known of it. */
const struct round *rounds_find(const struct rounds *rounds, unsigned number);
const struct round_pairing *rounds_pairing(const struct rounds *rounds, unsigned number,
					   unsigned table);

/* What absence makes of the result: "1-0", "0-1", "0-0"; NULL if both are there. */
const char *round_forfeit(const struct round_pairing *pairing);

/* The words for the pairings of one round in a list. NULL: no memory. */
json_t *round_words(const struct pairing_list *list, unsigned round);

/* The words for the pairings of a round as they are now. */
json_t *round_words_again(const struct round *round);

#endif
