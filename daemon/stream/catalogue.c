/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/stream/catalogue_words.h"

const char *catalogue_word(enum catalogue_section section, size_t i)
{
	return catalogue_sections[section][i].word;
}

const char *catalogue_text(enum catalogue_language language, enum catalogue_section section,
			   const char *word)
{
	for (const struct catalogue_entry *at = catalogue_sections[section]; at->word; at++)
		if (strcmp(at->word, word) == 0)
			return at->text[language];
	return word;
}

/* --- languages --- */

/* "nb" and "nn" are how systems call the two written forms of Norwegian. */
static const struct {
	const char *code;
	enum catalogue_language language;
} codes[] = {{"en", CATALOGUE_EN}, {"C", CATALOGUE_EN},  {"POSIX", CATALOGUE_EN},
	     {"da", CATALOGUE_DA}, {"no", CATALOGUE_NO}, {"nb", CATALOGUE_NO},
	     {"nn", CATALOGUE_NO}};

bool catalogue_language_of(const char *name, enum catalogue_language *ret)
{
	size_t len = strcspn(name, "_.@");

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		if (strlen(codes[i].code) == len && strncmp(codes[i].code, name, len) == 0) {
			*ret = codes[i].language;
			return true;
		}
	}
	return false;
}

enum catalogue_language catalogue_language_here(void)
{
	static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
	enum catalogue_language language = CATALOGUE_EN;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = getenv(names[i]);

		if (value && value[0] != '\0') {
			(void)catalogue_language_of(value, &language);
			return language;
		}
	}
	return language;
}

enum rules_language catalogue_letters(enum catalogue_language language)
{
	static const enum rules_language letters[] = {RULES_EN, RULES_DA, RULES_NO};

	return letters[language];
}
