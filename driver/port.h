/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_PORT_H
#define BOARDD_DRIVER_PORT_H

#include "driver/identity.h"
#include "driver/usb.h"

/*
 * The serial ports of this machine, by libserialport, each with what stands
 * behind it, and after them the boards that are HID devices. Ports are listed,
 * never opened.
 */

#define DRIVER_NODE_MAX 64
#define DRIVER_TEXT_MAX 128

struct driver_port {
	char node[DRIVER_NODE_MAX];         /* "/dev/ttyUSB0" */
	char usb_path[DRIVER_USB_PATH_MAX]; /* "1-2.4"; empty when not on USB */
	char usb_serial[DRIVER_TEXT_MAX];   /* what the chip says; not the board's own number */
	char maker[DRIVER_TEXT_MAX], product_name[DRIVER_TEXT_MAX];
	uint16_t vendor, product;
	uint8_t bus, address;
	const struct board_usb *identity; /* NULL: no board we know */
	uint32_t makes;                   /* of the board there: see driver_identity_makes() */
	bool is_named;                    /* by the user: may be written to all the same */
};

/*
 * Returns how many ports there are, and *ret, in the order of their nodes, to
 * be freed by the caller. Where usb is NULL the paths stay empty.
 */
ssize_t driver_port_list(struct driver_usb *usb, struct driver_port **ret);

#endif
