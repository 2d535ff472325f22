/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "daemon/config/value.h"

static void print_origin(struct config_origin origin, FILE *to)
{
	if (!origin.file)
		fputs("the default", to);
	else if (origin.line > 0)
		fprintf(to, "from %s:%u", origin.file, origin.line);
	else
		fprintf(to, "from the command line, %s", origin.file);
}

/* name: what stands for the star */
static void print_key(const struct config_row *row, const char *name, FILE *to)
{
	char key[128];
	struct rules_text text = rules_text_in(key, sizeof(key));

	config_key_write(row, name, &text);
	fputs(key, to);
}

static void print_pairs(const struct config_row *row, const struct config_pairs *pairs, FILE *to)
{
	fputs("# ", to);
	print_key(row, row->star, to);
	fprintf(to, ": %s%s\n", row->help, pairs->count == 0 ? " (none)" : "");
	for (size_t i = 0; i < pairs->count; i++) {
		fputs("# ", to);
		print_origin(pairs->list[i].origin, to);
		fputc('\n', to);
		print_key(row, pairs->list[i].name, to);
		fprintf(to, " = %s\n", pairs->list[i].value);
	}
}

static bool is_empty(const struct config *config, const struct config_row *row)
{
	const void *field = config_field_of(config, row);

	if (row->type == CONFIG_LIST)
		return ((const struct config_list *)field)->count == 0;
	return row->type == CONFIG_TEXT && !*(const char *const *)field;
}

static void print_row(const struct config *config, const struct config_row *row, FILE *to)
{
	struct config_origin origin = config->origins[row - config_rows];

	if (row->type == CONFIG_PAIRS) {
		print_pairs(row, config_field_of(config, row), to);
		return;
	}
	fprintf(to, "# %s\n# ", row->help);
	print_origin(origin, to);
	if (origin.file)
		fprintf(to, "; the default is %s", row->initial[0] ? row->initial : "empty");
	fprintf(to, "\n%s =%s", row->key, is_empty(config, row) ? "" : " ");
	config_value_print(config, row, to);
	fputc('\n', to);
}

void config_print(const struct config *config, FILE *to)
{
	const char *section = "";

	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		const struct config_row *row = &config_rows[i];

		if (strcmp(row->section, section) != 0) {
			section = row->section;
			fprintf(to, "%s[%s]\n", i > 0 ? "\n" : "", section);
		}
		print_row(config, row, to);
	}
}

/* --- what has changed --- */

static bool has_pair(const struct config_pairs *pairs, const struct config_pair *pair)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (strcmp(pairs->list[i].name, pair->name) == 0)
			return strcmp(pairs->list[i].value, pair->value) == 0;
	return false;
}

/* The order does not matter. */
static bool same_pairs(const struct config_pairs *a, const struct config_pairs *b)
{
	for (size_t i = 0; i < a->count; i++)
		if (!has_pair(b, &a->list[i]))
			return false;
	return a->count == b->count;
}

/* The value as it is printed, to be freed; NULL without memory. */
static char *value_text(const struct config *config, const struct config_row *row)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	config_value_print(config, row, to);
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

static bool is_plain(enum config_type type)
{
	switch (type) {
	case CONFIG_BOOL:
	case CONFIG_CHOICE:
	case CONFIG_NUMBER:
	case CONFIG_DURATION:
	case CONFIG_SIZE:
	case CONFIG_TIME_CONTROL: return true;
	case CONFIG_TEXT:
	case CONFIG_LIST:
	case CONFIG_ADDRESS:
	case CONFIG_PAIRS: break;
	}
	return false;
}

void config_walk(const struct config *config, config_taker *taker, void *data)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		const struct config_row *row = &config_rows[i];
		const struct config_pairs *pairs = config_field_of(config, row);
		bool is_default =
			row->type == CONFIG_PAIRS ? pairs->count == 0 : !config->origins[i].file;
		char *text = is_plain(row->type) ? value_text(config, row) : NULL;

		taker(data, row->section, row->key, is_default, text);
		free(text);
	}
}

static bool is_same(const struct config *before, const struct config *after,
		    const struct config_row *row)
{
	char *a, *b;
	bool same;

	if (row->type == CONFIG_PAIRS)
		return same_pairs(config_field_of(before, row), config_field_of(after, row));
	a = value_text(before, row);
	b = value_text(after, row);
	same = a && b && strcmp(a, b) == 0;
	free(a);
	free(b);
	return same;
}

size_t config_diff(const struct config *before, const struct config *after,
		   struct config_change ret[CONFIG_ROWS])
{
	size_t count = 0;

	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		const struct config_row *row = &config_rows[i];

		if (!is_same(before, after, row))
			ret[count++] = (struct config_change){row->section, row->key, row->when};
	}
	return count;
}
