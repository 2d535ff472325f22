/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_BLUETOOTH_H
#define BOARDD_DRIVER_BLUETOOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/driver.h"

/*
 * Boards on Bluetooth, through BlueZ on the system bus: low energy by the
 * characteristics that a make lists, classic by the serial port profile, whose
 * channel BlueZ hands to us. Nobody has to run rfcomm.
 *
 * A board is ours when BlueZ knows it as trusted and a make knows it by its name or
 * service: driver_bluetooth_pair() makes it so, and BlueZ remembers it. To others
 * nothing is ever sent. Machines without Bluetooth, without BlueZ or without a bus are
 * no error: there is nothing then, until there is.
 *
 * How it is driven:
 *
 *	wait for driver_bluetooth_fd() to be readable, or driver_bluetooth_deadline()
 *	driver_bluetooth_step(bt, now);
 *	while (driver_bluetooth_next(bt, &news)) ...
 */

#define DRIVER_BLUETOOTH      "bluetooth:" /* then the address, AA:BB:CC:DD:EE:FF */
#define DRIVER_BLUETOOTH_MAX  32           /* bytes of it all */
#define DRIVER_BLUETOOTH_NAME 64
#define DRIVER_BLUETOOTH_PIN  17

struct driver_bluetooth;

enum driver_bluetooth_pairing {
	DRIVER_BLUETOOTH_STRANGER, /* nobody has paired it */
	DRIVER_BLUETOOTH_PAIRING,
	DRIVER_BLUETOOTH_KNOWN,  /* the board is opened whenever it is there */
	DRIVER_BLUETOOTH_FAILED, /* why says why */
};

struct driver_bluetooth_device {
	char address[DRIVER_BLUETOOTH_MAX]; /* with its prefix, as driver_bluetooth_open() wants it
					     */
	char name[DRIVER_BLUETOOTH_NAME];
	uint32_t makes; /* makes that the board may be of, a bit each by number */
	enum driver_bluetooth_pairing pairing;
	const char *why;   /* a sentence; NULL: nothing is wrong */
	bool is_classic;   /* pairing may need a PIN */
	bool is_connected; /* to this machine, whoever asked for it */
	bool is_open;      /* by us */
	int signal_dbm;    /* as it was heard last; 0: not heard */
	int battery;       /* in percent, as the radio tells it; -1: it does not */
};

struct driver_bluetooth_news {
	bool has_left; /* else it may be opened from now on */
	struct driver_bluetooth_device device;
};

/* Returns 0 or negative errno. */
int driver_bluetooth_new(struct driver_bluetooth **ret);

/* What was opened through it must be closed before; takes NULL. */
void driver_bluetooth_free(struct driver_bluetooth *bt);

int driver_bluetooth_fd(const struct driver_bluetooth *bt);
uint64_t driver_bluetooth_deadline(const struct driver_bluetooth *bt);
void driver_bluetooth_step(struct driver_bluetooth *bt, uint64_t now_ms);
bool driver_bluetooth_next(struct driver_bluetooth *bt, struct driver_bluetooth_news *ret);

/* Is this the address of something on Bluetooth, opened by us or as /dev/rfcomm? */
bool driver_bluetooth_is_address(const char *address);

/*
 * As driver_open(), for addresses with the prefix: -ENOENT BlueZ does not know it,
 * -ENETDOWN Bluetooth is switched off, -ENOTSUP no make knows it. It goes on connecting
 * then, and may fail as -EBUSY (another program has it) or -EHOSTDOWN (out of reach).
 */
int driver_bluetooth_open(struct driver_bluetooth *bt, struct driver **ret, const char *address);

/* Is there a bus at all? Not before the first step. */
bool driver_bluetooth_has_bus(const struct driver_bluetooth *bt);

/* Whether anything can be done. Returns 0, -ENOENT no BlueZ, -ENODEV no radio, -ENETDOWN off. */
int driver_bluetooth_state(const struct driver_bluetooth *bt);

/* Boards in reach or known. Those that no make knows are not among them. */
size_t driver_bluetooth_count(const struct driver_bluetooth *bt);
struct driver_bluetooth_device driver_bluetooth_device(const struct driver_bluetooth *bt, size_t i);
bool driver_bluetooth_find(const struct driver_bluetooth *bt, const char *address,
			   struct driver_bluetooth_device *ret);

/* Looks for boards for so long. Returns as driver_bluetooth_state(). */
int driver_bluetooth_scan(struct driver_bluetooth *bt, uint64_t now_ms, uint32_t for_ms);
bool driver_bluetooth_is_scanning(const struct driver_bluetooth *bt);

/*
 * From now on a board is ours, or not any more. pin: NULL for the usual one. Returns 0,
 * -ENOENT when it is not there, -EINVAL when the PIN is none, or as above; how pairing
 * ended is told of the device.
 */
int driver_bluetooth_pair(struct driver_bluetooth *bt, const char *address, const char *pin);
int driver_bluetooth_forget(struct driver_bluetooth *bt, const char *address);

#endif
