/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_EQUIPMENT_H
#define BOARDD_STREAM_EQUIPMENT_H

#include <jansson.h>

#include "daemon/table/table.h"

/*
 * What is known of board and clock at a table beside what they have reported:
 *
 *	{"make": "dgt", "tells": ["men", ...], "time_control": "5400+30", "clock_order": "set",
 *	"due": [...]}
 *
 * without a time control or an order to the clock where there is none; due: see due.h. A new
 * object. make: see board.h; ahead_ms: what is shown is so much later than the table's time.
 */
json_t *stream_equipment(const struct table *t, uint8_t make, uint64_t ahead_ms);

#endif
