/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bluez.h"

#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS_MAX 16

struct program {
	pid_t pid;
	int in, out; /* ours */
};

static struct program bus, bluez;

static struct program start(const char *const words[])
{
	struct program p;
	int in[2], out[2];

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	p.pid = fork();
	ck_assert_int_ge(p.pid, 0);
	if (p.pid == 0) {
		dup2(in[0], STDIN_FILENO);
		dup2(out[1], STDOUT_FILENO);
		if (strcmp(words[0], "dbus-daemon") == 0) /* it tells of limits of the machine */
			dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
		execvp(words[0], (char *const *)words);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	p.in = in[1];
	p.out = out[0];
	return p;
}

static void stop(struct program *p)
{
	if (p->pid <= 0)
		return;
	kill(p->pid, SIGKILL);
	waitpid(p->pid, NULL, 0);
	close(p->in);
	close(p->out);
	p->pid = 0;
}

static void read_line(const struct program *p, char *ret, size_t size)
{
	size_t len = 0;

	while (len + 1 < size && read(p->out, ret + len, 1) == 1 && ret[len] != '\n')
		len++;
	ret[len] = '\0';
}

void bus_begin(void)
{
	static const char *const words[] = {"dbus-daemon", "--session",       "--nofork",
					    "--nopidfile", "--print-address", NULL};
	char address[256];

	bus = start(words);
	read_line(&bus, address, sizeof(address));
	ck_assert_msg(address[0] != '\0', "no dbus-daemon");
	setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1);
}

void bus_end(void)
{
	stop(&bluez);
	stop(&bus);
}

void bluez_begin(const char *const devices[])
{
	const char *words[WORDS_MAX] = {BOARDD_BUILD_DIR "/tests/fake-bluez"};
	char line[32];

	for (size_t i = 0; devices[i]; i++)
		words[i + 1] = devices[i];
	bluez = start(words);
	read_line(&bluez, line, sizeof(line));
	ck_assert_str_eq(line, "ready");
}

void bluez_end(void)
{
	stop(&bluez);
}

void bluez_do(const char *format, ...)
{
	char line[256];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(line, sizeof(line) - 1, format, args);
	va_end(args);
	line[len++] = '\n';
	ck_assert_int_eq(write(bluez.in, line, (size_t)len), len);
}
