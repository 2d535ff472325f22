/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CATALOGUE_H
#define BOARDD_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

#include "rules-core/language.h"

/*
 * The words of the report stream in people's languages. Reports carry a kind,
 * a reason, a remedy; readers look up here what to say. The terms are those of
 * the national editions of the Laws. A language is a file web/src/LANG.js and a word of the list
 * in web/src/words.js; words.cmake makes tables of them.
 */

/* A number below catalogue_languages(), in the order of the list in web/src/words.js. */
enum catalogue_language { CATALOGUE_EN };

enum catalogue_section {
	CATALOGUE_KIND,    /* of an irregularity: a sentence that says what was seen */
	CATALOGUE_REMEDY,  /* what the Laws provide */
	CATALOGUE_REASON,  /* of a result */
	CATALOGUE_BOARD,   /* what has become of a board */
	CATALOGUE_GAME,    /* what has become of a game */
	CATALOGUE_FINDING, /* how an irregularity was ruled on */
	CATALOGUE_CLAIM,   /* what can be claimed */
	CATALOGUE_ROUND,   /* what is said of a round and its tables */
	CATALOGUE_DUE,     /* what is to be done before a game begins or goes on */
	CATALOGUE_WORD,    /* of the programs that show reports */
	CATALOGUE_SECTIONS,
};

/* What to say; the word itself when it is not known, since a newer boardd may know more. */
const char *catalogue_text(enum catalogue_language language, enum catalogue_section section,
			   const char *word);

/* The i-th word of a section; NULL: there are no more. */
const char *catalogue_word(enum catalogue_section section, size_t i);

unsigned catalogue_languages(void);

/* "da", "da_DK.UTF-8": false when it is none of ours, and ret is untouched. */
bool catalogue_language_of(const char *name, enum catalogue_language *ret);

/* As the environment says: LC_ALL, LC_MESSAGES, LANG; English when it names none of ours. */
enum catalogue_language catalogue_language_here(void);

/* Whose letters the pieces have. */
enum rules_language catalogue_letters(enum catalogue_language language);

#endif
