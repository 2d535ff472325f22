/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "daemon/ctl/explain.h"
#include "daemon/ctl/journal.h"
#include "daemon/desk/midgame.h"
#include "daemon/desk/replay.h"
#include "daemon/stream/stream.h"

const char ctl_replay_help[] =
	"Plays a capture through board, touch-move and the Laws, and prints what is\n"
	"reported: one JSON object for each line. The same capture gives the same lines.\n"
	"Times count from 1970. FILE may be - for standard input.\n"
	"\n"
	"A line of the capture that cannot be understood is named, FILE:LINE, and nothing\n"
	"is played.\n"
	"\n"
	"With --journal and --game it takes a game of a journal instead: computes all of its\n"
	"reports again from what came in, prints them, and says which of them differ from\n"
	"what was published. Nothing of the journal is changed, and boardd may go on.\n"
	"\n"
	"  --explain       print in words how the game was read: at each half-move what hands\n"
	"                  did, why it was told then, and which other readings were alive\n"
	"  --journal FILE  the journal: journal.sqlite in the state directory, or a backup\n"
	"  --game GID      the game\n"
	"  --stored        print what was published, and compute nothing\n"
	"\n"
	"Examples:\n"
	"  boardctl replay game.capture\n"
	"  boardctl replay --explain game.capture\n"
	"  boardctl replay --journal backup.sqlite --game local-20260131-r1-b1-1\n"
	"  boardctl replay game.capture | grep '\"event\":\"irregularity\"'\n";

struct printer {
	const char *name;
	const struct capture *capture;
	uint64_t seq;
	bool explains;
	bool has_failed, has_refused;
};

static const char *board_id(const struct printer *p, const struct table *table)
{
	if (p->capture->serial[0] != '\0')
		return p->capture->serial;
	return table->identity.serial[0] != '\0' ? table->identity.serial : "dev-1";
}

static uint64_t print_news(void *data, const struct table *table, const struct table_news *news)
{
	struct printer *p = data;
	struct stream_head head = {.seq = ++p->seq,
				   .table = 1,
				   .event = "local-19700101",
				   .round = 1,
				   .board = board_id(p, table)};
	json_t *object;

	if (p->explains) {
		explain_news(stdout, table, news);
		return head.seq;
	}
	object = stream_build(&head, table, news);
	p->has_failed |= !object || json_dumpf(object, stdout, JSON_COMPACT) < 0;
	putchar('\n');
	json_decref(object);
	return head.seq;
}

static void print_refusal(void *data, size_t line, struct rules_slice words, const char *why)
{
	struct printer *p = data;

	fprintf(stderr, "%s:%zu: \"%.*s\": %s\n", p->name, line, (int)words.len, words.at, why);
	p->has_refused = true;
}

static int replay(const char *name, const struct capture *capture, bool explains)
{
	struct replay *r = malloc(sizeof(*r));
	struct printer printer = {.name = name, .capture = capture, .explains = explains};

	if (!r)
		return ctl_fail(CTL_BAD_INPUT, "no memory");
	printer.has_failed |= !replay_run(r, capture, print_news, print_refusal, &printer);
	printer.has_failed |= ferror(stdout) != 0;
	free(r);
	if (printer.has_failed)
		return ctl_fail(CTL_BAD_INPUT, "cannot write");
	return printer.has_refused ? CTL_BAD_INPUT : CTL_DONE;
}

/* --- the command --- */

static int replay_text(const char *name, struct rules_slice text, bool explains)
{
	struct capture capture;
	struct capture_fault fault;
	int status = capture_read(&capture, text, &fault);

	if (status == -EINVAL) {
		fprintf(stderr, "%s:%zu: %s\n", name, fault.line, fault.why);
		status = CTL_BAD_INPUT;
	} else if (status < 0) {
		status = ctl_fail(CTL_BAD_INPUT, "%s: %s", name, strerror(-status));
	} else if (!midgame_find_start(&capture)) {
		status = ctl_fail(CTL_BAD_INPUT, "no memory");
	} else {
		status = replay(name, &capture, explains);
	}
	capture_clear(&capture);
	return status;
}

static int replay_file(const char *name, bool explains)
{
	FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
	struct rules_slice text;
	char *bytes;
	int status;

	if (!file)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", name, strerror(errno));
	errno = 0;
	bytes = ctl_read_all(file, &text.len);
	if (ferror(file) || !bytes) {
		status = ctl_fail(CTL_BAD_INPUT, "%s: %s", name, strerror(errno));
	} else {
		text.at = bytes;
		status = replay_text(name, text, explains);
	}
	free(bytes);
	if (file != stdin)
		fclose(file);
	return status;
}

int ctl_replay(int argc, char **argv)
{
	static const struct option options[] = {{"journal", required_argument, NULL, 'j'},
						{"game", required_argument, NULL, 'g'},
						{"stored", no_argument, NULL, 's'},
						{"explain", no_argument, NULL, 'e'},
						{0}};
	const char *journal = NULL, *game = NULL;
	bool is_stored = false, explains = false;
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'j': journal = optarg; break;
		case 'g': game = optarg; break;
		case 's': is_stored = true; break;
		case 'e': explains = true; break;
		default: return ctl_bad_option(option, argv);
		}
	}
	if (!journal != !game || (is_stored && !journal))
		return ctl_fail(CTL_BAD_CALL,
				"replay: --journal and --game go together, and --stored with them");
	if (journal && explains)
		return ctl_fail(CTL_BAD_CALL, "replay: --explain is for a FILE");
	if (argc - optind != (journal ? 0 : 1))
		return ctl_fail(CTL_BAD_CALL,
				"replay: needs one FILE, or --journal and --game (see boardctl "
				"replay --help)");
	return journal ? ctl_journal_replay(journal, game, is_stored)
		       : replay_file(argv[optind], explains);
}
