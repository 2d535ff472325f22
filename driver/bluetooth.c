/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bluetooth.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "driver/bluetooth_private.h"
#include "driver/node.h"

#define NEVER         UINT64_MAX
#define REOPEN_MS     5000 /* a bus that is gone, or was never there */
#define PAIR_US       (60 * 1000000ULL)
#define EVENTS        8
#define MESSAGES_MAX  256 /* taken in one step, so that a mad radio cannot hold up a hall */
#define MATCH_OBJECTS "type='signal',sender='org.bluez',interface='" OBJECTS "',member="

bool driver_bluetooth_is_address(const char *address)
{
	return strncmp(address, DRIVER_BLUETOOTH, strlen(DRIVER_BLUETOOTH)) == 0 ||
	       driver_node_is_bluetooth(address);
}

/* --- BlueZ comes and goes --- */

static int took_all(sd_bus_message *m, void *data, sd_bus_error *error)
{
	struct driver_bluetooth *bt = data;

	(void)error;
	bt->is_here = !sd_bus_message_is_method_error(m, NULL) && bluetooth_take_all(m, bt) >= 0;
	if (bt->is_here)
		(void)bluetooth_register(bt);
	return 0;
}

/* Who has no BlueZ running shall not have it started by us. */
static int ask_all(struct driver_bluetooth *bt)
{
	sd_bus_message *m = NULL;
	int r = sd_bus_message_new_method_call(bt->bus, &m, BLUEZ, "/", OBJECTS,
					       "GetManagedObjects");

	if (r >= 0)
		r = sd_bus_message_set_auto_start(m, 0);
	if (r >= 0)
		r = sd_bus_call_async(bt->bus, NULL, m, took_all, bt, BLUETOOTH_ANSWER_US);
	sd_bus_message_unref(m);
	return r;
}

static void bluez_left(struct driver_bluetooth *bt)
{
	bt->is_here = bt->is_scanning = false;
	bluetooth_forget_all(bt);
}

static int owner_changed(sd_bus_message *m, void *data, sd_bus_error *error)
{
	const char *name, *before, *after;
	struct driver_bluetooth *bt = data;

	(void)error;
	if (sd_bus_message_read(m, "sss", &name, &before, &after) < 0)
		return 0;
	if (before[0] != '\0')
		bluez_left(bt);
	if (after[0] != '\0')
		(void)ask_all(bt);
	return 0;
}

/* --- the bus --- */

static int listen_for(struct driver_bluetooth *bt, const char *match, sd_bus_message_handler_t take)
{
	int r = sd_bus_add_match_async(bt->bus, &bt->slots[bt->slot_count], match, take, NULL, bt);

	bt->slot_count += r >= 0;
	return r;
}

/* Listening comes before asking: else what changes in between is lost. */
static int begin_talk(struct driver_bluetooth *bt)
{
	static const struct {
		const char *match;
		sd_bus_message_handler_t take;
	} matches[] = {
		{"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
		 "arg0='org.bluez'",
		 owner_changed},
		{MATCH_OBJECTS "'InterfacesAdded'", bluetooth_take_added},
		{MATCH_OBJECTS "'InterfacesRemoved'", bluetooth_take_removed},
		{"type='signal',sender='org.bluez',interface='" PROPERTIES
		 "',member='PropertiesChanged'",
		 bluetooth_take_changed},
	};
	int r = bluetooth_serve(bt);

	for (size_t i = 0; i < sizeof(matches) / sizeof(matches[0]) && r >= 0; i++)
		r = listen_for(bt, matches[i].match, matches[i].take);
	return r >= 0 ? ask_all(bt) : r;
}

static void close_bus(struct driver_bluetooth *bt)
{
	bluez_left(bt);
	while (bt->slot_count > 0) {
		bt->slot_count--;
		bt->slots[bt->slot_count] = sd_bus_slot_unref(bt->slots[bt->slot_count]);
	}
	if (bt->bus_fd >= 0)
		(void)epoll_ctl(bt->epoll, EPOLL_CTL_DEL, bt->bus_fd, NULL);
	bt->bus_fd = -1;
	bt->bus = sd_bus_close_unref(bt->bus);
	bt->reopen_ms = bt->now_ms + REOPEN_MS;
}

static void poll_bus(struct driver_bluetooth *bt)
{
	int fd = sd_bus_get_fd(bt->bus), events = sd_bus_get_events(bt->bus);
	struct epoll_event event = {.events = (uint32_t)(events > 0 ? events : EPOLLIN)};

	event.data.fd = fd;
	if (fd < 0 ||
	    epoll_ctl(bt->epoll, fd == bt->bus_fd ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event) < 0)
		close_bus(bt);
	else
		bt->bus_fd = fd;
}

static void open_bus(struct driver_bluetooth *bt)
{
	int r = sd_bus_open_system(&bt->bus);

	if (r < 0)
		bt->bus = NULL;
	if (r >= 0)
		r = begin_talk(bt);
	if (r < 0)
		close_bus(bt);
}

/* --- time --- */

static void stop_scanning(struct driver_bluetooth *bt)
{
	for (size_t i = 0; i < bt->object_count; i++)
		if (bt->objects[i]->kind == BLUETOOTH_RADIO && bt->objects[i]->is_powered)
			(void)sd_bus_call_method_async(bt->bus, NULL, BLUEZ, bt->objects[i]->path,
						       ADAPTER, "StopDiscovery", NULL, NULL, NULL);
	bt->is_scanning = false;
}

static void process(struct driver_bluetooth *bt)
{
	int r = 1;

	for (int i = 0; i < MESSAGES_MAX && r > 0; i++)
		r = sd_bus_process(bt->bus, NULL);
	if (r < 0)
		close_bus(bt);
}

void driver_bluetooth_step(struct driver_bluetooth *bt, uint64_t now_ms)
{
	struct epoll_event events[EVENTS];

	bt->now_ms = now_ms;
	(void)epoll_wait(bt->epoll, events, EVENTS, 0); /* all are looked at anyway */
	if (!bt->bus && now_ms >= bt->reopen_ms)
		open_bus(bt);
	if (bt->bus)
		process(bt);
	if (bt->bus && bt->is_scanning && now_ms >= bt->scan_end_ms)
		stop_scanning(bt);
	for (struct bluetooth_channel *c = bt->channels; c && bt->bus; c = c->next)
		bluetooth_channel_write(c);
	if (bt->bus)
		poll_bus(bt);
}

/* sd-bus counts by the machine's clock, the caller by its own: only how long is the same. */
static uint64_t bus_deadline(const struct driver_bluetooth *bt)
{
	struct timespec now;
	uint64_t due_us, now_us;

	if (sd_bus_get_timeout(bt->bus, &due_us) < 0 || due_us == UINT64_MAX)
		return NEVER;
	clock_gettime(CLOCK_MONOTONIC, &now);
	now_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
	return due_us <= now_us ? bt->now_ms : bt->now_ms + (due_us - now_us) / 1000 + 1;
}

uint64_t driver_bluetooth_deadline(const struct driver_bluetooth *bt)
{
	uint64_t due = bt->bus ? bus_deadline(bt) : bt->reopen_ms;

	if (bt->is_scanning && bt->scan_end_ms < due)
		due = bt->scan_end_ms;
	for (const struct bluetooth_channel *c = bt->channels; c; c = c->next) {
		uint64_t own = bluetooth_channel_deadline(c);

		due = own < due ? own : due;
	}
	return due;
}

int driver_bluetooth_fd(const struct driver_bluetooth *bt)
{
	return bt->epoll;
}

/* --- news --- */

/* Devices that left come first. */
bool driver_bluetooth_next(struct driver_bluetooth *bt, struct driver_bluetooth_news *ret)
{
	if (bt->left_count > 0) {
		*ret = (struct driver_bluetooth_news){true, bt->left[--bt->left_count]};
		return true;
	}
	for (size_t i = 0; i < bt->object_count; i++) {
		struct bluetooth_object *o = bt->objects[i];

		if (o->is_told == bluetooth_is_known(o))
			continue;
		o->is_told = !o->is_told;
		*ret = (struct driver_bluetooth_news){!o->is_told, bluetooth_describe(bt, o)};
		return true;
	}
	return false;
}

/* --- what there is --- */

bool driver_bluetooth_has_bus(const struct driver_bluetooth *bt)
{
	return bt->bus != NULL;
}

int driver_bluetooth_state(const struct driver_bluetooth *bt)
{
	int state = -ENODEV;

	if (!bt->bus || !bt->is_here)
		return -ENOENT;
	for (size_t i = 0; i < bt->object_count; i++) {
		if (bt->objects[i]->kind != BLUETOOTH_RADIO)
			continue;
		if (bt->objects[i]->is_powered)
			return 0;
		state = -ENETDOWN;
	}
	return state;
}

static bool is_board(const struct bluetooth_object *o)
{
	return o->kind == BLUETOOTH_DEVICE && o->makes != 0;
}

size_t driver_bluetooth_count(const struct driver_bluetooth *bt)
{
	size_t count = 0;

	for (size_t i = 0; i < bt->object_count; i++)
		count += is_board(bt->objects[i]);
	return count;
}

struct driver_bluetooth_device driver_bluetooth_device(const struct driver_bluetooth *bt, size_t i)
{
	size_t at = 0;

	while (!is_board(bt->objects[at]) || i-- > 0)
		at++;
	return bluetooth_describe(bt, bt->objects[at]);
}

static struct bluetooth_object *board_at(const struct driver_bluetooth *bt, const char *address)
{
	size_t len = strlen(DRIVER_BLUETOOTH);
	struct bluetooth_object *device = bluetooth_device_at(
		bt, strncmp(address, DRIVER_BLUETOOTH, len) == 0 ? address + len : address);

	return device && device->makes != 0 ? device : NULL;
}

bool driver_bluetooth_find(const struct driver_bluetooth *bt, const char *address,
			   struct driver_bluetooth_device *ret)
{
	const struct bluetooth_object *device = board_at(bt, address);

	if (device)
		*ret = bluetooth_describe(bt, device);
	return device != NULL;
}

int driver_bluetooth_scan(struct driver_bluetooth *bt, uint64_t now_ms, uint32_t for_ms)
{
	int r = driver_bluetooth_state(bt);

	if (r < 0)
		return r;
	bt->now_ms = now_ms;
	for (size_t i = 0; i < bt->object_count && !bt->is_scanning; i++)
		if (bt->objects[i]->kind == BLUETOOTH_RADIO && bt->objects[i]->is_powered)
			(void)sd_bus_call_method_async(bt->bus, NULL, BLUEZ, bt->objects[i]->path,
						       ADAPTER, "StartDiscovery", NULL, NULL, NULL);
	bt->is_scanning = true;
	bt->scan_end_ms = now_ms + for_ms;
	poll_bus(bt);
	return 0;
}

bool driver_bluetooth_is_scanning(const struct driver_bluetooth *bt)
{
	return bt->is_scanning;
}

/* --- pairing --- */

/* The device may be gone by the time of an answer, so it is found again by its path. */
struct pairing {
	struct driver_bluetooth *bt;
	char path[BLUETOOTH_PATH_MAX];
};

static void free_pairing(void *pairing)
{
	free(pairing);
}

static int trust(struct driver_bluetooth *bt, const char *path)
{
	return sd_bus_call_method_async(bt->bus, NULL, BLUEZ, path, PROPERTIES, "Set", NULL, NULL,
					"ssv", DEVICE, "Trusted", "b", 1);
}

static int paired(sd_bus_message *m, void *data, sd_bus_error *ret_error)
{
	struct pairing *pairing = data;
	struct bluetooth_object *device = bluetooth_object_at(pairing->bt, pairing->path);
	const sd_bus_error *error = sd_bus_message_get_error(m);

	(void)ret_error;
	if (!device)
		return 0;
	device->is_pairing = false;
	if (!error || sd_bus_error_has_name(error, "org.bluez.Error.AlreadyExists"))
		(void)trust(pairing->bt, pairing->path);
	else
		snprintf(device->why, sizeof(device->why), "%.150s",
			 error->message && error->message[0] != '\0' ? error->message
								     : error->name);
	return 0;
}

static int call_pair(struct driver_bluetooth *bt, struct bluetooth_object *device)
{
	struct pairing *pairing = calloc(1, sizeof(*pairing));
	sd_bus_message *m = NULL;
	sd_bus_slot *slot = NULL;
	int r = -ENOMEM;

	if (!pairing)
		return r;
	*pairing = (struct pairing){.bt = bt};
	memcpy(pairing->path, device->path, sizeof(pairing->path));
	r = sd_bus_message_new_method_call(bt->bus, &m, BLUEZ, device->path, DEVICE, "Pair");
	if (r >= 0)
		r = sd_bus_call_async(bt->bus, &slot, m, paired, pairing, PAIR_US);
	sd_bus_message_unref(m);
	if (r < 0) {
		free(pairing);
		return r;
	}
	(void)sd_bus_slot_set_destroy_callback(slot, free_pairing);
	(void)sd_bus_slot_set_floating(slot, 1);
	sd_bus_slot_unref(slot);
	device->is_pairing = true;
	return 0;
}

static bool is_pin(const char *pin)
{
	size_t len = strlen(pin);

	return len > 0 && len < DRIVER_BLUETOOTH_PIN && strspn(pin, "0123456789") == len;
}

/* Low energy boards need no bond: that we may open it is all. */
int driver_bluetooth_pair(struct driver_bluetooth *bt, const char *address, const char *pin)
{
	int r = driver_bluetooth_state(bt);
	struct bluetooth_object *device = r == 0 ? board_at(bt, address) : NULL;
	const struct board_bluetooth *row = device ? bluetooth_row_of(device) : NULL;

	if (r < 0 || !row)
		return r < 0 ? r : -ENOENT;
	if (pin && !is_pin(pin))
		return -EINVAL;
	if (device->is_pairing)
		return 0;
	device->why[0] = '\0';
	snprintf(device->pin, sizeof(device->pin), "%s", pin ? pin : row->pin ? row->pin : "0000");
	if ((row->write && !pin) || device->is_paired)
		r = trust(bt, device->path);
	else
		r = call_pair(bt, device);
	poll_bus(bt);
	return r < 0 ? r : 0;
}

int driver_bluetooth_forget(struct driver_bluetooth *bt, const char *address)
{
	int r = driver_bluetooth_state(bt);
	const struct bluetooth_object *device = r != -ENOENT ? board_at(bt, address) : NULL;
	const struct bluetooth_object *radio = device ? bluetooth_radio_of(bt, device->path) : NULL;

	if (!radio)
		return -ENOENT;
	r = sd_bus_call_method_async(bt->bus, NULL, BLUEZ, radio->path, ADAPTER, "RemoveDevice",
				     NULL, NULL, "o", device->path);
	poll_bus(bt);
	return r < 0 ? r : 0;
}

/* --- life --- */

int driver_bluetooth_new(struct driver_bluetooth **ret)
{
	struct driver_bluetooth *bt = calloc(1, sizeof(*bt));
	int r;

	if (!bt)
		return -ENOMEM;
	bt->bus_fd = -1;
	bt->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (bt->epoll < 0) {
		r = -errno;
		free(bt);
		return r;
	}
	*ret = bt;
	return 0;
}

void driver_bluetooth_free(struct driver_bluetooth *bt)
{
	if (!bt)
		return;
	assert(!bt->channels);
	if (bt->bus)
		(void)sd_bus_flush(bt->bus); /* boards that are disconnected */
	close_bus(bt);
	close(bt->epoll);
	free((void *)bt->objects);
	free(bt->left);
	free(bt);
}
