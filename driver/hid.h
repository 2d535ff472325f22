/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_HID_H
#define BOARDD_DRIVER_HID_H

#include "driver/port.h"

/*
 * Boards that are HID devices on USB, by the kernel's hidraw nodes. Every keyboard has
 * such a node, too: only what a make lists is even named here.
 */

/* Adds to the ports what is there. Returns how many there are then, or -ENOMEM. */
ssize_t driver_hid_add(struct driver_port **ports, size_t count);

#endif
