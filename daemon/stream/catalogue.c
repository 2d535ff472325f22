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

unsigned catalogue_languages(void)
{
	unsigned count = 0;

	while (catalogue_codes[count])
		count++;
	return count;
}

/* Other names that systems have: "nb" and "nn" are the two written forms of Norwegian. */
static const char *const aliases[][2] = {{"C", "en"}, {"POSIX", "en"}, {"nb", "no"}, {"nn", "no"}};

static bool is_code(const char *code, const char *name, size_t len)
{
	return strlen(code) == len && strncmp(code, name, len) == 0;
}

bool catalogue_language_of(const char *name, enum catalogue_language *ret)
{
	size_t len = strcspn(name, "_.@");

	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (is_code(aliases[i][0], name, len))
			return catalogue_language_of(aliases[i][1], ret);
	for (unsigned i = 0; catalogue_codes[i]; i++) {
		if (is_code(catalogue_codes[i], name, len)) {
			*ret = (enum catalogue_language)i;
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
	enum rules_language letters = rules_language_of(rules_slice_of(catalogue_codes[language]));

	return letters < RULES_LANGUAGES ? letters : RULES_EN;
}
