/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"
#include "touchmove/law/control.h"

/*
 * `round clocks`: before a round, the time control of the event on every clock that can be set
 * by wire: the time of its first period. What is added for a move is the clock's own affair.
 * Each is an action of its own (Art. 6.2: the arbiter sets the clocks), and acknowledged or not.
 */

#define TRIES    60 /* of a tenth of a second: a clock may answer after four seconds */
#define AGAIN_NS 100000000

/* Why a clock is left alone; NULL: it is set, to so many seconds. */
static const char *why_not(const json_t *board, unsigned long *ret_s)
{
	const json_t *clock = json_object_get(board, "clock"), *word;
	const char *text = ctl_text(board, "time_control");
	struct touch_control control;
	struct rules_fault fault;
	bool sets_clock = false;
	size_t i;

	json_array_foreach(json_object_get(board, "tells"), i, word)
	{
		const char *tells = json_string_value(word);

		sets_clock |= tells && strcmp(tells, "sets_clock") == 0;
	}
	if (!sets_clock)
		return "its board cannot set a clock";
	if (!json_is_object(clock))
		return "no clock is there";
	if (json_is_string(json_object_get(clock, "running")))
		return "its clock runs";
	if (ctl_integer(json_object_get(board, "game"), "plies") > 0)
		return "its game is under way";
	if (!text || !touch_control_read(&control, rules_slice_of(text), &fault))
		return "it has no time control";
	*ret_s = control.period[0].time_s;
	return NULL;
}

static const json_t *boards_of(const json_t *answer)
{
	return json_object_get(answer, "boards");
}

/* Shown first; only a person at a terminal can be asked. */
static bool is_meant(const json_t *answer)
{
	const json_t *board;
	char line[16] = "";
	unsigned long s;
	size_t i;

	json_array_foreach(boards_of(answer), i, board) if (!why_not(board, &s))
		printf("table %lld: %lu:%02lu:%02lu\n", (long long)ctl_integer(board, "table"),
		       s / 3600, s / 60 % 60, s % 60);
	printf("Set these clocks? [y/N] ");
	fflush(stdout);
	return fgets(line, sizeof(line), stdin) && (line[0] == 'y' || line[0] == 'Y');
}

static bool send(const struct ctl_online *online, const json_t *board, unsigned long s)
{
	char action[64];
	json_t *answer;

	snprintf(action, sizeof(action), "clock %lu:%02lu:%02lu %lu:%02lu:%02lu", s / 3600,
		 s / 60 % 60, s % 60, s / 3600, s / 60 % 60, s % 60);
	answer = ctl_online_ask(online, "act",
				json_pack("{s:s, s:s, s:s*}", "board", ctl_text(board, "board"),
					  "action", action, "by", online->by),
				-1);
	json_decref(answer);
	return answer != NULL;
}

/* "set", "refused"; "sent" while nobody knows. */
static void wait_for(const struct ctl_online *online, const char *board, char ret[16])
{
	snprintf(ret, 16, "sent");
	for (int i = 0; i < TRIES && strcmp(ret, "sent") == 0; i++) {
		json_t *answer =
			ctl_online_ask(online, "board", json_pack("{s:s}", "board", board), -1);
		const char *told = ctl_text(answer, "clock_order");

		snprintf(ret, 16, "%s", told ? told : "sent"); /* a hub may not know yet */
		json_decref(answer);
		if (strcmp(ret, "sent") == 0)
			nanosleep(&(struct timespec){.tv_nsec = AGAIN_NS}, NULL);
	}
}

/* All are sent first, for each clock takes its time to answer. */
static int set_all(const struct ctl_online *online, const json_t *answer)
{
	size_t count = json_array_size(boards_of(answer)), i;
	bool *is_sent = calloc(count + 1, sizeof(*is_sent));
	int status = CTL_DONE;
	unsigned long s;
	json_t *board;

	if (!is_sent)
		return ctl_fail(CTL_BAD_INPUT, "no memory");
	json_array_foreach(boards_of(answer), i, board) is_sent[i] =
		!why_not(board, &s) && send(online, board, s);
	json_array_foreach(boards_of(answer), i, board)
	{
		const char *why = why_not(board, &s);
		char word[16];

		if (!why && is_sent[i])
			wait_for(online, ctl_text(board, "board"), word);
		if (!why && (!is_sent[i] || strcmp(word, "set") != 0)) {
			why = "the clock has not acknowledged it: look at it";
			status = CTL_BAD_INPUT;
		}
		printf("table %lld: %s\n", (long long)ctl_integer(board, "table"),
		       why ? why : "the clock has acknowledged it");
	}
	free(is_sent);
	return status;
}

int ctl_round_clocks(const struct ctl_online *online)
{
	json_t *answer;
	int status;

	if (!online->yes && !isatty(STDIN_FILENO))
		return ctl_fail(CTL_BAD_CALL, "round clocks: nobody can be asked here: give --yes");
	answer = ctl_online_ask(online, "boards", NULL, -1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (!online->yes && !is_meant(answer))
		status = ctl_fail(CTL_BAD_INPUT, "the clocks are as they were");
	else
		status = set_all(online, answer);
	json_decref(answer);
	return status;
}
