/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/driver_private.h"
#include "driver/node.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/file.h>

#define USUAL_CONNECT_MS 5000

static int open_node(struct driver **ret, const char *path)
{
	char node[PATH_MAX];
	int r = driver_node_of(path, node);

	if (r < 0)
		return r;
	if (driver_node_is_hid(node))
		return driver_open_hid(ret, node);
	if (driver_node_is_port(node))
		return driver_open_serial(ret, node);
	return driver_open_terminal(ret, node);
}

int driver_open(struct driver **ret, const char *address)
{
	static const struct {
		const char *prefix;
		int (*open)(struct driver **ret, const char *rest);
	} kinds[] = {
		{"unix:", driver_open_unix},
		{"tcp:", driver_open_tcp},
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t len = strlen(kinds[i].prefix);

		if (strncmp(address, kinds[i].prefix, len) == 0)
			return kinds[i].open(ret, address + len);
	}
	return open_node(ret, address);
}

int driver_connect(struct driver *drv)
{
	return drv->kind->connect ? drv->kind->connect(drv) : 1;
}

uint32_t driver_connect_ms(const struct driver *drv)
{
	return drv->kind->connect_ms > 0 ? drv->kind->connect_ms : USUAL_CONNECT_MS;
}

int driver_fd(const struct driver *drv)
{
	return drv->fd;
}

short driver_events(const struct driver *drv)
{
	return drv->events;
}

ssize_t driver_read(struct driver *drv, uint8_t *ret_bytes, size_t cap)
{
	return cap > 0 ? drv->kind->read(drv, ret_bytes, cap) : 0;
}

ssize_t driver_write(struct driver *drv, const uint8_t *bytes, size_t len)
{
	return len > 0 ? drv->kind->write(drv, bytes, len) : 0;
}

int driver_serve_bus(struct driver *drv)
{
	return drv->kind->serve_bus ? drv->kind->serve_bus(drv) : 0;
}

int driver_set_line(struct driver *drv, uint32_t baud, bool is_low)
{
	return drv->kind->set_line ? drv->kind->set_line(drv, baud, is_low) : 0;
}

bool driver_is_packets(const struct driver *drv)
{
	return drv->kind->is_packets;
}

void driver_close(struct driver *drv)
{
	if (drv)
		drv->kind->close(drv);
}

ssize_t driver_io_result(ssize_t r)
{
	switch (r) {
	case -EAGAIN:
	case -EINTR: return 0;
	case -EIO: /* what a tty says after it was unplugged */
	case -ENXIO:
	case -EPIPE:
	case -ECONNRESET:
	case -ETIMEDOUT: return -ENODEV;
	default: return r;
	}
}

int driver_lock(int fd)
{
	if (flock(fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	return errno == EWOULDBLOCK ? -EBUSY : -errno;
}
