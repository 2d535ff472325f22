/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/publish/backlog.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/reader.h"

#define LIMIT_MS 30000
#define TEXT_MAX (512 * 1024) /* of one answer; the next answer begins behind it */

struct backlog {
	struct worker worker; /* first: found by it */
	char path[PUBLISH_PATH_MAX];
	char board[GAME_ID_MAX];
	struct journal_reports which;
	size_t limit;
	/* what the worker found */
	FILE *out;
	char *lines;
	size_t len, count;
	uint64_t last;
	int error;
	backlog_done *done; /* NULL: the client is gone, and done is not called */
	void *data;
};

static int take(void *data, const struct journal_report *report)
{
	struct backlog *b = data;

	fwrite(report->text, 1, report->len, b->out);
	putc('\n', b->out);
	b->last = report->seq;
	b->count++;
	return b->count == b->limit || ftell(b->out) > TEXT_MAX ? 1 : 0;
}

/* On a thread of its own. */
static void work(struct worker *worker)
{
	struct backlog *b = (struct backlog *)worker;
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	b->out = open_memstream(&b->lines, &b->len);
	if (!b->out) {
		b->error = -ENOMEM;
		return;
	}
	b->error = journal_reader_open(&reader, b->path, &fault);
	journal_reader_stop_if(reader, worker_should_stop, worker);
	if (b->error == 0)
		b->error = journal_read_reports(reader, &b->which, take, b);
	journal_reader_close(reader);
	if (b->error == 0)
		b->last = b->which.up_to; /* the reports that follow are of other boards */
	if (b->error == 1)
		b->error = 0;
	if (fclose(b->out) != 0 && b->error == 0)
		b->error = -ENOMEM;
}

static void after(struct worker *worker, bool was_run)
{
	struct backlog *b = (struct backlog *)worker;

	if (b->done)
		b->done(b->data, b->lines, b->len, b->count, b->last,
			was_run ? b->error : -ECANCELED);
	free(b->lines);
	free(b);
}

struct backlog *backlog_fetch(struct publish *publish, uint64_t since, const char *board_or_null,
			      size_t limit, backlog_done *done, void *data)
{
	struct backlog *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	snprintf(b->path, sizeof(b->path), "%s", publish->journal_path);
	snprintf(b->board, sizeof(b->board), "%s", board_or_null ? board_or_null : "");
	b->which = (struct journal_reports){.since = since,
					    .up_to = feed_last(publish->feed),
					    .board = board_or_null ? b->board : NULL};
	b->limit = limit;
	b->last = since;
	b->done = done;
	b->data = data;
	workers_put(&publish->workers, &b->worker, WORKER_BACKLOG, LIMIT_MS, work, after);
	return b;
}

void backlog_forget(struct backlog *backlog)
{
	if (!backlog)
		return;
	backlog->done = NULL;
	worker_cancel(&backlog->worker);
}
