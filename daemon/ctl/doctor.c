/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/doctor.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/ctl/talk.h"

#define ASK_MS      30000 /* one board answers in one second, a bus is found in some; each make */
#define LISTEN_MS   1500  /* after the first answer: clock and battery, other boards of a bus */
#define BATTERY_LOW 15

void doctor_advise(struct doctor *doctor, const char *format, ...)
{
	va_list args;

	if (doctor->advice_count == DOCTOR_ADVICE_MAX)
		return;
	va_start(args, format);
	vsnprintf(doctor->advice[doctor->advice_count++], DOCTOR_TEXT_MAX, format, args);
	va_end(args);
}

/* --- what is there --- */

static struct doctor_port *add_port(struct doctor *doctor)
{
	struct doctor_port *more =
		reallocarray(doctor->ports, doctor->port_count + 1, sizeof(*doctor->ports));

	if (!more)
		return NULL;
	doctor->ports = more;
	more += doctor->port_count++;
	*more = (struct doctor_port){0};
	return more;
}

static int add_named(struct doctor *doctor, const char *device, const struct driver_port *list,
		     size_t count)
{
	struct doctor_port *port = add_port(doctor);
	char node[PATH_MAX];

	if (!port)
		return -ENOMEM;
	snprintf(port->address, sizeof(port->address), "%s", device);
	if (driver_node_of(device, node) < 0)
		return 0;
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].node, node) == 0)
			port->port = list[i];
	return 0;
}

static int add_known(struct doctor *doctor, const struct driver_port *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct doctor_port *port;

		if (!list[i].identity)
			continue;
		port = add_port(doctor);
		if (!port)
			return -ENOMEM;
		port->port = list[i];
		snprintf(port->address, sizeof(port->address), "%s", list[i].node);
	}
	return 0;
}

const struct board_make *doctor_make_behind(const struct driver_port *port, size_t *number)
{
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	while (*number < count) {
		const struct board_make *make = makes[(*number)++];

		if (make->adapter.vendor != 0 && make->adapter.vendor == port->vendor &&
		    make->adapter.product == port->product)
			return make;
	}
	return NULL;
}

/* Nobody writes to them unasked; that they are there is said. */
static void find_others(struct doctor *doctor, const struct driver_port *list, size_t count)
{
	for (size_t i = 0; i < count && doctor->other_count < DOCTOR_OTHERS_MAX; i++) {
		size_t number = 0;

		if (!list[i].identity && doctor_make_behind(&list[i], &number))
			doctor->others[doctor->other_count++] = list[i];
	}
}

static bool has_port(const struct driver_usb_device *device, const struct driver_port *list,
		     size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (list[i].bus == device->bus && list[i].address == device->address)
			return true;
	return false;
}

/* By its numbers alone: a device without a port shows us no strings. */
static void find_lonely(struct doctor *doctor, struct driver_usb *usb,
			const struct driver_port *list, size_t count)
{
	ssize_t devices = usb ? driver_usb_list(usb, &doctor->lonely) : 0;

	for (ssize_t i = 0; i < devices; i++) {
		const struct driver_usb_device *device = &doctor->lonely[i];

		if (driver_identity_of(device->vendor, device->product, NULL, NULL) &&
		    !has_port(device, list, count))
			doctor->lonely[doctor->lonely_count++] = *device;
	}
}

static int look(struct doctor *doctor, const char *const *devices, size_t count)
{
	struct driver_port *list = NULL;
	struct driver_usb *usb = NULL;
	ssize_t ports;
	int r = 0;

	if (driver_usb_new(&usb) < 0)
		usb = NULL; /* a machine without USB */
	ports = driver_port_list(usb, &list);
	if (ports < 0)
		r = (int)ports;
	for (size_t i = 0; r == 0 && i < count; i++)
		r = add_named(doctor, devices[i], list, (size_t)ports);
	if (r == 0 && count == 0) {
		r = add_known(doctor, list, (size_t)ports);
		find_lonely(doctor, usb, list, (size_t)ports);
		find_others(doctor, list, (size_t)ports);
	}
	free(list);
	driver_usb_free(usb);
	return r;
}

/* --- does it answer --- */

struct asking {
	struct doctor_port *port;
	struct ctl_talk *talk;
	bool has_asked_battery;
	uint64_t first_ms; /* when the first board answered */
};

static struct doctor_board *board_of(struct doctor_port *port, uint16_t address)
{
	for (size_t i = 0; i < port->board_count; i++)
		if (port->boards[i].address == address)
			return &port->boards[i];
	return NULL;
}

static void on_connected(struct asking *asking, const struct board_event *event)
{
	struct doctor_port *port = asking->port;

	if (board_of(port, event->address) || port->board_count == DOCTOR_BOARDS_MAX)
		return;
	if (port->board_count == 0)
		asking->first_ms = event->at_ms;
	port->boards[port->board_count++] =
		(struct doctor_board){.identity = event->identity, .address = event->address};
}

static void on_event(void *data, const struct board_event *event)
{
	struct asking *asking = data;
	struct doctor_board *board;

	if (event->type == BOARD_EV_CONNECTED)
		on_connected(asking, event);
	board = board_of(asking->port, event->address);
	if (board && event->type == BOARD_EV_CLOCK) {
		board->has_time = true;
		board->time = event->time;
	} else if (board && event->type == BOARD_EV_BATTERY) {
		board->has_battery = true;
		board->battery = event->battery;
	}
}

static void ask_battery(struct asking *asking, uint64_t at_ms)
{
	const struct board_words *words = &ctl_talk_make(asking->talk)->ask_battery;

	if (words->len > 0)
		(void)ctl_talk_say(asking->talk, at_ms, words->bytes, words->len);
}

/* A session asks only Bluetooth boards for their battery; some with a cable have one, too. */
static bool is_enough(void *data, uint64_t at_ms)
{
	struct asking *asking = data;

	if (asking->port->board_count == 0)
		return false;
	if (!asking->has_asked_battery && asking->port->boards[0].address == 0)
		ask_battery(asking, at_ms);
	asking->has_asked_battery = true;
	return at_ms >= asking->first_ms + LISTEN_MS;
}

static void advise_silence(struct doctor *doctor, const struct doctor_port *port)
{
	doctor_advise(
		doctor,
		"%s: nothing answers. Is it a board, is its cable in at both ends, has it power? "
		"Plug it out and in again; try another cable.",
		port->address);
}

static void advise_failure(struct doctor *doctor, const struct doctor_port *port, int error)
{
	char text[DOCTOR_TEXT_MAX];

	driver_explain(port->address, error, text, sizeof(text));
	doctor_advise(doctor, "%s%s", text, text[strlen(text) - 1] == '?' ? "" : ".");
}

/* Returns -EINTR when the user wants no more. */
static int ask(struct doctor *doctor, struct doctor_port *port, enum board_wiring wiring)
{
	struct asking asking = {.port = port};
	struct ctl_listener listener = {.event = on_event, .is_enough = is_enough, .data = &asking};
	uint32_t makes = port->port.makes;
	int r;

	if (makes == 0)
		makes = driver_identity_named(port->address);
	r = ctl_talk_new(&asking.talk, port->address, makes, wiring, listener);

	if (r < 0)
		return r;
	port->was_asked = true;
	switch (ctl_talk_run(asking.talk, ASK_MS)) {
	case CTL_TALK_ENOUGH: port->make = ctl_talk_make(asking.talk); break;
	case CTL_TALK_OVER:
	case CTL_TALK_SILENT: advise_silence(doctor, port); break;
	case CTL_TALK_STOPPED: r = -EINTR; break;
	case CTL_TALK_FAILED:
		port->was_asked = false;
		advise_failure(doctor, port, ctl_talk_error(asking.talk));
		break;
	}
	ctl_talk_free(asking.talk);
	return r;
}

/* --- what is in the way --- */

static void advise_rule(struct doctor *doctor, const struct doctor_port *port)
{
	bool is_in_danger = doctor->has_modem_manager && port->port.vendor != 0;

	if (port->rule == DRIVER_RULE_APPLIED || !port->port.identity || !doctor->has_udev)
		return;
	if (is_in_danger)
		doctor_advise(
			doctor,
			"%s: ModemManager is running and writes to this port, which can harm a "
			"board. %s and plug the board in again; or stop ModemManager.",
			port->address,
			doctor->rule_is_installed ? "Run \"udevadm control --reload\""
						  : "Install 70-boardd.rules");
	else if (!doctor->rule_is_installed)
		doctor_advise(doctor,
			      "%s: 70-boardd.rules is not installed. Install it and plug the "
			      "board in again.",
			      port->address);
	else
		doctor_advise(doctor,
			      "%s: was plugged in before 70-boardd.rules was there. Run \"udevadm "
			      "control "
			      "--reload\" and plug the board in again.",
			      port->address);
}

static void advise_batteries(struct doctor *doctor, const struct doctor_port *port)
{
	for (size_t i = 0; i < port->board_count; i++) {
		const struct doctor_board *board = &port->boards[i];

		if (board->has_battery && board->battery.percent < BATTERY_LOW &&
		    !board->battery.charging)
			doctor_advise(doctor, "%s: the battery has %u %% left. Charge the board.",
				      port->address, board->battery.percent);
		if (board->has_time && board->time.connected && board->time.battery_low)
			doctor_advise(doctor, "%s: the clock says its battery is low. Change it.",
				      port->address);
	}
}

static int examine_port(struct doctor *doctor, struct doctor_port *port, enum board_wiring wiring)
{
	int r = 0;

	port->is_device = driver_access_of(port->address, &port->access) == 0;
	if (port->is_device) {
		port->rule = driver_rule_of(port->access.node);
		port->is_held = driver_holder_of(port->access.node, &port->holder);
		port->is_ours = port->is_held && strcmp(port->holder.name, "boardd") == 0;
	}
	advise_rule(doctor, port);
	if (!port->is_ours)
		r = ask(doctor, port, wiring);
	advise_batteries(doctor, port);
	return r;
}

static const char *module_of(const struct driver_usb_device *device)
{
	if ((driver_identity_makes(device->vendor, device->product, NULL, NULL) &
	     driver_identity_hid()) != 0)
		return "usbhid";
	return device->vendor == 0x0403 ? "ftdi_sio" : "cdc_acm";
}

static void advise_lonely(struct doctor *doctor)
{
	for (size_t i = 0; i < doctor->lonely_count; i++) {
		const struct driver_usb_device *device = &doctor->lonely[i];

		doctor_advise(doctor,
			      "The board on USB %s (%04x:%04x) has no port. Load its driver with "
			      "\"modprobe %s\" and plug it in again.",
			      device->path, device->vendor, device->product, module_of(device));
	}
}

int doctor_examine(struct doctor *ret, const char *const *devices, size_t count,
		   enum board_wiring wiring, const char *socket)
{
	struct driver_holder modem_manager;
	int r;

	*ret = (struct doctor){
		.has_modem_manager = driver_process_runs("ModemManager", &modem_manager),
		.has_udev = access("/run/udev/control", F_OK) == 0,
		.rule_is_installed = driver_rule_is_installed(),
	};
	r = look(ret, devices, count);
	for (size_t i = 0; r == 0 && i < ret->port_count; i++)
		r = examine_port(ret, &ret->ports[i], wiring);
	advise_lonely(ret);
	if (count == 0) {
		doctor_look_at_radio(ret);
		doctor_look_at_event(ret, socket);
	}
	if (r == 0 && ret->port_count + ret->lonely_count + ret->radio_count == 0 &&
	    !doctor_is_at_hub(ret))
		doctor_advise(
			ret,
			"No board is plugged in. Plug one in; one behind an adapter of another "
			"make is asked with --device PATH, one on Bluetooth is looked for with "
			"\"boardctl bluetooth scan\".");
	return r;
}

void doctor_clear(struct doctor *doctor)
{
	free(doctor->ports);
	free(doctor->lonely);
	json_decref(doctor->event);
	*doctor = (struct doctor){0};
}
