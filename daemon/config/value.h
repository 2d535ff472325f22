/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONFIG_VALUE_H
#define BOARDD_CONFIG_VALUE_H

#include "daemon/config/schema.h"

/*
 * Values of the configuration from text and back. Printing gives a text that
 * reads as the same value.
 */

struct config_reading {
	struct config *config;
	const struct config_row *row;
	struct rules_slice name;     /* of a pair */
	struct config_origin origin; /* of what is read */
	bool is_item;                /* one item of a list, by an option, */
	bool joins;                  /* not the first of the items that options give */
	bool no_memory;
	char why[300]; /* what is wrong */
};

/* False: the config is as it was, and why (or no_memory) says what is wrong. */
bool config_value_read(struct config_reading *r, const char *text);

/* Of pairs nothing: they are printed one by one. */
void config_value_print(const struct config *config, const struct config_row *row, FILE *to);

/* Memory that lives as long as the config; NULL if there is none. */
void *config_keep(struct config *config, size_t size);
char *config_keep_text(struct config *config, const char *bytes, size_t len);

/* One more text at the end of a list; false without memory. */
bool config_list_add(struct config *config, struct config_list *list, const char *text);

static inline void *config_field(struct config *config, const struct config_row *row)
{
	return (char *)config + row->at;
}

static inline const void *config_field_of(const struct config *config, const struct config_row *row)
{
	return (const char *)config + row->at;
}

#endif
