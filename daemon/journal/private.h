/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_PRIVATE_H
#define BOARDD_JOURNAL_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "daemon/journal/store.h"

/*
 * The two sides of a journal: the loop puts (journal.c), the thread writes
 * (journal_thread.c) and cleans up (journal_chores.c).
 */

#define JOURNAL_NOTES 16

/* What became of the look after an unclean stop. */
enum journal_check { JOURNAL_CHECK_NONE, JOURNAL_CHECK_WHOLE, JOURNAL_CHECK_DAMAGED };

struct journal {
	struct journal_config config;
	struct journal_disk disk;
	int fd; /* eventfd */
	pthread_t thread;

	/* The loop's alone. */
	uint64_t last_seq, last_input;
	uint64_t put_count; /* items, all together */
	unsigned gathering; /* how deep */
	bool owes_urgent;   /* when that is over */
	bool owes_wake;     /* the same */

	/* Under the lock. */
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct journal_queue pending;
	size_t taken_bytes; /* by the thread, and not written yet */
	bool is_full;       /* until half of it is written */
	uint64_t commit_at; /* what waits waits no longer, by the steady clock */
	bool is_armed;      /* something waits */
	bool has_urgent;    /* a report waits */
	bool stops;
	bool failed_to_stop;
	enum journal_check checked;
	uint64_t newest_ms; /* the latest time the caller told */
	uint64_t durable, released;
	uint64_t written;  /* items, all together */
	uint64_t hurrying; /* somebody waits until so many are */
	size_t note_count;
	struct journal_note notes[JOURNAL_NOTES];
	char uuid[JOURNAL_UUID_MAX];
	struct journal_stats stats;

	/* The thread's alone, once it runs. */
	struct journal_store store;
	struct journal_queue taken;
	uint64_t retry_at, look_at, chore_at, sweep_at, checkpoint_at, replaced_at;
	enum journal_note_kind space; /* LOW, SCARCE or ROOM */
	bool is_failing;
	bool is_tight; /* the ballast is gone: the log must not take its room */
	bool was_unclean;
	bool is_checking;
	pthread_t checker;
	sqlite3 *check_db;
	uint64_t verify_at;
	bool is_verifying;
	bool has_told_change;
	unsigned unreadable; /* how often in a row the disk did not give the file */
	pthread_t verifier;
	atomic_bool stops_verifying;
	struct journal_sweep {
		bool is_due;
		uint64_t cut_ms;
		sqlite3_int64 seq, input; /* only smaller ones may go */
		sqlite3_int64 swept;      /* inputs up to here were looked at */
	} sweep;
	struct journal_forget {
		bool is_due;
		bool is_scrubbing; /* of rows it is done; not of what is free and of the log */
		sqlite3_int64 seq, input; /* up to here it is done */
		char *name, *word;
	} forget;
};

/* Milliseconds of the steady clock. */
uint64_t journal_now_ms(void);

/* What the thread does, until it is told to stop. */
void *journal_run(void *journal);

/* A note for the loop; the lock is not held. */
void journal_tell(struct journal *j, enum journal_note_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Makes journal_fd() readable. */
void journal_poke(struct journal *j);

/* Waits for the steady time, or until woken; the lock is held. */
void journal_wait(struct journal *j, uint64_t until_ms);

/*
 * Deleting and forgetting, a little at a time. Returns whether there was
 * something to do; ret_result is then what SQLite said to it.
 */
bool journal_chore(struct journal *j, int *ret_result);

/* There may be names to forget: look when it is time for a chore. */
int journal_forget_load(struct journal *j);
void journal_forget_clear(struct journal_forget *forget);

/* One step of it. Returns what SQLite said. */
int journal_forget_step(struct journal *j);

/* Plans the sweep: which rows are older than `keep` allows. Returns what SQLite said. */
int journal_sweep_plan(struct journal *j);

/* A name as it stands within a string of JSON. To be freed; NULL: no memory. */
char *journal_in_json(const char *text);

/* text with word in the place of name; NULL: name is not in it, or no memory. To be freed. */
char *journal_replace(const char *text, size_t len, const char *name, const char *word);

#endif
