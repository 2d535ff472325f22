/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_DUE_H
#define BOARDD_STREAM_DUE_H

#include <jansson.h>

#include "daemon/table/due.h"

/*
 * What is still to be done at a table before its game begins or goes on, as a list of
 * {what, article, ...}. ahead_ms: what is shown is so much later than the table's time.
 */
json_t *stream_due(const struct table *t, uint64_t ahead_ms);

/* One more for that list, found outside the table. */
json_t *stream_due_of(const struct touch_rules *rules, const char *what, enum touch_law law);

#endif
