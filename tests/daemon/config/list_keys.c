/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "daemon/config/schema.h"
#include "daemon/config/units.h"

/*
 * Every key as a line: [section], key, default, and after each further tab a
 * word that has to be in what the man page says about it.
 */

static void print_range(const struct config_row *row, const struct config_unit *units)
{
	putchar('\t');
	config_units_print(stdout, row->low, units);
	fputs(" to ", stdout);
	config_units_print(stdout, row->high, units);
}

static void print_row(const struct config_row *row)
{
	static const char *const when[] = {[CONFIG_AT_ONCE] = "",
					   [CONFIG_NEXT_GAME] = "\tFor games that begin later.",
					   [CONFIG_RESTART] = "\tNeeds a restart."};

	printf("[%s]\t%s\t%s%s", row->section, row->key, row->initial, when[row->when]);
	if (row->type == CONFIG_NUMBER)
		printf("\t%" PRIu64 " to %" PRIu64, row->low, row->high);
	else if (row->type == CONFIG_DURATION)
		print_range(row, config_times);
	else if (row->type == CONFIG_SIZE)
		print_range(row, config_sizes);
	for (size_t i = 0; row->words && row->words[i]; i++)
		printf("\t%s", row->words[i]);
	if (row->word)
		printf("\t%s", row->word);
	putchar('\n');
}

int main(void)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++)
		print_row(&config_rows[i]);
	return 0;
}
