/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/line.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/base/paths.h"

#define SYSTEM_SOCKET "/run/boardd/control.sock" /* of the service, whoever asks */
#define READ_BYTES    65536

struct ctl_line {
	int fd;
	char *in;
	size_t from, len, room; /* what is not handed out yet is in[from..len) */
};

int ctl_line_path(const char *socket_or_null, char ret[CTL_PATH_MAX])
{
	int r = paths_socket(socket_or_null, NULL, ret, CTL_PATH_MAX);

	if (!socket_or_null && (r < 0 || access(ret, F_OK) < 0) && access(SYSTEM_SOCKET, F_OK) == 0)
		return paths_socket(SYSTEM_SOCKET, NULL, ret, CTL_PATH_MAX);
	return r;
}

int ctl_line_open(struct ctl_line **ret, const char *path)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	struct ctl_line *line;
	int r = 0;

	if (strlen(path) >= sizeof(at.sun_path))
		return -ENAMETOOLONG;
	memcpy(at.sun_path, path, strlen(path) + 1);
	line = calloc(1, sizeof(*line));
	if (!line)
		return -ENOMEM;
	line->room = 2 * READ_BYTES;
	line->in = malloc(line->room);
	line->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (!line->in)
		r = -ENOMEM;
	else if (line->fd < 0 || connect(line->fd, (struct sockaddr *)&at, sizeof(at)) < 0)
		r = -errno;
	if (r < 0) {
		ctl_line_close(line);
		return r;
	}
	*ret = line;
	return 0;
}

void ctl_line_close(struct ctl_line *line)
{
	if (!line)
		return;
	if (line->fd >= 0)
		close(line->fd);
	free(line->in);
	free(line);
}

/* --- asking --- */

/* The descriptor goes with the first byte; what does not fit follows without it. */
static int send_all(const struct ctl_line *line, const char *bytes, size_t len, int fd)
{
	union {
		struct cmsghdr head; /* for its alignment */
		char bytes[CMSG_SPACE(sizeof(int))];
	} space = {0};
	struct iovec from = {(void *)bytes, len};
	struct msghdr message = {.msg_iov = &from, .msg_iovlen = 1};

	if (fd >= 0) {
		struct cmsghdr *part;

		message.msg_control = space.bytes;
		message.msg_controllen = sizeof(space.bytes);
		part = CMSG_FIRSTHDR(&message);
		part->cmsg_level = SOL_SOCKET;
		part->cmsg_type = SCM_RIGHTS;
		part->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(part), &fd, sizeof(fd));
	}
	while (from.iov_len > 0) {
		ssize_t n = sendmsg(line->fd, &message, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		from.iov_base = (char *)from.iov_base + n;
		from.iov_len -= (size_t)n;
		message.msg_control = NULL;
		message.msg_controllen = 0;
	}
	return 0;
}

int ctl_line_ask(struct ctl_line *line, const char *call, json_t *param, int fd)
{
	json_t *object = json_pack("{s:i, s:s, s:o*}", "id", 1, "call", call, "param", param);
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	size_t len = text ? strlen(text) : 0;
	int r = -ENOMEM;

	if (text) {
		text[len] = '\n'; /* in the place of the zero: this is no string any more */
		r = send_all(line, text, len + 1, fd);
	}
	free(text);
	json_decref(object);
	return r;
}

/* --- hearing --- */

static int make_room(struct ctl_line *line)
{
	char *in;

	memmove(line->in, line->in + line->from, line->len - line->from);
	line->len -= line->from;
	line->from = 0;
	if (line->room - line->len >= READ_BYTES)
		return 0;
	in = realloc(line->in, 2 * line->room);
	if (!in)
		return -ENOMEM;
	line->in = in;
	line->room *= 2;
	return 0;
}

/* Returns the bytes that came, 0 at the end, or a negative errno. */
static ssize_t hear(struct ctl_line *line)
{
	struct pollfd poll = {.fd = line->fd, .events = POLLIN};
	sigset_t none;
	ssize_t n;

	sigemptyset(&none);
	if (ppoll(&poll, 1, NULL, &none) < 0)
		return -errno;
	n = read(line->fd, line->in + line->len, line->room - line->len);
	return n < 0 ? -errno : n;
}

int ctl_line_next(struct ctl_line *line, const char **ret, size_t *ret_len)
{
	size_t seen = line->from;

	for (;;) {
		char *end = memchr(line->in + seen, '\n', line->len - seen);
		ssize_t n;
		int r;

		if (end) {
			*ret = line->in + line->from;
			*ret_len = (size_t)(end - *ret);
			line->from += *ret_len + 1;
			return 1;
		}
		r = make_room(line);
		if (r < 0)
			return r;
		seen = line->len;
		n = hear(line);
		if (n <= 0)
			return n == -ECONNRESET ? 0 : (int)n;
		line->len += (size_t)n;
	}
}
