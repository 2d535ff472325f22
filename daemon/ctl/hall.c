/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"

const char ctl_assign_help[] =
	"A board and its clock go to another table, whose game goes on with them: a board\n"
	"can be replaced in mid-game. The board that was there goes to the table that\n"
	"became free.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl assign 12345 3\n";

const char ctl_login_help[] =
	"Lets a person decide on the arbiter's page: prints a link that is good once and\n"
	"for a short while. What is decided carries the name.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl login 'Anna Hansen'\n";

const char ctl_logout_help[] = "Ends all that a person has on the arbiter's page, at once.\n"
			       "\n" CTL_ONLINE_HELP "\n"
			       "Examples:\n"
			       "  boardctl logout 'Anna Hansen'\n";

const char ctl_forget_help[] =
	"Puts N.N. and a number in the place of a player's name in all that the journal has,\n"
	"and 1 for the FIDE number. The moves stay, and so does the proof that they\n"
	"are as they were written. PLAYER is the whole name, as in the pairings; it is shown\n"
	"where it was found, and asked whether that is meant. This cannot be taken back;\n"
	"copies made before keep the name.\n"
	"\n" CTL_ONLINE_HELP "  --yes           do not ask\n"
	"\n"
	"Examples:\n"
	"  boardctl forget 'Hansen, Anna'\n";

const char ctl_act_help[] =
	"An arbiter's action at a board (its ID or its table). It is written down with its\n"
	"author, and can be taken back with undo and the number that is printed.\n"
	"\n"
	"  adjust COLOR                     a player says j'adoube\n"
	"  claim COLOR WHAT                 a player claims: touch-move, threefold, ...\n"
	"  uphold [ID], dismiss [ID]        rules on an irregularity\n"
	"  set-move PLY UCI, takeback [N]   corrects the game\n"
	"  set-position FEN                 the game goes on from there\n"
	"  choose N                         of what boardd is unsure about\n"
	"  result R [REASON]                1-0, 0-1, 1/2-1/2, ...\n"
	"  penalty COLOR ITEM               warning, time, ...\n"
	"  note TEXT, new-game, undo SEQ\n"
	"  clock WHITE BLACK [RUNNING]      sets the clock by wire, times as 1:30:00; white or\n"
	"                                   black runs then. It is shown first and sent once\n"
	"\n" CTL_ONLINE_HELP
	"  --by NAME       who decides; the user of this machine unless given\n"
	"  --yes           clock: do not ask\n"
	"\n"
	"Examples:\n"
	"  boardctl act 1 claim white touch-move\n"
	"  boardctl act 12345 result 1-0 resignation\n";

#define CLOCK_TRIES    40
#define CLOCK_AGAIN_NS 250000000L

/*
 * What most of these do: ask, and print the answer for programs or a line for
 * people. param: taken; NULL: jansson could not make it of the words.
 */
static int ask_and_say(const struct ctl_online *online, const char *call, json_t *param,
		       void (*say)(const json_t *answer))
{
	json_t *answer;

	if (!param)
		return ctl_fail(CTL_BAD_CALL, "%s: what you wrote is not UTF-8", call);
	answer = ctl_online_ask(online, call, param, -1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online->json)
		ctl_online_print(answer);
	else
		say(answer);
	json_decref(answer);
	return CTL_DONE;
}

static int bad_number(const char *command, const char *word)
{
	return ctl_fail(CTL_BAD_CALL, "%s: '%s' is not a number (see boardctl %s --help)", command,
			word, command);
}

/* --- tables --- */

static void say_table(const json_t *answer)
{
	printf("The board is at table %lld.\n", (long long)ctl_integer(answer, "table"));
}

int ctl_assign(int argc, char **argv)
{
	struct ctl_online online;
	uint64_t number;

	if (ctl_online_read(&online, argc, argv, "", 2, 2) != CTL_DONE)
		return CTL_BAD_CALL;
	if (!ctl_number(online.words[1], &number))
		return bad_number("assign", online.words[1]);
	return ask_and_say(
		&online, "assign",
		json_pack("{s:s, s:I}", "board", online.words[0], "table", (json_int_t)number),
		say_table);
}

/* --- people --- */

static void say_link(const json_t *answer)
{
	puts(ctl_text(answer, "link"));
}

int ctl_login(int argc, char **argv)
{
	struct ctl_online online;

	if (ctl_online_read(&online, argc, argv, "", 1, 1) != CTL_DONE)
		return CTL_BAD_CALL;
	return ask_and_say(&online, "login", json_pack("{s:s}", "name", online.words[0]), say_link);
}

static void say_gone(const json_t *answer)
{
	printf("%s is logged out.\n", ctl_text(answer, "name"));
}

int ctl_logout(int argc, char **argv)
{
	struct ctl_online online;

	if (ctl_online_read(&online, argc, argv, "", 1, 1) != CTL_DONE)
		return CTL_BAD_CALL;
	return ask_and_say(&online, "logout", json_pack("{s:s}", "name", online.words[0]),
			   say_gone);
}

static void say_forgotten(const json_t *answer)
{
	printf("%s is %s from now on.\n", ctl_text(answer, "player"), ctl_text(answer, "word"));
}

/* Only a person at a terminal can be asked. */
static bool is_meant(const char *player, json_int_t found)
{
	char line[16] = "";

	printf("%s: named in %lld inputs of the journal.\nForget this player? [y/N] ", player,
	       (long long)found);
	fflush(stdout);
	return fgets(line, sizeof(line), stdin) && (line[0] == 'y' || line[0] == 'Y');
}

int ctl_forget(int argc, char **argv)
{
	struct ctl_online online;
	json_t *found;
	bool is_sure;

	if (ctl_online_read(&online, argc, argv, "y", 1, 1) != CTL_DONE)
		return CTL_BAD_CALL;
	if (!online.yes && !isatty(STDIN_FILENO))
		return ctl_fail(CTL_BAD_CALL, "forget: nobody can be asked here: give --yes");
	found = ctl_online_ask(&online, "forget", json_pack("{s:s}", "player", online.words[0]),
			       -1);
	if (!found)
		return CTL_BAD_INPUT;
	is_sure = online.yes || is_meant(online.words[0], ctl_integer(found, "found"));
	json_decref(found);
	if (!is_sure)
		return ctl_fail(CTL_BAD_INPUT, "nothing was forgotten");
	return ask_and_say(&online, "forget",
			   json_pack("{s:s, s:b}", "player", online.words[0], "confirmed", 1),
			   say_forgotten);
}

/* --- deciding --- */

static void say_decision(const json_t *answer)
{
	printf("Decision %lld\n", (long long)ctl_integer(answer, "seq"));
}

/* The words with a blank between them, to be freed; NULL: no memory. */
static char *join(int count, char **words)
{
	size_t len = 1;
	char *text, *end;

	for (int i = 0; i < count; i++)
		len += strlen(words[i]) + 1;
	text = malloc(len);
	if (!text)
		return NULL;
	end = text;
	for (int i = 0; i < count; i++)
		end += sprintf(end, "%s%s", i > 0 ? " " : "", words[i]);
	return text;
}

/* Only a person at a terminal can be asked. */
static bool is_meant_for_clock(const struct ctl_online *online)
{
	char line[16] = "";

	printf("%s: White %s, Black %s, %s%s.\nSet the clock? [y/N] ", online->words[0],
	       online->count > 2 ? online->words[2] : "-",
	       online->count > 3 ? online->words[3] : "-",
	       online->count > 4 ? online->words[4] : "nobody", online->count > 4 ? " runs" : "");
	fflush(stdout);
	return fgets(line, sizeof(line), stdin) && (line[0] == 'y' || line[0] == 'Y');
}

/* Has the clock acknowledged it? */
static int say_clock(const struct ctl_online *online)
{
	char word[16] = "sent";

	for (int i = 0; i < CLOCK_TRIES && strcmp(word, "sent") == 0; i++) {
		json_t *answer = ctl_online_ask(online, "board",
						json_pack("{s:s}", "board", online->words[0]), -1);
		const char *told = ctl_text(answer, "clock_order");

		snprintf(word, sizeof(word), "%s",
			 told ? told : "sent"); /* a hub may not know yet */
		json_decref(answer);
		if (strcmp(word, "sent") == 0)
			nanosleep(&(struct timespec){.tv_nsec = CLOCK_AGAIN_NS}, NULL);
	}
	if (strcmp(word, "set") != 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: the clock has not acknowledged it: look at it",
				online->words[0]);
	if (!online->json)
		puts("The clock has acknowledged it.");
	return CTL_DONE;
}

int ctl_act(int argc, char **argv)
{
	struct ctl_online online;
	char *action;
	bool is_clock;
	int status;

	if (ctl_online_read(&online, argc, argv, "by", 2, -1) != CTL_DONE)
		return CTL_BAD_CALL;
	is_clock = strcmp(online.words[1], "clock") == 0;
	if (is_clock && !online.yes && !isatty(STDIN_FILENO))
		return ctl_fail(CTL_BAD_CALL, "act: nobody can be asked here: give --yes");
	if (is_clock && !online.yes && !is_meant_for_clock(&online))
		return ctl_fail(CTL_BAD_INPUT, "the clock is as it was");
	action = join(online.count - 1, online.words + 1);
	if (!action)
		return ctl_fail(CTL_BAD_INPUT, "no memory");
	status = ask_and_say(&online, "act",
			     json_pack("{s:s, s:s, s:s*}", "board", online.words[0], "action",
				       action, "by", online.by),
			     say_decision);
	free(action);
	return is_clock && status == CTL_DONE ? say_clock(&online) : status;
}
