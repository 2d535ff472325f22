/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_USB_H
#define BOARDD_DRIVER_USB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * What is plugged in, by libusb: who and where. Devices are listed, never
 * opened, so this needs no permission.
 */

#define DRIVER_USB_PATH_MAX 32

struct driver_usb_device {
	uint16_t vendor, product;
	uint8_t bus, address;           /* address: another one after each plugging */
	char path[DRIVER_USB_PATH_MAX]; /* "1-2.4": bus, then sockets; the same after it */
};

struct driver_usb;

/* Returns 0, or negative errno where there is no USB at all. */
int driver_usb_new(struct driver_usb **ret);
void driver_usb_free(struct driver_usb *usb); /* takes NULL */

/* True when the system tells of arrivals; otherwise one has to look now and then. */
bool driver_usb_has_hotplug(const struct driver_usb *usb);

/* One descriptor, readable when driver_usb_changed() should be called. */
int driver_usb_fd(const struct driver_usb *usb);

/* True when something came or went since the last call. */
bool driver_usb_changed(struct driver_usb *usb);

/* Returns how many devices there are, and *ret, to be freed by the caller. */
ssize_t driver_usb_list(struct driver_usb *usb, struct driver_usb_device **ret);

#endif
