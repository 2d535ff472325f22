/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#define NAME_MAX_LEN 256

struct sim_port {
	enum sim_port_kind kind;
	const char *given; /* link or path */
	unsigned number;
	char name[NAME_MAX_LEN]; /* what a host opens */
	int fd;                  /* master or client; -1: none */
	int keep;                /* spare slave, or the listening socket; -1: unplugged */
};

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* --- pseudo-terminals --- */

/* Raw, or it would echo our bytes back to us and wait for ends of lines. */
static int open_pty(struct sim_port *port)
{
	struct termios raw;

	port->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (port->fd < 0 || grantpt(port->fd) != 0 || unlockpt(port->fd) != 0 ||
	    ptsname_r(port->fd, port->name, sizeof(port->name)) != 0)
		return -errno;
	/* While we hold the other side open too, a host may close it and come back. */
	port->keep = open(port->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (port->keep < 0 || tcgetattr(port->keep, &raw) != 0)
		return -errno;
	cfmakeraw(&raw);
	return tcsetattr(port->keep, TCSANOW, &raw) == 0 ? 0 : -errno;
}

/* The link appears at once and whole; what is no link is not ours to replace. */
static int make_link(const struct sim_port *port)
{
	char fresh[NAME_MAX_LEN + 32];
	struct stat there;

	if (!port->given)
		return 0;
	if (lstat(port->given, &there) == 0 && !S_ISLNK(there.st_mode))
		return -EEXIST;
	snprintf(fresh, sizeof(fresh), "%s.%ld", port->given, (long)getpid());
	unlink(fresh);
	if (symlink(port->name, fresh) != 0)
		return -errno;
	if (rename(fresh, port->given) != 0) {
		int r = -errno;

		unlink(fresh);
		return r;
	}
	return 0;
}

static void remove_link(const struct sim_port *port)
{
	char target[NAME_MAX_LEN];
	ssize_t len = port->given ? readlink(port->given, target, sizeof(target)) : -1;

	if (len > 0 && (size_t)len == strlen(port->name) &&
	    memcmp(target, port->name, (size_t)len) == 0)
		unlink(port->given);
}

static int plug_pty(struct sim_port *port)
{
	int r = open_pty(port);

	return r < 0 ? r : make_link(port);
}

/* --- sockets --- */

static int listen_on(struct sim_port *port, int family, const struct sockaddr *address,
		     socklen_t len)
{
	int yes = 1;

	port->keep = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (port->keep < 0)
		return -errno;
	if (family == AF_INET)
		setsockopt(port->keep, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	if (bind(port->keep, address, len) != 0 || listen(port->keep, 4) != 0)
		return -errno;
	return 0;
}

/* A socket nobody listens on is left over from one that died. */
static void remove_stale(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return;
	if (connect(fd, (const struct sockaddr *)address, sizeof(*address)) != 0 &&
	    errno == ECONNREFUSED)
		unlink(address->sun_path);
	close(fd);
}

static int plug_unix(struct sim_port *port)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	if (strlen(port->given) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	memcpy(address.sun_path, port->given, strlen(port->given) + 1);
	snprintf(port->name, sizeof(port->name), "unix:%s", port->given);
	remove_stale(&address);
	return listen_on(port, AF_UNIX, (const struct sockaddr *)&address, sizeof(address));
}

static int plug_tcp(struct sim_port *port)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port->number),
		.sin_addr = {htonl(INADDR_LOOPBACK)},
	};
	socklen_t len = sizeof(address);
	int r = listen_on(port, AF_INET, (const struct sockaddr *)&address, len);

	if (r < 0)
		return r;
	if (getsockname(port->keep, (struct sockaddr *)&address, &len) != 0)
		return -errno;
	port->number = ntohs(address.sin_port); /* the same when it is plugged in again */
	snprintf(port->name, sizeof(port->name), "tcp:127.0.0.1:%u", port->number);
	return 0;
}

/* --- all of them --- */

int sim_port_plug(struct sim_port *port)
{
	int r = -EINVAL;

	switch (port->kind) {
	case SIM_PORT_PTY: r = plug_pty(port); break;
	case SIM_PORT_UNIX: r = plug_unix(port); break;
	case SIM_PORT_TCP: r = plug_tcp(port); break;
	}
	if (r < 0) {
		close_fd(&port->fd);
		close_fd(&port->keep);
	}
	return r;
}

void sim_port_unplug(struct sim_port *port)
{
	if (port->keep < 0)
		return;
	if (port->kind == SIM_PORT_PTY)
		remove_link(port);
	else if (port->kind == SIM_PORT_UNIX)
		unlink(port->given);
	close_fd(&port->keep);
	close_fd(&port->fd);
}

int sim_port_open(struct sim_port **ret, enum sim_port_kind kind, const char *name, unsigned number)
{
	struct sim_port *port = calloc(1, sizeof(*port));
	int r;

	if (!port)
		return -ENOMEM;
	*port = (struct sim_port){
		.kind = kind, .given = name, .number = number, .fd = -1, .keep = -1};
	r = sim_port_plug(port);
	if (r < 0) {
		free(port);
		return r;
	}
	*ret = port;
	return 0;
}

void sim_port_close(struct sim_port *port)
{
	if (!port)
		return;
	sim_port_unplug(port);
	free(port);
}

int sim_port_fd(const struct sim_port *port)
{
	return port->fd >= 0 ? port->fd : port->keep;
}

const char *sim_port_name(const struct sim_port *port)
{
	return port->name;
}

bool sim_port_has_host(const struct sim_port *port)
{
	return port->kind != SIM_PORT_PTY && port->fd >= 0;
}

static void let_in(struct sim_port *port)
{
	int yes = 1;

	port->fd = accept4(port->keep, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (port->fd >= 0 && port->kind == SIM_PORT_TCP)
		setsockopt(port->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

size_t sim_port_read(struct sim_port *port, uint8_t *ret_bytes, size_t cap)
{
	ssize_t got;

	if (port->fd < 0) {
		if (port->keep >= 0)
			let_in(port);
		return 0;
	}
	got = read(port->fd, ret_bytes, cap);
	if (got > 0)
		return (size_t)got;
	/* A host that hangs up leaves the board as it is. */
	if (port->kind != SIM_PORT_PTY && (got == 0 || (errno != EAGAIN && errno != EINTR)))
		close_fd(&port->fd);
	return 0;
}

void sim_port_write(struct sim_port *port, const uint8_t *bytes, size_t len)
{
	if (port->fd < 0)
		return;
	if (port->kind == SIM_PORT_PTY) {
		if (write(port->fd, bytes, len) < 0)
			return; /* nobody reads: lost */
	} else if (send(port->fd, bytes, len, MSG_NOSIGNAL) < 0 && errno == EPIPE) {
		close_fd(&port->fd);
	}
}
