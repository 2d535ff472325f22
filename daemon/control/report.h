/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_REPORT_H
#define BOARDD_REPORT_H

#include <stdio.h>

#include "daemon/control/server.h"
#include "daemon/journal/reader.h"

/*
 * What somebody needs who helps from far away, as lines of JSON, without secrets and without names:
 * nothing that a person has written, no addresses, paths or topics. Only what is listed as harmless
 * goes in; what is new stays out until somebody lists it.
 */

/* How the daemon is and how it is set up; on the loop. A new object, or NULL without memory. */
json_t *report_state(struct server *server);

/* The last report and the last input that are to be in it. */
struct report_ends {
	uint64_t seq, input;
};

/* The last reports and what boards sent; on any thread. Returns 0 or a negative errno. */
int report_past(struct journal_reader *reader, const struct report_ends *ends, FILE *to);

#endif
