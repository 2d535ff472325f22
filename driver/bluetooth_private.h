/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_BLUETOOTH_PRIVATE_H
#define BOARDD_DRIVER_BLUETOOTH_PRIVATE_H

#include <systemd/sd-bus.h>

#include "board-protocol/board.h"
#include "driver/bluetooth.h"
#include "driver/driver_private.h"

/*
 * What the files of Bluetooth share. BlueZ shows objects: radios (adapters), devices
 * below them, characteristics below those. We keep what it has told of them; an object
 * is found by its path.
 */

#define BLUEZ          "org.bluez"
#define ADAPTER        "org.bluez.Adapter1"
#define DEVICE         "org.bluez.Device1"
#define BATTERY        "org.bluez.Battery1"
#define CHARACTERISTIC "org.bluez.GattCharacteristic1"
#define PROPERTIES     "org.freedesktop.DBus.Properties"
#define OBJECTS        "org.freedesktop.DBus.ObjectManager"

#define BLUETOOTH_PATH_MAX    160
#define BLUETOOTH_UUID_MAX    37
#define BLUETOOTH_UUIDS       24
#define BLUETOOTH_OBJECTS_MAX 2048 /* more than that no hall has in reach */
#define BLUETOOTH_WHY_MAX     160
#define BLUETOOTH_ANSWER_US   (45 * 1000000ULL) /* connecting may take BlueZ that long */

enum bluetooth_kind { BLUETOOTH_RADIO, BLUETOOTH_DEVICE, BLUETOOTH_CHARACTERISTIC };

struct bluetooth_object {
	enum bluetooth_kind kind;
	char path[BLUETOOTH_PATH_MAX];
	/* of a radio */
	bool is_powered;
	/* of a device */
	char address[DRIVER_BLUETOOTH_MAX], name[DRIVER_BLUETOOTH_NAME];
	bool is_paired, is_trusted, is_connected, is_resolved;
	int signal_dbm, battery;
	size_t uuid_count;
	char uuids[BLUETOOTH_UUIDS][BLUETOOTH_UUID_MAX]; /* a characteristic has one */
	uint32_t makes;
	bool is_told; /* as known, by driver_bluetooth_next() */
	bool is_pairing;
	char pin[DRIVER_BLUETOOTH_PIN];
	char why[BLUETOOTH_WHY_MAX];
	/* of a characteristic */
	bool wants_answer; /* the board confirms what is written */
	bool is_acquired;  /* by another program */
	uint16_t mtu;      /* of its link; 0: not told */
};

#define BLUETOOTH_MESSAGE_MAX 512

/* One board that is open, or is being opened. */
struct bluetooth_channel {
	struct driver drv; /* first */
	struct driver_bluetooth *bt;
	struct bluetooth_channel *next;
	char path[BLUETOOTH_PATH_MAX]; /* of the device; empty: it has gone */
	const struct board_bluetooth *row;
	enum { CONNECTING, RESOLVING, SUBSCRIBING, READY, GONE } state;
	bool was_connected; /* before we came: another program may need it */
	int error;
	int wake;            /* readable when connecting has ended */
	int near;            /* low energy: our end, the far one is the driver's; -1: none */
	int data;            /* the driver's, once connected */
	unsigned subscribed; /* characteristics that tell us what they hear */
	char write_path[BLUETOOTH_PATH_MAX], notify_path[2][BLUETOOTH_PATH_MAX];
	bool wants_answer;
	size_t piece; /* bytes that one writing takes */
	size_t out_len;
	uint8_t out[BLUETOOTH_MESSAGE_MAX]; /* of the message that is being written */
	sd_bus_slot *call;                  /* whose answer is awaited; NULL: none */
	uint64_t free_ms;                   /* not before may the next be written */
};

struct driver_bluetooth {
	int epoll;
	sd_bus *bus; /* NULL: there is none */
	int bus_fd;
	sd_bus_slot *slots[8]; /* what is kept as long as the bus */
	size_t slot_count;
	uint64_t now_ms, reopen_ms, scan_end_ms;
	bool is_here; /* BlueZ */
	bool has_profile, is_scanning;
	struct bluetooth_object **objects;
	size_t object_count;
	struct bluetooth_channel *channels;
	struct driver_bluetooth_device *left; /* of which it has to be told */
	size_t left_count;
};

/* --- bluetooth_objects.c --- */

struct bluetooth_object *bluetooth_object_at(const struct driver_bluetooth *bt, const char *path);

/* The device with this address, on a radio that is switched on if there is one; or NULL. */
struct bluetooth_object *bluetooth_device_at(const struct driver_bluetooth *bt,
					     const char *address);

/* The radio of a device. */
const struct bluetooth_object *bluetooth_radio_of(const struct driver_bluetooth *bt,
						  const char *path);

/* The first row by which a make knows it; NULL: none. */
const struct board_bluetooth *bluetooth_row_of(const struct bluetooth_object *device);

bool bluetooth_is_known(const struct bluetooth_object *device);
struct driver_bluetooth_device bluetooth_describe(const struct driver_bluetooth *bt,
						  const struct bluetooth_object *device);

/* What BlueZ says of all its objects, of a new one, of one that has left, of changes. */
int bluetooth_take_all(sd_bus_message *m, struct driver_bluetooth *bt);
int bluetooth_take_added(sd_bus_message *m, void *bt, sd_bus_error *error);
int bluetooth_take_removed(sd_bus_message *m, void *bt, sd_bus_error *error);
int bluetooth_take_changed(sd_bus_message *m, void *bt, sd_bus_error *error);
void bluetooth_forget_all(struct driver_bluetooth *bt);

/* --- bluetooth_channel.c --- */

/* A device has changed, or is gone (NULL); what a characteristic heard. */
void bluetooth_channel_look(struct bluetooth_channel *channel,
			    const struct bluetooth_object *device);
void bluetooth_channel_hear(struct driver_bluetooth *bt, const char *path, const uint8_t *bytes,
			    size_t len);
void bluetooth_channel_write(struct bluetooth_channel *channel);
uint64_t bluetooth_channel_deadline(const struct bluetooth_channel *channel);

/* The serial port of a device, for the channel that waits for it. False: none does. */
bool bluetooth_channel_take(struct driver_bluetooth *bt, const char *path, int fd);
void bluetooth_channel_end(struct bluetooth_channel *channel, int error);

/* What BlueZ's error means. */
int bluetooth_error(const sd_bus_error *error);

/* --- bluetooth_agent.c --- */

/* Says to BlueZ who answers for PINs, and who takes serial ports. */
int bluetooth_register(struct driver_bluetooth *bt);
int bluetooth_serve(struct driver_bluetooth *bt); /* the objects that it calls */

#endif
