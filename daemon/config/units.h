/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONFIG_UNITS_H
#define BOARDD_CONFIG_UNITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Numbers with a unit behind them: 1.5h, 250ms, 16M. */

struct config_unit {
	const char *name;
	uint64_t worth;
};

/* From the largest to the smallest, ended by one without a name. */
extern const struct config_unit config_times[]; /* d, h, m, s, ms, which is 1 */
extern const struct config_unit config_sizes[]; /* G, M, K, and bytes without a name */

/* The largest unit of which it is a whole number. */
const struct config_unit *config_unit_for(uint64_t value, const struct config_unit *units);

/* What is read as the same number. */
void config_units_print(FILE *to, uint64_t value, const struct config_unit *units);

/* Up to three decimals, if they come to a whole number of the least unit. False: it is none. */
bool config_units_read(const char *text, const struct config_unit *units, uint64_t *ret);

#endif
