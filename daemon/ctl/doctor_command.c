/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "daemon/ctl/doctor.h"

const char ctl_doctor_help[] =
	"Looks for boards, asks each one what it is, and says what is in the way: who may\n"
	"open a port, who has it open, ModemManager, a missing udev rule, silence. Ends\n"
	"with what to do; the exit status is 0 when that is nothing, and 1 otherwise.\n"
	"\n"
	"Asked are only ports that are known to belong to a board, and those you name.\n"
	"Where several machines are one event the daemon tries the ways between them.\n"
	"\n"
	"  --device PATH   look at this one only: a serial port, a pty, unix:PATH,\n"
	"                  tcp:HOST:PORT or bluetooth:ADDRESS; may be given several times\n"
	"  --bus           several boards hang on it, as a bus\n"
	"  --json          for programs: one object\n"
	"  --socket PATH   where the daemon listens, if not at its usual place\n"
	"\n"
	"Examples:\n"
	"  boardctl doctor\n"
	"  sudo boardctl doctor --device /dev/rfcomm0\n";

#define DEVICES_MAX 32

/* --- for people --- */

static void print_side(const char *side, const struct board_side_time *time)
{
	printf(" %s %u:%02u:%02u", side, time->hours, time->minutes, time->seconds);
}

static void print_board(const struct doctor_board *board)
{
	const struct board_identity *identity = &board->identity;

	printf("    answers: board %s",
	       identity->serial[0] ? identity->serial : "without a number");
	if (identity->long_serial[0])
		printf(" (%s)", identity->long_serial);
	if (identity->firmware.main > 0)
		printf(", firmware %u.%u", identity->firmware.main, identity->firmware.sub);
	if (board->address != 0)
		printf(", on a bus at address %u", board->address);
	if (board->has_battery)
		printf("; battery %u %%%s", board->battery.percent,
		       board->battery.charging ? ", charging" : "");
	if (!board->has_time) {
		puts("; clock unknown");
	} else if (!board->time.connected) {
		puts("; no clock");
	} else {
		fputs("; clock", stdout);
		print_side("left", &board->time.side[BOARD_LEFT]);
		print_side("right", &board->time.side[BOARD_RIGHT]);
		puts(board->time.running ? ", running" : ", stopped");
	}
}

static void print_access(const struct doctor_port *port)
{
	const struct driver_access *access = &port->access;

	if (!port->is_device)
		return;
	if (strcmp(access->node, port->address) != 0)
		printf("    leads to %s\n", access->node);
	printf("    %s: owner %s, group %s, mode %04o\n",
	       access->may_open ? "you may open it" : "you may not open it", access->owner,
	       access->group, access->mode);
	if (port->is_held)
		printf("    open in %s (process %d)%s\n", port->holder.name, port->holder.pid,
		       port->is_ours ? ": the daemon has it, and was not disturbed" : "");
	if (port->rule == DRIVER_RULE_APPLIED)
		puts("    the udev rule is in force");
}

static void print_port(const struct doctor_port *port)
{
	const struct driver_port *usb = &port->port;

	printf("  %s", port->address);
	if (usb->identity)
		printf(": %s", usb->identity->name);
	if (usb->usb_path[0])
		printf(", USB %s", usb->usb_path);
	if (usb->vendor != 0)
		printf(", %04x:%04x \"%s %s\"", usb->vendor, usb->product, usb->maker,
		       usb->product_name);
	if (usb->usb_serial[0])
		printf(", chip number %s", usb->usb_serial);
	putchar('\n');
	print_access(port);
	if (port->make)
		printf("    is a %s\n", port->make->title);
	for (size_t i = 0; i < port->board_count; i++)
		print_board(&port->boards[i]);
	if (port->was_asked && port->board_count == 0)
		puts("    does not answer");
}

static const char *bluetooth_of(const struct doctor *doctor)
{
	switch (doctor->bluetooth) {
	case 0: return "is on";
	case -ENETDOWN: return "is switched off";
	case -ENODEV: return "has no radio";
	default: return "does not run";
	}
}

static void print_radio(const struct driver_bluetooth_device *device)
{
	const struct board_make *make = board_make_at((uint8_t)__builtin_ctz(device->makes));

	printf("  %s: %s, a %s, %s, %s", device->address, device->name, make->title,
	       device->pairing == DRIVER_BLUETOOTH_KNOWN ? "paired" : "not paired",
	       device->is_connected ? "connected" : "not connected");
	if (device->battery >= 0)
		printf("; battery %d %%", device->battery);
	if (device->signal_dbm != 0)
		printf("; signal %d dBm", device->signal_dbm);
	putchar('\n');
}

static void print_event(const json_t *event)
{
	const json_t *broker = json_object_get(event, "broker"), *ways, *way;
	bool is_hub = json_is_string(json_object_get(event, "hub"));
	size_t i;

	ways = json_object_get(event, "ways");
	if (!json_is_object(broker) && json_array_size(ways) == 0)
		return;
	puts("\nThe event:");
	if (json_is_object(broker))
		printf("  broker %s:%lld: %s\n", json_string_value(json_object_get(broker, "host")),
		       (long long)json_integer_value(json_object_get(broker, "port")),
		       json_is_true(json_object_get(broker, "ready")) ? "connected"
								      : "not reached");
	json_array_foreach(ways, i, way)
		printf("  %s %s at %s: %s\n", is_hub ? "node" : "hub",
		       json_string_value(json_object_get(way, "name")),
		       json_string_value(json_object_get(way, "address")),
		       json_is_true(json_object_get(way, "good")) ? "answers" : "not reached");
}

static void print_other(const struct driver_port *port)
{
	const struct board_make *make;
	const char *between = "";
	size_t number = 0;

	printf("  %s, %04x:%04x: not asked, for all kinds of things have such a chip. If it is a "
	       "board of ",
	       port->node, port->vendor, port->product);
	while ((make = doctor_make_behind(port, &number)) != NULL) {
		printf("%s%s", between, make->title);
		between = " or ";
	}
	printf(",\n    name it: \"boardctl doctor --device %s\", and devices = %s under [boards]\n",
	       port->node, port->node);
}

static void print_text(const struct doctor *doctor)
{
	puts("Boards:");
	for (size_t i = 0; i < doctor->port_count; i++)
		print_port(&doctor->ports[i]);
	for (size_t i = 0; i < doctor->lonely_count; i++)
		printf("  USB %s, %04x:%04x: no serial port\n", doctor->lonely[i].path,
		       doctor->lonely[i].vendor, doctor->lonely[i].product);
	for (size_t i = 0; i < doctor->other_count; i++)
		print_other(&doctor->others[i]);
	for (size_t i = 0; i < doctor->radio_count; i++)
		print_radio(&doctor->radios[i]);
	if (doctor->port_count + doctor->lonely_count + doctor->other_count + doctor->radio_count ==
	    0)
		puts("  none");
	print_event(doctor->event);
	printf("\nThis machine:\n"
	       "  udev %s, 70-boardd.rules %s, ModemManager %s, Bluetooth %s\n"
	       "\nWhat to do:\n",
	       doctor->has_udev ? "runs" : "does not run",
	       doctor->rule_is_installed ? "is installed" : "is not installed",
	       doctor->has_modem_manager ? "runs" : "does not run", bluetooth_of(doctor));
	for (size_t i = 0; i < doctor->advice_count; i++)
		printf("  %s\n", doctor->advice[i]);
	if (doctor->advice_count == 0)
		puts("  Nothing: all is well.");
}

/* --- for programs --- */

static json_t *made(json_t *json)
{
	if (!json)
		exit(ctl_fail(CTL_BAD_INPUT, "out of memory"));
	return json;
}

/* A path or a chip may say anything; what is no UTF-8 cannot be JSON. */
static json_t *json_of_text(const char *text)
{
	json_t *json = json_string(text);

	return made(json ? json : json_string("?"));
}

static json_t *json_of_time(const struct doctor_board *board)
{
	const struct board_side_time *left = &board->time.side[BOARD_LEFT];
	const struct board_side_time *right = &board->time.side[BOARD_RIGHT];

	if (!board->has_time)
		return NULL;
	if (!board->time.connected)
		return json_pack("{s:b}", "connected", false);
	return json_pack("{s:b, s:i, s:i, s:b}", "connected", true, "left_s",
			 (left->hours * 60 + left->minutes) * 60 + left->seconds, "right_s",
			 (right->hours * 60 + right->minutes) * 60 + right->seconds, "running",
			 board->time.running);
}

static json_t *json_of_board(const struct doctor_board *board)
{
	const struct board_identity *identity = &board->identity;
	json_t *battery = NULL;
	char firmware[16];

	snprintf(firmware, sizeof(firmware), "%u.%u", identity->firmware.main,
		 identity->firmware.sub);
	if (board->has_battery)
		battery = json_pack("{s:i, s:b}", "percent", board->battery.percent, "charging",
				    board->battery.charging);
	return made(json_pack("{s:o, s:o, s:s, s:i, s:o?, s:o?}", "serial",
			      json_of_text(identity->serial), "long_serial",
			      json_of_text(identity->long_serial), "firmware", firmware, "address",
			      board->address, "battery", battery, "clock", json_of_time(board)));
}

static json_t *json_of_rule(enum driver_rule_state rule)
{
	return rule == DRIVER_RULE_UNKNOWN ? json_null()
					   : json_boolean(rule == DRIVER_RULE_APPLIED);
}

static json_t *json_of_access(const struct doctor_port *port)
{
	json_t *holder = NULL;
	char mode[8];

	if (!port->is_device)
		return NULL;
	snprintf(mode, sizeof(mode), "%04o", port->access.mode);
	if (port->is_held)
		holder =
			json_pack("{s:s, s:i}", "name", port->holder.name, "pid", port->holder.pid);
	return made(json_pack("{s:o, s:s, s:s, s:s, s:b, s:o?, s:o}", "node",
			      json_of_text(port->access.node), "owner", port->access.owner, "group",
			      port->access.group, "mode", mode, "may_open", port->access.may_open,
			      "open_in", holder, "rule", json_of_rule(port->rule)));
}

static json_t *json_of_usb(const struct driver_port *port)
{
	char id[16];

	if (port->vendor == 0)
		return NULL;
	snprintf(id, sizeof(id), "%04x:%04x", port->vendor, port->product);
	return made(json_pack("{s:s, s:s, s:o, s:o, s:o, s:s?}", "id", id, "path", port->usb_path,
			      "maker", json_of_text(port->maker), "product",
			      json_of_text(port->product_name), "serial",
			      json_of_text(port->usb_serial), "known_as",
			      port->identity ? port->identity->name : NULL));
}

static json_t *json_of_port(const struct doctor_port *port)
{
	json_t *boards = made(json_array());

	for (size_t i = 0; i < port->board_count; i++)
		json_array_append_new(boards, json_of_board(&port->boards[i]));
	return made(json_pack("{s:o, s:o?, s:o?, s:b, s:b, s:s?, s:o}", "device",
			      json_of_text(port->address), "usb", json_of_usb(&port->port),
			      "access", json_of_access(port), "asked", port->was_asked, "answers",
			      port->board_count > 0, "make", port->make ? port->make->name : NULL,
			      "boards", boards));
}

static json_t *json_of_lonely(const struct driver_usb_device *device)
{
	char id[16];

	snprintf(id, sizeof(id), "%04x:%04x", device->vendor, device->product);
	return made(json_pack("{s:s, s:s}", "id", id, "path", device->path));
}

static json_t *json_of_other(const struct driver_port *port)
{
	const struct board_make *make;
	json_t *makes = made(json_array());
	size_t number = 0;
	char id[16];

	snprintf(id, sizeof(id), "%04x:%04x", port->vendor, port->product);
	while ((make = doctor_make_behind(port, &number)) != NULL)
		json_array_append_new(makes, made(json_string(make->name)));
	return made(json_pack("{s:o, s:s, s:o}", "device", json_of_text(port->node), "id", id,
			      "may_be", makes));
}

static json_t *json_of_radio(const struct driver_bluetooth_device *device)
{
	const struct board_make *make = board_make_at((uint8_t)__builtin_ctz(device->makes));

	return made(json_pack("{s:s, s:o, s:s, s:b, s:b, s:i}", "device", device->address, "name",
			      json_of_text(device->name), "make", make->name, "paired",
			      device->pairing == DRIVER_BLUETOOTH_KNOWN, "connected",
			      device->is_connected, "battery", device->battery));
}

static void print_json(const struct doctor *doctor)
{
	json_t *ports = made(json_array()), *lonely = made(json_array());
	json_t *advice = made(json_array()), *radios = made(json_array());
	json_t *others = made(json_array()), *all;

	for (size_t i = 0; i < doctor->port_count; i++)
		json_array_append_new(ports, json_of_port(&doctor->ports[i]));
	for (size_t i = 0; i < doctor->lonely_count; i++)
		json_array_append_new(lonely, json_of_lonely(&doctor->lonely[i]));
	for (size_t i = 0; i < doctor->other_count; i++)
		json_array_append_new(others, json_of_other(&doctor->others[i]));
	for (size_t i = 0; i < doctor->advice_count; i++)
		json_array_append_new(advice, json_of_text(doctor->advice[i]));
	for (size_t i = 0; i < doctor->radio_count; i++)
		json_array_append_new(radios, json_of_radio(&doctor->radios[i]));
	all = made(json_pack("{s:b, s:o, s:o, s:o, s:s, s:o, s:O?, s:b, s:b, s:b, s:o}", "well",
			     doctor->advice_count == 0, "ports", ports, "without_port", lonely,
			     "not_asked", others, "bluetooth", bluetooth_of(doctor), "on_bluetooth",
			     radios, "event", doctor->event, "udev", doctor->has_udev,
			     "rule_installed", doctor->rule_is_installed, "modem_manager",
			     doctor->has_modem_manager, "advice", advice));
	json_dumpf(all, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(all);
}

/* --- the command --- */

static int examine(const char *const *devices, size_t count, enum board_wiring wiring, bool is_json,
		   const char *socket)
{
	struct doctor doctor;
	int r = doctor_examine(&doctor, devices, count, wiring, socket);
	int status = doctor.advice_count == 0 ? CTL_DONE : CTL_BAD_INPUT;

	if (r == -EINTR)
		status = ctl_fail(CTL_BAD_INPUT, "stopped before the end");
	else if (r < 0)
		status = ctl_fail(CTL_BAD_INPUT, "cannot look: %s", strerror(-r));
	else if (is_json)
		print_json(&doctor);
	else
		print_text(&doctor);
	doctor_clear(&doctor);
	return status;
}

int ctl_doctor(int argc, char **argv)
{
	static const struct option options[] = {
		{"device", required_argument, NULL, 'd'},
		{"bus", no_argument, NULL, 'b'},
		{"json", no_argument, NULL, 'j'},
		{"socket", required_argument, NULL, 's'},
		{0},
	};
	const char *devices[DEVICES_MAX];
	enum board_wiring wiring = BOARD_WIRING_UNKNOWN;
	size_t count = 0;
	const char *socket = NULL;
	bool is_json = false;
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'd':
			if (count == DEVICES_MAX)
				return ctl_fail(CTL_BAD_CALL, "doctor: at most %d devices",
						DEVICES_MAX);
			devices[count++] = optarg;
			break;
		case 'b': wiring = BOARD_WIRING_BUS; break;
		case 'j': is_json = true; break;
		case 's': socket = optarg; break;
		default: return ctl_bad_option(option, argv);
		}
	}
	if (optind < argc)
		return ctl_fail(CTL_BAD_CALL,
				"doctor: takes no '%s'; a device is named by --device",
				argv[optind]);
	return examine(devices, count, wiring, is_json, socket);
}
