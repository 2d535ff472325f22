/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_RULES_LANGUAGE_H
#define BOARDD_RULES_LANGUAGE_H

#include "libboardd/public.h"
#include "rules-core/square.h"
#include "rules-core/text.h"

BOARDD_PUBLIC_BEGIN

/*
 * Letters of the pieces in the languages players write (Appendix C.2, C.3:
 * every player may use the letters of his own). A pawn has none (C.4).
 */
enum rules_language {
	RULES_EN,
	RULES_DA,
	RULES_NO,
	RULES_SV,
	RULES_DE,
	RULES_NL,
	RULES_FR,
	RULES_ES,
	RULES_IT,
	RULES_FI,
	RULES_IS,
	RULES_PL,
	RULES_CS,
	RULES_PT,
	RULES_LANGUAGES,
	RULES_ANY_LANGUAGE = RULES_LANGUAGES, /* reading only: English first, then the others */
};

/* The language of a code such as "da"; RULES_LANGUAGES if there is none. */
enum rules_language rules_language_of(struct rules_slice code);

/* The letter of a piece; '\0' for a pawn. */
char rules_letter(enum rules_language language, enum rules_kind kind);

/*
 * The kinds a letter can stand for, one bit each (1 << kind). A letter that is
 * not the language's own is taken as English. In RULES_ANY_LANGUAGE a letter
 * that is not English stands for whatever it does in any language.
 */
unsigned rules_kinds_of_letter(enum rules_language language, char letter);

BOARDD_PUBLIC_END

#endif
