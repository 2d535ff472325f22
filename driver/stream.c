/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/driver_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

/* Devices that are no more than a descriptor. */

ssize_t driver_stream_read(struct driver *drv, uint8_t *ret_bytes, size_t cap)
{
	ssize_t got = read(drv->fd, ret_bytes, cap);

	if (got == 0)
		return -ENODEV;
	return got > 0 ? got : driver_io_result(-errno);
}

static ssize_t terminal_write(struct driver *drv, const uint8_t *bytes, size_t len)
{
	ssize_t put = write(drv->fd, bytes, len);

	return put >= 0 ? put : driver_io_result(-errno);
}

/* Without a signal when the far end is gone. */
ssize_t driver_socket_write(struct driver *drv, const uint8_t *bytes, size_t len)
{
	ssize_t put = send(drv->fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);

	return put >= 0 ? put : driver_io_result(-errno);
}

static void stream_close(struct driver *drv)
{
	if (drv->fd >= 0)
		close(drv->fd);
	free(drv);
}

static const struct driver_kind terminal_kind = {
	.read = driver_stream_read,
	.write = terminal_write,
	.close = stream_close,
};

static const struct driver_kind socket_kind = {
	.read = driver_stream_read,
	.write = driver_socket_write,
	.close = stream_close,
};

static struct driver *new_stream(const struct driver_kind *kind)
{
	struct driver *drv = calloc(1, sizeof(*drv));

	if (drv)
		*drv = (struct driver){.kind = kind, .fd = -1, .events = POLLIN};
	return drv;
}

/* Raw, 9600 8N1, no flow control. VMIN 1: a read of no bytes then is a hang-up, not a pause. */
static int make_raw(int fd)
{
	struct termios t;

	if (tcgetattr(fd, &t) < 0)
		return -errno;
	cfmakeraw(&t);
	t.c_cflag &= ~(tcflag_t)(CRTSCTS | HUPCL | CSTOPB);
	t.c_cflag |= CLOCAL | CREAD;
	t.c_iflag &= ~(tcflag_t)(IXOFF | IXANY);
	cfsetispeed(&t, B9600);
	cfsetospeed(&t, B9600);
	if (tcsetattr(fd, TCSANOW, &t) < 0 || tcflush(fd, TCIOFLUSH) < 0)
		return -errno;
	return 0;
}

/*
 * No TIOCEXCL here: on a pty it would outlive us as long as the far end is
 * open, and keep us out when we come back.
 */
int driver_open_terminal(struct driver **ret, const char *node)
{
	struct driver *drv = new_stream(&terminal_kind);
	int r;

	if (!drv)
		return -ENOMEM;
	drv->fd = open(node, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	r = drv->fd < 0 ? -errno : driver_lock(drv->fd);
	if (r < 0)
		goto fail;
	r = make_raw(drv->fd);
	if (r < 0)
		goto fail;
	*ret = drv;
	return 0;

fail:
	driver_close(drv);
	return r;
}

int driver_open_unix(struct driver **ret, const char *path)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	struct driver *drv;
	int r = 0;

	if (*path == '\0')
		return -EINVAL;
	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	memcpy(address.sun_path, path, strlen(path));
	drv = new_stream(&socket_kind);
	if (!drv)
		return -ENOMEM;
	drv->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (drv->fd < 0 || connect(drv->fd, (struct sockaddr *)&address, sizeof(address)) < 0)
		r = -errno;
	if (r < 0) {
		driver_close(drv);
		return r;
	}
	*ret = drv;
	return 0;
}
