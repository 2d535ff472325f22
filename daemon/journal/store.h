/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_STORE_H
#define BOARDD_JOURNAL_STORE_H

#include <sqlite3.h>

#include "daemon/base/versions.h"
#include "daemon/journal/chain.h"
#include "daemon/journal/disk.h"
#include "daemon/journal/queue.h"

/*
 * The file as the writer sees it: one connection, used by one thread. Results
 * are those of SQLite here and in what else is private to the journal.
 */

/* A key of meta, and what it says. */
#define JOURNAL_MARK         "stopped"
#define JOURNAL_MARK_CLEAN   "clean"
#define JOURNAL_MARK_RUNNING "running"

enum journal_store_put {
	JOURNAL_PUT_BEGIN,
	JOURNAL_PUT_COMMIT,
	JOURNAL_PUT_INPUT,
	JOURNAL_PUT_REPORT,
	JOURNAL_PUT_GAME,
	JOURNAL_PUT_GAME_NEW,
	JOURNAL_PUT_GAME_OVER,
	JOURNAL_PUT_GAMES_OVER,
	JOURNAL_PUT_SNAPSHOT,
	JOURNAL_PUT_LOGIN,
	JOURNAL_PUT_LOGOUT,
	JOURNAL_PUT_META,
	JOURNAL_PUT_LINK,
};
#define JOURNAL_PUTS (JOURNAL_PUT_LINK + 1)

struct journal_store {
	sqlite3 *db; /* NULL: it could not be opened again after damage */
	sqlite3_stmt *put[JOURNAL_PUTS];
	const char *version; /* of the program; NULL: not known */
	bool is_marked;      /* as running, on the disk */
	bool has_begun;      /* this process has written to it */
	int wal_pages;
	struct journal_link link; /* the last */
	struct journal_sum sum;   /* for the next */
	char uuid[JOURNAL_UUID_MAX];
	int system_error; /* with which the last write failed; 0: none */
	char why[128];    /* system_error in words */
};

/* What is in the file when it is opened. */
struct journal_found {
	bool is_new;
	bool was_unclean;
	bool is_unreadable; /* it seems damaged because the disk could not read it, perhaps this
			       once */
	unsigned dropped;   /* views and triggers, which no journal of ours has */
	uint64_t last_seq, last_input, last_ms;
};

/* So often a disk that cannot read is asked again before the file is taken for damaged. */
#define JOURNAL_READ_TRIES 3

enum journal_store_result {
	JOURNAL_STORE_GOOD,
	JOURNAL_STORE_DAMAGED,
	JOURNAL_STORE_REFUSED, /* the file is not for us: newer, or of another program */
	JOURNAL_STORE_FAILED,  /* the system does not let us */
};

/* Unless good, ret_fault says why, and there is nothing to close. The version stays. */
enum journal_store_result journal_store_open(struct journal_store *ret,
					     const struct journal_disk *disk,
					     struct journal_found *ret_found,
					     struct journal_fault *ret_fault);

/*
 * Puts the damaged file aside and begins another. ret_aside is where it is
 * now; when only beginning failed it is set, and journal_store_open() may be
 * tried again.
 */
enum journal_store_result journal_store_begin_anew(struct journal_store *store,
						   const struct journal_disk *disk,
						   char ret_aside[JOURNAL_PATH_MAX],
						   struct journal_fault *ret_fault);

/* --- journal_write.c --- */

/* The statements; they need the schema. */
int journal_store_prepare(struct journal_store *store);

/* One transaction. The end is a commit, or, when something went wrong before, is not. */
int journal_store_begin(struct journal_store *store);
int journal_store_end(struct journal_store *store, int result);

/* Why it failed, before the next call makes SQLite forget it. Returns the result. */
int journal_store_remember(struct journal_store *store, int result);

/* Sets or, with NULL, deletes a key of meta. */
int journal_store_set(struct journal_store *store, const char *key, const char *value);

/* Writes as many of the first items as go in one transaction: all or none of them. */
int journal_store_write(struct journal_store *store, const struct journal_queue *queue,
			size_t *ret_count);

/* --- journal_store.c --- */

/*
 * Makes the log this long, in bytes, where it is shorter. What is then written
 * into it needs no more of the disk than its own blocks: no new ones, and no
 * new length of the file. A log that cannot be made longer stays as it is.
 */
void journal_store_lengthen_log(struct journal_store *store, sqlite3_int64 bytes);

/* Moves the log into the file. False: not all of it, because of a reader or a fault. */
bool journal_store_checkpoint(struct journal_store *store, int mode);

/* Marks a clean stop. */
int journal_store_mark_clean(struct journal_store *store);

/* Takes what was closed already. */
void journal_store_close(struct journal_store *store);

/* Gives the journal another uuid. */
int journal_store_rename(struct journal_store *store);

bool journal_is_damage(int result);

/* SQLite calls a file damaged also when the disk did not give it: was that the last that it heard?
 */
bool journal_is_unreadable(sqlite3 *db);

/* A statement that gives one number; fallback when it gives none. */
int journal_number(sqlite3 *db, const char *sql, sqlite3_int64 fallback, sqlite3_int64 *ret);

/* Brings the schema to ours, in the transaction that is open. */
int journal_schema_apply(sqlite3 *db, int from);

/* How much is in a schema that no journal of boardd has: views, triggers, virtual tables. */
extern const char journal_schema_strange[];

/*
 * Somebody may have put triggers into the file that keep reports out of it, or views, with which no
 * reader of ours would take it: they are dropped and counted. What else is strange is
 * SQLITE_CORRUPT.
 */
int journal_schema_clean(sqlite3 *db, unsigned *ret_dropped);

/* The id that marks the file as ours in its header. */
#define JOURNAL_APPLICATION 0x62647264 /* "bdrd" */

#endif
