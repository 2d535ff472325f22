/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "daemon/journal/reader.h"

const char ctl_verify_help[] =
	"Is a journal, or a backup of one, as it was written? Every commit has a checksum\n"
	"that hangs on the one before. With a head that was noted earlier (boardctl status,\n"
	"an export) all before it is proved: the record is unchanged. Without one the file\n"
	"is only found consistent in itself: whoever can write it could have made it anew.\n"
	"\n"
	"  --head HEAD     a head that was noted, 64 hexadecimal digits\n"
	"\n"
	"Examples:\n"
	"  boardctl verify /var/lib/boardd/journal.sqlite\n"
	"  boardctl verify backup.sqlite --head 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b...\n";

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

static int verify(const char *path, const char *head)
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
