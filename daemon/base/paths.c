/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int join(char *ret, size_t size, const char *first, const char *second)
{
	int len = snprintf(ret, size, "%s%s", first, second);

	return len >= 0 && (size_t)len < size ? 0 : -ENAMETOOLONG;
}

static const char *from_environment(const char *name)
{
	const char *value = getenv(name);

	return value && value[0] == '/' ? value : NULL;
}

/* systemd may give several folders, separated by colons; the first one is ours. */
static int first_of(const char *list, const char *name, char *ret, size_t size)
{
	char first[512];

	if (join(first, sizeof(first), list, "") < 0)
		return -ENAMETOOLONG;
	first[strcspn(first, ":")] = '\0';
	return join(ret, size, first, name);
}

int paths_state(const char *directory_or_null, char *ret, size_t size)
{
	const char *at;

	if (directory_or_null)
		return join(ret, size, directory_or_null, "");
	if ((at = from_environment("STATE_DIRECTORY")) != NULL)
		return first_of(at, "", ret, size);
	if ((at = from_environment("XDG_STATE_HOME")) != NULL)
		return join(ret, size, at, "/boardd");
	if ((at = from_environment("HOME")) != NULL)
		return join(ret, size, at, "/.local/state/boardd");
	return -ENOENT;
}

int paths_socket(const char *socket_or_null, const char *directory_or_null, char *ret, size_t size)
{
	const char *at;
	char state[512];
	int r;

	if (socket_or_null)
		return join(ret, size, socket_or_null, "");
	if ((at = from_environment("RUNTIME_DIRECTORY")) != NULL)
		return first_of(at, "/control.sock", ret, size);
	if ((at = from_environment("XDG_RUNTIME_DIR")) != NULL)
		return join(ret, size, at, "/boardd/control.sock");
	r = paths_state(directory_or_null, state, sizeof(state));
	return r < 0 ? r : join(ret, size, state, "/control.sock");
}

int paths_make(const char *directory)
{
	char part[512];
	int r = join(part, sizeof(part), directory, "/");

	for (char *slash = part + 1; r == 0 && (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		if (mkdir(part, 0700) < 0 && errno != EEXIST)
			r = -errno;
		*slash = '/';
	}
	return r;
}
