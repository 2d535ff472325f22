/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CONFIG_SCHEMA_H
#define BOARDD_CONFIG_SCHEMA_H

#include "daemon/config/config.h"

/*
 * Every key there is, one row each. Reading, checking, printing and the test of
 * the man page all go by this table.
 */

enum config_type {
	CONFIG_BOOL,         /* bool */
	CONFIG_CHOICE,       /* an enum, counted as words are */
	CONFIG_NUMBER,       /* uint32_t; the word stands for CONFIG_AUTO */
	CONFIG_DURATION,     /* uint64_t in ms; the word stands for 0 */
	CONFIG_SIZE,         /* uint64_t in bytes */
	CONFIG_TEXT,         /* const char * */
	CONFIG_LIST,         /* struct config_list, separated by blanks */
	CONFIG_ADDRESS,      /* struct config_address */
	CONFIG_TIME_CONTROL, /* struct config_time_control */
	CONFIG_PAIRS,        /* struct config_pairs; the key has a * for the name */
};

/* What a text or an item has to be; says so if it is not. NULL: it is. */
typedef const char *config_check(const char *text);

struct config_row {
	const char *section, *key;
	enum config_type type;
	enum config_when when;    /* a change comes into force */
	size_t at;                /* in struct config */
	const char *initial;      /* the default, as it would stand in a file */
	const char *help;         /* one sentence */
	uint64_t low, high;       /* of numbers, times and sizes; of a text its length */
	const char *const *words; /* of a choice, or of a list; ended by NULL */
	const char *word;         /* instead of a number: auto, forever */
	config_check *check;      /* of a text, an item or the value of a pair */
	config_check *check_name; /* of a pair */
	const char *star;         /* what stands for that name: SERIAL */
	bool is_of_page;          /* the page may set it: no path, nothing that opens a door */
};

extern const struct config_row config_rows[]; /* CONFIG_ROWS of them */

/* The row of a key. For a pair ret_name is where the name begins and its length. */
const struct config_row *config_row_find(const char *section, const char *key,
					 struct rules_slice *ret_name);

bool config_is_section(const char *section);

/* The row whose key, of those of a section, or whose section looks most like a word. */
const struct config_row *config_nearest_key(const char *section, const char *word);
const struct config_row *config_nearest_section(const char *word);

/* The key as it is written: with the name in the place of a *. */
void config_key_write(const struct config_row *row, const char *name, struct rules_text *ret);

#endif
