/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SETTINGS_H
#define BOARDD_SETTINGS_H

#include <jansson.h>

#include "daemon/table.h"

/*
 * What is in force at a table from a certain moment on: the Laws, the times, the
 * round, the players. It is fixed before a game starts, stands in the journal,
 * and from it and the inputs that follow every report can be computed again.
 */

#define SETTINGS_EVENT_MAX 64
#define SETTINGS_NAME_MAX  96

struct settings {
	struct table_config table;
	char event[SETTINGS_EVENT_MAX]; /* of which the games are, such as "local-20260131" */
	unsigned round;                 /* from 1 */
	unsigned games;                 /* at this table in this round before */
	char white[SETTINGS_NAME_MAX], black[SETTINGS_NAME_MAX]; /* empty: not known */
};

/* A new object, or NULL when there is no memory. */
json_t *settings_write(const struct settings *settings);

/* False: something is missing or wrong, and ret is untouched. */
bool settings_read(struct settings *ret, const json_t *object);

#endif
