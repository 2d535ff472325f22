/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DOCTOR_H
#define BOARDD_DOCTOR_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "board-protocol/board.h"
#include "driver/access.h"
#include "driver/bluetooth.h"
#include "driver/port.h"
#include "driver/rule.h"

/*
 * An examination of the boards of this machine: what is plugged in, who may
 * open it, what is in the way, and whether a board answers. Plain data for
 * whoever prints it; advice is text in English.
 */

#define DOCTOR_BOARDS_MAX 8 /* on one port; a bus has several */
#define DOCTOR_ADVICE_MAX 16
#define DOCTOR_RADIOS_MAX 16 /* boards on Bluetooth */
#define DOCTOR_OTHERS_MAX 8
#define DOCTOR_TEXT_MAX   512

struct doctor_board {
	struct board_identity identity;
	uint16_t address; /* on a bus; 0 for a board of its own */
	bool has_battery;
	struct board_battery battery;
	bool has_time; /* the clock's socket has been asked; time.connected tells if one is there */
	struct board_time time;
};

struct doctor_port {
	char address[DOCTOR_TEXT_MAX]; /* the path that was opened, or would be */
	bool is_device;                /* access below is known: a node, no socket */
	struct driver_access access;
	struct driver_port port; /* of one found on USB; otherwise empty but for the node */
	enum driver_rule_state rule;
	bool is_held;
	struct driver_holder holder;
	bool is_ours; /* held by our own daemon: as it should be */
	bool was_asked;
	const struct board_make *make; /* of what answered; NULL: nothing did */
	size_t board_count;            /* boards that answered */
	struct doctor_board boards[DOCTOR_BOARDS_MAX];
};

struct doctor {
	struct doctor_port *ports;
	size_t port_count;
	struct driver_usb_device *lonely; /* boards on USB without a port */
	size_t lonely_count;
	size_t other_count; /* adapters that may have a board behind them, and are not asked */
	struct driver_port others[DOCTOR_OTHERS_MAX];
	int bluetooth; /* see driver_bluetooth_state() */
	size_t radio_count;
	struct driver_bluetooth_device radios[DOCTOR_RADIOS_MAX];
	bool has_modem_manager, has_udev, rule_is_installed;
	json_t *event; /* {hub, broker, ways} as the daemon tells them; NULL: there is no daemon */
	/* What to do, the most urgent first; none when all is well. */
	size_t advice_count;
	char advice[DOCTOR_ADVICE_MAX][DOCTOR_TEXT_MAX];
};

/*
 * Examines these devices or, without any, all ports with a known identity.
 * Asks each what it is, which takes some seconds. Without any the daemon, if it listens at
 * socket (NULL: at its usual place), tries the ways to the other machines of its event. Returns
 * 0 or negative errno.
 */
int doctor_examine(struct doctor *ret, const char *const *devices, size_t count,
		   enum board_wiring wiring, const char *socket);

/* What to do, at the end of the list. */
void doctor_advise(struct doctor *doctor, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The first make from this number on whose boards come with such an adapter; NULL: no more. */
const struct board_make *doctor_make_behind(const struct driver_port *port, size_t *number);

/* Boards on Bluetooth that are known or in reach. */
void doctor_look_at_radio(struct doctor *doctor);

/* The ways to the broker, and to hubs or nodes. */
void doctor_look_at_event(struct doctor *doctor, const char *socket);
bool doctor_is_at_hub(const struct doctor *doctor); /* which needs no boards of its own */

void doctor_clear(struct doctor *doctor);

#endif
