/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*
 * To be preloaded: the machine's clock is as many seconds ahead as the file
 * named by WALL_CLOCK says, and jumps whenever that is written anew. Nothing
 * but the time of day can be set, so nothing else is touched.
 */

typedef int clock_reader(clockid_t id, struct timespec *ret);

static long ahead_s(void)
{
	const char *path = getenv("WALL_CLOCK");
	FILE *file = path ? fopen(path, "r") : NULL;
	char text[32] = "";
	long seconds = 0;

	if (file && fgets(text, sizeof(text), file))
		seconds = strtol(text, NULL, 10);
	if (file)
		fclose(file);
	return seconds;
}

int clock_gettime(clockid_t id, struct timespec *ret)
{
	static clock_reader *really;
	int r;

	if (!really)
		*(void **)&really = dlsym(RTLD_NEXT, "clock_gettime");
	r = really(id, ret);
	if (r == 0 && id == CLOCK_REALTIME)
		ret->tv_sec += ahead_s();
	return r;
}
