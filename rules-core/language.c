/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/language.h"

/* Knight, bishop, rook, queen, king: the order of enum rules_kind after the pawn. */
static const struct {
	char code[3];
	char letters[6];
} languages[RULES_LANGUAGES] = {
	[RULES_EN] = {"en", "NBRQK"}, [RULES_DA] = {"da", "SLTDK"}, [RULES_NO] = {"no", "SLTDK"},
	[RULES_SV] = {"sv", "SLTDK"}, [RULES_DE] = {"de", "SLTDK"}, [RULES_NL] = {"nl", "PLTDK"},
	[RULES_FR] = {"fr", "CFTDR"}, [RULES_ES] = {"es", "CATDR"}, [RULES_IT] = {"it", "CATDR"},
	[RULES_FI] = {"fi", "RLTDK"}, [RULES_IS] = {"is", "RBHDK"}, [RULES_PL] = {"pl", "SGWHK"},
	[RULES_CS] = {"cs", "JSVDK"}, [RULES_PT] = {"pt", "CBTDR"},
};

enum rules_language rules_language_of(struct rules_slice code)
{
	for (int i = 0; i < RULES_LANGUAGES; i++)
		if (rules_slice_is(code, languages[i].code))
			return (enum rules_language)i;
	return RULES_LANGUAGES;
}

char rules_letter(enum rules_language language, enum rules_kind kind)
{
	return kind == RULES_PAWN ? '\0' : languages[language].letters[kind - RULES_KNIGHT];
}

static unsigned kinds_in(enum rules_language language, char letter)
{
	const char *letters = languages[language].letters;

	for (int i = 0; letters[i]; i++)
		if (letters[i] == letter)
			return 1u << (RULES_KNIGHT + i);
	return 0;
}

unsigned rules_kinds_of_letter(enum rules_language language, char letter)
{
	unsigned kinds = 0;

	if (language < RULES_LANGUAGES)
		kinds = kinds_in(language, letter);
	if (!kinds)
		kinds = kinds_in(RULES_EN, letter);
	if (!kinds && language == RULES_ANY_LANGUAGE)
		for (int i = 0; i < RULES_LANGUAGES; i++)
			kinds |= kinds_in((enum rules_language)i, letter);
	return kinds;
}
