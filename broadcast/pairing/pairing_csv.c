/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/pairing/pairing_private.h"

/*
 * A table of text: a line with the names of the columns, in any order, then a
 * line for each board. A field may stand in quotes, and then hold separators,
 * ends of lines, and quotes written twice.
 */

#define FIELDS_MAX 64

enum column {
	COLUMN_ROUND,
	COLUMN_BOARD,
	COLUMN_RESULT,
	COLUMN_PLAYER, /* the first of White's; Black's follow */
};

enum detail {
	DETAIL_NAME,
	DETAIL_TITLE,
	DETAIL_ELO,
	DETAIL_FIDE,
	DETAIL_TEAM,
	DETAIL_FED,
	DETAILS
};

#define COLUMNS (COLUMN_PLAYER + 2 * DETAILS)

static const char *const names[COLUMNS] = {
	"round",       "board",      "result",     "white",      "white_title",
	"white_elo",   "white_fide", "white_team", "white_fed",  "black",
	"black_title", "black_elo",  "black_fide", "black_team", "black_fed",
};

struct table {
	struct rules_slice rest;
	char separator;
	size_t line;  /* being read, from 1 */
	size_t begun; /* where the record began */
	char *room;   /* for the fields of one record; as long as the text */
	size_t count; /* of fields */
	struct rules_slice fields[FIELDS_MAX];
	int columns[COLUMNS]; /* which field, or -1 */
};

/* --- fields --- */

static char separator_of(struct rules_slice text)
{
	static const char separators[] = {',', ';', '\t'};
	size_t counts[3] = {0}, best = 0;
	bool is_quoted = false;

	for (size_t i = 0; i < text.len && (is_quoted || !strchr("\r\n", text.at[i])); i++) {
		is_quoted ^= text.at[i] == '"';
		for (size_t j = 0; j < 3; j++)
			counts[j] += !is_quoted && text.at[i] == separators[j];
	}
	for (size_t j = 1; j < 3; j++)
		if (counts[j] > counts[best])
			best = j;
	return separators[best];
}

static char take(struct table *t)
{
	char c = t->rest.at[0];

	t->rest = (struct rules_slice){t->rest.at + 1, t->rest.len - 1};
	if (c == '\n' || (c == '\r' && (t->rest.len == 0 || t->rest.at[0] != '\n')))
		t->line++;
	return c;
}

/* A quoted part, behind its first quote. Returns where the text ends. */
static char *take_quoted(struct table *t, char *to)
{
	while (t->rest.len > 0) {
		char c = take(t);

		if (c != '"') {
			*to++ = c;
		} else if (t->rest.len > 0 && t->rest.at[0] == '"') {
			*to++ = take(t);
		} else {
			break;
		}
	}
	return to;
}

static bool is_end(const struct table *t)
{
	return t->rest.len == 0 || t->rest.at[0] == '\n' || t->rest.at[0] == '\r';
}

static char *take_field(struct table *t, char *to, struct rules_slice *ret)
{
	char *from = to;

	while (!is_end(t) && t->rest.at[0] != t->separator) {
		/* Quotes within a word are part of it: 14" monitor. */
		if (t->rest.at[0] == '"' &&
		    pairing_trim((struct rules_slice){from, (size_t)(to - from)}).len == 0) {
			(void)take(t);
			to = take_quoted(t, from);
		} else {
			*to++ = take(t);
		}
	}
	*ret = pairing_trim((struct rules_slice){from, (size_t)(to - from)});
	return to;
}

/* The next record; its fields stay until the one after it. False: there is none. */
static bool next_record(struct table *t)
{
	char *to = t->room;
	bool is_more = true;

	if (t->rest.len == 0)
		return false;
	t->begun = t->line;
	t->count = 0;
	while (is_more) {
		struct rules_slice field;

		to = take_field(t, to, &field);
		if (t->count < FIELDS_MAX)
			t->fields[t->count] = field;
		t->count++;
		is_more = !is_end(t);
		if (is_more)
			(void)take(t); /* the separator */
	}
	if (t->rest.len > 0 && take(t) == '\r' && t->rest.len > 0 && t->rest.at[0] == '\n')
		(void)take(t);
	return true;
}

static bool is_empty(const struct table *t)
{
	for (size_t i = 0; i < t->count && i < FIELDS_MAX; i++)
		if (t->fields[i].len > 0)
			return false;
	return true;
}

/* --- columns --- */

static int read_names(struct table *t, struct pairing_fault *fault)
{
	static const enum column needed[] = {COLUMN_BOARD, COLUMN_PLAYER, COLUMN_PLAYER + DETAILS};

	for (size_t i = 0; i < COLUMNS; i++)
		t->columns[i] = -1;
	if (t->count > FIELDS_MAX)
		return pairing_blame(fault, t->begun, "more than %d columns", FIELDS_MAX);
	for (size_t i = 0; i < t->count; i++) {
		for (size_t j = 0; j < COLUMNS; j++) {
			if (!pairing_is_word(t->fields[i], names[j]))
				continue;
			if (t->columns[j] >= 0)
				return pairing_blame(fault, t->begun, "two columns \"%s\"",
						     names[j]);
			t->columns[j] = (int)i;
		}
	}
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (t->columns[needed[i]] < 0)
			return pairing_blame(fault, t->begun,
					     "no column \"%s\": this line has to name the columns",
					     names[needed[i]]);
	return 0;
}

static struct rules_slice field_of(const struct table *t, size_t column)
{
	int at = t->columns[column];

	return at >= 0 && (size_t)at < t->count ? t->fields[at] : (struct rules_slice){"", 0};
}

static bool read_player(const struct table *t, size_t first, struct game_player *ret)
{
	*ret = (struct game_player){0};
	pairing_title(field_of(t, first + DETAIL_TITLE), ret->title);
	ret->elo = pairing_number(field_of(t, first + DETAIL_ELO));
	ret->fide = pairing_number(field_of(t, first + DETAIL_FIDE));
	(void)pairing_name(field_of(t, first + DETAIL_TEAM), ret->team, sizeof(ret->team));
	(void)pairing_name(field_of(t, first + DETAIL_FED), ret->federation,
			   sizeof(ret->federation));
	return pairing_name(field_of(t, first + DETAIL_NAME), ret->name, sizeof(ret->name));
}

/* What is wrong with a record; NULL: nothing. */
static const char *read_pairing(const struct table *t, const struct pairing_source *source,
				struct pairing *ret)
{
	*ret = (struct pairing){.round = source->round, .line = t->begun};
	if (t->count > FIELDS_MAX)
		return "too many fields";
	if (!pairing_count(field_of(t, COLUMN_BOARD), PAIRING_BOARD_MAX, &ret->board) ||
	    ret->board == 0)
		return "the board is no number from 1 to 9999";
	if (t->columns[COLUMN_ROUND] >= 0 &&
	    (!pairing_count(field_of(t, COLUMN_ROUND), PAIRING_ROUND_MAX, &ret->round) ||
	     ret->round == 0))
		return "the round is no number from 1 to 999";
	if (!pairing_result(field_of(t, COLUMN_RESULT), ret->result))
		return "this is no result";
	if (!read_player(t, COLUMN_PLAYER, &ret->player[RULES_WHITE]) ||
	    !read_player(t, COLUMN_PLAYER + DETAILS, &ret->player[RULES_BLACK]))
		return "nobody plays on one side";
	return NULL;
}

static int read_records(struct table *t, struct pairing_list *list,
			const struct pairing_source *source, struct pairing_fault *fault)
{
	size_t expected;
	int r;

	do {
		if (!next_record(t))
			return pairing_blame(fault, 0, "the file is empty");
	} while (is_empty(t));
	r = read_names(t, fault);
	expected = t->count;
	while (r == 0 && next_record(t)) {
		struct pairing pairing;
		const char *why;

		if (is_empty(t))
			continue;
		why = read_pairing(t, source, &pairing);
		if (t->count > expected && !why)
			why = "more fields than there are columns";
		r = why ? pairing_skip(list, t->begun, "%s", why)
			: pairing_add(list, &pairing, fault);
	}
	return r;
}

int pairing_read_csv(struct pairing_list *list, const struct pairing_source *source,
		     struct pairing_fault *fault)
{
	struct table t = {.rest = source->text,
			  .separator = separator_of(source->text),
			  .line = 1,
			  .room = malloc(source->text.len + 1)};
	int r = t.room ? read_records(&t, list, source, fault) : -ENOMEM;

	free(t.room);
	return r;
}
