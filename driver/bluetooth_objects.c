/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "driver/bluetooth_private.h"

/* --- finding --- */

struct bluetooth_object *bluetooth_object_at(const struct driver_bluetooth *bt, const char *path)
{
	for (size_t i = 0; i < bt->object_count; i++)
		if (strcmp(bt->objects[i]->path, path) == 0)
			return bt->objects[i];
	return NULL;
}

static bool is_below(const char *path, const char *above)
{
	size_t len = strlen(above);

	return strncmp(path, above, len) == 0 && path[len] == '/';
}

const struct bluetooth_object *bluetooth_radio_of(const struct driver_bluetooth *bt,
						  const char *path)
{
	for (size_t i = 0; i < bt->object_count; i++)
		if (bt->objects[i]->kind == BLUETOOTH_RADIO && is_below(path, bt->objects[i]->path))
			return bt->objects[i];
	return NULL;
}

static bool is_reachable(const struct driver_bluetooth *bt, const struct bluetooth_object *device)
{
	const struct bluetooth_object *radio = bluetooth_radio_of(bt, device->path);

	return radio && radio->is_powered;
}

struct bluetooth_object *bluetooth_device_at(const struct driver_bluetooth *bt, const char *address)
{
	struct bluetooth_object *found = NULL;

	for (size_t i = 0; i < bt->object_count; i++) {
		struct bluetooth_object *object = bt->objects[i];

		if (object->kind == BLUETOOTH_DEVICE && strcasecmp(object->address, address) == 0 &&
		    (!found || (is_reachable(bt, object) && !is_reachable(bt, found))))
			found = object;
	}
	return found;
}

/* --- whose it is --- */

static bool has_part(const char *text, const char *part)
{
	size_t len = strlen(part);

	for (; *text != '\0'; text++)
		if (strncasecmp(text, part, len) == 0)
			return true;
	return false;
}

static bool shows(const struct bluetooth_object *device, const char *uuid)
{
	for (size_t i = 0; i < device->uuid_count; i++)
		if (strcasecmp(device->uuids[i], uuid) == 0)
			return true;
	return false;
}

static bool fits(const struct bluetooth_object *device, const struct board_bluetooth *row)
{
	bool is_named = row->name_has && has_part(device->name, row->name_has);
	bool is_shown = row->service && shows(device, row->service);

	if (row->name_lacks && has_part(device->name, row->name_lacks))
		return false;
	return row->wants_both ? is_named && is_shown : is_named || is_shown;
}

static const struct board_bluetooth *row_of_make(const struct bluetooth_object *device,
						 const struct board_make *make, bool is_generic)
{
	for (size_t i = 0; i < make->bluetooth_count; i++)
		if (make->bluetooth[i].is_generic == is_generic &&
		    fits(device, &make->bluetooth[i]))
			return &make->bluetooth[i];
	return NULL;
}

/* A row that others show too gives way to one that names a board. */
static const struct board_bluetooth *look_up(const struct bluetooth_object *device,
					     uint32_t *ret_makes)
{
	const struct board_bluetooth *first = NULL;
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	*ret_makes = 0;
	for (int is_generic = 0; is_generic < 2 && !first; is_generic++) {
		for (size_t i = 0; i < count; i++) {
			const struct board_bluetooth *row =
				row_of_make(device, makes[i], is_generic == 1);

			*ret_makes |= (uint32_t)(row != NULL) << i;
			first = first ? first : row;
		}
	}
	return first;
}

const struct board_bluetooth *bluetooth_row_of(const struct bluetooth_object *device)
{
	uint32_t makes;

	return look_up(device, &makes);
}

bool bluetooth_is_known(const struct bluetooth_object *device)
{
	return device->kind == BLUETOOTH_DEVICE && device->is_trusted && device->makes != 0 &&
	       !device->is_pairing;
}

static bool is_open(const struct driver_bluetooth *bt, const char *path)
{
	for (const struct bluetooth_channel *c = bt->channels; c; c = c->next)
		if (c->state == READY && strcmp(c->path, path) == 0)
			return true;
	return false;
}

struct driver_bluetooth_device bluetooth_describe(const struct driver_bluetooth *bt,
						  const struct bluetooth_object *device)
{
	const struct board_bluetooth *row = bluetooth_row_of(device);
	struct driver_bluetooth_device view = {.makes = device->makes,
					       .is_classic = row && !row->write,
					       .is_connected = device->is_connected,
					       .is_open = is_open(bt, device->path),
					       .signal_dbm = device->signal_dbm,
					       .battery = device->battery};

	snprintf(view.address, sizeof(view.address), DRIVER_BLUETOOTH "%.17s", device->address);
	memcpy(view.name, device->name, sizeof(view.name));
	if (device->is_pairing)
		view.pairing = DRIVER_BLUETOOTH_PAIRING;
	else if (bluetooth_is_known(device))
		view.pairing = DRIVER_BLUETOOTH_KNOWN;
	else if (device->why[0] != '\0')
		view.pairing = DRIVER_BLUETOOTH_FAILED;
	view.why = device->why[0] != '\0' ? device->why : NULL;
	return view;
}

/* --- what BlueZ tells --- */

/* A name may have anything in it; it goes to logs and pages as plain text. */
static void keep_text(char *ret, size_t size, const char *text)
{
	snprintf(ret, size, "%s", text);
	for (char *c = ret; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = '?';
}

static int read_text(sd_bus_message *m, char *ret, size_t size)
{
	const char *text;
	int r = sd_bus_message_read(m, "v", "s", &text);

	if (r >= 0)
		keep_text(ret, size, text);
	return r;
}

static int read_flag(sd_bus_message *m, bool *ret)
{
	int value;
	int r = sd_bus_message_read(m, "v", "b", &value);

	if (r >= 0)
		*ret = value != 0;
	return r;
}

/* UUIDs of a device; or the flags of a characteristic, of which one is asked for. */
static int read_list(sd_bus_message *m, struct bluetooth_object *device, const char *wanted,
		     bool *ret_has)
{
	const char *text;
	int r = sd_bus_message_enter_container(m, 'v', "as");

	if (r >= 0)
		r = sd_bus_message_enter_container(m, 'a', "s");
	if (r < 0)
		return r;
	while ((r = sd_bus_message_read(m, "s", &text)) > 0) {
		if (wanted)
			*ret_has |= strcmp(text, wanted) == 0;
		else if (device->uuid_count < BLUETOOTH_UUIDS)
			keep_text(device->uuids[device->uuid_count++], BLUETOOTH_UUID_MAX, text);
	}
	if (r >= 0)
		r = sd_bus_message_exit_container(m);
	return r >= 0 ? sd_bus_message_exit_container(m) : r;
}

static int hear_value(sd_bus_message *m, struct driver_bluetooth *bt, const char *path)
{
	const void *bytes;
	size_t len;
	int r = sd_bus_message_enter_container(m, 'v', "ay");

	if (r >= 0)
		r = sd_bus_message_read_array(m, 'y', &bytes, &len);
	if (r < 0)
		return r;
	bluetooth_channel_hear(bt, path, bytes, len);
	return sd_bus_message_exit_container(m);
}

static int read_of_device(sd_bus_message *m, struct bluetooth_object *o, const char *key)
{
	int16_t dbm;
	int r;

	if (strcmp(key, "Address") == 0)
		return read_text(m, o->address, sizeof(o->address));
	if (strcmp(key, "Alias") == 0)
		return read_text(m, o->name, sizeof(o->name));
	if (strcmp(key, "Paired") == 0)
		return read_flag(m, &o->is_paired);
	if (strcmp(key, "Trusted") == 0)
		return read_flag(m, &o->is_trusted);
	if (strcmp(key, "Connected") == 0)
		return read_flag(m, &o->is_connected);
	if (strcmp(key, "ServicesResolved") == 0)
		return read_flag(m, &o->is_resolved);
	if (strcmp(key, "RSSI") == 0) {
		r = sd_bus_message_read(m, "v", "n", &dbm);
		o->signal_dbm = r >= 0 ? dbm : o->signal_dbm;
		return r;
	}
	if (strcmp(key, "UUIDs") == 0) {
		o->uuid_count = 0;
		return read_list(m, o, NULL, NULL);
	}
	return sd_bus_message_skip(m, "v");
}

static int read_mtu(sd_bus_message *m, struct bluetooth_object *o)
{
	uint16_t mtu;
	int r = sd_bus_message_read(m, "v", "q", &mtu);

	o->mtu = r >= 0 ? mtu : o->mtu;
	return r;
}

static int read_of_characteristic(sd_bus_message *m, struct driver_bluetooth *bt,
				  struct bluetooth_object *o, const char *key)
{
	if (strcmp(key, "UUID") == 0) {
		o->uuid_count = 1;
		return read_text(m, o->uuids[0], BLUETOOTH_UUID_MAX);
	}
	if (strcmp(key, "Flags") == 0)
		return read_list(m, o, "write", &o->wants_answer);
	if (strcmp(key, "MTU") == 0)
		return read_mtu(m, o);
	if (strcmp(key, "NotifyAcquired") == 0)
		return read_flag(m, &o->is_acquired);
	if (strcmp(key, "Value") == 0)
		return hear_value(m, bt, o->path);
	return sd_bus_message_skip(m, "v");
}

static int read_property(sd_bus_message *m, struct driver_bluetooth *bt, struct bluetooth_object *o,
			 const char *interface, const char *key)
{
	uint8_t percent;
	int r;

	if (strcmp(interface, ADAPTER) == 0 && strcmp(key, "Powered") == 0)
		return read_flag(m, &o->is_powered);
	if (strcmp(interface, DEVICE) == 0)
		return read_of_device(m, o, key);
	if (strcmp(interface, CHARACTERISTIC) == 0)
		return read_of_characteristic(m, bt, o, key);
	if (strcmp(interface, BATTERY) == 0 && strcmp(key, "Percentage") == 0) {
		r = sd_bus_message_read(m, "v", "y", &percent);
		o->battery = r >= 0 && percent <= 100 ? percent : o->battery;
		return r;
	}
	return sd_bus_message_skip(m, "v");
}

/* What is known of it now; whoever has it open, or waits for it, looks again. */
static void look_again(struct driver_bluetooth *bt, struct bluetooth_object *o)
{
	if (o->kind != BLUETOOTH_DEVICE)
		return;
	(void)look_up(o, &o->makes);
	for (struct bluetooth_channel *c = bt->channels; c; c = c->next)
		if (strcmp(c->path, o->path) == 0)
			bluetooth_channel_look(c, o);
}

/* All of a{sv}. The object may be NULL: then nobody wants them. */
static int read_properties(sd_bus_message *m, struct driver_bluetooth *bt,
			   struct bluetooth_object *o, const char *interface)
{
	const char *key;
	int r = sd_bus_message_enter_container(m, 'a', "{sv}");

	while (r >= 0 && (r = sd_bus_message_enter_container(m, 'e', "sv")) > 0) {
		r = sd_bus_message_read(m, "s", &key);
		if (r >= 0)
			r = o ? read_property(m, bt, o, interface, key)
			      : sd_bus_message_skip(m, "v");
		if (r >= 0)
			r = sd_bus_message_exit_container(m);
	}
	return r >= 0 ? sd_bus_message_exit_container(m) : r;
}

static struct bluetooth_object *add(struct driver_bluetooth *bt, const char *path,
				    enum bluetooth_kind kind)
{
	struct bluetooth_object **more, *o = bluetooth_object_at(bt, path);

	if (o || bt->object_count >= BLUETOOTH_OBJECTS_MAX || strlen(path) >= BLUETOOTH_PATH_MAX)
		return o;
	more = reallocarray(bt->objects, bt->object_count + 1, sizeof(struct bluetooth_object *));
	o = more ? calloc(1, sizeof(*o)) : NULL;
	bt->objects = more ? more : bt->objects;
	if (!o)
		return NULL;
	o->kind = kind;
	o->battery = -1;
	snprintf(o->path, sizeof(o->path), "%s", path);
	bt->objects[bt->object_count++] = o;
	return o;
}

/* The battery is an interface of the device; others, such as services, say nothing to us. */
static struct bluetooth_object *object_for(struct driver_bluetooth *bt, const char *path,
					   const char *interface)
{
	if (strcmp(interface, ADAPTER) == 0)
		return add(bt, path, BLUETOOTH_RADIO);
	if (strcmp(interface, DEVICE) == 0 || strcmp(interface, BATTERY) == 0)
		return add(bt, path, BLUETOOTH_DEVICE);
	if (strcmp(interface, CHARACTERISTIC) == 0)
		return add(bt, path, BLUETOOTH_CHARACTERISTIC);
	return NULL;
}

/* All of a{sa{sv}}. */
static int read_interfaces(sd_bus_message *m, struct driver_bluetooth *bt, const char *path)
{
	struct bluetooth_object *o;
	const char *interface;
	int r = sd_bus_message_enter_container(m, 'a', "{sa{sv}}");

	while (r >= 0 && (r = sd_bus_message_enter_container(m, 'e', "sa{sv}")) > 0) {
		r = sd_bus_message_read(m, "s", &interface);
		if (r >= 0)
			r = read_properties(m, bt, object_for(bt, path, interface), interface);
		if (r >= 0)
			r = sd_bus_message_exit_container(m);
	}
	o = bluetooth_object_at(bt, path);
	if (o)
		look_again(bt, o);
	return r >= 0 ? sd_bus_message_exit_container(m) : r;
}

int bluetooth_take_all(sd_bus_message *m, struct driver_bluetooth *bt)
{
	const char *path;
	int r = sd_bus_message_enter_container(m, 'a', "{oa{sa{sv}}}");

	while (r >= 0 && (r = sd_bus_message_enter_container(m, 'e', "oa{sa{sv}}")) > 0) {
		r = sd_bus_message_read(m, "o", &path);
		if (r >= 0)
			r = read_interfaces(m, bt, path);
		if (r >= 0)
			r = sd_bus_message_exit_container(m);
	}
	return r;
}

int bluetooth_take_added(sd_bus_message *m, void *bt, sd_bus_error *error)
{
	const char *path;
	int r = sd_bus_message_read(m, "o", &path);

	(void)error;
	if (r >= 0)
		(void)read_interfaces(m, bt, path);
	return 0;
}

/* --- what has left --- */

static void tell_left(struct driver_bluetooth *bt, const struct bluetooth_object *device)
{
	struct driver_bluetooth_device *more =
		reallocarray(bt->left, bt->left_count + 1, sizeof(*more));

	if (!more)
		return;
	bt->left = more;
	more[bt->left_count] = bluetooth_describe(bt, device);
	more[bt->left_count++].why = NULL;
}

static void remove_at(struct driver_bluetooth *bt, size_t i)
{
	struct bluetooth_object *o = bt->objects[i];

	if (o->is_told)
		tell_left(bt, o);
	for (struct bluetooth_channel *c = bt->channels; c; c = c->next)
		if (strcmp(c->path, o->path) == 0)
			bluetooth_channel_look(c, NULL);
	bt->objects[i] = bt->objects[--bt->object_count];
	free(o);
}

int bluetooth_take_removed(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct driver_bluetooth *bt = data;
	const char *path, *interface;
	struct bluetooth_object *o;
	int r = sd_bus_message_read(m, "o", &path);

	(void)error;
	if (r < 0 || sd_bus_message_enter_container(m, 'a', "s") < 0)
		return 0;
	while (sd_bus_message_read(m, "s", &interface) > 0) {
		o = bluetooth_object_at(bt, path);
		if (o && strcmp(interface, BATTERY) == 0)
			o->battery = -1;
		if (strcmp(interface, ADAPTER) != 0 && strcmp(interface, DEVICE) != 0 &&
		    strcmp(interface, CHARACTERISTIC) != 0)
			continue;
		for (size_t i = bt->object_count; i-- > 0;)
			if (strcmp(bt->objects[i]->path, path) == 0)
				remove_at(bt, i);
	}
	return 0;
}

void bluetooth_forget_all(struct driver_bluetooth *bt)
{
	while (bt->object_count > 0)
		remove_at(bt, bt->object_count - 1);
}

/* --- what has changed --- */

/* Properties that are not valid any more: the signal, when nobody looks for boards. */
static void read_invalid(sd_bus_message *m, struct bluetooth_object *o)
{
	const char *key;

	if (sd_bus_message_enter_container(m, 'a', "s") < 0)
		return;
	while (sd_bus_message_read(m, "s", &key) > 0)
		if (strcmp(key, "RSSI") == 0)
			o->signal_dbm = 0;
}

int bluetooth_take_changed(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct driver_bluetooth *bt = data;
	struct bluetooth_object *o = bluetooth_object_at(bt, sd_bus_message_get_path(m));
	const char *interface;

	(void)error;
	if (!o || sd_bus_message_read(m, "s", &interface) < 0 ||
	    read_properties(m, bt, o, interface) < 0)
		return 0;
	read_invalid(m, o);
	look_again(bt, o);
	return 0;
}
