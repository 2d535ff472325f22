/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>

#include "daemon/base/paths.h"
#include "daemon/ctl/ctl.h"
#include "daemon/journal/reader.h"
#include "daemon/journal/restore.h"

const char ctl_restore_help[] =
	"Puts a backup in the place of the journal, while no boardd runs. The backup is looked\n"
	"at first, and stays where it is; the journal that was there is kept under another\n"
	"name, which is printed.\n"
	"\n"
	"  --state DIR     of boardd; else where the system keeps the state of services\n"
	"\n"
	"Examples:\n"
	"  systemctl stop boardd\n"
	"  boardctl restore /media/disk/journal-20260131T120000Z.sqlite \\\n"
	"    --state /var/lib/boardd\n"
	"  systemctl start boardd\n";

/* What cannot be read to its end is no journal to go on with. */
static int look_at(const char *path)
{
	struct journal_reader *reader = NULL;
	struct journal_verdict verdict = {0};
	struct journal_fault fault;
	int status = CTL_DONE;

	if (journal_reader_open(&reader, path, &fault) < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s", fault.why);
	if (journal_verify(reader, NULL, &verdict) < 0)
		status = ctl_fail(CTL_BAD_INPUT, "%s", journal_reader_why(reader));
	else if (verdict.bad_count > 0)
		status = ctl_fail(CTL_BAD_INPUT, "%s: is not as it was written: %s", path,
				  verdict.where);
	else
		printf("%s: consistent: reports %llu to %llu\n", path,
		       (unsigned long long)verdict.first_seq, (unsigned long long)verdict.last_seq);
	journal_reader_close(reader);
	return status;
}

static int restore(const char *backup, const char *state)
{
	char directory[JOURNAL_PATH_MAX];
	struct journal_restored restored;
	struct journal_fault fault;

	if (paths_state(state, directory, sizeof(directory)) < 0)
		return ctl_fail(CTL_BAD_INPUT,
				"there is no state directory: give one with --state");
	if (look_at(backup) != CTL_DONE)
		return CTL_BAD_INPUT;
	if (journal_restore(directory, backup, &restored, &fault) < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s", fault.why);
	if (restored.put_aside[0] != '\0')
		printf("%s: the journal that was there\n", restored.put_aside);
	printf("%s/" JOURNAL_FILE ": restored\n", directory);
	return CTL_DONE;
}

int ctl_restore(int argc, char **argv)
{
	static const struct option options[] = {{"state", required_argument, NULL, 's'}, {0}};
	const char *state = NULL;
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (option != 's')
			return ctl_bad_option(option, argv);
		state = optarg;
	}
	if (argc - optind != 1)
		return ctl_fail(CTL_BAD_CALL,
				"restore: one file is needed (see boardctl restore --help)");
	return restore(argv[optind], state);
}
