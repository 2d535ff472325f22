/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/driver_private.h"
#include "driver/resolve.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A board behind a network, such as a serial server: name, then addresses one by one. */
struct tcp {
	struct driver driver; /* fd: the name's answer at first, then the socket */
	struct driver_resolve *resolve;
	struct addrinfo *addresses;
	const struct addrinfo *next; /* to be tried after this one */
	int socket;                  /* ours to close; -1 while there is none */
	bool is_connected;
	int error; /* of the last address tried */
};

/* A far end whose power went says nothing: the kernel asks after 10 s, and gives up 15 s later. */
static void watch_far_end(int fd)
{
	static const struct {
		int level, name, value;
	} options[] = {
		{IPPROTO_TCP, TCP_NODELAY, 1},   {SOL_SOCKET, SO_KEEPALIVE, 1},
		{IPPROTO_TCP, TCP_KEEPIDLE, 10}, {IPPROTO_TCP, TCP_KEEPINTVL, 5},
		{IPPROTO_TCP, TCP_KEEPCNT, 3},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		(void)setsockopt(fd, options[i].level, options[i].name, &options[i].value,
				 sizeof(options[i].value));
}

static void drop_socket(struct tcp *tcp)
{
	if (tcp->socket >= 0)
		close(tcp->socket);
	tcp->socket = -1;
}

static int begin(struct tcp *tcp, const struct addrinfo *to)
{
	tcp->socket = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (tcp->socket < 0)
		return -errno;
	tcp->driver.fd = tcp->socket;
	tcp->driver.events = POLLOUT;
	if (connect(tcp->socket, to->ai_addr, to->ai_addrlen) < 0 && errno != EINPROGRESS)
		return -errno;
	return 0;
}

/* Returns 0 when one address is being connected to, or why none is left. */
static int try_next(struct tcp *tcp)
{
	while (tcp->next) {
		const struct addrinfo *to = tcp->next;

		tcp->next = to->ai_next;
		tcp->error = begin(tcp, to);
		if (tcp->error == 0)
			return 0;
		drop_socket(tcp);
	}
	return tcp->error;
}

static int resolved(struct tcp *tcp)
{
	int r = driver_resolve_take(tcp->resolve, &tcp->addresses);

	if (r <= 0)
		return r;
	driver_resolve_free(tcp->resolve);
	tcp->resolve = NULL;
	tcp->next = tcp->addresses;
	return try_next(tcp);
}

static int connected(struct tcp *tcp)
{
	struct pollfd p = {.fd = tcp->socket, .events = POLLOUT};
	socklen_t len = sizeof(int);
	int error = 0;

	if (poll(&p, 1, 0) <= 0)
		return 0;
	if (getsockopt(tcp->socket, SOL_SOCKET, SO_ERROR, &error, &len) < 0)
		error = errno;
	if (error != 0) {
		tcp->error = -error;
		drop_socket(tcp);
		return try_next(tcp);
	}
	watch_far_end(tcp->socket);
	tcp->driver.events = POLLIN;
	tcp->is_connected = true;
	return 1;
}

static int tcp_connect(struct driver *drv)
{
	struct tcp *tcp = (struct tcp *)drv;

	if (tcp->is_connected)
		return 1;
	if (tcp->resolve) {
		int r = resolved(tcp);

		if (r < 0 || tcp->resolve)
			return r;
	}
	return connected(tcp);
}

static ssize_t tcp_read(struct driver *drv, uint8_t *ret_bytes, size_t cap)
{
	return ((struct tcp *)drv)->is_connected ? driver_stream_read(drv, ret_bytes, cap) : 0;
}

static ssize_t tcp_write(struct driver *drv, const uint8_t *bytes, size_t len)
{
	return ((struct tcp *)drv)->is_connected ? driver_socket_write(drv, bytes, len) : 0;
}

static void tcp_close(struct driver *drv)
{
	struct tcp *tcp = (struct tcp *)drv;

	drop_socket(tcp);
	driver_resolve_free(tcp->resolve);
	if (tcp->addresses)
		freeaddrinfo(tcp->addresses);
	free(tcp);
}

static const struct driver_kind tcp_kind = {
	.connect = tcp_connect,
	.read = tcp_read,
	.write = tcp_write,
	.close = tcp_close,
};

/* HOST:PORT or [ADDRESS]:PORT, cut in two where it stands. Returns the port, NULL if there is none.
 */
static char *split(char *host_port, char **ret_host)
{
	char *colon = strrchr(host_port, ':'), *end = colon ? colon - 1 : NULL;

	if (!colon || colon == host_port || colon[1] == '\0')
		return NULL;
	*colon = '\0';
	*ret_host = host_port;
	if (*host_port == '[' && *end == ']') {
		*end = '\0';
		*ret_host = host_port + 1;
	} else if (strchr(host_port, ':')) {
		return NULL; /* an address of IPv6 without its brackets */
	}
	return **ret_host != '\0' ? colon + 1 : NULL;
}

int driver_open_tcp(struct driver **ret, const char *host_port)
{
	char *copy = NULL, *host, *port;
	struct tcp *tcp;
	int r = -ENOMEM;

	tcp = calloc(1, sizeof(*tcp));
	if (!tcp)
		return -ENOMEM;
	tcp->driver = (struct driver){.kind = &tcp_kind, .fd = -1, .events = POLLIN};
	tcp->socket = -1;
	copy = strdup(host_port);
	if (!copy)
		goto fail;
	port = split(copy, &host);
	r = port ? driver_resolve_new(&tcp->resolve, host, port) : -EINVAL;
	if (r < 0)
		goto fail;
	tcp->driver.fd = driver_resolve_fd(tcp->resolve);
	r = tcp_connect(&tcp->driver);
	if (r < 0)
		goto fail;
	free(copy);
	*ret = &tcp->driver;
	return 0;

fail:
	tcp_close(&tcp->driver);
	free(copy);
	return r;
}
