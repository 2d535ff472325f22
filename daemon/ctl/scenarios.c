/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "daemon/desk/scenario.h"

const char ctl_scenarios_help[] =
	"Plays scenarios of the Laws, each a position, what hands, clock and arbiter did,\n"
	"and everything that has to be reported, and compares. Prints TAP; the last line\n"
	"is 'N passed, M failed'. The exit status is 1 if one failed, 2 if a file is\n"
	"malformed. FILE may be - for standard input.\n"
	"\n"
	"  --only TEXT   only scenarios with TEXT in their name\n"
	"\n"
	"Example:\n"
	"  boardctl scenarios tests/data/scenarios.txt\n";

struct job {
	const char *only;
	size_t passed, failed;
	struct scenario scenario; /* too large for the stack */
};

static bool contains(struct rules_slice text, const char *words)
{
	return !words || memmem(text.at, text.len, words, strlen(words)) != NULL;
}

static void run_scenario(struct job *job)
{
	const struct scenario *s = &job->scenario;
	static char bytes[16384];
	struct rules_text out = rules_text_in(bytes, sizeof(bytes));
	bool good = true;

	for (int edition = 0; edition < TOUCH_EDITIONS; edition++) {
		size_t before = out.len;

		if (!s->in_edition[edition])
			continue;
		good &= scenario_run(s, (enum touch_edition)edition, &out);
		if (out.len > before) {
			rules_text_string(&out, "# in ");
			rules_text_string(&out, touch_edition_words[edition]);
			rules_text_char(&out, '\n');
		}
	}
	printf("%s %zu - %.*s\n", good ? "ok" : "not ok", job->passed + job->failed + 1,
	       (int)s->name.len, s->name.at);
	fputs(bytes, stdout);
	job->passed += good;
	job->failed += !good;
}

/* Read all before playing any: a file is good or it is not. */
static int check_file(struct job *job, const char *name, struct rules_slice text)
{
	struct scenario_fault fault = {0};
	struct scenario_reader reader;
	enum scenario_result result;

	scenario_open(&reader, text);
	while ((result = scenario_next(&reader, &job->scenario, &fault)) == SCENARIO_READ)
		;
	if (result == SCENARIO_END)
		return CTL_DONE;
	fflush(stdout);
	fprintf(stderr, "%s:%zu: %s\n", name, fault.line, fault.why);
	return CTL_BAD_CALL;
}

static void run_text(struct job *job, struct rules_slice text)
{
	struct scenario_fault fault;
	struct scenario_reader reader;

	scenario_open(&reader, text);
	while (scenario_next(&reader, &job->scenario, &fault) == SCENARIO_READ)
		if (contains(job->scenario.name, job->only))
			run_scenario(job);
}

static int run_file(struct job *job, const char *name)
{
	FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
	struct rules_slice text;
	char *bytes;
	int status;

	if (!file)
		return ctl_fail(CTL_BAD_CALL, "%s: %s", name, strerror(errno));
	bytes = ctl_read_all(file, &text.len);
	if (ferror(file) || !bytes) {
		status = ctl_fail(CTL_BAD_CALL, "%s: %s", name, strerror(errno));
	} else {
		text.at = bytes;
		status = check_file(job, name, text);
		if (status == CTL_DONE)
			run_text(job, text);
	}
	free(bytes);
	if (file != stdin)
		fclose(file);
	return status;
}

int ctl_scenarios(int argc, char **argv)
{
	static const struct option options[] = {{"only", required_argument, NULL, 'o'}, {0}};
	static struct job job;
	int option, status = CTL_DONE;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (option != 'o')
			return ctl_bad_option(option, argv);
		job.only = optarg;
	}
	if (optind == argc)
		return ctl_fail(CTL_BAD_CALL,
				"scenarios: needs a FILE (see boardctl scenarios --help)");
	for (; optind < argc; optind++) {
		int r = run_file(&job, argv[optind]);

		status = r != CTL_DONE ? r : status;
	}
	printf("1..%zu\n%zu passed, %zu failed\n", job.passed + job.failed, job.passed, job.failed);
	return status == CTL_DONE && job.failed > 0 ? CTL_BAD_INPUT : status;
}
