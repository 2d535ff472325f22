/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- items --- */

static size_t room_for(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

static struct journal_item *item_new(enum journal_item_kind kind, size_t room)
{
	struct journal_item *item = malloc(sizeof(*item) + room);

	if (!item)
		return NULL;
	memset(item, 0, sizeof(*item));
	item->kind = kind;
	item->size = sizeof(*item) + room;
	return item;
}

/* Copies to *at, and moves it on. */
static const void *keep(char **at, const void *bytes, size_t len)
{
	char *to = *at;

	if (!bytes)
		return NULL;
	if (len > 0)
		memcpy(to, bytes, len);
	*at += len;
	return to;
}

static const char *keep_text(char **at, const char *text)
{
	return keep(at, text, room_for(text));
}

struct journal_item *journal_item_input(const struct journal_input *input)
{
	size_t room = room_for(input->line) + room_for(input->author) + input->len;
	struct journal_item *item = item_new(JOURNAL_ITEM_INPUT, room);
	char *at;

	if (!item)
		return NULL;
	at = item->bytes;
	item->input = *input;
	item->input.line = keep_text(&at, input->line);
	item->input.author = keep_text(&at, input->author);
	item->input.data = keep(&at, input->data, input->len);
	return item;
}

struct journal_item *journal_item_report(const struct journal_report *report)
{
	size_t room = room_for(report->board) + room_for(report->game) + room_for(report->event) +
		      report->len;
	struct journal_item *item = item_new(JOURNAL_ITEM_REPORT, room);
	char *at;

	if (!item)
		return NULL;
	at = item->bytes;
	item->report = *report;
	item->report.board = keep_text(&at, report->board);
	item->report.game = keep_text(&at, report->game);
	item->report.event = keep_text(&at, report->event);
	item->report.text = keep(&at, report->text, report->len);
	return item;
}

struct journal_item *journal_item_snapshot(const struct journal_snapshot *snapshot)
{
	struct journal_item *item =
		item_new(JOURNAL_ITEM_SNAPSHOT, room_for(snapshot->build) + snapshot->len);
	char *at;

	if (!item)
		return NULL;
	at = item->bytes;
	item->snapshot = *snapshot;
	item->snapshot.build = keep_text(&at, snapshot->build);
	item->snapshot.data = keep(&at, snapshot->data, snapshot->len);
	return item;
}

struct journal_item *journal_item_login(enum journal_item_kind kind,
					const struct journal_login *login)
{
	struct journal_item *item = item_new(kind, room_for(login->name) + room_for(login->token));
	char *at;

	if (!item)
		return NULL;
	at = item->bytes;
	item->login = *login;
	item->login.name = keep_text(&at, login->name);
	item->login.token = keep_text(&at, login->token);
	return item;
}

/* --- the queue --- */

void journal_queue_add(struct journal_queue *queue, struct journal_item *item)
{
	item->next = NULL;
	if (queue->last)
		queue->last->next = item;
	else
		queue->first = item;
	queue->last = item;
	queue->bytes += item->size;
}

void journal_queue_move(struct journal_queue *to, struct journal_queue *from)
{
	if (!from->first)
		return;
	if (to->last)
		to->last->next = from->first;
	else
		to->first = from->first;
	to->last = from->last;
	to->bytes += from->bytes;
	*from = (struct journal_queue){0};
}

void journal_queue_drop_first(struct journal_queue *queue, size_t count)
{
	for (; count > 0 && queue->first; count--) {
		struct journal_item *item = queue->first;

		queue->first = item->next;
		queue->bytes -= item->size;
		free(item);
	}
	if (!queue->first)
		queue->last = NULL;
}

uint64_t journal_queue_last_seq(const struct journal_queue *queue)
{
	uint64_t seq = 0;

	for (const struct journal_item *item = queue->first; item; item = item->next)
		if (item->kind == JOURNAL_ITEM_REPORT)
			seq = item->report.seq;
	return seq;
}
