/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_READER_H
#define BOARDD_JOURNAL_READER_H

#include <stdio.h>

#include "daemon/journal/journal.h"

/*
 * Reading a journal, while a boardd writes it or after. A reader is used by
 * one thread at a time; every thread may have its own. All is read in pages
 * and handed out when a page is read, so that a slow taker holds up nobody
 * and the file of the writer does not grow for its sake. These calls wait for
 * the disk.
 *
 * All return 0, or a negative errno with a sentence in the fault: -EIO when
 * the file is damaged or cannot be read. What is handed to a function is
 * borrowed until it returns; it returns 0, or a negative number which ends the
 * reading and is returned.
 */

struct journal_reader;

/*
 * A file is not trusted: what stands in it runs nothing, no statement takes longer than ten
 * seconds, and a row that is not as we write them is told and passed over.
 */
typedef void journal_damage_teller(void *data, const char *what);

/* Who is told of damaged rows from now on, in a sentence; at first nobody is. */
void journal_reader_on_damage(struct journal_reader *r, journal_damage_teller *tell, void *data);

/* Reading ends with -ECANCELED as soon as this is so; it is asked now and then. Takes NULL. */
void journal_reader_stop_if(struct journal_reader *r, bool (*is_so)(void *data), void *data);

/* The path is that of the file. -ENOENT: there is none; -EPROTO: it is no journal of ours. */
int journal_reader_open(struct journal_reader **ret, const char *path,
			struct journal_fault *ret_fault);

/* Takes NULL. */
void journal_reader_close(struct journal_reader *r);

const char *journal_reader_uuid(const struct journal_reader *r);

/* The last call failed because of this. */
const char *journal_reader_why(const struct journal_reader *r);

typedef int journal_report_taker(void *data, const struct journal_report *report);
typedef int journal_input_taker(void *data, const struct journal_input *input);

struct journal_reports {
	uint64_t since;    /* only later ones */
	uint64_t up_to;    /* no later ones; 0: all */
	const char *board; /* NULL: all */
	const char *game;  /* NULL: all */
	uint64_t limit;    /* 0: all */
};

int journal_read_reports(struct journal_reader *r, const struct journal_reports *which,
			 journal_report_taker *taker, void *data);

/*
 * The inputs of a table, or of all (0), from an id to another (0: the last),
 * both included. Gaps and changes of the wall clock are inputs of every table.
 */
int journal_read_inputs(struct journal_reader *r, unsigned table, uint64_t from, uint64_t to,
			journal_input_taker *taker, void *data);

/*
 * Where replaying a table must begin so that an input of it is reached: its
 * last settings at or before that input; 0: there are none.
 */
int journal_read_base(struct journal_reader *r, unsigned table, uint64_t input, uint64_t *ret);

/* The highest number of a table that has ever had settings; 0: none had. */
int journal_read_last_table(struct journal_reader *r, unsigned *ret);

/* All that was said of rounds, in its order. */
int journal_read_rounds(struct journal_reader *r, journal_input_taker *taker, void *data);

/* The last report before an input, of any table; up_to: not above this one. */
int journal_read_before(struct journal_reader *r, uint64_t input, uint64_t up_to, uint64_t *ret);

/*
 * The snapshot of a table, for one build. Returns 1 with *ret, whose data is
 * to be freed by the caller, or 0 when there is none that is whole.
 */
int journal_read_snapshot(struct journal_reader *r, unsigned table, const char *build,
			  struct journal_snapshot *ret, void **ret_data);

struct journal_game {
	const char *id;
	const char *board;
	unsigned table;
	uint64_t first_seq, last_seq;
	uint64_t first_input, last_input; /* before its first and its last report */
	uint64_t first_ms, last_ms;
	bool is_over; /* the game has a result, or another began at its table */
};

typedef int journal_game_taker(void *data, const struct journal_game *game);

/* In the order in which they began. */
int journal_read_games(struct journal_reader *r, journal_game_taker *taker, void *data);

/* One game. Returns 1 when it was handed out, 0 when there is no such game. */
int journal_read_game(struct journal_reader *r, const char *id, journal_game_taker *taker,
		      void *data);

typedef int journal_login_taker(void *data, const struct journal_login *login);

/* Logins that are not revoked, and not over at that time. */
int journal_read_logins(struct journal_reader *r, uint64_t at_ms, journal_login_taker *taker,
			void *data);

/* Returns 1 if somebody has ever logged in, whether that is over or not; 0; a negative errno. */
int journal_has_logins(struct journal_reader *r);

/* Where a player of exactly this name is named, and who else is called like that. */
struct journal_person {
	uint64_t count; /* of inputs with this name; 0: nobody is called so */
	char similar[256];
};

int journal_find_player(struct journal_reader *r, const char *name, struct journal_person *ret);

/*
 * One game as a text that needs nothing else: what it is, the inputs from
 * where replaying must begin, the reports, and a SHA-256 of all lines before
 * the last. boardd-journal(5) describes it. -ENOENT: there is no such game.
 */
int journal_export(struct journal_reader *r, const char *game, FILE *to);

/* What became of a look at the chain of commits; see boardd-journal(5). */
struct journal_verdict {
	uint64_t links;               /* commits that were looked at */
	uint64_t first_seq, last_seq; /* the reports they cover */
	uint64_t bad_count;           /* of those that are not as they were written */
	char where[256];              /* the first row that is wrong, and what is wrong with it */
	char head[JOURNAL_HEAD_MAX];  /* the last */
	/* When a head was given: */
	bool has_head;     /* a commit has it */
	uint64_t head_seq; /* up to this report */
	bool is_unchanged; /* up to there all is as it was written */
};

/*
 * Is all as it was written? head: a head noted earlier, in hexadecimal, or NULL:
 * then the file can only be found consistent in itself.
 */
int journal_verify(struct journal_reader *r, const char *head, struct journal_verdict *ret);

/* The head of the last commit, which proves all before it. */
int journal_read_head(struct journal_reader *r, char ret[JOURNAL_HEAD_MAX]);

/*
 * A copy of the whole journal as it is now, in one file that needs no other.
 * -EEXIST: the path is taken, and stays as it is.
 */
int journal_backup(struct journal_reader *r, const char *path);

#endif
