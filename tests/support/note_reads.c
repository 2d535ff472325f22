/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * To be preloaded: which thread of boardd reads the journal. To the file named by NOTE_READS comes
 * a line "loop" for each step of a statement that the first thread makes, which is the loop, and a
 * line "thread" for each journal that another one opens.
 */

#define REALLY(name) (*(void **)&really = dlsym(RTLD_NEXT, name))

static void note(const char *line)
{
	const char *path = getenv("NOTE_READS");
	int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;

	if (fd < 0)
		return;
	if (write(fd, line, strlen(line)) < 0)
		abort();
	(void)close(fd);
}

int sqlite3_open_v2(const char *path, sqlite3 **ret, int flags, const char *vfs)
{
	static int (*really)(const char *path, sqlite3 **ret, int flags, const char *vfs);

	if (!really)
		REALLY("sqlite3_open_v2");
	if (gettid() != getpid())
		note("thread\n");
	return really(path, ret, flags, vfs);
}

int sqlite3_step(sqlite3_stmt *statement)
{
	static int (*really)(sqlite3_stmt * statement);

	if (!really)
		REALLY("sqlite3_step");
	if (gettid() == getpid())
		note("loop\n");
	return really(statement);
}
