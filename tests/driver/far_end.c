/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "far_end.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

bool is_ready(int fd, short events, int within_ms)
{
	struct pollfd p = {.fd = fd, .events = events};

	return poll(&p, 1, within_ms) > 0;
}

bool wait_for(int fd, short events)
{
	return is_ready(fd, events, 2000);
}

const char *scratch_folder(void)
{
	static char folder[64];

	if (folder[0] == '\0') {
		snprintf(folder, sizeof(folder), "/tmp/boardd-driver-XXXXXX");
		if (!mkdtemp(folder))
			abort(); /* perhaps no test runs yet, so none can fail */
	}
	return folder;
}

struct far_end far_pty(void)
{
	struct far_end end = {.fd = -1, .keep = -1, .listener = -1};
	struct termios t;

	end.fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	ck_assert_int_ge(end.fd, 0);
	ck_assert_int_eq(grantpt(end.fd), 0);
	ck_assert_int_eq(unlockpt(end.fd), 0);
	ck_assert_int_eq(ptsname_r(end.fd, end.address, sizeof(end.address)), 0);
	end.keep = open(end.address, O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(end.keep, 0);
	ck_assert_int_eq(tcgetattr(end.keep, &t), 0);
	cfmakeraw(&t);
	ck_assert_int_eq(tcsetattr(end.keep, TCSANOW, &t), 0);
	return end;
}

struct far_end far_unix(void)
{
	struct far_end end = {.fd = -1, .keep = -1};
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	snprintf(at.sun_path, sizeof(at.sun_path), "%s/board.sock", scratch_folder());
	snprintf(end.address, sizeof(end.address), "unix:%s", at.sun_path);
	unlink(at.sun_path);
	end.listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(end.listener, (struct sockaddr *)&at, sizeof(at)), 0);
	ck_assert_int_eq(listen(end.listener, 4), 0);
	return end;
}

struct far_end far_tcp(void)
{
	struct far_end end = {.fd = -1, .keep = -1};
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(at);

	end.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(end.listener, (struct sockaddr *)&at, sizeof(at)), 0);
	ck_assert_int_eq(listen(end.listener, 4), 0);
	ck_assert_int_eq(getsockname(end.listener, (struct sockaddr *)&at, &len), 0);
	snprintf(end.address, sizeof(end.address), "tcp:127.0.0.1:%u", ntohs(at.sin_port));
	return end;
}

void far_accept(struct far_end *end)
{
	if (end->listener < 0)
		return;
	ck_assert(wait_for(end->listener, POLLIN));
	end->fd = accept4(end->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
	ck_assert_int_ge(end->fd, 0);
}

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void far_unplug(struct far_end *end)
{
	shut(&end->keep);
	shut(&end->fd);
}

void far_close(struct far_end *end)
{
	far_unplug(end);
	shut(&end->listener);
	if (strncmp(end->address, "unix:", 5) == 0)
		unlink(end->address + 5);
}

void far_says(const struct far_end *end, const char *bytes, size_t len)
{
	ck_assert_int_eq(write(end->fd, bytes, len), (ssize_t)len);
}

void far_hears(const struct far_end *end, const char *bytes, size_t len)
{
	char heard[512];
	size_t have = 0;

	while (have < len) {
		ssize_t got;

		ck_assert_msg(wait_for(end->fd, POLLIN), "heard %zu of %zu bytes", have, len);
		got = read(end->fd, heard + have, sizeof(heard) - have);
		ck_assert_int_gt(got, 0);
		have += (size_t)got;
	}
	ck_assert_uint_eq(have, len);
	ck_assert_mem_eq(heard, bytes, len);
}
