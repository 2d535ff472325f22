/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/control/call_private.h"
#include "driver/access.h"
#include "driver/bluetooth.h"

/*
 * Boards on Bluetooth: what is there, and looking for it, pairing and forgetting. What is
 * begun is not waited for: whoever asks, asks again.
 */

#define SCAN_S     10
#define SCAN_MAX_S 60

static const char *text_of(const json_t *param, const char *key)
{
	return json_string_value(json_object_get(param, key));
}

static const char *make_of(uint32_t makes)
{
	for (uint8_t i = 0; i < 32; i++)
		if ((makes >> i & 1) != 0)
			return board_make_at(i)->name;
	return NULL;
}

static json_t *describe(const struct driver_bluetooth_device *device)
{
	static const char *const words[] = {"new", "pairing", "paired", "failed"};
	json_t *object = json_pack("{s:s, s:s, s:s?, s:s, s:b, s:b, s:b}", "address",
				   device->address + strlen(DRIVER_BLUETOOTH), "name", device->name,
				   "make", make_of(device->makes), "state", words[device->pairing],
				   "pin", device->is_classic, "connected", device->is_connected,
				   "open", device->is_open);

	if (device->signal_dbm != 0)
		json_object_set_new(object, "signal_dbm", json_integer(device->signal_dbm));
	if (device->battery >= 0)
		json_object_set_new(object, "battery", json_integer(device->battery));
	if (device->why)
		json_object_set_new(object, "why", json_string(device->why));
	return object;
}

static const char *state_of(int state)
{
	switch (state) {
	case 0: return "on";
	case -ENETDOWN: return "off";
	case -ENODEV: return "no-radio";
	default: return "no-bluez";
	}
}

static void list(struct call *call, const struct driver_bluetooth *bt)
{
	json_t *boards = json_array();

	for (size_t i = 0; i < driver_bluetooth_count(bt); i++) {
		struct driver_bluetooth_device device = driver_bluetooth_device(bt, i);

		json_array_append_new(boards, describe(&device));
	}
	call_end(call,
		 json_pack("{s:s, s:b, s:o}", "bluetooth", state_of(driver_bluetooth_state(bt)),
			   "scanning", driver_bluetooth_is_scanning(bt), "boards", boards));
}

static void fail(struct call *call, int error)
{
	switch (error) {
	case -ENOENT:
		call_fail(call, CALL_NOT_FOUND,
			  "there is no such board, or no BlueZ: look for it with scan first");
		break;
	case -ENODEV: call_fail(call, CALL_NOT_NOW, "this machine has no Bluetooth"); break;
	case -ENETDOWN:
		call_fail(call, CALL_NOT_NOW, "Bluetooth is switched off: bluetoothctl power on");
		break;
	case -EINVAL: call_fail(call, CALL_BAD, "a PIN has 1 to 16 digits"); break;
	default: call_fail(call, CALL_FAILED, "%s", strerror(-error)); break;
	}
}

static void change(struct call *call, struct driver_bluetooth *bt, const char *what,
		   const json_t *param)
{
	const char *address = text_of(param, "address");
	json_int_t seconds = SCAN_S;
	bool is_scan = strcmp(what, "scan") == 0;
	int r;

	if (json_is_integer(json_object_get(param, "seconds")))
		seconds = json_integer_value(json_object_get(param, "seconds"));
	if (is_scan && (seconds < 1 || seconds > SCAN_MAX_S)) {
		call_fail(call, CALL_BAD, "\"seconds\" is a number from 1 to %d", SCAN_MAX_S);
		return;
	}
	if (!is_scan && !address) {
		call_fail(call, CALL_BAD, "\"address\" is needed");
		return;
	}
	if (is_scan)
		r = driver_bluetooth_scan(bt, moment_now(&call->server->publish.moment),
					  (uint32_t)seconds * 1000);
	else if (strcmp(what, "pair") == 0)
		r = driver_bluetooth_pair(bt, address, text_of(param, "pin"));
	else
		r = driver_bluetooth_forget(bt, address);
	if (r < 0) {
		fail(call, r);
		return;
	}
	log_notice("%s: bluetooth %s %s", call->by, what, address ? address : "");
	list(call, bt);
}

void call_bluetooth(struct call *call, const json_t *param)
{
	struct driver_bluetooth *bt = hall_bluetooth(call->server->hall);
	const char *what = text_of(param, "do");

	if (!bt)
		call_fail(call, CALL_NOT_NOW, "Bluetooth is not used: see [boards] bluetooth");
	else if (!what && !json_object_get(param, "do"))
		list(call, bt);
	else if (call->by[0] == '\0')
		call_fail(call, CALL_REFUSED, "log in to change anything of Bluetooth");
	else if (!what || (strcmp(what, "scan") != 0 && strcmp(what, "pair") != 0 &&
			   strcmp(what, "forget") != 0))
		call_fail(call, CALL_BAD, "\"do\" is scan, pair or forget");
	else
		change(call, bt, what, param);
}
