/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DRIVER_RULE_H
#define BOARDD_DRIVER_RULE_H

#include <stdbool.h>

/* Whether udev/70-boardd.rules is there, and whether udev has applied it. */

/* True when the rule lies in one of the folders udev reads. */
bool driver_rule_is_installed(void);

enum driver_rule_state {
	DRIVER_RULE_UNKNOWN, /* udev does not run, or knows nothing of this device */
	DRIVER_RULE_MISSING, /* the device was plugged in without it */
	DRIVER_RULE_APPLIED,
};

enum driver_rule_state driver_rule_of(const char *node);

#endif
