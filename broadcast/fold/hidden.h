/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HIDDEN_H
#define BOARDD_HIDDEN_H

#include <jansson.h>
#include <stdbool.h>

/*
 * Players whom the public is not told by name, minors above all. A list has names
 * with | between them, each as people read it (same_name.h); * alone means everybody. No I/O, no
 * clock.
 */

#define HIDDEN_NAME "NN" /* what stands in the place of a name */

bool hidden_has(const char *list, const char *name);

/*
 * A report without those names, and without what else tells who it is: title,
 * rating, FIDE number, country; the team stays, for the match has its points.
 * Returns a new reference, of the same report where nothing is to be hidden (an
 * empty list, or NULL, hides nobody); or NULL when there is no memory.
 */
json_t *hidden_report(json_t *report, const char *list);

#endif
