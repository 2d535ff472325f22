/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_H
#define BOARDD_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The journal: all that came in, and all that was reported, in one SQLite file
 * that survives a power cut. What it looks like inside is in boardd-journal(5).
 *
 * One thread, the loop, puts things in. Nothing it calls here waits for the
 * disk, save journal_open() and journal_close(); what is given is copied, and
 * is written in the order given by a thread of the journal's own. Journal,
 * then publish: a report may be shown when its number is not above
 * journal_released(). How it is driven:
 *
 *	id = journal_put_input(j, &input);          a device has spoken
 *	report.seq = journal_last_seq(j) + 1;       what follows from it
 *	journal_put_report(j, &report);
 *	poll journal_fd(j), then journal_clear_fd(j);
 *	publish up to journal_released(j); log every journal_next_note(j, &note)
 *
 * Reading is the affair of daemon/journal/reader.h, on any thread.
 */

struct journal;

#define JOURNAL_FILE     "journal.sqlite"      /* in the state directory */
#define JOURNAL_COPY     "journal.sqlite-copy" /* how copies are called that are being made */
#define JOURNAL_UUID_MAX 37
#define JOURNAL_HEAD_MAX 65 /* a SHA-256 in hexadecimal */
#define JOURNAL_PATH_MAX 512

struct journal_fault {
	char why[JOURNAL_PATH_MAX + 256];
};

enum journal_on_full {
	JOURNAL_HOLD,    /* nothing is shown that is not written */
	JOURNAL_PUBLISH, /* the show goes on, and is written when there is room; see has_lost */
};

struct journal_config {
	const char *directory; /* is made when it is missing */
	enum journal_on_full on_full;
	double time_scale;   /* how much faster than the wall the caller's time runs */
	uint32_t commit_ms;  /* inputs nothing follows from wait no longer, in the caller's time */
	uint64_t keep_ms;    /* what is older is deleted; 0: nothing is */
	uint64_t ballast;    /* bytes held back for the day the disk is full; 0: none */
	size_t queue_bytes;  /* of what waits; then no bytes of devices are taken */
	uint32_t retry_ms;   /* after a failure, by the wall */
	uint32_t look_ms;    /* how often free space is looked at, by the wall */
	uint32_t verify_ms;  /* how often the chain of commits is, by the wall */
	const char *version; /* of the program; borrowed until journal_close(); NULL: not known */
};

/* The defaults for a directory, which is borrowed until journal_open() returns. */
struct journal_config journal_config_for(const char *directory);

struct journal_opened {
	char uuid[JOURNAL_UUID_MAX];
	bool is_new;
	bool was_unclean; /* the file was not closed: the thread looks whether it is whole */
	bool has_lost;    /* reports that were shown by JOURNAL_PUBLISH: the uuid is another one */
	uint64_t last_seq;
	uint64_t last_input;
	uint64_t last_ms; /* the latest time of an input or report; 0: none */
	unsigned dropped; /* views and triggers: somebody had put them into the file */
	char put_aside[JOURNAL_PATH_MAX]; /* a damaged file is here now; empty: none was */
};

/*
 * Opens the journal of a state directory, or begins one, and starts its thread.
 * Returns 0 with *ret to be closed by the caller, or a negative errno with a
 * sentence in ret_fault: -EBUSY when another process uses the directory,
 * -EPROTO when the file is of a newer boardd or of another program, and then
 * it is untouched. A damaged file is no failure: see put_aside.
 */
int journal_open(struct journal **ret, const struct journal_config *config,
		 struct journal_opened *ret_opened, struct journal_fault *ret_fault);

/*
 * Writes all that waits, marks a clean stop, and frees; takes NULL. Returns 0,
 * or -EIO when the disk did not take everything: what was not written is lost.
 */
int journal_close(struct journal *j);

/* --- what goes in --- */

enum journal_input_kind {
	JOURNAL_INPUT_OPEN,     /* a device was opened; data: what it is */
	JOURNAL_INPUT_CLOSE,    /* the board is gone; data: why */
	JOURNAL_INPUT_BYTES,    /* the board spoke */
	JOURNAL_INPUT_ACT,      /* data: an arbiter's action, author: whose */
	JOURNAL_INPUT_ASSIGN,   /* line is at table from now on */
	JOURNAL_INPUT_SETTINGS, /* the table starts from nothing with the settings in data */
	JOURNAL_INPUT_ANSWER,   /* data: a late answer of a worker */
	JOURNAL_INPUT_WALL,     /* data: the wall clock was set */
	JOURNAL_INPUT_PLAYERS,  /* data: who sits at the table from now on */
	JOURNAL_INPUT_ROUND,    /* data: a round begins or ends, or who plays whom; of no table */
	JOURNAL_INPUT_GAP,      /* what a device said was dropped; data: how much */
	JOURNAL_INPUT_CONFIG,   /* data: what a person has set on the page; of no table */
	JOURNAL_INPUT_OTHER_BOARD, /* data: what the other board of the game shows */
};
#define JOURNAL_INPUT_KINDS (JOURNAL_INPUT_OTHER_BOARD + 1)

extern const char *const journal_input_words[JOURNAL_INPUT_KINDS];

struct journal_input {
	uint64_t id; /* given by journal_put_input() */
	uint64_t at_ms;
	enum journal_input_kind kind;
	const char *line;   /* the device; of an act who the system says asked; NULL: none */
	unsigned table;     /* 0: none */
	const char *author; /* NULL: nobody */
	const void *data;   /* text, or the bytes of a device */
	size_t len;
};

struct journal_report {
	uint64_t seq; /* one more than the last */
	uint64_t at_ms;
	const char *board; /* its ID; NULL: none, and so below */
	unsigned table;    /* 0: none */
	const char *game;  /* its GID */
	const char *event; /* the word of the stream; "result" ends the game */
	const char *text;  /* the line as it is published, without its end */
	size_t len;
	uint64_t input; /* read only: the last input before it */
};

/* A person may act. The token is a hash of the secret, never the secret. */
struct journal_login {
	const char *name;
	const char *token;
	uint64_t at_ms;
	uint64_t until_ms; /* 0: until logged out */
};

/*
 * Each returns 0 (journal_put_input() the id of the input, from 1, through
 * ret_id, which may be NULL), -ENOMEM, or -ENOBUFS when the disk takes nothing
 * and no more can wait: then nothing has happened. Bytes of devices are refused
 * first, while journal_is_full(): what devices say then is lost, and that is an
 * input too (JOURNAL_INPUT_GAP).
 */
int journal_put_input(struct journal *j, const struct journal_input *input, uint64_t *ret_id);
int journal_put_report(struct journal *j, const struct journal_report *report);
int journal_put_login(struct journal *j, const struct journal_login *login);

/* Revokes every login of a person. */
int journal_put_logout(struct journal *j, const char *name, uint64_t at_ms);

/*
 * The state of a table after an input, so that a restart need not compute all
 * of it again; replaces the older one of that table. Only a program of the
 * same build can read it. -ENOBUFS already when half of the memory is taken.
 */
struct journal_snapshot {
	unsigned table;
	uint64_t after_input;
	uint64_t at_ms;
	const char *build;
	const void *data;
	size_t len;
};

int journal_put_snapshot(struct journal *j, const struct journal_snapshot *snapshot);

/*
 * Puts the word in the place of a name in all that is written so far, save the
 * bytes of devices; a note says when it is done. Snapshots are thrown away.
 */
int journal_put_forget(struct journal *j, const char *name, const char *word);

/*
 * What is put between the two is written together, and not before the end: what
 * follows from one input must not wait for two commits. They may be nested.
 */
void journal_gather(struct journal *j);
void journal_let_go(struct journal *j);

/* The last that was put, durable or not; after opening, the last of the file. */
uint64_t journal_last_seq(const struct journal *j);
uint64_t journal_last_input(const struct journal *j);

/*
 * What was asked for is answered when it is on the disk. journal_hurry() has all that was put so
 * far written at once, without waiting for it, and returns its mark; when journal_fd() is readable
 * journal_has() says whether what that mark stands for is there. With JOURNAL_PUBLISH a disk that
 * takes nothing is not waited for.
 */
uint64_t journal_hurry(struct journal *j);
bool journal_has(struct journal *j, uint64_t mark);

/* Would bytes of a device be refused with -ENOBUFS? */
bool journal_is_full(struct journal *j);

/* --- what comes back --- */

/* Readable when journal_durable(), journal_released() or the notes have changed. */
int journal_fd(const struct journal *j);
void journal_clear_fd(struct journal *j);

/* The highest number that is safely on the disk. */
uint64_t journal_durable(struct journal *j);

/* The highest number that may be published: not above durable, save with JOURNAL_PUBLISH. */
uint64_t journal_released(struct journal *j);

enum journal_note_kind {
	JOURNAL_NOTE_FAILED,    /* writing fails; it is tried again and again */
	JOURNAL_NOTE_RECOVERED, /* all that waited is written */
	JOURNAL_NOTE_LOW,       /* less than 10 % of the disk is free */
	JOURNAL_NOTE_SCARCE,    /* less than 2 % */
	JOURNAL_NOTE_ROOM,      /* no longer so */
	JOURNAL_NOTE_BALLAST,   /* removed to make room */
	JOURNAL_NOTE_WHOLE,     /* the look after an unclean stop found no damage */
	JOURNAL_NOTE_REPLACED,  /* damage: the file was put aside, and a new one begun */
	JOURNAL_NOTE_FORGOTTEN, /* journal_put_forget() is done */
	JOURNAL_NOTE_CHANGED,   /* the file is not as it was written: see journal_verify() */
};

struct journal_note {
	enum journal_note_kind kind;
	/*
	 * The identity of the journal: another one with JOURNAL_NOTE_REPLACED. The
	 * numbers go on, readers are to be opened again, and settings and
	 * snapshots of all tables to be put again.
	 */
	char uuid[JOURNAL_UUID_MAX];
	char text[JOURNAL_PATH_MAX + 256]; /* a sentence for the log */
};

/* The oldest note that was not read yet; false: there is none. */
bool journal_next_note(struct journal *j, struct journal_note *ret);

struct journal_stats {
	bool is_failing;
	char head[JOURNAL_HEAD_MAX]; /* of the last commit; see journal_verify() */
	uint64_t head_seq;           /* the last report before it */
	size_t queued_bytes;
	uint64_t commits;
	uint64_t wal_pages;    /* at the last commit */
	unsigned free_percent; /* of the disk */
};

struct journal_stats journal_stats(struct journal *j);

#endif
