/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/personal.h"
#include "daemon/journal/private.h"
#include "daemon/journal/reader_private.h"

static int take_input_of(void *data, const struct journal_report *report)
{
	*(uint64_t *)data = report->input;
	return 0;
}

int journal_read_before(struct journal_reader *r, uint64_t input, uint64_t up_to, uint64_t *ret)
{
	uint64_t low = 0, high = up_to;

	/* Both numbers grow together. */
	while (low < high) {
		struct journal_reports which = {.since = low + (high - low) / 2, .limit = 1};
		uint64_t at = UINT64_MAX;
		int result = journal_read_reports(r, &which, take_input_of, &at);

		if (result < 0)
			return result;
		if (at < input)
			low = which.since + 1;
		else
			high = which.since;
	}
	*ret = low;
	return 0;
}

/* --- people --- */

struct search {
	const char *name;
	struct journal_person *person;
	bool is_found; /* in the row at hand */
};

static void pass_over(void *data, const char *bytes, size_t len)
{
	(void)data;
	(void)bytes;
	(void)len;
}

static void add_similar(struct search *search, const struct personal *what)
{
	char *to = search->person->similar, quoted[128];
	size_t len = strlen(to);

	snprintf(quoted, sizeof(quoted), "%s\"%.*s\"", len > 0 ? ", " : "", (int)what->len,
		 what->at);
	if (what->len < 100 && memmem(what->at, what->len, search->name, strlen(search->name)) &&
	    !strstr(to, quoted + (len > 0 ? 2 : 0)) &&
	    len + strlen(quoted) < sizeof(search->person->similar))
		memcpy(to + len, quoted, strlen(quoted) + 1);
}

static void look_at_person(void *data, const struct personal *what)
{
	struct search *search = data;

	if (what->kind != PERSONAL_TEXT || !what->is_player)
		return;
	if (what->len == strlen(search->name) && memcmp(what->at, search->name, what->len) == 0)
		search->is_found = true;
	else
		add_similar(search, what);
}

int journal_find_player(struct journal_reader *r, const char *name, struct journal_person *ret)
{
	char *escaped = journal_in_json(name);
	struct search search = {.name = escaped, .person = ret};
	struct personal_taker taker = {pass_over, look_at_person, &search};
	sqlite3_stmt *statement;
	int result = escaped ? journal_reader_prepare(r,
						      "SELECT data FROM input WHERE kind IN"
						      " ('settings', 'players', 'round')"
						      " AND instr(data, ?1) > 0",
						      &statement)
			     : -ENOMEM;

	*ret = (struct journal_person){0};
	if (result == 0) {
		bind_text(statement, 1, escaped);
		while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
			search.is_found = false;
			if (text_of(statement, 0))
				personal_walk_json(text_of(statement, 0),
						   (size_t)sqlite3_column_bytes(statement, 0),
						   &taker);
			ret->count += search.is_found;
		}
		result = journal_reader_done(r, statement, result);
	}
	free(escaped);
	return result < 0 ? result : 0;
}
