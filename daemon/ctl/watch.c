/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <unistd.h>

#include "daemon/ctl/follow.h"
#include "daemon/ctl/tell.h"

const char ctl_watch_help[] =
	"What happens at the boards, as it happens: moves with clocks, irregularities with\n"
	"article and remedy, results, boards lost and back. Ends with Ctrl-C. When the\n"
	"daemon is started again it goes on where it was.\n"
	"\n"
	"  --json          for programs: the report stream, a JSON object for each line\n"
	"  --socket PATH   where the daemon listens, if not at its usual place\n"
	"  --board ID      only this board\n"
	"  --since SEQ     first what was reported after this number; 0: everything\n"
	"  --lang LANG     words and letters: en, da or no\n"
	"\n"
	"Examples:\n"
	"  boardctl watch\n"
	"  boardctl watch --since 0 --json | grep '\"event\":\"irregularity\"'\n";

struct watch {
	bool json;
	struct ctl_teller teller;
};

static bool hear_hello(void *data, const char *text, size_t len)
{
	const struct watch *w = data;

	if (w->json)
		printf("%.*s\n", (int)len, text);
	return !ferror(stdout);
}

static bool hear(void *data, const char *text, size_t len, const json_t *report)
{
	struct watch *w = data;

	if (w->json && fwrite(text, 1, len, stdout) == len)
		putchar('\n');
	else if (report)
		ctl_tell(&w->teller, report);
	return !ferror(stdout);
}

int ctl_watch(int argc, char **argv)
{
	struct ctl_online online;
	struct watch w = {0};
	struct ctl_follower follower = {.hello = hear_hello, .report = hear, .data = &w};

	if (ctl_online_read(&online, argc, argv, "Bsl", 0, 0) != CTL_DONE)
		return CTL_BAD_CALL;
	follower.board = online.board;
	follower.has_since = online.has_since;
	follower.since = online.since;
	w.json = online.json;
	w.teller = (struct ctl_teller){.language = online.language,
				       .is_grouped = isatty(STDOUT_FILENO) == 1};
	return ctl_follow(&online, &follower);
}
