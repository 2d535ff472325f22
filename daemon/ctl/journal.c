/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "daemon/desk/bus.h"
#include "daemon/desk/desk.h"
#include "daemon/desk/undo.h"
#include "daemon/journal/reader.h"

/*
 * The table of the game is computed from its last settings before the game. A
 * board of a bus says nothing itself: the talk with the bus is computed beside
 * it, and hands over the events of that board's address.
 */

#define TIMER_MS        60000 /* a timer of a table is never longer */
#define DIFFERENCES_MAX 10    /* that are named */
#define LOST_MAX        1000  /* damaged reports that are reckoned with */

struct published {
	uint64_t seq;
	bool is_of_game;
	char board[DESK_BOARD_MAX];
	char *text; /* owned */
};

struct again {
	const char *path, *game;
	struct journal_reader *reader;
	/* What the journal says of the game. */
	unsigned table;
	uint64_t first_seq, last_seq, first_input, last_input, last_ms;
	bool is_over;
	uint64_t from; /* the settings to begin with */
	struct desk desk;
	struct desk_bus *bus; /* where its board may sit */
	/* What was published, and how it compares. */
	size_t count, room, next;
	struct published *published;
	size_t differences;
	unsigned named;    /* the version of the reader that was spoken of last */
	uint64_t seen;     /* the last report that was read, of any table */
	size_t lost_count; /* numbers of reports whose rows are damaged */
	uint64_t lost[LOST_MAX];
	bool has_failed;
};

/* --- what was published --- */

static int print_report(void *data, const struct journal_report *report)
{
	(void)data;
	printf("%.*s\n", (int)report->len, report->text);
	return ferror(stdout) ? -1 : 0;
}

/* Numbers have no gaps: what is not there was passed over as damaged. */
static void note_lost(struct again *a, uint64_t seq)
{
	while (a->seen > 0 && ++a->seen < seq && a->lost_count < LOST_MAX)
		a->lost[a->lost_count++] = a->seen;
	a->seen = seq;
}

static int keep_report(void *data, const struct journal_report *report)
{
	struct again *a = data;
	struct published *to;

	note_lost(a, report->seq);
	if (report->table != a->table)
		return 0;
	if (a->count == a->room) {
		size_t room = a->room > 0 ? 2 * a->room : 256;

		to = realloc(a->published, room * sizeof(*to));
		a->has_failed |= !to;
		if (!to)
			return -1;
		a->published = to;
		a->room = room;
	}
	to = &a->published[a->count];
	*to = (struct published){.seq = report->seq,
				 .is_of_game = report->game && strcmp(report->game, a->game) == 0,
				 .text = strndup(report->text, report->len)};
	snprintf(to->board, sizeof(to->board), "%s", report->board ? report->board : "");
	a->has_failed |= !to->text;
	a->count += to->text ? 1 : 0;
	return to->text ? 0 : -1;
}

static int read_published(struct again *a)
{
	struct journal_reports which = {.up_to = a->last_seq};
	int r = journal_read_before(a->reader, a->from, a->first_seq, &which.since);

	return r < 0 ? r : journal_read_reports(a->reader, &which, keep_report, a);
}

/* --- comparing --- */

/* The first field that is not the same, or the event itself. */
static const char *difference(const json_t *published, json_t *computed)
{
	const char *key;
	json_t *value;

	if (!json_equal(json_object_get(published, "event"), json_object_get(computed, "event")))
		return "event";
	json_object_foreach(
		computed, key,
		value) if (!json_equal(value, json_object_get(published, key))) return key;
	return "the fields it has";
}

static void name_difference(struct again *a, const struct published *published, json_t *computed)
{
	json_t *object = json_loads(published->text, 0, NULL);

	if (++a->differences <= DIFFERENCES_MAX)
		fprintf(stderr, "%s: report %llu differs from what was published: %s\n", a->path,
			(unsigned long long)published->seq, difference(object, computed));
	json_decref(object);
}

static void name_missing(struct again *a, const char *what, uint64_t seq)
{
	if (++a->differences <= DIFFERENCES_MAX)
		fprintf(stderr, "%s: %s report %llu\n", a->path, what, (unsigned long long)seq);
}

static void compare(struct again *a, const struct published *published, json_t *report)
{
	char *text = json_dumps(report, JSON_COMPACT);
	const char *game = json_string_value(json_object_get(report, "game"));
	bool is_of_game = game && strcmp(game, a->game) == 0;

	a->has_failed |= !text;
	if (text && is_of_game && published)
		puts(text);
	if (text && published && (is_of_game || published->is_of_game) &&
	    strcmp(text, published->text) != 0)
		name_difference(a, published, report);
	/* What was not written yet when we looked is no difference. */
	if (text && !published && is_of_game && a->is_over)
		name_missing(a, "what was published lacks something after", a->last_seq);
	free(text);
}

/*
 * Is it another event than the one that was published next? Then the row of its own may be
 * damaged: it has the first number before that one that nobody else has. 0: there is none.
 */
static uint64_t take_lost(struct again *a, const struct published *next, uint64_t after,
			  const json_t *report)
{
	json_t *object = json_loads(next->text, 0, NULL);
	bool is_it = json_equal(json_object_get(object, "event"), json_object_get(report, "event"));

	json_decref(object);
	for (size_t i = 0; i < a->lost_count && !is_it; i++) {
		uint64_t seq = a->lost[i];

		if (seq > after && seq < next->seq) {
			a->lost[i] = 0;
			return seq;
		}
	}
	return 0;
}

static uint64_t tell(void *owner, struct desk *desk, const struct table_news *news)
{
	struct again *a = owner;
	const struct published *published = a->next < a->count ? &a->published[a->next++] : NULL;
	uint64_t seq = published ? published->seq : a->last_seq + 1, lost = 0;
	json_t *report;

	if (published)
		memcpy(desk->board, published->board, sizeof(desk->board));
	report = desk_report(desk, seq, news);
	a->has_failed |= !report;
	if (report && published && a->lost_count > 0)
		lost = take_lost(a, published, desk->last_seq, report);
	if (lost > 0) {
		a->next--; /* it is still to come */
		name_missing(a, "nobody can say what was published as", lost);
	} else if (report) {
		compare(a, published, report);
	}
	json_decref(report);
	return lost > 0 ? lost : seq;
}

/* The past is read while the present is: with a reader of its own. */
static bool undo(void *owner, struct desk *desk, const struct journal_input *input,
		 struct rules_fault *ret_fault)
{
	struct again *a = owner;
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	bool is_done = false;

	if (journal_reader_open(&reader, a->path, &fault) == 0)
		is_done = desk_undo(desk, reader, input, ret_fault);
	journal_reader_close(reader);
	return is_done;
}

/* --- computing --- */

static void hear(void *data, const struct board_event *event)
{
	struct again *a = data;

	desk_hear(&a->desk, event);
}

/* Said first, for then much may differ. */
static void name_reader(struct again *a)
{
	unsigned reader = a->desk.settings.reader;

	if (reader != LAW_VERSION && reader != a->named)
		fprintf(stderr,
			"%s: the game was read by reader %u, and this is reader %u: it may be read "
			"otherwise now\n",
			a->path, reader, LAW_VERSION);
	a->named = reader;
}

static int take_input(void *data, const struct journal_input *input)
{
	struct again *a = data;
	struct rules_fault fault;
	bool is_own = input->table == a->table || input->table == 0;

	desk_bus_before(a->bus, input);
	if (is_own && input->id >= a->from)
		(void)desk_apply(&a->desk, input, &fault);
	if (is_own && input->kind == JOURNAL_INPUT_SETTINGS)
		name_reader(a);
	desk_bus_after(a->bus, input);
	return a->has_failed ? -1 : 0;
}

static uint64_t next_of(const struct again *a)
{
	uint64_t own = desk_deadline(&a->desk), of_bus = desk_bus_deadline(a->bus);

	return own < of_bus ? own : of_bus;
}

static void tick(struct again *a, uint64_t at_ms)
{
	desk_bus_tick(a->bus, at_ms);
	desk_tick(&a->desk, at_ms);
}

/*
 * A timer may have spoken after the last input, and at a time that no report
 * carries: what is sensed is told with the time of the hand.
 */
static void catch_up(struct again *a)
{
	uint64_t due;

	tick(a, a->last_ms);
	while (a->next < a->count && (due = next_of(a)) != UINT64_MAX &&
	       due <= a->last_ms + TIMER_MS)
		tick(a, due);
}

static int compute(struct again *a)
{
	uint64_t from = a->from;
	unsigned tables;
	int r = desk_bus_new(&a->bus, a->reader, a->table, a->from, a->last_input, hear, a);

	if (r < 0)
		return r;
	desk_init(&a->desk, a->table, (struct desk_owner){a, tell, NULL, NULL, undo, NULL});
	tables = desk_bus_tables(a->bus, a->table, &from);
	r = journal_read_inputs(a->reader, tables, from, a->last_input, take_input, a);
	catch_up(a);
	for (; a->next < a->count; a->next++)
		if (a->published[a->next].is_of_game)
			name_missing(a, "nothing leads to", a->published[a->next].seq);
	if (a->differences > DIFFERENCES_MAX)
		fprintf(stderr, "%s: and %zu more\n", a->path, a->differences - DIFFERENCES_MAX);
	return r;
}

/* --- the command --- */

static int take_game(void *data, const struct journal_game *game)
{
	struct again *a = data;

	a->table = game->table;
	a->first_seq = game->first_seq;
	a->last_seq = game->last_seq;
	a->first_input = game->first_input;
	a->last_input = game->last_input;
	a->last_ms = game->last_ms;
	a->is_over = game->is_over;
	return 0;
}

static int fail(const struct again *a)
{
	if (a->has_failed)
		return ctl_fail(CTL_BAD_INPUT, "no memory");
	return ctl_fail(CTL_BAD_INPUT, "%s", journal_reader_why(a->reader));
}

static void say_damage(void *data, const char *what)
{
	(void)data;
	fprintf(stderr, "%s\n", what);
}

static int replay(struct again *a, bool is_stored)
{
	struct journal_reports which = {.game = a->game};
	int r;

	journal_reader_on_damage(a->reader, say_damage, NULL);
	r = journal_read_game(a->reader, a->game, take_game, a);
	if (r == 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: there is no game %s", a->path, a->game);
	if (r > 0 && is_stored)
		return journal_read_reports(a->reader, &which, print_report, NULL) < 0 ? fail(a)
										       : CTL_DONE;
	if (r < 0 || journal_read_base(a->reader, a->table, a->first_input, &a->from) < 0)
		return fail(a);
	if (a->from == 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: what came in before game %s is not kept",
				a->path, a->game);
	if (read_published(a) < 0 || compute(a) < 0 || a->has_failed)
		return fail(a);
	return a->differences > 0 ? CTL_BAD_INPUT : CTL_DONE;
}

int ctl_journal_replay(const char *journal, const char *game, bool is_stored)
{
	struct again *a = calloc(1, sizeof(*a));
	struct journal_fault fault;
	int status;

	if (!a)
		return ctl_fail(CTL_BAD_INPUT, "no memory");
	a->path = journal;
	a->game = game;
	if (journal_reader_open(&a->reader, journal, &fault) < 0)
		status = ctl_fail(CTL_BAD_INPUT, "%s", fault.why);
	else
		status = replay(a, is_stored);
	journal_reader_close(a->reader);
	for (size_t i = 0; i < a->count; i++)
		free(a->published[i].text);
	free(a->published);
	desk_bus_free(a->bus);
	free(a);
	return status;
}
