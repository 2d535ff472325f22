/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_NAMES_H
#define BOARDD_DRIVER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/*
 * One name for each board, the same whenever and wherever it is plugged in:
 * its serial number; of several with one number "12345", "12345-2", ...; of
 * those without a number "dev-1", "dev-2", ...
 *
 * Which of two with one number came back is told by the place, the USB path or
 * the address it was opened with. Where that does not tell, it gets a new
 * name: to go on with another board's game would be worse.
 */

#define DRIVER_NAME_MAX  48
#define DRIVER_PLACE_MAX 128

struct driver_name {
	char name[DRIVER_NAME_MAX];
	char serial[DRIVER_NAME_MAX];
	char place[DRIVER_PLACE_MAX];
	bool is_here;
};

struct driver_names {
	struct driver_name *list;
	size_t count;
};

/*
 * A board answered. serial may be empty. Returns its name, borrowed until the
 * next claim; NULL when there is no memory for a new one.
 */
const char *driver_names_claim(struct driver_names *names, const char *serial, const char *place);

/* It is gone; the name waits for it. */
void driver_names_release(struct driver_names *names, const char *name);

void driver_names_clear(struct driver_names *names);

#endif
