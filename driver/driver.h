/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_H
#define BOARDD_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A device as bytes. What is behind it shows only in the address:
 *
 *	/dev/ttyUSB0, /dev/boardd/usb-1-2   a serial port, 8N1, by libserialport
 *	/dev/pts/3, /dev/rfcomm0            another terminal, raw; Bluetooth is one
 *	/dev/hidraw0                        a HID device: what is written is one report
 *	unix:PATH                           a socket in the file system
 *	tcp:HOST:PORT, tcp:[ADDRESS]:PORT   one in the network
 *	bluetooth:AA:BB:CC:DD:EE:FF         a board on Bluetooth: see driver/bluetooth.h
 *
 * Nothing here blocks and nothing here knows what the bytes mean. Errors are
 * negative errno. Keeping a device open for a whole tournament is the affair
 * of driver/link.h, finding one that of driver/finder.h.
 */

struct driver;

/*
 * Opens a device for us alone. Returns 0, and *ret to be closed by the
 * caller; -EBUSY when another program has it, -EACCES when it is not for us,
 * -ENOENT when it is not there, -EINVAL when the address is none, or whatever
 * else the system said. A tcp: device may still be connecting then.
 */
int driver_open(struct driver **ret, const char *address);

/* Goes on with connecting. Returns 1 when connected, 0 when not yet, or why not. */
int driver_connect(struct driver *drv);

/* How long connecting may take before it is given up. */
uint32_t driver_connect_ms(const struct driver *drv);

/* What to poll, and for what: POLLIN when connected. Both may change until then. */
int driver_fd(const struct driver *drv);
short driver_events(const struct driver *drv);

/*
 * Returns how many bytes were read, 0 when there is nothing to read now,
 * -ENODEV when the device is gone: unplugged, hung up, closed at the far end.
 */
ssize_t driver_read(struct driver *drv, uint8_t *ret_bytes, size_t cap);

/* Returns how many bytes were taken, 0 when none can be now, -ENODEV when it is gone. */
ssize_t driver_write(struct driver *drv, const uint8_t *bytes, size_t len);

/*
 * A bus of boards is behind it: DTR and RTS low, or its boards behave strangely,
 * and a short latency timer in an FTDI chip, because every question pays it.
 * Returns 0, also for what has no such things.
 */
int driver_serve_bus(struct driver *drv);

/*
 * A serial port: how fast, and DTR and RTS low, as some boards want them. After
 * opening it is 9600 and the two are as they were. What was on its way is thrown
 * away. Returns 0, also for what has no such things.
 */
int driver_set_line(struct driver *drv, uint32_t baud, bool is_low);

/* Is what is written at once one message, to be written whole and by itself? */
bool driver_is_packets(const struct driver *drv);

/* Closes and frees; takes NULL. */
void driver_close(struct driver *drv);

#endif
