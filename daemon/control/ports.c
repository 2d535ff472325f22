/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/ports.h"

#include <stdlib.h>

#include "driver/access.h"
#include "driver/identity.h"
#include "driver/port.h"
#include "driver/rule.h"
#include "driver/usb.h"

static json_t *port_of(const struct driver_port *port)
{
	struct driver_access access = {.may_open = false};
	struct driver_holder holder;
	bool is_held = driver_holder_of(port->node, &holder);

	(void)driver_access_of(port->node, &access);
	return json_pack("{s:s, s:s, s:b, s:s, s:s?}", "device", port->node, "product",
			 port->product_name, "may_open", access.may_open, "rule",
			 driver_rule_of(port->node) == DRIVER_RULE_APPLIED ? "applied" : "missing",
			 "holder", is_held ? holder.name : NULL);
}

static bool has_port(const struct driver_usb_device *device, const struct driver_port *list,
		     ssize_t count)
{
	for (ssize_t i = 0; i < count; i++)
		if (list[i].bus == device->bus && list[i].address == device->address)
			return true;
	return false;
}

static const char *driver_for(const struct driver_usb_device *device)
{
	if ((driver_identity_makes(device->vendor, device->product, NULL, NULL) &
	     driver_identity_hid()) != 0)
		return "usbhid";
	return device->vendor == 0x0403 ? "ftdi_sio" : "cdc_acm";
}

/* Boards that the system sees on USB and has no port for. */
static json_t *lonely_of(struct driver_usb *usb, const struct driver_port *list, ssize_t count)
{
	struct driver_usb_device *devices = NULL;
	ssize_t found = usb ? driver_usb_list(usb, &devices) : 0;
	json_t *lonely = json_array();

	for (ssize_t i = 0; i < found; i++)
		if (driver_identity_of(devices[i].vendor, devices[i].product, NULL, NULL) &&
		    !has_port(&devices[i], list, count))
			json_array_append_new(lonely,
					      json_pack("{s:s, s:s}", "usb", devices[i].path,
							"driver", driver_for(&devices[i])));
	free(devices);
	return lonely;
}

json_t *ports_show(void)
{
	struct driver_port *list = NULL;
	struct driver_usb *usb = NULL;
	struct driver_holder modem;
	json_t *ports = json_array(), *lonely;
	ssize_t count;

	if (driver_usb_new(&usb) < 0)
		usb = NULL; /* a machine without USB */
	count = driver_port_list(usb, &list);
	for (ssize_t i = 0; i < count; i++)
		if (list[i].identity)
			json_array_append_new(ports, port_of(&list[i]));
	lonely = lonely_of(usb, list, count);
	free(list);
	driver_usb_free(usb);
	return json_pack("{s:o, s:o, s:b}", "ports", ports, "lonely", lonely, "modem_manager",
			 driver_process_runs("ModemManager", &modem));
}
