/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/driver_private.h"

#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <linux/serial.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* A port of libserialport. Its descriptor is driver.fd. */
struct serial {
	struct driver driver;
	struct sp_port *port;
	int lock; /* a descriptor of our own on the same node, with the lock */
	bool is_open;
};

static ssize_t to_errno(enum sp_return r)
{
	if (r >= 0)
		return (ssize_t)r;
	switch (r) {
	case SP_ERR_ARG: return -EINVAL;
	case SP_ERR_MEM: return -ENOMEM;
	case SP_ERR_SUPP: return -ENOTSUP;
	case SP_ERR_FAIL:
	case SP_OK: break;
	}
	r = sp_last_error_code();
	return r > 0 ? -(ssize_t)r : -EIO;
}

/*
 * Before libserialport touches the port: its sp_open() turns XON/XOFF on again,
 * in the chip too, and a daemon that is talking would lose every 0x11 and 0x13.
 */
static int lock_node(struct serial *serial, const char *node)
{
	serial->lock = open(node, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (serial->lock < 0)
		return -errno;
	return driver_lock(serial->lock);
}

static int open_port(struct serial *serial, const char *node)
{
	int r;

	r = (int)to_errno(sp_get_port_by_name(node, &serial->port));
	if (r < 0)
		return r;
	r = (int)to_errno(sp_open(serial->port, SP_MODE_READ_WRITE));
	if (r < 0)
		return r;
	serial->is_open = true;
	return (int)to_errno(sp_get_port_handle(serial->port, &serial->driver.fd));
}

/* The lock is for programs that ask, TIOCEXCL for those that do not; root passes the second. */
static int keep_others_out(struct serial *serial)
{
	int flags = fcntl(serial->driver.fd, F_GETFD);

	if (flags < 0 || fcntl(serial->driver.fd, F_SETFD, flags | FD_CLOEXEC) < 0)
		return -errno;
	if (ioctl(serial->driver.fd, TIOCEXCL) < 0 && errno != ENOTTY)
		return -errno;
	return 0;
}

/* Closing must not pulse DTR. libserialport keeps what it finds. */
static int clear_hang_up(int fd)
{
	struct termios t;

	if (tcgetattr(fd, &t) < 0)
		return -errno;
	t.c_cflag &= ~(tcflag_t)HUPCL;
	return tcsetattr(fd, TCSANOW, &t) < 0 ? -errno : 0;
}

/*
 * All in one call: each sp_set_...() by itself sends four control transfers to
 * an FTDI chip. DTR and RTS are left as they are.
 */
static int configure(struct serial *serial)
{
	struct sp_port_config *config;
	int r = (int)to_errno(sp_new_config(&config));

	if (r < 0)
		return r;
	sp_set_config_baudrate(config, 9600);
	sp_set_config_bits(config, 8);
	sp_set_config_parity(config, SP_PARITY_NONE);
	sp_set_config_stopbits(config, 1);
	sp_set_config_flowcontrol(config, SP_FLOWCONTROL_NONE);
	r = (int)to_errno(sp_set_config(serial->port, config));
	sp_free_config(config);
	return r;
}

static bool is_hung_up(int fd)
{
	struct pollfd p = {.fd = fd};

	return poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* sp_nonblocking_read() gives 0 for "nothing yet" and for "unplugged": the poll tells. */
static ssize_t serial_read(struct driver *drv, uint8_t *ret_bytes, size_t cap)
{
	struct serial *serial = (struct serial *)drv;
	ssize_t r = to_errno(sp_nonblocking_read(serial->port, ret_bytes, cap));

	if (r == 0)
		return is_hung_up(drv->fd) ? -ENODEV : 0;
	return driver_io_result(r);
}

/* A full buffer is a failure to libserialport, with EAGAIN behind it. */
static ssize_t serial_write(struct driver *drv, const uint8_t *bytes, size_t len)
{
	struct serial *serial = (struct serial *)drv;

	if (is_hung_up(drv->fd))
		return -ENODEV;
	return driver_io_result(to_errno(sp_nonblocking_write(serial->port, bytes, len)));
}

/* 1 ms instead of 16; only FTDI chips have such a timer, and others may refuse. */
static void shorten_latency(int fd)
{
	struct serial_struct info;

	if (ioctl(fd, TIOCGSERIAL, &info) < 0)
		return;
	info.flags |= (int)ASYNC_LOW_LATENCY;
	(void)ioctl(fd, TIOCSSERIAL, &info);
}

static int lower_lines(int fd)
{
	int lines = TIOCM_DTR | TIOCM_RTS;

	return ioctl(fd, TIOCMBIC, &lines) < 0 ? -errno : 0;
}

static int serial_serve_bus(struct driver *drv)
{
	shorten_latency(drv->fd);
	return lower_lines(drv->fd);
}

static int serial_set_line(struct driver *drv, uint32_t baud, bool is_low)
{
	struct serial *serial = (struct serial *)drv;
	int r = (int)to_errno(sp_set_baudrate(serial->port, (int)baud));

	if (r == 0)
		r = (int)to_errno(sp_flush(serial->port, SP_BUF_BOTH));
	return r == 0 && is_low ? lower_lines(drv->fd) : r;
}

static void serial_close(struct driver *drv)
{
	struct serial *serial = (struct serial *)drv;

	if (serial->is_open) {
		(void)ioctl(drv->fd, TIOCNXCL);
		sp_close(serial->port);
	}
	sp_free_port(serial->port);
	if (serial->lock >= 0)
		close(serial->lock);
	free(serial);
}

static const struct driver_kind serial_kind = {
	.read = serial_read,
	.write = serial_write,
	.serve_bus = serial_serve_bus,
	.set_line = serial_set_line,
	.close = serial_close,
};

int driver_open_serial(struct driver **ret, const char *node)
{
	struct serial *serial = calloc(1, sizeof(*serial));
	int r;

	if (!serial)
		return -ENOMEM;
	serial->driver = (struct driver){.kind = &serial_kind, .fd = -1, .events = POLLIN};
	serial->lock = -1;

	r = lock_node(serial, node);
	if (r < 0)
		goto fail;
	r = open_port(serial, node);
	if (r < 0)
		goto fail;
	r = keep_others_out(serial);
	if (r < 0)
		goto fail;
	r = clear_hang_up(serial->driver.fd);
	if (r < 0)
		goto fail;
	r = configure(serial);
	if (r < 0)
		goto fail;
	r = (int)to_errno(sp_flush(serial->port, SP_BUF_BOTH));
	if (r < 0)
		goto fail;

	*ret = &serial->driver;
	return 0;

fail:
	serial_close(&serial->driver);
	return r;
}
