/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/pace.h"

/*
 * To be preloaded, by paced: the monotonic clock of a boardd or boardsim that runs faster than life
 * is that of pace.h. All other programs keep the machine's. Sleeps are the machine's too: libuv
 * looks after them whether it is time.
 */

#define SECOND_NS 1000000000ull

typedef int clock_reader(clockid_t id, struct timespec *ret);

static struct pace *pace;
static clock_reader *really;

static bool is_faster_than_life(int argc, char **argv)
{
	const char *name = program_invocation_short_name;
	const char *option = strcmp(name, "boardd") == 0 ? "--time-scale" : "--speed";

	if (strcmp(name, "boardd") != 0 && strcmp(name, "boardsim") != 0)
		return false;
	for (int i = 1; i < argc; i++)
		if (strncmp(argv[i], option, strlen(option)) == 0)
			return true;
	return false;
}

/* glibc gives the arguments of main() to what runs before it. */
__attribute__((constructor)) static void begin(int argc, char **argv)
{
	const char *path = getenv("PACE");
	void *at;
	int fd;

	*(void **)&really = dlsym(RTLD_NEXT, "clock_gettime");
	if (!path || !is_faster_than_life(argc, argv))
		return;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	at = fd >= 0 ? mmap(NULL, sizeof(*pace), PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
	if (fd >= 0)
		close(fd);
	if (at != MAP_FAILED)
		pace = at;
}

static int read_clock(clockid_t id, struct timespec *ret)
{
	if (!really) /* a constructor of somebody else, before ours */
		*(void **)&really = dlsym(RTLD_NEXT, "clock_gettime");
	return really(id, ret);
}

static uint64_t ns_of(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * SECOND_NS + (uint64_t)time->tv_nsec;
}

static struct timespec time_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / SECOND_NS),
				 .tv_nsec = (long)(ns % SECOND_NS)};
}

int clock_gettime(clockid_t id, struct timespec *ret)
{
	bool is_paced = pace && (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_COARSE);
	struct pace_view view = is_paced ? pace_look(pace) : (struct pace_view){0};
	int r = read_clock(is_paced ? CLOCK_MONOTONIC : id, ret);

	if (r == 0 && is_paced)
		*ret = time_of(pace_now_ns(view, ns_of(ret)));
	return r;
}

/* The time of day is far beyond any monotonic clock: so they can be told apart. */
static bool is_monotonic(const struct timespec *until)
{
	struct timespec day;

	return read_clock(CLOCK_REALTIME, &day) == 0 && until->tv_sec < day.tv_sec / 2;
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *until)
{
	struct timespec later = *until;

	if (!is_monotonic(until))
		return pthread_cond_clockwait(cond, mutex, CLOCK_REALTIME, until);
	if (pace)
		later = time_of(ns_of(until) + atomic_load(&pace->lag_ns));
	return pthread_cond_clockwait(cond, mutex, CLOCK_MONOTONIC, &later);
}
