/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "daemon/ctl/doctor.h"

/* Boards on Bluetooth, as BlueZ knows them. None is connected to: that is boardd's affair. */

#define TURNS   40 /* of 50 ms: so long BlueZ has for telling what it knows */
#define TURN_MS 50

static void add(struct doctor *doctor, const struct driver_bluetooth_device *device)
{
	if (doctor->radio_count < DOCTOR_RADIOS_MAX)
		doctor->radios[doctor->radio_count++] = *device;
}

static const char *address_of(const struct driver_bluetooth_device *device)
{
	return device->address + strlen(DRIVER_BLUETOOTH);
}

static void advise_board(struct doctor *doctor, const struct driver_bluetooth_device *device,
			 bool has_daemon)
{
	bool is_known = device->pairing == DRIVER_BLUETOOTH_KNOWN;

	if (!is_known)
		doctor_advise(doctor,
			      "%s is in reach and not paired. If it is yours: \"boardctl bluetooth "
			      "pair %s\".",
			      device->name, address_of(device));
	else if (!device->is_connected && has_daemon && doctor->bluetooth == 0)
		doctor_advise(doctor,
			      "%s is paired and not connected. Switch it on, bring it near, and "
			      "disconnect telephones and tablets from it.",
			      device->name);
	else if (device->is_connected && !has_daemon)
		doctor_advise(doctor,
			      "%s is connected to another program of this machine. Close that, or "
			      "\"bluetoothctl disconnect %s\".",
			      device->name, address_of(device));
}

void doctor_look_at_radio(struct doctor *doctor)
{
	struct driver_bluetooth *bt;
	struct driver_holder daemon;
	bool has_daemon = driver_process_runs("boardd", &daemon), has_known = false;

	doctor->bluetooth = -ENOENT;
	if (driver_bluetooth_new(&bt) < 0)
		return;
	for (int i = 0; i < TURNS && (i == 0 || driver_bluetooth_has_bus(bt)) &&
			driver_bluetooth_state(bt) == -ENOENT;
	     i++) {
		struct pollfd polled = {.fd = driver_bluetooth_fd(bt), .events = POLLIN};

		driver_bluetooth_step(bt, (uint64_t)i * TURN_MS);
		(void)poll(&polled, 1, TURN_MS);
	}
	doctor->bluetooth = driver_bluetooth_state(bt);
	for (size_t i = 0; i < driver_bluetooth_count(bt); i++) {
		struct driver_bluetooth_device device = driver_bluetooth_device(bt, i);

		device.why = NULL; /* borrowed of what ends here */
		has_known |= device.pairing == DRIVER_BLUETOOTH_KNOWN;
		add(doctor, &device);
		advise_board(doctor, &device, has_daemon);
	}
	if (doctor->bluetooth == -ENETDOWN && has_known)
		doctor_advise(doctor, "Bluetooth is switched off. \"bluetoothctl power on\".");
	driver_bluetooth_free(bt);
}
