/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_PRIVATE_H
#define BOARDD_DRIVER_PRIVATE_H

#include "driver/driver.h"

/*
 * What driver.c asks of each kind of device. A kind embeds struct driver as
 * its first member.
 */
struct driver_kind {
	int (*connect)(struct driver *drv); /* NULL: open is connected */
	ssize_t (*read)(struct driver *drv, uint8_t *ret_bytes, size_t cap);
	ssize_t (*write)(struct driver *drv, const uint8_t *bytes, size_t len);
	int (*serve_bus)(struct driver *drv);                            /* NULL: nothing to do */
	int (*set_line)(struct driver *drv, uint32_t baud, bool is_low); /* NULL: the same */
	void (*close)(struct driver *drv); /* takes the half-open, too */
	bool is_packets;                   /* see driver_is_packets() */
	uint32_t connect_ms;               /* see driver_connect_ms(); 0: as is usual */
};

struct driver {
	const struct driver_kind *kind;
	int fd;
	short events;
};

/* node: what a link leads to. */
int driver_open_serial(struct driver **ret, const char *node);
int driver_open_terminal(struct driver **ret, const char *node);
int driver_open_hid(struct driver **ret, const char *node);
int driver_open_unix(struct driver **ret, const char *path);
int driver_open_tcp(struct driver **ret, const char *host_port);

/* For plain descriptors. What -EIO, -EPIPE and the like mean is that nobody is there. */
ssize_t driver_stream_read(struct driver *drv, uint8_t *ret_bytes, size_t cap);
ssize_t driver_socket_write(struct driver *drv, const uint8_t *bytes, size_t len);
ssize_t driver_io_result(ssize_t r);
/* Takes a lock that other processes see. Returns -EBUSY when one of them was first. */
int driver_lock(int fd);

#endif
