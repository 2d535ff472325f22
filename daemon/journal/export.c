/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal/reader_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/base/sha256.h"
#include "daemon/journal/private.h"

/* --- one game as text --- */

#define BUSES_MAX 8 /* buses that one board was on during a game */

/* The talk with a bus the board of the game was on. */
struct bus {
	unsigned number;
	uint64_t base;
};

struct export
{
	struct journal_reader *reader;
	FILE *to;
	struct sha256 hash;
	bool is_found;
	unsigned table;
	uint64_t first_seq, last_seq, first_input, last_input, base;
	size_t bus_count;
	struct bus buses[BUSES_MAX];
};

static void put(struct export *e, const char *bytes, size_t len)
{
	fwrite(bytes, 1, len, e->to);
	sha256_feed(&e->hash, bytes, len);
}

static void put_text(struct export *e, const char *text)
{
	put(e, text, strlen(text));
}

static void put_format(struct export *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* For numbers and words of our own. */
static void put_format(struct export *e, const char *format, ...)
{
	char line[256];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	put_text(e, line);
}

static void put_string(struct export *e, const char *text, size_t len)
{
	put_text(e, "\"");
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '"' || text[i] == '\\')
			put_format(e, "\\%c", text[i]);
		else if ((unsigned char)text[i] < 0x20)
			put_format(e, "\\u%04x", text[i]);
		else
			put(e, text + i, 1);
	}
	put_text(e, "\"");
}

/* ,"key":"text", or nothing when there is none */
static void put_field(struct export *e, const char *key, const char *text, size_t len)
{
	if (!text)
		return;
	put_format(e, ",\"%s\":", key);
	put_string(e, text, len);
}

static void put_word(struct export *e, const char *key, const char *text)
{
	put_field(e, key, text, text ? strlen(text) : 0);
}

static void put_hex(struct export *e, const char *key, const uint8_t *bytes, size_t len)
{
	put_format(e, ",\"%s\":\"", key);
	for (size_t i = 0; i < len; i++)
		put_format(e, "%02x", bytes[i]);
	put_text(e, "\"");
}

/* Where a board sits on a bus: the number of the talk with it; 0: it does not. */
static unsigned holder_of(const struct journal_input *input)
{
	char text[64] = "";
	unsigned address, holder;

	if (input->kind != JOURNAL_INPUT_ASSIGN || input->len == 0 || input->len >= sizeof(text))
		return 0;
	memcpy(text, input->data, input->len);
	/* NOLINTNEXTLINE(cert-err34-c): written by us, and no number of it is large */
	return sscanf(text, "{\"address\":%u,\"holder\":%u}", &address, &holder) == 2 ? holder : 0;
}

static struct bus *bus_of(struct export *e, unsigned number)
{
	for (size_t i = 0; i < e->bus_count; i++)
		if (e->buses[i].number == number)
			return &e->buses[i];
	return NULL;
}

static int find_bus(void *data, const struct journal_input *input)
{
	struct export *e = data;
	unsigned number = holder_of(input);
	struct bus *bus = &e->buses[e->bus_count];

	if (number == 0 || bus_of(e, number) || e->bus_count == BUSES_MAX)
		return 0;
	bus->number = number;
	e->bus_count++;
	return journal_read_base(e->reader, number, input->id, &bus->base);
}

/* What is computed from it: of the table, of its bus, and who else sat down there. */
static bool is_needed(struct export *e, const struct journal_input *input)
{
	const struct bus *bus = bus_of(e, input->table);

	if (input->table == e->table || input->table == 0)
		return input->id >= e->base;
	if (!bus)
		bus = bus_of(e, holder_of(input));
	return bus && input->id >= bus->base;
}

static int export_input(void *data, const struct journal_input *input)
{
	struct export *e = data;

	if (!is_needed(e, input))
		return 0;
	put_format(e, "{\"t\":%llu,\"input\":%llu,\"kind\":\"%s\"",
		   (unsigned long long)input->at_ms, (unsigned long long)input->id,
		   journal_input_words[input->kind]);
	if (input->table != e->table && input->table > 0)
		put_format(e, ",\"table\":%u", input->table);
	put_word(e, "line", input->line);
	put_word(e, "by", input->author);
	if (input->kind == JOURNAL_INPUT_BYTES)
		put_hex(e, "in", input->data, input->len);
	else
		put_field(e, input->kind == JOURNAL_INPUT_ACT ? "arbiter" : "data", input->data,
			  input->len);
	put_text(e, "}\n");
	return ferror(e->to) ? -EIO : 0;
}

/* The text is an object of JSON. */
static int export_report(void *data, const struct journal_report *report)
{
	struct export *e = data;

	put_format(e, "{\"t\":%llu,\"report\":", (unsigned long long)report->at_ms);
	put(e, report->text, report->len);
	put_text(e, "}\n");
	return ferror(e->to) ? -EIO : 0;
}

static int put_versions(struct export *e)
{
	sqlite3_stmt *statement;
	int result = sqlite3_prepare_v2(
		e->reader->db, "SELECT value FROM meta WHERE key = 'boardd'", -1, &statement, NULL);

	if (result != SQLITE_OK)
		return journal_reader_fail(e->reader, result);
	if (sqlite3_step(statement) == SQLITE_ROW)
		put_word(e, "boardd", (const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	put_format(e, ",\"schema\":%d,\"sqlite\":\"%s\"", JOURNAL_SCHEMA, sqlite3_libversion());
	return 0;
}

static int export_head(void *data, const struct journal_game *game)
{
	struct export *e = data;
	char head[JOURNAL_HEAD_MAX];

	e->is_found = true;
	e->table = game->table;
	e->first_seq = game->first_seq;
	e->last_seq = game->last_seq;
	e->first_input = game->first_input;
	e->last_input = game->last_input;
	put_text(e, "{\"export\":1");
	put_word(e, "game", game->id);
	put_word(e, "board", game->board);
	put_format(e, ",\"table\":%u,\"over\":%s", game->table, game->is_over ? "true" : "false");
	put_word(e, "journal", e->reader->uuid);
	if (journal_read_head(e->reader, head) == 0)
		put_word(e, "head", head);
	return put_versions(e);
}

/* The inputs in their order; *ret: the first that is needed. */
static int find_base(struct export *e, uint64_t *ret)
{
	int result = journal_read_base(e->reader, e->table, e->first_input, &e->base);

	if (result < 0)
		return result;
	if (e->base == 0) /* deleted, or there never were any */
		e->base = e->first_input;
	result = journal_read_inputs(e->reader, e->table, e->base, e->last_input, find_bus, e);
	*ret = e->base;
	for (size_t i = 0; i < e->bus_count; i++)
		if (e->buses[i].base > 0 && e->buses[i].base < *ret)
			*ret = e->buses[i].base;
	return result;
}

static int export_all(struct export *e, const char *game)
{
	struct journal_reports which = {.game = game};
	uint64_t base = 0;
	int result = journal_read_game(e->reader, game, export_head, e);

	if (result < 0)
		return result;
	if (!e->is_found) {
		snprintf(e->reader->fault.why, sizeof(e->reader->fault.why), "%s: no game %.96s",
			 e->reader->path, game);
		return -ENOENT;
	}
	result = find_base(e, &base);
	if (result < 0)
		return result;
	put_format(e, ",\"base\":%llu}\n", (unsigned long long)base);
	result = journal_read_inputs(e->reader, e->bus_count > 0 ? 0 : e->table, base,
				     e->last_input, export_input, e);
	return result < 0 ? result : journal_read_reports(e->reader, &which, export_report, e);
}

int journal_export(struct journal_reader *r, const char *game, FILE *to)
{
	struct export e = {.reader = r, .to = to};
	char hash[SHA256_TEXT_MAX];
	int result;

	sha256_init(&e.hash);
	result = export_all(&e, game);
	if (result < 0)
		return result;
	sha256_finish_text(&e.hash, hash);
	fprintf(to, "{\"sha256\":\"%s\"}\n", hash);
	if (fflush(to) == 0 && !ferror(to))
		return 0;
	snprintf(r->fault.why, sizeof(r->fault.why), "cannot write the export: %s",
		 strerror(errno));
	return -EIO;
}

/* --- all of it as a file --- */

#define BACKUP_MS (10 * 60 * 1000)

static int fail(struct journal_reader *r, const char *path, int result)
{
	snprintf(r->fault.why, sizeof(r->fault.why), "%s: %s", path, strerror(-result));
	return result;
}

/*
 * Written anew rather than page by page: so nothing that was deleted or forgotten is in it, and it
 * can be stopped.
 */
static int copy_to(struct journal_reader *r, const char *path)
{
	sqlite3_stmt *statement;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	int result;

	if (fd < 0)
		return fail(r, path, -errno);
	close(fd);
	result = journal_reader_prepare(r, "VACUUM INTO ?1", &statement);
	if (result == 0) {
		bind_text(statement, 1, path);
		r->give_up_ms = journal_now_ms() + BACKUP_MS;
		result = journal_reader_done(r, statement, sqlite3_step(statement));
	}
	if (result < 0)
		unlink(path);
	return result;
}

static void sync_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* A stick with a simple file system cannot refuse to replace: then we look before. */
static int rename_to_new(const char *from, const char *to)
{
	if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -errno;
	if (access(to, F_OK) == 0)
		return -EEXIST;
	return rename(from, to) < 0 ? -errno : 0;
}

static void sync_folder(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(folder);
}

int journal_backup(struct journal_reader *r, const char *path)
{
	char part[JOURNAL_PATH_MAX];
	int result, len = snprintf(part, sizeof(part), "%s.part", path);

	if (len >= (int)sizeof(part))
		return fail(r, path, -ENAMETOOLONG);
	if (access(path, F_OK) == 0)
		return fail(r, path, -EEXIST);
	result = copy_to(r, part);
	if (result < 0)
		return result;
	sync_file(part);
	result = rename_to_new(part, path);
	if (result < 0) {
		unlink(part);
		return fail(r, path, result);
	}
	sync_folder(path);
	return 0;
}
