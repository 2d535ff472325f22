/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/units.h"

#include <inttypes.h>
#include <string.h>

const struct config_unit config_times[] = {{"d", 86400000}, {"h", 3600000}, {"m", 60000},
					   {"s", 1000},     {"ms", 1},      {0}};
const struct config_unit config_sizes[] = {
	{"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"", 1}, {0}};

const struct config_unit *config_unit_for(uint64_t value, const struct config_unit *units)
{
	while (value % units->worth != 0)
		units++;
	return units;
}

void config_units_print(FILE *to, uint64_t value, const struct config_unit *units)
{
	if (value == 0) { /* a whole number of every unit */
		fputs(units == config_times ? "0s" : "0", to);
		return;
	}
	units = config_unit_for(value, units);
	fprintf(to, "%" PRIu64 "%s", value / units->worth, units->name);
}

#define FRACTION_MAX 3 /* decimals */

bool config_units_read(const char *text, const struct config_unit *units, uint64_t *ret)
{
	uint64_t whole = 0, fraction = 0, scale = 1;
	const char *digits = text;

	for (; *text >= '0' && *text <= '9'; text++) {
		if (text - digits >= 12) /* enough for a hundred years in ms, and no overflow */
			return false;
		whole = whole * 10 + (uint64_t)(*text - '0');
	}
	if (text == digits)
		return false;
	if (*text == '.') {
		digits = ++text;
		for (; *text >= '0' && *text <= '9'; text++, scale *= 10) {
			if (text - digits >= FRACTION_MAX)
				return false;
			fraction = fraction * 10 + (uint64_t)(*text - '0');
		}
		if (text == digits)
			return false;
	}
	for (; units->name; units++) {
		if (strcmp(text, units->name) != 0)
			continue;
		if (units->worth * fraction % scale != 0 || whole > UINT64_MAX / 2 / units->worth)
			return false;
		*ret = whole * units->worth + units->worth * fraction / scale;
		return true;
	}
	return false;
}
