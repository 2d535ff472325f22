/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/journal.h"

/* make-journal DIRECTORY: the journal of a very short game, for the examples of a page. */

#define GAME "club-r1-b1-1"

static struct journal *journal;
static uint64_t at_ms = 1769860800000; /* 2026-01-31T12:00:00Z */

static void check(int r, const char *what)
{
	if (r >= 0)
		return;
	fprintf(stderr, "make-journal: %s\n", what);
	exit(1);
}

static void put(enum journal_input_kind kind, const char *author, const char *data, size_t len)
{
	struct journal_input input = {.at_ms = at_ms += 1000,
				      .kind = kind,
				      .line = "/dev/boardd/usb-1-2",
				      .table = 1,
				      .author = author,
				      .data = data,
				      .len = len};

	check(journal_put_input(journal, &input, NULL), "cannot put an input");
}

static void tell(const char *event, const char *text)
{
	struct journal_report report = {.seq = journal_last_seq(journal) + 1,
					.at_ms = at_ms,
					.board = "24105",
					.table = 1,
					.game = GAME,
					.event = event,
					.text = text,
					.len = strlen(text)};

	check(journal_put_report(journal, &report), "cannot put a report");
}

int main(int argc, char **argv)
{
	struct journal_config config = journal_config_for(argc > 1 ? argv[1] : "");
	struct journal_login login = {.name = "Anna", .token = "5f4dcc", .at_ms = at_ms};
	struct journal_opened opened;
	struct journal_fault fault = {0};

	config.ballast = 0;
	config.version = "0.1.0";
	check(journal_open(&journal, &config, &opened, &fault), fault.why);
	check(journal_put_login(journal, &login), "cannot put a login");
	put(JOURNAL_INPUT_SETTINGS, NULL, "{\"white\":\"Bo\"}", 14);
	put(JOURNAL_INPUT_OPEN, NULL, "usb", 3);
	put(JOURNAL_INPUT_BYTES, NULL, "\x8e\x00\x05\x34\x00", 5);
	put(JOURNAL_INPUT_BYTES, NULL, "\x8e\x00\x05\x24\x01", 5);
	tell("move", "{\"event\":\"move\",\"seq\":1,\"ply\":1,\"san\":\"e4\"}");
	put(JOURNAL_INPUT_ACT, "Anna", "result 1-0", 10);
	tell("decision", "{\"event\":\"decision\",\"seq\":2,\"action\":\"result 1-0\","
			 "\"by\":\"Anna\"}");
	tell("result", "{\"event\":\"result\",\"seq\":3,\"result\":\"1-0\",\"by\":\"arbiter\"}");
	check(journal_close(journal), "cannot write");
	return 0;
}
