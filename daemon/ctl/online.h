/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_ONLINE_H
#define BOARDD_CTL_ONLINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/ctl/ctl.h"
#include "daemon/stream/catalogue.h"

/*
 * What the commands that ask the daemon have in common: their options, one
 * question and its answer.
 */

struct ctl_online {
	const char *socket; /* NULL: where it usually is */
	bool json;          /* for programs */
	enum catalogue_language language;
	const char *by;    /* act: in whose name */
	const char *board; /* watch: only this one */
	bool has_since;
	uint64_t since;                 /* watch: after this report */
	bool pgn;                       /* game */
	bool force;                     /* round: end it all the same */
	bool yes;                       /* do not ask */
	const char *pairings, *players; /* round: files */
	const char *round;              /* round: which one the file is about */
	const char *abandon;            /* round: tables whose games are given up */
	const char *tongue;             /* announce: --lang as it was given, or NULL */
	bool speak;                     /* announce */
	const char *address;            /* hub: where this machine is reached */
	const char *write;              /* hub: a file */
	int count;                      /* of the words that are no options */
	char **words;
};

/* The options all of them have, for their help. */
#define CTL_ONLINE_HELP                                                 \
	"  --json          for programs: the daemon's answer as JSON\n" \
	"  --socket PATH   where the daemon listens, if not at its usual place\n"

/*
 * Reads the words of a command. own: the options it has besides --json and
 * --socket, a letter each: b by, B board, s since, l lang, p pgn, f force, P pairings,
 * T players, r round, a abandon, t lang as text, k speak, A address, w write. least, most: how
 * many further words it takes; most -1: any. Returns CTL_DONE, or CTL_BAD_CALL
 * when a line on standard error has said what is wrong.
 */
int ctl_online_read(struct ctl_online *ret, int argc, char **argv, const char *own, int least,
		    int most);

/*
 * Asks the daemon and waits for the answer. Takes param, which may be NULL. fd
 * goes with the question, -1: none. Returns the answer, a new reference, or NULL when
 * a line on standard error has said why there is none.
 */
json_t *ctl_online_ask(const struct ctl_online *online, const char *call, json_t *param, int fd);

/* Nobody answers at a path: says so, and returns CTL_BAD_INPUT. */
int ctl_online_fail(const char *path, int error);

/* The answer for programs. */
void ctl_online_print(const json_t *answer);

/* `round clocks`: the time control of the event on every clock, before a round. */
int ctl_round_clocks(const struct ctl_online *online);

/* A whole number in decimal digits, nothing else. */
bool ctl_number(const char *text, uint64_t *ret);

#endif
