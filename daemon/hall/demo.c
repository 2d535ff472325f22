/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hall/demo.h"

#include "daemon/hall/demo_games.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FOLDER_MAX   256
#define TEXT_MAX     320
#define OVERRIDE_MAX 64
#define PATIENCE_MS  10000

/* What is shown: quiet games, one table where the Laws are broken, one with a bad cable. */
static const struct group {
	const char *name, *boards, *serial, *seed, *think, *violations, *faults;
	unsigned count, first; /* boards, and which game comes first */
} groups[] = {
	{"quiet", "4", "1025", "7", "6", NULL, NULL, 4, 0},
	{"rough", "1", "1029", "3", "4", "all=0.35", NULL, 1, 4},
	{"shaky", "1", "1030", "11", "6", NULL, "unplug=0.01", 1, 5},
};
#define GROUPS (sizeof(groups) / sizeof(groups[0]))

static const char *const players[][2] = {
	{"Andersen, Anna", "Berg, Bjarne"}, {"Carlsen, Carl", "Dahl, Dagny"},
	{"Eriksen, Else", "Falk, Frode"},   {"Gran, Gerd", "Holm, Henrik"},
	{"Iversen, Ida", "Jensen, Jens"},   {"Krogh, Karen", "Lund, Lars"},
};

struct demo {
	char folder[FOLDER_MAX];
	pid_t children[GROUPS];
	size_t override_count;
	struct config_override overrides[OVERRIDE_MAX];
	char texts[OVERRIDE_MAX][TEXT_MAX];
};

/* --- what boardd is told --- */

static void override(struct demo *demo, const char *section, const char *key, const char *value)
{
	size_t i = demo->override_count++;

	snprintf(demo->texts[i], TEXT_MAX, "%s", value);
	demo->overrides[i] = (struct config_override){"--demo", section, key, demo->texts[i]};
}

static bool is_given(const struct config_source *source, const char *section, const char *key)
{
	for (size_t i = 0; i < source->override_count; i++)
		if (strcmp(source->overrides[i].section, section) == 0 &&
		    strcmp(source->overrides[i].key, key) == 0)
			return true;
	return false;
}

static void link_of(const struct demo *demo, size_t group, unsigned board, char ret[TEXT_MAX])
{
	/* boardsim numbers its links where there are several. */
	if (groups[group].count > 1)
		snprintf(ret, TEXT_MAX, "%s/%s%u", demo->folder, groups[group].name, board + 1);
	else
		snprintf(ret, TEXT_MAX, "%s/%s", demo->folder, groups[group].name);
}

static void tell_boardd(struct demo *demo, struct config_source *source)
{
	static char keys[2 * sizeof(players) / sizeof(players[0])][16];
	char path[TEXT_MAX];
	unsigned table = 0;

	for (size_t i = 0; i < source->override_count && i < 16; i++)
		demo->overrides[demo->override_count++] = source->overrides[i];
	snprintf(path, sizeof(path), "%s/state", demo->folder);
	if (!is_given(source, "journal", "directory"))
		override(demo, "journal", "directory", path);
	for (size_t i = 0; i < GROUPS; i++) {
		for (unsigned board = 0; board < groups[i].count; board++, table++) {
			link_of(demo, i, board, path);
			override(demo, "boards", "device", path);
			for (int side = 0; side < 2; side++) {
				char *key = keys[2 * table + (unsigned)side];

				snprintf(key, sizeof(keys[0]), "%u.%s", table + 1,
					 side == 0 ? "white" : "black");
				override(demo, "players", key, players[table][side]);
			}
		}
	}
	override(demo, "broadcast", "event", "boardd's demonstration");
	source->overrides = demo->overrides;
	source->override_count = demo->override_count;
}

/* --- boards --- */

/* boardsim stands beside boardd, or where it was built, or where programs are. */
static void exec_boardsim(char *const *args)
{
	static const char *const places[] = {"boardsim", "../bin/boardsim",
					     "../simulator/boardsim"};
	char self[FOLDER_MAX], path[FOLDER_MAX + 32];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	self[len > 0 ? len : 0] = '\0';
	slash = strrchr(self, '/');
	for (size_t i = 0; slash && i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, sizeof(path), "%.*s/%s", (int)(slash - self), self, places[i]);
		execv(path, args);
	}
	execvp("boardsim", args);
}

static void games_of(const struct demo *demo, const struct group *group, char ret[TEXT_MAX])
{
	snprintf(ret, TEXT_MAX, "%s/%s.pgn", demo->folder, group->name);
}

static int write_games(const struct demo *demo, const struct group *group)
{
	char path[TEXT_MAX];
	FILE *file;

	games_of(demo, group, path);
	file = fopen(path, "we");
	if (!file)
		return -errno;
	demo_games_write(file, group->first);
	return fclose(file) == 0 ? 0 : -errno;
}

static void play(const struct demo *demo, const struct group *group, double speed)
{
	char link[TEXT_MAX], games[TEXT_MAX], fast[32];
	const char *args[24] = {"boardsim",   "--pty",   link,     "--boards",  group->boards,
				"--pgn",      games,     "--seed", group->seed, "--think",
				group->think, "--speed", fast,     "--serial",  group->serial};
	size_t count = 15;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	snprintf(link, sizeof(link), "%s/%s", demo->folder, group->name);
	games_of(demo, group, games);
	snprintf(fast, sizeof(fast), "%g", speed);
	if (group->violations) {
		args[count++] = "--violations";
		args[count++] = group->violations;
	}
	if (group->faults) {
		args[count++] = "--faults";
		args[count++] = group->faults;
	}
	prctl(PR_SET_PDEATHSIG, SIGTERM); /* boards do not outlive the demonstration, */
	setsid();                         /* nor does Ctrl-C take them away before its end */
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	exec_boardsim((char *const *)args);
	fprintf(stderr, "boardd: cannot run boardsim, which plays the demo: %s\n", strerror(errno));
	_exit(127);
}

static bool are_there(const struct demo *demo)
{
	char path[TEXT_MAX];

	for (size_t i = 0; i < GROUPS; i++) {
		for (unsigned board = 0; board < groups[i].count; board++) {
			link_of(demo, i, board, path);
			if (access(path, F_OK) < 0)
				return false;
		}
	}
	return true;
}

static int wait_for_boards(const struct demo *demo)
{
	struct timespec pause = {.tv_nsec = 10000000};

	for (int waited = 0; waited < PATIENCE_MS; waited += 10) {
		if (are_there(demo))
			return 0;
		for (size_t i = 0; i < GROUPS; i++)
			if (waitpid(demo->children[i], NULL, WNOHANG) > 0)
				return -ECHILD;
		nanosleep(&pause, NULL);
	}
	return -ETIMEDOUT;
}

int demo_new(struct demo **ret, double time_scale, struct config_source *source)
{
	struct demo *demo = calloc(1, sizeof(*demo));
	const char *tmp = getenv("TMPDIR");
	int r = demo ? 0 : -ENOMEM;

	if (r == 0) {
		snprintf(demo->folder, sizeof(demo->folder), "%.200s/boardd-demo-XXXXXX",
			 tmp && tmp[0] == '/' ? tmp : "/tmp");
		r = mkdtemp(demo->folder) ? 0 : -errno;
	}
	for (size_t i = 0; i < GROUPS && r == 0; i++) {
		r = write_games(demo, &groups[i]);
		if (r < 0)
			break;
		demo->children[i] = fork();
		if (demo->children[i] == 0)
			play(demo, &groups[i], time_scale);
		r = demo->children[i] < 0 ? -errno : 0;
	}
	if (r == 0)
		r = wait_for_boards(demo);
	if (r < 0) {
		fprintf(stderr, "boardd: the demo cannot start: %s\n", strerror(-r));
		demo_free(demo);
		return r;
	}
	tell_boardd(demo, source);
	*ret = demo;
	return 0;
}

static int remove_it(const char *path, const struct stat *st, int kind, struct FTW *walk)
{
	(void)st;
	(void)kind;
	(void)walk;
	return remove(path);
}

static void end_child(pid_t child)
{
	struct timespec pause = {.tv_nsec = 10000000};

	kill(child, SIGTERM);
	for (int i = 0; i < 100; i++) {
		if (waitpid(child, NULL, WNOHANG) != 0)
			return;
		nanosleep(&pause, NULL);
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

void demo_free(struct demo *demo)
{
	if (!demo)
		return;
	for (size_t i = 0; i < GROUPS; i++) {
		if (demo->children[i] > 0)
			end_child(demo->children[i]);
	}
	if (demo->folder[0] != '\0')
		nftw(demo->folder, remove_it, 16, FTW_DEPTH | FTW_PHYS);
	free(demo);
}
