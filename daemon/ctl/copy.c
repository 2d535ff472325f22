/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"

const char ctl_backup_help[] =
	"A copy of the whole journal as it is now, in one file that needs no other. The\n"
	"daemon goes on meanwhile. A file that is there already is not touched, and a copy\n"
	"that is interrupted leaves none.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl backup /media/stick/round1.sqlite\n";

const char ctl_export_help[] =
	"One game as evidence: all that the board said, all that was reported, the\n"
	"versions, and a hash, as lines of JSON. Without FILE on standard output. A file\n"
	"that is there already is not touched.\n"
	"\n" CTL_ONLINE_HELP "\n"
	"Examples:\n"
	"  boardctl export local-20260131-r1-b1-1 game.jsonl\n";

/*
 * The daemon writes into a file that we have opened: so it needs no right to our
 * folders, and we none to its own. A signal ends the waiting, and the file goes.
 */

static void interrupted(int signal)
{
	(void)signal;
}

static void catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = interrupted};
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		sigaddset(&set, numbers[i]);
		sigaction(numbers[i], &action, NULL);
	}
	sigprocmask(SIG_BLOCK, &set, NULL); /* but where an answer is waited for */
}

/* Takes param. Returns the answer, or NULL: it was said why, and there is no file. */
static json_t *ask_into(const struct ctl_online *online, const char *call, json_t *param,
			const char *path)
{
	json_t *answer;
	int fd;

	catch_signals();
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		json_decref(param);
		ctl_fail(CTL_BAD_INPUT, "%s: %s", path,
			 errno == EEXIST ? "is there already" : strerror(errno));
		return NULL;
	}
	answer = ctl_online_ask(online, call, param, fd);
	/* The daemon has synchronised it; a full quota may still show here. */
	if (close(fd) < 0 && answer) {
		ctl_fail(CTL_BAD_INPUT, "%s: %s", path, strerror(errno));
		json_decref(answer);
		answer = NULL;
	}
	if (!answer)
		(void)unlink(path);
	return answer;
}

int ctl_backup(int argc, char **argv)
{
	struct ctl_online online;
	json_t *answer;

	if (ctl_online_read(&online, argc, argv, "", 1, 1) != CTL_DONE)
		return CTL_BAD_CALL;
	answer = ask_into(&online, "backup", NULL, online.words[0]);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online.json)
		ctl_online_print(answer);
	else
		printf("%s: a copy of journal %s\n", online.words[0], ctl_text(answer, "journal"));
	json_decref(answer);
	return CTL_DONE;
}

/*
 * On standard output by way of a file of our own: a reader that is slow would
 * hold up the daemon.
 */
static int export_out(const struct ctl_online *online)
{
	FILE *file = tmpfile();
	char bytes[65536];
	json_t *answer;
	size_t len;

	if (!file)
		return ctl_fail(CTL_BAD_INPUT, "no temporary file: %s", strerror(errno));
	answer = ctl_online_ask(online, "export", json_pack("{s:s}", "game", online->words[0]),
				fileno(file));
	rewind(file);
	while (answer && (len = fread(bytes, 1, sizeof(bytes), file)) > 0)
		fwrite(bytes, 1, len, stdout);
	fclose(file);
	json_decref(answer);
	return answer ? CTL_DONE : CTL_BAD_INPUT;
}

int ctl_export(int argc, char **argv)
{
	struct ctl_online online;
	json_t *answer;

	if (ctl_online_read(&online, argc, argv, "", 1, 2) != CTL_DONE)
		return CTL_BAD_CALL;
	if (online.count == 1)
		return export_out(&online);
	answer = ask_into(&online, "export", json_pack("{s:s}", "game", online.words[0]),
			  online.words[1]);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online.json)
		ctl_online_print(answer);
	else
		printf("%s: game %s\n", online.words[1], ctl_text(answer, "game"));
	json_decref(answer);
	return CTL_DONE;
}
