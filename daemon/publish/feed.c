/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/feed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BOARD_MAX     64
#define LISTENERS_MAX 8

struct kept_report {
	uint64_t seq;
	char board[BOARD_MAX];
	char *text;
	size_t len;
	json_t *report; /* until the journal has the report */
};

struct feed_reader {
	struct feed *feed;
	struct feed_reader *next, **link;
	uint64_t place; /* the last report read */
	char board[BOARD_MAX];
	bool sleeps;
	void (*woken)(void *data);
	void *data;
};

struct feed {
	/* A ring of reports, in order and without a gap. */
	struct kept_report *ring;
	size_t room, first, count;
	size_t bytes, kept_bytes;
	uint64_t released; /* the last report that readers may see */
	uint64_t told;     /* the last report that listeners were told of */
	size_t listener_count;
	struct {
		feed_listener *tell;
		void *data;
	} listeners[LISTENERS_MAX];
	struct feed_reader *readers;
};

static struct kept_report *at(struct feed *feed, size_t i)
{
	return &feed->ring[(feed->first + i) % feed->room];
}

int feed_new(struct feed **ret, uint64_t last_seq, size_t kept_bytes)
{
	struct feed *feed = calloc(1, sizeof(*feed));

	if (!feed)
		return -ENOMEM;
	feed->kept_bytes = kept_bytes;
	feed->released = feed->told = last_seq;
	*ret = feed;
	return 0;
}

static void drop_first(struct feed *feed)
{
	struct kept_report *kept = at(feed, 0);

	feed->bytes -= kept->len;
	free(kept->text);
	json_decref(kept->report);
	*kept = (struct kept_report){0};
	feed->first = (feed->first + 1) % feed->room;
	feed->count--;
}

void feed_free(struct feed *feed)
{
	if (!feed)
		return;
	while (feed->count > 0)
		drop_first(feed);
	free(feed->ring);
	free(feed);
}

static int grow(struct feed *feed)
{
	size_t room = feed->room > 0 ? feed->room * 2 : 64;
	struct kept_report *ring = calloc(room, sizeof(*ring));

	if (!ring)
		return -ENOMEM;
	for (size_t i = 0; i < feed->count; i++)
		ring[i] = *at(feed, i);
	free(feed->ring);
	feed->ring = ring;
	feed->room = room;
	feed->first = 0;
	return 0;
}

int feed_put(struct feed *feed, uint64_t seq, const char *board, json_t *report, const char *text,
	     size_t len)
{
	struct kept_report *kept;
	char *copy = strndup(text, len);

	if (!copy || (feed->count == feed->room && grow(feed) < 0)) {
		free(copy);
		return -ENOMEM;
	}
	kept = at(feed, feed->count++);
	*kept = (struct kept_report){.seq = seq, .text = copy, .len = len, .report = report};
	strncpy(kept->board, board, BOARD_MAX - 1);
	feed->bytes += kept->len;
	return 0;
}

static struct feed_entry entry_of(const struct kept_report *kept)
{
	return (struct feed_entry){.seq = kept->seq,
				   .board = kept->board,
				   .text = kept->text,
				   .len = kept->len,
				   .report = kept->report};
}

static void tell(struct feed *feed, struct kept_report *kept)
{
	struct feed_entry entry = entry_of(kept);

	for (size_t i = 0; i < feed->listener_count; i++)
		feed->listeners[i].tell(feed->listeners[i].data, &entry);
	json_decref(kept->report);
	kept->report = NULL;
}

static void wake(struct feed *feed)
{
	struct feed_reader *next;

	for (struct feed_reader *reader = feed->readers; reader; reader = next) {
		next = reader->next; /* the reader may be freed by its own woken() */
		if (!reader->sleeps)
			continue;
		reader->sleeps = false;
		reader->woken(reader->data);
	}
}

/* Where a report is in the ring, or count. Sequence numbers have no gaps. */
static size_t find(struct feed *feed, uint64_t seq)
{
	uint64_t first = feed->count > 0 ? at(feed, 0)->seq : seq + 1;

	return seq >= first && seq - first < feed->count ? (size_t)(seq - first) : feed->count;
}

/* Readers only send the text on: they are woken before the listeners, which do more. */
void feed_release(struct feed *feed, uint64_t seq)
{
	size_t first = find(feed, feed->told + 1);

	if (seq <= feed->told)
		return;
	for (size_t i = first; i < feed->count && at(feed, i)->seq <= seq; i++)
		feed->released = at(feed, i)->seq;
	wake(feed);
	for (size_t i = first; i < feed->count && at(feed, i)->seq <= seq; i++) {
		feed->told = at(feed, i)->seq;
		tell(feed, at(feed, i));
	}
	while (feed->count > 0 && feed->bytes > feed->kept_bytes && at(feed, 0)->seq <= feed->told)
		drop_first(feed);
}

void feed_forget(struct feed *feed)
{
	while (feed->count > 0 && at(feed, 0)->seq <= feed->told)
		drop_first(feed);
}

uint64_t feed_last(const struct feed *feed)
{
	return feed->told;
}

int feed_listen(struct feed *feed, feed_listener *listener, void *data)
{
	if (feed->listener_count == LISTENERS_MAX)
		return -ENOMEM;
	feed->listeners[feed->listener_count].tell = listener;
	feed->listeners[feed->listener_count++].data = data;
	return 0;
}

/* --- readers --- */

int feed_reader_new(struct feed_reader **ret, struct feed *feed, uint64_t since,
		    const char *board_or_null, void (*woken)(void *data), void *data)
{
	struct feed_reader *reader = calloc(1, sizeof(*reader));

	if (!reader)
		return -ENOMEM;
	*reader = (struct feed_reader){.feed = feed, .place = since, .woken = woken, .data = data};
	if (board_or_null)
		strncpy(reader->board, board_or_null, BOARD_MAX - 1);
	reader->next = feed->readers;
	reader->link = &feed->readers;
	if (reader->next)
		reader->next->link = &reader->next;
	feed->readers = reader;
	*ret = reader;
	return 0;
}

void feed_reader_free(struct feed_reader *reader)
{
	if (!reader)
		return;
	*reader->link = reader->next;
	if (reader->next)
		reader->next->link = reader->link;
	free(reader);
}

static bool wants(const struct feed_reader *reader, const struct kept_report *kept)
{
	return reader->board[0] == '\0' || strcmp(reader->board, kept->board) == 0;
}

enum feed_look feed_reader_look(struct feed_reader *reader, struct feed_entry *ret)
{
	struct feed *feed = reader->feed;

	while (reader->place < feed->released) {
		size_t i = find(feed, reader->place + 1);

		if (i == feed->count)
			return FEED_BEHIND;
		if (wants(reader, at(feed, i))) {
			*ret = entry_of(at(feed, i));
			return FEED_ENTRY;
		}
		reader->place++;
	}
	reader->sleeps = true;
	return FEED_NOTHING;
}

void feed_reader_pass(struct feed_reader *reader, uint64_t seq)
{
	if (seq > reader->place)
		reader->place = seq;
}

uint64_t feed_reader_place(const struct feed_reader *reader)
{
	return reader->place;
}

const char *feed_reader_board(const struct feed_reader *reader)
{
	return reader->board[0] != '\0' ? reader->board : NULL;
}
