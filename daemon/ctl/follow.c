/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/follow.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/ctl/line.h"
#include "daemon/ctl/show.h"

#define AGAIN_MS    500 /* how often a daemon that is gone is looked for */
#define JOURNAL_MAX 64

struct follow {
	const struct ctl_follower *to;
	char path[CTL_PATH_MAX];
	struct ctl_line *line;
	bool has_begun;            /* a daemon has answered once */
	bool has_place;            /* since holds */
	uint64_t since;            /* the last report that was shown */
	char journal[JOURNAL_MAX]; /* whose numbers these are */
};

/* What is said beside the stream; programs read only standard output. */
static void remark(const char *text)
{
	fflush(stdout);
	fprintf(stderr, "boardctl: %s\n", text);
}

static void forget_place(struct follow *w)
{
	remark("boardd has begun another journal: starting over");
	w->since = 0;
	w->has_place = true;
	w->journal[0] = '\0';
}

/* --- beginning --- */

/* Returns 1: the reports follow, 0: to be tried again, or -1: it was said why not. */
static int take_answer(struct follow *w, const char *text, size_t len)
{
	json_t *answer = json_loadb(text, len, 0, NULL);
	const char *error = ctl_text(answer, "error");
	const json_t *result = json_object_get(answer, "result");
	int r = 1;

	if (error && w->has_begun) {
		forget_place(w); /* its last report is before ours */
		r = 0;
	} else if (error || !result) {
		ctl_fail(CTL_BAD_INPUT, "%s", error ? error : "boardd gave no answer");
		r = -1;
	} else {
		w->since = (uint64_t)ctl_integer(result, "since");
		w->has_place = true;
	}
	json_decref(answer);
	return r;
}

/* The same; hello says whose numbers the reports have. */
static int take_hello(struct follow *w, const char *text, size_t len)
{
	json_t *hello = json_loadb(text, len, 0, NULL);
	const char *journal = ctl_text(hello, "journal");
	int r = 1;

	if (!journal) {
		ctl_fail(CTL_BAD_INPUT, "boardd did not say hello");
		r = -1;
	} else if (w->journal[0] != '\0' && strcmp(w->journal, journal) != 0) {
		forget_place(w);
		r = 0;
	} else {
		snprintf(w->journal, sizeof(w->journal), "%s", journal);
		if (!w->to->hello(w->to->data, text, len))
			r = -1;
	}
	json_decref(hello);
	return r;
}

static int begin(struct follow *w)
{
	json_t *param = json_object();
	const char *text;
	size_t len;
	int r;

	if (w->has_place)
		json_object_set_new(param, "since", json_integer((json_int_t)w->since));
	if (w->to->board)
		json_object_set_new(param, "board", json_string(w->to->board));
	r = ctl_line_ask(w->line, "watch", param, -1);
	if (r < 0 || ctl_line_next(w->line, &text, &len) <= 0)
		return 0;
	r = take_answer(w, text, len);
	if (r > 0 && ctl_line_next(w->line, &text, &len) <= 0)
		return 0;
	return r > 0 ? take_hello(w, text, len) : r;
}

/* --- going on --- */

static bool hand_over(struct follow *w, const char *text, size_t len)
{
	json_t *report = json_loadb(text, len, 0, NULL);
	uint64_t seq = (uint64_t)ctl_integer(report, "seq");
	bool goes_on = w->to->report(w->to->data, text, len, report);

	if (seq > 0)
		w->since = seq;
	json_decref(report);
	return goes_on;
}

/* Until the daemon goes away. False: standard output is gone. */
static bool follow(struct follow *w)
{
	const char *text;
	size_t len;

	while (ctl_line_next(w->line, &text, &len) > 0)
		if (!hand_over(w, text, len))
			return false;
	return true;
}

static void pause_a_while(void)
{
	nanosleep(&(struct timespec){.tv_nsec = AGAIN_MS * 1000000L}, NULL);
}

/* Wait for a daemon to come back only if it was there before. */
static int connect_to(struct follow *w)
{
	int r;

	while ((r = ctl_line_open(&w->line, w->path)) < 0 && w->has_begun)
		pause_a_while();
	return r < 0 ? ctl_online_fail(w->path, r) : CTL_DONE;
}

static int run(struct follow *w)
{
	for (;;) {
		int r = connect_to(w);

		if (r != CTL_DONE)
			return r;
		r = begin(w);
		if (r > 0) {
			if (w->has_begun)
				remark("boardd is back");
			w->has_begun = true;
			if (!follow(w))
				return CTL_BAD_INPUT;
			remark("boardd has gone: waiting until it is back");
		}
		ctl_line_close(w->line);
		w->line = NULL;
		if (r < 0)
			return CTL_BAD_INPUT;
		if (r == 0 && !w->has_begun)
			return ctl_fail(CTL_BAD_INPUT, "%s: boardd has closed the line", w->path);
		if (r == 0)
			pause_a_while();
	}
}

int ctl_follow(const struct ctl_online *online, const struct ctl_follower *follower)
{
	struct follow w = {
		.to = follower, .has_place = follower->has_since, .since = follower->since};
	int status;

	if (ctl_line_path(online->socket, w.path) < 0)
		return ctl_fail(CTL_BAD_INPUT,
				"there is no usual place for the socket: give --socket");
	setvbuf(stdout, NULL, _IOLBF, 0); /* a pipe gets each line at once */
	status = run(&w);
	ctl_line_close(w.line);
	return status;
}
