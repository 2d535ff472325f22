/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "daemon/config/value.h"

/* What the page shows of the configuration, and may set. */

static void take_pairs(const struct config *config, const struct config_row *row,
		       config_entry_taker *taker, void *data)
{
	const struct config_pairs *pairs = config_field_of(config, row);

	for (size_t i = 0; i < pairs->count; i++) {
		char key[128];
		struct rules_text text = rules_text_in(key, sizeof(key));
		struct config_entry entry = {.section = row->section,
					     .key = key,
					     .value = pairs->list[i].value,
					     .origin = pairs->list[i].origin,
					     .when = row->when};

		config_key_write(row, pairs->list[i].name, &text);
		taker(data, &entry);
	}
}

static void take_value(const struct config *config, const struct config_row *row,
		       config_entry_taker *taker, void *data)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	struct config_entry entry = {.section = row->section,
				     .key = row->key,
				     .origin = config->origins[row - config_rows],
				     .when = row->when,
				     .words = row->type == CONFIG_CHOICE ? row->words : NULL};

	if (!to)
		return;
	config_value_print(config, row, to);
	if (fclose(to) == 0) {
		entry.value = text;
		taker(data, &entry);
	}
	free(text);
}

void config_each_of_page(const struct config *config, config_entry_taker *taker, void *data)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		const struct config_row *row = &config_rows[i];

		if (row->is_of_page && row->type == CONFIG_PAIRS)
			take_pairs(config, row, taker, data);
		else if (row->is_of_page)
			take_value(config, row, taker, data);
	}
}

bool config_is_of_page(const char *section, const char *key)
{
	struct rules_slice name;
	const struct config_row *row = config_row_find(section, key, &name);

	return row && row->is_of_page;
}
