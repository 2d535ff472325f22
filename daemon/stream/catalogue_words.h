/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CATALOGUE_WORDS_H
#define BOARDD_CATALOGUE_WORDS_H

#include "daemon/stream/catalogue.h"

/*
 * The words themselves, made by words.cmake from web/src/LANG.js, a file for each
 * language: what the page shows and what boardctl prints is written there once.
 */
struct catalogue_entry {
	const char *word;        /* NULL: the end of the section */
	const char *const *text; /* by enum catalogue_language */
};

extern const char *const catalogue_codes[]; /* "en" first; NULL: the end */
extern const struct catalogue_entry *const catalogue_sections[CATALOGUE_SECTIONS];

#endif
