/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_NODE_H
#define BOARDD_DRIVER_NODE_H

#include <limits.h>
#include <stdbool.h>

/*
 * Names of device nodes. libserialport knows a port only by its kernel name,
 * so links such as those of udev are followed first.
 */

/*
 * The node that a path leads to. Returns 0, -ENOENT and the like, or -ENOTTY
 * for what is not a character device.
 */
int driver_node_of(const char *path, char ret_node[PATH_MAX]);

/* True for a port with a UART or USB behind it: one that libserialport can open. */
bool driver_node_is_port(const char *node);

bool driver_node_is_hid(const char *node);

/* True for a node of Bluetooth's serial port profile. */
bool driver_node_is_bluetooth(const char *node);

/*
 * How the bytes of an address come: "usb", "serial", "network", or "cable" where no more than
 * that is known, as of a pty or of a device that is not there.
 */
const char *driver_node_cable(const char *address);

#endif
