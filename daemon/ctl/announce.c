/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "broadcast/output/announce.h"
#include "daemon/ctl/follow.h"
#include "daemon/ctl/show.h"

const char ctl_announce_help[] =
	"The moves of a board (its ID or its table) in words, as they are announced to a\n"
	"player who cannot see it (Appendix D): files by names, the piece of a promotion\n"
	"named, corrections and the result too. Ends with Ctrl-C.\n"
	"\n"
	"  --json          for programs: a JSON object for each announcement\n"
	"  --socket PATH   where the daemon listens, if not at its usual place\n"
	"  --since SEQ     first what was reported after this number; 0: everything\n"
	"  --lang LANG     en, da, no or de; German has the words that the Laws give\n"
	"  --speak         says it aloud as well, with espeak-ng\n"
	"\n"
	"Examples:\n"
	"  boardctl announce 1 --lang de\n"
	"  boardctl announce 1 --lang da --speak\n";

#define SENTENCE_MAX (2 * ANNOUNCE_MAX)
#define SPEAKER      "espeak-ng"

extern char **environ;

struct announcer {
	const struct ctl_online *online;
	enum announce_language language;
	char gid[GAME_ID_MAX]; /* of the last move, and which it was */
	json_int_t ply;
};

/* --- aloud --- */

/* Whether it could be begun and ended well; 0 or a negative errno. */
static int run_speaker(char *const words[], bool is_silent)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int r, status;

	posix_spawn_file_actions_init(&actions);
	if (is_silent)
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1, 0);
	r = -posix_spawnp(&child, SPEAKER, &actions, NULL, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (r < 0)
		return r;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -EIO;
}

static int find_speaker(void)
{
	char name[] = SPEAKER, version[] = "--version";
	char *words[] = {name, version, NULL};
	int r = run_speaker(words, true);

	if (r == 0)
		return CTL_DONE;
	return ctl_fail(CTL_BAD_INPUT, "announce: --speak needs " SPEAKER ": %s",
			r == -ENOENT ? "it is not installed (apt install " SPEAKER ")"
				     : strerror(-r));
}

/* One after the other: while it is said the next report waits. */
static void speak(enum announce_language language, const char *sentence)
{
	static const char *const voices[ANNOUNCE_LANGUAGES] = {"en", "da", "nb", "de"};
	char name[] = SPEAKER, option[] = "-v", end[] = "--", voice[8], text[SENTENCE_MAX];
	char *words[] = {name, option, voice, end, text, NULL};

	snprintf(voice, sizeof(voice), "%s", voices[language]);
	snprintf(text, sizeof(text), "%s", sentence);
	if (run_speaker(words, false) < 0)
		(void)ctl_fail(CTL_DONE, "announce: " SPEAKER " could not say it");
}

/* --- what is said --- */

static const json_t *move_at(const json_t *game, json_int_t ply)
{
	return ply < 1 ? NULL : json_array_get(json_object_get(game, "moves"), (size_t)(ply - 1));
}

static bool is_revision(const json_t *report)
{
	return strcmp(ctl_text(report, "event"), "revised") == 0;
}

/* Of a move that is another now, or none: which one it was. */
static void say_correction(const struct announcer *a, const json_t *report, const json_t *game,
			   struct rules_text *out)
{
	json_int_t ply = ctl_integer(report, "ply");
	const char *spoken = ctl_text(move_at(game, ply), "spoken");
	const char *before =
		ply > 1 ? ctl_text(move_at(game, ply - 1), "fen") : ctl_text(game, "start");
	bool is_cut = is_revision(report) && !ctl_text(report, "uci");
	struct rules_position pos;

	if (!before || !rules_fen_read(&pos, rules_slice_of(before), NULL) || (!is_cut && !spoken))
		return; /* a later report is about this ply, and will be said */
	rules_text_string(out, announce_word(is_cut ? ANNOUNCE_TAKEN_BACK : ANNOUNCE_CORRECTION,
					     a->language));
	rules_text_string(out, ": ");
	announce_turn(out, &pos, a->language);
	if (is_cut)
		return;
	rules_text_string(out, ": ");
	rules_text_string(out, spoken);
}

static json_t *ask_game(const struct announcer *a, const char *gid)
{
	return ctl_online_ask(a->online, "game",
			      json_pack("{s:s, s:b, s:s}", "game", gid, "fens", true, "lang",
					announce_language_code(a->language)),
			      -1);
}

/* A move that was made before is made anew when its player took it back. */
static bool is_correction(struct announcer *a, const json_t *report, const char *gid)
{
	json_int_t ply = ctl_integer(report, "ply");
	bool is_same = strcmp(a->gid, gid) == 0, is_anew = is_same && ply <= a->ply;

	snprintf(a->gid, sizeof(a->gid), "%s", gid);
	if (!is_revision(report) || !is_same || ply > a->ply)
		a->ply = ply;
	else if (!ctl_text(report, "uci"))
		a->ply = ply - 1; /* the moves behind a cut are gone too */
	return is_anew || is_revision(report);
}

static void say_move(struct announcer *a, const json_t *report, struct rules_text *out,
		     char written[CTL_SAN_MAX])
{
	const char *gid = ctl_text(report, "game");
	json_t *game = gid ? ask_game(a, gid) : NULL;
	const json_t *move = move_at(game, ctl_integer(report, "ply"));
	const char *spoken = ctl_text(move, "spoken"), *text = ctl_text(move, "written");

	if (game && is_correction(a, report, gid))
		say_correction(a, report, game, out);
	else if (spoken)
		rules_text_string(out, spoken);
	snprintf(written, CTL_SAN_MAX, "%s", text ? text : "");
	json_decref(game);
}

static bool deliver(const struct announcer *a, const json_t *report, const char *sentence,
		    const char *written)
{
	json_t *line;

	if (!a->online->json) {
		puts(sentence);
	} else {
		line = json_pack("{s:O, s:O, s:O?, s:s?, s:s}", "seq",
				 json_object_get(report, "seq"), "game",
				 json_object_get(report, "game"), "ply",
				 json_object_get(report, "ply"), "written",
				 written[0] != '\0' ? written : NULL, "spoken", sentence);
		ctl_online_print(line);
		json_decref(line);
	}
	if (a->online->speak && !ferror(stdout))
		speak(a->language, sentence);
	return !ferror(stdout);
}

static bool hear(void *data, const char *line, size_t len, const json_t *report)
{
	struct announcer *a = data;
	const char *event = ctl_text(report, "event"), *result = ctl_text(report, "result");
	char sentence[SENTENCE_MAX], written[CTL_SAN_MAX] = "";
	struct rules_text out = rules_text_in(sentence, sizeof(sentence));
	const char *said;

	(void)line;
	(void)len;
	if (!event)
		return true;
	if (strcmp(event, "move") == 0 || strcmp(event, "revised") == 0)
		say_move(a, report, &out, written);
	else if (strcmp(event, "result") == 0 && result &&
		 (said = announce_result(result, a->language)) != NULL)
		rules_text_string(&out, said);
	return out.len == 0 || deliver(a, report, sentence, written);
}

static bool hear_hello(void *data, const char *text, size_t len)
{
	(void)data;
	(void)text;
	(void)len;
	return true;
}

/* --- the command --- */

static int choose_language(struct announcer *a)
{
	static const enum announce_language here[] = {ANNOUNCE_EN, ANNOUNCE_DA, ANNOUNCE_NO};
	const char *given = a->online->tongue;

	a->language = given ? announce_language_of(given) : here[a->online->language];
	if (a->language < ANNOUNCE_LANGUAGES)
		return CTL_DONE;
	return ctl_fail(CTL_BAD_CALL, "announce: no language '%s' (en, da, no, de)", given);
}

int ctl_announce(int argc, char **argv)
{
	struct ctl_online online;
	struct announcer a = {.online = &online};
	struct ctl_follower follower = {.hello = hear_hello, .report = hear, .data = &a};
	json_t *board;
	int status;

	if (ctl_online_read(&online, argc, argv, "stk", 1, 1) != CTL_DONE ||
	    choose_language(&a) != CTL_DONE)
		return CTL_BAD_CALL;
	if (online.speak && find_speaker() != CTL_DONE)
		return CTL_BAD_INPUT;
	board = ctl_online_ask(&online, "board", json_pack("{s:s}", "board", online.words[0]), -1);
	if (!board)
		return CTL_BAD_INPUT;
	follower.board = ctl_text(board, "board");
	follower.has_since = online.has_since;
	follower.since = online.since;
	status = ctl_follow(&online, &follower);
	json_decref(board);
	return status;
}
