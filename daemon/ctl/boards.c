/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"

const char ctl_boards_help[] =
	"The tables and their boards: whose board it is, how it is connected, its battery, is\n"
	"it there, which game is on it, how far it is, and what the clocks show.\n"
	"\n"
	"  blink BOARD     the lights of a board blink for ten seconds, so that it is found\n"
	"                  among others of its kind\n"
	"\n" CTL_ONLINE_HELP "  --lang LANG     words and letters: en, da or no\n"
	"\n"
	"Examples:\n"
	"  boardctl boards\n"
	"  boardctl boards blink 3\n"
	"  boardctl boards --json | jq '.boards[] | select(.health != \"alive\") | .table'\n";

const char ctl_status_help[] =
	"How the daemon is: its version, since when it runs, where its page is, how the\n"
	"journal and the disk are.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl status\n";

const char ctl_game_help[] =
	"A game: of a board (its ID or its table) the one that is on it, or any game of the\n"
	"journal by its GID. Shows players, position, moves, irregularities and decisions.\n"
	"\n" CTL_ONLINE_HELP "  --lang LANG     words and letters: en, da or no\n"
	"  --pgn           the game as PGN\n"
	"\n"
	"Examples:\n"
	"  boardctl game 1\n"
	"  boardctl game 12345 --pgn >> round1.pgn\n"
	"  boardctl game local-20260131-r1-b1-1\n";

/* --- boards --- */

static const char *name_of(const json_t *game, const char *color)
{
	const char *name = ctl_text(json_object_get(game, color), "name");

	return name ? name : "N.N.";
}

static void add_game(struct ctl_table *table, const json_t *game, const char *state)
{
	char text[256];

	if (!json_is_object(game)) {
		ctl_table_add(table, NULL);
		ctl_table_add(table, NULL);
		return;
	}
	ctl_table_add(table, state);
	snprintf(text, sizeof(text), "%s - %s", name_of(game, "white"), name_of(game, "black"));
	ctl_table_add(table, text);
}

/* How full it is, and how well its radio is heard; NULL: it says neither. */
static void add_power(struct ctl_table *table, const json_t *board)
{
	char text[48] = "";
	size_t len = 0;

	if (json_is_integer(json_object_get(board, "battery")))
		len = (size_t)snprintf(text, sizeof(text), "%lld %%",
				       (long long)ctl_integer(board, "battery"));
	if (json_is_integer(json_object_get(board, "signal_dbm")))
		snprintf(text + len, sizeof(text) - len, "%s%lld dBm", len > 0 ? " " : "",
			 (long long)ctl_integer(board, "signal_dbm"));
	ctl_table_add(table, text[0] != '\0' ? text : NULL);
}

static void add_board(struct ctl_table *table, const json_t *board,
		      enum catalogue_language language)
{
	const json_t *game = json_object_get(board, "game"),
		     *clock = json_object_get(board, "clock");
	const char *result = ctl_text(game, "result"), *state = ctl_text(game, "state");
	const char *san = ctl_text(game, "san");
	bool is_over = state && strcmp(state, "ended") == 0;
	char text[64], white[CTL_CLOCK_MAX], black[CTL_CLOCK_MAX], move[CTL_SAN_MAX] = "";

	snprintf(text, sizeof(text), "%lld", (long long)ctl_integer(board, "table"));
	ctl_table_add(table, text);
	ctl_table_add(table, ctl_text(board, "board"));
	ctl_table_add(table, ctl_text(board, "make"));
	ctl_table_add(table, ctl_text(board, "transport"));
	add_power(table, board);
	ctl_table_add(table, ctl_text(board, "health"));
	add_game(table, game, is_over && result ? result : state);
	if (san)
		ctl_san(san, ctl_text(game, "fen"), language, move);
	ctl_table_add(table, move);
	ctl_clock(json_object_get(clock, "white"), white);
	ctl_clock(json_object_get(clock, "black"), black);
	snprintf(text, sizeof(text), "%s %s", white, black);
	ctl_table_add(table, json_is_object(clock) ? text : NULL);
	snprintf(text, sizeof(text), "%lld", (long long)ctl_integer(game, "irregularities"));
	ctl_table_add(table, ctl_integer(game, "irregularities") > 0 ? text : NULL);
}

static int blink(const struct ctl_online *online)
{
	json_t *answer;

	if (online->count != 2 || strcmp(online->words[0], "blink") != 0)
		return ctl_fail(CTL_BAD_CALL, "boards: 'blink BOARD' is all it can do");
	answer = ctl_online_ask(online, "blink", json_pack("{s:s}", "board", online->words[1]), -1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online->json)
		ctl_online_print(answer);
	else
		printf("%s blinks for %lld seconds.\n", online->words[1],
		       (long long)ctl_integer(answer, "seconds"));
	json_decref(answer);
	return CTL_DONE;
}

int ctl_boards(int argc, char **argv)
{
	static const char *const names[] = {"TABLE", "BOARD",   "MAKE", "LINK",  "POWER", "HEALTH",
					    "GAME",  "PLAYERS", "MOVE", "CLOCK", "OPEN",  NULL};
	struct ctl_online online;
	struct ctl_table table;
	json_t *answer, *board;
	size_t i;

	if (ctl_online_read(&online, argc, argv, "l", 0, 2) != CTL_DONE)
		return CTL_BAD_CALL;
	if (online.count > 0)
		return blink(&online);
	answer = ctl_online_ask(&online, "boards", NULL, -1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online.json) {
		ctl_online_print(answer);
	} else if (json_array_size(json_object_get(answer, "boards")) == 0) {
		puts("No board is there yet (see boardctl doctor).");
	} else {
		ctl_table_begin(&table, names);
		json_array_foreach(json_object_get(answer, "boards"), i, board)
			add_board(&table, board, online.language);
		ctl_table_end(&table);
	}
	json_decref(answer);
	return CTL_DONE;
}

/* --- status --- */

static void print_uptime(long long s)
{
	fputs("Running for    ", stdout);
	if (s >= 86400)
		printf("%lld d ", s / 86400);
	printf("%lld:%02lld:%02lld\n", s / 3600 % 24, s / 60 % 60, s % 60);
}

/* The senders (Lichess, upload, MQTT), where they are configured. */
static void show_senders(const json_t *status)
{
	const json_t *lichess = json_object_get(status, "lichess");
	const json_t *upload = json_object_get(status, "upload");
	const json_t *mqtt = json_object_get(status, "mqtt"), *game;
	const char *why = json_string_value(json_object_get(lichess, "why"));
	size_t i;

	if (json_is_object(lichess))
		printf("Lichess        %s\n", why ? why : "games are sent");
	json_array_foreach(json_object_get(lichess, "games"), i,
			   game) if (json_is_string(json_object_get(game, "problem")))
		printf("               table %lld: %s\n", (long long)ctl_integer(game, "table"),
		       ctl_text(game, "problem"));
	why = json_string_value(json_object_get(upload, "why"));
	if (json_is_object(upload))
		printf("Upload         %s, %lld files sent, %lld wait\n", why ? why : "in order",
		       (long long)ctl_integer(upload, "stored"),
		       (long long)ctl_integer(upload, "waiting"));
	why = json_string_value(json_object_get(mqtt, "why"));
	if (json_is_true(json_object_get(mqtt, "ready")))
		printf("MQTT           connected, report %lld\n",
		       (long long)ctl_integer(mqtt, "acked"));
	else if (json_is_object(mqtt))
		printf("MQTT           %s\n", why ? why : "not connected yet");
}

/* Outputs that stop before the end of a game. */
static void show_halts(const json_t *status)
{
	json_t *halt, *output;
	size_t i, j;

	json_array_foreach(json_object_get(status, "halts"), i, halt)
	{
		printf("%sStopped%s        table %lld before ply %lld (%s):", ctl_bold(),
		       ctl_plain(), (long long)ctl_integer(halt, "table"),
		       (long long)ctl_integer(halt, "ply"),
		       json_is_true(json_object_get(halt, "illegal"))
			       ? "an illegal move that stands"
			       : "the position is another");
		json_array_foreach(json_object_get(halt, "outputs"), j, output)
			printf(" %s", json_string_value(output));
		putchar('\n');
	}
}

static void show_backup(const json_t *backup)
{
	const char *last = ctl_text(backup, "last"), *failing = ctl_text(backup, "failing");
	char when[CTL_TIME_MAX];

	if (ctl_integer(backup, "every_s") == 0)
		return;
	printf("Backup         ");
	if (last) {
		ctl_time(last, true, when);
		printf("last %s, in %s", when, ctl_text(backup, "folder"));
	} else {
		printf("none yet in %s", ctl_text(backup, "folder"));
	}
	if (failing)
		printf(", %sFAILS%s: %s", ctl_bold(), ctl_plain(), failing);
	putchar('\n');
}

static void show_status(const json_t *status)
{
	double scale = json_real_value(json_object_get(status, "time_scale"));
	json_int_t waiting = ctl_integer(status, "journal_waiting_bytes");

	printf("Version        %s\n", ctl_text(status, "version"));
	print_uptime(ctl_integer(status, "uptime_s"));
	printf("Page           %s\n", ctl_text(status, "address"));
	printf("Tables         %lld\n", (long long)ctl_integer(status, "tables"));
	printf("Round          %lld\n", (long long)ctl_integer(status, "round"));
	printf("Journal        %s, report %lld", ctl_text(status, "journal"),
	       (long long)ctl_integer(status, "last"));
	if (json_is_true(json_object_get(status, "journal_failing")))
		printf(", %sCANNOT BE WRITTEN%s, %lld bytes wait", ctl_bold(), ctl_plain(),
		       (long long)waiting);
	putchar('\n');
	printf("Disk           %lld %% free\n",
	       (long long)ctl_integer(status, "disk_free_percent"));
	show_backup(json_object_get(status, "backup"));
	printf("Machine clock  %s\n", json_is_true(json_object_get(status, "clock_synced"))
					      ? "synchronised"
					      : "not synchronised");
	if (scale < 1.0 || scale > 1.0)
		printf("Time           runs %g times as fast\n", scale);
	show_senders(status);
	show_halts(status);
}

int ctl_status(int argc, char **argv)
{
	struct ctl_online online;
	json_t *answer;

	if (ctl_online_read(&online, argc, argv, "", 0, 0) != CTL_DONE)
		return CTL_BAD_CALL;
	answer = ctl_online_ask(&online, "status", NULL, -1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online.json)
		ctl_online_print(answer);
	else
		show_status(answer);
	json_decref(answer);
	return CTL_DONE;
}

/* --- a game --- */

static void show_head(const json_t *game, enum catalogue_language language)
{
	const char *result = ctl_text(game, "result"), *reason = ctl_text(game, "reason");
	char when[CTL_TIME_MAX];

	printf("%s%s - %s%s  %s\n", ctl_bold(), name_of(game, "white"), name_of(game, "black"),
	       ctl_plain(), ctl_text(game, "game"));
	printf("%s %lld, %s %s; Laws of %s, %s%s\n",
	       catalogue_text(language, CATALOGUE_WORD, "table"),
	       (long long)ctl_integer(game, "table"),
	       catalogue_text(language, CATALOGUE_WORD, "board"), ctl_text(game, "board"),
	       ctl_text(game, "laws"), ctl_text(game, "mode"),
	       json_is_true(json_object_get(game, "supervised")) ? "" : ", not supervised");
	ctl_time(ctl_text(game, "started"), true, when);
	printf("%s: %s\n", catalogue_text(language, CATALOGUE_GAME, "started"), when);
	if (result && strcmp(result, "*") != 0)
		printf("%s%s%s %s\n", ctl_bold(), result, ctl_plain(),
		       reason ? catalogue_text(language, CATALOGUE_REASON, reason) : "");
}

static void show_moves(const json_t *game, enum catalogue_language language)
{
	json_t *move;
	size_t i, column = 0;

	json_array_foreach(json_object_get(game, "moves"), i, move)
	{
		const char *san = ctl_text(move, "san");
		char text[CTL_SAN_MAX], letters[CTL_SAN_MAX] = "--";
		const char *fen = ctl_text(move, "fen");

		if (san)
			ctl_letters(san, language, letters);
		/* Black's moves have a number at the beginning only. */
		if (i == 0 || (fen && strstr(fen, " b ")))
			ctl_san(san ? san : "--", fen, language, text);
		else
			snprintf(text, sizeof(text), "%s", letters);
		if (column + strlen(text) > 76) {
			putchar('\n');
			column = 0;
		}
		column += (size_t)printf("%s%s", column > 0 ? " " : "", text);
	}
	if (column > 0)
		putchar('\n');
}

static void show_irregularities(const json_t *game, enum catalogue_language language)
{
	json_t *one;
	size_t i;

	json_array_foreach(json_object_get(game, "irregularities"), i, one)
	{
		const char *kind = ctl_text(one, "kind"), *color = ctl_text(one, "color");
		const char *state = ctl_text(one, "state"), *remedy = ctl_text(one, "remedy");
		char when[CTL_TIME_MAX];

		ctl_time(ctl_text(one, "time"), false, when);
		printf("%s  %s%lld. %s %s, %s: %s%s%s%s [%s]\n", when, ctl_bold(),
		       (long long)ctl_integer(one, "id"),
		       catalogue_text(language, CATALOGUE_WORD, "article"),
		       ctl_text(one, "article"),
		       catalogue_text(language, CATALOGUE_WORD, color ? color : "both"),
		       catalogue_text(language, CATALOGUE_KIND, kind ? kind : ""), ctl_plain(),
		       remedy ? " " : "",
		       remedy ? catalogue_text(language, CATALOGUE_REMEDY, remedy) : "",
		       catalogue_text(language, CATALOGUE_FINDING, state ? state : "open"));
	}
}

static void show_decisions(const json_t *game)
{
	json_t *one;
	size_t i;

	json_array_foreach(json_object_get(game, "decisions"), i, one)
	{
		char when[CTL_TIME_MAX];

		ctl_time(ctl_text(one, "time"), false, when);
		printf("%s  %lld %s: %s%s\n", when, (long long)ctl_integer(one, "seq"),
		       ctl_text(one, "by"), ctl_text(one, "action"),
		       json_is_true(json_object_get(one, "undone")) ? " (undone)" : "");
	}
}

static void show_game(const json_t *game, enum catalogue_language language)
{
	const json_t *clock = json_object_get(game, "clock");
	char white[CTL_CLOCK_MAX], black[CTL_CLOCK_MAX];

	show_head(game, language);
	putchar('\n');
	ctl_draw(ctl_text(game, "fen"), language);
	putchar('\n');
	if (json_is_object(clock)) {
		ctl_clock(json_object_get(clock, "white"), white);
		ctl_clock(json_object_get(clock, "black"), black);
		printf("%s %s  %s %s\n\n", catalogue_text(language, CATALOGUE_WORD, "white"), white,
		       catalogue_text(language, CATALOGUE_WORD, "black"), black);
	}
	show_moves(game, language);
	show_irregularities(game, language);
	show_decisions(game);
}

static bool has_board(const struct ctl_online *online, const char *name, bool *ret_failed)
{
	json_t *answer = ctl_online_ask(online, "boards", NULL, -1), *board;
	bool is_there = false;
	size_t i;

	*ret_failed = !answer;
	json_array_foreach(json_object_get(answer, "boards"), i, board)
	{
		const char *id = ctl_text(board, "board");
		char table[24];

		snprintf(table, sizeof(table), "%lld", (long long)ctl_integer(board, "table"));
		is_there |= (id && strcmp(id, name) == 0) || strcmp(table, name) == 0;
	}
	json_decref(answer);
	return is_there;
}

int ctl_game(int argc, char **argv)
{
	struct ctl_online online;
	json_t *answer;
	bool is_board, has_failed;

	if (ctl_online_read(&online, argc, argv, "lp", 1, 1) != CTL_DONE)
		return CTL_BAD_CALL;
	is_board = has_board(&online, online.words[0], &has_failed);
	if (has_failed)
		return CTL_BAD_INPUT;
	answer = ctl_online_ask(&online, "game",
				json_pack("{s:s, s:b, s:b}", is_board ? "board" : "game",
					  online.words[0], "pgn", online.pgn, "fens", true),
				-1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online.json)
		ctl_online_print(answer);
	else if (online.pgn)
		fputs(json_string_value(answer), stdout);
	else
		show_game(answer, online.language);
	json_decref(answer);
	return CTL_DONE;
}
