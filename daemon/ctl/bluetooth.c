/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"

const char ctl_bluetooth_help[] =
	"Boards on Bluetooth. Without words: those that are known or in reach.\n"
	"\n"
	"  scan [SECONDS]          look for boards, for ten seconds unless given\n"
	"  pair ADDRESS [PIN]      from now on the board is used whenever it is there; the PIN\n"
	"                          of its maker unless given\n"
	"  forget ADDRESS          and no longer\n"
	"\n"
	"Switch the board on before you look for it, and close the programs and telephones\n"
	"that use it: a board speaks with one at a time.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl bluetooth scan\n"
	"  boardctl bluetooth pair AA:BB:CC:DD:EE:FF\n";

#define ASK_AGAIN_NS 300000000L
#define PAIR_TRIES   250 /* more than a minute: somebody may have to push a button */

static void pause_a_little(void)
{
	nanosleep(&(struct timespec){.tv_nsec = ASK_AGAIN_NS}, NULL);
}

static json_t *ask(const struct ctl_online *online, json_t *param)
{
	return ctl_online_ask(online, "bluetooth", param, -1);
}

static const json_t *find(const json_t *answer, const char *address)
{
	const json_t *board;
	size_t i;

	json_array_foreach(json_object_get(answer, "boards"), i,
			   board) if (ctl_text(board, "address") &&
				      strcasecmp(ctl_text(board, "address"), address) ==
					      0) return board;
	return NULL;
}

/* --- showing --- */

static void add_number(struct ctl_table *table, const json_t *board, const char *key,
		       const char *unit)
{
	char text[32];

	if (!json_object_get(board, key)) {
		ctl_table_add(table, NULL);
		return;
	}
	snprintf(text, sizeof(text), "%lld %s", (long long)ctl_integer(board, key), unit);
	ctl_table_add(table, text);
}

static void show_boards(const json_t *answer)
{
	static const char *const names[] = {"ADDRESS", "NAME",   "MAKE", "STATE",
					    "BATTERY", "SIGNAL", NULL};
	const json_t *board;
	struct ctl_table table;
	size_t i;

	ctl_table_begin(&table, names);
	json_array_foreach(json_object_get(answer, "boards"), i, board)
	{
		bool is_open = json_is_true(json_object_get(board, "open"));

		ctl_table_add(&table, ctl_text(board, "address"));
		ctl_table_add(&table, ctl_text(board, "name"));
		ctl_table_add(&table, ctl_text(board, "make"));
		ctl_table_add(&table, is_open ? "open" : ctl_text(board, "state"));
		add_number(&table, board, "battery", "%");
		add_number(&table, board, "signal_dbm", "dBm");
	}
	ctl_table_end(&table);
}

static int show(const struct ctl_online *online, const json_t *answer)
{
	const char *state = ctl_text(answer, "bluetooth");

	if (online->json) {
		ctl_online_print(answer);
		return CTL_DONE;
	}
	if (state && strcmp(state, "no-bluez") == 0)
		puts("BlueZ does not run here: apt install bluez, and start it.");
	else if (state && strcmp(state, "no-radio") == 0)
		puts("This machine has no Bluetooth.");
	else if (state && strcmp(state, "off") == 0)
		puts("Bluetooth is switched off: bluetoothctl power on");
	if (json_array_size(json_object_get(answer, "boards")) > 0)
		show_boards(answer);
	else
		puts("No board is known, and none in reach.");
	return CTL_DONE;
}

/* --- doing --- */

static int scan(const struct ctl_online *online)
{
	uint64_t seconds = 10;
	json_t *answer;
	int status;

	if (online->count > 1 && !ctl_number(online->words[1], &seconds))
		return ctl_fail(CTL_BAD_CALL, "bluetooth: '%s' is no number of seconds",
				online->words[1]);
	answer = ask(online, json_pack("{s:s, s:I}", "do", "scan", "seconds", (json_int_t)seconds));
	while (answer && json_is_true(json_object_get(answer, "scanning"))) {
		json_decref(answer);
		pause_a_little();
		answer = ask(online, NULL);
	}
	if (!answer)
		return CTL_BAD_INPUT;
	status = show(online, answer);
	json_decref(answer);
	return status;
}

/* How it ended; NULL: nobody knows yet. */
static const char *end_of(const json_t *answer, const char *address)
{
	const char *state = ctl_text(find(answer, address), "state");

	return state && (strcmp(state, "paired") == 0 || strcmp(state, "failed") == 0) ? state
										       : NULL;
}

static int say_paired(const struct ctl_online *online, const json_t *answer, const char *address)
{
	const json_t *board = find(answer, address);
	const char *why = ctl_text(board, "why"), *state = end_of(answer, address);

	if (!state)
		return ctl_fail(CTL_BAD_INPUT, "%s: it has not answered; is it switched on?",
				address);
	if (strcmp(state, "failed") == 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", address, why ? why : "refused");
	if (online->json)
		ctl_online_print(answer);
	else
		printf("%s (%s) is paired, and used when it is there.\n", ctl_text(board, "name"),
		       address);
	return CTL_DONE;
}

static int pair(const struct ctl_online *online)
{
	const char *address = online->words[1];
	json_t *answer = ask(online, json_pack("{s:s, s:s, s:s*}", "do", "pair", "address", address,
					       "pin", online->count > 2 ? online->words[2] : NULL));
	int status;

	for (int i = 0; i < PAIR_TRIES && answer && !end_of(answer, address); i++) {
		json_decref(answer);
		pause_a_little();
		answer = ask(online, NULL);
	}
	if (!answer)
		return CTL_BAD_INPUT;
	status = say_paired(online, answer, address);
	json_decref(answer);
	return status;
}

static int forget(const struct ctl_online *online)
{
	const char *address = online->words[1];
	json_t *answer = ask(online, json_pack("{s:s, s:s}", "do", "forget", "address", address));

	if (!answer)
		return CTL_BAD_INPUT;
	if (online->json)
		ctl_online_print(answer);
	else
		printf("%s is forgotten.\n", address);
	json_decref(answer);
	return CTL_DONE;
}

static int list(const struct ctl_online *online)
{
	json_t *answer = ask(online, NULL);
	int status = answer ? show(online, answer) : CTL_BAD_INPUT;

	json_decref(answer);
	return status;
}

int ctl_bluetooth(int argc, char **argv)
{
	struct ctl_online online;
	const char *what;

	if (ctl_online_read(&online, argc, argv, "", 0, 3) != CTL_DONE)
		return CTL_BAD_CALL;
	if (online.count == 0)
		return list(&online);
	what = online.words[0];
	if (strcmp(what, "scan") == 0 && online.count <= 2)
		return scan(&online);
	if (strcmp(what, "pair") == 0 && online.count >= 2)
		return pair(&online);
	if (strcmp(what, "forget") == 0 && online.count == 2)
		return forget(&online);
	return ctl_fail(CTL_BAD_CALL,
			"bluetooth: scan [SECONDS], pair ADDRESS [PIN] or forget ADDRESS");
}
