/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/pace.h"

/*
 * paced LIBRARY COMMAND...: runs a test and is its pacemaker, see pace.h. LIBRARY is pace_clock.c.
 * How much time the machine had for the test is said at its end, if it was not all of it.
 */

static uint64_t machine_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Returns NULL when the file cannot be made. */
static struct pace *new_pace(char *path)
{
	int fd = mkstemp(path);
	void *at = MAP_FAILED;

	if (fd >= 0 && ftruncate(fd, sizeof(struct pace)) == 0)
		at = mmap(NULL, sizeof(struct pace), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (fd >= 0)
		close(fd);
	return at != MAP_FAILED ? at : NULL;
}

static void tick(struct pace *pace)
{
	struct pace_view view = pace_look(pace);
	uint64_t at_ns = machine_ns(), now_ns = pace_now_ns(view, at_ns);

	atomic_store(&pace->lag_ns, at_ns - now_ns);
	atomic_store(&pace->horizon_ns, now_ns + PACE_STEP_NS);
}

/* LeakSanitizer and its kin want to be the first library, and are not. */
static void set_environment(const char *library, const char *path)
{
	const char *asan = getenv("ASAN_OPTIONS");
	char options[512];

	snprintf(options, sizeof(options), "verify_asan_link_order=0%s%s", asan ? ":" : "",
		 asan ? asan : "");
	setenv("ASAN_OPTIONS", options, 1);
	setenv("LD_PRELOAD", library, 1);
	setenv("PACE", path, 1);
}

static pid_t run(const char *library, const char *path, char **command)
{
	pid_t child = fork();

	if (child != 0)
		return child;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	set_environment(library, path);
	execvp(command[0], command);
	perror(command[0]);
	_exit(127);
}

int main(int argc, char **argv)
{
	char path[] = "/tmp/boardd-pace-XXXXXX";
	const struct timespec pause = {.tv_nsec = PACE_TICK_NS};
	struct pace *pace = argc > 2 ? new_pace(path) : NULL;
	uint64_t began_ns = machine_ns();
	int status = 0;
	pid_t child;

	if (!pace)
		return 2;
	atomic_store(&pace->horizon_ns, began_ns + PACE_STEP_NS);
	child = run(argv[1], path, argv + 2);
	while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
		tick(pace);
		nanosleep(&pause, NULL);
	}
	unlink(path);
	printf("# time had to wait for the machine for %.1f s of %.1f s\n",
	       (double)atomic_load(&pace->lag_ns) / 1e9, (double)(machine_ns() - began_ns) / 1e9);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
