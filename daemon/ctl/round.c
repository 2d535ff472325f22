/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "broadcast/pairing/pairing.h"
#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"

const char ctl_round_help[] =
	"Who plays whom. Without words: the round that is played, with its results so far\n"
	"and all that is not confirmed, contradicts itself, or is to be done before play:\n"
	"men, clocks, batteries, colours, who is not there yet.\n"
	"\n"
	"  show [N]                         the round that is played, or another\n"
	"  start N                          begins it: every table gets a new game, whose\n"
	"                                   GID has the number of the round; not while games\n"
	"                                   run, unless they are named with --abandon\n"
	"  back                             it had not begun: the round before goes on\n"
	"  pairings FILE                    who plays whom, from TRF, CSV, PGN, index.json of\n"
	"                                   LiveChess, or the list of a pairing engine with\n"
	"                                   --players; games with moves keep their players\n"
	"  confirm [TABLE]                  the tables, and other players of games with\n"
	"                                   moves, are right; all of them unless one is given\n"
	"  swap TABLE                       the two have the other colours\n"
	"  absent TABLE COLOR               did not come: white, black or both\n"
	"  present TABLE                    came after all\n"
	"  clocks                           sets every clock that can be set by wire, and\n"
	"                                   stands before its game, to the time control\n"
	"  end                              writes down the results; not while games run\n"
	"\n" CTL_ONLINE_HELP
	"  --abandon LIST  start: the tables, such as 4,7, whose games are given up for it\n"
	"  --by NAME       who says so; the user of this machine unless given\n"
	"  --force         end: although games are under way; swap: although it is over\n"
	"  --lang LANG     en, da or no\n"
	"  --pairings FILE start: with these pairings\n"
	"  --players FILE  the TRF with the players, beside the list of a pairing engine\n"
	"  --yes           clocks: do not ask\n"
	"  --round N       pairings: of this round, if the file has none or several\n"
	"\n"
	"Examples:\n"
	"  boardctl round\n"
	"  boardctl round start 2 --pairings round2.pgn\n"
	"  boardctl round pairings --players open.trf pairs.txt\n"
	"  boardctl round absent 7 black\n"
	"  boardctl round end\n";

/* --- showing --- */

static const char *say(const struct ctl_online *online, const char *prefix, const char *word)
{
	char whole[64];

	snprintf(whole, sizeof(whole), "%s%.40s", prefix, word ? word : "");
	return catalogue_text(online->language, CATALOGUE_ROUND, whole);
}

/* "WFM Berg, Ane (2051)" */
static void name_of(const json_t *player, char *ret, size_t size)
{
	const char *name = ctl_text(player, "name"), *title = ctl_text(player, "title");
	json_int_t elo = ctl_integer(player, "elo");
	int len = snprintf(ret, size, "%s%s%s", title ? title : "", title ? " " : "",
			   name ? name : "-");

	if (elo > 0 && len > 0 && (size_t)len < size)
		snprintf(ret + len, size - (size_t)len, " (%lld)", (long long)elo);
}

static void add_table(struct ctl_table *table, const json_t *row, const struct ctl_online *online)
{
	const char *result = ctl_text(row, "result"), *by = ctl_text(row, "by");
	const char *state = ctl_text(row, "state");
	json_int_t plies = ctl_integer(row, "plies");
	char text[200];

	snprintf(text, sizeof(text), "%lld", (long long)ctl_integer(row, "table"));
	ctl_table_add(table, text);
	name_of(json_object_get(row, "white"), text, sizeof(text));
	ctl_table_add(table, text);
	name_of(json_object_get(row, "black"), text, sizeof(text));
	ctl_table_add(table, text);
	snprintf(text, sizeof(text), "%s%s%s", result ? result : "*", by ? " " : "",
		 by ? say(online, "by-", by) : "");
	ctl_table_add(table, text);
	if (plies > 0)
		snprintf(text, sizeof(text), "%lld %s", (long long)(plies + 1) / 2,
			 say(online, "", "moves"));
	else
		snprintf(text, sizeof(text), "%s",
			 state && strcmp(state, "none") != 0
				 ? catalogue_text(online->language, CATALOGUE_GAME, state)
				 : say(online, "", "none"));
	ctl_table_add(table, text);
}

/* "Vik, Mia - Holm, Åse" */
static void print_pair(const json_t *pair)
{
	char white[200], black[200];

	name_of(json_object_get(pair, "white"), white, sizeof(white));
	name_of(json_object_get(pair, "black"), black, sizeof(black));
	printf(" %s - %s", white, black);
}

/* "6.10.2 the clock is not set as the time control asks: White 1:30:00, not 1:40:00" */
static void print_due(const json_t *due, long long number, const struct ctl_online *online)
{
	const char *article = ctl_text(due, "article"), *color = ctl_text(due, "color");
	const char *square = ctl_text(due, "square"), *until = ctl_text(due, "until");
	char is[CTL_CLOCK_MAX], should_be[CTL_CLOCK_MAX], time[CTL_TIME_MAX];

	printf("%s %lld:", catalogue_text(online->language, CATALOGUE_WORD, "table"), number);
	if (article)
		printf(" %s", article);
	printf(" %s", catalogue_text(online->language, CATALOGUE_DUE, ctl_text(due, "what")));
	if (color)
		printf(": %s", catalogue_text(online->language, CATALOGUE_WORD, color));
	if (square)
		printf(": %s %s (%s)", square, ctl_text(due, "is") ? ctl_text(due, "is") : "-",
		       ctl_text(due, "should_be") ? ctl_text(due, "should_be") : "-");
	else if (json_object_get(due, "count"))
		printf(": %lld", (long long)ctl_integer(due, "count"));
	if (json_object_get(due, "is_s")) {
		ctl_clock(json_object_get(due, "is_s"), is);
		ctl_clock(json_object_get(due, "should_be_s"), should_be);
		printf(" %s (%s)", is, should_be);
	}
	if (until) {
		ctl_time(until, false, time);
		printf(" %s", time);
	}
	putchar('\n');
}

static void print_remarks(const json_t *row, const struct ctl_online *online)
{
	const char *table = catalogue_text(online->language, CATALOGUE_WORD, "table");
	long long number = (long long)ctl_integer(row, "table");
	const json_t *remark;
	size_t i;

	json_array_foreach(json_object_get(row, "due"), i, remark)
		print_due(remark, number, online);
	json_array_foreach(json_object_get(row, "unconfirmed"), i, remark)
	{
		const char *word = json_string_value(remark);

		printf("%s %lld: %s: %s", table, number, say(online, "", "unconfirmed"),
		       say(online, "unconfirmed-", word));
		if (word && strcmp(word, "players") == 0)
			print_pair(json_object_get(row, "paired"));
		putchar('\n');
	}
	json_array_foreach(json_object_get(row, "conflicts"), i, remark)
	{
		const char *result = ctl_text(remark, "result");

		printf("%s%s %lld: %s%s%s%s\n", ctl_bold(), table, number,
		       say(online, "conflict-", ctl_text(remark, "what")), result ? " " : "",
		       result ? result : "", ctl_plain());
	}
}

/* What of a file was of no use goes where errors go: it is no part of the answer. */
static void print_unused(const json_t *answer, const struct ctl_online *online, const char *file)
{
	const json_t *unused;
	size_t i;

	json_array_foreach(json_object_get(answer, "unused"), i, unused)
	{
		json_int_t line = ctl_integer(unused, "line");

		fprintf(stderr, "%s:", file);
		if (line > 0)
			fprintf(stderr, "%lld:", (long long)line);
		fprintf(stderr, " %s: %s\n", say(online, "", "unused-line"),
			ctl_text(unused, "why"));
	}
}

static void print_unfinished(const json_t *answer, const struct ctl_online *online)
{
	const json_t *table;
	size_t i;

	json_array_foreach(json_object_get(answer, "unfinished"), i, table)
		printf("%s %lld: %s\n", catalogue_text(online->language, CATALOGUE_WORD, "table"),
		       (long long)json_integer_value(table), say(online, "", "unfinished"));
}

static void print_round(const json_t *answer, const struct ctl_online *online)
{
	const char *names[] = {say(online, "", "tables"), say(online, "", "white"),
			       say(online, "", "black"),  say(online, "", "result"),
			       say(online, "", "game"),   NULL};
	const json_t *rows = json_object_get(answer, "tables"), *row;
	struct ctl_table table;
	size_t i;

	printf("%s%s %lld%s, %s\n", ctl_bold(), say(online, "", "round"),
	       (long long)ctl_integer(answer, "round"), ctl_plain(),
	       say(online, "", ctl_text(answer, "state")));
	if (json_array_size(rows) == 0) {
		puts(say(online, "", "empty"));
		return;
	}
	ctl_table_begin(&table, names);
	json_array_foreach(rows, i, row) add_table(&table, row, online);
	ctl_table_end(&table);
	json_array_foreach(rows, i, row) print_remarks(row, online);
	print_unfinished(answer, online);
	if (json_is_true(json_object_get(answer, "restart")))
		puts(catalogue_text(online->language, CATALOGUE_KIND, "colours-reversed-restart"));
}

/* --- files --- */

/* Puts a file behind what is there. Its length, or -1 when a line has said what is wrong. */
static long copy_file(const char *path, int to)
{
	FILE *from = strcmp(path, "-") == 0 ? stdin : fopen(path, "re");
	char bytes[65536];
	size_t len, sum = 0;
	bool is_good = from != NULL;

	while (is_good && (len = fread(bytes, 1, sizeof(bytes), from)) > 0) {
		sum += len;
		is_good = sum <= PAIRING_BYTES_MAX && write(to, bytes, len) == (ssize_t)len;
	}
	if (from && ferror(from))
		is_good = false;
	if (!is_good)
		ctl_fail(CTL_BAD_INPUT, "%s: %s", path,
			 sum > PAIRING_BYTES_MAX ? "it is longer than 2 MiB" : strerror(errno));
	else if (sum == 0)
		ctl_fail(CTL_BAD_INPUT, "%s: the file is empty", path);
	if (from && from != stdin)
		fclose(from);
	return is_good && sum > 0 ? (long)sum : -1;
}

/* A file in memory with the bytes of both, and what the daemon must know of it. */
static int pass_files(const char *pairings, const char *players, json_t *param)
{
	int fd = memfd_create("pairings", MFD_CLOEXEC);
	long len = fd >= 0 ? copy_file(pairings, fd) : -1;
	long more = len > 0 && players ? copy_file(players, fd) : 0;

	if (len <= 0 || more < 0) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	json_object_set_new(param, "pairings", json_integer(len));
	if (players)
		json_object_set_new(param, "players", json_integer(more));
	json_object_set_new(param, "name", json_string(pairings));
	return fd;
}

/* --- asking --- */

/* Takes the parameters. */
static int ask(const struct ctl_online *online, json_t *param, const char *file)
{
	int fd = -1;
	json_t *answer;

	if (file) {
		fd = pass_files(file, online->players, param);
		if (fd < 0) {
			json_decref(param);
			return CTL_BAD_INPUT;
		}
	}
	if (online->by)
		json_object_set_new(param, "by", json_string(online->by));
	answer = ctl_online_ask(online, "round", param, fd);
	if (fd >= 0)
		close(fd);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online->json)
		ctl_online_print(answer);
	else
		print_round(answer, online);
	if (file && !online->json)
		print_unused(answer, online, file);
	json_decref(answer);
	return CTL_DONE;
}

static int bad_number(const char *word)
{
	return ctl_fail(CTL_BAD_CALL, "round: '%s' is not a number (see boardctl round --help)",
			word);
}

/* A number of the line under its name. False: it is none, and that is said. */
static bool set_number(json_t *param, const char *key, const char *word)
{
	uint64_t number;

	if (!ctl_number(word, &number)) {
		bad_number(word);
		return false;
	}
	json_object_set_new(param, key, json_integer((json_int_t)number));
	return true;
}

/* "4,7": tables. False: something in it is no number, and that is said. */
static bool set_abandon(json_t *param, const char *list)
{
	json_t *tables = json_array();

	while (*list != '\0') {
		size_t len = strcspn(list, ",");
		char word[24];
		uint64_t number;

		snprintf(word, sizeof(word), "%.*s", (int)(len < 23 ? len : 23), list);
		if (!ctl_number(word, &number)) {
			json_decref(tables);
			bad_number(word);
			return false;
		}
		json_array_append_new(tables, json_integer((json_int_t)number));
		list += len + (list[len] == ',');
	}
	json_object_set_new(param, "abandon", tables);
	return true;
}

static bool is_color(const char *word)
{
	return strcmp(word, "white") == 0 || strcmp(word, "black") == 0 ||
	       strcmp(word, "both") == 0;
}

struct command {
	const char *name;
	int least, most; /* words behind it */
	const char *key; /* the first of them is a number of this name; NULL: a file */
};

static const struct command commands[] = {
	{"show", 0, 1, "show"},       {"start", 1, 1, "start"}, {"pairings", 1, 1, NULL},
	{"confirm", 0, 1, "confirm"}, {"swap", 1, 1, "swap"},   {"absent", 2, 2, "absent"},
	{"present", 1, 1, "present"}, {"end", 0, 0, "end"},     {"back", 0, 0, "back"},
};

static int run(const struct ctl_online *online, const struct command *command)
{
	bool is_start = strcmp(command->name, "start") == 0;
	const char *first = online->count > 1 ? online->words[1] : NULL;
	const char *file = is_start ? online->pairings : !command->key ? first : NULL;
	json_t *param = json_object();
	bool is_good = true;

	if (first && command->key)
		is_good = set_number(param, command->key, first);
	else if (command->key && strcmp(command->name, "show") != 0)
		json_object_set_new(param, command->key, json_true());
	if (is_good && online->round)
		is_good = set_number(param, "round", online->round);
	if (is_good && online->abandon)
		is_good = set_abandon(param, online->abandon);
	if (is_good && online->count > 2 && !is_color(online->words[2])) {
		ctl_fail(CTL_BAD_CALL, "round: '%s' is not white, black or both", online->words[2]);
		is_good = false;
	} else if (online->count > 2) {
		json_object_set_new(param, "color", json_string(online->words[2]));
	}
	if (online->force)
		json_object_set_new(param, "force", json_true());
	if (!is_good) {
		json_decref(param);
		return CTL_BAD_CALL;
	}
	return ask(online, param, file);
}

int ctl_round(int argc, char **argv)
{
	struct ctl_online online;
	char *show[] = {"show"};

	if (ctl_online_read(&online, argc, argv, "blfPTray", 0, 3) != CTL_DONE)
		return CTL_BAD_CALL;
	if (online.count == 0) {
		online.words = show;
		online.count = 1;
	}
	if (strcmp(online.words[0], "clocks") == 0 && online.count == 1)
		return ctl_round_clocks(&online);
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(online.words[0], commands[i].name) == 0 &&
		    online.count > commands[i].least && online.count <= commands[i].most + 1)
			return run(&online, &commands[i]);
	return ctl_fail(CTL_BAD_CALL, "round: show, start N, pairings FILE, confirm, swap, absent, "
				      "present, clocks, end or back (see boardctl round --help)");
}
