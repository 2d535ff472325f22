/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/sha256.h"
#include "daemon/ctl/ctl.h"
#include "daemon/journal/reader.h"

const char ctl_verify_help[] =
	"Is a journal, a backup of one, or an export of a game as it was written? Every\n"
	"commit has a checksum that hangs on the one before. With a head that was noted\n"
	"earlier (boardctl status, an export) all before it is proved: the record is\n"
	"unchanged. Without one the file is only found consistent in itself: whoever can\n"
	"write it could have made it anew. The head of an export is the checksum in its\n"
	"last line.\n"
	"\n"
	"  --head HEAD     a head that was noted, 64 hexadecimal digits\n"
	"\n"
	"Examples:\n"
	"  boardctl verify /var/lib/boardd/journal.sqlite\n"
	"  boardctl verify backup.sqlite --head 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b...\n"
	"  boardctl verify game.jsonl\n";

/* --- a journal --- */

static void say_damage(void *data, const char *what)
{
	(void)data;
	fprintf(stderr, "%s\n", what);
}

static int judge(const char *path, const char *head, const struct journal_verdict *v)
{
	if (head && v->is_unchanged) {
		printf("%s: unchanged: reports %llu to %llu are as they were written\n", path,
		       (unsigned long long)v->first_seq, (unsigned long long)v->head_seq);
		if (v->bad_count == 0)
			return CTL_DONE;
	}
	if (v->bad_count > 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: CHANGED in %llu places; the first is %s", path,
				(unsigned long long)v->bad_count, v->where);
	if (head)
		return ctl_fail(CTL_BAD_INPUT,
				"%s: no commit has this head: it is of another journal, of commits "
				"that were deleted, or the record was made anew",
				path);
	printf("%s: consistent: reports %llu to %llu in %llu commits\nhead %s\n", path,
	       (unsigned long long)v->first_seq, (unsigned long long)v->last_seq,
	       (unsigned long long)v->links, v->head);
	return CTL_DONE;
}

static int verify_journal(const char *path, const char *head)
{
	struct journal_reader *reader = NULL;
	struct journal_verdict verdict;
	struct journal_fault fault;
	int status;

	if (journal_reader_open(&reader, path, &fault) < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s", fault.why);
	journal_reader_on_damage(reader, say_damage, NULL);
	if (journal_verify(reader, head, &verdict) < 0)
		status = ctl_fail(CTL_BAD_INPUT, "%s", journal_reader_why(reader));
	else
		status = judge(path, head, &verdict);
	journal_reader_close(reader);
	return status;
}

/* --- an export: lines of JSON, of which the last has the checksum of those before --- */

static const char export_begins[] = "{\"export\":";
static const char checksum_begins[] = "{\"sha256\":\"";
static const char checksum_ends[] = "\"}\n";

struct exported {
	char game[128];             /* of the first line; empty: it is none of an export */
	char real[SHA256_TEXT_MAX]; /* of all lines but the last */
	char said[SHA256_TEXT_MAX]; /* by the last; empty: it is cut */
};

static bool is_export(FILE *file)
{
	char begin[sizeof(export_begins) - 1];
	bool is = fread(begin, 1, sizeof(begin), file) == sizeof(begin) &&
		  memcmp(begin, export_begins, sizeof(begin)) == 0;

	rewind(file);
	return is;
}

static void read_game(const char *line, struct exported *ret)
{
	json_t *head = json_loads(line, 0, NULL);
	const char *game = json_string_value(json_object_get(head, "game"));

	snprintf(ret->game, sizeof(ret->game), "%s", game ? game : "");
	json_decref(head);
}

static void read_checksum(const char *line, size_t len, struct exported *ret)
{
	size_t before = sizeof(checksum_begins) - 1, after = sizeof(checksum_ends) - 1;

	if (len != before + SHA256_TEXT_MAX - 1 + after ||
	    memcmp(line, checksum_begins, before) != 0 ||
	    memcmp(line + len - after, checksum_ends, after) != 0)
		return;
	memcpy(ret->said, line + before, SHA256_TEXT_MAX - 1);
}

/* A line is hashed when another follows: the last is not. Returns false when it cannot be read. */
static bool read_export(FILE *file, struct exported *ret)
{
	char *line = NULL, *next = NULL;
	size_t room = 0, next_room = 0;
	ssize_t len = getline(&line, &room, file), next_len;
	struct sha256 hash;

	*ret = (struct exported){.game = ""};
	sha256_init(&hash);
	if (len > 0)
		read_game(line, ret);
	while (len > 0 && (next_len = getline(&next, &next_room, file)) > 0) {
		char *done = line;
		size_t done_room = room;

		sha256_feed(&hash, line, (size_t)len);
		line = next;
		room = next_room;
		len = next_len;
		next = done;
		next_room = done_room;
	}
	if (len > 0)
		read_checksum(line, (size_t)len, ret);
	sha256_finish_text(&hash, ret->real);
	free(line);
	free(next);
	return !ferror(file);
}

static int judge_export(const char *path, const char *head, const struct exported *e)
{
	if (e->said[0] == '\0')
		return ctl_fail(CTL_BAD_INPUT,
				"%s: CHANGED: its last line is not the checksum of an export",
				path);
	if (e->game[0] == '\0' || strcmp(e->real, e->said) != 0)
		return ctl_fail(
			CTL_BAD_INPUT,
			"%s: CHANGED: its lines have not the checksum that the last one says",
			path);
	if (head && strcmp(head, e->real) != 0)
		return ctl_fail(CTL_BAD_INPUT,
				"%s: another export, or made anew: its checksum is %s", path,
				e->real);
	printf("%s: %s: game %s as it was exported\nhead %s\n", path,
	       head ? "unchanged" : "consistent", e->game, e->real);
	return CTL_DONE;
}

/* A pipe would have us wait for whoever writes into it. */
static FILE *open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat stat;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode))
		return fdopen(fd, "r");
	close(fd);
	errno = S_ISDIR(stat.st_mode) ? EISDIR : EINVAL;
	return NULL;
}

static int verify(const char *path, const char *head)
{
	FILE *file = open_file(path);
	struct exported exported;
	int status;

	if (!file)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", path, strerror(errno));
	if (!is_export(file))
		status = verify_journal(path, head);
	else if (!read_export(file, &exported))
		status = ctl_fail(CTL_BAD_INPUT, "%s: %s", path, strerror(errno));
	else
		status = judge_export(path, head, &exported);
	fclose(file);
	return status;
}

int ctl_verify(int argc, char **argv)
{
	static const struct option options[] = {{"head", required_argument, NULL, 'H'}, {0}};
	const char *head = NULL;
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (option != 'H')
			return ctl_bad_option(option, argv);
		head = optarg;
	}
	if (argc - optind != 1)
		return ctl_fail(CTL_BAD_CALL,
				"verify: one file is needed (see boardctl verify --help)");
	if (head && (strlen(head) != JOURNAL_HEAD_MAX - 1 ||
		     strspn(head, "0123456789abcdef") != JOURNAL_HEAD_MAX - 1))
		return ctl_fail(CTL_BAD_CALL, "verify: a head has 64 digits, 0 to 9 and a to f");
	return verify(argv[optind], head);
}
