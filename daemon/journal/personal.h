/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_PERSONAL_H
#define BOARDD_JOURNAL_PERSONAL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What of a text of the journal is about a person: the names of players and of
 * those who decide, FIDE numbers, and the notes of arbiters. All else is about
 * chess. Pure.
 */

enum personal_kind {
	PERSONAL_TEXT, /* a name or a note, as it stands between its quotes */
	PERSONAL_FIDE, /* digits, or null */
};

struct personal {
	enum personal_kind kind;
	const char *at;
	size_t len;
	bool is_player; /* in a field that names a player */
};

struct personal_taker {
	void (*rest)(void *data, const char *bytes, size_t len); /* what is not personal */
	void (*person)(void *data, const struct personal *what);
	void *data;
};

/* Hands out all of a text of JSON in its order, piece by piece. */
void personal_walk_json(const char *text, size_t len, const struct personal_taker *taker);

/* The same of an arbiter's action, which is a line of words. */
void personal_walk_action(const char *text, size_t len, const struct personal_taker *taker);

#endif
