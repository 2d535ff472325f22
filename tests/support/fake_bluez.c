/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include "board-protocol/board.h"

/*
 * fake_bluez MAKE|ADDRESS|NAME|SOCKET|known ...: BlueZ as boardd sees it, on the bus of
 * DBUS_SYSTEM_BUS_ADDRESS. Behind each device is a unix socket at which a board listens.
 * "known" is trusted from the start (and "new" is not, and appears when it is looked for).
 * Prints "ready". Lines on standard input:
 *
 *	drop ADDRESS       it is out of reach at once
 *	acquire ADDRESS    another program takes what it says
 *	power on|off       of the radio
 */

#define DEVICES_MAX 128
#define RADIO       "/org/bluez/hci0"
#define PIECE       20 /* bytes of one notification, and of one writing */
#define SERIAL_PORT "00001101-0000-1000-8000-00805f9b34fb"

struct characteristic {
	char path[128];
	const char *uuid;
	bool is_notifying, is_acquired;
	sd_bus_slot *slot;
};

struct device {
	char make[32], address[32], name[64], socket[108], known[16], path[96];
	const struct board_bluetooth *row;
	int is_paired, is_trusted, is_connected, is_resolved;
	bool is_shown, is_due; /* its services are to be listed */
	int fd;
	sd_bus_slot *slot, *battery;
	struct characteristic at[3]; /* notify, answers, write */
	sd_bus_message *pairing, *connecting;
};

static sd_bus *bus;
static struct device devices[DEVICES_MAX];
static size_t device_count;
static int is_powered = 1, is_discovering;
static char agent[128], agent_path[128], profile[128], profile_path[128];

static void check(int r, const char *what)
{
	if (r >= 0)
		return;
	fprintf(stderr, "fake_bluez: %s: %s\n", what, strerror(-r));
	exit(1);
}

static struct device *device_at(const char *address)
{
	for (size_t i = 0; i < device_count; i++)
		if (strcmp(devices[i].address, address) == 0)
			return &devices[i];
	return NULL;
}

static void changed(const char *path, const char *interface, const char *property)
{
	check(sd_bus_emit_properties_changed(bus, path, interface, property, NULL), property);
}

/* --- characteristics --- */

static int start_notify(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct characteristic *c = data;

	(void)error;
	if (c->is_acquired)
		return sd_bus_reply_method_errorf(m, "org.bluez.Error.NotPermitted",
						  "Notify acquired");
	c->is_notifying = true;
	return sd_bus_reply_method_return(m, NULL);
}

static int write_value(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct characteristic *c = data;
	const void *bytes;
	size_t len;

	(void)error;
	check(sd_bus_message_read_array(m, 'y', &bytes, &len), "WriteValue");
	if (len > PIECE) /* a link that has agreed on nothing takes no more */
		return sd_bus_reply_method_errorf(m, "org.bluez.Error.InvalidArguments",
						  "Invalid arguments");
	for (size_t i = 0; i < device_count; i++)
		if (&devices[i].at[2] == c && devices[i].fd >= 0)
			(void)!send(devices[i].fd, bytes, len, MSG_NOSIGNAL);
	return sd_bus_reply_method_return(m, NULL);
}

static int get_uuid(sd_bus *b, const char *path, const char *interface, const char *property,
		    sd_bus_message *reply, void *data, sd_bus_error *error)
{
	(void)b, (void)path, (void)interface, (void)property, (void)error;
	return sd_bus_message_append(reply, "s", ((struct characteristic *)data)->uuid);
}

static int get_flags(sd_bus *b, const char *path, const char *interface, const char *property,
		     sd_bus_message *reply, void *data, sd_bus_error *error)
{
	(void)b, (void)path, (void)interface, (void)property, (void)data, (void)error;
	return sd_bus_message_append(reply, "as", 2, "write", "notify");
}

static int get_acquired(sd_bus *b, const char *path, const char *interface, const char *property,
			sd_bus_message *reply, void *data, sd_bus_error *error)
{
	(void)b, (void)path, (void)interface, (void)property, (void)error;
	return sd_bus_message_append(reply, "b", ((struct characteristic *)data)->is_acquired);
}

static const sd_bus_vtable characteristic_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("StartNotify", "", "", start_notify, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("WriteValue", "aya{sv}", "", write_value, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_PROPERTY("UUID", "s", get_uuid, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("Flags", "as", get_flags, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("NotifyAcquired", "b", get_acquired, 0, 0),
	SD_BUS_VTABLE_END,
};

static void notify(const struct characteristic *c, const uint8_t *bytes, size_t len)
{
	sd_bus_message *m = NULL;

	check(sd_bus_message_new_signal(bus, &m, c->path, "org.freedesktop.DBus.Properties",
					"PropertiesChanged"),
	      "signal");
	check(sd_bus_message_append(m, "s", "org.bluez.GattCharacteristic1"), "signal");
	check(sd_bus_message_open_container(m, 'a', "{sv}"), "signal");
	check(sd_bus_message_open_container(m, 'e', "sv"), "signal");
	check(sd_bus_message_append(m, "s", "Value"), "signal");
	check(sd_bus_message_open_container(m, 'v', "ay"), "signal");
	check(sd_bus_message_append_array(m, 'y', bytes, len), "signal");
	check(sd_bus_message_close_container(m), "signal");
	check(sd_bus_message_close_container(m), "signal");
	check(sd_bus_message_close_container(m), "signal");
	check(sd_bus_message_append(m, "as", 0), "signal");
	check(sd_bus_send(bus, m, NULL), "signal");
	sd_bus_message_unref(m);
}

/* --- devices --- */

static int open_board(const struct device *d)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	memcpy(address.sun_path, d->socket, sizeof(address.sun_path));
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
		return fd;
	close(fd);
	return -1;
}

static void disconnect(struct device *d)
{
	if (d->fd >= 0)
		close(d->fd);
	d->fd = -1;
	d->is_connected = d->is_resolved = d->is_due = 0;
	changed(d->path, "org.bluez.Device1", "Connected");
	changed(d->path, "org.bluez.Device1", "ServicesResolved");
	for (size_t i = 0; i < 3; i++) {
		if (!d->at[i].slot)
			continue;
		check(sd_bus_emit_interfaces_removed(bus, d->at[i].path,
						     "org.bluez.GattCharacteristic1", NULL),
		      "removed");
		d->at[i].slot = sd_bus_slot_unref(d->at[i].slot);
		d->at[i].is_notifying = false;
	}
}

/* Some time after the answer to Connect, as BlueZ does it. */
static void resolve(struct device *d)
{
	const char *uuids[] = {d->row->notify, d->row->answers, d->row->write};

	d->is_due = false;
	for (size_t i = 0; i < 3; i++) {
		struct characteristic *c = &d->at[i];

		if (!uuids[i])
			continue;
		c->uuid = uuids[i];
		snprintf(c->path, sizeof(c->path), "%.90s/service000a/char%04zx", d->path, i);
		check(sd_bus_add_object_vtable(bus, &c->slot, c->path,
					       "org.bluez.GattCharacteristic1",
					       characteristic_table, c),
		      c->path);
		check(sd_bus_emit_interfaces_added(bus, c->path, "org.bluez.GattCharacteristic1",
						   NULL),
		      "added");
	}
	d->is_resolved = 1;
	changed(d->path, "org.bluez.Device1", "ServicesResolved");
}

static int connect_device(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct device *d = data;

	(void)error;
	if (!is_powered)
		return sd_bus_reply_method_errorf(m, "org.bluez.Error.NotReady",
						  "Resource Not Ready");
	if (d->fd < 0)
		d->fd = open_board(d);
	if (d->fd < 0)
		return sd_bus_reply_method_errorf(m, "org.bluez.Error.Failed",
						  "le-connection-abort-by-local");
	d->is_connected = 1;
	changed(d->path, "org.bluez.Device1", "Connected");
	d->is_due = !d->is_resolved;
	return sd_bus_reply_method_return(m, NULL);
}

static int took_connection(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct device *d = data;

	(void)error;
	if (sd_bus_message_is_method_error(m, NULL))
		check(sd_bus_reply_method_errorf(d->connecting, "org.bluez.Error.Failed",
						 "refused"),
		      "reply");
	else
		check(sd_bus_reply_method_return(d->connecting, NULL), "reply");
	d->connecting = sd_bus_message_unref(d->connecting);
	return 0;
}

/* The answer comes after the port was taken. */
static int connect_profile(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct device *d = data;
	const char *uuid;
	int fd = is_powered ? open_board(d) : -1;

	(void)error;
	check(sd_bus_message_read(m, "s", &uuid), "uuid");
	if (fd < 0 || strcmp(uuid, SERIAL_PORT) != 0 || profile[0] == '\0' || !d->is_paired) {
		if (fd >= 0)
			close(fd);
		return sd_bus_reply_method_errorf(m, "org.bluez.Error.NotAvailable",
						  "br-connection-unknown");
	}
	d->is_connected = 1;
	changed(d->path, "org.bluez.Device1", "Connected");
	d->connecting = sd_bus_message_ref(m);
	check(sd_bus_call_method_async(bus, NULL, profile, profile_path, "org.bluez.Profile1",
				       "NewConnection", took_connection, d, "oha{sv}", d->path, fd,
				       0),
	      "NewConnection");
	close(fd);
	return 1;
}

static int disconnect_device(sd_bus_message *m, void *data, sd_bus_error *error)
{
	(void)error;
	disconnect(data);
	return sd_bus_reply_method_return(m, NULL);
}

static int took_pin(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct device *d = data;
	const char *pin = "";
	bool is_right;

	(void)error;
	if (!sd_bus_message_is_method_error(m, NULL))
		check(sd_bus_message_read(m, "s", &pin), "pin");
	is_right = strcmp(pin, d->row->pin) == 0;
	if (!is_right)
		check(sd_bus_reply_method_errorf(d->pairing, "org.bluez.Error.AuthenticationFailed",
						 "Authentication Failed"),
		      "reply");
	else
		check(sd_bus_reply_method_return(d->pairing, NULL), "reply");
	d->pairing = sd_bus_message_unref(d->pairing);
	d->is_paired = is_right;
	changed(d->path, "org.bluez.Device1", "Paired");
	return 0;
}

static int pair(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct device *d = data;

	(void)error;
	if (agent[0] == '\0' || !d->row->pin)
		return sd_bus_reply_method_errorf(m, "org.bluez.Error.Failed", "no agent");
	d->pairing = sd_bus_message_ref(m);
	check(sd_bus_call_method_async(bus, NULL, agent, agent_path, "org.bluez.Agent1",
				       "RequestPinCode", took_pin, d, "o", d->path),
	      "RequestPinCode");
	return 1;
}

static int get_text(sd_bus *b, const char *path, const char *interface, const char *property,
		    sd_bus_message *reply, void *data, sd_bus_error *error)
{
	const struct device *d = data;

	(void)b, (void)path, (void)interface, (void)error;
	return sd_bus_message_append(reply, "s",
				     strcmp(property, "Address") == 0 ? d->address : d->name);
}

static int get_uuids(sd_bus *b, const char *path, const char *interface, const char *property,
		     sd_bus_message *reply, void *data, sd_bus_error *error)
{
	const struct device *d = data;

	(void)b, (void)path, (void)interface, (void)property, (void)error;
	return d->row->service ? sd_bus_message_append(reply, "as", 1, d->row->service)
			       : sd_bus_message_append(reply, "as", 0);
}

static int get_signal(sd_bus *b, const char *path, const char *interface, const char *property,
		      sd_bus_message *reply, void *data, sd_bus_error *error)
{
	(void)b, (void)path, (void)interface, (void)property, (void)data, (void)error;
	return sd_bus_message_append(reply, "n", -60);
}

static int set_trusted(sd_bus *b, const char *path, const char *interface, const char *property,
		       sd_bus_message *value, void *data, sd_bus_error *error)
{
	(void)b, (void)interface, (void)error;
	check(sd_bus_message_read(value, "b", (int *)data), "Trusted");
	changed(path, "org.bluez.Device1", property);
	return 0;
}

static const sd_bus_vtable device_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("Connect", "", "", connect_device, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("ConnectProfile", "s", "", connect_profile, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("Disconnect", "", "", disconnect_device, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("Pair", "", "", pair, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_PROPERTY("Address", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("Alias", "s", get_text, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("UUIDs", "as", get_uuids, 0, SD_BUS_VTABLE_PROPERTY_CONST),
	SD_BUS_PROPERTY("RSSI", "n", get_signal, 0, 0),
	SD_BUS_PROPERTY("Paired", "b", NULL, offsetof(struct device, is_paired),
			SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_WRITABLE_PROPERTY("Trusted", "b", NULL, set_trusted,
				 offsetof(struct device, is_trusted),
				 SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE | SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_PROPERTY("Connected", "b", NULL, offsetof(struct device, is_connected),
			SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_PROPERTY("ServicesResolved", "b", NULL, offsetof(struct device, is_resolved),
			SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_VTABLE_END,
};

static int get_percent(sd_bus *b, const char *path, const char *interface, const char *property,
		       sd_bus_message *reply, void *data, sd_bus_error *error)
{
	(void)b, (void)path, (void)interface, (void)property, (void)data, (void)error;
	return sd_bus_message_append(reply, "y", 77);
}

static const sd_bus_vtable battery_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_PROPERTY("Percentage", "y", get_percent, 0, 0),
	SD_BUS_VTABLE_END,
};

static void show(struct device *d)
{
	if (d->is_shown)
		return;
	d->is_shown = true;
	check(sd_bus_add_object_vtable(bus, &d->slot, d->path, "org.bluez.Device1", device_table,
				       d),
	      d->path);
	check(sd_bus_add_object_vtable(bus, &d->battery, d->path, "org.bluez.Battery1",
				       battery_table, d),
	      d->path);
	check(sd_bus_emit_interfaces_added(bus, d->path, "org.bluez.Device1", "org.bluez.Battery1",
					   NULL),
	      "added");
}

/* --- the radio --- */

static int start_discovery(sd_bus_message *m, void *data, sd_bus_error *error)
{
	(void)data, (void)error;
	is_discovering = 1;
	for (size_t i = 0; i < device_count; i++)
		show(&devices[i]);
	return sd_bus_reply_method_return(m, NULL);
}

static int stop_discovery(sd_bus_message *m, void *data, sd_bus_error *error)
{
	(void)data, (void)error;
	is_discovering = 0;
	return sd_bus_reply_method_return(m, NULL);
}

static int remove_device(sd_bus_message *m, void *data, sd_bus_error *error)
{
	const char *path;

	(void)data, (void)error;
	check(sd_bus_message_read(m, "o", &path), "path");
	for (size_t i = 0; i < device_count; i++) {
		struct device *d = &devices[i];

		if (strcmp(d->path, path) != 0 || !d->is_shown)
			continue;
		disconnect(d);
		check(sd_bus_emit_interfaces_removed(bus, path, "org.bluez.Device1",
						     "org.bluez.Battery1", NULL),
		      "removed");
		d->slot = sd_bus_slot_unref(d->slot);
		d->battery = sd_bus_slot_unref(d->battery);
		d->is_shown = false;
		d->is_trusted = d->is_paired = 0;
	}
	return sd_bus_reply_method_return(m, NULL);
}

static const sd_bus_vtable radio_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("StartDiscovery", "", "", start_discovery, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("StopDiscovery", "", "", stop_discovery, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_METHOD("RemoveDevice", "o", "", remove_device, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_PROPERTY("Powered", "b", NULL, 0, SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE),
	SD_BUS_VTABLE_END,
};

static int register_one(sd_bus_message *m, void *data, sd_bus_error *error)
{
	bool is_agent = data == agent;
	const char *path;

	(void)error;
	check(sd_bus_message_read(m, "o", &path), "path");
	snprintf(is_agent ? agent_path : profile_path, 128, "%s", path);
	snprintf(is_agent ? agent : profile, 128, "%s", sd_bus_message_get_sender(m));
	return sd_bus_reply_method_return(m, NULL);
}

static const sd_bus_vtable agents_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("RegisterAgent", "os", "", register_one, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_VTABLE_END,
};

static const sd_bus_vtable profiles_table[] = {
	SD_BUS_VTABLE_START(0),
	SD_BUS_METHOD("RegisterProfile", "osa{sv}", "", register_one, SD_BUS_VTABLE_UNPRIVILEGED),
	SD_BUS_VTABLE_END,
};

/* --- the test's words --- */

static void obey(const char *line)
{
	char word[16] = "", what[32] = "";
	struct device *d;

	(void)sscanf(line, "%15s %31s", word, what);
	d = device_at(what);
	if (strcmp(word, "drop") == 0 && d)
		disconnect(d);
	else if (strcmp(word, "acquire") == 0 && d)
		d->at[0].is_acquired = true;
	else if (strcmp(word, "power") == 0)
		is_powered = strcmp(what, "on") == 0;
	if (strcmp(word, "power") == 0)
		changed(RADIO, "org.bluez.Adapter1", "Powered");
}

static bool hear_test(void)
{
	static char line[256];
	static size_t len;
	ssize_t got = read(STDIN_FILENO, line + len, sizeof(line) - 1 - len);

	if (got <= 0)
		return false;
	len += (size_t)got;
	line[len] = '\0';
	for (char *end; (end = strchr(line, '\n'));) {
		*end = '\0';
		obey(line);
		len -= (size_t)(end + 1 - line);
		memmove(line, end + 1, len + 1);
	}
	return true;
}

static void hear_board(struct device *d)
{
	uint8_t bytes[PIECE];
	ssize_t got = recv(d->fd, bytes, sizeof(bytes), MSG_DONTWAIT);

	if (got > 0 && d->at[0].is_notifying)
		notify(&d->at[0], bytes, (size_t)got);
	else if (got == 0)
		disconnect(d);
}

static void add_device(const char *text)
{
	struct device *d = &devices[device_count++];
	char address[sizeof(d->address)];
	uint8_t make = 0;

	if (device_count > DEVICES_MAX ||
	    sscanf(text, "%31[^|]|%31[^|]|%63[^|]|%107[^|]|%15s", d->make, d->address, d->name,
		   d->socket, d->known) != 5 ||
	    !board_make_find(d->make, &make))
		check(-EINVAL, text);
	d->row = &board_make_at(make)->bluetooth[0];
	d->fd = -1;
	d->is_trusted = d->is_paired = strcmp(d->known, "known") == 0;
	memcpy(address, d->address, sizeof(address));
	snprintf(d->path, sizeof(d->path), RADIO "/dev_%.20s", address);
	for (char *c = d->path; *c != '\0'; c++)
		if (*c == ':')
			*c = '_';
	if (d->is_trusted)
		show(d);
}

static bool turn(void)
{
	struct pollfd fds[2 + DEVICES_MAX] = {{.fd = STDIN_FILENO, .events = POLLIN},
					      {.fd = sd_bus_get_fd(bus), .events = POLLIN}};
	int r = sd_bus_process(bus, NULL);

	if (r != 0)
		return r > 0;
	for (size_t i = 0; i < device_count; i++)
		if (devices[i].is_due)
			resolve(&devices[i]);
	for (size_t i = 0; i < device_count; i++)
		fds[2 + i] = (struct pollfd){.fd = devices[i].fd, .events = POLLIN};
	fds[1].events = (short)sd_bus_get_events(bus);
	(void)poll(fds, 2 + device_count, 1000);
	for (size_t i = 0; i < device_count; i++)
		if (fds[2 + i].revents != 0 && devices[i].fd >= 0)
			hear_board(&devices[i]);
	return fds[0].revents == 0 || hear_test();
}

int main(int argc, char **argv)
{
	check(sd_bus_open_system(&bus), "bus");
	check(sd_bus_add_object_manager(bus, NULL, "/"), "objects");
	check(sd_bus_add_object_vtable(bus, NULL, RADIO, "org.bluez.Adapter1", radio_table,
				       &is_powered),
	      "radio");
	check(sd_bus_add_object_vtable(bus, NULL, "/org/bluez", "org.bluez.AgentManager1",
				       agents_table, agent),
	      "agents");
	check(sd_bus_add_object_vtable(bus, NULL, "/org/bluez", "org.bluez.ProfileManager1",
				       profiles_table, profile),
	      "profiles");
	for (int i = 1; i < argc; i++)
		add_device(argv[i]);
	check(sd_bus_request_name(bus, "org.bluez", 0), "name");
	puts("ready");
	fflush(stdout);
	while (turn())
		continue;
	sd_bus_flush_close_unref(bus);
	return 0;
}
