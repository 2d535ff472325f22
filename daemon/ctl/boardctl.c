/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/output/mqtt.h"
#include "daemon/base/versions.h"
#include "daemon/ctl/ctl.h"

static const struct command {
	const char *name, *arguments, *summary, *help;
	int (*run)(int argc, char **argv);
} commands[] = {
	{"act", "BOARD ACTION...", "an arbiter's action at a board", ctl_act_help, ctl_act},
	{"announce", "BOARD", "the moves of a board in words, to be said aloud", ctl_announce_help,
	 ctl_announce},
	{"assign", "BOARD TABLE", "a board goes to another table", ctl_assign_help, ctl_assign},
	{"backup", "FILE", "a copy of the journal", ctl_backup_help, ctl_backup},
	{"bluetooth", "[scan|pair|forget]", "boards on Bluetooth: look for them, pair them",
	 ctl_bluetooth_help, ctl_bluetooth},
	{"boards", "[blink]", "the tables and their boards", ctl_boards_help, ctl_boards},
	{"decode", "[FILE]", "what a board sent, as lines of JSON", ctl_decode_help, ctl_decode},
	{"doctor", "", "which boards are there, and what is in the way", ctl_doctor_help,
	 ctl_doctor},
	{"export", "GAME [FILE]", "one game as evidence", ctl_export_help, ctl_export},
	{"forget", "PLAYER", "take a player's name out of the journal", ctl_forget_help,
	 ctl_forget},
	{"game", "BOARD|GID", "a game: position, moves, irregularities", ctl_game_help, ctl_game},
	{"hub", "[invite|join|show]", "make one event of several machines", ctl_hub_help, ctl_hub},
	{"login", "NAME", "let a person decide on the arbiter's page", ctl_login_help, ctl_login},
	{"logout", "NAME", "and no longer", ctl_logout_help, ctl_logout},
	{"perft", "DEPTH", "count the legal move sequences of a position", ctl_perft_help,
	 ctl_perft},
	{"pgn", "FILE...", "read games, check every move, print them as PGN", ctl_pgn_help,
	 ctl_pgn},
	{"record", "FILE", "write down what a board says, to be replayed", ctl_record_help,
	 ctl_record},
	{"replay", "[FILE]", "a capture or a game again: what is reported", ctl_replay_help,
	 ctl_replay},
	{"report", "FILE", "what whoever helps needs, without names", ctl_report_help, ctl_report},
	{"restore", "FILE", "put a backup in the place of the journal", ctl_restore_help,
	 ctl_restore},
	{"round", "[show|start|pairings|end|...]", "who plays whom; begin and end a round",
	 ctl_round_help, ctl_round},
	{"scenarios", "FILE...", "play scenarios of the Laws and compare", ctl_scenarios_help,
	 ctl_scenarios},
	{"status", "", "how the daemon is", ctl_status_help, ctl_status},
	{"verify", "FILE", "is a journal as it was written?", ctl_verify_help, ctl_verify},
	{"watch", "", "what happens at the boards, as it happens", ctl_watch_help, ctl_watch},
	{"winnable", "FEN", "can White, can Black still give mate?", ctl_winnable_help,
	 ctl_winnable},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

int ctl_fail(int status, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("boardctl: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return status;
}

char *ctl_read_all(FILE *file, size_t *ret_len)
{
	size_t room = 1 << 16, len = 0;
	char *text = malloc(room);

	while (text) {
		size_t got = fread(text + len, 1, room - len, file);
		char *bigger;

		len += got;
		if (got == 0)
			break;
		if (len < room)
			continue;
		room *= 2;
		bigger = realloc(text, room);
		if (!bigger)
			free(text);
		text = bigger;
	}
	*ret_len = len;
	return text;
}

int ctl_bad_option(int said, char **argv)
{
	const char letter[] = {'-', (char)optopt, '\0'};
	/* Within a cluster of letters optind has not moved on yet. */
	const char *word = optopt > ' ' && said != ':' ? letter : argv[optind - 1];

	if (said == ':')
		return ctl_fail(CTL_BAD_CALL, "%s: %s needs a value", argv[0], word);
	return ctl_fail(CTL_BAD_CALL, "%s: unknown option %s (see boardctl %s --help)", argv[0],
			word, argv[0]);
}

static int print_help(void)
{
	puts("boardctl - talk to boardd, and use its parts by hand\n"
	     "\n"
	     "Usage: boardctl COMMAND [OPTION...]\n"
	     "\n"
	     "Commands:");
	for (size_t i = 0; i < COMMANDS; i++)
		printf("  %-9s %-15s %s\n", commands[i].name, commands[i].arguments,
		       commands[i].summary);
	puts("\n"
	     "  boardctl COMMAND --help   what a command does, with examples\n"
	     "  boardctl --version        which version this is");
	return CTL_DONE;
}

static bool asks_for_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return true;
	return false;
}

static int run(const struct command *command, int argc, char **argv)
{
	if (asks_for_help(argc, argv)) {
		printf("Usage: boardctl %s %s%s[OPTION...]\n\n", command->name, command->arguments,
		       command->arguments[0] != '\0' ? " " : "");
		fputs(command->help, stdout);
		return CTL_DONE;
	}
	return command->run(argc, argv);
}

static int print_version(void)
{
	puts("boardctl " BOARDD_VERSION);
	printf("stream %d\njournal %d\napi %d\ncapture %d\nmqtt %d\n", STREAM_VERSION,
	       JOURNAL_SCHEMA, API_VERSION, CAPTURE_VERSION, MQTT_VERSION);
	return CTL_DONE;
}

static int dispatch(int argc, char **argv)
{
	if (argc < 2)
		return ctl_fail(CTL_BAD_CALL, "no command given (see boardctl --help)");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0)
		return print_help();
	if (strcmp(argv[1], "--version") == 0)
		return print_version();
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return run(&commands[i], argc - 1, argv + 1);
	return ctl_fail(CTL_BAD_CALL, "unknown command %s (see boardctl --help)", argv[1]);
}

int main(int argc, char **argv)
{
	int status;

	opterr = 0; /* ctl_bad_option() says it in our words */
	status = dispatch(argc, argv);
	/* What could not be written was not done: a full disk, a closed pipe. */
	if (fflush(stdout) != 0 || ferror(stdout)) {
		int failed = ctl_fail(CTL_BAD_INPUT, "cannot write: %s", strerror(errno));

		status = status == CTL_DONE ? failed : status;
	}
	return status;
}
