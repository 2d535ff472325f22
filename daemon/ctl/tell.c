/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/tell.h"

#include <stdio.h>
#include <string.h>

#include "daemon/ctl/show.h"

#define MUST_MAX 12 /* a longer list of moves says no more than "nearly any move" */

struct line {
	const struct ctl_teller *teller;
	const json_t *report;
};

static const char *say(const struct line *line, enum catalogue_section section, const char *word)
{
	return word ? catalogue_text(line->teller->language, section, word) : "";
}

static const char *text(const struct line *line, const char *key)
{
	return ctl_text(line->report, key);
}

static const char *player(const struct line *line, const char *key)
{
	return say(line, CATALOGUE_WORD, text(line, key));
}

static void print_article(const struct line *line)
{
	if (text(line, "article"))
		printf(" (%s %s)", say(line, CATALOGUE_WORD, "article"), text(line, "article"));
}

static void print_clocks(const json_t *clock)
{
	char white[CTL_CLOCK_MAX], black[CTL_CLOCK_MAX];

	if (!json_is_object(clock))
		return;
	ctl_clock(json_object_get(clock, "white"), white);
	ctl_clock(json_object_get(clock, "black"), black);
	printf("%s%s  %s%s", ctl_dim(), white, black, ctl_plain());
}

/* --- one function for each event a person wants --- */

static void tell_board(const struct line *line)
{
	fputs(say(line, CATALOGUE_BOARD, text(line, "state")), stdout);
	printf(" (%s", text(line, "board"));
	if (json_is_integer(json_object_get(line->report, "battery")))
		printf(", %lld %%", (long long)ctl_integer(line->report, "battery"));
	putchar(')');
}

static void tell_game(const struct line *line)
{
	const char *white = text(line, "white"), *black = text(line, "black");

	fputs(say(line, CATALOGUE_GAME, text(line, "state")), stdout);
	if (white || black)
		printf(": %s - %s", white ? white : "N.N.", black ? black : "N.N.");
}

static void tell_move(const struct line *line)
{
	char move[CTL_SAN_MAX];
	const char *san = text(line, "san");

	ctl_san(san ? san : "--", text(line, "fen"), line->teller->language, move);
	printf("%-14s", move);
	print_clocks(json_object_get(line->report, "clock"));
	if (json_is_false(json_object_get(line->report, "legal")))
		printf("  %s%s%s", ctl_bold(), say(line, CATALOGUE_WORD, "illegal"), ctl_plain());
	if (strcmp(text(line, "certainty") ? text(line, "certainty") : "", "inferred") == 0)
		printf("  (%s)", say(line, CATALOGUE_WORD, "inferred"));
}

static void tell_revised(const struct line *line)
{
	char was[CTL_SAN_MAX] = "--", now[CTL_SAN_MAX];
	const char *san = text(line, "san");

	if (text(line, "was"))
		ctl_letters(text(line, "was"), line->teller->language, was);
	if (san)
		ctl_san(san, text(line, "fen"), line->teller->language, now);
	if (san)
		printf("%s: %s -> %s", say(line, CATALOGUE_WORD, "revised"), was, now);
	else
		printf("%s: %s", say(line, CATALOGUE_WORD, "cut"), was);
}

static void tell_unsure(const struct line *line)
{
	printf("%s%s%s", ctl_bold(), say(line, CATALOGUE_WORD, "unsure"), ctl_plain());
}

/* In UCI: the position they start from is not in the report. */
static void print_must(const struct line *line)
{
	const json_t *moves = json_object_get(line->report, "must");
	json_t *move;
	size_t i;

	if (json_array_size(moves) == 0 || json_array_size(moves) > MUST_MAX)
		return;
	printf("; %s", say(line, CATALOGUE_WORD, "must"));
	json_array_foreach(moves, i, move) printf(" %s", json_string_value(move));
}

static void tell_irregularity(const struct line *line)
{
	const char *remedy = text(line, "remedy"), *certainty = text(line, "certainty");

	printf("%s! %s %s, %s: %s%s", ctl_bold(), say(line, CATALOGUE_WORD, "article"),
	       text(line, "article"), player(line, "color"),
	       say(line, CATALOGUE_KIND, text(line, "kind")), ctl_plain());
	if (remedy)
		printf(" -> %s", say(line, CATALOGUE_REMEDY, remedy));
	print_must(line);
	if (certainty && strcmp(certainty, "presumed") == 0)
		printf("; %s", say(line, CATALOGUE_WORD, "presumed"));
	if (json_is_true(json_object_get(line->report, "on_request")))
		printf("; %s", say(line, CATALOGUE_WORD, "on-request"));
	printf(" [%lld]", (long long)ctl_integer(line->report, "id"));
}

static void tell_finding(const struct line *line)
{
	printf("%s [%lld], %s: %s", say(line, CATALOGUE_WORD, "irregularity"),
	       (long long)ctl_integer(line->report, "id"), player(line, "color"),
	       say(line, CATALOGUE_FINDING, text(line, "state")));
}

static void tell_claimable(const struct line *line)
{
	printf("%s %s %s", player(line, "by"), say(line, CATALOGUE_WORD, "can-claim"),
	       say(line, CATALOGUE_CLAIM, text(line, "what")));
	print_article(line);
}

/* Of each who was asked about: can he still mate? */
static void tell_winnable(const struct line *line)
{
	static const char *const colors[] = {"white", "black"};
	const char *between = "";

	for (size_t i = 0; i < 2; i++) {
		const char *can = text(line, colors[i]);
		const char *word = "mate-unknown";

		if (!can)
			continue;
		if (strcmp(can, "unknown") != 0)
			word = strcmp(can, "yes") == 0 ? "can-mate" : "cannot-mate";
		printf("%s%s %s", between, say(line, CATALOGUE_WORD, colors[i]),
		       say(line, CATALOGUE_WORD, word));
		between = ", ";
	}
	print_article(line);
}

static void tell_result(const struct line *line)
{
	printf("%s%s %s%s", ctl_bold(), text(line, "result"),
	       say(line, CATALOGUE_REASON, text(line, "reason")), ctl_plain());
	print_article(line);
}

static void tell_decision(const struct line *line)
{
	printf("%s %lld, %s: %s", say(line, CATALOGUE_WORD, "decision"),
	       (long long)ctl_integer(line->report, "seq"), text(line, "by"), text(line, "action"));
	if (json_is_integer(json_object_get(line->report, "undoes")))
		printf(" (%s %lld)", say(line, CATALOGUE_WORD, "undoes"),
		       (long long)ctl_integer(line->report, "undoes"));
}

static void tell_players(const struct line *line)
{
	const char *white = ctl_text(line->report, "white"),
		   *black = ctl_text(line->report, "black");

	printf("%s - %s", white ? white : "?", black ? black : "?");
}

static void tell_flag(const struct line *line)
{
	printf("%s%s%s  ", ctl_bold(), say(line, CATALOGUE_WORD, "flag"), ctl_plain());
	print_clocks(line->report);
}

/* Events that are not here are for programs. */
static const struct {
	const char *event;
	const char *state; /* only when it is this; NULL: always */
	void (*tell)(const struct line *line);
} rows[] = {
	{"board", NULL, tell_board},
	{"game", NULL, tell_game},
	{"move", NULL, tell_move},
	{"revised", NULL, tell_revised},
	{"unsure", NULL, tell_unsure},
	{"irregularity", NULL, tell_irregularity},
	{"finding", NULL, tell_finding},
	{"claimable", "begins", tell_claimable},
	{"result", NULL, tell_result},
	{"decision", NULL, tell_decision},
	{"clock", "flag", tell_flag},
	{"players", NULL, tell_players},
	{"winnable", "answered", tell_winnable},
};

static void print_place(struct ctl_teller *teller, const json_t *report)
{
	const char *word = catalogue_text(teller->language, CATALOGUE_WORD, "table");
	json_int_t table = ctl_integer(report, "table");
	char when[CTL_TIME_MAX];

	ctl_time(ctl_text(report, "time"), false, when);
	if (!teller->is_grouped) {
		printf("%s  %s %lld  ", when, word, (long long)table);
		return;
	}
	if (table != teller->table)
		printf("%s%s %lld%s  %s\n", ctl_bold(), word, (long long)table, ctl_plain(),
		       ctl_text(report, "game") ? ctl_text(report, "game") : "");
	teller->table = table;
	printf("  %s%s%s  ", ctl_dim(), when, ctl_plain());
}

void ctl_tell(struct ctl_teller *teller, const json_t *report)
{
	const char *event = ctl_text(report, "event"), *state = ctl_text(report, "state");
	struct line line = {teller, report};

	for (size_t i = 0; event && i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strcmp(rows[i].event, event) != 0 ||
		    (rows[i].state && (!state || strcmp(rows[i].state, state) != 0)))
			continue;
		print_place(teller, report);
		rows[i].tell(&line);
		putchar('\n');
	}
}
