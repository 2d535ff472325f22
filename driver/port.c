/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/port.h"
#include "driver/hid.h"

#include <errno.h>
#include <libserialport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy(char *ret, size_t size, const char *text)
{
	snprintf(ret, size, "%s", text ? text : "");
}

static void describe_usb(struct sp_port *sp, struct driver_port *port)
{
	int vendor, product, bus, address;

	if (sp_get_port_transport(sp) != SP_TRANSPORT_USB)
		return;
	if (sp_get_port_usb_vid_pid(sp, &vendor, &product) == SP_OK) {
		port->vendor = (uint16_t)vendor;
		port->product = (uint16_t)product;
	}
	if (sp_get_port_usb_bus_address(sp, &bus, &address) == SP_OK) {
		port->bus = (uint8_t)bus;
		port->address = (uint8_t)address;
	}
	copy(port->usb_serial, sizeof(port->usb_serial), sp_get_port_usb_serial(sp));
	copy(port->maker, sizeof(port->maker), sp_get_port_usb_manufacturer(sp));
	copy(port->product_name, sizeof(port->product_name), sp_get_port_usb_product(sp));
	port->identity =
		driver_identity_of(port->vendor, port->product, port->maker, port->product_name);
	port->makes =
		driver_identity_makes(port->vendor, port->product, port->maker, port->product_name);
}

/* Where the port's device is plugged in: libserialport knows its address, libusb the way there. */
static void add_path(struct driver_port *port, const struct driver_usb_device *devices,
		     ssize_t count)
{
	for (ssize_t i = 0; i < count; i++)
		if (port->address != 0 && devices[i].bus == port->bus &&
		    devices[i].address == port->address)
			copy(port->usb_path, sizeof(port->usb_path), devices[i].path);
}

/* ttyUSB2 before ttyUSB10; the system lists them as they fall. */
static int by_node(const void *a, const void *b)
{
	const struct driver_port *left = a, *right = b;

	return strverscmp(left->node, right->node);
}

static ssize_t collect(struct sp_port **list, struct driver_usb *usb, struct driver_port **ret)
{
	struct driver_usb_device *devices = NULL;
	ssize_t device_count = usb ? driver_usb_list(usb, &devices) : 0;
	struct driver_port *ports;
	size_t count = 0;

	while (list[count])
		count++;
	ports = calloc(count + 1, sizeof(*ports));
	for (size_t i = 0; ports && i < count; i++) {
		copy(ports[i].node, sizeof(ports[i].node), sp_get_port_name(list[i]));
		describe_usb(list[i], &ports[i]);
		add_path(&ports[i], devices, device_count);
	}
	free(devices);
	if (!ports)
		return -ENOMEM;
	qsort(ports, count, sizeof(*ports), by_node);
	*ret = ports;
	return (ssize_t)count;
}

ssize_t driver_port_list(struct driver_usb *usb, struct driver_port **ret)
{
	struct sp_port **list;
	ssize_t count;

	switch (sp_list_ports(&list)) {
	case SP_OK: break;
	case SP_ERR_MEM: return -ENOMEM;
	case SP_ERR_SUPP: return -ENOTSUP;
	case SP_ERR_ARG:
	case SP_ERR_FAIL: /* a system without terminals has no ports */
		*ret = calloc(1, sizeof(**ret));
		return *ret ? driver_hid_add(ret, 0) : -ENOMEM;
	}
	count = collect(list, usb, ret);
	sp_free_port_list(list);
	return count < 0 ? count : driver_hid_add(ret, (size_t)count);
}
