/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_TELL_H
#define BOARDD_CTL_TELL_H

#include <jansson.h>
#include <stdbool.h>

#include "daemon/stream/catalogue.h"

/*
 * Reports for people: a line for each fact that a person wants to know, nothing
 * for the rest. On a terminal the lines of a table stand together under its
 * name; elsewhere every line names its table.
 */

struct ctl_teller {
	enum catalogue_language language;
	bool is_grouped;
	json_int_t table; /* whose name stands above the last line; 0: none */
};

void ctl_tell(struct ctl_teller *teller, const json_t *report);

#endif
