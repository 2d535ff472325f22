/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver/bluetooth_private.h"

/*
 * What BlueZ calls us for: a PIN or a confirmation while we pair, and the channel of a
 * serial port. Nothing is answered for a device that nobody asked us to pair or open.
 */

#define AGENT   "/boardd/agent"
#define PROFILE "/boardd/serial"

static int refuse(sd_bus_message *m)
{
	return sd_bus_reply_method_errorf(m, "org.bluez.Error.Rejected", "not asked for");
}

/* The device that this call is about, if it is being paired. */
static const struct bluetooth_object *pairing(sd_bus_message *m, struct driver_bluetooth *bt)
{
	const struct bluetooth_object *device;
	const char *path;

	if (sd_bus_message_read(m, "o", &path) < 0)
		return NULL;
	device = bluetooth_object_at(bt, path);
	return device && device->is_pairing ? device : NULL;
}

static int request_pin(sd_bus_message *m, void *bt, sd_bus_error *error)
{
	const struct bluetooth_object *device = pairing(m, bt);

	(void)error;
	return device ? sd_bus_reply_method_return(m, "s", device->pin) : refuse(m);
}

static int request_passkey(sd_bus_message *m, void *bt, sd_bus_error *error)
{
	const struct bluetooth_object *device = pairing(m, bt);

	(void)error;
	return device ? sd_bus_reply_method_return(m, "u", (uint32_t)strtoul(device->pin, NULL, 10))
		      : refuse(m);
}

static int confirm(sd_bus_message *m, void *bt, sd_bus_error *error)
{
	(void)error;
	return pairing(m, bt) ? sd_bus_reply_method_return(m, NULL) : refuse(m);
}

static int agree(sd_bus_message *m, void *bt, sd_bus_error *error)
{
	(void)bt;
	(void)error;
	return sd_bus_reply_method_return(m, NULL);
}

static int new_connection(sd_bus_message *m, void *bt, sd_bus_error *error)
{
	const char *path;
	int fd;

	(void)error;
	if (sd_bus_message_read(m, "oh", &path, &fd) < 0 || !bluetooth_channel_take(bt, path, fd))
		return refuse(m);
	return sd_bus_reply_method_return(m, NULL);
}

static const sd_bus_vtable agent[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("Release", "", "", agree, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("Cancel", "", "", agree, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("RequestPinCode", "o", "s", request_pin, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("RequestPasskey", "o", "u", request_passkey, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("DisplayPinCode", "os", "", confirm, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("DisplayPasskey", "ouq", "", confirm, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("RequestConfirmation", "ou", "", confirm, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("RequestAuthorization", "o", "", confirm, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("AuthorizeService", "os", "", confirm, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_VTABLE_END,
};

static const sd_bus_vtable profile[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("Release", "", "", agree, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("Cancel", "", "", agree, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("NewConnection", "oha{sv}", "", new_connection, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("RequestDisconnection", "o", "", agree, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_VTABLE_END,
};

int bluetooth_serve(struct driver_bluetooth *bt)
{
	int r = sd_bus_add_object_vtable(bt->bus, &bt->slots[bt->slot_count], AGENT,
					 "org.bluez.Agent1", agent, bt);

	if (r < 0)
		return r;
	bt->slot_count++;
	r = sd_bus_add_object_vtable(bt->bus, &bt->slots[bt->slot_count], PROFILE,
				     "org.bluez.Profile1", profile, bt);
	bt->slot_count += r >= 0;
	return r;
}

static int call_without_answer(struct driver_bluetooth *bt, sd_bus_message *m)
{
	int r = sd_bus_message_set_auto_start(m, 0);

	return r >= 0 ? sd_bus_send(bt->bus, m, NULL) : r;
}

/* Another program may have the profile: then classic boards are refused, and that is said. */
int bluetooth_register(struct driver_bluetooth *bt)
{
	sd_bus_message *m = NULL;
	int r = sd_bus_message_new_method_call(bt->bus, &m, BLUEZ, "/org/bluez",
					       "org.bluez.AgentManager1", "RegisterAgent");

	if (r >= 0)
		r = sd_bus_message_append(m, "os", AGENT, "KeyboardDisplay");
	if (r >= 0)
		r = call_without_answer(bt, m);
	m = sd_bus_message_unref(m);
	if (r >= 0)
		r = sd_bus_message_new_method_call(bt->bus, &m, BLUEZ, "/org/bluez",
						   "org.bluez.ProfileManager1", "RegisterProfile");
	if (r >= 0)
		r = sd_bus_message_append(m, "osa{sv}", PROFILE, BOARD_SERIAL_PORT, 3, "Name", "s",
					  "Chess boards", "Role", "s", "client", "AutoConnect", "b",
					  0);
	if (r >= 0)
		r = call_without_answer(bt, m);
	sd_bus_message_unref(m);
	return r;
}
