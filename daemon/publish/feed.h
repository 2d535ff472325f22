/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_FEED_H
#define BOARDD_FEED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reports on their way to those who listen. A report waits here until the
 * journal has it ("journal, then publish"); then everybody who listens inside
 * the daemon is told, once and in order, and it stays for a while for readers.
 *
 * A reader is a place in the stream, not a queue: a client that does not read
 * costs nothing but its place. When it falls behind what is kept here, it is
 * told from where on the journal has to be asked.
 *
 * Everything happens on the loop.
 */

struct feed;

struct feed_entry {
	uint64_t seq;
	const char *board; /* its ID */
	const char *text;  /* the report, one line of JSON without its end */
	size_t len;
	const json_t *report; /* only set for listeners */
};

/* Borrowed: gone when the function returns. */
typedef void feed_listener(void *data, const struct feed_entry *entry);

/* kept_bytes: how much text stays for readers. Returns 0 or -ENOMEM. */
int feed_new(struct feed **ret, uint64_t last_seq, size_t kept_bytes);
void feed_free(struct feed *feed); /* takes NULL */

/* The next report; takes the object over. Returns 0, or -ENOMEM and nothing was taken. */
int feed_put(struct feed *feed, uint64_t seq, const char *board, json_t *report, const char *text,
	     size_t len);

/* All reports up to this one may be seen. */
void feed_release(struct feed *feed, uint64_t seq);

/* What was told is not kept any longer: readers ask the journal for it. */
void feed_forget(struct feed *feed);

/* The last report that may be seen. */
uint64_t feed_last(const struct feed *feed);

/* Called for every report when it may be seen; must not put another. Returns 0 or -ENOMEM. */
int feed_listen(struct feed *feed, feed_listener *listener, void *data);

/* --- readers --- */

struct feed_reader;

/*
 * A place after the report since. woken is called when there may be something
 * to read again, at most once until the next look; it may free this reader, no other.
 */
int feed_reader_new(struct feed_reader **ret, struct feed *feed, uint64_t since,
		    const char *board_or_null, void (*woken)(void *data), void *data);
void feed_reader_free(struct feed_reader *reader); /* takes NULL */

enum feed_look {
	FEED_NOTHING, /* all is read; woken will be called */
	FEED_ENTRY,   /* the next one; the reader goes on behind it with feed_reader_pass() */
	FEED_BEHIND,  /* ask the journal for what follows feed_reader_place() */
};

enum feed_look feed_reader_look(struct feed_reader *reader, struct feed_entry *ret);

/* The reader has read up to this report, from the feed or from the journal. */
void feed_reader_pass(struct feed_reader *reader, uint64_t seq);

uint64_t feed_reader_place(const struct feed_reader *reader);
const char *feed_reader_board(const struct feed_reader *reader);

#endif
