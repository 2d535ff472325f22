/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "broadcast/output/build_json.h"
#include "daemon/control/call_private.h"
#include "daemon/journal/reader.h"

#define LIMIT_MS (10 * 60 * 1000) /* a copy of a long journal on a slow stick */

void call_work_fail(struct call *call, enum call_status status, const char *why)
{
	call->status = status;
	snprintf(call->why, sizeof(call->why), "%s", why);
}

struct call *call_of_worker(struct worker *worker)
{
	return (struct call *)((char *)worker - offsetof(struct call, worker));
}

void call_put_worker(struct call *call, enum worker_kind kind, void (*run)(struct worker *worker),
		     void (*done)(struct worker *worker, bool was_run))
{
	call->is_worked_for = true;
	workers_put(&call->server->publish.workers, &call->worker, kind, LIMIT_MS, run, done);
}

static void done(struct worker *worker, bool was_run)
{
	struct call *call = call_of_worker(worker);

	call->is_worked_for = false;
	if (was_run && call->status == CALL_GOOD) {
		call_end(call, call->result);
		return;
	}
	json_decref(call->result);
	call->result = NULL;
	call_fail(call, was_run ? call->status : CALL_FAILED, "%s",
		  was_run ? call->why : "boardd is stopping");
}

void call_begin_work(struct call *call, enum worker_kind kind, void (*run)(struct worker *worker))
{
	snprintf(call->path, sizeof(call->path), "%s", call->server->publish.journal_path);
	call->status = CALL_GOOD;
	call->changes = false; /* it only reads */
	call_put_worker(call, kind, run, done);
}

struct journal_reader *call_open_reader(struct call *call)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	if (journal_reader_open(&reader, call->path, &fault) < 0)
		call_work_fail(call, CALL_FAILED, fault.why);
	else
		journal_reader_stop_if(reader, worker_should_stop, &call->worker);
	return reader;
}

/* --- a game that is over --- */

static int fold(void *data, const struct journal_report *report)
{
	json_t *object = json_loadb(report->text, report->len, 0, NULL);
	int r = object ? game_apply(data, object, NULL) : -EINVAL;

	json_decref(object);
	return r == -ENOMEM ? r : 0;
}

int call_read_game(struct journal_reader *reader, const char *id, struct game *ret)
{
	struct journal_reports which = {.game = id};

	return journal_read_reports(reader, &which, fold, ret);
}

static void work_old_game(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);
	struct game game;

	if (!reader)
		return;
	game_init(&game);
	if (call_read_game(reader, call->text, &game) < 0)
		call_work_fail(call, CALL_FAILED, journal_reader_why(reader));
	else if (game.id[0] == '\0')
		call_work_fail(call, CALL_NOT_FOUND, "there is no such game");
	else
		call->result = call->is_pgn ? call_pgn(&game, &call->shown.pgn)
					    : build_game(&game, call->with_fens,
							 call->has_words ? &call->words : NULL);
	game_clear(&game);
	journal_reader_close(reader);
}

void call_old_game(struct call *call)
{
	call_begin_work(call, WORKER_GAME, work_old_game);
}

/* --- copies --- */

/* SQLite writes files by their names, so a copy is made beside the journal first. */
static int copy_to(struct call *call, const char *path)
{
	FILE *from = fopen(path, "re");
	int fd = call->fd;
	char bytes[65536];
	size_t len;
	int r = from ? 0 : -errno;

	while (r == 0 && (len = fread(bytes, 1, sizeof(bytes), from)) > 0) {
		if (worker_should_stop(&call->worker))
			r = -ECANCELED;
		for (size_t sent = 0; sent < len && r == 0;) {
			ssize_t n = write(fd, bytes + sent, len - sent);

			if (n < 0 && errno != EINTR)
				r = -errno;
			else
				sent += n > 0 ? (size_t)n : 0;
		}
	}
	if (r == 0 && fsync(fd) < 0 && errno != EINVAL && errno != EROFS)
		r = -errno;
	if (from)
		fclose(from);
	return r;
}

static void work_backup(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);
	char copy[PUBLISH_PATH_MAX + 40];
	int r;

	if (!reader)
		return;
	/* Two may be made at a time. */
	snprintf(copy, sizeof(copy), "%.*s/" JOURNAL_COPY "-%p",
		 (int)(strrchr(call->path, '/') - call->path), call->path, (void *)call);
	(void)unlink(copy);
	r = journal_backup(reader, copy);
	if (r < 0)
		call_work_fail(call, CALL_FAILED, journal_reader_why(reader));
	else if ((r = copy_to(call, copy)) < 0)
		call_work_fail(call, CALL_FAILED, strerror(-r));
	else
		call->result = json_pack("{s:s}", "journal", journal_reader_uuid(reader));
	(void)unlink(copy);
	journal_reader_close(reader);
}

void call_backup(struct call *call)
{
	call_begin_work(call, WORKER_COPY, work_backup);
}

/* The game to a stream, which is closed. NULL: it could not be opened. */
static int export_to(struct call *call, struct journal_reader *reader, FILE *to)
{
	int r = to ? journal_export(reader, call->text, to) : -errno;

	if (to && fclose(to) != 0 && r == 0)
		r = -errno;
	if (r == -ENOENT)
		call_work_fail(call, CALL_NOT_FOUND, "there is no such game");
	else if (r < 0)
		call_work_fail(call, CALL_FAILED, strerror(-r));
	return r;
}

static void work_export(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);

	if (!reader)
		return;
	if (export_to(call, reader, fdopen(dup(call->fd), "w")) == 0)
		call->result = json_pack("{s:s}", "game", call->text);
	journal_reader_close(reader);
}

void call_export(struct call *call)
{
	call_begin_work(call, WORKER_COPY, work_export);
}

static void work_export_text(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);
	char *text = NULL;
	size_t len = 0;

	if (!reader)
		return;
	if (export_to(call, reader, open_memstream(&text, &len)) == 0) {
		call->result = json_pack("{s:s, s:s%}", "game", call->text, "text", text, len);
		if (!call->result)
			call_work_fail(call, CALL_FAILED, strerror(ENOMEM));
	}
	free(text);
	journal_reader_close(reader);
}

void call_export_text(struct call *call, const char *game)
{
	snprintf(call->text, sizeof(call->text), "%s", game);
	call_begin_work(call, WORKER_COPY, work_export_text);
}

static void work_report(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);
	FILE *to = reader ? fdopen(dup(call->fd), "a") : NULL;
	int r;

	if (!reader)
		return;
	r = to && json_dumpf(call->result, to, JSON_COMPACT) == 0 && fputc('\n', to) != EOF
		    ? report_past(reader, &call->ends, to)
		    : -EIO;
	if (to && fclose(to) != 0 && r == 0)
		r = -errno;
	if (r < 0)
		call_work_fail(call, CALL_FAILED, strerror(-r));
	json_decref(call->result);
	call->result = json_pack("{s:I}", "reports", (json_int_t)call->ends.seq);
	journal_reader_close(reader);
}

void call_report(struct call *call)
{
	call_begin_work(call, WORKER_COPY, work_report);
}

/* --- people --- */

static void work_find_player(struct worker *worker)
{
	struct call *call = call_of_worker(worker);
	struct journal_reader *reader = call_open_reader(call);

	if (!reader)
		return;
	if (journal_find_player(reader, call->text, &call->person) < 0)
		call_work_fail(call, CALL_FAILED, journal_reader_why(reader));
	journal_reader_close(reader);
}

void call_find_player(struct call *call, void (*found)(struct worker *worker, bool was_run))
{
	snprintf(call->path, sizeof(call->path), "%s", call->server->publish.journal_path);
	call->status = CALL_GOOD;
	call_put_worker(call, WORKER_GAME, work_find_player, found);
}
