/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_WHEN_H
#define BOARDD_WHEN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Times as the report stream writes them, 2026-01-31T12:00:00.123Z, and as
 * milliseconds since 1970. Arithmetic only: no clock, no time zone of a machine.
 */

#define WHEN_TEXT_MAX 25 /* with its zero */
#define WHEN_NEVER    INT64_MIN

struct when_parts {
	int year, month, day, hour, minute, second, ms;
};

/* Years 0 to 9999; a time outside them is taken as the nearest inside. */
struct when_parts when_split(int64_t ms);

void when_write(int64_t ms, char ret[WHEN_TEXT_MAX]);

/* False, and ret untouched, unless it is a time that exists, written just so. */
bool when_read(const char *text, int64_t *ret);

#endif
